import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turned } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { connect } from '../../src/store/engine/connect.ts';
import { type Disk, diskOf } from '../../src/store/engine/disk.ts';
import { connectionOf, type Instead, storeOver } from '../../src/store/engine/sqlite.ts';
import type { Db, Store } from '../../src/store/engine/types.ts';
import { meta } from '../../src/store/schema.ts';

/** When a write resolves, and how the log is kept short. What outlasts a loss of power stands in power.test.ts. */

let folder: string;
let file: string;
let store: Store;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'metrox-'));
  file = join(folder, 'metrox.db');
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const put = (db: Db, key: string, value = 'x') => db.insert(meta).values({ key, value }).run();
const write = (key: string, value?: string) => store.write('meta', (db) => put(db, key, value));
const keys = () =>
  store.read(async (db) => (await db.select().from(meta).orderBy(meta.key).all()).map(({ key }) => key));

/** A store whose disk is as `change` makes it. */
function over(change: (disk: Disk) => Partial<Disk> = () => ({}), instead: Instead = {}): void {
  const raw = connect(file);
  const disk = diskOf(raw);
  store = storeOver(raw, undefined, { disk: { ...disk, ...change(disk) }, ...instead });
}

/** Syncs that end when they are told to, in the order in which they began. */
function held() {
  const ends: (() => void)[] = [];
  const sync = () => new Promise<void>((done) => ends.push(done));
  return { ends, sync };
}

/** Whether a promise is over once the loop has turned. */
async function isOver(promise: Promise<unknown>): Promise<boolean> {
  let over = false;
  void promise.then(() => {
    over = true;
  });
  await turned();
  return over;
}

describe('a write', () => {
  test('resolves when a sync that began after it is over, and not before', async () => {
    const { ends, sync } = held();
    over(() => ({ sync }));
    const one = write('a');
    expect(await isOver(one)).toBe(false);
    expect(ends).toHaveLength(1);
    // Too late for the first sync: those two share the next.
    const [two, three] = [write('b'), write('c')];
    expect(await isOver(two)).toBe(false);
    expect(ends).toHaveLength(1);
    expect(await keys()).toEqual(['a', 'b', 'c']);
    ends[0]!();
    expect(await isOver(one)).toBe(true);
    expect(await isOver(two)).toBe(false);
    expect(ends).toHaveLength(2);
    ends[1]!();
    await Promise.all([two, three]);
    expect(ends).toHaveLength(2);
  });

  test('that changes nothing waits for what it may rest on, and else for nothing', async () => {
    const { ends, sync } = held();
    over(() => ({ sync }));
    const one = write('a');
    const nothing = store.write('meta', async (db) => (await db.select().from(meta).all()).length);
    expect(await isOver(nothing)).toBe(false);
    ends[0]!();
    await Promise.all([one, nothing]);
    expect(await store.write('meta', async () => 1)).toBe(1);
    expect(ends).toHaveLength(1);
  });

  test('that is taken back waits for nothing', async () => {
    const { ends, sync } = held();
    over(() => ({ sync }));
    await expect(store.write('meta', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(ends).toHaveLength(0);
  });

  test('is waited for at the end', async () => {
    const { ends, sync } = held();
    over(() => ({ sync }));
    const one = write('a');
    const closed = store.close();
    expect(await isOver(closed)).toBe(false);
    ends[0]!();
    await Promise.all([one, closed]);
    over();
    expect(await keys()).toEqual(['a']);
  });

  test('is never answered where its sync has failed, and nor is any after it: the process ends', async () => {
    const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
    const told = vi.spyOn(console, 'error').mockImplementation(() => {});
    let syncs = 0;
    over(() => ({
      sync() {
        syncs++;
        return Promise.reject(Object.assign(new Error('i/o error'), { code: 'EIO' }));
      },
    }));
    const [one, two] = [write('a'), write('b')];
    expect(await isOver(one)).toBe(false);
    expect(await isOver(two)).toBe(false);
    expect(syncs).toBe(1);
    expect(exit.mock.calls).toEqual([[1]]);
    expect(told.mock.calls.flat().join()).toContain(file);
    expect(told.mock.calls.flat().join()).toContain('EIO');
    vi.restoreAllMocks();
    // Nobody can close what waits for ever.
    store = storeOver(new Database(':memory:'));
  });
});

describe('the log', () => {
  const log = () => `${file}-wal`;
  /** Which log it is: the number rises each time that it is begun anew. */
  const begun = () => readFileSync(log()).readUInt32BE(12);

  test('is synced where it stands, also when the database is reached by a link', async () => {
    const link = join(folder, 'link.db');
    store = storeOver(connect(file));
    await store.close();
    symlinkSync(file, link);
    store = storeOver(connect(link));
    await write('a');
    expect(statSync(log()).size).toBeGreaterThan(0);
  });

  test('is brought into the database and begun anew when it is long, by a thread alone', async () => {
    const lasts: boolean[] = [];
    over(
      (disk) => ({
        async checkpoint(last) {
          const done = await disk.checkpoint(last);
          lasts.push(last);
          return done;
        },
      }),
      { growth: 64 * 1024 },
    );
    await write('first');
    const from = begun();
    for (let n = 0; begun() === from; n++) await write(`${n}`, 'x'.repeat(2000));
    // What the main thread commits then has a log that is begun already.
    await vi.waitFor(() => expect(lasts.slice(0, 2)).toEqual([false, true]));
    expect(connectionOf(store).pragma('wal_autocheckpoint', { simple: true })).toBe(0);
    const size = statSync(log()).size;
    for (let n = 0; n < 200; n++) await write(`later ${n}`, 'x'.repeat(2000));
    expect(begun()).toBeGreaterThan(from + 1);
    expect(statSync(log()).size).toBeLessThan(size * 4);
    expect(await keys()).toContain('later 199');
  });

  test('grows while somebody reads what was before, and is shortened after it', async () => {
    let tries = 0;
    over(
      (disk) => ({
        checkpoint(last) {
          tries++;
          return disk.checkpoint(last);
        },
      }),
      { growth: 32 * 1024 },
    );
    await write('first');
    const from = begun();
    const reader = new Database(file, { readonly: true });
    reader.exec('BEGIN');
    reader.prepare('SELECT * FROM meta').all();
    for (let n = 0; n < 60; n++) await write(`${n}`, 'x'.repeat(2000));
    expect(begun()).toBe(from);
    // Not at each commit.
    expect(tries).toBeLessThan(40);
    reader.close();
    for (let n = 60; begun() === from; n++) await write(`${n}`, 'x'.repeat(2000));
  });
});

describe('whoever counts writes', () => {
  const told: unknown[] = [];
  const writes = {
    committed: (about: string, ms: number) => void told.push([about, ms >= 0]),
    failed: (about: string) => void told.push([about, 'failed']),
  };
  beforeEach(() => void told.splice(0));

  /** A store that is counted, on a disk as `change` makes it. */
  function counted(change: Partial<Disk> = {}): void {
    const raw = connect(file);
    store = storeOver(raw, undefined, { disk: { ...diskOf(raw), ...change } }, writes);
  }

  test('hears of each when it lasts, and not before', async () => {
    const { ends, sync } = held();
    counted({ sync });
    const one = write('a');
    expect(await isOver(one)).toBe(false);
    expect(told).toEqual([]);
    ends[0]!();
    await one;
    expect(told).toEqual([['meta', true]]);
  });

  test('hears what it is first of all about, and nothing of what changed nothing', async () => {
    counted();
    await store.write(['match:7', 'standings'], (db) => put(db, 'a'));
    await store.write('match:8', async (db) => db.select().from(meta).all());
    await store.read(async (db) => db.select().from(meta).all());
    expect(told).toEqual([['match:7', true]]);
  });

  test('hears of one that failed, which fails all the same', async () => {
    counted();
    const failing = store.write('player:1', async (db) => {
      await put(db, 'a');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(told).toEqual([['player:1', 'failed']]);
    expect(await keys()).not.toContain('a');
  });
});
