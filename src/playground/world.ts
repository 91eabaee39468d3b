import type { Clock } from './clock.ts';
import type { Store } from './db.ts';
import { refusal } from './errors.ts';
import type { Channel, Guild, Message, Person } from './shapes.ts';

/** To whom an event of the gateway goes. */
export interface Audience {
  /** Whether the bot's sessions get it. They have the intent for guilds alone, so they hear of no messages. */
  bot?: boolean;
  /** The people who get it; none: nobody. */
  people?: (id: string) => boolean;
}

/** What all parts of the stand-in share. */
export interface World {
  store: Store;
  now: Clock;
  /** A new id. */
  id(): string;
  /** Address of this server, without a slash at the end. */
  url: string;
  /** Ids of the application and of its bot; they are the same, as they are for applications made today. */
  app: string;
  /** Tokens that were revoked, as when somebody resets one on Discord's developer page. */
  revoked: Set<string>;
  /** What somebody set for the application on that page, by the names of the API. */
  portal: object;
  /** Set when the server stops; timers then leave the store alone. */
  closed: boolean;
  emit(event: string, data: object, to: Audience): void;
}

/** The only intent that a bot may ask for here: channels, threads and roles of guilds. */
export const GUILDS = 1 << 0;

/** Id of the application and of its bot, the same in every file. */
export const APPLICATION = '1300000000000000000';

export const BOT_TOKEN = 'playground';

/** A user's token: "person-" and the name in lower case. */
export function tokenOf(person: Person): string {
  return `person-${person.username}`;
}

/** The person or bot that a token belongs to, unless it was revoked; bots' tokens come without "Bot " here. */
export function whoHas(world: World, token: string): Person | undefined {
  if (world.revoked.has(token)) return undefined;
  if (token === BOT_TOKEN) return world.store.people.get(world.app);
  return world.store.people.all().find((p) => !p.bot && tokenOf(p) === token);
}

/** The channel or thread with this id; refuses with 10003. */
export function channelOf(world: World, id: string): Channel {
  const channel = world.store.channels.get(id);
  if (!channel) throw refusal(10003);
  return channel;
}

/** The guild with this id; refuses with 10004. */
export function guildOf(world: World, id: string): Guild {
  const guild = world.store.guilds.get(id);
  if (!guild) throw refusal(10004);
  return guild;
}

/** A message of a channel; refuses with 10008. Ephemeral ones can be reached only through their interactions. */
export function messageOf(world: World, channel: string, id: string): Message {
  const message = world.store.messages.get(id);
  if (!message || message.channel_id !== channel || message.only) throw refusal(10008);
  return message;
}

/** The person with this id; refuses with 10013. */
export function personOf(world: World, id: string): Person {
  const person = world.store.people.get(id);
  if (!person) throw refusal(10013);
  return person;
}

/** Key of a membership. */
export function seat(guild: string, user: string): string {
  return `${guild}:${user}`;
}

/** Whether somebody belongs to a guild. */
export function belongs(world: World, guild: string, user: string): boolean {
  return world.store.members.get(seat(guild, user)) !== undefined;
}
