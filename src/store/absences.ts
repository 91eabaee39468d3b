import { and, gt, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type Db, prepared, type Store } from './engine/types.ts';
import { absences } from './schema.ts';

/** When the bot was not there. Such time is charged to nobody: whatever lasts for a while lasts longer by it. */

const { placeholder } = sql;

/** The greater and the lesser of two: `max` and `min` of two are SQLite's alone. */
const later = (a: SQLWrapper, b: SQLWrapper): SQL => sql`CASE WHEN ${a} > ${b} THEN ${a} ELSE ${b} END`;
const sooner = (a: SQLWrapper, b: SQLWrapper): SQL => sql`CASE WHEN ${a} < ${b} THEN ${a} ELSE ${b} END`;

const reading = prepared((db) => {
  const [from, to] = [sql`${placeholder('from')}`, sql`${placeholder('to')}`];
  return db
    .select({
      away: sql<number>`coalesce(sum(${sooner(absences.to, to)} - ${later(absences.from, from)}), 0)`,
    })
    .from(absences)
    .where(and(gt(absences.to, placeholder('from')), lt(absences.from, placeholder('to'))))
    .prepare();
});

/** How much of the time between two moments (ms) the bot was away, in ms. */
export const awayBetween = (store: Store, from: number, to: number): Promise<number> =>
  store.read((db) => awayIn(db, from, to));

/** As `awayBetween`, inside a transaction. */
export const awayIn = async (db: Db, from: number, to: number): Promise<number> =>
  (await reading(db).get({ from, to }))!.away;

/** Absences that ended after a moment (ms). */
export const absencesSince = (
  store: Store,
  at: number,
): Promise<{ readonly from: number; readonly to: number }[]> => store.read((db) => absencesIn(db, at));

/** As `absencesSince`, inside a transaction. */
export const absencesIn = (db: Db, at: number): Promise<{ readonly from: number; readonly to: number }[]> =>
  db.select().from(absences).where(gt(absences.to, at)).all();

/** The moment (ms) at which the bot will have been there for `length` ms since `from`, as far as is known by now. */
export const endOf = (store: Store, from: number, length: number): Promise<number> =>
  store.read((db) => endIn(db, from, length));

/** As `endOf`, inside a transaction. */
export async function endIn(db: Db, from: number, length: number): Promise<number> {
  let end = from + length;
  for (;;) {
    const longer = from + length + (await awayIn(db, from, end));
    if (longer === end) return end;
    end = longer;
  }
}

/** As `endOf`, backwards: the moment (ms) since which the bot has been there for `length` ms until `to`. */
export const startOf = (store: Store, to: number, length: number): Promise<number> =>
  store.read((db) => startIn(db, to, length));

/** As `startOf`, inside a transaction. */
export async function startIn(db: Db, to: number, length: number): Promise<number> {
  let start = to - length;
  for (;;) {
    const longer = to - length - (await awayIn(db, start, to));
    if (longer === start) return start;
    start = longer;
  }
}

/** Notes an absence; noting one that begins at the same moment again only lengthens it. */
export const noteAbsence = (store: Store, from: number, to: number): Promise<void> =>
  store.write('meta', async (db) => putAbsence(db, from, to));

/** As `noteAbsence`, inside a transaction. */
export async function putAbsence(db: Db, from: number, to: number): Promise<void> {
  await db
    .insert(absences)
    .values({ from, to })
    .onConflictDoUpdate({
      target: absences.from,
      set: { to: later(absences.to, sql`excluded."to"`) },
    })
    .run();
}
