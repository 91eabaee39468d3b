import { and, eq, exists, gt, inArray, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import { startIn } from './absences.ts';
import { type Db, prepared, type Store } from './engine/types.ts';
import { matches, messages, meta, tables } from './schema.ts';

export type TableRow = typeof tables.$inferSelect;
export type TableChange = Partial<Omit<TableRow, 'match' | 'holder' | 'leaseUntil'>>;

const reading = prepared((db) =>
  db
    .select()
    .from(tables)
    .where(eq(tables.match, sql.placeholder('match')))
    .prepare(),
);

export const tableOf = (store: Store, match: number): Promise<TableRow | undefined> =>
  store.read((db) => tableIn(db, match));

/** As `tableOf`, inside a transaction. */
export const tableIn = (db: Db, match: number): Promise<TableRow | undefined> => reading(db).get({ match });

export async function setTable(store: Store, match: number, change: TableChange): Promise<void> {
  await store.write(`match:${match}`, async (db) =>
    db.update(tables).set(change).where(eq(tables.match, match)).run(),
  );
}

/**
 * As `setTable`, unless the table has left `channel` meanwhile, or somebody else holds its lease; whether it was still
 * the holder's to change.
 */
export async function setTableIn(
  store: Store,
  match: number,
  holder: string,
  channel: string | null,
  change: TableChange,
): Promise<boolean> {
  const there = channel === null ? isNull(tables.channel) : eq(tables.channel, channel);
  return store.write(
    `match:${match}`,
    async (db) =>
      (
        await db
          .update(tables)
          .set(change)
          .where(and(eq(tables.match, match), eq(tables.holder, holder), there))
          .returning({ match: tables.match })
          .all()
      ).length > 0,
  );
}

/**
 * Takes the right to bring a table's messages up to date until `until`, if nobody else holds it. A holder that
 * is known to be dead loses it at once.
 */
export async function takeLease(
  store: Store,
  match: number,
  holder: string,
  at: number,
  until: number,
  alive: (holder: string) => boolean,
): Promise<boolean> {
  return store.write(`match:${match}`, async (db) => {
    const row = await tableIn(db, match);
    if (!row) return false;
    const free = !row.holder || row.holder === holder || row.leaseUntil <= at || !alive(row.holder);
    if (!free) return false;
    await db.update(tables).set({ holder, leaseUntil: until }).where(eq(tables.match, match)).run();
    return true;
  });
}

export async function dropLease(store: Store, match: number, holder: string): Promise<void> {
  await store.write(`match:${match}`, async (db) =>
    db
      .update(tables)
      .set({ holder: null, leaseUntil: 0 })
      .where(and(eq(tables.match, match), eq(tables.holder, holder)))
      .run(),
  );
}

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
  await db.update(tables).set({ shown: -1 }).where(inArray(tables.match, ids)).run();
}

/** Whether a channel is the thread of some match: it bears the id of the lobby's message. */
export const isTablesThread = (store: Store, channel: string): Promise<boolean> =>
  store.read(
    async (db) =>
      (await db
        .select({ match: tables.match })
        .from(tables)
        .where(eq(tables.lobbyMessage, channel))
        .get()) !== undefined,
  );

/** After so long, absences aside, nobody looks any more whether a match's messages are as they should be. */
const FORGOTTEN = 90 * 24 * 3_600_000;

/** Matches whose messages are behind and may be tried now. */
export async function behind(store: Store, at: number): Promise<number[]> {
  return store.read(async (db) => {
    const forgotten = await startIn(db, at, FORGOTTEN);
    return (
      await db
        .select({ match: tables.match })
        .from(tables)
        .innerJoin(matches, eq(matches.id, tables.match))
        .where(
          and(
            or(
              lt(tables.shown, matches.revision),
              // Of one that is put aside the rest waits.
              and(
                isNull(matches.aside),
                or(
                  ne(tables.old, []),
                  exists(
                    db
                      .select({ id: messages.id })
                      .from(messages)
                      .where(and(eq(messages.match, tables.match), lte(messages.due, at))),
                  ),
                  and(eq(tables.lobbyDone, false), ne(matches.status, 'lobby')),
                  and(
                    eq(tables.archived, false),
                    eq(matches.status, 'over'),
                    ne(tables.channel, tables.lobbyChannel),
                  ),
                ),
              ),
            ),
            lte(tables.retryAt, at),
            // One that nobody touched for so long may have ended by itself just now.
            or(gt(matches.touchedAt, forgotten), gt(matches.endedAt, forgotten)),
          ),
        )
        .orderBy(sql`${tables.match} desc`)
        .limit(100)
        .all()
    ).map((row) => row.match);
  });
}

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
