import { ChannelType, PermissionFlagsBits as Flags } from 'discord-api-types/v10';

/** Channels of servers, as far as it matters of what kind they are and who may view them. */

type Type = ChannelType | undefined;

export const isThread = (type: Type): boolean =>
  type === ChannelType.PublicThread ||
  type === ChannelType.PrivateThread ||
  type === ChannelType.AnnouncementThread;

/** Whether it is a channel to talk in, which has a chat, too. */
export const isVoice = (type: Type): boolean =>
  type === ChannelType.GuildVoice || type === ChannelType.GuildStageVoice;

/** What a server has at this moment. */
export interface Server {
  /** Of what kind a channel or thread is; undefined where there is none that the bot knows of. */
  typeOf(channel: string): Type;
  hasRole(role: string): boolean;
}

/** What decides who may view a channel of a server. */
export interface Place {
  /** Who owns the server. */
  readonly owner: string;
  /** Permissions of the server's roles by id; the role of everybody has the server's own id. */
  readonly roles: ReadonlyMap<string, bigint>;
  /** Of the channel by the id of a role or a person; a thread has those of the channel it hangs on. */
  readonly overwrites: ReadonlyMap<string, { readonly allow: bigint; readonly deny: bigint }>;
  /** A private thread, which only those see who were added to it, and its moderators. */
  readonly secret: boolean;
}

/** What can be found out about places; where it is not known, it costs one request, remembered for a minute. */
export interface Places {
  /** A channel or thread of a server; undefined where there is none that the bot knows of. */
  placeOf(guild: string, channel: string): Promise<Place | undefined>;
  /** Whether somebody was added to a thread; false when Discord does not say so. */
  isInThread(thread: string, user: string): Promise<boolean>;
  /** Whether the bot itself was added to a thread, asked anew each time; true when Discord does not say. */
  hasBot(thread: string): Promise<boolean>;
}

/**
 * Whether whoever may view `other` may view a place, too, as far as the two say so themselves: it gives nobody less, and
 * takes nothing from anybody, that the other leaves.
 */
export function isOpenToAllOf(place: Place, other: Place): boolean {
  const word = ({ overwrites }: Place, id: string): number => {
    const { allow = 0n, deny = 0n } = overwrites.get(id) ?? {};
    return allow & Flags.ViewChannel ? 1 : deny & Flags.ViewChannel ? -1 : 0;
  };
  const named = [...place.overwrites.keys(), ...other.overwrites.keys()];
  return !place.secret && named.every((id) => word(place, id) >= word(other, id));
}

const EVERYTHING = ~0n;

/**
 * What a member with these roles may do in a place, by Discord's order: the roles, then what the channel says of
 * everybody, of the roles, of the person. Who owns the server or administers it may do everything.
 */
export function rightsIn(
  { owner, roles: known, overwrites }: Place,
  guild: string,
  user: string,
  roles: readonly string[],
): bigint {
  if (user === owner) return EVERYTHING;
  const base = [guild, ...roles].reduce((sum, role) => sum | (known.get(role) ?? 0n), 0n);
  if (base & Flags.Administrator) return EVERYTHING;
  const said = (ids: readonly string[]) => ids.flatMap((id) => overwrites.get(id) ?? []);
  return [[guild], roles.filter((role) => role !== guild), [user]].map(said).reduce((rights, some) => {
    const denied = some.reduce((left, { deny }) => left & ~deny, rights);
    return some.reduce((sum, { allow }) => sum | allow, denied);
  }, base);
}

/**
 * What a server says of somebody: the ids of their roles there, that they are none of its members, or that it cannot be
 * told, as Discord did not answer, or knows no such server where the bot is.
 */
export type Membership =
  | { readonly is: 'member'; readonly roles: readonly string[] }
  | { readonly is: 'none' }
  | { readonly is: 'unknown' };

/** For so many milliseconds an answer about people and places is taken to hold. */
export const MINUTE = 60_000;

/** Asks a server about somebody, unless an answer is known that is not older than `within` milliseconds (a minute). */
export type MemberOf = (guild: string, user: string, within?: number) => Promise<Membership>;
