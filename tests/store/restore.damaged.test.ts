import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { connectionOf } from '../../src/store/engine/sqlite.ts';
import { openStore } from '../../src/store/open.ts';
import { restore } from '../../src/store/restore.ts';
import { harmed, nameless, scratch } from './folders.ts';
import { beside, ending, holding, marked, markOf } from './marked.ts';
import { command, run } from './programs.ts';

/** A backup put in the place of a database that nobody can use, or that is in use. */

const MOUNTER = fileURLToPath(new URL('mounter.cjs', import.meta.url));

ending();

describe('over a database that cannot be used', () => {
  test('none', () => {
    const file = join(scratch(), 'metrox.db');
    expect(restore(marked('new'), file, 0)).toEqual({ matches: 0, kept: undefined });
    expect(markOf(file)).toBe('new');
    expect(beside(file)).toEqual([]);
  });

  test('one that is damaged inside', () => {
    const file = harmed();
    const { kept } = restore(marked('new'), file, 0);
    expect(markOf(file)).toBe('new');
    expect(() => connectionOf(openStore(kept!)).pragma('quick_check', { simple: true })).not.toThrow();
  });

  test('one whose tables cannot be told any more, which others have looked into before', async () => {
    const file = nameless();
    const before = readFileSync(file);
    expect(await run(command('backup'), file)).toMatchObject({
      code: 78,
      errors: expect.stringMatching(/ is damaged /),
    });
    const { kept } = restore(marked('new'), file, 0);
    expect(markOf(file)).toBe('new');
    expect(readFileSync(kept!).equals(before)).toBe(true);
    expect(beside(file)).toEqual([basename(kept!)]);
  });

  test('and one in whose folder a process that was killed has left its files', async () => {
    const file = nameless();
    for (const end of ['-shm', '-wal']) writeFileSync(file + end, '');
    const { kept } = restore(marked('new'), file, 0);
    expect(markOf(file)).toBe('new');
    expect(beside(file)).toEqual([basename(kept!)]);
  });

  test('but not while another process has it open that has written nothing', async () => {
    const file = marked('old');
    await holding(file);
    writeFileSync(file, readFileSync(nameless()));
    const before = readFileSync(file);
    expect(() => restore(marked('new'), file, 0)).toThrow(/is in use, so nothing was restored/);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(beside(file).sort()).toEqual(['metrox.db-shm', 'metrox.db-wal']);
  });

  /** A database whose beginning is gone, and what is in its log of changes. */
  function headless(file: string): void {
    const bytes = readFileSync(file);
    bytes.fill(0x11, 0, 4096);
    writeFileSync(file, bytes);
  }

  function headlessOne(): string {
    const file = harmed();
    headless(file);
    return file;
  }

  test('one whose beginning is gone, with a log of changes that must not get into the new one', () => {
    const file = harmed();
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
    headless(file);
    const { kept } = restore(marked('new'), file, 0);
    expect(markOf(file)).toBe('new');
    expect(beside(file).sort()).toEqual([basename(kept!), `${basename(kept!)}-wal`]);
    const store = openStore(file);
    expect(connectionOf(store).prepare("SELECT 1 FROM meta WHERE key = 'last'").get()).toBeUndefined();
    store.close();
  });

  test('but not while another process has it open and has written', async () => {
    const file = marked('old');
    await holding(file, "if (n === 0) db.prepare('INSERT INTO meta VALUES (1, 2)').run()");
    await expect.poll(() => statSync(`${file}-wal`).size).toBeGreaterThan(0);
    headless(file);
    const before = readFileSync(file);
    expect(() => restore(marked('new'), file, 0)).toThrow(/is in use, so nothing was restored/);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(beside(file).sort()).toEqual(['metrox.db-shm', 'metrox.db-wal']);
  });

  test('nor while that cannot be told', async () => {
    const file = marked('old');
    await holding(file);
    headless(file);
    const before = readFileSync(file);
    expect(() => restore(marked('new'), file, 0)).toThrow(
      `cannot be told whether anybody has it open. Stop the bot, remove ${file}-shm, and try again.`,
    );
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(beside(file).sort()).toEqual(['metrox.db-shm', 'metrox.db-wal']);
  });

  test.each([
    ['whole', () => marked('old'), []],
    ['damaged inside its log', headlessOne, ['metrox.db-wal']],
    ['damaged', nameless, []],
  ])('nor one that is %s and mounted by itself, where nothing is left behind', async (_what, make, logs) => {
    const file = make();
    const { ino, size } = statSync(file);
    const ended = await run(['--require', MOUNTER, ...command('restore', marked('new'))], file);
    expect(ended).toMatchObject({
      code: 78,
      errors: `The database ${file} is mounted by itself, so nothing can take its place, and nothing was restored. Mount the folder it is in instead, and try again.\n`,
    });
    // SQLite may take the log into the file when it closes that; it is left there all the same.
    expect(statSync(file)).toMatchObject({ ino, size });
    expect(beside(file)).toEqual(logs);
  });
});
