import type { NewJob, Projection } from '../store/projection.ts';
import type { MatchRow } from '../store/rows.ts';
import { waitedFor } from './course.ts';
import { entriesOf, resultHolder } from './entries.ts';
import { type Match, phaseKey, present } from './match.ts';
import { isRoundOver, lastsFor } from './question.ts';

/** What the stored rows say about a match, so that lists and jobs need no replay. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Time limits of a turn that a table offers, in seconds; 0: none. */
export const LIMITS = [0, 300, 3600, 43_200, 86_400, 259_200, 604_800] as const;

/** A lobby that nobody starts closes after this. */
export const LOBBY_LASTS = DAY;
/** A match that nobody touches is put away after this. */
export const SLEEPS = 60 * DAY;
/** Of a match that nobody touches for so long, and for three turns, nobody is told any more. */
const UNTOUCHED = 14 * DAY;
/** Discord archives a thread in which nothing was said for so long; from then on it is looked after every day. */
export const THREAD_LASTS = 7 * DAY;
export const THREAD_LOOK = DAY;

/** Where there is no limit, reminders come after these; then none until somebody does something. */
const WITHOUT_LIMIT = [DAY, 8 * DAY, 15 * DAY] as const;

/** How long before a deadline the last reminder comes: the last tenth, between one minute and two hours. */
const lastWarning = (limit: number): number => Math.min(2 * HOUR, Math.max(MINUTE, limit / 10));

/** Whether nobody has touched a match for so long that telling people of it would only be a nuisance. */
export const isUntouched = (
  { limit, touchedAt }: Pick<MatchRow, 'limit' | 'touchedAt'>,
  at: number,
): boolean => touchedAt <= at - Math.max(3 * limit * 1000, UNTOUCHED);

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
  const deadline =
    limit === 0 || waited.length === 0 || row.solo
      ? null
      : fresh || row.deadline === null || (match.anyone && row.deadline <= at)
        ? at + limit
        : row.deadline;
  return {
    status,
    turn: game.turn(state),
    toAct: status === 'over' ? [] : game.toAct(state),
    results: counts ? resultsOf(match) : [],
    entries: counts ? entriesOf(match) : [],
    row: {
      paused: match.paused !== null,
      deadline,
      voided: match.voided,
      ...(fresh ? { turnAt: at } : {}),
    },
    jobs: status === 'over' || row.solo ? [] : jobsOf(match, key, at, deadline, fresh),
    ...(status === 'over'
      ? { past: { kinds: ['late', 'remind', 'sleep', 'lapse'], but: null } }
      : fresh
        ? { past: { kinds: ['lobby', 'late', 'remind'], but: key } }
        : {}),
  };
}

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
    // When whoever sits there may turn the card they are told so at once: so far only the flipper was asked.
    const [first, last] = match.anyone ? (['anyone', 'last'] as const) : (['half', 'end'] as const);
    jobs.push(
      { kind: 'late', key, due: deadline },
      { kind: 'remind', key: `${key}/${first}`, due: match.anyone ? at : deadline - limit / 2 },
      { kind: 'remind', key: `${key}/${last}`, due: deadline - lastWarning(limit) },
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
