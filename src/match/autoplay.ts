import { type AnyAction, type AnyState, type Seat, TABLE } from '../games/game.ts';
import type { AnyModule } from '../modules.ts';
import type { Batch } from './batch.ts';
import { isDeserted } from './entries.ts';
import { rowOf, type TableEvent } from './events.ts';
import type { Match } from './match.ts';
import { verdictOf } from './question.ts';
import { hasComputers } from './seats.ts';
import {
  computersToAct,
  isBegun,
  isHere,
  PATIENCE,
  type Row,
  seatsHere,
  type Timeline,
  waitedFor,
} from './timeline.ts';

/** What the table does by itself once somebody has done something. */

/** Carries out everything that needs nobody: until somebody is waited for, the match stands still, or it is over. */
export function settle(batch: Batch, at: number): void {
  for (let next = nextOf(batch.timeline, at); next; next = nextOf(batch.timeline, at)) batch.push(next);
}

const byClock = (at: number, code: string, seat = TABLE): Row => ({
  seat,
  code,
  by: 'clock',
  user: null,
  at,
});

const happens = (at: number, event: TableEvent): Row => rowOf(event, { by: 'clock', user: null, at });

function nextOf(timeline: Timeline, at: number): Row | undefined {
  const { module, game, state } = timeline;
  if (timeline.voided || game.over(state)) return undefined;
  // Everybody has left. Those whose data was deleted do not count; when all are such, the match is played to its end.
  if (isDeserted(timeline)) return nextOfDeserted(timeline, at);
  const here = seatsHere(timeline);
  const { question } = timeline;
  const verdict = question ? verdictOf(timeline, question) : undefined;
  if (verdict === 'declined') return happens(at, { kind: 'lapse' });
  if (verdict === 'granted')
    return happens(
      at,
      question!.off === null ? { kind: 'void', why: 'agreed' } : { kind: 'kick', seat: question!.off },
    );
  // Somebody has to be able to end it, also while it stands still.
  const heir = here.includes(timeline.host) ? undefined : here[0];
  if (heir !== undefined && !timeline.row.solo) return happens(at, { kind: 'host', seat: heir });
  if (timeline.paused) return undefined;
  const must = autoplay(module, state, vacant(timeline));
  if (must) return byClock(at, game.code(must.action), must.seat);
  const acting = game.toAct(state);
  if (acting.length === 0) return undefined;
  if (acting.includes(TABLE)) {
    if (here.length === 0) return happens(at, { kind: 'pause' });
    return isHere(timeline, timeline.operator)
      ? undefined
      : happens(at, { kind: 'operator', seat: timeline.host });
  }
  if (waitedFor(timeline).length > 0) return undefined;
  if (here.length === 0) return happens(at, { kind: 'pause' });
  // They are asked apart from this, since they think for long.
  if (computersToAct(timeline).length > 0) return undefined;
  return byClock(at, game.code(clockPlays(module, state, acting[0]!)), acting[0]);
}

/**
 * Nobody will come back to this table. Where not every seat has had its turn, or computers played, there is nothing to decide; else the clock
 * plays to the end, so that whoever goes last takes no result from those who stayed longer or had played more.
 */
function nextOfDeserted(timeline: Timeline, at: number): Row | undefined {
  const { module, game, state } = timeline;
  if (!isBegun(timeline) || hasComputers(timeline)) return happens(at, { kind: 'void', why: 'deserted' });
  if (timeline.paused) return happens(at, { kind: 'go' });
  const must = autoplay(
    module,
    state,
    timeline.seats.map(({ seat }) => seat),
  );
  return must && byClock(at, game.code(must.action), must.seat);
}

/**
 * The time of the present turn is up: what the table's policy says happens to all who are still waited for. `excused`: the
 * bot was away in it, so that it counts for nobody's turns in a row.
 */
export function timeUp(batch: Batch, at: number, excused = false): void {
  const { timeline, push } = batch;
  const { module, game } = timeline;
  const late = waitedFor(timeline);
  if (late.includes(TABLE)) {
    push(timeline.anyone ? byClock(at, tableCode(timeline)!) : happens(at, { kind: 'anyone' }));
    return;
  }
  // Somebody has to be left to play on: the last ones are played instead.
  const others = seatsHere(timeline).some((seat) => !late.includes(seat));
  const drops = timeline.row.onTimeout === 'drop' && game.drop !== undefined && others;
  const { turn } = timeline.phases.at(-1)!;
  for (const seat of late) {
    push(happens(at, { kind: excused ? 'excused' : 'late', seat }));
    if (drops) {
      push(happens(at, { kind: 'drop', seat }));
      continue;
    }
    if (!excused && timeline.missed[seat]! >= PATIENCE) push(happens(at, { kind: 'away', seat }));
    // Also where a turn has several steps, it is played to its end.
    while (game.turn(timeline.state) === turn && game.toAct(timeline.state).includes(seat))
      push(byClock(at, game.code(clockPlays(module, timeline.state, seat)), seat));
  }
}

/** An action that is played unasked. */
interface Autoplayed {
  readonly seat: Seat;
  readonly action: AnyAction;
}

/** The seats whose players are gone for good. */
export const vacant = (match: Pick<Match, 'seats'>): Seat[] =>
  match.seats.filter(({ gone }) => gone).map(({ seat }) => seat);

/**
 * What the clock plays at once, because nobody is to be waited for: for a seat whose only legal action is an idle one,
 * for a seat in `gone`, whose player is gone, and for the table when all of them are.
 */
function autoplay(module: AnyModule, state: AnyState, gone: readonly Seat[]): Autoplayed | undefined {
  const game = module.rules;
  for (const seat of game.toAct(state)) {
    const [action, another] = game.actions(state, seat);
    if (action === undefined) continue;
    if (seat === TABLE) {
      if (gone.length === game.score(state).length) return { seat, action };
    } else if (gone.includes(seat)) {
      return { seat, action: clockPlays(module, state, seat) };
    } else if (another === undefined && game.idle?.(action)) {
      return { seat, action };
    }
  }
  return undefined;
}

/** The text of what is played for the table now; undefined where nothing is. */
export function tableCode({ game, state }: Pick<Match, 'game' | 'state'>): string | undefined {
  const [action] = game.toAct(state).includes(TABLE) ? game.actions(state, TABLE) : [];
  return action && game.code(action);
}

/** What the clock plays for a seat whose time is up, or that nobody waits for. */
const clockPlays = ({ rules, players }: AnyModule, state: AnyState, seat: Seat): AnyAction =>
  players.easy.choose(rules, rules.view(state, seat), seat);
