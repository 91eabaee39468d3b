import { and, asc, eq, gt, isNotNull, like, lt, sql } from 'drizzle-orm';
import type { Store } from './open.ts';
import { GONE } from './players.ts';
import { prepared } from './prepared.ts';
import { matches, results } from './schema.ts';
import { daily, ratings, streaks, tallies } from './standings.ts';

/**
 * The rows behind tables, streaks and ratings. Everything here is one step of a larger transaction (see `writing`):
 * what is counted and the mark that it was go together.
 */

export type TallyRow = typeof tallies.$inferSelect;
export type StreakRow = typeof streaks.$inferSelect;
export type RatingRow = typeof ratings.$inferSelect;

const { placeholder } = sql;

/** A match that has ended, as far as counting needs it. */
export type Ended = Pick<typeof matches.$inferSelect, 'id' | 'game' | 'guild' | 'day' | 'solo' | 'ended'>;

const ended = {
  id: matches.id,
  game: matches.game,
  guild: matches.guild,
  day: matches.day,
  solo: matches.solo,
  ended: matches.ended,
};

// The terms of a partial index stand literally in the statement: a bound value would not find it.
const UNRATED = sql`rated = 0`;
const UNTALLIED = sql`tallied = 0 AND score IS NOT NULL`;

const statements = prepared(({ db }) => ({
  next: db
    .select(ended)
    .from(matches)
    .where(and(UNRATED, isNotNull(matches.ended)))
    .orderBy(asc(matches.ended))
    .limit(1)
    .prepare(),
  after: db
    .select(ended)
    .from(matches)
    .where(gt(matches.ended, placeholder('ended')))
    .orderBy(asc(matches.ended))
    .limit(1000)
    .prepare(),
  results: db
    .select({ player: results.player, rank: results.rank, people: results.people, at: results.at })
    .from(results)
    .where(eq(results.match, placeholder('match')))
    .orderBy(asc(results.seat))
    .prepare(),
  untallied: db
    .select({ game: daily.game, day: daily.day, player: daily.player })
    .from(daily)
    .where(and(UNTALLIED, lt(daily.day, placeholder('today'))))
    .orderBy(asc(daily.day))
    .limit(placeholder('limit'))
    .prepare(),
  tables: db
    .select({ at: results.at, score: results.score, rank: results.rank })
    .from(results)
    .where(
      and(
        eq(results.player, placeholder('player')),
        eq(results.game, placeholder('game')),
        eq(results.kind, 'table'),
        gt(results.people, 1),
      ),
    )
    .prepare(),
  dailies: db
    .select({ day: daily.day, score: daily.score })
    .from(daily)
    .where(
      and(
        eq(daily.player, placeholder('player')),
        eq(daily.game, placeholder('game')),
        eq(daily.tallied, true),
      ),
    )
    .prepare(),
  rating: db
    .select()
    .from(ratings)
    .where(
      and(
        eq(ratings.game, placeholder('game')),
        eq(ratings.scope, placeholder('scope')),
        eq(ratings.player, placeholder('player')),
      ),
    )
    .prepare(),
}));

/** The oldest ended match that is not counted yet. */
export const nextUncounted = (store: Store): Ended | undefined => statements(store).next.get();

/** Up to a thousand ended matches after one, in the order in which they ended. */
export const endedAfter = (store: Store, after: number): Ended[] =>
  statements(store).after.all({ ended: after });

export function markCounted(store: Store, match: number): void {
  store.db.update(matches).set({ rated: true }).where(eq(matches.id, match)).run();
}

/** Who sat in a match at its end, by seat; null where nobody did, or nobody who is still known. */
export const holdersOf = (
  store: Store,
  match: number,
): { player: string | null; rank: number; people: number; at: number }[] =>
  statements(store).results.all({ match });

/** Dailies of days before `today` that have ended and are in no tally yet. */
export const untalliedBefore = (
  store: Store,
  today: number,
  limit: number,
): { game: string; day: number; player: string }[] => statements(store).untallied.all({ today, limit });

export function markTallied(store: Store, game: string, day: number, player: string): void {
  store.db
    .update(daily)
    .set({ tallied: true })
    .where(and(eq(daily.game, game), eq(daily.day, day), eq(daily.player, player)))
    .run();
}

/** A player's games in company: those with at least two seats. */
export const tablesOf = (
  store: Store,
  game: string,
  player: string,
): { at: number; score: number; rank: number }[] => statements(store).tables.all({ game, player });

/** A player's dailies that count in tallies. */
export const talliedOf = (store: Store, game: string, player: string): { day: number; score: number }[] =>
  statements(store)
    .dailies.all({ game, player })
    .map(({ day, score }) => ({ day, score: score ?? 0 }));

export function putTally(store: Store, row: TallyRow): void {
  const { game: _game, period: _period, player: _player, ...figures } = row;
  store.db
    .insert(tallies)
    .values(row)
    .onConflictDoUpdate({ target: [tallies.game, tallies.period, tallies.player], set: figures })
    .run();
}

export function putStreak(store: Store, row: StreakRow): void {
  const { length, longest, last } = row;
  store.db
    .insert(streaks)
    .values(row)
    .onConflictDoUpdate({ target: [streaks.game, streaks.player], set: { length, longest, last } })
    .run();
}

export const ratingOf = (store: Store, game: string, scope: string, player: string): RatingRow | undefined =>
  statements(store).rating.get({ game, scope, player });

export function putRating(store: Store, row: RatingRow): void {
  const { mu, sigma, shown, games } = row;
  store.db
    .insert(ratings)
    .values(row)
    .onConflictDoUpdate({
      target: [ratings.game, ratings.scope, ratings.player],
      set: { mu, sigma, shown, games },
    })
    .run();
}

/** Takes everything that was counted back. */
export function emptyStandings(store: Store): void {
  for (const table of [tallies, streaks, ratings]) store.db.delete(table).run();
  store.db.update(daily).set({ tallied: false }).run();
  store.db.update(matches).set({ rated: false }).where(isNotNull(matches.ended)).run();
}

/** Marks every ended match, and every daily that ended on a day before `today`, as counted. */
export function markAllCounted(store: Store, today: number): void {
  store.db.update(matches).set({ rated: true }).where(isNotNull(matches.ended)).run();
  store.db
    .update(daily)
    .set({ tallied: true })
    .where(and(UNTALLIED, lt(daily.day, today)))
    .run();
}

/** Everybody for whom anything counts, by game. */
export function everybody(store: Store): { game: string; player: string }[] {
  const sitting = store.db
    .selectDistinct({ game: results.game, player: sql<string>`${results.player}` })
    .from(results)
    .where(isNotNull(results.player));
  const running = store.db
    .selectDistinct({ game: daily.game, player: sql<string>`${daily.player}` })
    .from(daily);
  return sitting.union(running).all();
}

/** Nothing is kept in the name of those who are not to be known any more. */
export function dropGone(store: Store): void {
  for (const table of [tallies, streaks, ratings])
    store.db
      .delete(table)
      .where(like(table.player, `${GONE}%`))
      .run();
}
