import { and, asc, eq, gt, gte, isNotNull, lt, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { type Db, prepared } from './engine/types.ts';
import { foldedEntries } from './folded.ts';
import type { EntryRow } from './rows.ts';
import { matches, players, results } from './schema.ts';
import { daily, entries, ratings, streaks, tallies } from './scores.ts';

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
    .limit(100)
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
  tallyDown: db
    .update(daily)
    .set({ tallied: false })
    .where(
      and(
        eq(daily.player, placeholder('player')),
        eq(daily.game, placeholder('game')),
        gte(daily.day, placeholder('open')),
      ),
    )
    .prepare(),
  people: db
    .select({ id: players.id })
    .from(players)
    .where(and(gt(players.id, placeholder('last')), eq(players.gone, false)))
    .orderBy(asc(players.id))
    .limit(placeholder('limit'))
    .prepare(),
  played: db
    .select({ game: results.game })
    .from(results)
    .where(eq(results.player, placeholder('player')))
    .union(
      db
        .select({ game: daily.game })
        .from(daily)
        .where(eq(daily.player, placeholder('player'))),
    )
    .prepare(),
  countedIn: db
    .select({ game: tallies.game })
    .from(tallies)
    .where(eq(tallies.player, placeholder('player')))
    .union(
      db
        .select({ game: streaks.game })
        .from(streaks)
        .where(eq(streaks.player, placeholder('player'))),
    )
    .prepare(),
  dropStreak: db
    .delete(streaks)
    .where(and(eq(streaks.game, placeholder('game')), eq(streaks.player, placeholder('player'))))
    .prepare(),
  dropRating: db
    .delete(ratings)
    .where(
      and(
        eq(ratings.game, placeholder('game')),
        eq(ratings.scope, placeholder('scope')),
        eq(ratings.player, placeholder('player')),
      ),
    )
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

/** Up to a hundred ended matches after one, in the order in which they ended. */
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

/** Drops a player's tallies, and marks their ended dailies of days before `open`, and no others, as in them. */
export async function renewTallies(db: Db, game: string, player: string, open: number): Promise<void> {
  await statements(db).drop.run({ game, player });
  await statements(db).tallyDown.run({ game, player, open });
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

/** Makes these all ratings that there are; what is right already stays as it is. */
export async function putRatings(db: Db, rows: readonly RatingRow[]): Promise<void> {
  const keyOf = ({ game, scope, player }: RatingRow): string => [game, scope, player].join('\n');
  const wanted = new Map(rows.map((row) => [keyOf(row), row]));
  for (const row of await db.select().from(ratings).all()) {
    const now = wanted.get(keyOf(row));
    if (!now) await statements(db).dropRating.run({ ...row });
    else if (
      now.mu === row.mu &&
      now.sigma === row.sigma &&
      now.games === row.games &&
      now.shown === row.shown
    )
      wanted.delete(keyOf(row));
  }
  for (const row of wanted.values()) await putRating(db, row);
}

/** Marks every ended match, and every ended daily of a day before `open`, as counted. */
export async function markAllCounted(db: Db, open: number): Promise<void> {
  await db
    .update(matches)
    .set({ rated: true })
    .where(and(UNRATED, isNotNull(matches.ended)))
    .run();
  await db
    .update(daily)
    .set({ tallied: true })
    .where(and(UNTALLIED, lt(daily.day, open)))
    .run();
}

/** How many people there are who are not to be known any more. */
export const goneIn = (db: Db): Promise<number> => db.$count(players, eq(players.gone, true));

/** Up to so many people who are still to be known, in the order of their ids. */
export const playersAfter = async (db: Db, last: string, limit: number): Promise<string[]> =>
  (await statements(db).people.all({ last, limit })).map(({ id }) => id);

/** The games that something is counted of for a player. `plays`: there are results of theirs, or dailies. */
export async function gamesOf(db: Db, player: string): Promise<{ game: string; plays: boolean }[]> {
  const played = await statements(db).played.all({ player });
  const counted = await statements(db).countedIn.all({ player });
  const plays = new Set(played.map(({ game }) => game));
  return [...new Set([...played, ...counted].map(({ game }) => game))].map((game) => ({
    game,
    plays: plays.has(game),
  }));
}

export const dropStreak = (db: Db, game: string, player: string): Promise<unknown> =>
  statements(db).dropStreak.run({ game, player });
