import type { Seat } from '../games/game.ts';
import type { ActionRow, SeatRow } from '../store/rows.ts';
import { isOf, type SeatEvent, type TableEvent } from './events.ts';
import type { Match } from './match.ts';
import { hasComputers, isComputer, personIn } from './seats.ts';

/**
 * Whose result a seat is, and how it is rated. A seat is rated for whoever held it first, never for who took it over:
 *
 * - by the place it reaches, if that person made at least three quarters of its choices and was not struck; else last;
 * - a seat whose person is not to be known any more counts for the others at the place it reaches, with the strength that
 *   its person had. So does one whose person is not in the server any more, who may have been removed by somebody; for
 *   themselves they are rated like all others, or leaving a server would undo what was lost there;
 * - taken off before every seat had had its first turn (a row of its own in the log, whoever made it; struck seats need
 *   none): for nobody. Taken off later: at the better of its places then and at the end; for the person too, if they made
 *   at least half of its choices;
 * - of a match that was put away while somebody was waited for (`shelved`): they are last, and so is the host whose pause
 *   stood; the others as they stood then;
 * - where everybody has left the clock plays to the end, so that nobody ends a match by leaving it. It counts as if the
 *   last of them had stayed: ahead of the others who come last.
 */

/** One seat of a rated match, as it is stored. */
export interface Entry {
  readonly seat: Seat;
  readonly player: string;
  /** For the others. Lower is better, equal is a tie. */
  readonly place: number;
  /** For whoever's result it is; null: their rating does not change. */
  readonly own: number | null;
}

/** Behind every place that is reached by playing. */
export const LAST = 1000;

/** Who holds, or held, a seat when the row `seq` of the log was written. */
const holderAt = (match: Match, seat: Seat, seq: number): SeatRow =>
  match.former.find((one) => one.seat === seat && one.seq >= seq) ?? match.seats[seat]!;

/** Who held a seat when the match began. */
export const firstHolder = (match: Match, seat: Seat): SeatRow => holderAt(match, seat, 0);

/** What the clock plays for everybody, since there is nothing to choose (see `autoplay`), is nobody's choice. */
const isEmpty = ({ by, code }: ActionRow): boolean => by === 'clock' && code.endsWith('.-');

/**
 * How much of a seat its first holder played: their part of its choices, 1 where there was none. Whoever changed their
 * mind has chosen once, and a turn of several steps is one choice. What the clock played in a turn that the bot was away in
 * is nobody's either.
 */
export function shareOf(match: Match, seat: Seat): number {
  const first = firstHolder(match, seat);
  const chose = new Map<number, boolean>();
  const excused = new Set<number>();
  let phase = 0;
  for (const row of match.log) {
    while (match.phases[phase + 1] && match.phases[phase + 1]!.from <= row.seq) phase++;
    const { turn } = match.phases[phase]!;
    if (isOf(match.events[row.seq], 'excused', seat)) excused.add(turn);
    if (row.seat !== seat || isEmpty(row)) continue;
    if (row.by === 'clock' && excused.has(turn)) continue;
    chose.set(turn, row.by !== 'clock' && holderAt(match, seat, row.seq).player === first.player);
  }
  const own = [...chose.values()].filter(Boolean).length;
  return chose.size === 0 ? 1 : own / chose.size;
}

/** How the first holder of a seat was taken off the table; undefined for all others. */
function takenOff(match: Match, seat: Seat) {
  const first = firstHolder(match, seat);
  return match.kicks.find(
    (one) => one.seat === seat && holderAt(match, seat, one.seq).player === first.player,
  );
}

/** Whether the first holder of a seat was found not to be in the server any more, and did not come back to it. */
const isOutside = (match: Match, seat: Seat): boolean =>
  match.outside.some(
    (one) => one.seat === seat && holderAt(match, seat, one.seq).player === firstHolder(match, seat).player,
  );

const PLAYED_HALF = 1 / 2;
const PLAYED = 3 / 4;

/** For whom a seat counts in results and figures; null for nobody. Being taken off does not change it. */
export function resultHolder(match: Match, seat: Seat): string | null {
  const off = takenOff(match, seat);
  const counts = off !== undefined && !off.early && shareOf(match, seat) >= PLAYED_HALF;
  const { player, gone } = counts ? firstHolder(match, seat) : match.seats[seat]!;
  return gone || (match.standing[seat] === 'kicked' && !counts) ? null : player;
}

/**
 * Whether everybody who is still to be known had left, or was out of the game; with computers at the table nobody who is
 * not to be known counts either.
 */
export function isDeserted({ seats, standing }: Pick<Match, 'seats' | 'standing'>): boolean {
  const people = standing.filter((_, seat) => !seats[seat]!.gone && !isComputer(seats[seat]!));
  return (
    (people.length > 0 || hasComputers({ seats })) && people.every((one) => one !== 'here' && one !== 'away')
  );
}

/** Events with which somebody goes. */
const GOING: readonly SeatEvent['kind'][] = ['leave', 'kick', 'drop', 'gone'];

const isGoing = (event: TableEvent | undefined): event is SeatEvent =>
  GOING.some((kind) => kind === event?.kind);

/** The seat whose first holder was the last to go, where everybody has left. */
function lastToLeave(match: Match): Seat | undefined {
  if (!isDeserted(match)) return undefined;
  const at = match.events.findLastIndex(isGoing);
  const going = match.events[at];
  if (going?.kind !== 'leave') return undefined;
  const { seat } = going;
  return holderAt(match, seat, at).player === firstHolder(match, seat).player ? seat : undefined;
}

/** The seats of an ended match for which somebody is rated. */
export function entriesOf(match: Match): Entry[] {
  if (match.row.solo || match.seats.length < 2 || hasComputers(match)) return [];
  const places = match.game.score(match.state).map(({ rank }) => rank);
  const lastOne = lastToLeave(match);
  return match.seats.flatMap(({ seat }): Entry[] => {
    const first = firstHolder(match, seat);
    const [player, gone] = [personIn(first), first.gone];
    const place = places[seat]!;
    const off = takenOff(match, seat);
    if (off?.early) return [];
    const share = shareOf(match, seat);
    if (off) {
      const best = Math.min(off.place, place);
      return [{ seat, player, place: best, own: share >= PLAYED_HALF && !gone ? best : null }];
    }
    if (gone) return [{ seat, player, place, own: null }];
    const played = share >= PLAYED && match.standing[seat] !== 'dropped' && !match.blamed.includes(seat);
    const own = played ? place : seat === lastOne ? LAST - 1 : LAST;
    return [{ seat, player, place: isOutside(match, seat) ? place : own, own }];
  });
}
