/**
 * What the local Discord stores. Field names are those of Discord's API wherever it has one; ids of other
 * things stand where the API nests objects, and `present.ts` puts the objects in.
 */

export interface Person {
  id: string;
  username: string;
  global_name: string | null;
  bot: boolean;
  locale: string;
  /** Whether direct messages of the bot are refused (50007). */
  closed?: boolean;
  /** Whether this person brought the app along, to use it wherever they are. */
  installed?: boolean;
}

export interface Role {
  id: string;
  name: string;
  permissions: string;
  position: number;
  managed: boolean;
}

export interface Guild {
  id: string;
  name: string;
  owner_id: string;
  preferred_locale: string;
  roles: Role[];
  /** The role the bot got when it was added. */
  bot_role: string;
  unavailable?: boolean;
  /** Whether the app was added for its commands alone: the bot is no member, its commands are there. */
  commands_only?: boolean;
}

export interface Member {
  guild_id: string;
  user_id: string;
  nick: string | null;
  roles: string[];
  joined_at: string;
}

export interface Overwrite {
  id: string;
  type: 0 | 1;
  allow: string;
  deny: string;
}

export interface ThreadState {
  archived: boolean;
  locked: boolean;
  auto_archive_duration: number;
  archive_timestamp: string;
  create_timestamp: string;
  /** Milliseconds of the last message or un-archiving; from it the automatic archiving counts. */
  active_at: number;
  members: string[];
  message_count: number;
}

/** Kinds of channels by Discord's numbers. */
export const CHANNEL = {
  text: 0,
  direct: 1,
  voice: 2,
  group: 3,
  announcement: 5,
  announcementThread: 10,
  publicThread: 11,
  privateThread: 12,
  stage: 13,
  forum: 15,
} as const;

export type ChannelType = (typeof CHANNEL)[keyof typeof CHANNEL];

export interface Channel {
  id: string;
  type: ChannelType;
  guild_id?: string;
  name?: string;
  position?: number;
  parent_id?: string;
  owner_id?: string;
  overwrites: Overwrite[];
  recipients?: string[];
  thread?: ThreadState;
  last_message_id?: string;
}

export interface Attachment {
  id: string;
  filename: string;
  size: number;
  content_type: string;
  description?: string;
  width?: number;
  height?: number;
}

/** A component of a message or a form, as sent; only what the stand-in looks at has a name here. */
export interface Component {
  type: number;
  id?: number | null;
  custom_id?: string | null;
  label?: string | null;
  disabled?: boolean | null;
  style?: number;
  url?: string | null;
  content?: string;
  required?: boolean | null;
  min_values?: number | null;
  max_values?: number | null;
  min_length?: number | null;
  max_length?: number | null;
  options?: { label: string; value: string; description?: string | null; default?: boolean | null }[];
  default_values?: unknown[] | null;
  components?: Component[];
  component?: Component;
  items?: { media: { url: string }; description?: string | null }[];
  file?: { url: string };
}

export interface Message {
  id: string;
  channel_id: string;
  author_id: string;
  type: number;
  content: string;
  components: Component[];
  flags: number;
  timestamp: string;
  edited_timestamp: string | null;
  mentions: string[];
  mention_everyone: boolean;
  attachments: Attachment[];
  nonce?: string | number;
  /** What it answers: a message, or of the system's own the thread that was begun. */
  reference?: { message_id: string; channel_id: string };
  /** The interaction that this message answers. */
  interaction?: {
    id: string;
    type: number;
    user_id: string;
    owners?: Owners;
    name?: string;
    original?: string;
    pressed?: string;
  };
  /** The only person who sees it (an ephemeral message). */
  only?: string;
}

export interface Command {
  id: string;
  application_id: string;
  version: string;
  type: number;
  name: string;
  description: string;
  options?: CommandOption[];
  default_member_permissions: string | null;
  contexts: number[] | null;
  integration_types: number[];
  nsfw: boolean;
  name_localizations?: Localized;
  description_localizations?: Localized;
}

type Localized = Record<string, string> | null;

export interface CommandOption {
  type: number;
  name: string;
  name_localizations?: Localized;
  description: string;
  description_localizations?: Localized;
  required?: boolean;
  autocomplete?: boolean;
  choices?: { name: string; value: string | number }[];
  options?: CommandOption[];
  min_value?: number;
  max_value?: number;
}

/**
 * By which installations the app may be used: of a server ("0", with the guild's id, or "0" in direct messages) and of a
 * person ("1", with their id).
 */
export type Owners = Partial<Record<'0' | '1', string>>;

export interface Interaction {
  id: string;
  token: string;
  /** 2 command, 3 component, 4 autocomplete, 5 modal. */
  type: 2 | 3 | 4 | 5;
  user_id: string;
  guild_id?: string;
  channel_id: string;
  /** The message whose component was pressed, or from which the modal came. */
  message_id?: string;
  /** Whole name of a command, with its subcommands. */
  name?: string;
  nonce?: string;
  /** Milliseconds by the clock. */
  at: number;
  owners: Owners;
  state: 'waiting' | 'acknowledged' | 'expired';
  /** The type of the first answer. */
  answer?: number;
  /** The message that `@original` names. */
  original?: string;
  /** How many messages followed the first answer. */
  follow_ups?: number;
  /** Whether `@original` still says that the bot is thinking. */
  loading?: boolean;
  modal?: { custom_id: string; title: string; components: Component[] };
}

export interface Upload {
  /** The n of files[n]. */
  n: string;
  filename: string;
  type: string;
  bytes: Buffer;
}

export const EPHEMERAL = 1 << 6;
export const LOADING = 1 << 7;
export const HAS_THREAD = 1 << 5;
export const COMPONENTS_V2 = 1 << 15;
