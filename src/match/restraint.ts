import type { Seat } from '../games/game.ts';
import type { OpenLobby } from '../store/opened.ts';
import type { FormerRow } from '../store/rows.ts';
import { isOf } from './events.ts';
import { type Match, present } from './match.ts';

/** What is held back, so that nobody is asked the same again and again; all of it is worked out from the log. */

const HOUR = 3_600_000;
/** Up to so many seconds a turn, a game is one of minutes. */
const MINUTES = 300;
/** So many rounds then stand for an hour. */
const ROUNDS = 3;

/** How many turns a round has: where all play at once it is one turn, else each seat has one in it. */
const turnsInRound = ({ game, phases, seats }: Match): number =>
  phases.some(({ state }) => game.toAct(state).length > 1) ? 1 : seats.length;

/** So many open lobbies one person may have in a server, unless its admins chose otherwise. */
export const LOBBIES_HERE = 3;
/** What those may choose from. */
export const LOBBY_COUNTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
/** So many in all servers. */
export const LOBBIES = 10;

/** Until when something is held back (ms), or `null` where only the game can tell: a turn has to end first. */
export interface Held {
  readonly until: number | null;
}

/** The turn that was open when the row `seq` had just been written. */
const turnAfter = ({ phases }: Match, seq: number): number =>
  phases.findLast(({ from }) => from <= seq + 1)!.turn;

/**
 * Whether a question may not be put again yet: since it was last declined, let lapse or taken back, a round has to close
 * and an hour to pass; where turns last minutes, three rounds have to close. `off`: whom it would take off; null: it would end the
 * match.
 */
export function heldQuestion(match: Match, off: Seat | null, at: number): Held | undefined {
  const last = match.declined.findLast((one) => one.off === off);
  if (!last) return undefined;
  const rounds = (present(match).turn - last.turn) / turnsInRound(match);
  const { limit } = match.row;
  if (limit > 0 && limit <= MINUTES) return rounds < ROUNDS ? { until: null } : undefined;
  const until = last.at + HOUR;
  if (at < until) return { until };
  return rounds < 1 ? { until: null } : undefined;
}

/** What holds the newest of some questions back that are held back; undefined when none is. */
export const heldNewest = (match: Match, kind: 'end' | 'off', at: number): Held | undefined =>
  match.declined
    .filter(({ off }) => (off === null) === (kind === 'end'))
    .map(({ off }) => heldQuestion(match, off, at))
    .findLast((held) => held !== undefined);

/** Whether somebody may not stop the clocks again yet: since others went on after their last pause, no turn has ended. */
export function heldPause(match: Match, user: string): Held | undefined {
  const { log, events } = match;
  const last = log.findLast((row) => events[row.seq]?.kind === 'pause' && row.user === user);
  const gone = last && log.find(({ seq }) => events[seq]?.kind === 'go' && seq > last.seq);
  return gone && present(match).turn === turnAfter(match, gone.seq) ? { until: null } : undefined;
}

/** Whether somebody took a seat over that they left since: they take none at this table again. */
export const gaveUp = (match: Pick<Match, 'log' | 'events' | 'former'>, user: string): boolean =>
  match.former.some((one) => one.player === user && one.state === 'left' && tookOver(match, one));

const tookOver = ({ log, events }: Pick<Match, 'log' | 'events'>, { seat, player }: FormerRow): boolean =>
  log.some((row) => row.user === player && isOf(events[row.seq], 'sit', seat));

/**
 * The open lobbies that keep somebody from opening another one in a server, of those that they have opened; none: they
 * may. `most`: so many they may have in one server; null: as many as they like.
 */
export function lobbiesInTheWay(
  open: readonly OpenLobby[],
  guild: string | null,
  most: number | null,
): readonly OpenLobby[] {
  if (most === null) return [];
  const here = open.filter((one) => one.guild === guild);
  if (here.length >= most) return here;
  return open.length >= LOBBIES ? open : [];
}
