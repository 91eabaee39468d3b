import { TABLE } from '../games/game.ts';
import type { NewAction } from '../store/rows.ts';
import { clockPlays, forced, vacant } from './auto.ts';
import {
  type Course,
  continued,
  isBegun,
  isHere,
  PATIENCE,
  type Row,
  seatsHere,
  step,
  waitedFor,
} from './course.ts';
import { isDeserted } from './entries.ts';
import { rowOf, type TableEvent } from './events.ts';
import type { Match } from './match.ts';
import { verdictOf } from './question.ts';

/** What the table does by itself once somebody has done something. */

/** Adds rows to a course and keeps them for the log. */
export interface Draft {
  readonly course: Course;
  readonly rows: NewAction[];
  push(row: Row): void;
}

/** A draft that adds to a copy of a match. */
export function draftOf(match: Match): Draft {
  const rows: NewAction[] = [];
  const course = continued(match);
  const length = match.log.length;
  return {
    course,
    rows,
    push(row) {
      step(course, row, length + rows.length + 1);
      rows.push(row);
    },
  };
}

/** The match that a draft has come to, with its rows in the log. */
export function withLog({ course, rows }: Draft): Match {
  const { id, log } = course;
  return { ...course, log: [...log, ...rows.map((row, i) => ({ ...row, match: id, seq: log.length + i }))] };
}

/** Carries out everything that needs nobody: until somebody is waited for, the match stands still, or it is over. */
export function settle(draft: Draft, at: number): void {
  for (let next = nextOf(draft.course, at); next; next = nextOf(draft.course, at)) draft.push(next);
}

const byClock = (at: number, code: string, seat = TABLE): Row => ({
  seat,
  code,
  by: 'clock',
  user: null,
  at,
});

const happens = (at: number, event: TableEvent): Row => rowOf(event, { by: 'clock', user: null, at });

function nextOf(course: Course, at: number): Row | undefined {
  const { game, state } = course;
  if (course.voided || game.over(state)) return undefined;
  // Everybody has left. Those whose data was deleted do not count; when all are such, the match is played to its end.
  if (isDeserted(course)) return nextOfDeserted(course, at);
  const here = seatsHere(course);
  const { question } = course;
  const verdict = question ? verdictOf(course, question) : undefined;
  if (verdict === 'declined') return happens(at, { kind: 'lapse' });
  if (verdict === 'granted')
    return happens(
      at,
      question!.off === null ? { kind: 'void', why: 'agreed' } : { kind: 'kick', seat: question!.off },
    );
  // Somebody has to be able to end it, also while it stands still.
  const heir = here.includes(course.host) ? undefined : here[0];
  if (heir !== undefined && !course.row.solo) return happens(at, { kind: 'host', seat: heir });
  if (course.paused) return undefined;
  const must = forced(game, state, vacant(course));
  if (must) return byClock(at, game.code(must.action), must.seat);
  const acting = game.toAct(state);
  if (acting.length === 0) return undefined;
  if (acting.includes(TABLE)) {
    if (here.length === 0) return happens(at, { kind: 'pause' });
    return isHere(course, course.flipper) ? undefined : happens(at, { kind: 'flipper', seat: course.host });
  }
  if (waitedFor(course).length > 0) return undefined;
  if (here.length === 0) return happens(at, { kind: 'pause' });
  return byClock(at, game.code(clockPlays(game, state, acting[0]!)), acting[0]);
}

/**
 * Nobody will come back to this table. Where not every seat has had its turn there is nothing to decide; else the clock
 * plays to the end, so that whoever goes last takes no result from those who stayed longer or had played more.
 */
function nextOfDeserted(course: Course, at: number): Row | undefined {
  const { game, state } = course;
  if (!isBegun(course)) return happens(at, { kind: 'void', why: 'deserted' });
  if (course.paused) return happens(at, { kind: 'go' });
  const must = forced(
    game,
    state,
    course.seats.map(({ seat }) => seat),
  );
  return must && byClock(at, game.code(must.action), must.seat);
}

/**
 * The time of the present turn is up: what the table's policy says happens to all who are still waited for. `excused`: the
 * bot was away in it, so that it counts for nobody's turns in a row.
 */
export function timeUp(draft: Draft, at: number, excused = false): void {
  const { course, push } = draft;
  const { game } = course;
  const late = waitedFor(course);
  if (late.includes(TABLE)) {
    push(course.anyone ? byClock(at, 'flip') : happens(at, { kind: 'anyone' }));
    return;
  }
  // Somebody has to be left to play on: the last ones are played instead.
  const others = seatsHere(course).some((seat) => !late.includes(seat));
  const drops = course.row.late === 'drop' && game.drop !== undefined && others;
  const { turn } = course.phases.at(-1)!;
  for (const seat of late) {
    push(happens(at, { kind: excused ? 'excused' : 'late', seat }));
    if (drops) {
      push(happens(at, { kind: 'drop', seat }));
      continue;
    }
    if (!excused && course.late[seat]! >= PATIENCE) push(happens(at, { kind: 'away', seat }));
    // Also where a turn has several steps, it is played to its end.
    while (game.turn(course.state) === turn && game.toAct(course.state).includes(seat))
      push(byClock(at, game.code(clockPlays(game, course.state, seat)), seat));
  }
}
