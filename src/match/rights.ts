import { isGone } from '../store/players.ts';
import type { Stored } from '../store/rows.ts';
import { freeSeats } from './course.ts';
import { type Match, seatOf } from './match.ts';

/** Who may do what: every rule stands here. */

interface Hosted {
  readonly row: { readonly host: string };
}

/** Sit down in a lobby: anybody but those who were taken off it. */
export const mayJoin = ({ barred = [] }: Pick<Stored, 'barred'>, user: string): boolean =>
  !barred.includes(user);

/** In a lobby: start, options. */
export const mayLead = (match: Hosted, user: string): boolean => match.row.host === user;

/** Close a lobby: the host, or who manages the server. */
export const mayClose = (match: Hosted, user: string, manages: boolean): boolean =>
  manages || mayLead(match, user);

/** Take somebody off a lobby: the host, or who manages the server. */
export const mayTakeOff = mayClose;

/** Hand a lobby over to another: the host. */
export const mayPassOn = mayLead;

/** Of a running match: whoever is its host now. */
export const isHost = (match: Match, user: string): boolean => seatOf(match, user) === match.host;

/** Turn a card, hand the flipping on: the flipper; after a deadline without a flip whoever plays here. */
export const mayFlip = (match: Match, user: string): boolean => {
  const seat = seatOf(match, user);
  if (seat === undefined) return false;
  const standing = match.standing[seat];
  return seat === match.flipper || (match.anyone && (standing === 'here' || standing === 'away'));
};

/** Take somebody off the table: the host, or who manages the server. */
export const mayKick = (match: Match, user: string, manages: boolean): boolean =>
  manages || isHost(match, user);

/**
 * Whom they may take off: nobody takes off themselves. A seat that was left is free already, and its player stays the
 * one who left it.
 */
export const kickable = (match: Match, user: string): number[] =>
  match.seats.flatMap(({ seat, player }) => {
    const standing = match.standing[seat];
    const held = (standing === 'here' || standing === 'away') && !isGone(player);
    return held && player !== user ? [seat] : [];
  });

/** Make somebody else the host: the host. */
export const mayHandOver = isHost;

/** Stop the clocks: the host. */
export const mayPause = isHost;

/** Go on after a pause: whoever sits at the table. */
export const mayGoOn = (match: Match, user: string): boolean => seatOf(match, user) !== undefined;

/** Ask the others to end it: the host. */
export const mayAsk = isHost;

/** End it for everybody: who manages the server. */
export const mayEnd = (manages: boolean): boolean => manages;

/** Bring the table to another channel: the host, or who manages the server. */
export const mayMove = (match: Match, user: string, manages: boolean): boolean =>
  manages || isHost(match, user);

/** Ask for a rematch: whoever sat there, but nobody who was taken off the table. */
export const mayRematch = (match: Match, user: string): boolean => seatOf(match, user) !== undefined;

/** Open a table: anybody, unless the server's admins named roles; then whoever has one of them. */
export const mayOpen = (named: readonly string[], roles: readonly string[]): boolean =>
  named.length === 0 || named.some((role) => roles.includes(role));

/** Take over a free seat: anybody without one, but nobody who was taken off this table or its lobby. */
export const mayTake = (match: Match, user: string, seat: number): boolean =>
  seatOf(match, user) === undefined &&
  mayJoin(match, user) &&
  ![...match.seats, ...match.former].some((one) => one.player === user && one.state === 'kicked') &&
  freeSeats(match).includes(seat);
