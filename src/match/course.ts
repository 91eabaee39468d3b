import { type Seat, TABLE } from '../games/game.ts';
import { isGone } from '../store/players.ts';
import type { ActionRow, Stored } from '../store/rows.ts';
import { type Standing, VOIDS } from '../store/schema.ts';
import { type AnyGame, deal, gameOf, type Match, mapOf, type Phase, phaseKey } from './match.ts';

/**
 * The course of a match: its log, carried out row by row. Rows of the table (seat -1) that begin with a slash are the
 * match's own, and games never see them:
 *
 * `/flipper.2` that seat turns the cards from now on; `/anyone` whoever sits here may; `/host.2` is the host now;
 * `/late.2` its time was up; `/away.2` three times in a row: it is not waited for any more; `/leave.2`, `/kick.2` it
 * was left, or cleared by the host; `/back.2` its player is here again; `/sit.2` the row's user holds it now;
 * `/drop.2` it is struck; `/pause`, `/go`; `/ask.2` would like to end the match, `/agree.2`, `/playon.2`;
 * `/void.agreed` it ended before its game did and counts for nobody; `/end` it ended as it stands and counts.
 */

/** A row of the log before it is written. */
export type Row = Pick<ActionRow, 'seat' | 'code' | 'by' | 'user' | 'at'>;

/** So often in a row may a seat be late before it is not waited for any more. */
export const PATIENCE = 3;

/** A match while rows are being added to it. */
export type Course = { -readonly [K in keyof Match]: Match[K] } & {
  phases: Phase[];
  standing: Standing[];
  late: number[];
};

const TABLE_ROW = /^\/([a-z]+)(?:\.(\w+))?$/;

/** The course of a stored match from its first row to its last. */
export function courseOf(stored: Stored): Course {
  const game = gameOf(stored.row.game);
  const { row, seats, log } = stored;
  const state = deal(row, seats.length);
  const first = seats.findIndex(({ seat }) => original(stored, seat) === row.host);
  const course: Course = {
    id: row.id,
    row,
    seats,
    former: stored.former,
    barred: stored.barred ?? [],
    log,
    game,
    map: mapOf(row.game, row.map),
    state,
    phases: [],
    flipper: Math.max(0, first),
    host: Math.max(0, first),
    standing: seats.map(() => 'here'),
    late: seats.map(() => 0),
    paused: null,
    pauses: 0,
    wish: null,
    anyone: false,
    voided: null,
  };
  notePhase(course, 0);
  for (const [at, one] of log.entries()) step(course, one, at + 1);
  return course;
}

/** Who held a seat when the match began. */
const original = ({ seats, former }: Stored, seat: Seat): string =>
  (former.find((one) => one.seat === seat) ?? seats[seat]!).player;

/**
 * Carries one row out; `length` is that of the log with it. What was committed is never judged again: a fix of the rules may
 * have made it illegal, and then it does what can be done of it (see `Game.apply`).
 */
export function step(course: Course, row: Row, length: number): void {
  const { game } = course;
  if (row.seat === TABLE && row.code.startsWith('/')) tableRow(course, row);
  else {
    const action = game.parse(course.state, row.seat, row.code);
    if (action === undefined)
      throw new Error(`Row ${length - 1} (${row.code}) of seat ${row.seat} is no action.`);
    course.state = game.apply(course.state, row.seat, action);
    if (row.seat === TABLE) course.anyone = false;
    else if (row.by !== 'clock') course.late[row.seat] = 0;
  }
  notePhase(course, length);
}

type Change = (course: Course, seat: Seat, row: Row, part: string) => void;

const stand =
  (as: Standing): Change =>
  (course, seat) => {
    course.standing[seat] = as;
  };

const sitDown: Change = (course, seat) => {
  course.standing[seat] = 'here';
  course.late[seat] = 0;
};

const TABLE_ROWS: Readonly<Record<string, Change>> = {
  flipper(course, seat) {
    course.flipper = seat;
    course.anyone = false;
  },
  anyone(course) {
    course.anyone = true;
  },
  host(course, seat) {
    course.host = seat;
  },
  late(course, seat) {
    course.late[seat] = course.late[seat]! + 1;
  },
  away(course, seat) {
    course.standing[seat] = 'away';
    // Silence is no consent: the question falls rather than that those who are left settle it without them.
    if (course.wish && !course.wish.agreed.includes(seat)) course.wish = null;
  },
  leave: stand('left'),
  kick: stand('kicked'),
  back: sitDown,
  sit(course, ...row) {
    sitDown(course, ...row);
    // What somebody else has agreed to binds nobody.
    const { wish } = course;
    if (wish) course.wish = { ...wish, agreed: wish.agreed.filter((one) => one !== row[0]) };
  },
  drop(course, seat) {
    course.standing[seat] = 'dropped';
    course.state = course.game.drop!(course.state, seat);
  },
  pause(course, _, { by, user, at }) {
    course.paused = { by, user, at };
    course.pauses++;
  },
  go(course) {
    course.paused = null;
  },
  ask(course, seat) {
    course.wish = { by: seat, agreed: [seat] };
  },
  agree(course, seat) {
    if (course.wish) course.wish = { ...course.wish, agreed: [...course.wish.agreed, seat] };
  },
  playon(course) {
    course.wish = null;
  },
  void(course, _, __, why) {
    course.voided = VOIDS.find((one) => one === why) ?? null;
    course.paused = null;
  },
};

function tableRow(course: Course, row: Row): void {
  const [, word = '', part = ''] = TABLE_ROW.exec(row.code) ?? [];
  if (Object.hasOwn(TABLE_ROWS, word)) TABLE_ROWS[word]!(course, Number(part), row, part);
}

function notePhase(course: Course, from: number): void {
  const { game, state, paused, pauses, voided } = course;
  const kind =
    voided || game.over(state)
      ? 'over'
      : paused
        ? 'pause'
        : game.toAct(state).includes(TABLE)
          ? 'flip'
          : 'round';
  const phase: Phase = { turn: game.turn(state), kind, again: pauses, from, state };
  const last = course.phases.at(-1);
  if (!last || phaseKey(last) !== phaseKey(phase)) course.phases.push(phase);
}

/** Whether a seat is one that others wait for. */
export const isHere = (course: Pick<Match, 'standing' | 'seats'>, seat: Seat): boolean =>
  course.standing[seat] === 'here' && !isGone(course.seats[seat]!.player);

/** The seats that are waited for; `[TABLE]`: a flip; empty: nobody has to act now. */
export function waitedFor(match: Match): Seat[] {
  if (match.voided || match.paused || match.game.over(match.state)) return [];
  return match.game.toAct(match.state).filter((seat) => seat === TABLE || isHere(match, seat));
}

/** The people who are waited for: those who choose, or whoever turns the cards. */
export function peopleWaitedFor(match: Match): Seat[] {
  return waitedFor(match).flatMap((seat) => {
    if (seat !== TABLE) return [seat];
    return match.anyone ? seatsHere(match) : [match.flipper];
  });
}

/** The seats whose players are at the table. */
export const seatsHere = (match: Match): Seat[] =>
  match.seats.map(({ seat }) => seat).filter((seat) => isHere(match, seat));

/** Who sits in some seats. */
export const playersIn = ({ seats }: Pick<Match, 'seats'>, some: readonly Seat[]): string[] =>
  some.flatMap((seat) => seats[seat]?.player ?? []);

/** The seats that a question to the table still waits for; none while nothing is asked. */
export const askedSeats = (match: Match): Seat[] =>
  match.wish === null ? [] : seatsHere(match).filter((seat) => !match.wish!.agreed.includes(seat));

/** Whether seats of a game may be struck. */
export const canDrop = (game: AnyGame): boolean => game.drop !== undefined;

/** The seats that somebody may take over now. */
export const freeSeats = (match: Match): number[] =>
  match.row.status === 'over'
    ? []
    : match.seats
        .map(({ seat }) => seat)
        .filter((seat) => {
          const standing = match.standing[seat];
          const empty = standing === 'away' || standing === 'left' || standing === 'kicked';
          return empty || (standing === 'here' && isGone(match.seats[seat]!.player));
        });
