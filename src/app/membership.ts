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
