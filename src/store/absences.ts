import { and, gt, lt, sql } from 'drizzle-orm';
import { type Store, writing } from './open.ts';
import { prepared } from './prepared.ts';
import { absences } from './schema.ts';

/** When the bot was not there. Such time is charged to nobody: whatever lasts for a while lasts longer by it. */

const { placeholder } = sql;

const reading = prepared(({ db }) =>
  db
    .select({
      away: sql<number>`coalesce(sum(min(${absences.to}, ${placeholder('to')}) - max(${absences.from}, ${placeholder('from')})), 0)`,
    })
    .from(absences)
    .where(and(gt(absences.to, placeholder('from')), lt(absences.from, placeholder('to'))))
    .prepare(),
);

/** How much of the time between two moments (ms) the bot was away, in ms. */
export const awayBetween = (store: Store, from: number, to: number): number =>
  reading(store).get({ from, to })!.away;

/** Absences that ended after a moment (ms). */
export const absencesSince = (store: Store, at: number): { readonly from: number; readonly to: number }[] =>
  store.db.select().from(absences).where(gt(absences.to, at)).all();

/** The moment (ms) at which the bot will have been there for `length` ms since `from`, as far as is known by now. */
export function endOf(store: Store, from: number, length: number): number {
  let end = from + length;
  for (;;) {
    const longer = from + length + awayBetween(store, from, end);
    if (longer === end) return end;
    end = longer;
  }
}

/** As `endOf`, backwards: the moment (ms) since which the bot has been there for `length` ms until `to`. */
export function startOf(store: Store, to: number, length: number): number {
  let start = to - length;
  for (;;) {
    const longer = to - length - awayBetween(store, start, to);
    if (longer === start) return start;
    start = longer;
  }
}

/** Notes an absence; noting one that begins at the same moment again only lengthens it. */
export const noteAbsence = (store: Store, from: number, to: number): Promise<void> =>
  writing(store, () => putAbsence(store, from, to));

/** As `noteAbsence`, inside a transaction. */
export function putAbsence(store: Store, from: number, to: number): void {
  store.db
    .insert(absences)
    .values({ from, to })
    .onConflictDoUpdate({ target: absences.from, set: { to: sql`max(${absences.to}, excluded."to")` } })
    .run();
}
