import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { describe, expect, test, vi } from 'vitest';
import { connectionOf } from '../../src/store/engine/sqlite.ts';
import { load } from '../../src/store/matches.ts';
import { openStore } from '../../src/store/open.ts';
import { restore } from '../../src/store/restore.ts';
import { amount, LONG } from '../lib/long.ts';
import { acquaint, choose, loaded, peopled, running, some } from '../match/people.ts';
import { backdated, earlier, harmed, released, scratch, withMigration } from './folders.ts';
import { beside, children, ending, holding, marked, markOf } from './marked.ts';
import { command, program, ROOT, run } from './programs.ts';

const KILLER = fileURLToPath(new URL('killer.cjs', import.meta.url));
const N = released();

ending();

describe('npm run restore', () => {
  test('puts a copy in the place of the database and keeps both what was there and the backup', async () => {
    const [file, backup] = [marked('old'), marked('new')];
    const { code, out, errors } = await run(command('restore', backup), file);
    expect(errors).toBe('');
    expect(code).toBe(0);
    expect(markOf(file)).toBe('new');
    expect(markOf(backup)).toBe('new');
    const [kept, ...others] = beside(file);
    expect(others).toEqual([]);
    expect(kept).toMatch(/^metrox\.db\.replaced-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/);
    expect(out).toBe(
      `${file} is as ${backup}, with 0 matches. What was there is kept in ${join(dirname(file), kept!)}.\n`,
    );
    expect(markOf(join(dirname(file), kept!))).toBe('old');
    for (const name of [file, join(dirname(file), kept!)]) expect(statSync(name).mode & 0o777).toBe(0o600);
  });

  test('takes what a crash left in the log of changes into what it keeps', async () => {
    const file = marked('old');
    const holder = await holding(file, "db.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)').run('n', n)");
    const written = (name: string): unknown => {
      const raw = new Database(name);
      try {
        return raw.prepare("SELECT value FROM meta WHERE key = 'n'").pluck().get();
      } finally {
        raw.close();
      }
    };
    await expect.poll(() => written(file)).toBeDefined();
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
    holder.child.kill('SIGKILL');
    await once(holder.child, 'close');
    const { kept } = restore(marked('new'), file, 0);
    expect(markOf(file)).toBe('new');
    expect(markOf(kept!)).toBe('old');
    expect(Number(written(kept!))).toBeGreaterThanOrEqual(0);
  });

  test.each([
    ['is idle', ''],
    ['writes', "db.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)').run('n', n)"],
    ['reads', "db.prepare('SELECT * FROM meta').all()"],
  ])('refuses while another process that %s has it open', async (_what, each) => {
    const [file, backup] = [marked('old'), marked('new')];
    const holder = await holding(file, each);
    const ended = await run(command('restore', backup), file);
    expect(ended).toMatchObject({ code: 1, out: '' });
    expect(ended.errors).toBe(
      `The database ${file} is in use, so nothing was restored. Stop the bot and whatever else has it open, and try again.\n`,
    );
    expect(beside(file).filter((name) => !/-(wal|shm)$/.test(name))).toEqual([]);
    holder.child.stdin!.end();
    await once(holder.child, 'close');
    expect(holder.said()).toMatch(/^open\ndid \d+\n$/);
    expect(markOf(file)).toBe('old');
    expect(await run(command('restore', backup), file)).toMatchObject({ code: 0 });
    expect(markOf(file)).toBe('new');
  });

  test('without a file, or with two, or an option, tells how it is used', async () => {
    for (const words of [[], ['a', 'b'], ['--help'], ['']])
      expect(await run(command('restore', ...words), marked('old'))).toMatchObject({
        code: 78,
        errors: 'Name the one backup to restore: npm run restore FILE.\n',
      });
  });
});

describe('what cannot be restored', () => {
  const theirs = (): string => {
    const file = join(scratch(), 'theirs.db');
    new Database(file).exec('CREATE TABLE theirs (a)').close();
    return file;
  };
  const text = (): string => {
    const file = join(scratch(), 'text.db');
    writeFileSync(file, 'text');
    return file;
  };
  const next = () => marked('next', withMigration(['CREATE TABLE next (a)']));

  test.each([
    ['not there', () => join(scratch(), 'none.db'), /^There is no database /],
    ['damaged', () => harmed(true), / is damaged /],
    ['no database', text, / is not a database of SQLite/],
    ['another program’s', theirs, / is the database of another program/],
    ['a newer version’s', next, / was written by a newer version/],
  ])('%s: a sentence that names it, and nothing changes', async (_what, make, says) => {
    const [file, backup] = [marked('old'), make()];
    const before = readFileSync(file);
    const { code, out, errors } = await run(command('restore', backup), file);
    expect(errors.trimEnd().split('\n')).toEqual([expect.stringMatching(says)]);
    expect(errors).toContain(backup);
    expect({ code, out }).toEqual({ code: 78, out: '' });
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(beside(file)).toEqual([]);
  });

  test('the database itself, by whatever name', () => {
    const file = marked('old');
    const other = join(dirname(file), 'other.db');
    linkSync(file, other);
    for (const name of [file, other])
      expect(() => restore(name, file, 0)).toThrow(`${name} is the database itself. Name a backup of it.`);
    expect(markOf(file)).toBe('old');
  });

  test('over a database of another program', () => {
    const file = theirs();
    const before = readFileSync(file);
    expect(() => restore(marked('new'), file, 0)).toThrow(`${file} is the database of another program.`);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(beside(file)).toEqual([]);
  });
});

describe('a database that is somebody else’s, or elsewhere', () => {
  test('is replaced where a link leads to, not the link', () => {
    const [file, link] = [marked('old'), join(scratch(), 'metrox.db')];
    symlinkSync(file, link);
    const { kept } = restore(marked('new'), link, 0);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(beside(link)).toEqual([]);
    expect(markOf(file)).toBe('new');
    expect(dirname(kept!)).toBe(realpathSync(dirname(file)));
  });

  test.runIf(process.getuid!() === 0)('is restored by root for whoever it belongs to', () => {
    const [file, other] = [marked('old'), join(scratch(), 'metrox.db')];
    chownSync(file, 1234, 1235);
    restore(marked('new'), file, 0);
    expect(statSync(file)).toMatchObject({ uid: 1234, gid: 1235 });
    chownSync(dirname(other), 1236, 1237);
    restore(marked('new'), other, 0);
    expect(statSync(other)).toMatchObject({ uid: 1236, gid: 1237 });
  });
});

describe('when something happens meanwhile', () => {
  const started = (words: readonly string[]): ChildProcess & { said: string } => {
    const child = Object.assign(spawn(process.execPath, words, { cwd: ROOT }), { said: '' });
    child.stdout!.on('data', (part) => (child.said += part));
    child.stderr!.on('data', (part) => (child.said += part));
    children.push(child);
    return child;
  };

  test('what starts writes into the old one or the new one, never into one that is nowhere', async () => {
    const [file, backup] = [marked('old'), marked('new')];
    const bots = ['a', 'b'].map((who) => started(program('tests/store/reopener', file, who)));
    await expect.poll(() => bots.every(({ said }) => said.includes('\n'))).toBe(true);
    for (let done = 0, n = 0; done < amount(6, 12); n++) {
      for (const { exitCode, said } of bots) expect(exitCode, said).toBeNull();
      try {
        restore(backup, file, n * 1000);
        done++;
      } catch (error) {
        expect((error as Error).message).toMatch(/is in use/);
      }
      await new Promise((resolve) => setTimeout(resolve, 10 * Math.random()));
    }
    for (const bot of bots) bot.stdin!.end();
    await Promise.all(bots.map((bot) => once(bot, 'close')));
    for (const { said } of bots) expect(said).toMatch(/^(kept\n)+$/);
    expect(markOf(file)).toBe('new');
  });

  test.each(['', '-wal'])(
    'who opened the old one a moment before is not misled by the log of the new one%s',
    (log) => {
      const [file, backup] = [marked('old'), marked('new')];
      const old = new Database(file);
      old.pragma('journal_mode = DELETE');
      old.close();
      // Its tables stand elsewhere, beyond the end of the old one.
      const raw = new Database(backup);
      raw.exec(
        'CREATE TABLE filler AS SELECT zeroblob(4000000); CREATE TABLE moved AS SELECT * FROM __drizzle_migrations',
      );
      raw.exec('DROP TABLE __drizzle_migrations; ALTER TABLE moved RENAME TO __drizzle_migrations');
      raw.pragma('journal_mode = WAL');
      raw.close();
      // What a crash left is looked at first.
      if (log !== '') writeFileSync(file + log, 'left');
      const prepare = Database.prototype.prepare;
      const others: Database.Database[] = [];
      const replacing = vi.spyOn(Database.prototype, 'prepare').mockImplementationOnce(function (
        this: Database.Database,
        sql: string,
      ) {
        for (const one of ['-wal', '-shm']) rmSync(file + one, { force: true });
        renameSync(backup, file);
        const other = new Database(file);
        others.push(other);
        other.exec("CREATE TABLE more (text); INSERT INTO meta VALUES ('other', 'x')");
        return prepare.call(this, sql);
      });
      try {
        const store = openStore(file);
        expect(connectionOf(store).prepare("SELECT value FROM meta WHERE key = 'other'").pluck().get()).toBe(
          'x',
        );
        connectionOf(store).close();
      } finally {
        replacing.mockRestore();
        for (const other of others) other.close();
      }
      expect(others).toHaveLength(1);
      expect(markOf(file)).toBe('new');
    },
  );

  const CHANGES = ['linkSync', 'renameSync', 'rmSync', 'lchownSync', 'fsyncSync'];
  // A moment after the others it is as before the next one.
  const AFTER = LONG > 0 ? CHANGES : CHANGES.slice(0, 2);
  test.each([
    ['before', CHANGES],
    ['after', AFTER],
  ] as const)(
    'killed %s any line that changes a name: the old or the new is there',
    async (when, changes) => {
      const seen = new Set<unknown>();
      for (let n = 1; ; n++) {
        expect(n).toBeLessThan(30);
        const [file, backup] = [marked('old'), marked('new')];
        const ended = await run(['--require', KILLER, ...command('restore', backup)], file, {
          KILL_AT: `${n} ${when} ${changes.join(' ')}`,
        });
        expect(ended.errors).toBe('');
        const mark = markOf(file);
        expect(['old', 'new']).toContain(mark);
        seen.add(mark);
        const kept = beside(file).find((name) => name.includes('replaced'));
        if (mark === 'new') expect(markOf(join(dirname(file), kept!))).toBe('old');
        if (ended.signal === null) break;
        // And it can be done again.
        if (kept) rmSync(join(dirname(file), kept));
        restore(backup, file, 0);
        expect(markOf(file)).toBe('new');
      }
      expect([...seen].sort()).toEqual(['new', 'old']);
    },
  );
});

describe('going back after an update', () => {
  test('the version before opens what the update kept, with all that was played until then', async () => {
    const OLD = earlier(N - 1);
    const file = join(scratch(), 'metrox.db');
    const store = await peopled(3);
    const id = await running(store, 3);
    for (let n = 0; n < 5; n++) {
      const match = await loaded(store, id);
      const seat = match.game.toAct(match.state)[0]!;
      await choose(store, id, match.seats[seat]!.player!, some(match, seat, n));
    }
    const before = (await load(store, id))!;
    backdated(store, file, OLD).close();
    store.close();

    const updated = openStore(file);
    await acquaint(updated, 5);
    connectionOf(updated).prepare("INSERT INTO meta VALUES ('mark', 'since the update')").run();
    updated.close();
    const copy = `${file}.before-${N - 1}`;
    expect(() => openStore(file, OLD)).toThrow(
      `newer version of this bot (${N} changes of its tables, and this one knows ${N - 1}). Start that version, or go back to before that update: npm run restore ${copy}.`,
    );

    const { code, errors } = await run(command('restore', copy), file);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    const back = openStore(file, OLD);
    const rows = connectionOf(back).prepare('SELECT count(*) FROM actions WHERE match = ?').pluck().get(id);
    expect(rows).toBe(before.log.length);
    expect(connectionOf(back).prepare("SELECT 1 FROM meta WHERE key = 'mark'").get()).toBeUndefined();
    back.close();
    // And to the new version again, with what was played under the old one.
    const again = openStore(file);
    expect((await load(again, id))!.log).toEqual(before.log);
    again.close();
    expect(existsSync(copy)).toBe(true);
  });
});
