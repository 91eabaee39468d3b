import { isAmong } from '../store/once.ts';
import type { Stored } from '../store/rows.ts';
import { type Match, seatOf } from './match.ts';
import { isPlayed, majorityOf } from './question.ts';
import { gaveUp } from './restraint.ts';
import { freeSeats, isBegun, seatsHere } from './timeline.ts';

/** Who may do what: every rule stands here. */

interface Hosted {
  readonly row: { readonly host: string };
}

/** Sit down in a lobby: anybody but those who were taken off it. */
export const mayJoin = (
  { row, barred = [], codes }: Pick<Stored, 'row' | 'barred' | 'codes'>,
  user: string,
): boolean => !barred.includes(user) && !isAmong(codes, 'barred', row.id, user);

/** Whether somebody held a seat at a table before they had their data deleted: they take none there again. */
export const heldBefore = ({ row, codes }: Pick<Match, 'row' | 'codes'>, user: string): boolean =>
  isAmong(codes, 'sat', row.id, user);

/** In a lobby: options; to start it, too, but when its host has vanished that is for anybody who sits there. */
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

/** Act for the table, have another do so: the operator; after a deadline that passed without it whoever plays here. */
export const mayOperate = (match: Match, user: string): boolean => {
  const seat = seatOf(match, user);
  if (seat === undefined) return false;
  const standing = match.standing[seat];
  return seat === match.operator || (match.anyone && (standing === 'here' || standing === 'away'));
};

/** Whether somebody sits or sat at a table, or was taken off it: what comes of it is not theirs to decide. */
const hasSat = (match: Match, user: string): boolean =>
  !mayJoin(match, user) ||
  heldBefore(match, user) ||
  [...match.seats, ...match.former].some(({ player }) => player === user);

/** Judge a match from outside: who manages the server and never sat there. */
export const mayJudge = (match: Match, user: string, manages: boolean): boolean =>
  manages && !hasSat(match, user);

/**
 * How somebody may have others taken off the table: alone, or by asking those who are here; else why not. Who judges from
 * outside may at any time. Until every seat has had its first turn the host may; from then on whoever is here may ask, if
 * there are enough to be asked.
 */
export function wayToKick(
  match: Match,
  user: string,
  manages: boolean,
): 'alone' | 'ask' | 'few' | 'host' | 'stranger' {
  if (mayJudge(match, user, manages)) return 'alone';
  const seat = seatOf(match, user);
  if (seat === undefined) return 'stranger';
  if (!isBegun(match)) return isHost(match, user) ? 'alone' : 'host';
  if (!isPlayed(match, seat)) return 'stranger';
  return match.seats.some((one) => isHeld(match, user, one) && canBeAsked(match, seat, one.seat))
    ? 'ask'
    : 'few';
}

/** Whether enough are here to decide with whoever asks: they and who is to go are not counted. */
const canBeAsked = (match: Match, by: number, off: number): boolean =>
  seatsHere(match).filter((seat) => seat !== by && seat !== off).length >= majorityOf(0);

/**
 * Whether somebody else holds a seat: nobody takes off themselves. A seat that was left is free already, and its player
 * stays the one who left it.
 */
const isHeld = (match: Match, user: string, { seat, player }: Match['seats'][number]): boolean =>
  isPlayed(match, seat) && player !== user;

/** Whom somebody may take off, or ask to have taken off. */
export function kickable(match: Match, user: string, manages: boolean): number[] {
  const way = wayToKick(match, user, manages);
  const by = seatOf(match, user) ?? -1;
  return match.seats
    .filter((one) => isHeld(match, user, one))
    .filter(({ seat }) => way === 'alone' || (way === 'ask' && canBeAsked(match, by, seat)))
    .map(({ seat }) => seat);
}

/** Make somebody else the host: the host. */
export const mayHandOver = isHost;

/** Stop the clocks: the host. */
export const mayPause = isHost;

/** Go on after a pause: whoever sits at the table. */
export const mayGoOn = (match: Match, user: string): boolean => seatOf(match, user) !== undefined;

/** Ask the others to end it: the host. */
export const mayAsk = isHost;

/** End it for everybody: who judges it from outside. */
export const mayEnd = mayJudge;

/** Bring the table to another channel: the host, or who manages the server. */
export const mayMove = (match: Match, user: string, manages: boolean): boolean =>
  manages || isHost(match, user);

/** Ask for a rematch: whoever sat there, but nobody who was taken off the table. */
export const mayRematch = (match: Match, user: string): boolean => seatOf(match, user) !== undefined;

/** Open a table: anybody, unless the server's admins named roles; then whoever has one of them. */
export const mayOpen = (named: readonly string[], roles: readonly string[]): boolean =>
  named.length === 0 || named.some((role) => roles.includes(role));

/**
 * Take over a free seat: anybody without one, but nobody who was taken off this table or its lobby, nor who has taken one
 * over there and left it.
 */
export const mayTake = (match: Match, user: string, seat: number): boolean =>
  seatOf(match, user) === undefined &&
  mayJoin(match, user) &&
  !gaveUp(match, user) &&
  !heldBefore(match, user) &&
  ![...match.seats, ...match.former].some((one) => one.player === user && one.state === 'kicked') &&
  freeSeats(match).includes(seat);
