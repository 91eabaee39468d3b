import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, test } from 'vitest';
import { backUp, copyWhole } from '../../src/store/backup.ts';
import { connectionOf } from '../../src/store/engine/sqlite.ts';
import { DatabaseFault } from '../../src/store/fault.ts';
import { openStore, type Store } from '../../src/store/open.ts';
import { restore } from '../../src/store/restore.ts';
import { emptyStore } from '../lib/store.ts';
import { peopled, running } from '../match/people.ts';
import { asSomebody, backdated, nameless, RELEASED, scratch } from './folders.ts';
import { command, type Holder, hold, ROOT, run } from './programs.ts';

const holders: Holder[] = [];
afterEach(() => {
  for (const { child } of holders.splice(0)) child.kill('SIGKILL');
});

/** A database with so many matches, closed. */
async function filled(matches = 2): Promise<string> {
  const file = join(scratch(), 'metrox.db');
  const store = await peopled(3);
  for (let n = 0; n < matches; n++) await running(store, 2, { origin: `o${n}` });
  await backdated(store, file, RELEASED).close();
  await store.close();
  return file;
}

const matchesIn = (file: string): unknown => {
  const raw = new Database(file, { readonly: true });
  try {
    expect(raw.pragma('integrity_check', { simple: true })).toBe('ok');
    return raw.prepare('SELECT count(*) FROM matches').pluck().get();
  } finally {
    raw.close();
  }
};

describe('npm run backup', () => {
  test('without a name: beside the database, named after the time, for its owner alone', async () => {
    const file = await filled();
    const clock = join(scratch(), 'clock');
    writeFileSync(clock, '0');
    const { code, out, errors } = await run(command('backup'), file, { CLOCK_FILE: clock });
    expect(errors).toBe('');
    expect(code).toBe(0);
    const folder = join(dirname(file), 'backups');
    const [name, ...others] = readdirSync(folder);
    expect(others).toEqual([]);
    expect(name).toMatch(/^metrox-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.db$/);
    const size = (statSync(join(folder, name!)).size / 1e6).toFixed(1);
    expect(out).toBe(`2 matches are in ${join(folder, name!)} (${size} MB).\n`);
    expect(matchesIn(join(folder, name!))).toBe(2);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, name!)).mode & 0o777).toBe(0o600);
    // The next day there is another.
    writeFileSync(clock, String(24 * 3_600_000));
    expect(await run(command('backup'), file, { CLOCK_FILE: clock })).toMatchObject({ code: 0 });
    expect(readdirSync(folder)).toHaveLength(2);
  });

  test('to a file, to a folder, and never over what is there', async () => {
    const file = await filled(1);
    const folder = scratch();
    const to = join(folder, 'mine.db');
    expect(await run(command('backup', to), file)).toMatchObject({ code: 0 });
    const before = readFileSync(to);
    expect(await run(command('backup', to), file)).toMatchObject({
      code: 78,
      errors: `${to} is there already, and a backup overwrites nothing. Name another file.\n`,
    });
    expect(readFileSync(to).equals(before)).toBe(true);
    mkdirSync(join(folder, 'usual'));
    expect(await run(command('backup', join(folder, 'usual')), file)).toMatchObject({ code: 0 });
    expect(readdirSync(join(folder, 'usual'))).toEqual([expect.stringMatching(/^metrox-.*\.db$/)]);
    expect(await run(command('backup', join(folder, 'none', 'a.db')), file)).toMatchObject({
      code: 78,
      errors: expect.stringMatching(/^There is no folder for the backup .*\n$/),
    });
    expect(readdirSync(folder).sort()).toEqual(['mine.db', 'usual']);
  });

  test.each([
    ['whole', () => filled(1), 0],
    ['damaged', async () => nameless(), 78],
  ])('leaves nothing beside a database that is %s and that nobody has open', async (_what, make, code) => {
    const file = await make();
    for (const end of ['-shm', '-wal']) rmSync(file + end, { force: true });
    expect(await run(command('backup', scratch()), file)).toMatchObject({ code });
    expect(readdirSync(dirname(file))).toEqual(['metrox.db']);
  });

  test.runIf(process.getuid!() === 0)(
    'of root belongs to whom the database does, with its folder',
    async () => {
      const file = await filled(1);
      chownSync(file, 1234, 1235);
      const folder = join(dirname(file), 'backups');
      // As it was left by a version that did not look after this.
      mkdirSync(folder, { mode: 0o700 });
      expect(await run(command('backup'), file)).toMatchObject({ code: 0 });
      for (const name of [folder, join(folder, readdirSync(folder)[0]!)])
        expect(statSync(name)).toMatchObject({ uid: 1234, gid: 1235 });
      const other = join(scratch(), 'mine.db');
      expect(await run(command('backup', other), file)).toMatchObject({ code: 0 });
      expect(statSync(other).uid).toBe(0);
    },
  );

  test('with two files, an option or an empty name tells how it is used, and writes nothing', async () => {
    const file = await filled(1);
    const folder = scratch();
    for (const words of [[join(folder, 'a.db'), join(folder, 'b.db')], ['--help'], ['']])
      expect(await run(command('backup', ...words), file)).toEqual({
        code: 78,
        signal: null,
        out: '',
        errors: 'Name one file or folder for the backup, or none: npm run backup [FILE].\n',
      });
    expect(readdirSync(folder)).toEqual([]);
    expect(readdirSync(dirname(file))).toEqual(['metrox.db']);
    // It would be the name of a file in the folder that this runs in.
    expect(existsSync(join(ROOT, '--help'))).toBe(false);
  });

  test('where there is no database none is made, and no folder for backups', async () => {
    const file = join(scratch(), 'metrox.db');
    expect(await run(command('backup'), file)).toMatchObject({ code: 78 });
    expect(readdirSync(dirname(file))).toEqual([]);
  });

  test('while another process writes all the time, which never has to wait', async () => {
    const file = await filled();
    const row = `db.prepare("INSERT INTO meta VALUES (?, 'x')").run('n' + n)`;
    const holder = hold(file, row);
    holders.push(holder);
    await expect.poll(holder.said).toBe('open\n');
    for (let n = 0; n < 3; n++) {
      const to = join(scratch(), 'copy.db');
      const ended = await run(command('backup', to), file);
      expect(ended).toMatchObject({ code: 0, errors: '' });
      expect(matchesIn(to)).toBe(2);
    }
    holder.child.stdin!.end();
    await once(holder.child, 'close');
    const did = Number(/^open\ndid (\d+)\n$/.exec(holder.said())?.[1]);
    expect(did).toBeGreaterThan(50);
    const raw = new Database(file);
    expect(raw.prepare("SELECT count(*) FROM meta WHERE key GLOB 'n*'").pluck().get()).toBe(did);
    raw.close();
  });
});

describe('a copy', () => {
  let store: Store;
  afterEach(() => store.close());

  const refused = (file: string, to: string): string => {
    try {
      backUp(file, to);
    } catch (error) {
      expect(error).toBeInstanceOf(DatabaseFault);
      return (error as Error).message;
    }
    throw new Error('It was made.');
  };

  test('is not kept when it is not whole', async () => {
    const file = await filled();
    const to = join(scratch(), 'copy.db');
    store = openStore(file);
    connectionOf(store).pragma('foreign_keys = OFF');
    connectionOf(store).exec('UPDATE seats SET match = 999 WHERE match = (SELECT max(id) FROM matches)');
    expect(refused(file, to)).toMatch(
      new RegExp(`^The database ${file} is damaged \\(rows point to nothing\\)`),
    );
    expect(readdirSync(dirname(to))).toEqual([]);
  });

  test('holds what was there at one moment, however much comes meanwhile', async () => {
    const file = await filled();
    store = openStore(file);
    const to = join(scratch(), 'copy.db');
    expect(copyWhole(file, to, to)).toMatchObject({ matches: 2 });
    expect(existsSync(to)).toBe(true);
    const { size } = statSync(to);
    expect(backUp(file, join(scratch(), 'copy.db'))).toMatchObject({ matches: 2, size });
  });

  test('into what is no folder', async () => {
    const file = await filled();
    store = emptyStore();
    const to = join(file, 'copy.db');
    expect(refused(file, to)).toBe(
      `${to} cannot be there, since not all that is above it are folders. Name another file.`,
    );
    expect(refused(join(file, 'from.db'), join(scratch(), 'copy.db'))).toContain(`${file}/from.db cannot be`);
    expect(readdirSync(dirname(file))).toEqual(['metrox.db']);
  });

  test('to and from a folder that this user may not enter', async () => {
    const file = await filled();
    store = emptyStore();
    const closed = scratch();
    const to = join(closed, 'copy.db');
    chmodSync(closed, 0o600);
    expect(asSomebody(() => refused(file, to))).toBe(
      `${to} cannot be reached by this user. Give this user the right to use its folder and those above it.`,
    );
    const open = join(scratch(), 'copy.db');
    for (const other of [file, open]) chmodSync(dirname(other), 0o755);
    expect(asSomebody(() => refused(to, open))).toContain(`${to} cannot be reached by this user. `);
    expect(() => asSomebody(() => restore(to, file, 0))).toThrow(`${to} cannot be reached by this user. `);
  });

  test('blames what cannot be written, not the database', async () => {
    const file = await filled();
    store = emptyStore();
    const folder = scratch();
    mkdirSync(join(folder, 'f.db'));
    expect(refused(file, join(folder, 'f.db'))).toMatch(/is there already/);
    const to = '/proc/copy.db';
    expect(refused(file, to)).toMatch(/^The database \/proc\/copy\.db cannot be written/);
  });
});
