import type { Store } from '../store/open.ts';
import type { ActionRow, Stored } from '../store/rows.ts';
import type { Match } from './match.ts';
import { continued, step } from './timeline.ts';

/**
 * Matches that were replayed or played lately, so that a press carries out only what is new in their logs. Harmless to lose:
 * whatever is taken from here is held against what the database says of it in the same moment, and only what was read there
 * or committed is kept.
 */

/** So many matches of a database are kept, those that were asked for last. */
const MOST = 256;

/** A log as it was known, to be read again only where it has changed. */
export interface Known {
  readonly revision: number;
  readonly log: readonly ActionRow[];
  /** Rows of it that say whose they are; having one's data deleted takes that away. */
  readonly users: number;
}

interface Kept extends Known {
  readonly match: Match;
}

const stores = new WeakMap<Store, Map<number, Kept>>();

/** What is known of a match, if anything is. */
export function knownOf(store: Store, id: number): Known | undefined {
  return stores.get(store)?.get(id);
}

/** Keeps a match as it stands in the database. */
export function keep(store: Store, match: Match): void {
  const all = stores.get(store) ?? new Map<number, Kept>();
  stores.set(store, all);
  const { id, log, row } = match;
  // Two commits may be told of in another order than that in which they were made.
  if ((all.get(id)?.revision ?? -1) > row.revision) return;
  const users = log.reduce((sum, { user }) => sum + Number(user !== null), 0);
  all.delete(id);
  all.set(id, { match, revision: row.revision, log, users });
  const [oldest] = all.keys();
  if (all.size > MOST && oldest !== undefined) all.delete(oldest);
}

/** Forgets a match, or all of them. */
export function drop(store: Store, id?: number): void {
  if (id === undefined) stores.delete(store);
  else stores.get(store)?.delete(id);
}

/** A stored match from what is kept of it; undefined where it has to be replayed from its first row. */
export function resumed(store: Store, stored: Stored): Match | undefined {
  const { row, log } = stored;
  const kept = stores.get(store)?.get(row.id);
  if (!kept || !isSame(kept.match, stored) || !begins(log, kept.log)) return undefined;
  const now: Match = {
    ...kept.match,
    row,
    seats: stored.seats,
    former: stored.former,
    barred: stored.barred ?? [],
    codes: stored.codes,
    vacations: stored.vacations ?? [],
    log,
  };
  if (log.length === kept.log.length) return now;
  const timeline = continued(now);
  for (const [i, one] of log.slice(kept.log.length).entries()) step(timeline, one, kept.log.length + i + 1);
  return timeline;
}

/** Whether all that a replay reads besides the log is as it was: what some rows do hangs on who sits there. */
const isSame = (match: Match, stored: Stored): boolean =>
  match.row.seed === stored.row.seed &&
  match.row.host === stored.row.host &&
  match.seats.length === stored.seats.length &&
  match.seats.every(({ player, state, gone }, i) => {
    const now = stored.seats[i]!;
    return now.player === player && now.state === state && now.gone === gone;
  }) &&
  match.former.length === stored.former.length &&
  match.former.every(({ seq, player, gone }, i) => {
    const now = stored.former[i]!;
    return now.seq === seq && now.player === player && now.gone === gone;
  });

/** Whether a log begins with another. */
const begins = (log: readonly ActionRow[], with_: readonly ActionRow[]): boolean =>
  log === with_ ||
  (log.length >= with_.length &&
    with_.every((row, i) => {
      const now = log[i]!;
      return (
        now.seat === row.seat &&
        now.code === row.code &&
        now.by === row.by &&
        now.user === row.user &&
        now.at === row.at
      );
    }));
