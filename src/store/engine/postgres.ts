import { createHash } from 'node:crypto';
import { setImmediate as turned } from 'node:timers/promises';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { drizzle } from 'drizzle-orm/sqlite-proxy';
import type { PoolClient } from 'pg';
import { codeOf } from '../fault.ts';
import { whenFree } from './busy.ts';
import { type Statement, statements } from './statement.ts';
import type { Db, Key, Store, Watch, Writes } from './types.ts';

/**
 * PostgreSQL beneath the store: a pool of connections, a transaction on each. What does not depend on each other is sent at
 * once and costs one way to the server.
 */

/** So many texts of statements stay prepared on each connection. */
const KEPT = 500;
/** How often a transaction is tried in which a row was there, or gone, that another one made or took in the same moment. */
const TRIES = 3;

/** Two that wrote the same rows in another order, a server that starts, stops or has no connection left, a lost connection. */
const PASSING =
  /^(40001|40P01|57P0[123]|53300|08...|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/;
/** What the driver says itself has no code. */
const LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;
/** A row that is there already, and one that is pointed to and is not there. */
const CROSSED = /^2350[35]$/;
/** The code of an error after which nobody knows whether a transaction counts. */
export const UNKNOWN = 'UNKNOWN_OUTCOME';

const BEGIN_READING = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/** Whether a connection, or the whole server, was lost in what went wrong. */
const isLost = (error: unknown): boolean => error instanceof Error && LOST.test(error.message);

/** Whether what was thrown may be over at the next try. */
export const isPassing = (error: unknown): boolean =>
  codeOf(error) !== UNKNOWN && (PASSING.test(codeOf(error)) || isLost(error));

/** A connection of the pool, and what it is used for. */
interface Session {
  readonly db: Db;
  inUse: boolean;
  /** Whether anything but a reading was sent since the beginning. */
  wrote: boolean;
}

/** Where connections come from. */
export interface Source {
  connect(): Promise<PoolClient>;
  on(event: 'error', heard: () => void): unknown;
  end(): Promise<void>;
  readonly ending: boolean;
}

/** The connections of the stores that are PostgreSQL's. */
const sources = new WeakMap<Store, Source>();

/** Where the connections of a store come from, for what is PostgreSQL's alone; undefined where it is not PostgreSQL's. */
export const sourceOf = (store: Store): Source | undefined => sources.get(store);

const unheard: Writes = { committed: () => {}, failed: () => {} };

/**
 * A store over connections, which are its own from then on; the tables are there. `watch` hears of each statement, `writes` of
 * each write.
 */
export function storeOn(pool: Source, watch: Watch = () => {}, writes: Writes = unheard): Store {
  const statementOf = statements(KEPT);
  const sessions = new WeakMap<PoolClient, Session>();
  // What becomes of a connection that nobody uses concerns nobody: the next one is a new one.
  pool.on('error', () => {});

  function sessionOf(client: PoolClient): Session {
    const known = sessions.get(client);
    if (known) return known;
    // Whoever waits for it hears of it from their statement.
    client.on('error', () => {});
    const sending: Watch = (sql) => {
      if (!session.inUse) throw new Error('A statement was sent outside of a transaction.');
      session.wrote ||= !/^\s*select\b/i.test(sql);
      watch(sql);
    };
    const session: Session = { db: dbOn(client, statementOf, sending), inUse: false, wrote: false };
    sessions.set(client, session);
    return session;
  }

  /** `begin` travels with the first statement of `work`, and `end` is sent behind the last. */
  async function transaction<T>(
    begin: string,
    work: (db: Db) => Promise<T>,
    end: (client: PoolClient) => Promise<void>,
  ): Promise<{ readonly result: T; readonly changed: boolean }> {
    const client = await pool.connect();
    const session = sessionOf(client);
    try {
      session.inUse = true;
      session.wrote = false;
      const first = send(client, begin, watch).then(
        () => undefined,
        (error: unknown) => ({ error }),
      );
      const result = await work(session.db).catch(async (error: unknown) => {
        // Where it did not begin, all that follows only says that it cannot be done.
        throw (await first)?.error ?? bare(error);
      });
      session.inUse = false;
      await end(client);
      const changed = session.wrote;
      client.release();
      return { result, changed };
    } catch (error) {
      session.inUse = false;
      const ended = await send(client, 'ROLLBACK', watch).then(
        () => true,
        () => false,
      );
      // Parts of the work that went on have come to a statement that was refused by then: none is sent in what comes next.
      await turned();
      client.release(!ended);
      throw error;
    }
  }

  const store: Store = {
    async read(work) {
      const once = () => transaction(BEGIN_READING, work, (client) => look(client, watch));
      return (await whenFree(once, isPassing)).result;
    },
    async write(about, work) {
      const asked = performance.now();
      const begin = `BEGIN; SELECT ${locksFor(about).join(', ')}`;
      const once = () => transaction(begin, work, (client) => keep(client, watch));
      let tries = 0;
      const passes = (error: unknown) => isPassing(error) || (CROSSED.test(codeOf(error)) && ++tries < TRIES);
      try {
        const { result, changed } = await whenFree(once, passes);
        if (changed) writes.committed(first(about), performance.now() - asked);
        return result;
      } catch (error) {
        writes.failed(first(about));
        throw error;
      }
    },
    close: () => (pool.ending ? Promise.resolve() : pool.end()),
  };
  sources.set(store, pool);
  return store;
}

/** `sending` is told of each statement, and throws where none may be sent. */
function dbOn(client: PoolClient, statementOf: (sql: string) => Statement, sending: Watch): Db {
  return drizzle(async (sql, params, method) => {
    sending(sql);
    const { rows } = await client.query<unknown[]>({
      ...statementOf(sql),
      values: params,
      rowMode: 'array',
    });
    return { rows: method === 'get' ? (rows[0] as unknown[]) : rows };
  });
}

const send = (client: PoolClient, text: string, watch: Watch) => {
  watch(text);
  return client.query(text);
};

/** Ends a reading. Nobody waits for that: whatever is sent next on this connection comes after it. */
async function look(client: PoolClient, watch: Watch): Promise<void> {
  send(client, 'COMMIT', watch).catch(() => {});
}

/** Ends a write. Throws `UNKNOWN` where the connection was lost on the way, and whatever the database says. */
async function keep(client: PoolClient, watch: Watch): Promise<void> {
  const done = await send(client, 'COMMIT', watch).catch((error: unknown) => {
    if (!isPassing(error) || /^40/.test(codeOf(error))) throw error;
    const lost = new Error('The database was lost before it said whether a change counts.', { cause: error });
    throw Object.assign(lost, { code: UNKNOWN });
  });
  // A transaction in which a statement has failed ends so without an error.
  if (done.command !== 'COMMIT')
    throw new Error('A statement of a transaction had failed, so it was taken back.');
}

/** What went wrong, without the statement that drizzle puts around it. */
const bare = (error: unknown): unknown => (error instanceof DrizzleQueryError ? error.cause : error);

const first = (about: Key | readonly Key[]): Key => (typeof about === 'string' ? about : about[0]!);

const EVERYTHING = lockOf('all');
/** Sent in a transaction, it keeps everybody else from writing until that ends. */
export const ALONE = `SELECT pg_advisory_xact_lock(${EVERYTHING})`;

/** Calls that take the locks of a write, always in one order; whoever dies gives them back. */
function locksFor(about: Key | readonly Key[]): string[] {
  const keys = typeof about === 'string' ? [about] : about;
  if (keys.includes('all')) return [`pg_advisory_xact_lock(${EVERYTHING})`];
  const locks = [...new Set(keys.map(lockOf))].sort();
  return [
    `pg_advisory_xact_lock_shared(${EVERYTHING})`,
    ...locks.map((lock) => `pg_advisory_xact_lock(${lock})`),
  ];
}

/** A lock's number of 64 bits. Two keys that share one only wait for each other. */
function lockOf(key: Key): string {
  return createHash('sha256').update(key).digest().readBigInt64BE().toString();
}
