import { and, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import { startIn } from './absences.ts';
import { type Db, prepared, type Store } from './engine/types.ts';
import { findMessage, LOBBY, phaseSlot } from './messages.ts';
import { matches, messages, meta, tables } from './schema.ts';

export type TableRow = typeof tables.$inferSelect;
export type TableChange = Partial<Omit<TableRow, 'match'>>;

const reading = prepared((db) => {
  const mine = eq(tables.match, sql.placeholder('match'));
  return {
    table: db.select().from(tables).where(mine).prepare(),
    dated: db
      .select({ table: tables, revision: matches.revision })
      .from(tables)
      .innerJoin(matches, eq(matches.id, tables.match))
      .where(mine)
      .prepare(),
  };
});

export const tableOf = (store: Store, match: number): Promise<TableRow | undefined> =>
  store.read((db) => tableIn(db, match));

/** As `tableOf`, inside a transaction. */
export const tableIn = (db: Db, match: number): Promise<TableRow | undefined> =>
  reading(db).table.get({ match });

/** A table, and the revision that its match is at; undefined when there is none. */
export const tableAt = (
  store: Store,
  match: number,
): Promise<{ readonly table: TableRow; readonly revision: number } | undefined> =>
  store.read(async (db) => reading(db).dated.get({ match }));

/** The channel of a table, and its message there; null as long as none is noted. Undefined when there is no such table. */
export async function standsAt(
  store: Store,
  match: number,
): Promise<{ readonly channel: string; readonly message: string | null } | undefined> {
  return store.read(async (db) => {
    const table = await tableIn(db, match);
    if (!table) return undefined;
    const { channel, lobbyChannel, last } = table;
    const phase = last === null ? undefined : await findMessage(db, { match }, phaseSlot(last));
    if (phase?.message) return { channel: phase.channel, message: phase.message };
    const lobby = await findMessage(db, { match }, LOBBY);
    const there = channel ?? lobbyChannel;
    return { channel: there, message: lobby?.channel === there ? lobby.message : null };
  });
}

export const setTable = (store: Store, match: number, change: TableChange): Promise<void> =>
  store.write(`match:${match}`, (db) => setTableIn(db, match, change));

/** As `setTable`, inside a transaction. */
export async function setTableIn(db: Db, match: number, change: TableChange): Promise<void> {
  await db.update(tables).set(change).where(eq(tables.match, match)).run();
}

/** What the messages of a table show by now. */
export interface Settled {
  readonly match: number;
  readonly shown: number;
  readonly archived: boolean;
}

const settling = prepared((db) => {
  const match = sql.placeholder('match');
  const revision = db.select({ revision: matches.revision }).from(matches).where(eq(matches.id, match));
  return db
    .update(tables)
    .set({
      shown: sql`${sql.placeholder('shown')}`,
      archived: sql`${sql.param(sql.placeholder('archived'), tables.archived)}`,
      discordError: null,
      retryAt: 0,
    })
    .where(eq(tables.match, match))
    .returning({ revision: sql<number>`(${revision})` })
    .prepare();
});

/**
 * Notes that all messages of a table stand as they should, inside a transaction; resolves with the revision that its match is
 * at by then.
 */
export const settleShown = async (db: Db, settled: Settled): Promise<number | undefined> =>
  (await settling(db).all({ ...settled }))[0]?.revision;

/** Notes where a table stands, unless that is settled already. */
export const settleTable = (
  store: Store,
  match: number,
  place: Pick<TableRow, 'channel' | 'thread'>,
): Promise<void> =>
  store.write(`match:${match}`, async (db) => {
    await db
      .update(tables)
      .set(place)
      .where(and(eq(tables.match, match), isNull(tables.channel)))
      .run();
  });

/** Absences that last so long (ms) are worth a word at tables where no time runs, too. */
export const WORTH = 5 * 60_000;

/**
 * Has the messages brought up to date that an absence (`from`, `to`) makes untrue: of lobbies and of turns that last
 * longer by it, and, after a long one, of all turns that waited meanwhile; inside a transaction.
 */
export async function markBehind(db: Db, from: number, to: number): Promise<void> {
  const lasting = or(
    and(eq(matches.status, 'lobby'), lt(matches.touchedAt, to)),
    and(eq(matches.status, 'running'), lt(to - from >= WORTH ? matches.turnAt : matches.timedAt, to)),
  );
  const ids = db.select({ id: matches.id }).from(matches).where(lasting);
  await db
    .update(messages)
    .set({ due: to })
    .where(and(inArray(messages.match, ids), eq(messages.wanted, 'screen')))
    .run();
}

/** Whether a channel is the thread of some match: it bears the id of the lobby's message, and is noted a moment later. */
export const isTablesThread = (store: Store, channel: string): Promise<boolean> =>
  store.read(async (db) => {
    const noted = db.select({ match: tables.match }).from(tables).where(eq(tables.thread, channel));
    const begun = db
      .select({ match: messages.match })
      .from(matches)
      .innerJoin(messages, eq(messages.match, matches.id))
      .where(
        and(
          inArray(matches.status, ['lobby', 'running']),
          eq(messages.message, channel),
          eq(messages.slot, LOBBY),
        ),
      );
    return (await noted.get()) !== undefined || (await begun.get()) !== undefined;
  });

/** After so long, absences aside, nobody looks any more whether a match's messages are as they should be. */
export const FORGOTTEN = 90 * 24 * 3_600_000;

const late = prepared((db) => {
  const at = sql.placeholder('at');
  const forgotten = sql.placeholder('forgotten');
  const of = eq(matches.id, tables.match);
  const may = and(
    lte(tables.retryAt, at),
    // One that nobody touched for so long may have ended by itself just now.
    or(gt(matches.touchedAt, forgotten), gt(matches.endedAt, forgotten)),
  );
  const found = { match: tables.match };
  // Each by an index of its own, in which nothing is that has been over for long.
  const older = db
    .select(found)
    .from(matches)
    .innerJoin(tables, of)
    .where(and(sql`settled = 0`, lt(tables.shown, matches.revision), may));
  const waiting = db
    .select(found)
    .from(messages)
    .innerJoin(tables, eq(tables.match, messages.match))
    .innerJoin(matches, of)
    // Of one that is put aside the rest waits.
    .where(and(lte(messages.due, at), isNull(matches.aside), may));
  const threaded = db
    .select(found)
    .from(tables)
    .innerJoin(matches, of)
    .where(
      and(
        sql`${tables.archived} = 0`,
        isNotNull(tables.thread),
        isNull(matches.aside),
        or(eq(matches.status, 'over'), ne(tables.channel, tables.thread)),
        may,
      ),
    );
  return older.union(waiting).union(threaded).orderBy(sql`1 desc`).limit(100).prepare();
});

/** Matches whose messages are behind and may be tried now. */
export const behind = (store: Store, at: number): Promise<number[]> =>
  store.read(async (db) => {
    const forgotten = await startIn(db, at, FORGOTTEN);
    return (await late(db).all({ at, forgotten })).map(({ match }) => match);
  });

/** A value the bot keeps about itself. */
export const metaOf = (store: Store, key: string): Promise<string | undefined> =>
  store.read((db) => metaIn(db, key));

/** As `metaOf`, inside a transaction. */
export async function metaIn(db: Db, key: string): Promise<string | undefined> {
  return (await db.select().from(meta).where(eq(meta.key, key)).get())?.value;
}

export async function setMeta(store: Store, key: string, value: string): Promise<void> {
  await store.write('meta', async (db) => putMeta(db, key, value));
}

/** As `setMeta`, inside a transaction. */
export async function putMeta(db: Db, key: string, value: string): Promise<void> {
  await db.insert(meta).values({ key, value }).onConflictDoUpdate({ target: meta.key, set: { value } }).run();
}

/** A value that is made once, at first use, and kept. */
export async function keepMeta(store: Store, key: string, make: () => string): Promise<string> {
  const known = await metaOf(store, key);
  if (known !== undefined) return known;
  return store.write('meta', async (db) => {
    await db.insert(meta).values({ key, value: make() }).onConflictDoNothing().run();
    return (await metaIn(db, key))!;
  });
}
