import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, test } from 'vitest';
import { connectionOf } from '../../src/store/engine/sqlite.ts';
import { asFault, DatabaseFault } from '../../src/store/fault.ts';
import { openStore, type Store } from '../../src/store/open.ts';
import {
  asSomebody,
  crashed,
  earlier,
  harmed,
  openFormer,
  RELEASED,
  released,
  scratch,
  withMigration,
} from './folders.ts';

/** What is said of a database that cannot be used: one line, which names it and what to do. */

const N = released();

const stores: Store[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

const open = (file: string, folder?: string): Store => {
  const store = openStore(file, folder);
  stores.push(store);
  return store;
};

/** What is said when a file is opened. */
function fault(file: string, folder?: string): string {
  try {
    open(file, folder);
  } catch (error) {
    expect(error).toBeInstanceOf(DatabaseFault);
    const { message } = error as Error;
    expect(message).toContain(file);
    expect(message).not.toContain('\n');
    return message;
  }
  throw new Error(`${file} was opened.`);
}

describe('a database that was not closed cleanly', () => {
  test('is opened when it is whole, with all that was written last', async () => {
    const raw = connectionOf(open(await crashed()));
    expect(raw.prepare("SELECT value FROM meta WHERE key = 'last'").pluck().get()).toBe('yes');
  });

  test('is refused when it is damaged, at every start', async () => {
    const file = await harmed();
    for (const _start of [1, 2, 3]) {
      const said = fault(file);
      expect(said).toMatch(/ is damaged \([^*]+\)\. .*npm run restore FILE/);
    }
  });
});

describe('a file that is no database of this bot', () => {
  test.each([
    ['text', 'Not a database at all, and long enough to have a beginning.\n'.repeat(40)],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ])('%s', (_what, content) => {
    const file = join(scratch(), 'metrox.db');
    writeFileSync(file, content, { mode: 0o644 });
    expect(fault(file)).toMatch(/not a database of SQLite.*npm run restore FILE/);
    expect(readFileSync(file).equals(Buffer.from(content))).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o644);
  });

  test.each([
    ['with tables of its own', 'CREATE TABLE theirs (a)'],
    [
      'which drizzle looks after, too',
      'CREATE TABLE __drizzle_migrations (id, hash, created_at); INSERT INTO __drizzle_migrations VALUES (1, 2, 3)',
    ],
  ])('another program’s, %s, stays as it is', (_what, sql) => {
    const file = join(scratch(), 'theirs.db');
    const theirs = new Database(file);
    theirs.exec(sql);
    theirs.close();
    const before = readFileSync(file);
    expect(fault(file)).toMatch(/another program\. Name another file\.$/);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(dirname(file))).toEqual(['theirs.db']);
  });

  test('a folder, or a file in a folder that is not there', () => {
    const folder = scratch();
    expect(fault(folder)).toMatch(/is no file/);
    expect(fault(join(folder, 'none', 'metrox.db'))).toMatch(/There is no folder for/);
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });
});

describe('a database that a newer version wrote', () => {
  const NEXT = ['CREATE TABLE next (a)'];

  test('is refused and not changed', async () => {
    const file = join(scratch(), 'metrox.db');
    await openStore(file, withMigration(NEXT)).close();
    expect(fault(file)).toMatch(
      new RegExp(`newer version of this bot \\(${N + 1} changes .*knows ${N}\\).*npm run restore FILE\\.$`),
    );
    open(file, withMigration(NEXT));
  });

  test('and where the update left a copy, that is named', async () => {
    const file = join(scratch(), 'metrox.db');
    await openFormer(file, earlier(N - 2)).close();
    await openStore(file).close();
    await openStore(file, withMigration(NEXT)).close();
    const copies = readdirSync(dirname(file)).filter((name) => name.includes('before'));
    expect(copies.sort()).toEqual([`metrox.db.before-${N - 2}`, `metrox.db.before-${N}`].sort());
    expect(fault(file)).toContain(`npm run restore ${file}.before-${N}.`);
    expect(fault(file, earlier(N - 1))).toContain(`npm run restore ${file}.before-${N - 2}.`);
  });

  test('also when it has as many changes, but others', async () => {
    const file = join(scratch(), 'metrox.db');
    await openStore(file).close();
    const raw = new Database(file);
    raw.exec(
      'UPDATE __drizzle_migrations SET created_at = created_at + 1 WHERE rowid = (SELECT max(rowid) FROM __drizzle_migrations)',
    );
    raw.close();
    expect(fault(file)).toMatch(/newer version/);
  });
});

describe('a database that cannot be written', () => {
  /** Folder and file belong to whoever opens them; the migrations can be read by all. */
  function theirs(): { file: string; folder: string } {
    const home = scratch();
    const folder = join(scratch(), 'migrations');
    cpSync(RELEASED, folder, { recursive: true });
    chmodSync(dirname(folder), 0o755);
    chmodSync(home, 0o777);
    const file = join(home, 'metrox.db');
    asSomebody(() => openStore(file, folder).close());
    return { file, folder };
  }

  test('since the file is read-only; it stays so', () => {
    const { file, folder } = theirs();
    chmodSync(file, 0o444);
    expect(asSomebody(() => fault(file, folder))).toMatch(/cannot be written\. Give this user the right/);
    expect(statSync(file).mode & 0o222).toBe(0);
  });

  test('since the folder is', () => {
    const { file, folder } = theirs();
    chmodSync(dirname(file), 0o555);
    expect(asSomebody(() => fault(file, folder))).toMatch(/cannot be written\. Give this user the right/);
  });

  test('since it is somebody else’s', async () => {
    const { file, folder } = theirs();
    if (process.getuid!() === 0) {
      const mine = join(scratch(), 'metrox.db');
      await openStore(mine).close();
      chmodSync(dirname(mine), 0o777);
      expect(asSomebody(() => fault(mine, folder))).toMatch(/cannot be written/);
    }
    chmodSync(file, 0);
    expect(asSomebody(() => fault(file, folder))).toMatch(/cannot be written/);
  });
});

test('the disk is full while the tables are changed: nothing is', async () => {
  const file = join(scratch(), 'metrox.db');
  await openStore(file).close();
  const folder = withMigration([
    'PRAGMA max_page_count = 1',
    'CREATE TABLE large (t text)',
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9999) INSERT INTO large SELECT hex(randomblob(99)) FROM n',
  ]);
  expect(fault(file, folder)).toBe(`The disk of ${file} is full. Make room there.`);
  const raw = connectionOf(open(file));
  expect(raw.prepare("SELECT count(*) FROM sqlite_master WHERE name = 'large'").pluck().get()).toBe(0);
});

test('what SQLite says is told with the file; that it is busy passes by itself, other faults do not', () => {
  const told = (code: string) =>
    asFault(Object.assign(new Error('some words.\nmore'), { code }), '/a.db') as DatabaseFault;
  for (const code of ['SQLITE_BUSY', 'SQLITE_BUSY_RECOVERY', 'SQLITE_LOCKED', 'SQLITE_PROTOCOL'])
    expect(told(code)).toMatchObject({
      message: expect.stringMatching(/\/a\.db is kept busy/),
      passing: true,
    });
  expect(told('SQLITE_CORRUPT_INDEX')).toMatchObject({
    message: expect.stringMatching(/\/a\.db is damaged \(some words\)/),
    passing: false,
  });
  expect(told('SQLITE_IOERR_READ').message).toMatch(/The disk of \/a\.db .*\(SQLITE_IOERR_READ\)/);
  expect(told('SQLITE_MISUSE').message).toBe(
    'The database /a.db cannot be used: some words (SQLITE_MISUSE).',
  );
  const system = (code: string, path: string) =>
    (asFault(Object.assign(new Error('words'), { code, path }), '/a.db') as Error).message;
  expect(system('ENOSPC', '/a.db.part-1')).toBe('The disk of /a.db is full. Make room there.');
  expect(system('EROFS', '/other')).toMatch(/^The disk of \/other can only be read\./);
  expect(system('EMFILE', '/a.db')).toBe('words');
  expect((asFault(Object.assign(new Error('words'), { code: 'EACCES' }), '/a.db') as Error).message).toBe(
    'words',
  );
  const bug = new TypeError('a bug');
  expect(asFault(bug, '/a.db')).toBe(bug);
});

describe('the owner alone', () => {
  const modes = (folder: string) =>
    readdirSync(folder).map((name) => `${name} ${(statSync(join(folder, name)).mode & 0o777).toString(8)}`);

  test('reads a new database, its logs, and the copy of before a change', async () => {
    const file = join(scratch(), 'metrox.db');
    const before = process.umask(0);
    try {
      await openFormer(file, earlier(N - 1)).close();
      connectionOf(open(file)).exec("INSERT INTO meta VALUES ('a', 'b')");
    } finally {
      process.umask(before);
    }
    expect(modes(dirname(file)).sort()).toEqual(
      ['', '-shm', '-wal', `.before-${N - 1}`].map((end) => `metrox.db${end} 600`).sort(),
    );
  });

  test('and those that an earlier version left open to all; nothing else is touched', async () => {
    const file = join(scratch(), 'metrox.db');
    await openStore(file).close();
    chmodSync(file, 0o644);
    const folder = dirname(file);
    for (const name of ['metrox.db.before-3', 'notes.txt', 'metrox.dbx'])
      writeFileSync(join(folder, name), '', { mode: 0o644 });
    mkdirSync(join(folder, 'metrox.db.d'), { mode: 0o755 });
    open(file);
    expect(modes(folder).sort()).toEqual(
      [
        ...['', '-shm', '-wal', '.before-3'].map((end) => `metrox.db${end} 600`),
        'metrox.db.d 755',
        'metrox.dbx 644',
        'notes.txt 644',
      ].sort(),
    );
  });
});
