import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** Life of a match: `lobby` → `running` → `over`, or `closed` when a lobby was cancelled. */
export const STATUSES = ['lobby', 'running', 'over', 'closed'] as const;
export type Status = (typeof STATUSES)[number];

/** What a result counts for: a game in company, nothing, or the daily. */
export const KINDS = ['table', 'practice', 'daily'] as const;
export type Kind = (typeof KINDS)[number];

/** Who made an action happen. */
export const MAKERS = ['player', 'bot', 'clock', 'host'] as const;
export type Maker = (typeof MAKERS)[number];

export const matches = sqliteTable(
  'matches',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    game: text().notNull(),
    map: text().notNull(),
    options: text({ mode: 'json' }).$type<Record<string, string>>().notNull(),
    rules: integer().notNull(),
    /** Never shown before the end. */
    seed: text().notNull(),
    status: text({ enum: STATUSES }).notNull(),
    /** Practice belongs to one person and has no public table. */
    solo: integer({ mode: 'boolean' }).notNull(),
    guild: text(),
    /** Where it was opened. */
    channel: text(),
    host: text().notNull(),
    /** Seats the lobby offers. */
    capacity: integer().notNull(),
    thread: integer({ mode: 'boolean' }).notNull(),
    /** Rises with every change that anybody can see; a table message is behind when it shows an older one. */
    revision: integer().notNull().default(0),
    turn: integer().notNull().default(0),
    toAct: text('to_act', { mode: 'json' }).$type<number[]>().notNull(),
    /** The interaction that opened it, so that one delivered twice opens one. */
    origin: text(),
    rematchOf: integer('rematch_of'),
    /** Number of the day whose challenge it is; see `daily`. */
    day: integer(),
    createdAt: integer('created_at').notNull(),
    startedAt: integer('started_at'),
    turnAt: integer('turn_at'),
    endedAt: integer('ended_at'),
    /** Finished matches in the order they were finished; ratings are worked out in it. */
    ended: integer(),
    rated: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    uniqueIndex('matches_origin').on(t.origin),
    uniqueIndex('matches_rematch_of').on(t.rematchOf),
    uniqueIndex('matches_ended').on(t.ended),
    index('matches_status').on(t.status),
    index('matches_guild').on(t.guild),
    index('matches_host').on(t.host),
    index('matches_unrated').on(t.ended).where(sql`rated = 0`),
  ],
);

export const seats = sqliteTable(
  'seats',
  {
    match: integer()
      .notNull()
      .references(() => matches.id),
    seat: integer().notNull(),
    player: text()
      .notNull()
      .references(() => players.id),
    since: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.match, t.seat] }),
    uniqueIndex('seats_match_player').on(t.match, t.player),
    index('seats_player').on(t.player),
  ],
);

/** The log. Rows are only ever appended. */
export const actions = sqliteTable(
  'actions',
  {
    match: integer()
      .notNull()
      .references(() => matches.id),
    seq: integer().notNull(),
    seat: integer().notNull(),
    code: text().notNull(),
    by: text({ enum: MAKERS }).notNull(),
    user: text(),
    at: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.match, t.seq] }), index('actions_user').on(t.user)],
);

/**
 * A message that an earlier phase left behind, still to be shrunk or deleted. Without `message` it may have been
 * posted or not: whoever posted it died, or had no answer, before it could be told.
 */
export interface OldMessage {
  readonly message: string | null;
  readonly phase: string;
}

/** What of a match stands in its channel. */
export const tables = sqliteTable('tables', {
  match: integer()
    .primaryKey()
    .references(() => matches.id),
  lobbyChannel: text('lobby_channel').notNull(),
  lobbyMessage: text('lobby_message'),
  /** True once the lobby's message says how it went on. */
  lobbyDone: integer('lobby_done', { mode: 'boolean' }).notNull().default(false),
  /** Where the rounds are posted: the thread, or the channel; null until that is settled. */
  channel: text(),
  message: text(),
  /** Phase that `message` shows, such as "7.round". */
  phase: text(),
  old: text({ mode: 'json' }).$type<OldMessage[]>().notNull(),
  /** Revision that the messages show. */
  shown: integer().notNull().default(-1),
  /** Code of the last refusal by Discord, and when to try again. */
  trouble: text(),
  retryAt: integer('retry_at').notNull().default(0),
  holder: text(),
  leaseUntil: integer('lease_until').notNull().default(0),
});

export const results = sqliteTable(
  'results',
  {
    match: integer()
      .notNull()
      .references(() => matches.id),
    seat: integer().notNull(),
    player: text().references(() => players.id),
    score: integer().notNull(),
    rank: integer().notNull(),
    parts: text({ mode: 'json' }).$type<Record<string, number>>().notNull(),
    game: text().notNull(),
    map: text().notNull(),
    kind: text({ enum: KINDS }).notNull(),
    /** Seats at the table. */
    people: integer().notNull(),
    /** What the game counts beside points (see `Game.facts`). */
    facts: text({ mode: 'json' }).$type<Readonly<Record<string, number>>>(),
    at: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.match, t.seat] }),
    index('results_player').on(t.player, t.game, t.kind, t.at),
  ],
);

export const players = sqliteTable('players', {
  id: text().primaryKey(),
  name: text().notNull(),
  /** Solo: show what a choice does and ask before it counts. */
  asks: integer({ mode: 'boolean' }).notNull().default(true),
});

export const meta = sqliteTable('meta', {
  key: text().primaryKey(),
  value: text().notNull(),
});
