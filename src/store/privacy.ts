import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db, Store } from './engine/types.ts';
import { foldedRows } from './folded.ts';
import { doubtSlot, LOBBY, SHARE } from './messages.ts';
import { keepOnce } from './once.ts';
import { chosenBy } from './players.ts';
import { changed } from './revision.ts';
import {
  actions,
  barred,
  blocks,
  bystanders,
  folded,
  former,
  jobs,
  matches,
  messages,
  mutes,
  players,
  quiets,
  results,
  seats,
  vacations,
} from './schema.ts';
import { daily, entries, guilds, members, ratings, streaks, tallies } from './scores.ts';
import { keepStrength } from './strengths.ts';

/** What is kept about a person: shown, exported, and deleted. */

/** How much there is. */
export interface Kept {
  readonly name: string;
  readonly username: string | null;
  /** What they go by in servers, where that is not the name of their account. */
  readonly nicknames: readonly string[];
  readonly asks: boolean;
  /** Settings of theirs, beside that one, that are not as they are by themselves. */
  readonly chosen: number;
  /** Matches with a seat of theirs that are over, and such that are not. */
  readonly finished: number;
  readonly open: number;
  /** Tables that they opened. */
  readonly opened: number;
  /** The language of their Discord, by its code there; null where that was never noted. */
  readonly discordLocale: string | null;
  /** When they last pressed something, in ms; null where that was never noted. */
  readonly seenAt: number | null;
  /** Whether the channel of the bot's direct messages with them is known, or that they take none. */
  readonly direct: boolean;
  readonly actions: number;
  readonly dailies: number;
  readonly shares: number;
  readonly servers: number;
  /** Servers whose settings they were the last to change. */
  readonly settings: number;
  readonly mutes: number;
  readonly vacations: number;
  /** People whom they keep from their lobbies. */
  readonly blocks: number;
  /** Statistics of periods, streaks and ratings, which are worked out from the games. */
  readonly figures: number;
}

/** undefined for somebody of whom nothing is kept. */
export async function keptOf(store: Store, player: string): Promise<Kept | undefined> {
  const kept = await rowsKept(store, player);
  if (!kept) return undefined;
  let more = 0;
  for await (const { actions } of foldedOf(store, kept.folded, player)) more += actions.length;
  return { ...kept.kept, actions: kept.kept.actions + more };
}

/** So many folded matches are read in one piece: somebody may have played thousands. */
const PIECE = 100;

/** What stands of a player in these matches, which are folded. */
async function* foldedOf(store: Store, ids: readonly number[], player: string) {
  for (let from = 0; from < ids.length; from += PIECE) {
    const piece = ids.slice(from, from + PIECE);
    const found = await store.read(async (db) => {
      const rows = [];
      for (const match of piece) rows.push({ match, rows: await foldedRows(db, match, player) });
      return rows;
    });
    for (const { match, rows } of found) if (rows) yield { match, ...rows };
  }
}

/** The folded matches in which somebody sits or sat, or did something without a seat. */
const foldedIds = async (db: Db, player: string): Promise<number[]> => {
  const mine = [seats, former].map((table) =>
    db.select({ match: table.match }).from(table).where(eq(table.player, player)),
  );
  const aside = db.select({ match: bystanders.match }).from(bystanders).where(eq(bystanders.user, player));
  const rows = await db
    .select({ match: folded.match })
    .from(folded)
    .where(inArray(folded.match, mine[0]!.union(mine[1]!).union(aside)))
    .orderBy(asc(folded.match))
    .all();
  return rows.map(({ match }) => match);
};

/** What rows say, and the folded matches in which there is more. */
async function rowsKept(
  store: Store,
  player: string,
): Promise<{ readonly kept: Kept; readonly folded: readonly number[] } | undefined> {
  return store.read(async (db) => {
    const row = await db.select().from(players).where(eq(players.id, player)).get();
    if (!row) return undefined;
    const games = await db
      .select({ status: matches.status })
      .from(seats)
      .innerJoin(matches, eq(matches.id, seats.match))
      .where(eq(seats.player, player))
      .all();
    const count = async (table: SQLiteTable, column: SQLiteColumn): Promise<number> =>
      (await db.select({ n: sql<number>`count(*)` }).from(table).where(eq(column, player)).get())!.n;
    const kept = {
      name: row.name,
      username: row.username,
      nicknames: (
        await db
          .selectDistinct({ name: members.name })
          .from(members)
          .where(and(eq(members.player, player), isNotNull(members.name), ne(members.name, row.name)))
          .orderBy(asc(members.name))
          .all()
      ).map(({ name }) => name!),
      asks: row.asks,
      chosen: chosenBy({ ...row, asks: true }),
      finished: games.filter(({ status }) => status === 'over').length,
      open: games.filter(({ status }) => status === 'lobby' || status === 'running').length,
      opened: await count(matches, matches.openedBy),
      discordLocale: row.discordLocale,
      seenAt: row.seenAt,
      direct: row.direct !== null || row.closed,
      actions: await count(actions, actions.user),
      dailies: await count(daily, daily.player),
      shares: (await sharesOf(db, player)).length,
      servers: await count(members, members.player),
      settings: await count(guilds, guilds.changedBy),
      mutes: await count(mutes, mutes.player),
      vacations: await count(vacations, vacations.player),
      blocks: await count(blocks, blocks.player),
      figures:
        (await count(tallies, tallies.player)) +
        (await count(streaks, streaks.player)) +
        (await count(ratings, ratings.player)),
    };
    return { kept, folded: await foldedIds(db, player) };
  });
}

/** Results that a player shared: where, and when. */
const sharesOf = (db: Db, player: string) =>
  db
    .select({
      game: daily.game,
      day: daily.day,
      channel: messages.channel,
      message: messages.message,
      at: messages.at,
    })
    .from(daily)
    .innerJoin(messages, and(eq(messages.match, daily.match), eq(messages.slot, SHARE)))
    .where(eq(daily.player, player))
    .orderBy(asc(daily.day))
    .all();

/**
 * Every column in which a person is named, but for the hosts of matches, those who opened them, and those whom others keep from their
 * lobbies: that is nobody's to see but theirs.
 */
const PLACES = {
  players: [players, players.id],
  seats: [seats, seats.player],
  former: [former, former.player],
  barred: [barred, barred.player],
  quiets: [quiets, quiets.player],
  mutes: [mutes, mutes.player],
  vacations: [vacations, vacations.player],
  blocks: [blocks, blocks.player],
  jobs: [jobs, jobs.subject],
  actions: [actions, actions.user],
  results: [results, results.player],
  entries: [entries, entries.player],
  daily: [daily, daily.player],
  tallies: [tallies, tallies.player],
  streaks: [streaks, streaks.player],
  ratings: [ratings, ratings.player],
  members: [members, members.player],
  guilds: [guilds, guilds.changedBy],
} as const;

/** Rows as they are stored, by the table they stand in. */
export type Rows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/**
 * Every row that names a person, and the matches in which they sit or that they opened. Nobody else's id is in it but of those whom
 * they keep from their lobbies; nor the seed of any match, which would tell what comes next. What is folded is told as its rows
 * were.
 */
export async function rowsAbout(store: Store, player: string): Promise<Rows> {
  const { rows, ids } = await store.read(async (db) => ({
    rows: await storedAbout(db, player),
    ids: await foldedIds(db, player),
  }));
  if (ids.length === 0) return rows;
  const more: Record<'actions' | 'entries', object[]> = { actions: [], entries: [] };
  const parts = new Map<string, unknown>();
  for await (const one of foldedOf(store, ids, player)) {
    more.actions.push(...one.actions);
    more.entries.push(...one.entries);
    for (const [seat, figures] of one.parts) parts.set(`${one.match} ${seat}`, figures);
  }
  const { actions: logged = [], entries: rated = [], results: scored = [] } = rows;
  const told: Rows = {
    ...rows,
    actions: [...more.actions, ...logged] as Rows[string],
    entries: [...more.entries, ...rated] as Rows[string],
    results: scored.map((row) => ({ ...row, parts: parts.get(`${row.match} ${row.seat}`) ?? row.parts })),
  };
  return Object.fromEntries(Object.entries(told).filter(([, found]) => found.length > 0));
}

async function storedAbout(db: Db, player: string): Promise<Rows> {
  const found = await Promise.all(
    Object.entries(PLACES).map(
      async ([name, [table, column]]) =>
        [name, await db.select().from(table).where(eq(column, player)).all()] as const,
    ),
  );
  const mine = db
    .select({ match: seats.match })
    .from(seats)
    .where(eq(seats.player, player))
    .union(db.select({ match: matches.id }).from(matches).where(eq(matches.host, player)))
    .union(db.select({ match: matches.id }).from(matches).where(eq(matches.openedBy, player)));
  const sat = await db.select().from(matches).where(inArray(matches.id, mine)).orderBy(asc(matches.id)).all();
  const games = sat.map(({ seed: _, origin: __, host, openedBy, onTimeout: late, ...row }) => ({
    ...row,
    late,
    host: host === player,
    openedBy: openedBy === player,
  }));
  return Object.fromEntries(
    [...found, ['shares', await sharesOf(db, player)] as const, ['matches', games] as const].filter(
      ([, rows]) => rows.length > 0,
    ),
  );
}

/** What a deletion leaves to be done: matches that go on, and lobbies that show somebody less. */
export interface Forgotten {
  readonly running: readonly number[];
  readonly lobbies: readonly number[];
}

/**
 * Deletes a person in one transaction: afterwards no row holds their id or name. A player without a name takes their
 * place where games and days would otherwise be wrong: in seats, in runs of the daily, and where others were rated
 * against them; results stay as nobody's. Statistics, streak, ratings, memberships and shares go; of the ratings the bare
 * strength stays until the games that they sat in are rated. They leave open lobbies (the next person is the host; alone: it closes), and
 * what they played alone is closed. In running matches the log says that they are gone, so that a choice that is being
 * written at the same moment is decided on anew. Of what can be done once a code stays (see `once.ts`); `days`: when the days
 * close (ms) that are open, by their numbers; `gone`: how the log says that the player of a seat is gone.
 */
export async function forgetPlayer(
  store: Store,
  player: string,
  at: number,
  gone: (seat: number) => string,
  days: ReadonlyMap<number, number> = new Map(),
): Promise<Forgotten> {
  return store.write('all', async (db) => {
    await db.delete(blocks).where(eq(blocks.blocked, player)).run();
    const known = await db.select().from(players).where(eq(players.id, player)).get();
    if (!known) return { running: [], lobbies: [] };
    await keepOnce(db, player, days, at);
    const stands = await db
      .select({
        id: matches.id,
        seat: seats.seat,
        status: matches.status,
        solo: matches.solo,
        host: matches.host,
      })
      .from(seats)
      .innerJoin(matches, eq(matches.id, seats.match))
      .where(and(eq(seats.player, player), inArray(matches.status, ['lobby', 'running'])))
      .all();
    const lobbies = stands.filter(({ status }) => status === 'lobby');
    const alone = stands.filter(({ status, solo }) => status === 'running' && solo);
    const running = stands.filter(({ status, solo }) => status === 'running' && !solo);

    for (const lobby of lobbies) await leave(db, lobby.id, player, lobby.host === player, at);
    for (const { id } of alone) await close(db, id, at);
    const runs = db.select({ match: daily.match }).from(daily).where(eq(daily.player, player));
    await db
      .delete(messages)
      .where(and(eq(messages.slot, SHARE), inArray(messages.match, runs)))
      .run();
    await db
      .delete(daily)
      .where(and(eq(daily.player, player), eq(daily.state, 'open')))
      .run();
    for (const { id, seat } of running) {
      const log = await db.select().from(actions).where(eq(actions.match, id)).all();
      await db
        .insert(actions)
        .values({ match: id, seq: log.length, seat: -1, code: gone(seat), by: 'player', user: null, at })
        .run();
      // The line that stands where the lobby was names everybody.
      await doubtSlot(db, { match: id }, LOBBY, at);
      await bump(db, id);
    }

    const nobody = randomUUID();
    await db.insert(players).values({ id: nobody, name: '', gone: true }).run();
    for (const table of [seats, former, daily, entries])
      await db.update(table).set({ player: nobody }).where(eq(table.player, player)).run();
    await db.update(results).set({ player: null }).where(eq(results.player, player)).run();
    await db.update(matches).set({ host: nobody }).where(eq(matches.host, player)).run();
    await db.update(matches).set({ openedBy: null }).where(eq(matches.openedBy, player)).run();
    await db.update(actions).set({ user: null }).where(eq(actions.user, player)).run();
    await db.delete(bystanders).where(eq(bystanders.user, player)).run();
    await db.update(guilds).set({ changedBy: nobody }).where(eq(guilds.changedBy, player)).run();
    await keepStrength(db, player, nobody);
    for (const table of [tallies, streaks, ratings, members, quiets, mutes, vacations, blocks, barred])
      await db.delete(table).where(eq(table.player, player)).run();
    await db.delete(jobs).where(eq(jobs.subject, player)).run();
    await db.delete(players).where(eq(players.id, player)).run();
    return { running: running.map(({ id }) => id), lobbies: lobbies.map(({ id }) => id) };
  });
}

async function leave(db: Db, id: number, player: string, host: boolean, at: number): Promise<void> {
  await db
    .delete(seats)
    .where(and(eq(seats.match, id), eq(seats.player, player)))
    .run();
  const left = and(eq(seats.match, id), isNotNull(seats.player));
  const heir = await db.select().from(seats).where(left).orderBy(asc(seats.seat)).get();
  if (heir?.player == null) {
    await close(db, id, at);
    return;
  }
  if (host) await db.update(matches).set({ host: heir.player }).where(eq(matches.id, id)).run();
  await bump(db, id);
}

async function close(db: Db, id: number, at: number): Promise<void> {
  await db.update(matches).set({ status: 'closed', endedAt: at }).where(eq(matches.id, id)).run();
  await bump(db, id);
}

const bump = async (db: Db, id: number): Promise<void> =>
  void (await db.update(matches).set(changed()).where(eq(matches.id, id)).run());

/** Running matches with a seat whose player is gone. */
export async function withGone(store: Store): Promise<number[]> {
  return store.read(async (db) => {
    return (
      await db
        .selectDistinct({ id: matches.id })
        .from(seats)
        .innerJoin(matches, eq(matches.id, seats.match))
        .innerJoin(players, eq(players.id, seats.player))
        .where(and(eq(players.gone, true), eq(matches.status, 'running'), isNull(matches.aside)))
        .all()
    ).map(({ id }) => id);
  });
}
