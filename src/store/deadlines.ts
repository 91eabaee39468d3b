import { asc, gt, sql } from 'drizzle-orm';
import { endOf } from './absences.ts';
import type { Store } from './open.ts';
import { prepared } from './prepared.ts';
import type { MatchRow } from './rows.ts';
import { absences } from './schema.ts';

/**
 * When time is up: worked out as a row is read from when it began to run, how long it lasts and when the bot was away
 * since. It is stored nowhere, so that an absence is given back once, however often a start is killed.
 */

/** A lobby that nobody starts closes after this. */
export const LOBBY_LASTS = 24 * 3_600_000;

/** After an absence so much of a turn is left at least. */
const LEFT = 1 / 4;

const reading = prepared(({ db }) =>
  db
    .select()
    .from(absences)
    .where(gt(absences.to, sql.placeholder('from')))
    .orderBy(asc(absences.from))
    .prepare(),
);

/**
 * When a turn ends that began at `from` (ms) and lasts `length` ms: its time stands still in every absence, after which
 * a quarter of it is left at least.
 */
export function turnEnds(store: Store, from: number, length: number): number {
  let [at, left] = [from, length];
  for (const away of reading(store).all({ from })) {
    if (away.from >= at + left) break;
    left = Math.max(left - Math.max(0, away.from - at), length * LEFT);
    at = away.to;
  }
  return at + left;
}

/** The row of a match with its deadline. */
export function dated<R extends Omit<MatchRow, 'deadline'>>(
  store: Store,
  row: R,
): R & Pick<MatchRow, 'deadline'> {
  return { ...row, deadline: deadlineOf(store, row) };
}

function deadlineOf(
  store: Store,
  { status, touchedAt, timedAt, limit }: Omit<MatchRow, 'deadline'>,
): number | null {
  if (status === 'lobby') return endOf(store, touchedAt, LOBBY_LASTS);
  return timedAt === null ? null : turnEnds(store, timedAt, limit * 1000);
}
