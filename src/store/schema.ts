import { sql } from 'drizzle-orm';
import {
  blob,
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { STRENGTHS } from '../games/strength.ts';

/** Life of a match: `lobby` → `running` → `over`, or `closed` when a lobby was cancelled. */
export const STATUSES = ['lobby', 'running', 'over', 'closed'] as const;
export type Status = (typeof STATUSES)[number];

/** How a seat is held: `away` and `left` are played by the clock, `kicked` is free, `dropped` is out of the game. */
export const STANDINGS = ['here', 'away', 'left', 'kicked', 'dropped'] as const;
export type Standing = (typeof STANDINGS)[number];

/** What happens to a seat whose time is up: the clock plays it, or it is struck. */
export const ON_TIMEOUT = ['clock', 'drop'] as const;
export type OnTimeout = (typeof ON_TIMEOUT)[number];

/**
 * Why a match ended before its game did. It counts for nobody, but for `shelved`: put away while somebody kept the others
 * waiting.
 */
export const VOIDS = ['agreed', 'moderator', 'slept', 'deserted', 'shelved'] as const;
export type Void = (typeof VOIDS)[number];

/** What a result counts for: a game in company, nothing, the daily, or a game in which computers played, too. */
export const KINDS = ['table', 'practice', 'daily', 'computers'] as const;
export type Kind = (typeof KINDS)[number];

/** How long a computer takes for its turn, where one plays after the other. */
export const PONDERS = ['none', 'seconds', 'minutes'] as const;
export type Ponders = (typeof PONDERS)[number];

export const THEMES = ['dark', 'light'] as const;

/**
 * What pings a player: each turn and both reminders of it, each turn and the last reminder, each turn, nothing but one
 * digest a day, nothing at all.
 */
export const PINGS = ['both', 'last', 'turns', 'digest', 'none'] as const;
export type Pings = (typeof PINGS)[number];

/** What a lobby's people agree to by sitting there. */
export interface Terms {
  readonly map: string;
  readonly options: Readonly<Record<string, string>>;
  readonly limit: number;
  readonly late: OnTimeout;
  readonly thread: boolean;
}

/** How a player stands in tables of the world, and wherever else people of no common server see them. */
export const LISTED = ['name', 'someone'] as const;
export type Listed = (typeof LISTED)[number];

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
    /** Begun from the tutorial: in its first rounds each choice comes with a hint. */
    guided: integer({ mode: 'boolean' }).notNull().default(false),
    /** Practice belongs to one person and has no public table. */
    solo: integer({ mode: 'boolean' }).notNull(),
    guild: text(),
    /** Where it was opened. */
    channel: text(),
    host: text().notNull(),
    /** Who opened it; the host may be another by now. */
    openedBy: text('opened_by'),
    /** Seats the lobby offers. */
    capacity: integer().notNull(),
    thread: integer({ mode: 'boolean' }).notNull(),
    /** Seconds a turn may take; 0: no limit. */
    limit: integer().notNull().default(0),
    onTimeout: text('late', { enum: ON_TIMEOUT }).notNull().default('clock'),
    /**
     * When the time of the present turn began to run; null without a limit or while nobody is waited for. When it is up
     * is worked out from it (see `deadlines.ts`).
     */
    timedAt: integer('timed_at'),
    ponders: text({ enum: PONDERS }).notNull().default('none'),
    paused: integer({ mode: 'boolean' }).notNull().default(false),
    /** When a person last did something here. */
    touchedAt: integer('touched_at').notNull().default(0),
    /** Set when it ended before its game did. */
    voided: text({ enum: VOIDS }),
    /** Rises with every change that anybody can see; a table message is behind when it shows an older one. */
    revision: integer().notNull().default(0),
    turn: integer().notNull().default(0),
    toAct: text('to_act', { mode: 'json' }).$type<number[]>().notNull(),
    /** The interaction that opened it, so that one delivered twice opens one. */
    origin: text(),
    rematchOf: integer('rematch_of'),
    /** A rematch: whether those who played before are called. */
    calls: integer({ mode: 'boolean' }).notNull().default(true),
    /** In a lobby: the terms before the host changed them with others there; null: there is nothing to ask. */
    terms: text({ mode: 'json' }).$type<Terms>(),
    /** Number of the day whose challenge it is; see `daily`. */
    day: integer(),
    createdAt: integer('created_at').notNull(),
    startedAt: integer('started_at'),
    /** When the present phase began: a round, a card to be turned, a pause. */
    turnAt: integer('turn_at'),
    endedAt: integer('ended_at'),
    /** Finished matches in the order they were finished; ratings are worked out in it. */
    ended: integer(),
    rated: integer({ mode: 'boolean' }).notNull().default(false),
    /** Since when it is put aside, because this program cannot carry its log out; null: it is not. */
    aside: integer(),
    /** It is over, its log is folded, and its messages stand as they should: nobody has to look at it (see `folding.ts`). */
    settled: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    index('matches_aside').on(t.id).where(sql`aside IS NOT NULL`),
    index('matches_unsettled').on(t.endedAt).where(sql`settled = 0`),
    uniqueIndex('matches_origin').on(t.origin).where(sql`origin IS NOT NULL`),
    uniqueIndex('matches_ended').on(t.ended),
    index('matches_status').on(t.status),
    index('matches_guild').on(t.guild),
    index('matches_host').on(t.host),
    index('matches_opened_by').on(t.openedBy, t.status),
    index('matches_unrated').on(t.ended).where(sql`rated = 0`),
  ],
);

/** What a button, or one entry of a menu, opened last; the key is a hash that says which button, and of nobody. */
export const opened = sqliteTable(
  'opened',
  {
    key: text().primaryKey(),
    match: integer()
      .notNull()
      .references(() => matches.id),
    /** When people were last called by it, in ms. */
    calledAt: integer('called_at'),
  },
  (t) => [index('opened_match').on(t.match)],
);

export const seats = sqliteTable(
  'seats',
  {
    match: integer()
      .notNull()
      .references(() => matches.id),
    seat: integer().notNull(),
    /** Null: a computer sits there. */
    player: text().references(() => players.id),
    /** How well that plays; null: a person sits there. */
    computer: text({ enum: STRENGTHS }),
    /** Which of the names that computers have it bears, from 0. */
    nick: integer(),
    since: integer().notNull(),
    state: text({ enum: STANDINGS }).notNull().default('here'),
    /** Its match was settled (see there), which is over for ever. */
    settled: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.match, t.seat] }),
    check('seats_holder', sql`(${t.player} IS NULL) <> (${t.computer} IS NULL)`),
    uniqueIndex('seats_player_match').on(t.player, t.match),
    index('seats_unsettled').on(t.player).where(sql`settled = 0`),
  ],
);

/** Who was taken off a lobby, and stays away from it and from its match. */
export const barred = sqliteTable(
  'barred',
  {
    match: integer()
      .notNull()
      .references(() => matches.id),
    player: text()
      .notNull()
      .references(() => players.id),
  },
  (t) => [primaryKey({ columns: [t.match, t.player] }), index('barred_player').on(t.player)],
);

/** Who held a seat before somebody else took it over. */
export const former = sqliteTable(
  'former',
  {
    match: integer()
      .notNull()
      .references(() => matches.id),
    /** Row of the log that says who came instead. */
    seq: integer().notNull(),
    seat: integer().notNull(),
    player: text()
      .notNull()
      .references(() => players.id),
    /** How they held it at the end. */
    state: text({ enum: STANDINGS }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.match, t.seq] }), index('former_player').on(t.player)],
);

/** The log of a match that was not folded yet. Rows are only ever appended. */
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

/** The logs of matches that have ended, each as one blob (see `packed.ts`). */
export const folded = sqliteTable('folded', {
  match: integer()
    .primaryKey()
    .references(() => matches.id),
  log: blob({ mode: 'buffer' }).notNull(),
});

/** Who made a row of a folded log without ever holding a seat there, as those may who manage a server. */
export const bystanders = sqliteTable(
  'bystanders',
  {
    match: integer()
      .notNull()
      .references(() => matches.id),
    seq: integer().notNull(),
    user: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.match, t.seq] }), index('bystanders_user').on(t.user)],
);

/** Where the table of a match stands; its messages are rows of their own. */
export const tables = sqliteTable(
  'tables',
  {
    match: integer()
      .primaryKey()
      .references(() => matches.id),
    /** Where its lobby was opened. */
    lobbyChannel: text('lobby_channel').notNull(),
    /** Where the rounds are posted: its thread, or a channel; null until that is settled. */
    channel: text(),
    /** The thread of its own, which bears the id of the lobby's message; null where there is none. */
    thread: text(),
    /** True once that thread was put away, after the end or after the table has left it. */
    archived: integer({ mode: 'boolean' }).notNull().default(false),
    /** The newest phase that has got a message, such as "7.round". */
    last: text(),
    /** Revision that the messages show. */
    shown: integer().notNull().default(-1),
    /** Code of the last refusal by Discord that only people can take away, and when to try again. */
    discordError: text('trouble'),
    retryAt: integer('retry_at').notNull().default(0),
  },
  (t) => [
    index('tables_thread').on(t.thread).where(sql`thread IS NOT NULL`),
    index('tables_open').on(t.match).where(sql`archived = 0 AND thread IS NOT NULL`),
  ],
);

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
  (t) => [primaryKey({ columns: [t.match, t.seat] }), index('results_player_game').on(t.player, t.game)],
);

export const players = sqliteTable('players', {
  id: text().primaryKey(),
  /** The account's own display name; what they go by in a server stands in `members`. Empty: not to be known. */
  name: text().notNull(),
  /** Nobody: stands in the place of somebody who had their data deleted. */
  gone: integer({ mode: 'boolean' }).notNull().default(false),
  /** The account's unique name; null while it is not known. */
  username: text(),
  listed: text({ enum: LISTED }).notNull().default('name'),
  /** Solo: show what a choice does and ask before it counts. */
  asks: integer({ mode: 'boolean' }).notNull().default(true),
  /** Say so when one's choice would close the round. */
  warns: integer({ mode: 'boolean' }).notNull().default(true),
  /** Null: as the bot chooses. */
  theme: text({ enum: THEMES }),
  /** Null: as Discord tells. */
  locale: text(),
  /** The language of their Discord, as it told last: for what is written to them unasked. */
  discordLocale: text('discord_locale'),
  pings: text({ enum: PINGS }).notNull().default('both'),
  /** Quiet hours: minutes after midnight in `zone`; the same twice, or null: none. */
  quietFrom: integer('quiet_from'),
  quietTo: integer('quiet_to'),
  zone: text(),
  /** Direct messages were refused; they are not tried again until the player presses something. */
  closed: integer({ mode: 'boolean' }).notNull().default(false),
  /** When they last pressed something, in ms, give or take a few minutes. */
  seenAt: integer('seen_at'),
  /** The match of the last answer that could not be brought to them (0: of none); null once they were told of it. */
  unheard: integer(),
  /** The channel of the bot's direct messages with them, once it was opened. */
  direct: text(),
});

/** Work that is due at a time, done once; the key names it among those of its kind and subject. */
export const jobs = sqliteTable(
  'jobs',
  {
    kind: text().notNull(),
    /** A match or a player. */
    subject: text().notNull(),
    key: text().notNull(),
    due: integer().notNull(),
    doneAt: integer('done_at'),
    holder: text(),
    leaseUntil: integer('lease_until').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.subject, t.key] }),
    index('jobs_due').on(t.due).where(sql`done_at IS NULL`),
    index('jobs_done').on(t.doneAt).where(sql`done_at IS NOT NULL`),
    index('jobs_subject').on(t.subject),
  ],
);

/** Reminders that a player wants no more of, for one turn. */
export const quiets = sqliteTable(
  'quiets',
  {
    match: integer()
      .notNull()
      .references(() => matches.id),
    phase: text().notNull(),
    player: text()
      .notNull()
      .references(() => players.id),
  },
  (t) => [primaryKey({ columns: [t.match, t.phase, t.player] }), index('quiets_player').on(t.player)],
);

/** Tables that ping a player no more. */
export const mutes = sqliteTable(
  'mutes',
  {
    match: integer()
      .notNull()
      .references(() => matches.id),
    player: text()
      .notNull()
      .references(() => players.id),
  },
  (t) => [primaryKey({ columns: [t.match, t.player] }), index('mutes_player').on(t.player)],
);

/** When players are on vacation, in ms; those of one player do not overlap. One that was ended early ends there. */
export const vacations = sqliteTable(
  'vacations',
  {
    player: text()
      .notNull()
      .references(() => players.id),
    from: integer().notNull(),
    to: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.player, t.from] })],
);

/** Whom players keep from the lobbies that they host; somebody kept away may never have used the bot. */
export const blocks = sqliteTable(
  'blocks',
  {
    player: text()
      .notNull()
      .references(() => players.id),
    blocked: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.player, t.blocked] }), index('blocks_blocked').on(t.blocked)],
);

/** Stretches in which the bot was not there for anybody, in ms; they do not overlap. They are charged to nobody. */
export const absences = sqliteTable(
  'absences',
  {
    from: integer().primaryKey(),
    to: integer().notNull(),
  },
  (t) => [index('absences_to').on(t.to)],
);

/** What a code that outlives a deletion is about; see `store/once.ts`. */
export const ONCE = ['day', 'barred', 'sat', 'opened'] as const;
export type Once = (typeof ONCE)[number];

/** Codes that stay of somebody whose data was deleted, so that it is no way to begin anew where one begins once. */
export const once = sqliteTable(
  'once',
  {
    kind: text({ enum: ONCE }).notNull(),
    /** A match, or a game and the number of its day. */
    subject: text().notNull(),
    /** Keyed, over all three: those of one person cannot be told from those of others. */
    hash: text().notNull(),
    /** When it goes (ms) at the latest; null: when its match is over. */
    until: integer(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.subject, t.hash] })],
);

export const meta = sqliteTable('meta', {
  key: text().primaryKey(),
  value: text().notNull(),
});

/** What becomes of a message: what its feature says now, a line that the table has moved, or nothing (it is deleted). */
export const WANTED = ['screen', 'moved', 'nothing'] as const;

/**
 * How far a message has come: not sent, sent without an answer yet, noted with its id, or sent so long ago that Discord
 * does not know its nonce any more and nobody can tell whether it stands.
 */
export const STATES = ['planned', 'sending', 'stands', 'unsure'] as const;

/** What the bot keeps in channels, a row a message. No id of a person is in it. */
export const messages = sqliteTable(
  'messages',
  {
    /** Counts up and is never used again: it is part of the nonce. */
    id: integer().primaryKey({ autoIncrement: true }),
    /** Whose it is: exactly one of the two. */
    match: integer().references(() => matches.id),
    guild: text(),
    /** What it is of its owner, such as "daily:332:metrox". */
    slot: text().notNull(),
    channel: text().notNull(),
    /** Its id; null until that is noted. */
    message: text(),
    wanted: text({ enum: WANTED }).notNull().default('screen'),
    /** What neither the log nor the calendar knows of it. */
    data: text({ mode: 'json' }).$type<Readonly<Record<string, unknown>>>(),
    state: text({ enum: STATES }).notNull(),
    /** How often it was gone under the nonce before. */
    attempt: integer().notNull().default(0),
    /** Under which it was sent last; null: not yet. */
    nonce: text(),
    /** When it was first sent under that nonce, in ms. */
    at: integer().notNull().default(0),
    /** Hash of the screen that stands there; null: not known. */
    shown: text(),
    /** From then on (ms) there may be something to do about it; null: nothing is. */
    due: integer(),
  },
  (t) => [
    check('messages_owner', sql`(${t.match} IS NULL) <> (${t.guild} IS NULL)`),
    uniqueIndex('messages_match_slot').on(t.match, t.slot).where(sql`wanted = 'screen'`),
    uniqueIndex('messages_guild_slot')
      .on(t.guild, t.slot)
      .where(sql`wanted = 'screen' AND guild IS NOT NULL`),
    index('messages_match').on(t.match),
    index('messages_guild').on(t.guild).where(sql`guild IS NOT NULL`),
    index('messages_due').on(t.due).where(sql`due IS NOT NULL`),
  ],
);

/** Who brings an owner's messages up to date at this moment; a row only while somebody does. */
export const leases = sqliteTable('leases', {
  owner: text().primaryKey(),
  holder: text().notNull(),
  until: integer().notNull(),
});
