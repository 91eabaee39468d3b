import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, test } from 'vitest';
import { replay } from '../../src/match/open.ts';
import { connectionOf } from '../../src/store/engine/sqlite.ts';
import { load } from '../../src/store/matches.ts';
import { openStore, type Store } from '../../src/store/open.ts';
import { meet } from '../../src/store/players.ts';
import type { Stored } from '../../src/store/rows.ts';
import { amount } from '../lib/long.ts';
import { acquaint, choose, loaded, running, some } from '../match/people.ts';
import { earlier, openFormer, RELEASED, rebuild, released, scratch, withMigration } from './folders.ts';
import { program } from './programs.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const N = released();

const stores: Store[] = [];
const children: ChildProcess[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function opened(file: string, folder?: string): Store {
  const store = openStore(file, folder);
  stores.push(store);
  return store;
}

const migrations = (store: Store): number =>
  (connectionOf(store).prepare('SELECT count(*) AS n FROM __drizzle_migrations').get() as { n: number }).n;

/** A file with a match of three under way, closed again; and what stood in it. */
async function inUse(): Promise<{ file: string; before: Stored; id: number }> {
  const file = join(scratch(), 'metrox.db');
  const store = openStore(file);
  await acquaint(store, 3);
  const id = await running(store, 3);
  for (let n = 0; n < 7; n++) {
    const match = await loaded(store, id);
    const seat = match.game.toAct(match.state)[0]!;
    await choose(store, id, match.seats[seat]!.player!, some(match, seat, n));
  }
  const before = (await load(store, id))!;
  await store.close();
  expect(before.log.length).toBeGreaterThanOrEqual(7);
  return { file, before, id };
}

function statements(file: string, where?: string): string[] {
  const raw = new Database(file);
  const made = rebuild(raw, 'matches', where);
  raw.close();
  return made;
}

function child(command: readonly string[]): ChildProcess & { said: () => string } {
  const process_ = spawn(process.execPath, command, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  process_.stdout.on('data', (data) => {
    said += data;
  });
  process_.stderr.on('data', (data) => {
    said += data;
  });
  children.push(process_);
  return Object.assign(process_, { said: () => said });
}

async function until(fits: () => boolean, what: string, patience = 20_000): Promise<void> {
  for (const from = performance.now(); !fits(); await pause(5)) {
    if (performance.now() - from > patience) throw new Error(`Waited in vain until ${what}.`);
  }
}

describe('opening', () => {
  test('brings a new file to the newest schema; opening it again changes nothing and copies nothing', async () => {
    const file = join(scratch(), 'metrox.db');
    const first = openStore(file);
    expect(migrations(first)).toBe(N);
    await meet(first, '1', 'Ann');
    const schema = connectionOf(first).prepare('SELECT sql FROM sqlite_master').all();
    await first.close();
    const again = opened(file);
    expect(migrations(again)).toBe(N);
    expect(connectionOf(again).prepare('SELECT sql FROM sqlite_master').all()).toEqual(schema);
    expect(connectionOf(again).prepare('SELECT name FROM players').pluck().all()).toEqual(['Ann']);
    expect(readdirSync(dirname(file)).filter((name) => name.includes('before'))).toEqual([]);
  });

  test('keeps references, survives a loss of power, and never waits long inside SQLite', () => {
    const raw = connectionOf(opened(join(scratch(), 'metrox.db')));
    const value = (name: string) => raw.pragma(name, { simple: true });
    expect(value('foreign_keys')).toBe(1);
    expect(value('journal_mode')).toBe('wal');
    expect(value('synchronous')).toBe(1);
    expect(value('busy_timeout')).toBeLessThanOrEqual(50);
  });

  test('no table gives its rows away when another loses its own', () => {
    const raw = connectionOf(opened(':memory:'));
    const tables = raw
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
      .pluck()
      .all() as string[];
    const keys = tables.flatMap((name) => raw.pragma(`foreign_key_list(${name})`) as { on_delete: string }[]);
    expect(keys.length).toBeGreaterThan(3);
    for (const key of keys) expect(key.on_delete).toBe('NO ACTION');
  });

  test('what is no database is not touched', () => {
    expect(() => openStore(join(ROOT, 'package.json'))).toThrow(/is not a database/);
  });
});

describe('a migration that rebuilds a table while a match runs', () => {
  test('keeps seats and log, makes a copy first, and leaves references on', async () => {
    const { file, before, id } = await inUse();
    const store = opened(file, withMigration(statements(file)));
    const after = (await load(store, id))!;
    expect(after.log).toEqual(before.log);
    expect(after.seats).toEqual(before.seats);
    expect(after.row).toEqual(before.row);
    expect(connectionOf(store).prepare('SELECT extra FROM matches').pluck().all()).toEqual(['new']);
    expect(migrations(store)).toBe(N + 1);

    expect(connectionOf(store).pragma('foreign_keys', { simple: true })).toBe(1);
    expect(() => connectionOf(store).prepare('DELETE FROM matches').run()).toThrow(/FOREIGN KEY/);
    expect(() =>
      connectionOf(store).prepare('INSERT INTO actions VALUES (999, 0, 0, ?, ?, NULL, 0)').run('F', 'bot'),
    ).toThrow(/FOREIGN KEY/);

    const copy = new Database(`${file}.before-${N}`, { readonly: true });
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(copy.prepare('SELECT count(*) FROM actions').pluck().get()).toBe(before.log.length);
    expect(copy.prepare('SELECT count(*) FROM __drizzle_migrations').pluck().get()).toBe(N);
    copy.close();
  });

  test('and the match goes on as if nothing had been', async () => {
    const { file, before, id } = await inUse();
    const store = opened(file, withMigration(statements(file)));
    const match = await loaded(store, id);
    expect(match.state).toEqual(replay(before).state);
    const seat = match.game.toAct(match.state)[0]!;
    const done = await choose(store, id, match.seats[seat]!.player!, some(match, seat));
    expect(done).toMatchObject({ ok: true, changed: true });
    expect((await load(store, id))!.log.length).toBeGreaterThan(before.log.length);
  });

  test('one that leaves rows pointing to nothing is refused, and changes nothing', async () => {
    const { file, before, id } = await inUse();
    const folder = withMigration(statements(file, '0'));
    for (const _start of [1, 2]) expect(() => openStore(file, folder)).toThrow(/point to nothing/);
    const store = opened(file);
    expect(migrations(store)).toBe(N);
    expect(await load(store, id)).toEqual(before);
  });

  test('one that fails on the way changes nothing at all', async () => {
    const { file, before, id } = await inUse();
    const folder = withMigration([...statements(file), 'INSERT INTO nowhere VALUES (1)']);
    expect(() => openStore(file, folder)).toThrow(/nowhere/);
    const store = opened(file);
    expect(migrations(store)).toBe(N);
    expect(await load(store, id)).toEqual(before);
    expect(
      connectionOf(store)
        .prepare("SELECT count(*) FROM pragma_table_info('matches') WHERE name = 'extra'")
        .pluck()
        .get(),
    ).toBe(0);
  });
});

describe('several processes', () => {
  test('three open a new file at once: it is migrated once, and all of them open it', async () => {
    const file = join(scratch(), 'metrox.db');
    const all = [1, 2, 3].map(() => child(program('tests/store/opener', file, RELEASED)));
    const codes = await Promise.all(all.map(async (one) => (await once(one, 'close'))[0]));
    expect(all.map((one) => one.said())).toEqual(all.map(() => `opening\nopen ${N}\n`));
    expect(codes).toEqual([0, 0, 0]);
    expect(migrations(opened(file))).toBe(N);
  });

  test('four open an older file at once: all of them open it, and one copy is of before', async () => {
    for (let round = 0; round < amount(2, 6); round++) {
      const file = join(scratch(), 'metrox.db');
      const old = openFormer(file, earlier(N - 3));
      connectionOf(old).exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
        INSERT INTO meta SELECT 'row ' || i, hex(randomblob(200)) FROM n`);
      await old.close();
      const go = join(scratch(), 'go');
      const all = [1, 2, 3, 4].map(() => child(program('tests/store/opener', file, RELEASED, go)));
      await until(() => all.every((one) => one.said() === 'waiting\n'), 'all wait');
      writeFileSync(go, '');
      const codes = await Promise.all(all.map(async (one) => (await once(one, 'close'))[0]));
      expect(all.map((one) => one.said())).toEqual(all.map(() => `waiting\nopening\nopen ${N}\n`));
      expect(codes).toEqual([0, 0, 0, 0]);
      const rows = "SELECT count(*) FROM meta WHERE key LIKE 'row %'";
      const store = opened(file);
      expect(migrations(store)).toBe(N);
      expect(connectionOf(store).prepare(rows).pluck().get()).toBe(5000);
      expect(readdirSync(dirname(file)).filter((name) => !/^metrox\.db(-wal|-shm)?$/.test(name))).toEqual([
        `metrox.db.before-${N - 3}`,
      ]);
      const copy = new Database(`${file}.before-${N - 3}`, { readonly: true });
      expect(copy.pragma('integrity_check', { simple: true })).toBe('ok');
      expect(copy.prepare('SELECT count(*) FROM __drizzle_migrations').pluck().get()).toBe(N - 3);
      expect(copy.prepare(rows).pluck().get()).toBe(5000);
      copy.close();
    }
  });

  test('what another process is writing while a start begins is in the copy, too', async () => {
    const file = join(scratch(), 'metrox.db');
    await openFormer(file, earlier(N - 1)).close();
    const script = `
      const db = new (require('better-sqlite3'))(${JSON.stringify(file)});
      db.exec("BEGIN IMMEDIATE; INSERT INTO meta VALUES ('late', 'yes')");
      console.log('held');
      setTimeout(() => { db.exec('COMMIT'); db.close(); }, 1500);`;
    const other = child(['-e', script]);
    await until(() => other.said().includes('held'), 'the other process writes');
    const starting = child(program('tests/store/opener', file, RELEASED));
    await once(starting, 'close');
    expect(starting.said()).toBe(`opening\nopen ${N}\n`);
    const copy = new Database(`${file}.before-${N - 1}`, { readonly: true });
    expect(copy.prepare("SELECT value FROM meta WHERE key = 'late'").pluck().get()).toBe('yes');
    copy.close();
  });

  test('a copy that a killed start left half done is made anew', async () => {
    const file = join(scratch(), 'metrox.db');
    await openFormer(file, earlier(N - 1)).close();
    writeFileSync(`${file}.before-${N - 1}.part`, 'half');
    writeFileSync(`${file}.before-${N - 1}.part-journal`, 'half');
    opened(file);
    expect(readdirSync(dirname(file)).filter((name) => name.includes('before'))).toEqual([
      `metrox.db.before-${N - 1}`,
    ]);
  });

  test('killed in the middle of a migration: the file is as before, and the next start migrates it', async () => {
    const { file, before, id } = await inUse();
    const slow = (rows: number) =>
      withMigration([
        'CREATE TABLE half (n integer, t text)',
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows}) INSERT INTO half SELECT i, hex(randomblob(16)) FROM n`,
        'CREATE TABLE whole (n integer)',
      ]);
    const one = child(program('tests/store/opener', file, slow(100_000_000)));
    // What does not fit into memory spills into the log of changes: the migration is under way.
    const spilt = () => existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 4_000_000;
    await until(spilt, 'the migration is under way');
    one.kill('SIGKILL');
    const [, signal] = (await once(one, 'close')) as [number | null, string | null];
    expect([one.said(), signal]).toEqual(['opening\n', 'SIGKILL']);

    const old = openStore(file);
    const made = () =>
      connectionOf(old).prepare("SELECT name FROM sqlite_master WHERE name IN ('half', 'whole')").all();
    expect(made()).toEqual([]);
    expect(migrations(old)).toBe(N);
    expect(await load(old, id)).toEqual(before);
    await old.close();

    const store = opened(file, slow(10));
    expect(migrations(store)).toBe(N + 1);
    expect(connectionOf(store).prepare('SELECT count(*) FROM half').pluck().get()).toBe(10);
    expect(await load(store, id)).toEqual(before);
  });

  /** Another process takes the right to write and keeps it for so long. */
  async function hold(file: string, milliseconds: number): Promise<void> {
    const program = `
      const db = new (require('better-sqlite3'))(${JSON.stringify(file)});
      db.exec('BEGIN IMMEDIATE');
      console.log('held');
      setTimeout(() => { db.exec('COMMIT'); db.close(); }, ${milliseconds});`;
    const other = child(['-e', program]);
    await until(() => other.said().includes('held'), 'the other process holds the file');
  }

  test('while another writes for 3 seconds, a choice waits and wins, and everything else goes on', async () => {
    const file = join(scratch(), 'metrox.db');
    const store = opened(file);
    await acquaint(store, 2);
    const id = await running(store, 2);
    const match = await loaded(store, id);
    await hold(file, 3000);
    const ticks: number[] = [];
    const timer = setInterval(() => ticks.push(performance.now()), 10);
    const from = performance.now();
    const playing = choose(store, id, '1000', some(match, 0));
    let chosen = false;
    void playing.then(() => {
      chosen = true;
    });
    // Reading is not held up at all.
    await load(store, id);
    expect(chosen).toBe(false);
    const done = await playing;
    const took = performance.now() - from;
    clearInterval(timer);
    expect(done).toMatchObject({ ok: true, changed: true });
    expect(took).toBeGreaterThan(1000);
    expect((await load(store, id))!.log).toHaveLength(1);
    expect(ticks.length).toBeGreaterThan(20);
  });

  test('what is refused for another reason is not tried again', async () => {
    const store = opened(':memory:');
    let tries = 0;
    const failing = store.write('meta', async () => {
      tries++;
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(tries).toBe(1);
  });
});
