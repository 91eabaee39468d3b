import { and, eq, inArray, isNotNull, isNull, notExists, or, type SQL, sql } from 'drizzle-orm';
import type { Db, Store } from './engine/types.ts';
import { doubtSlot, phaseSlot } from './messages.ts';
import { type Projection, project } from './projection.ts';
import { changed } from './revision.ts';
import { jobs, matches } from './schema.ts';
import { tableIn } from './tables.ts';

/**
 * Matches that are put aside, because this program cannot carry their logs out. Their work rests, nothing of them is
 * loaded again, and they cost nobody anything, until a program that can read them takes them back.
 */

/** Notes that a match is put aside; its table is to say so. */
export const putAside = (store: Store, id: number, at: number): Promise<void> =>
  store.write(`match:${id}`, async (db) => {
    await db
      .update(matches)
      .set({ aside: at, ...changed() })
      .where(and(eq(matches.id, id), isNull(matches.aside)))
      .run();
  });

/** Ids of all matches that are put aside. */
export const asideIds = (store: Store): Promise<number[]> =>
  store.read(async (db) =>
    (await db.select({ id: matches.id }).from(matches).where(isNotNull(matches.aside)).all()).map(
      ({ id }) => id,
    ),
  );

/** Of jobs: whether they are not those of a match that is put aside. The digest is a player's. */
export const notAside = (db: Db): SQL =>
  or(
    eq(jobs.kind, 'digest'),
    notExists(
      db
        .select({ id: matches.id })
        .from(matches)
        .where(and(eq(matches.id, sql`CAST(${jobs.subject} AS INTEGER)`), isNotNull(matches.aside))),
    ),
  )!;

/**
 * Takes a match back: it stands as `projection` says. Whose turn it is has a whole turn anew, since nobody could play in the
 * meantime, and the table is posted again.
 */
export const takeBack = (store: Store, id: number, projection: Projection, at: number): Promise<void> =>
  store.write(`match:${id}`, async (db) => {
    const mine = eq(matches.id, id);
    const row = await db.select().from(matches).where(mine).get();
    if (row?.aside == null) return;
    await db
      .update(matches)
      .set({ aside: null, ...changed() })
      .where(mine)
      .run();
    if (row.status !== 'running') return;
    await db
      .delete(jobs)
      .where(and(eq(jobs.subject, String(id)), inArray(jobs.kind, ['late', 'remind'])))
      .run();
    await db.update(matches).set({ touchedAt: at }).where(mine).run();
    await project(db, id, projection, at);
    // What stands there has lost its picture, and pinged nobody.
    const last = (await tableIn(db, id))?.last;
    if (last) await doubtSlot(db, { match: id }, phaseSlot(last), at, 'anew');
  });
