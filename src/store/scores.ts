import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { matches, ON_TIMEOUT, players, THEMES } from './schema.ts';

/** What is kept of finished games beside the games: the daily, tables, ratings, servers. */

/** A run of the daily is open, finished, closed as it stood, or was put aside when its day closed and counts for nothing. */
export const RUNS = ['open', 'finished', 'unfinished', 'aside'] as const;

/** The run of a person on a day; the key makes it the first and only one. */
export const daily = sqliteTable(
  'daily',
  {
    game: text().notNull(),
    day: integer().notNull(),
    player: text()
      .notNull()
      .references(() => players.id),
    match: integer()
      .notNull()
      .references(() => matches.id),
    state: text({ enum: RUNS }).notNull(),
    /** Null while it is open. */
    score: integer(),
    /** Of equal scores the higher goes first (see `Game.tie`). */
    tie: integer().notNull().default(0),
    /** Whether the tallies hold it; they take a day's runs in when the day is closed. */
    tallied: integer({ mode: 'boolean' }).notNull().default(false),
    at: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.game, t.day, t.player] }),
    uniqueIndex('daily_match').on(t.match),
    index('daily_table').on(t.game, t.day, t.score, t.tie, t.player),
    index('daily_player').on(t.player, t.game, t.day),
    index('daily_open').on(t.state, t.day),
    index('daily_untallied').on(t.day).where(sql`tallied = 0 AND score IS NOT NULL`),
  ],
);

/** The map of each day, written when anybody first needs that day and never changed. */
export const days = sqliteTable(
  'days',
  {
    game: text().notNull(),
    day: integer().notNull(),
    map: text().notNull(),
    /** Whether its par stands among the pars. */
    hasPar: integer('has_par', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.game, t.day] }),
    index('days_without_par').on(t.game, t.day).where(sql`has_par = 0`),
  ],
);

/** What the cards of a day, or of a game that somebody played alone, are worth; see `match/par.ts`. */
export const pars = sqliteTable('pars', {
  /** "day metrox 12" or "match 345". */
  cards: text().primaryKey(),
  par: integer().notNull(),
  best: integer().notNull(),
  /** Codes of the choices with which the best score was found, with spaces between. */
  moves: text().notNull(),
});

/** Days of which the bot was away for long: they break no streak and add none, whoever played. */
export const excused = sqliteTable('excused', {
  day: integer().primaryKey(),
});

/** Figures of a player in a period (see `periodsAt`), made anew from the results whenever one is added. */
export const tallies = sqliteTable(
  'tallies',
  {
    game: text().notNull(),
    period: text().notNull(),
    player: text()
      .notNull()
      .references(() => players.id),
    /** Dailies of its days; below zero: all rows of the player are to be made anew. */
    dailies: integer().notNull(),
    /** What the best of them come to (see `pointsOf`); null where that is nothing yet. */
    points: integer(),
    /** Games in company, and how many of them were won (shared wins count); null without one. */
    games: integer().notNull(),
    wins: integer(),
    /** Best score of all of them. */
    best: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.game, t.period, t.player] }),
    index('tallies_points').on(t.game, t.period, t.points, t.player),
    index('tallies_wins').on(t.game, t.period, t.wins, t.player),
    index('tallies_best').on(t.game, t.period, t.best, t.player),
    index('tallies_player').on(t.player),
    index('tallies_stale').on(t.game, t.player).where(sql`dailies < 0`),
  ],
);

/** Days in a row, made anew from the dailies whenever one ends. */
export const streaks = sqliteTable(
  'streaks',
  {
    game: text().notNull(),
    player: text()
      .notNull()
      .references(() => players.id),
    length: integer().notNull(),
    longest: integer().notNull(),
    /** Newest finished day; `length` days end on it. */
    last: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.game, t.player] }),
    index('streaks_length').on(t.game, t.length, t.player, t.last),
    index('streaks_player').on(t.player),
  ],
);

/** Ratings; the scope is a server's id, or empty for the world. */
export const ratings = sqliteTable(
  'ratings',
  {
    game: text().notNull(),
    scope: text().notNull(),
    player: text()
      .notNull()
      .references(() => players.id),
    mu: real().notNull(),
    sigma: real().notNull(),
    /** What tables show, in points. */
    shown: integer().notNull(),
    games: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.game, t.scope, t.player] }),
    index('ratings_shown').on(t.game, t.scope, t.shown, t.player, t.games),
    index('ratings_player').on(t.player),
  ],
);

/** Whom a finished game is rated for: one a seat, worked out when it ends (see `match/entries.ts`). */
export const entries = sqliteTable(
  'entries',
  {
    match: integer()
      .notNull()
      .references(() => matches.id),
    seat: integer().notNull(),
    player: text()
      .notNull()
      .references(() => players.id),
    /** At which the seat counts for the others: lower is better, equal is a tie; outside of a game it has no meaning. */
    place: integer().notNull(),
    /** At which it counts for its player; null: not at all. */
    own: integer(),
  },
  (t) => [primaryKey({ columns: [t.match, t.seat] }), index('entries_player').on(t.player)],
);

/**
 * How strong somebody was who is not to be known any more, by the id that stands in their place: until the games that
 * they sat in are rated for the others. They are apart from the ratings, so that no list shows them.
 */
export const strengths = sqliteTable(
  'strengths',
  {
    game: text().notNull(),
    scope: text().notNull(),
    player: text().notNull(),
    mu: real().notNull(),
    sigma: real().notNull(),
    games: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.player, t.game, t.scope] })],
);

/** Servers the bot was in, and what their admins chose. */
export const guilds = sqliteTable('guilds', {
  id: text().primaryKey(),
  /** Where the daily is announced, and who chose it when. */
  dailyChannel: text('daily_channel'),
  /** Channels in which tables may be opened, and roles whose members may open them; empty: all. */
  channels: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
  roles: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
  /** What a new table is like when nothing else is said. */
  limit: integer().notNull().default(0),
  onTimeout: text('late', { enum: ON_TIMEOUT }).notNull().default('clock'),
  thread: integer({ mode: 'boolean' }).notNull().default(true),
  /** So many tables that nobody has started yet may one person have open here. */
  lobbies: integer().notNull().default(3),
  /** How public messages look; null: as the bot chooses. */
  theme: text({ enum: THEMES }),
  /** Null: as Discord tells. */
  locale: text(),
  /** The language that the server has in Discord, as it told last. */
  discordLocale: text('discord_locale'),
  changedBy: text('changed_by'),
  changedAt: integer('changed_at'),
  /** Newest day that was announced. */
  announced: integer().notNull().default(0),
  /** Code of Discord's refusal of that message; it is not tried again on that day. */
  discordError: text('trouble'),
  /** When the bot was removed; thirty days later its data goes. */
  goneAt: integer('gone_at'),
});

/** Players who have used the bot in a server: what "here" means. */
export const members = sqliteTable(
  'members',
  {
    guild: text().notNull(),
    player: text()
      .notNull()
      .references(() => players.id),
    /** What they go by there; null while it is not known. It is shown nowhere else. */
    name: text(),
  },
  (t) => [primaryKey({ columns: [t.guild, t.player] }), index('members_player').on(t.player)],
);
