import type {
  APIApplicationCommand,
  APIApplicationCommandOptionChoice,
  APIChannel,
  APIMessage,
  APITextInputComponent,
  APIUser,
} from 'discord-api-types/v10';

/** What one person's client knows. Everything on the page is drawn from it; `events.ts` is what changes it. */
export interface World {
  readonly link: 'connecting' | 'open' | 'reconnecting' | 'refused';
  readonly me: APIUser | null;
  readonly session: string | null;
  readonly guilds: readonly Guild[];
  /** Channels with one person, and of groups. */
  readonly directs: readonly Place[];
  readonly users: Readonly<Record<string, APIUser>>;
  /** The messages of each channel that was opened, oldest first. */
  readonly rooms: Readonly<Record<string, Room>>;
  readonly unread: Readonly<Record<string, Unread>>;
  readonly presses: Readonly<Record<string, Press>>;
  readonly modal: Modal | null;
  readonly suggestions: Suggestions | null;
  readonly commands: Readonly<Record<string, readonly Command[]>>;
}

/** A channel or thread, with what the page reads of it. */
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

/** A message; `loading` and `failed` are what this client makes of an answer that is still to come. */
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

/** An interaction this person has begun; `key` tells which button, menu or command it was. */
export interface Press {
  readonly key: string;
  readonly kind: 'command' | 'component' | 'modal' | 'autocomplete';
  readonly channel: string;
  readonly message: string | null;
  readonly state: 'waiting' | 'failed';
  readonly id: string | null;
  readonly label: string;
}

/** A line or more of text under its label. */
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

/** Orders snowflakes by age. */
export const older = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

export const isThread = (place: Place): boolean => place.type >= 10 && place.type <= 12;

/** Messages among people of no server: of two, or of a group. */
export const isDirect = (place: Place): boolean => place.type === 1 || place.type === 3;

/** A forum has posts, which are its threads, and no messages of its own. */
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

/** The sign before a channel's name, by its kind. */
export const markOf = (place: Place): string => MARKS[place.type] ?? '#';

export const isEphemeral = (message: Message): boolean => ((message.flags ?? 0) & 64) !== 0;

/** An answer was promised and has not come. */
export const isThinking = (message: Message): boolean => ((message.flags ?? 0) & 128) !== 0;

export const nameOf = (user: Pick<APIUser, 'username' | 'global_name'>): string =>
  user.global_name ?? user.username;

/** The channel with this id, wherever it is. */
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

/** What a channel is called in lists: a conversation without a name of its own bears the others'. */
export const titleOf = (place: Place): string => place.name || place.recipients.map(nameOf).join(', ');

/** Whether a message calls this person by name, or everybody. */
export const calls = (message: Message, me: string | undefined): boolean =>
  message.mention_everyone || message.mentions.some((user) => user.id === me);
