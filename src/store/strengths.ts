import { and, eq, exists, gte, isNotNull, or, sql } from 'drizzle-orm';
import type { Store } from './open.ts';
import { GONE, isGone } from './players.ts';
import { prepared } from './prepared.ts';
import { former, matches, seats } from './schema.ts';
import { entries, ratings, strengths } from './standings.ts';
import { putRating, type RatingRow, ratingOf } from './tallies.ts';

/**
 * How strong people are as others are rated against them: of those who are known, their ratings; of others what was
 * known of them last, as long as a match that they sat in is not rated. Each is one step of a larger transaction.
 */

export type Strength = Pick<RatingRow, 'mu' | 'sigma' | 'games'>;

const { placeholder } = sql;

const statements = prepared(({ db }) => ({
  one: db
    .select({ mu: strengths.mu, sigma: strengths.sigma, games: strengths.games })
    .from(strengths)
    .where(
      and(
        eq(strengths.player, placeholder('player')),
        eq(strengths.game, placeholder('game')),
        eq(strengths.scope, placeholder('scope')),
      ),
    )
    .prepare(),
  some: db
    .select({ player: strengths.player })
    .from(strengths)
    .where(gte(strengths.player, GONE))
    .limit(1)
    .prepare(),
}));

export const strengthOf = (
  store: Store,
  game: string,
  scope: string,
  player: string,
): Strength | undefined =>
  isGone(player) ? statements(store).one.get({ game, scope, player }) : ratingOf(store, game, scope, player);

export function putStrength(store: Store, row: RatingRow): void {
  if (!isGone(row.player)) {
    putRating(store, row);
    return;
  }
  const { shown: _, ...values } = row;
  const { mu, sigma, games } = values;
  store.db
    .insert(strengths)
    .values(values)
    .onConflictDoUpdate({
      target: [strengths.player, strengths.game, strengths.scope],
      set: { mu, sigma, games },
    })
    .run();
}

/** Keeps what was known of somebody's strength under the id that stands in their place. */
export function keepStrength(store: Store, player: string, gone: string): void {
  for (const { shown: _, ...row } of store.db.select().from(ratings).where(eq(ratings.player, player)).all())
    store.db
      .insert(strengths)
      .values({ ...row, player: gone })
      .run();
  dropStrengths(store);
}

/** Whether any are kept at all. */
export const anyStrengths = (store: Store): boolean => statements(store).some.get() !== undefined;

/** Forgets the strengths for which no match waits any more. */
export function dropStrengths(store: Store): void {
  if (!anyStrengths(store)) return;
  const { db } = store;
  const waits = and(
    eq(matches.game, strengths.game),
    or(eq(matches.status, 'running'), and(isNotNull(matches.ended), eq(matches.rated, false))),
  );
  const sits = [seats, former, entries].map((table) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(table)
        .innerJoin(matches, eq(matches.id, table.match))
        .where(and(eq(table.player, strengths.player), waits)),
    ),
  );
  db.delete(strengths)
    .where(sql`NOT (${or(...sits)})`)
    .run();
}
