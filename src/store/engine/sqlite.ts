import { clearImmediate, setImmediate } from 'node:timers';
import type Database from 'better-sqlite3';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { drizzle } from 'drizzle-orm/sqlite-proxy';
import { unkept } from '../fault.ts';
import { whenFree } from './busy.ts';
import { type Disk, diskOf } from './disk.ts';
import { type Durable, durable } from './durable.ts';
import type { Db, Key, Store, Watch, Writes } from './types.ts';

/**
 * SQLite beneath the store: one connection, on which transactions run one after the other. A write resolves when it would
 * survive a loss of power; the next transaction goes on before that, and may read what it has committed.
 */

/** Milliseconds after which transactions that follow each other let everything else have a turn. */
const LONG = 5;
/** So many statements stay prepared; lists in `IN` make many texts. */
const KEPT = 500;

/** The connection of each store, and the order in which it is used. */
const connections = new WeakMap<Store, Connection>();

interface Connection {
  readonly raw: Database.Database;
  readonly inTurn: Lane;
  /** Ends the transaction of readings, if there is one. */
  lookAway(): void;
  /** Undefined: there is no log, and SQLite itself syncs what there is. */
  readonly kept: Durable | undefined;
}

type Lane = <T>(work: () => Promise<T>) => Promise<T>;

/** The connection of a store, for what is SQLite's alone: its files, and tests. Throws where there is none. */
export function connectionOf(store: Store): Database.Database {
  const { raw, lookAway } = found(store);
  lookAway();
  return raw;
}

/** Runs `work` on the connection outside of any transaction; while it is busy it is tried again, for up to 10 seconds. */
export function alone<T>(store: Store, work: (raw: Database.Database) => T): Promise<T> {
  const { raw, inTurn, lookAway } = found(store);
  return whenFree(() =>
    inTurn(async () => {
      lookAway();
      return work(raw);
    }),
  );
}

/** Ends a store in the middle of whatever goes on, as a death of the process would. */
export function cut(store: Store): void {
  const { raw, kept } = found(store);
  kept?.closing();
  raw.close();
  void kept?.close();
}

function found(store: Store): Connection {
  const connection = connections.get(store);
  if (!connection) throw new Error('This store is not one of SQLite.');
  return connection;
}

/** What a store may have instead of what it would take: for tests. */
export interface Instead {
  readonly disk?: Disk;
  /** Bytes by which the log may grow. */
  readonly growth?: number;
  /** Is told of a sync that failed. */
  readonly lost?: (error: unknown) => void;
}

const unheard: Writes = { committed: () => {}, failed: () => {} };

/**
 * A store over an open connection, which is its own from then on. `watch` hears of each statement, `writes` of each write.
 */
export function storeOver(
  raw: Database.Database,
  watch: Watch = () => {},
  instead: Instead = {},
  writes = unheard,
): Store {
  const statement = statementsOf(raw);
  let state: 'idle' | 'reading' | 'writing' = 'idle';
  let wrote = false;
  const db: Db = drizzle(async (sql, params, method) => {
    if (state === 'idle') throw new Error('A statement was sent outside of a transaction.');
    const one = statement(sql);
    if (state === 'reading' && !one.readonly) throw new Error('A statement of a reading would write.');
    watch(sql);
    if (!one.readonly) wrote = true;
    if (!one.reader) one.run(...params);
    else if (method === 'get') return { rows: one.get(...params) as unknown[] };
    else return { rows: one.all(...params) };
    return { rows: [] };
  });
  const control = (sql: string): void => {
    watch(sql);
    statement(sql).run();
  };
  let looking = false;
  /** Ends what readings have seen: the next one sees what there is by then. */
  const lookAway = (): void => {
    if (!looking) return;
    looking = false;
    if (raw.inTransaction) control('COMMIT');
  };
  /**
   * Ends it once nothing goes on by itself any more. Whatever comes in from outside may rest on what another process has
   * committed meanwhile, so it must not be read as of an earlier moment.
   */
  const lookAwaySoon = (): void =>
    process.nextTick(() => {
      if (!raw.open || !looking) return;
      if (state === 'idle') lookAway();
      else queueMicrotask(lookAwaySoon);
    });
  const reading = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    // Readings that follow each other at once see the same moment, and cost one transaction.
    if (!looking) {
      control('BEGIN');
      looking = true;
      lookAwaySoon();
    }
    state = 'reading';
    try {
      return await within(work(db));
    } catch (error) {
      lookAway();
      throw bare(error);
    } finally {
      state = 'idle';
    }
  };
  const writing = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    lookAway();
    control('BEGIN IMMEDIATE');
    state = 'writing';
    wrote = false;
    try {
      const result = await within(work(db));
      control('COMMIT');
      if (wrote) kept?.committed();
      return result;
    } catch (error) {
      if (raw.inTransaction) control('ROLLBACK');
      throw bare(error);
    } finally {
      state = 'idle';
    }
  };
  const inTurn = lane();
  const { disk = diskUnder(raw), lost = (error: unknown) => end(raw, error) } = instead;
  const kept = disk && durable(raw, disk, inTurn, lost, instead.growth);
  const store: Store = {
    read: (work) => whenFree(() => inTurn(() => reading(work))),
    async write(about, work) {
      const asked = performance.now();
      try {
        const { result, changed, lasts } = await whenFree(() =>
          inTurn(async () => {
            const result = await writing(work);
            // One that wrote nothing may rest on what others have written just now.
            return { result, changed: wrote, lasts: kept?.settled() };
          }),
        );
        await lasts;
        if (changed) writes.committed(first(about), performance.now() - asked);
        return result;
      } catch (error) {
        writes.failed(first(about));
        throw error;
      }
    },
    close() {
      kept?.closing();
      return inTurn(async () => {
        // Where nothing is under way it is closed at once.
        lookAway();
        const closing = kept?.close();
        if (closing) await closing;
        raw.close();
      });
    },
  };
  connections.set(store, { raw, inTurn, lookAway, kept });
  return store;
}

const first = (about: Key | readonly Key[]): Key => (typeof about === 'string' ? about : about[0]!);

/** What went wrong, without the statement that drizzle puts around it. */
const bare = (error: unknown): unknown => (error instanceof DrizzleQueryError ? error.cause : error);

const diskUnder = (raw: Database.Database): Disk | undefined =>
  !raw.memory && raw.pragma('journal_mode', { simple: true }) === 'wal' ? diskOf(raw) : undefined;

function end(raw: Database.Database, error: unknown): never {
  console.error(unkept(raw.name, error).message);
  process.exit(1);
}

/** Statements by their text, prepared once; rows come as arrays. */
function statementsOf(raw: Database.Database): (sql: string) => Database.Statement<unknown[]> {
  const kept = new Map<string, Database.Statement<unknown[]>>();
  return (sql) => {
    let found = kept.get(sql);
    if (found) return found;
    found = raw.prepare<unknown[]>(sql);
    if (found.reader) found.raw();
    const [oldest] = kept.keys();
    if (kept.size >= KEPT && oldest !== undefined) kept.delete(oldest);
    kept.set(sql, found);
    return found;
  };
}

/**
 * Nothing but the database may be waited for in a transaction: it holds everybody else up. All its statements are carried
 * out at once, so work that is not over when the loop turns has waited for something else, or for a transaction in itself.
 */
async function within<T>(work: Promise<T>): Promise<T> {
  let turn: NodeJS.Immediate | undefined;
  const turned = new Promise<never>((_, reject) => {
    turn = setImmediate(() =>
      reject(new Error('A transaction waited for something else than its own statements.')),
    );
  });
  try {
    return await Promise.race([work, turned]);
  } finally {
    clearImmediate(turn);
  }
}

/** Runs what it is given one after the other, in the order in which it came. */
function lane(): Lane {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let since = 0;
  return (work) => {
    const mine = waiting === 0 ? work() : after(last, work);
    if (waiting++ === 0) since = performance.now();
    last = mine.then(
      () => waiting--,
      () => waiting--,
    );
    return mine;
  };
  async function after<T>(before: Promise<unknown>, work: () => Promise<T>): Promise<T> {
    await before;
    if (performance.now() - since > LONG) {
      await new Promise((done) => setImmediate(done));
      since = performance.now();
    }
    return work();
  }
}
