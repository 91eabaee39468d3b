import { and, eq, exists, gte, isNotNull, or, sql } from 'drizzle-orm';
import { type Db, prepared } from './engine/types.ts';
import { former, matches, seats } from './schema.ts';
import { entries, ratings, strengths } from './scores.ts';
import { putRating, type RatingRow, ratingOf } from './tallies.ts';

/**
 * How strong people are as others are rated against them: of those who are known, their ratings; of others what was
 * known of them last, as long as a match that they sat in is not rated. Each is one step of a larger transaction.
 */

export type Strength = Pick<RatingRow, 'mu' | 'sigma' | 'games'>;

const { placeholder } = sql;

const statements = prepared((db) => ({
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
  // By the index: without a condition the table would be scanned.
  some: db
    .select({ player: strengths.player })
    .from(strengths)
    .where(gte(strengths.player, ''))
    .limit(1)
    .prepare(),
}));

export const strengthOf = async (
  db: Db,
  game: string,
  scope: string,
  { player, gone }: { readonly player: string; readonly gone: boolean },
): Promise<Strength | undefined> =>
  gone ? await statements(db).one.get({ game, scope, player }) : await ratingOf(db, game, scope, player);

export async function putStrength(db: Db, row: RatingRow, gone: boolean): Promise<void> {
  if (!gone) {
    await putRating(db, row);
    return;
  }
  const { shown: _, ...values } = row;
  const { mu, sigma, games } = values;
  await db
    .insert(strengths)
    .values(values)
    .onConflictDoUpdate({
      target: [strengths.player, strengths.game, strengths.scope],
      set: { mu, sigma, games },
    })
    .run();
}

/** Makes these all strengths that are kept. */
export async function putStrengths(db: Db, rows: readonly RatingRow[]): Promise<void> {
  await db.delete(strengths).run();
  for (const row of rows) await putStrength(db, row, true);
}

/** Keeps what was known of somebody's strength under the id that stands in their place. */
export async function keepStrength(db: Db, player: string, gone: string): Promise<void> {
  for (const { shown: _, ...row } of await db.select().from(ratings).where(eq(ratings.player, player)).all())
    await db
      .insert(strengths)
      .values({ ...row, player: gone })
      .run();
  await dropStrengths(db);
}

/** Whether any are kept at all. */
export const anyStrengths = async (db: Db): Promise<boolean> =>
  (await statements(db).some.get()) !== undefined;

/** Forgets the strengths for which no match waits any more. */
export async function dropStrengths(db: Db): Promise<void> {
  if (!(await anyStrengths(db))) return;

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
  await db
    .delete(strengths)
    .where(sql`NOT (${or(...sits)})`)
    .run();
}
