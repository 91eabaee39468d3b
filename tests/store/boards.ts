import { type Asked, leaderboard } from '../../src/daily/leaderboard.ts';
import type { Store } from '../../src/store/open.ts';
import { ratings, streaks, tallies } from '../../src/store/scores.ts';
import { GAME, NOON, person } from '../daily/world.ts';

/** Rows that tables are made of, and tables as tests read them. */

/** What a function of a store takes beside it. */
export type Rest<F> = F extends (store: Store, ...rest: infer R) => unknown ? R : never;

export const ask = (store: Store, more: Partial<Asked> = {}) =>
  leaderboard(store, {
    game: GAME,
    guild: null,
    period: 'today',
    by: 'daily',
    page: 0,
    asker: 'nobody',
    at: NOON,
    ...more,
  });

export async function putTally(
  store: Store,
  n: number,
  period: string,
  figures: Partial<typeof tallies.$inferInsert>,
): Promise<void> {
  await store.write('meta', (db) =>
    db
      .insert(tallies)
      .values({ game: GAME, period, player: person(n), dailies: 0, games: 0, ...figures })
      .run(),
  );
}

export const putRating = async (
  store: Store,
  n: number,
  scope: string,
  shown: number,
  games = 10,
): Promise<void> =>
  void (await store.write('meta', (db) =>
    db
      .insert(ratings)
      .values({ game: GAME, scope, player: person(n), mu: 25, sigma: 8, shown, games })
      .run(),
  ));

export const putStreak = async (store: Store, n: number, length: number, last: number): Promise<void> =>
  void (await store.write('meta', (db) =>
    db
      .insert(streaks)
      .values({ game: GAME, player: person(n), length, longest: length, last })
      .run(),
  ));

export const told = (board: Awaited<ReturnType<typeof ask>>) =>
  board.rows.map(({ rank, player, value }) => [rank, player, value]);
