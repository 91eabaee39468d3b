import { below, seeded } from '../games/rng.ts';
import { endOf } from '../store/absences.ts';
import { LOBBY_LASTS, PATIENT } from '../store/deadlines.ts';
import type { Store } from '../store/open.ts';
import type { NewJob, Projection } from '../store/projection.ts';
import type { MatchRow } from '../store/rows.ts';
import type { Ponders } from '../store/schema.ts';
import { entriesOf, resultHolder } from './entries.ts';
import { type Match, phaseKey, present } from './match.ts';
import { isRoundOver, lastsFor } from './question.ts';
import { hasComputers } from './seats.ts';
import { computersToAct, waitedFor } from './timeline.ts';

/** What the stored rows say about a match, so that lists and jobs need no replay. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Time limits of a turn that a table offers, in seconds; 0: none. */
export const LIMITS = [0, 300, 3600, 43_200, 86_400, 259_200, 604_800] as const;

/** A match that nobody touches is put away after this, absences aside. */
export const SLEEPS = 60 * DAY;
/** Of a match that nobody touches for so long, and for three turns, absences aside, nobody is told any more. */
const UNTOUCHED = 14 * DAY;
/** Discord archives a thread in which nothing was said for so long; from then on it is looked after every day. */
export const THREAD_LASTS = 7 * DAY;
export const THREAD_LOOK = DAY;

/** Where there is no limit, reminders come after these; then none until somebody does something. */
const WITHOUT_LIMIT = [DAY, 8 * DAY, 15 * DAY] as const;

/**
 * How long before a deadline one of its reminders comes: at half time, or in the last tenth of the time (ms), between one
 * minute and two hours.
 */
const warning = (slot: string, limit: number): number =>
  slot === 'half' ? limit / 2 : Math.min(2 * HOUR, Math.max(MINUTE, limit / 10));

/** Whether nobody has touched a match for so long that telling people of it would only be a nuisance. */
export const isUntouched = async (
  store: Store,
  { limit, touchedAt }: Pick<MatchRow, 'limit' | 'touchedAt'>,
  at: number,
): Promise<boolean> => (await endOf(store, touchedAt, Math.max(3 * limit * 1000, UNTOUCHED))) <= at;

/** When a match that nobody touches any more is put away. */
export const sleepsAt = (store: Store, { touchedAt }: Pick<MatchRow, 'touchedAt'>): Promise<number> =>
  endOf(store, touchedAt, SLEEPS);

/**
 * When a reminder of the present phase is due, as it is worked out now: no earlier than it was noted. `slot`: which one,
 * as in its job's key; what is no longer bound to a time is due at once.
 */
export async function remindsAt(
  store: Store,
  { row, anyone }: Pick<Match, 'row' | 'anyone'>,
  slot: string,
): Promise<number> {
  const since = row.turnAt ?? 0;
  const days = Number(slot);
  if (days > 0) return endOf(store, since, days * DAY);
  const bound = anyone ? slot === 'last' : slot !== 'anyone';
  return bound && row.deadline !== null ? row.deadline - warning(slot, row.limit * 1000) : since;
}

/** Work that a lobby brings with it. */
export const lobbyJobs = (at: number): NewJob[] => [{ kind: 'lobby', key: 'close', due: at + LOBBY_LASTS }];

/** What the stored row of a match says about it. `before`: the phase it was in when its row was last written. */
export function project(match: Match, at: number, before?: string): Projection {
  const { game, state, row } = match;
  const over = game.over(state);
  const status = over || match.voided ? 'over' : 'running';
  const counts = (over && !match.voided) || match.voided === 'shelved';
  const key = phaseKey(present(match));
  const waited = waitedFor(match);
  const limit = row.limit * 1000;
  const fresh = key !== before;
  const anew = fresh || row.timedAt === null || (match.anyone && (row.deadline ?? at) <= at);
  const runs = limit > 0 && waited.length > 0 && !row.solo;
  const timedAt = !runs ? null : anew ? at : row.timedAt;
  const deadline = !runs ? null : anew ? at + limit : row.deadline;
  return {
    status,
    turn: game.turn(state),
    toAct: status === 'over' ? [] : game.toAct(state),
    results: counts ? resultsOf(match) : [],
    computers: hasComputers(match),
    entries: counts ? entriesOf(match) : [],
    row: {
      paused: match.paused !== null,
      timedAt,
      voided: match.voided,
      ...(fresh ? { turnAt: at } : {}),
    },
    // Computers play with whoever plays alone as soon as they look at it.
    jobs:
      status === 'over' || row.solo
        ? []
        : [...thinkingOf(match, key, at), ...jobsOf(match, key, at, deadline, fresh)],
    // Whoever is on vacation may have chosen: time runs on.
    hasten: match.vacations.length > 0 && row.limit >= PATIENT,
    ...(status === 'over'
      ? { past: { kinds: ['late', 'remind', 'sleep', 'lapse', 'think'], but: null } }
      : fresh
        ? { past: { kinds: ['lobby', 'late', 'remind', 'think'], but: key } }
        : {}),
  };
}

/** Between what and what a computer takes for its turn (ms). */
const PONDERED: Readonly<Record<Ponders, readonly [number, number]>> = {
  none: [0, 0],
  seconds: [3000, 10_000],
  minutes: [MINUTE, 5 * MINUTE],
};

/** How long a computer takes for its turn (ms). Where all choose at once nobody sees when it has chosen. */
export function pauseOf({ row, game, log }: Match): number {
  if (game.pace === 'together') return 0;
  const [least, most] = PONDERED[row.ponders];
  return least + below(most - least + 1, seeded(`${row.id}/${log.length}/pause`))[0];
}

/** Computers have to act. */
const thinkingOf = (match: Match, key: string, at: number): NewJob[] =>
  computersToAct(match).length > 0 ? [{ kind: 'think', key, due: at + pauseOf(match) }] : [];

function jobsOf(match: Match, key: string, at: number, deadline: number | null, fresh: boolean): NewJob[] {
  const limit = match.row.limit * 1000;
  const jobs: NewJob[] = [];
  if (match.row.startedAt === null) {
    jobs.push({ kind: 'sleep', key: 'away', due: at + SLEEPS });
    if (match.row.thread) jobs.push({ kind: 'thread', key: 'alive', due: at + THREAD_LASTS });
  }
  const { question } = match;
  if (question) {
    const when = isRoundOver(match, question) ? 'time' : 'soonest';
    jobs.push({ kind: 'lapse', key: `${question.seq}.${when}`, due: question.at + lastsFor(question) });
  }
  if (match.paused || waitedFor(match).length === 0) return jobs;
  if (deadline !== null) {
    // When whoever sits there may act for the table they are told so at once: so far only the operator was asked.
    const [first, last] = match.anyone ? (['anyone', 'last'] as const) : (['half', 'end'] as const);
    jobs.push(
      { kind: 'late', key, due: deadline },
      { kind: 'remind', key: `${key}/${first}`, due: match.anyone ? at : deadline - warning(first, limit) },
      { kind: 'remind', key: `${key}/${last}`, due: deadline - warning(last, limit) },
    );
  } else if (fresh && limit === 0) {
    for (const after of WITHOUT_LIMIT)
      jobs.push({ kind: 'remind', key: `${key}/${after / DAY}`, due: at + after });
  }
  return jobs;
}

/** The results of a state as they would be stored. */
export function resultsOf(match: Match): (Projection['results'][number] & { readonly tie: number })[] {
  const facts = match.game.facts?.(match.state) ?? [];
  return match.game.score(match.state).map((score, seat) => {
    // Without an empty station the number would be a negative zero.
    const tie = (match.game.tie?.(score) ?? 0) || 0;
    return { seat, player: resultHolder(match, seat), ...score, tie, facts: facts[seat] ?? null };
  });
}
