import { now } from '../clock.ts';
import { type Seat, TABLE } from '../games/game.ts';
import { isGone } from '../store/players.ts';
import type { ActionRow, Stored } from '../store/rows.ts';
import { type Standing, VOIDS } from '../store/schema.ts';
import {
  type AnyGame,
  deal,
  gameOf,
  type Kick,
  type Match,
  mapOf,
  type Phase,
  phaseKey,
  type Question,
} from './match.ts';
import { isPlayed } from './question.ts';

/**
 * The course of a match: its log, carried out row by row. Rows of the table (seat -1) that begin with a slash are the
 * match's own, and games never see them:
 *
 * `/flipper.2` that seat turns the cards from now on; `/anyone` whoever sits here may; `/host.2` is the host now; `/late.2`
 * its time was up, `/excused.2` also, but the bot was away in that turn; `/away.2` it is not waited for any more: by the
 * clock, late three times in a row; by a player, after three days of waiting; by the bot, its player is not in the server;
 * `/leave.2`, `/kick.2` it was left, or cleared by the host; `/back.2` its player is here again; `/sit.2` the row's user
 * holds it now; `/drop.2` it is struck; `/pause`, `/go`; `/ask.2.end` would like to end the match, `/ask.2.off.3` to have
 * the player of seat 3 taken off, `/agree.2`, `/playon.2`, `/lapse` nobody asks that any more (`/ask.2` is a question to
 * end it of an earlier release); `/void.agreed` it ended before its game did (see `VOIDS`); `/end` it ended as it stands
 * and counts.
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
  kicks: Kick[];
  acted: boolean[];
};

const TABLE_ROW = /^\/([a-z]+)(?:\.(\w+))?(?:\.([\w.]+))?$/;

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
    codes: stored.codes,
    vacations: stored.vacations ?? [],
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
    question: null,
    declined: [],
    kicks: [],
    outside: [],
    acted: seats.map(() => false),
    anyone: false,
    voided: null,
    blamed: [],
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
  if (row.seat === TABLE && row.code.startsWith('/')) tableRow(course, row, length - 1);
  else {
    const action = game.parse(course.state, row.seat, row.code);
    if (action === undefined)
      throw new Error(`Row ${length - 1} (${row.code}) of seat ${row.seat} is no action.`);
    course.state = game.apply(course.state, row.seat, action);
    if (row.seat === TABLE) course.anyone = false;
    else {
      if (row.by !== 'clock') course.late[row.seat] = 0;
      noteChoice(course, row.seat);
    }
  }
  notePhase(course, length);
}

function noteChoice(course: Course, seat: Seat): void {
  course.acted[seat] = true;
  const { question } = course;
  if (question && !question.since.includes(seat))
    course.question = { ...question, since: [...question.since, seat] };
}

/** Whether every seat has had its first turn; struck ones need none. */
export const isBegun = ({ acted, standing }: Pick<Match, 'acted' | 'standing'>): boolean =>
  standing.every((one, seat) => one === 'dropped' || acted[seat]!);

/** What a row of the table says after its word. */
interface Said {
  readonly row: Row;
  readonly seq: number;
  readonly part: string;
  readonly more: string;
}

type Change = (course: Course, seat: Seat, said: Said) => void;

const stand =
  (as: Standing): Change =>
  (course, seat) => {
    course.standing[seat] = as;
  };

const sitDown: Change = (course, seat) => {
  course.standing[seat] = 'here';
  course.late[seat] = 0;
  const { question } = course;
  if (question && seat !== question.by && !question.asked.includes(seat))
    course.question = { ...question, asked: [...question.asked, seat] };
};

const without = (seats: readonly Seat[], seat: Seat): Seat[] => seats.filter((one) => one !== seat);

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
  // It adds nothing to the count, and begins it anew no more than `late` does.
  excused() {},
  away(course, seat, { row: { by }, seq }) {
    course.standing[seat] = 'away';
    if (by === 'bot') course.outside = [...course.outside, { seq, seat }];
    if (course.question?.frail && !course.question.agreed.includes(seat)) course.question = null;
  },
  leave: stand('left'),
  kick(course, seat, { seq }) {
    const place = course.game.score(course.state)[seat]!.rank;
    course.kicks = [...course.kicks, { seq, seat, early: !isBegun(course), place }];
    course.standing[seat] = 'kicked';
  },
  back(course, seat, said) {
    course.outside = course.outside.filter((one) => one.seat !== seat);
    sitDown(course, seat, said);
  },
  sit(course, seat, said) {
    // What somebody else has said binds nobody, and is not about them.
    const { question } = course;
    if (question)
      course.question =
        question.off === seat
          ? null
          : {
              ...question,
              agreed: without(question.agreed, seat),
              against: without(question.against, seat),
            };
    sitDown(course, seat, said);
  },
  drop(course, seat) {
    course.standing[seat] = 'dropped';
    course.state = course.game.drop!(course.state, seat);
  },
  pause(course, _, { row: { by, user, at } }) {
    course.paused = { by, user, at };
    course.pauses++;
  },
  go(course) {
    course.paused = null;
  },
  ask(course, seat, { row: { at }, seq, more }) {
    const off = more.startsWith('off.') ? Number(more.slice('off.'.length)) : null;
    const asked = seatsHere(course).filter((one) => one !== seat && one !== off);
    const agreed = off === null ? [seat] : [];
    const frail = more === '';
    course.question = { seq, by: seat, off, asked, agreed, against: [], at, since: [], frail };
  },
  agree(course, seat) {
    const { question } = course;
    if (question)
      course.question = {
        ...question,
        agreed: [...without(question.agreed, seat), seat],
        against: without(question.against, seat),
      };
  },
  playon(course, seat) {
    const { question } = course;
    if (!question) return;
    const settled = question.off === null || question.by === seat;
    course.question = settled
      ? null
      : {
          ...question,
          agreed: without(question.agreed, seat),
          against: [...without(question.against, seat), seat],
        };
  },
  lapse(course) {
    course.question = null;
  },
  void(course, _, { part: why }) {
    if (why === 'shelved') course.blamed = delaying(course);
    course.voided = VOIDS.find((one) => one === why) ?? null;
    course.paused = null;
  },
};

function tableRow(course: Course, row: Row, seq: number): void {
  const [, word = '', part = '', more = ''] = TABLE_ROW.exec(row.code) ?? [];
  const asked = course.question;
  if (Object.hasOwn(TABLE_ROWS, word)) TABLE_ROWS[word]!(course, Number(part), { row, seq, part, more });
  const { question } = course;
  if (asked && !question && (word === 'playon' || word === 'lapse')) decline(course, asked, row.at);
  if (question && question.off !== null && !isPlayed(course, question.off)) course.question = null;
}

function decline(course: Course, { off }: Question, at: number): void {
  const what = off === null ? 'end' : `off.${off}`;
  course.declined = [...course.declined, { what, at, turn: course.game.turn(course.state) }];
}

/**
 * Who keeps the others waiting: those who are waited for, or the host whose pause stands. Nobody does where anybody at
 * the table might go on, or where it stands still by itself.
 */
export function delaying(course: Match): Seat[] {
  const { paused } = course;
  if (paused?.by === 'host')
    return [...course.seats, ...course.former]
      .filter(({ player }) => player === paused.user)
      .map(({ seat }) => seat);
  return paused || course.anyone ? [] : peopleWaitedFor(course);
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

/** Whether seats of a game may be struck. */
export const canDrop = (game: AnyGame): boolean => game.drop !== undefined;

/** Until when the player of a seat is on vacation; undefined when they are not. */
export const restsUntil = (
  { seats, vacations }: Pick<Match, 'seats' | 'vacations'>,
  seat: Seat,
  at: number,
): number | undefined =>
  vacations.find(({ player, from, to }) => player === seats[seat]?.player && from <= at && at < to)?.to;

/** The seats that somebody may take over now. Whoever is on vacation keeps theirs, unless they left it. */
export const freeSeats = (match: Match, at = now()): number[] =>
  match.row.status === 'over'
    ? []
    : match.seats
        .map(({ seat }) => seat)
        .filter((seat) => {
          const standing = match.standing[seat];
          const kept = standing === 'away' && restsUntil(match, seat, at) !== undefined;
          const empty = (standing === 'away' && !kept) || standing === 'left' || standing === 'kicked';
          return empty || (standing === 'here' && isGone(match.seats[seat]!.player));
        });
