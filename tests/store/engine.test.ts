import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turned } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Db, Store } from '../../src/store/engine/types.ts';
import { prepared } from '../../src/store/engine/types.ts';
import { codeOf } from '../../src/store/fault.ts';
import { openStore } from '../../src/store/open.ts';
import { meta } from '../../src/store/schema.ts';

const put = (db: Db, key: string, value = 'x') => db.insert(meta).values({ key, value }).run();
const keysIn = async (db: Db) => (await db.select().from(meta).orderBy(meta.key).all()).map(({ key }) => key);
const keys = (store: Store) => store.read(keysIn);

let folder: string;
let file: string;
let store: Store;
let sent: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'metrox-'));
  file = join(folder, 'metrox.db');
  sent = [];
  store = openStore(file, undefined, (text) => sent.push(text));
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

describe('a transaction', () => {
  test('is all or nothing', async () => {
    await store.write('meta', async (db) => void (await put(db, 'kept')));
    const failing = store.write('meta', async (db) => {
      await put(db, 'lost');
      throw new Error('changed its mind');
    });
    await expect(failing).rejects.toThrow('changed its mind');
    expect(await keys(store)).toEqual(['kept']);
  });

  test('sees what it wrote, and others see it after its end', async () => {
    let other: Promise<string[]> | undefined;
    const own = await store.write('meta', async (db) => {
      await put(db, 'a');
      other = keys(store);
      await put(db, 'b');
      return keysIn(db);
    });
    expect(own).toEqual(['a', 'b']);
    expect(await other).toEqual(['a', 'b']);
    await turned();
    expect(sent.filter((text) => /^[A-Z]/.test(text))).toEqual([
      'BEGIN IMMEDIATE',
      'COMMIT',
      'BEGIN',
      'COMMIT',
    ]);
  });

  test('comes after those that began before it, also where one of them failed', async () => {
    const order: number[] = [];
    const one = (n: number) =>
      store.write('meta', async (db) => {
        await put(db, `${n % 3}`);
        order.push(n);
      });
    const all = await Promise.allSettled([0, 1, 2, 3, 4, 5].map(one));
    expect(all.map(({ status }) => status === 'fulfilled')).toEqual([true, true, true, false, false, false]);
    expect(order).toEqual([0, 1, 2]);
    expect(await keys(store)).toEqual(['0', '1', '2']);
  });

  test('keeps what SQLite said of a statement', async () => {
    const twice = store.write('meta', async (db) => {
      await put(db, 'a');
      await put(db, 'a');
    });
    const error = await twice.catch((reason: unknown) => reason);
    expect(codeOf(error)).toBe('SQLITE_CONSTRAINT_PRIMARYKEY');
    expect(String(error)).not.toContain('insert into');
    const caught = await store.write('meta', async (db) => {
      await put(db, 'a');
      return put(db, 'a').catch((reason: unknown) => codeOf(reason));
    });
    expect(caught).toBe('SQLITE_CONSTRAINT_PRIMARYKEY');
  });

  test('that only reads writes nothing', async () => {
    await expect(store.read((db) => put(db, 'a'))).rejects.toThrow('would write');
    expect(await keys(store)).toEqual([]);
  });

  test('waits for nothing but its statements: else it is taken back', async () => {
    let later: unknown;
    const waiting = store.write('meta', async (db) => {
      await put(db, 'a');
      await turned();
      await put(db, 'b').catch((error: unknown) => (later = error));
    });
    await expect(waiting).rejects.toThrow('waited for something else');
    await turned();
    expect(later).toBeDefined();
    expect(await keys(store)).toEqual([]);
  });

  test('holds no other one', async () => {
    const nested = store.write('meta', async (db) => {
      await put(db, 'a');
      await store.write('meta', (inner) => put(inner, 'b'));
    });
    await expect(nested).rejects.toThrow('waited for something else');
  });

  test('is waited for at the end', async () => {
    const last = store.write('meta', (db) => put(db, 'a'));
    await store.close();
    await last;
    store = openStore(file);
    expect(await keys(store)).toEqual(['a']);
  });
});

test('a statement outside of a transaction is refused', async () => {
  let kept: Db | undefined;
  await store.read(async (db) => void (kept = db));
  await expect(kept!.select().from(meta).all()).rejects.toMatchObject({
    cause: { message: 'A statement was sent outside of a transaction.' },
  });
});

describe('while another process holds the database', () => {
  test('a write is tried again, and readings are not held up', async () => {
    const other = new Database(file);
    other.exec("BEGIN IMMEDIATE; INSERT INTO meta VALUES ('theirs', 'x')");
    let runs = 0;
    const waiting = store.write('meta', async (db) => {
      runs++;
      await put(db, 'ours');
      return keysIn(db);
    });
    expect(await keys(store)).toEqual([]);
    expect(runs).toBe(0);
    other.exec('COMMIT');
    other.close();
    expect(await waiting).toEqual(['ours', 'theirs']);
  });

  test('readings that follow each other see one moment, until something comes from outside or is written', async () => {
    sent.length = 0;
    await keys(store);
    await Promise.all([keys(store), keys(store)]);
    await store.write('meta', (db) => put(db, 'a'));
    await keys(store);
    await turned();
    await keys(store);
    await turned();
    expect(sent.filter((text) => /^[A-Z]/.test(text))).toEqual([
      ...['BEGIN', 'COMMIT', 'BEGIN IMMEDIATE', 'COMMIT'],
      ...['BEGIN', 'COMMIT', 'BEGIN', 'COMMIT'],
    ]);
  });

  test('what another process has committed is seen by whatever comes in later, though the loop has not turned', async () => {
    const other = new Database(file);
    let turned = false;
    setImmediate(() => {
      turned = true;
    });
    expect(await keys(store)).toEqual([]);
    await new Promise<void>((done) => process.nextTick(done));
    other.exec("INSERT INTO meta VALUES ('theirs', 'x')");
    expect(await keys(store)).toEqual(['theirs']);
    expect(turned).toBe(false);
    other.close();
  });

  test('all that one reading finds is of one moment', async () => {
    const other = new Database(file);
    const found = await store.read(async (db) => {
      const before = await keysIn(db);
      other.exec("INSERT INTO meta VALUES ('theirs', 'x')");
      return [before, await keysIn(db)];
    });
    expect(found).toEqual([[], []]);
    await turned();
    expect(await keys(store)).toEqual(['theirs']);
    other.close();
  });
});

test('many that come at once let others have a turn', async () => {
  let turns = 0;
  let over = false;
  const turning = (async () => {
    for (; !over; turns++) await turned();
  })();
  const slow = sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) SELECT sum(i) FROM n`;
  await Promise.all(Array.from({ length: 20 }, () => store.read((db) => db.get(slow))));
  over = true;
  await turning;
  expect(turns).toBeGreaterThan(2);
});

test('statements are made once for each store', async () => {
  let made = 0;
  const one = prepared((db) => {
    made++;
    return db
      .select()
      .from(meta)
      .where(eq(meta.key, sql.placeholder('key')))
      .prepare();
  });
  const other = openStore(':memory:');
  await store.write('meta', (db) => put(db, 'a'));
  for (const each of [store, other, store]) await each.read((db) => one(db).get({ key: 'a' }));
  expect(made).toBe(2);
  expect(await store.read((db) => one(db).get({ key: 'a' }))).toEqual({ key: 'a', value: 'x' });
  expect(await other.read((db) => one(db).get({ key: 'a' }))).toBeUndefined();
  await other.close();
});

test('each statement is told of', async () => {
  await store.write('meta', (db) => put(db, 'a'));
  expect(sent).toEqual(['BEGIN IMMEDIATE', expect.stringMatching(/^insert into "meta"/), 'COMMIT']);
});
