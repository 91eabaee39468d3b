import { type Seat, TABLE } from '../games/game.ts';
import { commit } from '../store/matches.ts';
import type { Store } from '../store/open.ts';
import type { Maker } from '../store/schema.ts';
import { settle, tableCode } from './autoplay.ts';
import { type Batch, batchOf, withLog } from './batch.ts';
import { decodeEvent, rowOf, type TableEvent } from './events.ts';
import { drop, keep } from './kept.ts';
import { legal, type Match, phaseKey, present, seatOf, turnOf } from './match.ts';
import { open } from './open.ts';
import { project } from './projection.ts';
import { mayOperate } from './rights.ts';
import { personIn } from './seats.ts';
import { isHere } from './timeline.ts';

/** Why a press changed nothing. */
export type Reason =
  | 'stranger'
  | 'over'
  | 'stale'
  | 'illegal'
  | 'operator'
  | 'paused'
  | 'left'
  | 'dropped'
  | 'host'
  | 'taken'
  | 'unwelcome'
  | 'seated'
  | 'running'
  | 'asked'
  | 'few'
  | 'concerned'
  | 'interested'
  /** Nobody was waited for so long that their seat may be set away. */
  | 'patience'
  /** One person has done so much in one turn that no more of it is written. */
  | 'often'
  /** What was asked for is held back (see `restraint`). */
  | 'heldEnd'
  | 'heldKick'
  | 'heldPause'
  | 'gaveUp'
  | 'heldBefore';

export type Refusal = { readonly why: 'unknown' } | { readonly why: Reason; readonly match: Match };

/** What a press did. `changed` is false when it repeated what already stood. */
export type Played =
  | { readonly ok: true; readonly match: Match; readonly changed: boolean }
  | ({ readonly ok: false } & Refusal);

/** Who asks for something in a match, and when. */
export interface Asker {
  /** The match as it was opened for this, or its id: then it is opened first. */
  readonly match: Match | number;
  readonly user: string;
  readonly at: number;
}

/** How often one person may do the same in one turn where nobody waits for it: minds may change, not for ever. */
const OFTEN = 40;

/** Two taps on one button come no further apart than this. */
const TWICE = 5_000;

/** Something that is done in the turn to which the pressed screen belonged. */
export interface InTurn extends Asker {
  readonly turn: number;
}

/** What somebody plays for their seat. */
export interface Move extends InTurn {
  /** Texts of the actions, one after the other. */
  readonly codes: readonly string[];
  readonly by?: Maker;
}

/**
 * Plays actions for the seat that a person holds. All of them are written in one commit, or none. Somebody else's press in
 * between is no conflict for the player: the position is read anew and judged again.
 */
export async function play(store: Store, move: Move): Promise<Played> {
  return decide(store, move, (match, batch) => {
    const seat = playingSeat(match, move.user);
    if (typeof seat === 'string') return seat;
    const again = (): boolean => repeats(match, move);
    if (turnOf(match) !== move.turn) return again() ? undefined : 'stale';
    comeBack(batch, move, seat);
    for (const code of move.codes) {
      const { game, state } = batch.timeline;
      const action = legal(game, state, seat, code);
      if (action === undefined) return again() ? undefined : 'illegal';
      if (game.apply(state, seat, action) === state) continue;
      const by = move.by ?? 'player';
      batch.push({ seat, code, by, user: move.user, at: move.at });
    }
    return undefined;
  });
}

/** Plays what is played for the table. What comes up with it is there for all: who asks for it twice is told so. */
export async function playForTable(store: Store, asker: InTurn): Promise<Played> {
  return decide(store, asker, (match, batch) => {
    const seat = playingSeat(match, asker.user);
    if (typeof seat === 'string') return seat;
    if (turnOf(match) !== asker.turn) return 'stale';
    if (!mayOperate(match, asker.user)) return 'operator';
    comeBack(batch, asker, seat);
    const code = tableCode(batch.timeline);
    if (code === undefined) return 'illegal';
    batch.push({ seat: TABLE, code, by: 'player', user: asker.user, at: asker.at });
    return undefined;
  });
}

/** The seat for which somebody may play now, or why there is none. */
function playingSeat(match: Match, user: string): Seat | Reason {
  const seat = seatOf(match, user);
  if (seat === undefined) return 'stranger';
  if (match.row.status === 'over') return 'over';
  const standing = match.standing[seat];
  if (standing === 'left' || standing === 'dropped') return standing;
  return match.paused && match.paused.by !== 'clock' ? 'paused' : seat;
}

/** Whether the newest that somebody did is just this, a moment ago: a button that was tapped twice. */
function repeats({ log }: Pick<Match, 'log'>, { user, codes, at }: Move): boolean {
  const newest = log.filter((row) => row.user === user).slice(-codes.length);
  const same = newest.every((row, i) => row.code === codes[i] && at - row.at < TWICE);
  return codes.length > 0 && newest.length === codes.length && same;
}

/** Somebody who was not waited for any more is here again; a table that stood still because of that goes on. */
export function comeBack(batch: Batch, { user, at }: Asker, seat: number): void {
  const { timeline, push } = batch;
  const row = (event: TableEvent) => rowOf(event, { by: 'player', user, at });
  if (timeline.standing[seat] === 'away' || timeline.standing[seat] === 'left')
    push(row({ kind: 'back', seat }));
  if (timeline.paused?.by === 'clock') push(row({ kind: 'go' }));
}

/** Has another seat act for the table from now on. */
export async function handOn(store: Store, asker: InTurn & { readonly to: number }): Promise<Played> {
  return decide(store, asker, (match, batch) => {
    if (match.row.status === 'over') return 'over';
    if (!mayOperate(match, asker.user)) return 'operator';
    if (!match.seats[asker.to] || !isHere(match, asker.to)) return 'illegal';
    if (match.operator === asker.to) return undefined;
    batch.push(rowOf({ kind: 'operator', seat: asker.to }, { by: 'player', user: asker.user, at: asker.at }));
    return undefined;
  });
}

/**
 * Goes on without those who are gone for good, as far as that needs nobody else: their seats are played, and the first who is
 * still there acts for the table.
 */
export async function playForGone(store: Store, id: number, at: number): Promise<Played> {
  return decide(store, { match: id, at }, (match) => (match.row.status === 'over' ? 'over' : undefined));
}

/**
 * Decides on a match and writes what follows in one commit: the rows that `judge` adds, and what the table then does by
 * itself. `judge` returns why nothing is to happen, or nothing. The match that is given stays as it is; only when somebody
 * else was faster it is opened anew, and judged again. Throws a `BrokenLog`.
 */
export async function decide(
  store: Store,
  { match: given, at }: Pick<Asker, 'match' | 'at'>,
  judge: (match: Match, batch: Batch) => Reason | undefined | Promise<Reason | undefined>,
): Promise<Played> {
  const id = typeof given === 'number' ? given : given.id;
  let match = typeof given === 'number' ? await open(store, id) : given;
  for (let tries = 0; tries < 100; tries++) {
    if (!match) return { ok: false, why: 'unknown' };
    const batch = batchOf(match);
    const why = await judge(batch.timeline, batch);
    if (why !== undefined) return { ok: false, why, match };
    if (isOften(batch, turnIn(match))) return { ok: false, why: 'often', match };
    if (match.row.status === 'running') settle(batch, at);
    if (batch.rows.length === 0) return { ok: true, match, changed: false };
    const written = await write(store, match, batch, at);
    if (written) return { ok: true, match: written, changed: true };
    match = await open(store, id);
  }
  throw new Error(`Match ${id}: a hundred others were faster.`);
}

/** The match with the rows of a batch, once they are committed; undefined where somebody else was faster. */
async function write(store: Store, match: Match, batch: Batch, at: number): Promise<Match | undefined> {
  const { rows } = batch;
  const holders = holdersAfter(batch, match);
  const after = withLog(batch);
  // Those who have just made room for somebody stand in the results, too.
  const former = [...match.former, ...holders.former.map((one) => ({ ...one, name: '' }))];
  const projection = { ...project({ ...after, former }, at, phaseKey(present(match))), ...holders };
  const touched = rows.some(({ by }) => by === 'player' || by === 'host');
  const row = { ...projection.row, ...(touched ? { touchedAt: at } : {}) };
  const written = await commit(store, match.id, match.log.length, rows, { ...projection, row });
  if (written === 'conflict') return undefined;
  const now = { ...after, seats: match.seats, former: match.former, ...written };
  // What rows before did is worked out anew for those who sit there now.
  if (written.seats) drop(store, match.id);
  else keep(store, now);
  return now;
}

/** Who is waited for in the present turn, and what has been done in it. */
function turnIn({ game, state, phases, log }: Match) {
  const { from } = phases.find(({ turn }) => turn === phases.at(-1)!.turn)!;
  return { acting: game.toAct(state), done: log.slice(from) };
}

/**
 * Whether somebody has done the same often enough in a turn: chosen for a seat that is not waited for, or what happens at
 * a table besides the game. Cards are turned as often as it takes, and nobody is kept at a table.
 */
function isOften({ rows }: Batch, { acting, done }: ReturnType<typeof turnIn>): boolean {
  const [first] = rows;
  if (!first || first.user === null || rows.some(({ seat }) => acting.includes(seat))) return false;
  const event = decodeEvent(first.code);
  if (first.seat === TABLE && (!event || event.kind === 'leave')) return false;
  const alike = done.filter(
    ({ seat, user, code }) =>
      user === first.user && seat === first.seat && decodeEvent(code)?.kind === event?.kind,
  );
  return alike.length >= OFTEN;
}

/** Seats that are held otherwise after a batch, and who held them before. */
function holdersAfter({ timeline, rows }: Batch, before: Match) {
  const seats = timeline.seats.map(({ seat, player }) => ({ seat, player, state: timeline.standing[seat]! }));
  const changed = seats.filter(({ seat, player, state }) => {
    const was = before.seats[seat]!;
    return was.player !== player || was.state !== state;
  });
  const former = rows.flatMap((_, i) => {
    const event = timeline.events[before.log.length + i];
    if (event?.kind !== 'sit') return [];
    const was = before.seats[event.seat]!;
    return [{ seq: before.log.length + i, seat: was.seat, player: personIn(was), state: was.state }];
  });
  return { seats: changed, former };
}
