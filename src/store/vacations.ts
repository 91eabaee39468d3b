import { and, eq, gt, inArray, lte } from 'drizzle-orm';
import { type Store, writing } from './open.ts';
import { vacations } from './schema.ts';

/** When players are on vacation: nothing pings them, and turns of half a day and more wait for them. */

/** Of a player, in ms; `to` is not in it. */
export interface Vacation {
  readonly player: string;
  readonly from: number;
  readonly to: number;
}

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
