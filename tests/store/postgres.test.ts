import { fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { UNKNOWN } from '../../src/store/engine/postgres.ts';
import { openServer } from '../../src/store/engine/server.ts';
import { forPostgres, statements } from '../../src/store/engine/statement.ts';
import type { Db, Key, Store } from '../../src/store/engine/types.ts';
import { codeOf } from '../../src/store/fault.ts';
import { claimDue, setJob } from '../../src/store/jobs.ts';
import { meta } from '../../src/store/schema.ts';
import { addressOf, onServer, SERVER, TEMPLATE } from '../lib/server.ts';
import { makeServer, programs, type Server } from '../postgres.ts';

/** What the store promises on PostgreSQL, through what happens to connections, servers and others who write. */

const put = (db: Db, key: string, value = 'x') => db.insert(meta).values({ key, value }).run();
const keysIn = async (db: Db) => (await db.select().from(meta).orderBy(meta.key).all()).map(({ key }) => key);
const keys = (store: Store) => store.read(keysIn);
/** One more in a row of one's own, by reading and writing. */
const countUp = (store: Store, about: Key | readonly Key[], key: string) =>
  store.write(about, async (db) => {
    const row = await db.select().from(meta).where(eq(meta.key, key)).get();
    await db
      .insert(meta)
      .values({ key, value: '1' })
      .onConflictDoUpdate({ target: meta.key, set: { value: String(Number(row?.value ?? 0) + 1) } })
      .run();
  });
const valueIn = async (store: Store, key: string) =>
  (await store.read((db) => db.select().from(meta).where(eq(meta.key, key)).get()))?.value;

describe('a statement', () => {
  test('is numbered where it stands, and not in what is quoted', () => {
    expect(forPostgres(`select '?', "a?", ? from x where y = ? and z = 'it''s ?'`)).toBe(
      `select '?', "a?", $1 from x where y = $2 and z = 'it''s ?'`,
    );
  });

  test('names no table in what an insert may meet, and lets the server count', () => {
    expect(
      forPostgres(
        'insert into "a" ("id", "b") values (null, ?), (null, ?) on conflict ("a"."id", "a"."b") do update set "b" = "a"."b"',
      ),
    ).toBe(
      'insert into "a" ("id", "b") values (default, $1), (default, $2) on conflict ("id", "b") do update set "b" = "a"."b"',
    );
    expect(forPostgres('insert into "a" ("b", "id") values (null, ?)')).toContain('(null, $1)');
    expect(forPostgres('CAST(CAST(? AS INTEGER) AS TEXT)')).toBe('CAST(CAST($1 AS bigint) AS TEXT)');
  });

  test('is kept under a name once it comes again, as long as there are not too many', () => {
    const of = statements(2);
    expect(of('a').name).toBeUndefined();
    const { name, text } = of('a');
    expect([name, text]).toEqual(['s0', 'a']);
    expect(of('a').name).toBe('s0');
    of('b');
    expect(of('b').name).toBe('s1');
    of('c');
    expect(of('c').name).toBeUndefined();
  });
});

describe.skipIf(SERVER === '')('a store on a server', () => {
  let address: string;
  let store: Store;
  let sent: string[];
  let made = 0;
  const name = () => new URL(address).pathname.slice(1);
  beforeEach(async () => {
    const database = `metrox_store_${process.pid}_${made++}`;
    await onServer('postgres', (client) => client.query(`CREATE DATABASE ${database} TEMPLATE ${TEMPLATE}`));
    address = addressOf(database);
    sent = [];
    store = await openServer(address, { watch: (text) => sent.push(text) });
  });
  afterEach(async () => {
    await store.close();
    await onServer('postgres', (client) => client.query(`DROP DATABASE ${name()} WITH (FORCE)`));
  });

  /** Ends every connection of the store, as an administrator or a network would. */
  const sever = () =>
    onServer(name(), (client) =>
      client.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      ),
    );

  test('is all or nothing, and says what was wrong', async () => {
    await store.write('meta', async (db) => void (await put(db, 'kept')));
    const failing = store.write('meta', async (db) => {
      await put(db, 'lost');
      throw new Error('changed its mind');
    });
    await expect(failing).rejects.toThrow('changed its mind');
    const twice = await store.write('meta', (db) => put(db, 'kept')).catch((error: unknown) => error);
    expect(codeOf(twice)).toBe('23505');
    expect(String(twice)).not.toContain('insert into');
    expect(await keys(store)).toEqual(['kept']);
  });

  test('does not count what goes on after a statement has failed', async () => {
    const going = store.write('meta', async (db) => {
      await put(db, 'a');
      await db.run(sql`SELECT 1 / 0`).catch(() => {});
    });
    await expect(going).rejects.toThrow('taken back');
    expect(await keys(store)).toEqual([]);
  });

  test('that only reads writes nothing, and sees one moment', async () => {
    await expect(store.read((db) => put(db, 'a'))).rejects.toMatchObject({ code: '25006' });
    const seen = await store.read(async (db) => {
      const before = await keysIn(db);
      await store.write('meta', (other) => put(other, 'b'));
      return [before, await keysIn(db)];
    });
    expect(seen).toEqual([[], []]);
    expect(await keys(store)).toEqual(['b']);
  });

  test('refuses a statement outside of a transaction, also of a part of it that goes on when it has failed', async () => {
    let kept: Db | undefined;
    await store.read(async (db) => void (kept = db));
    await expect(kept!.select().from(meta).all()).rejects.toMatchObject({
      cause: { message: 'A statement was sent outside of a transaction.' },
    });
    let late: unknown;
    const half = store.write('meta', (db) =>
      Promise.all([
        db.run(sql`SELECT 1 / 0`),
        (async () => {
          await put(db, 'a');
          late = await put(db, 'stray').catch((error: unknown) => error);
        })(),
      ]),
    );
    await expect(half).rejects.toMatchObject({ code: '22012' });
    await expect.poll(() => late).toBeInstanceOf(Error);
    expect(await keys(store)).toEqual([]);
  });

  test('sends what does not depend on each other at once, and the locks along with the beginning', async () => {
    await store.write(['match:2', 'match:1'], (db) => Promise.all([put(db, 'a'), put(db, 'b')]));
    const [begin, ...rest] = sent;
    expect(begin).toMatch(
      /^BEGIN; SELECT pg_advisory_xact_lock_shared\(-?\d+\)(, pg_advisory_xact_lock\(-?\d+\)){2}$/,
    );
    expect(rest.map((text) => text.slice(0, 6))).toEqual(['insert', 'insert', 'COMMIT']);
  });

  test('two about the same thing decide one after the other, and two about others do not wait', async () => {
    const other = await openServer(address);
    const all = Array.from({ length: 40 }, (_, i) => countUp(i % 2 ? store : other, 'match:1', 'n'));
    await Promise.all(all);
    expect(await valueIn(store, 'n')).toBe('40');
    let inside = (): void => {};
    const entered = new Promise<void>((done) => (inside = done));
    let leave = (): void => {};
    const left = new Promise<void>((done) => (leave = done));
    const long = store.write('match:1', async (db) => {
      await put(db, 'long');
      inside();
      await left;
    });
    await entered;
    await other.write('match:2', (db) => put(db, 'short'));
    // All that is written beside it waits for who decides about everything, and that one for them.
    let whole = false;
    const everything = other.write('all', async (db) => {
      await keysIn(db);
      whole = true;
    });
    await expect.poll(() => waiting()).toBeGreaterThan(0);
    expect(whole).toBe(false);
    leave();
    await Promise.all([long, everything]);
    expect(await keys(store)).toEqual(['long', 'n', 'short']);
    await other.close();
  });

  /** How many wait for a lock. */
  const waiting = async (): Promise<number> =>
    onServer(name(), async (client) => {
      const { rows } = await client.query('SELECT 1 FROM pg_locks WHERE NOT granted');
      return rows.length;
    });

  test('where two wait for each other one of them is tried again', async () => {
    for (const key of ['a', 'b']) await store.write('meta', (db) => put(db, key, '0'));
    const raise = (db: Db, key: string) =>
      db
        .update(meta)
        .set({ value: sql`CAST(CAST(${meta.value} AS INTEGER) + 1 AS TEXT)` })
        .where(eq(meta.key, key))
        .run();
    let runs = 0;
    let met = (): void => {};
    const both = new Promise<void>((done) => (met = done));
    const crossing = (about: Key, first: string, second: string) =>
      store.write(about, async (db) => {
        await raise(db, first);
        if (++runs === 2) met();
        await both;
        await raise(db, second);
      });
    await Promise.all([crossing('match:1', 'a', 'b'), crossing('match:2', 'b', 'a')]);
    expect(runs).toBe(3);
    expect([await valueIn(store, 'a'), await valueIn(store, 'b')]).toEqual(['2', '2']);
  });

  test('a row that another one made in the same moment is met at the next try', async () => {
    const other = await openServer(address);
    let made = false;
    const found = await store.write('match:1', async (db) => {
      const before = await keysIn(db);
      if (!made) await other.write('match:2', (there) => put(there, 'twin'));
      made = true;
      if (!before.includes('twin')) await put(db, 'twin');
      return before;
    });
    expect(found).toEqual(['twin']);
    await other.close();
  });

  test('due work is held by one of four processes, and what is about one subject by one alone', async () => {
    const others = await Promise.all(Array.from({ length: 4 }, () => openServer(address)));
    const jobs = Array.from({ length: 400 }, (_, i) => ({
      ...{ kind: 'late', subject: String(i % 100), key: String(i), due: i },
    }));
    for (const job of jobs) await setJob(store, job);
    const claims = others.flatMap((one, i) =>
      Array.from({ length: 8 }, () => claimDue(one, 1000, `nobody's ${i}`, 5000, 9, () => true)),
    );
    const held = (await Promise.all(claims)).flat();
    expect(new Set(held.map(({ key }) => key)).size).toBe(held.length);
    expect(held.length).toBeGreaterThan(100);
    const holders = new Map<string, Set<string | null>>();
    for (const { subject, holder } of held)
      holders.set(subject, (holders.get(subject) ?? new Set()).add(holder));
    expect([...holders.values()].filter(({ size }) => size > 1)).toEqual([]);
    for (const one of others) await one.close();
  });

  test('more at once than there are connections wait for one', async () => {
    const few = await openServer(address, { most: 2 });
    await Promise.all(Array.from({ length: 60 }, (_, i) => countUp(few, `match:${i}`, `n${i}`)));
    expect(await keys(few)).toHaveLength(60);
    await few.close();
  });

  test('lost before the end a write is done anew, once', async () => {
    let runs = 0;
    await store.write('meta', async (db) => {
      await put(db, 'a');
      if (++runs === 1) await sever();
      await put(db, 'b');
    });
    expect(runs).toBe(2);
    await sever();
    expect(await keys(store)).toEqual(['a', 'b']);
  });

  test('lost on the way of COMMIT nobody is told that it counts, and it is not done anew', async () => {
    let runs = 0;
    const unlucky = await openServer(address, {
      watch: (text) => {
        // The server sees no more of this connection.
        if (text === 'COMMIT' && runs === 1) void sever();
      },
    });
    // A check of the server that lasts holds the answer to COMMIT back until the connection is cut.
    await onServer(name(), (client) =>
      client.query(`
        CREATE FUNCTION slowly() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(30); RETURN NULL; END';
        CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON meta DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION slowly()`),
    );
    const error = await unlucky
      .write('meta', async (db) => {
        runs++;
        await put(db, 'a');
      })
      .catch((reason: unknown) => reason);
    expect(codeOf(error)).toBe(UNKNOWN);
    expect(runs).toBe(1);
    await unlucky.close();
  });

  test('of writers that are killed in the middle no half is there, and nothing that was acknowledged is missing', async () => {
    for (let round = 0; round < 3; round++) {
      const child = fork(new URL('./postgres.writer.ts', import.meta.url), [address, String(round)], {
        execArgv: ['--import', 'tsx'],
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      const acknowledged: number[] = [];
      const ended = new Promise((done) => child.once('exit', done));
      await new Promise<void>((done) =>
        child.on('message', (n: number) => {
          acknowledged.push(n);
          if (acknowledged.length === 30 + 7 * round) {
            child.kill('SIGKILL');
            done();
          }
        }),
      );
      await ended;
      const there = new Set(await keys(store));
      expect(
        acknowledged.filter((n) => !there.has(`${round} ${n} a`) || !there.has(`${round} ${n} b`)),
      ).toEqual([]);
      const halves = [...there].filter(
        (key) => !there.has(key.replace(/.$/, (end) => (end === 'a' ? 'b' : 'a'))),
      );
      expect(halves).toEqual([]);
    }
    // What they held is free again.
    await store.write('meta', (db) => put(db, 'after a'));
  });
});

const folder = programs();
describe.skipIf(SERVER === '' || folder === undefined)('a server of its own', () => {
  let server: Server;
  beforeAll(async () => {
    server = await makeServer(folder!, true);
    await server.start();
  });
  afterAll(() => server.end());

  test.each([undefined, 'at once'] as const)(
    'stopped (%s) and started under load loses nothing, and doubles nothing',
    async (how) => {
      const database = `load_${how === undefined ? 'slow' : 'fast'}`;
      const { default: pg } = await import('pg');
      const client = new pg.Client(`${server.address}postgres`);
      await client.connect();
      await client.query(`CREATE DATABASE ${database}`);
      await client.end();
      const store = await openServer(`${server.address}${database}`);
      const acknowledged = new Map<string, number>();
      const unknown = new Map<string, number>();
      let going = true;
      const writers = Array.from({ length: 6 }, async (_, i) => {
        const key = `n${i}`;
        while (going) {
          const into = await countUp(store, `match:${i}`, key).then(
            () => acknowledged,
            (error: unknown) => {
              if (codeOf(error) !== UNKNOWN) throw error;
              return unknown;
            },
          );
          into.set(key, (into.get(key) ?? 0) + 1);
        }
      });
      const all = Promise.all(writers);
      await expect.poll(() => acknowledged.size).toBe(6);
      const sum = () => [...acknowledged.values()].reduce((all, n) => all + n, 0);
      for (let time = 0; time < 2; time++) {
        await server.stop(how);
        await pause(500);
        await server.start();
        const before = sum();
        await expect.poll(sum).toBeGreaterThan(before + 20);
      }
      going = false;
      await all;
      for (const [key, n] of acknowledged) {
        const stored = Number(await valueIn(store, key));
        expect(stored).toBeGreaterThanOrEqual(n);
        expect(stored).toBeLessThanOrEqual(n + (unknown.get(key) ?? 0));
      }
      await store.close();
    },
  );
});
