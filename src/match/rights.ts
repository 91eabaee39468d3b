import { type Match, seatOf } from './open.ts';

/** Who may do what: every rule stands here. */

interface Hosted {
  readonly row: { readonly host: string };
}

/** Start, options: the host. */
export const mayLead = (match: Hosted, user: string): boolean => match.row.host === user;

/** Close a lobby: the host, or who manages the server. */
export const mayClose = (match: Hosted, user: string, manages: boolean): boolean =>
  manages || mayLead(match, user);

/** Turn a card, hand the flipping on: the flipper. */
export const mayFlip = (match: Match, user: string): boolean => seatOf(match, user) === match.flipper;
