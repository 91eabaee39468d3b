import { bits, type Permission } from './permissions.ts';
import type { Channel, Guild, Person } from './shapes.ts';
import { seat, type World } from './world.ts';

export const PEOPLE = ['Ann', 'Ben', 'Cleo', 'Dia', 'Eli', 'Fay'] as const;

/** What the bot asks for when it is added to a server. */
const OF_BOT: Permission[] = [
  'ViewChannel',
  'SendMessages',
  'SendMessagesInThreads',
  'AttachFiles',
  'ReadMessageHistory',
  'CreatePublicThreads',
];

const OF_EVERYONE: Permission[] = [
  'ViewChannel',
  'SendMessages',
  'SendMessagesInThreads',
  'EmbedLinks',
  'AttachFiles',
  'AddReactions',
  'ReadMessageHistory',
  'UseApplicationCommands',
  'CreatePublicThreads',
];

/**
 * A user name from any name: lower case letters, digits, dots and underscores; with a number where it is
 * taken or nothing is left.
 */
function freeName(world: World, name: string): string {
  const base = name
    .toLowerCase()
    .replace(/[^a-z0-9_.]+/g, '_')
    .slice(0, 24);
  const taken = new Set(world.store.people.all().map((p) => p.username));
  let free = /[a-z0-9]/.test(base) ? base : 'person';
  for (let n = 2; taken.has(free); n++) free = `${base}${n}`;
  return free;
}

/** Makes a person with a direct message channel to the bot; the user name serves as token. */
export function addPerson(world: World, name: string, locale = 'en-US'): Person {
  const person: Person = {
    id: world.id(),
    username: freeName(world, name),
    global_name: name,
    bot: false,
    locale,
  };
  world.store.people.put(person.id, person);
  openDirect(world, person.id);
  return person;
}

/** The direct message channel of a person and the bot, made at its first use. */
export function openDirect(world: World, user: string): Channel {
  const found = world.store.channels.all('direct').find((c) => c.recipients?.includes(user));
  if (found) return found;
  const channel: Channel = { id: world.id(), type: 1, recipients: [user, world.app], overwrites: [] };
  world.store.channels.put(channel.id, channel, 'direct');
  return channel;
}

/** Puts somebody into a guild; the bot gets the guild's role for it. */
export function join(world: World, guild: Guild, user: string): void {
  world.store.members.put(
    seat(guild.id, user),
    {
      guild_id: guild.id,
      user_id: user,
      nick: null,
      roles: user === world.app ? [guild.bot_role] : [],
      joined_at: new Date(world.now()).toISOString(),
    },
    guild.id,
  );
}

/**
 * Makes a guild with its roles and text channels; in #quiet the bot may neither attach files nor write in
 * threads.
 */
function addGuild(world: World, name: string, owner: string, channels: string[], people: string[]): Guild {
  const id = world.id();
  const role = world.id();
  const guild: Guild = {
    id,
    name,
    owner_id: owner,
    preferred_locale: 'en-US',
    bot_role: role,
    roles: [
      {
        id,
        name: '@everyone',
        permissions: String(bits(...OF_EVERYONE)),
        position: 0,
        managed: false,
      },
      { id: role, name: 'Metro', permissions: String(bits(...OF_BOT)), position: 1, managed: true },
    ],
  };
  world.store.guilds.put(id, guild);
  channels.forEach((title, position) => {
    const channel: Channel = {
      id: world.id(),
      type: 0,
      guild_id: id,
      name: title,
      topic: null,
      position,
      nsfw: false,
      overwrites:
        title === 'quiet'
          ? [{ id: role, type: 0, allow: '0', deny: String(bits('AttachFiles', 'SendMessagesInThreads')) }]
          : [],
    };
    world.store.channels.put(channel.id, channel, id);
  });
  for (const user of [...people, world.app]) join(world, guild, user);
  return guild;
}

/** The first start: the application, its bot, two guilds and their people. */
export function seed(world: World, names: readonly string[]): void {
  world.store.together(() => {
    world.store.people.put(world.app, {
      id: world.app,
      username: 'metro',
      global_name: 'Metro',
      bot: true,
      locale: 'en-US',
    });
    const people = names.map((name) => addPerson(world, name).id);
    addGuild(world, 'Metro Club', people[0] ?? world.app, ['metro', 'general', 'quiet'], people);
    addGuild(world, 'Night Line', people[1] ?? world.app, ['tracks'], people.slice(0, 4));
  });
}
