import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { ConfigError, loadConfig } from '../../src/config.ts';
import { startPlayground } from '../../src/discord/playground.ts';
import { openStore } from '../../src/store/open.ts';
import { emptyFile } from '../lib/store.ts';
import { harmed, scratch, withMigration } from './folders.ts';
import { command, ROOT, run } from './programs.ts';

/** What whoever runs the bot and its commands meets when the database cannot be used: a sentence, and an exit code. */

const COMMANDS = {
  start: [process.env.PACKED_BOT ?? 'src/start.cjs'],
  ratings: command('ratings'),
  validate: command('validate'),
  backup: command('backup'),
};
const names = Object.keys(COMMANDS) as (keyof typeof COMMANDS)[];

const filled = (): string => {
  const file = join(scratch(), 'metrox.db');
  emptyFile(file);
  return file;
};

/** Databases that cannot be used, what is said of them, and by whom: a start would make one that is not there. */
const BAD: readonly [string, () => string, RegExp, readonly (keyof typeof COMMANDS)[]][] = [
  [
    'text',
    () => {
      const file = join(scratch(), 'metrox.db');
      writeFileSync(file, 'no database\n'.repeat(200));
      return file;
    },
    /is not a database of SQLite.*npm run restore FILE\.$/,
    names,
  ],
  [
    'newer',
    () => {
      const file = filled();
      openStore(file, withMigration(['CREATE TABLE next (a)'])).close();
      return file;
    },
    /was written by a newer version of this bot.*npm run restore \/\S+before-\d+\.$/,
    names,
  ],
  [
    'damaged, and left behind by a crash',
    () => harmed(),
    /is damaged \(.+\)\. .*npm run restore FILE\.$/,
    names,
  ],
  [
    'damaged, and closed in order',
    () => harmed(true),
    /is damaged \(.+\)\. .*npm run restore FILE\.$/,
    ['ratings', 'validate', 'backup'],
  ],
  [
    'not there',
    () => join(scratch(), 'metrox.db'),
    /^There is no database \S+metrox\.db\. /,
    ['ratings', 'validate', 'backup'],
  ],
  [
    'another program’s',
    () => {
      const file = join(scratch(), 'metrox.db');
      new Database(file).exec('CREATE TABLE theirs (a)').close();
      return file;
    },
    /is the database of another program\. Name another file\.$/,
    names,
  ],
];

test.each(BAD.flatMap(([what, make, says, by]) => by.map((name) => [name, what, make, says] as const)))(
  '%s, of a database that is %s: one sentence and 78',
  async (name, _what, make, says) => {
    const file = make();
    const there = existsSync(file) ? readFileSync(file) : undefined;
    const { code, out, errors } = await run(COMMANDS[name], file);
    expect(errors.trimEnd().split('\n')).toEqual([expect.stringMatching(says)]);
    expect(errors).toContain(file);
    expect(out).toBe('');
    expect(code).toBe(78);
    // Byte by byte, `toEqual` would take a second.
    expect(existsSync(file) ? there?.equals(readFileSync(file)) : there === undefined).toBe(true);
  },
);

test('validate blames the folder for its copy when that cannot be written, not the database', async () => {
  const file = filled();
  const full = scratch();
  // What is copied does not fit in any file of this size.
  const sh = `ulimit -f 100; trap '' XFSZ; exec "$0" "$@"`;
  const { stderr, status } = spawnSync('sh', ['-c', sh, process.execPath, ...command('validate')], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_FILE: file, TMPDIR: full, TSX_DISABLE_CACHE: '1' },
    encoding: 'utf8',
  });
  expect(stderr).toMatch(new RegExp(`^${file} was tried on a copy\\. The disk of ${full}/\\S+ .*\\n$`));
  expect(status).toBe(78);
  expect(readdirSync(full)).toEqual([]);
});

test('the playground’s own file is damaged: that is said of it, and not of the folder', async () => {
  const file = filled();
  const own = join(dirname(file), 'discord.db');
  writeFileSync(own, 'no database\n'.repeat(200));
  // As the bot starts its playground: its one line becomes the bot's.
  await expect(startPlayground(loadConfig({ DATABASE_FILE: file, PORT: '0' }))).rejects.toThrow(
    new ConfigError(
      `The playground's file ${own} is damaged. Remove it to begin with a new one; games are kept elsewhere.`,
    ),
  );
});
