import { and, eq, exists, gt, inArray, lte, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { type Db, listed, named, prepared, type Store, shaped } from './engine/types.ts';
import { hasten } from './projection.ts';
import { changed } from './revision.ts';
import type { Vacation } from './rows.ts';
import { matches, seats, vacations } from './schema.ts';

/** When players are on vacation: nothing pings them, and turns of half a day and more wait for them. */

/** The vacation that a player is on at a moment. */
export const vacationOf = (store: Store, player: string, at: number): Promise<Vacation | undefined> =>
  store.read((db) => vacationIn(db, player, at));

/** As `vacationOf`, inside a transaction. */
export const vacationIn = async (db: Db, player: string, at: number): Promise<Vacation | undefined> =>
  (await restingIn(db, [player], at))[0];

/** The vacations that some people are on at a moment. */
export const restingOf = (store: Store, players: readonly string[], at: number): Promise<Vacation[]> =>
  store.read((db) => restingIn(db, players, at));

/** As `restingOf`, inside a transaction. */
export const restingIn = (db: Db, players: readonly string[], at: number): Promise<Vacation[]> =>
  restingSo(db, players.length).all({ at, ...named(players) });

const restingSo = shaped((db, count: number) => {
  const at = sql.placeholder('at');
  return db
    .select()
    .from(vacations)
    .where(and(inArray(vacations.player, listed(count)), lte(vacations.from, at), gt(vacations.to, at)))
    .prepare();
});

/** The vacations of those who sit at a table. */
export const vacationsIn = (db: Db, match: number): Promise<Vacation[]> => reading(db).all({ match });

/** Whether `vacationsIn` would find any; inside a query that says which match by the placeholder `id`. */
export const anyVacation = (db: Db, id: Placeholder): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(seats)
      .innerJoin(vacations, eq(vacations.player, seats.player))
      .where(eq(seats.match, id)),
  );

const reading = prepared((db) =>
  db
    .select({ player: vacations.player, from: vacations.from, to: vacations.to })
    .from(seats)
    .innerJoin(vacations, eq(vacations.player, seats.player))
    .where(eq(seats.match, sql.placeholder('match')))
    .prepare(),
);

/** The vacations of some people that are not over at `from`. */
export const vacationsSince = (store: Store, players: readonly string[], from: number): Promise<Vacation[]> =>
  store.read(async (db) =>
    db
      .select()
      .from(vacations)
      .where(and(inArray(vacations.player, [...players]), gt(vacations.to, from)))
      .all(),
  );

/**
 * A player who was met before is on vacation from `at` until `to`; the one that they are on, if there is one, ends then
 * instead. With `to` at or before `at` it is over.
 */
export async function rest(store: Store, player: string, at: number, to: number): Promise<void> {
  await store.write(`player:${player}`, async (db) => {
    const present = await vacationIn(db, player, at);
    const from = present?.from ?? at;
    const mine = and(eq(vacations.player, player), eq(vacations.from, from));
    await db.delete(vacations).where(mine).run();
    const end = Math.max(to, at);
    if (end > from) await db.insert(vacations).values({ player, from, to: end }).run();
  });
}

/**
 * Has the tables of the running matches in which a player sits brought up to date, and what is due there looked at anew;
 * resolves with the matches.
 */
export async function touchTables(store: Store, player: string, at: number): Promise<number[]> {
  return store.write(`player:${player}`, async (db) => {
    const found = await db
      .select({ id: matches.id, seat: seats.seat })
      .from(seats)
      .innerJoin(matches, eq(matches.id, seats.match))
      .where(and(eq(seats.player, player), eq(matches.status, 'running'), eq(matches.solo, false)))
      .all();
    for (const { id, seat } of found) {
      await db.update(matches).set(changed()).where(eq(matches.id, id)).run();
      await hasten(db, id, at, seat);
    }
    return found.map(({ id }) => id);
  });
}
