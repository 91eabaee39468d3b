import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import { type Store, writing } from './open.ts';
import { prepared } from './prepared.ts';
import { hasten } from './projection.ts';
import type { Vacation } from './rows.ts';
import { matches, seats, vacations } from './schema.ts';

/** When players are on vacation: nothing pings them, and turns of half a day and more wait for them. */

/** The vacation that a player is on at a moment. */
export const vacationOf = (store: Store, player: string, at: number): Vacation | undefined =>
  restingOf(store, [player], at)[0];

/** The vacations that some people are on at a moment. */
export const restingOf = (store: Store, players: readonly string[], at: number): Vacation[] =>
  store.db
    .select()
    .from(vacations)
    .where(and(inArray(vacations.player, [...players]), lte(vacations.from, at), gt(vacations.to, at)))
    .all();

/** The vacations of those who sit at a table. */
export const vacationsIn = (store: Store, match: number): Vacation[] => reading(store).all({ match });

const reading = prepared(({ db }) =>
  db
    .select({ player: vacations.player, from: vacations.from, to: vacations.to })
    .from(seats)
    .innerJoin(vacations, eq(vacations.player, seats.player))
    .where(eq(seats.match, sql.placeholder('match')))
    .prepare(),
);

/** The vacations of some people that are not over at `from`. */
export const vacationsSince = (store: Store, players: readonly string[], from: number): Vacation[] =>
  store.db
    .select()
    .from(vacations)
    .where(and(inArray(vacations.player, [...players]), gt(vacations.to, from)))
    .all();

/**
 * A player who was met before is on vacation from `at` until `to`; the one that they are on, if there is one, ends then
 * instead. With `to` at or before `at` it is over.
 */
export async function rest(store: Store, player: string, at: number, to: number): Promise<void> {
  await writing(store, () => {
    const present = vacationOf(store, player, at);
    const from = present?.from ?? at;
    const mine = and(eq(vacations.player, player), eq(vacations.from, from));
    store.db.delete(vacations).where(mine).run();
    const end = Math.max(to, at);
    if (end > from) store.db.insert(vacations).values({ player, from, to: end }).run();
  });
}

/**
 * Has the tables of the running matches in which a player sits brought up to date, and what is due there looked at anew;
 * resolves with the matches.
 */
export async function touchTables(store: Store, player: string, at: number): Promise<number[]> {
  return writing(store, () => {
    const found = store.db
      .select({ id: matches.id, seat: seats.seat })
      .from(seats)
      .innerJoin(matches, eq(matches.id, seats.match))
      .where(and(eq(seats.player, player), eq(matches.status, 'running'), eq(matches.solo, false)))
      .all();
    for (const { id, seat } of found) {
      const behind = { revision: sql`${matches.revision} + 1` };
      store.db.update(matches).set(behind).where(eq(matches.id, id)).run();
      hasten(store, id, at, seat);
    }
    return found.map(({ id }) => id);
  });
}
