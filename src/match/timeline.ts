import { now } from '../clock.ts';
import { type AnyGame, type Seat, TABLE } from '../games/game.ts';
import { mapOf, moduleOf } from '../modules.ts';
import type { ActionRow, Stored } from '../store/rows.ts';
import type { Standing } from '../store/schema.ts';
import { decodeEvent, isEvent, type TableEvent } from './events.ts';
import { deal, type Kick, type Match, type Phase, phaseKey, type Question } from './match.ts';
import { isPlayed } from './question.ts';
import { isComputer } from './seats.ts';

/**
 * The timeline of a match: its log, carried out row by row. Rows of the table (seat -1) that begin with a slash are the
 * match's own (see `events.ts`), and games never see them.
 */

/** A row of the log before it is written. */
export type Row = Pick<ActionRow, 'seat' | 'code' | 'by' | 'user' | 'at'>;

/** So often in a row may a seat be late before it is not waited for any more. */
export const PATIENCE = 3;

/** A match while rows are being added to it. */
export type Timeline = { -readonly [K in keyof Match]: Match[K] } & {
  phases: Phase[];
  standing: Standing[];
  missed: number[];
  kicks: Kick[];
  acted: boolean[];
  events: (TableEvent | undefined)[];
};

/** The timeline of a stored match from its first row to its last. */
export function timelineOf(stored: Stored): Timeline {
  const module = moduleOf(stored.row.game);
  const { row, seats, log } = stored;
  const state = deal(row, seats.length);
  const first = seats.findIndex(({ seat }) => original(stored, seat) === row.host);
  const timeline: Timeline = {
    id: row.id,
    row,
    seats,
    former: stored.former,
    barred: stored.barred ?? [],
    codes: stored.codes,
    vacations: stored.vacations ?? [],
    log,
    events: [],
    module,
    game: module.rules,
    map: mapOf(module, row.map),
    state,
    phases: [],
    operator: Math.max(0, first),
    host: Math.max(0, first),
    standing: seats.map(() => 'here'),
    missed: seats.map(() => 0),
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
  notePhase(timeline, 0);
  for (const [at, one] of log.entries()) step(timeline, one, at + 1);
  return timeline;
}

/** A copy of a match to which rows may be added. */
export const continued = (match: Match): Timeline => ({
  ...match,
  phases: [...match.phases],
  standing: [...match.standing],
  missed: [...match.missed],
  kicks: [...match.kicks],
  acted: [...match.acted],
  events: [...match.events],
});

/** Who held a seat when the match began. */
const original = ({ seats, former }: Stored, seat: Seat): string | null =>
  (former.find((one) => one.seat === seat) ?? seats[seat]!).player;

/**
 * Carries one row out; `length` is that of the log with it. What was committed is never judged again: a fix of the rules may
 * have made it illegal, and then it does what can be done of it (see `Game.apply`).
 */
export function step(timeline: Timeline, row: Row, length: number): void {
  const { game } = timeline;
  const isOurs = isEvent(row);
  const event = isOurs ? decodeEvent(row.code) : undefined;
  timeline.events.push(event);
  if (event) happen(timeline, event, row, length - 1);
  if (!isOurs) {
    const action = game.parse(timeline.state, row.seat, row.code);
    if (action === undefined)
      throw new Error(`Row ${length - 1} (${row.code}) of seat ${row.seat} is no action.`);
    timeline.state = game.apply(timeline.state, row.seat, action);
    if (row.seat === TABLE) timeline.anyone = false;
    else {
      if (row.by !== 'clock') timeline.missed[row.seat] = 0;
      noteChoice(timeline, row.seat);
    }
  }
  notePhase(timeline, length);
}

function noteChoice(timeline: Timeline, seat: Seat): void {
  timeline.acted[seat] = true;
  const { question } = timeline;
  if (question && !question.since.includes(seat))
    timeline.question = { ...question, since: [...question.since, seat] };
}

/** Whether every seat has had its first turn; struck ones need none. */
export const isBegun = ({ acted, standing }: Pick<Match, 'acted' | 'standing'>): boolean =>
  standing.every((one, seat) => one === 'dropped' || acted[seat]!);

function sitDown(timeline: Timeline, seat: Seat): void {
  timeline.standing[seat] = 'here';
  timeline.missed[seat] = 0;
  const { question } = timeline;
  if (question && seat !== question.by && !question.asked.includes(seat))
    timeline.question = { ...question, asked: [...question.asked, seat] };
}

const without = (seats: readonly Seat[], seat: Seat): Seat[] => seats.filter((one) => one !== seat);

/** Carries out what happened at the table with row `seq` of the log. */
function happen(timeline: Timeline, event: TableEvent, row: Row, seq: number): void {
  const asked = timeline.question;
  carryOut(timeline, event, row, seq);
  const { question } = timeline;
  if (asked && !question && (event.kind === 'playon' || event.kind === 'lapse'))
    decline(timeline, asked, row.at);
  if (question && question.off !== null && !isPlayed(timeline, question.off)) timeline.question = null;
}

function carryOut(timeline: Timeline, event: TableEvent, { by, user, at }: Row, seq: number): void {
  const { question } = timeline;
  switch (event.kind) {
    case 'operator':
      timeline.operator = event.seat;
      timeline.anyone = false;
      return;
    case 'anyone':
      timeline.anyone = true;
      return;
    case 'host':
      timeline.host = event.seat;
      return;
    case 'late':
      timeline.missed[event.seat] = timeline.missed[event.seat]! + 1;
      return;
    case 'away':
      timeline.standing[event.seat] = 'away';
      if (by === 'bot') timeline.outside = [...timeline.outside, { seq, seat: event.seat }];
      if (question?.frail && !question.agreed.includes(event.seat)) timeline.question = null;
      return;
    case 'leave':
      timeline.standing[event.seat] = 'left';
      return;
    case 'kick': {
      const { seat } = event;
      const place = timeline.game.score(timeline.state)[seat]!.rank;
      timeline.kicks = [...timeline.kicks, { seq, seat, early: !isBegun(timeline), place }];
      timeline.standing[seat] = 'kicked';
      return;
    }
    case 'back':
      timeline.outside = timeline.outside.filter(({ seat }) => seat !== event.seat);
      sitDown(timeline, event.seat);
      return;
    case 'sit':
      // What somebody else has said binds nobody, and is not about them.
      if (question) timeline.question = question.off === event.seat ? null : unsaid(question, event.seat);
      sitDown(timeline, event.seat);
      return;
    case 'drop':
      timeline.standing[event.seat] = 'dropped';
      timeline.state = timeline.game.drop!(timeline.state, event.seat);
      return;
    case 'pause':
      timeline.paused = { by, user, at };
      timeline.pauses++;
      return;
    case 'go':
      timeline.paused = null;
      return;
    case 'ask': {
      const { seat, off, frail = false } = event;
      const asked = seatsHere(timeline).filter((one) => one !== seat && one !== off);
      const agreed = off === null ? [seat] : [];
      timeline.question = { seq, by: seat, off, asked, agreed, against: [], at, since: [], frail };
      return;
    }
    case 'agree':
      if (question) {
        const rest = unsaid(question, event.seat);
        timeline.question = { ...rest, agreed: [...rest.agreed, event.seat] };
      }
      return;
    case 'playon':
      if (question) {
        const rest = unsaid(question, event.seat);
        const settled = question.off === null || question.by === event.seat;
        timeline.question = settled ? null : { ...rest, against: [...rest.against, event.seat] };
      }
      return;
    case 'lapse':
      timeline.question = null;
      return;
    case 'void':
      if (event.why === 'shelved') timeline.blamed = delaying(timeline);
      timeline.voided = event.why;
      timeline.paused = null;
      return;
    // It adds nothing to the count of turns missed, and begins it anew no more than `late` does.
    case 'excused':
    case 'gone':
    case 'end':
      return;
  }
}

/** A question without what a seat has said to it. */
const unsaid = (question: Question, seat: Seat): Question => ({
  ...question,
  agreed: without(question.agreed, seat),
  against: without(question.against, seat),
});

function decline(timeline: Timeline, { off }: Question, at: number): void {
  timeline.declined = [...timeline.declined, { off, at, turn: timeline.game.turn(timeline.state) }];
}

/**
 * Who keeps the others waiting: those who are waited for, or the host whose pause stands. Nobody does where anybody at
 * the table might go on, or where it stands still by itself.
 */
export function delaying(timeline: Match): Seat[] {
  const { paused } = timeline;
  if (paused?.by === 'host')
    return [...timeline.seats, ...timeline.former]
      .filter(({ player }) => player !== null && player === paused.user)
      .map(({ seat }) => seat);
  return paused || timeline.anyone ? [] : peopleWaitedFor(timeline);
}

function notePhase(timeline: Timeline, from: number): void {
  const { game, state, paused, pauses, voided } = timeline;
  const kind =
    voided || game.over(state)
      ? 'over'
      : paused
        ? 'pause'
        : game.toAct(state).includes(TABLE)
          ? 'flip'
          : 'round';
  const phase: Phase = { turn: game.turn(state), kind, again: pauses, from, state };
  const last = timeline.phases.at(-1);
  if (!last || phaseKey(last) !== phaseKey(phase)) timeline.phases.push(phase);
}

/** Whether a seat is one that others wait for; a computer's is none. */
export const isHere = (timeline: Pick<Match, 'standing' | 'seats'>, seat: Seat): boolean => {
  const { player, gone } = timeline.seats[seat]!;
  return timeline.standing[seat] === 'here' && player !== null && !gone;
};

/** The seats of computers that have to act; none while the match stands still. */
export function computersToAct(match: Match): Seat[] {
  if (match.voided || match.paused || match.game.over(match.state)) return [];
  return match.game.toAct(match.state).filter((seat) => seat !== TABLE && isComputer(match.seats[seat]!));
}

/** The seats that are waited for; `[TABLE]`: whoever acts for the table; empty: nobody has to act now. */
export function waitedFor(match: Match): Seat[] {
  if (match.voided || match.paused || match.game.over(match.state)) return [];
  return match.game.toAct(match.state).filter((seat) => seat === TABLE || isHere(match, seat));
}

/** The people who are waited for: those who choose, or whoever acts for the table. */
export function peopleWaitedFor(match: Match): Seat[] {
  return waitedFor(match).flatMap((seat) => {
    if (seat !== TABLE) return [seat];
    return match.anyone ? seatsHere(match) : [match.operator];
  });
}

/** The seats whose players are at the table. */
export const seatsHere = (match: Match): Seat[] =>
  match.seats.map(({ seat }) => seat).filter((seat) => isHere(match, seat));

/** Whoever has to act now, people and computers; `[TABLE]`: whoever acts for the table. */
export const expected = (match: Match): Seat[] => [...waitedFor(match), ...computersToAct(match)];

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
          return empty || (standing === 'here' && match.seats[seat]!.gone === true);
        });
