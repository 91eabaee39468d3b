import { createMessage } from './messages.ts';
import { bits, type Permission } from './permissions.ts';
import {
  CHANNEL,
  type Channel,
  type ChannelType,
  type Guild,
  type Overwrite,
  type Person,
} from './shapes.ts';
import { changeMember, openThread } from './threads.ts';
import { personOf, seat, type World } from './world.ts';

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
  'ReadMessageHistory',
  'UseApplicationCommands',
  'CreatePublicThreads',
  'Connect',
  'UseExternalApps',
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
  const found = world.store.channels
    .all('direct')
    .find((c) => c.type === CHANNEL.direct && c.recipients?.includes(user));
  if (found) return found;
  const channel: Channel = {
    id: world.id(),
    type: CHANNEL.direct,
    recipients: [user, world.app],
    overwrites: [],
  };
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

/** Adds a channel at the end of a guild's. */
export function addChannel(
  world: World,
  guild: string,
  name: string,
  type: ChannelType = CHANNEL.text,
): Channel {
  const position = world.store.channels.all(guild).filter((channel) => !channel.thread).length;
  const channel: Channel = {
    id: world.id(),
    type,
    guild_id: guild,
    name,
    position,
    overwrites: [],
  };
  world.store.channels.put(channel.id, channel, guild);
  return channel;
}

/** Makes a guild with its roles and text channels. */
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
  for (const title of channels) addChannel(world, id, title);
  for (const user of [...people, world.app]) join(world, guild, user);
  return guild;
}

/** Makes a group of people with messages of their own, in which the bot is not. */
function addGroup(world: World, name: string, [owner = '', ...others]: string[]): void {
  const recipients = [owner, ...others];
  const channel: Channel = {
    id: world.id(),
    type: CHANNEL.group,
    name,
    owner_id: owner,
    recipients,
    overwrites: [],
  };
  world.store.channels.put(channel.id, channel, 'direct');
}

/** Channels of every kind that a bot meets, in a guild: one that announces, to talk in, on a stage, of posts. */
function addPlaces(world: World, guild: string, [ann = world.app, ben = ann]: string[]): void {
  addChannel(world, guild, 'news', CHANNEL.announcement);
  addChannel(world, guild, 'lounge', CHANNEL.voice);
  addChannel(world, guild, 'theatre', CHANNEL.stage);
  const forum = addChannel(world, guild, 'ideas', CHANNEL.forum);
  const post = openThread(world, forum, ben, { name: 'A table every Friday?' });
  createMessage(world, post, ben, { content: 'Who would play?' }, [], { id: post.id });
  const general = world.store.channels.all(guild).find(({ name }) => name === 'general') as Channel;
  const secret = openThread(world, general, ann, { name: 'back room', type: CHANNEL.privateThread });
  changeMember(world, secret, ben, true);
}

/** The first start: the application, its bot, guilds with and without it, their people, and a group of them. */
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
    const club = addGuild(world, 'Metro Club', people[0] ?? world.app, ['metro', 'general'], people);
    const quiet = addChannel(world, club.id, 'quiet');
    // Here the bot may neither attach files nor write in threads.
    const deny = String(bits('AttachFiles', 'SendMessagesInThreads'));
    const overwrites: Overwrite[] = [{ id: club.bot_role, type: 0, allow: '0', deny }];
    world.store.channels.put(quiet.id, { ...quiet, overwrites });
    addPlaces(world, club.id, people);
    addGuild(world, 'Night Line', people[1] ?? world.app, ['tracks'], people.slice(0, 4));
    const [ann, ben, cleo] = people;
    if (!ann || !ben || !cleo) return;
    // Here the bot is no member: Ann alone brought it along, for herself.
    world.store.people.put(ann, { ...personOf(world, ann), installed: true });
    const harbour = addGuild(world, 'Harbour', cleo, ['quay'], [ann, ben, cleo]);
    world.store.members.remove(seat(harbour.id, world.app));
    addGroup(world, 'Three of us', [ann, ben, cleo]);
  });
}
