import { and, asc, eq, gt, isNotNull, lt, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { type Db, prepared } from './engine/types.ts';
import { foldedEntries } from './folded.ts';
import type { EntryRow } from './rows.ts';
import { matches, players, results } from './schema.ts';
import { daily, entries, ratings, streaks, strengths, tallies } from './scores.ts';

/**
 * The rows behind tables, streaks and ratings. Everything here is one step of a larger transaction (see `Store.write`):
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
const STALE = sql`dailies < 0`;

/** Placeholders for the columns of a table, by name. */
const slots = <K extends string>(...names: readonly K[]): Record<K, Placeholder> =>
  Object.fromEntries(names.map((name): [string, Placeholder] => [name, placeholder(name)])) as Record<
    K,
    Placeholder
  >;

/** What the row that could not be inserted would have held. */
const excluded = (column: string): SQL => sql.raw(`excluded.${column}`);

const statements = prepared((db) => ({
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
    .select({
      player: results.player,
      at: results.at,
    })
    .from(results)
    .where(eq(results.match, placeholder('match')))
    .orderBy(asc(results.seat))
    .prepare(),
  entries: db
    .select({ player: entries.player, place: entries.place, own: entries.own, gone: players.gone })
    .from(entries)
    .innerJoin(players, eq(players.id, entries.player))
    .where(eq(entries.match, placeholder('match')))
    .orderBy(asc(entries.seat))
    .prepare(),
  untallied: db
    .select({ game: daily.game, day: daily.day, player: daily.player, gone: players.gone })
    .from(daily)
    .innerJoin(players, eq(players.id, daily.player))
    .where(and(UNTALLIED, lt(daily.day, placeholder('open'))))
    .orderBy(asc(daily.day))
    .limit(placeholder('limit'))
    .prepare(),
  stale: db
    .selectDistinct({ player: tallies.player })
    .from(tallies)
    .where(and(STALE, eq(tallies.game, placeholder('game'))))
    .limit(placeholder('limit'))
    .prepare(),
  drop: db
    .delete(tallies)
    .where(and(eq(tallies.game, placeholder('game')), eq(tallies.player, placeholder('player'))))
    .prepare(),
  tallyUp: db
    .update(daily)
    .set({ tallied: true })
    .where(
      and(
        eq(daily.player, placeholder('player')),
        eq(daily.game, placeholder('game')),
        lt(daily.day, placeholder('open')),
        isNotNull(daily.score),
      ),
    )
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
  counted: db
    .update(matches)
    .set({ rated: true })
    .where(eq(matches.id, placeholder('match')))
    .prepare(),
  tallied: db
    .update(daily)
    .set({ tallied: true })
    .where(
      and(
        eq(daily.game, placeholder('game')),
        eq(daily.day, placeholder('day')),
        eq(daily.player, placeholder('player')),
      ),
    )
    .prepare(),
  putTally: db
    .insert(tallies)
    .values(slots('game', 'period', 'player', 'dailies', 'points', 'games', 'wins', 'best'))
    .onConflictDoUpdate({
      target: [tallies.game, tallies.period, tallies.player],
      set: {
        dailies: excluded('dailies'),
        points: excluded('points'),
        games: excluded('games'),
        wins: excluded('wins'),
        best: excluded('best'),
      },
    })
    .prepare(),
  putStreak: db
    .insert(streaks)
    .values(slots('game', 'player', 'length', 'longest', 'last'))
    .onConflictDoUpdate({
      target: [streaks.game, streaks.player],
      set: { length: excluded('length'), longest: excluded('longest'), last: excluded('last') },
    })
    .prepare(),
  putRating: db
    .insert(ratings)
    .values(slots('game', 'scope', 'player', 'mu', 'sigma', 'shown', 'games'))
    .onConflictDoUpdate({
      target: [ratings.game, ratings.scope, ratings.player],
      set: {
        mu: excluded('mu'),
        sigma: excluded('sigma'),
        shown: excluded('shown'),
        games: excluded('games'),
      },
    })
    .prepare(),
}));

/** The oldest ended match that is not counted yet. */
export const nextUncounted = (db: Db): Promise<Ended | undefined> => statements(db).next.get();

/** Up to a thousand ended matches after one, in the order in which they ended. */
export const endedAfter = (db: Db, after: number): Promise<Ended[]> =>
  statements(db).after.all({ ended: after });

export const markCounted = (db: Db, match: number): Promise<unknown> => statements(db).counted.run({ match });

/** Whose results those of a match are, by seat; null where nobody's, or nobody's who is still known. */
export const holdersOf = (db: Db, match: number): Promise<{ player: string | null; at: number }[]> =>
  statements(db).results.all({ match });

/** For whom a match is rated, in the order of seats. `gone`: their data was deleted since. */
export async function entriesIn(
  db: Db,
  match: number,
): Promise<(Pick<EntryRow, 'player' | 'place' | 'own'> & { gone: boolean })[]> {
  const rows = await statements(db).entries.all({ match });
  return rows.length > 0 ? rows : foldedEntries(db, match);
}

/** Dailies of days before `open` that have ended and are in no tally yet. */
export const untalliedBefore = (
  db: Db,
  open: number,
  limit: number,
): Promise<{ game: string; day: number; player: string; gone: boolean }[]> =>
  statements(db).untallied.all({ open, limit });

/** People whose tallies of a game are all to be made anew. */
export const staleTallies = async (db: Db, game: string, limit: number): Promise<string[]> =>
  (await statements(db).stale.all({ game, limit })).map(({ player }) => player);

/** Drops a player's tallies, and marks their ended dailies of days before `open` as in them. */
export async function renewTallies(db: Db, game: string, player: string, open: number): Promise<void> {
  await statements(db).drop.run({ game, player });
  await statements(db).tallyUp.run({ game, player, open });
}

export const markTallied = (db: Db, game: string, day: number, player: string): Promise<unknown> =>
  statements(db).tallied.run({ game, day, player });

/** A player's games in company: those with at least two seats. */
export const tablesOf = (
  db: Db,
  game: string,
  player: string,
): Promise<{ at: number; score: number; rank: number }[]> => statements(db).tables.all({ game, player });

/** A player's dailies that count in tallies. */
export const talliedOf = async (
  db: Db,
  game: string,
  player: string,
): Promise<{ day: number; score: number }[]> =>
  (await statements(db).dailies.all({ game, player })).map(({ day, score }) => ({ day, score: score ?? 0 }));

export const putTally = (db: Db, row: TallyRow): Promise<unknown> => statements(db).putTally.run({ ...row });

export const putStreak = (db: Db, row: StreakRow): Promise<unknown> =>
  statements(db).putStreak.run({ ...row });

export const ratingOf = (
  db: Db,
  game: string,
  scope: string,
  player: string,
): Promise<RatingRow | undefined> => statements(db).rating.get({ game, scope, player });

export const putRating = (db: Db, row: RatingRow): Promise<unknown> =>
  statements(db).putRating.run({ ...row });

/** Takes everything that was counted back. */
export async function emptyStandings(db: Db): Promise<void> {
  for (const table of [tallies, streaks, ratings, strengths]) await db.delete(table).run();
  await db.update(daily).set({ tallied: false }).run();
  await db.update(matches).set({ rated: false }).where(isNotNull(matches.ended)).run();
}

/** Marks every ended match, and every ended daily of a day before `open`, as counted. */
export async function markAllCounted(db: Db, open: number): Promise<void> {
  await db.update(matches).set({ rated: true }).where(isNotNull(matches.ended)).run();
  await db
    .update(daily)
    .set({ tallied: true })
    .where(and(UNTALLIED, lt(daily.day, open)))
    .run();
}

/** Everybody for whom anything counts, by game. */
export async function everybody(db: Db): Promise<{ game: string; player: string }[]> {
  const sitting = db
    .selectDistinct({ game: results.game, player: sql<string>`${results.player}` })
    .from(results)
    .where(isNotNull(results.player));
  const running = db
    .selectDistinct({ game: daily.game, player: sql<string>`${daily.player}` })
    .from(daily)
    .innerJoin(players, eq(players.id, daily.player))
    .where(eq(players.gone, false));
  return sitting.union(running).all();
}
