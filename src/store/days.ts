import { and, asc, eq, gte, lte, sql } from 'drizzle-orm';
import { type Db, prepared, type Store } from './engine/types.ts';
import { players } from './schema.ts';
import { daily, days, excused } from './scores.ts';

/** What is kept of days: their maps, and which of them are excused. */

const { placeholder } = sql;

const statements = prepared((db) => ({
  maps: db
    .select({ day: days.day, map: days.map })
    .from(days)
    .where(
      and(
        eq(days.game, placeholder('game')),
        gte(days.day, placeholder('from')),
        lte(days.day, placeholder('to')),
      ),
    )
    .prepare(),
  excused: db.select({ day: excused.day }).from(excused).orderBy(asc(excused.day)).prepare(),
}));

/** The maps of days from one to another that are written, by day. */
export const mapsWritten = (
  store: Store,
  game: string,
  from: number,
  to: number,
): Promise<Map<number, string>> =>
  store.read(
    async (db) =>
      new Map((await statements(db).maps.all({ game, from, to })).map(({ day, map }) => [day, map])),
  );

/** Writes maps of days; a day that has one keeps it. */
export async function writeMaps(
  store: Store,
  game: string,
  maps: ReadonlyMap<number, string>,
): Promise<void> {
  await store.write('meta', async (db) => {
    for (const [day, map] of maps)
      await db.insert(days).values({ game, day, map }).onConflictDoNothing().run();
  });
}

/** Days that are excused for good. */
export const excusedDays = (store: Store): Promise<number[]> => store.read((db) => excusedDaysIn(db));

/** As `excusedDays`, inside a transaction. */
export const excusedDaysIn = async (db: Db): Promise<number[]> =>
  (await statements(db).excused.all()).map(({ day }) => day);

/** Excuses a day for good. */
export async function excuse(store: Store, day: number): Promise<void> {
  await store.write('meta', async (db) => db.insert(excused).values({ day }).onConflictDoNothing().run());
}

/** Up to `limit` people who have finished a run of a day or of a later one, after `after` in the order of their ids. */
export const playedSince = (
  store: Store,
  game: string,
  day: number,
  after: string,
  limit: number,
): Promise<string[]> =>
  store.read(async (db) =>
    (
      await db
        .selectDistinct({ player: daily.player })
        .from(daily)
        .innerJoin(players, eq(players.id, daily.player))
        .where(
          and(
            sql`${daily.player} > ${after}`,
            eq(daily.game, game),
            gte(daily.day, day),
            eq(players.gone, false),
          ),
        )
        .orderBy(asc(daily.player))
        .limit(limit)
        .all()
    ).map(({ player }) => player),
  );
