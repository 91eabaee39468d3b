import type {
  APIApplicationCommand,
  APIApplicationCommandOptionChoice,
  APIChannel,
  APIMessage,
  APITextInputComponent,
  APIUser,
} from 'discord-api-types/v10';

/** What one person's client knows. The whole page is drawn from it; only `events.ts` changes it. */
export interface World {
  readonly link: 'connecting' | 'open' | 'reconnecting' | 'refused';
  readonly me: APIUser | null;
  readonly session: string | null;
  readonly guilds: readonly Guild[];
  /** Direct messages with one person, and those of groups. */
  readonly directs: readonly Place[];
  readonly users: Readonly<Record<string, APIUser>>;
  /** The messages of the channels that were opened, oldest first, by the channel's id. */
  readonly rooms: Readonly<Record<string, Room>>;
  readonly unread: Readonly<Record<string, Unread>>;
  readonly presses: Readonly<Record<string, Press>>;
  readonly modal: Modal | null;
  readonly suggestions: Suggestions | null;
  readonly commands: Readonly<Record<string, readonly Command[]>>;
}

/** A channel or thread, as far as the page needs it. */
export interface Place {
  readonly id: string;
  readonly type: APIChannel['type'];
  readonly name: string;
  readonly guild: string | null;
  readonly parent: string | null;
  readonly position: number;
  readonly archived: boolean;
  readonly locked: boolean;
  readonly messages: number;
  readonly last: string | null;
  readonly recipients: readonly APIUser[];
}

export interface Guild {
  readonly id: string;
  readonly name: string;
  readonly available: boolean;
  readonly channels: readonly Place[];
  /** Names of roles by id. */
  readonly roles: Readonly<Record<string, string>>;
  readonly members: readonly string[];
}

/** A message as the API or an event gives it. */
export type Message = APIMessage & { readonly guild_id?: string; readonly nonce?: string | number };

export interface Room {
  readonly messages: readonly Message[];
  readonly loaded: boolean;
  readonly more: boolean;
  readonly problem: string | null;
}

export interface Unread {
  readonly count: number;
  readonly mentions: number;
}

/** An interaction that this person has begun; `key` names the button, menu or command. */
export interface Press {
  readonly key: string;
  readonly kind: 'command' | 'component' | 'modal' | 'autocomplete';
  readonly channel: string;
  readonly message: string | null;
  readonly state: 'waiting' | 'failed';
  readonly id: string | null;
  readonly label: string;
}

/** A field of a form: a text input with its label. */
export interface Field {
  readonly label: string;
  readonly component: APITextInputComponent;
}

/** A form that the bot has opened; `id` is that of the interaction it answered. */
export interface Modal {
  readonly id: string;
  readonly custom_id: string;
  readonly title: string;
  readonly channel: string;
  readonly message: string | null;
  readonly application: string;
  readonly components: readonly Field[];
}

export interface Suggestions {
  readonly nonce: string;
  readonly choices: readonly APIApplicationCommandOptionChoice[];
}

export type Command = APIApplicationCommand;

export const emptyRoom: Room = { messages: [], loaded: false, more: false, problem: null };

export const emptyWorld: World = {
  link: 'connecting',
  me: null,
  session: null,
  guilds: [],
  directs: [],
  users: {},
  rooms: {},
  unread: {},
  presses: {},
  modal: null,
  suggestions: null,
  commands: {},
};

/** Compares ids by age, for sorting: the older one first. */
export const older = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

export const isThread = (place: Place): boolean => place.type >= 10 && place.type <= 12;

/** Whether a channel belongs to no server: direct messages of two, or of a group. */
export const isDirect = (place: Place): boolean => place.type === 1 || place.type === 3;

/** Whether a channel is a forum, which has posts (threads) and no messages of its own. */
export const isForum = (place: Place): boolean => place.type === 15;

const MARKS: Readonly<Record<number, string>> = {
  1: '@',
  2: '🔊',
  3: '👥',
  5: '📣',
  10: '⌞',
  11: '⌞',
  12: '🔒',
  13: '🎤',
  15: '🗂',
};

/** The sign before a channel's name, by its type. */
export const markOf = (place: Place): string => MARKS[place.type] ?? '#';

export const isEphemeral = (message: Message): boolean => ((message.flags ?? 0) & 64) !== 0;

/** Whether a message is a deferred answer whose text has not come yet. */
export const isThinking = (message: Message): boolean => ((message.flags ?? 0) & 128) !== 0;

export const nameOf = (user: Pick<APIUser, 'username' | 'global_name'>): string =>
  user.global_name ?? user.username;

/** The channel, thread or conversation with this id; null where there is none. */
export function placeOf(world: World, id: string | null): Place | null {
  if (id === null) return null;
  for (const guild of world.guilds) {
    const found = guild.channels.find((each) => each.id === id);
    if (found !== undefined) return found;
  }
  return world.directs.find((each) => each.id === id) ?? null;
}

export const guildOf = (world: World, place: Place | null): Guild | null =>
  world.guilds.find((each) => each.id === place?.guild) ?? null;

/** A channel's name; a conversation without one has the names of the others in it. */
export const titleOf = (place: Place): string => place.name || place.recipients.map(nameOf).join(', ');

/** Whether a message mentions this person, or everybody. */
export const calls = (message: Message, me: string | undefined): boolean =>
  message.mention_everyone || message.mentions.some((user) => user.id === me);
