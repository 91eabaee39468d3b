import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandData } from '../../commands/index.ts';
import { translator } from '../../src/locales.ts';
import { labels, words } from '../lib/message.ts';
import { startWorld, type World } from './world.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** The code block of a language, the n-th of its kind. */
const block = (language: string, n = 0): string =>
  [...README.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))][n]![1]!;

let world: World;
beforeAll(async () => {
  world = await startWorld({ blank: true });
});
afterAll(async () => {
  await world.close();
});

test('the script of the README joins a lobby', async () => {
  const ann = await world.person('Ann');
  const lobby = await ann.command(world.place('metro'), 'metrox new', { map: 'osaka' });
  const file = join(world.folder, 'join.mjs');
  writeFileSync(file, block('js'));
  await promisify(execFile)(process.execPath, [file], { env: { ...process.env, PLAYGROUND: world.url } });
  const joined = await ann.wait((m) => m.id === lobby.id && labels(m).includes('▶ Start (2)'));
  expect(JSON.stringify(joined.components)).toContain('Ben');
});

test('the record of the README can be played', async () => {
  const { play } = await import('../../src/match/record.ts');
  expect(play(JSON.parse(block('json')))).toMatchObject({ over: false, round: 2, toAct: [] });
});

test('the README names every option of the commands that open a table, in their order', () => {
  for (const { name, options = [] } of commandData(translator('en'))) {
    const opens = (options as { name: string; options?: { name: string }[] }[]).find(
      (verb) => verb.name === 'new',
    );
    if (!opens) continue;
    const line = [`/${name} new`, ...opens.options!.map((option) => `[${option.name}]`)].join(' ');
    expect(README).toContain(`| \`${line}\` |`);
  }
});

test('the line of the README for cron backs the database up while the bot runs, and deletes old backups', async () => {
  const line = /^\S+ \S+ \* \* \* +cd \S+ && (.*)$/m.exec(README)![1]!;
  const folder = join(world.folder, 'backups');
  mkdirSync(folder);
  const old = join(folder, 'metrox-2020-01-01T04-00-00.db');
  writeFileSync(old, '');
  utimesSync(old, 0, 0);
  writeFileSync(join(folder, 'mine.db'), '');
  utimesSync(join(folder, 'mine.db'), 0, 0);
  const here = line.replace('data/backups', folder);
  expect(here).not.toBe(line);
  const file = join(world.folder, 'metrox.db');
  const env = { ...process.env, DATABASE_FILE: file, CLOCK_FILE: world.clockFile };
  const { stdout } = await promisify(execFile)('sh', ['-c', here], { env, cwd: ROOT });
  const [, to] = /^\d+ matches are in (\S+) \([\d.]+ MB\)\.\n$/.exec(stdout)!;
  expect(readdirSync(folder).sort()).toEqual([basename(to!), 'mine.db'].sort());
  const read = (name: string): unknown => {
    const db = new Database(name, { readonly: true });
    try {
      return ['SELECT name FROM sqlite_master ORDER BY name', 'SELECT id FROM matches'].map((sql) =>
        db.prepare(sql).all(),
      );
    } finally {
      db.close();
    }
  };
  expect(read(to!)).toEqual(read(file));
});

test('a backup is restored as the README says: not while the bot runs, and then it goes on from there', async () => {
  const ann = await world.person('Ann');
  const npm = async (...words: string[]) => {
    const env = { ...process.env, DATABASE_FILE: join(world.folder, 'metrox.db') };
    return promisify(execFile)('npm', ['run', '--silent', ...words], { env, cwd: ROOT });
  };
  const copy = join(world.folder, 'copy.db');
  await npm('backup', copy);
  const lobby = await ann.command(world.place('metro'), 'metrox new', { map: 'tokyo' });
  await expect(npm('restore', copy)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/in use/),
  });
  await ann.tap(lobby, 'Join');
  expect(await world.bot.stop('SIGTERM')).toBe(0);
  expect((await npm('restore', copy)).stdout).toContain('What was there is kept in');
  await world.bot.start();
  expect(words(await ann.command(world.place('metro'), 'games'))).toContain('## ');
  const matches = (file: string): unknown => {
    const db = new Database(file, { readonly: true });
    try {
      return db.prepare('SELECT count(*) FROM matches').pluck().get();
    } finally {
      db.close();
    }
  };
  const kept = readdirSync(world.folder).filter((name) => name.startsWith('metrox.db.replaced-'));
  expect(kept).toHaveLength(1);
  expect(matches(join(world.folder, 'metrox.db'))).toBe(matches(copy));
  expect(matches(join(world.folder, kept[0]!))).toBe((matches(copy) as number) + 1);
});

test('the README gives the two commands, and they are scripts of the package', () => {
  const { scripts } = JSON.parse(
    readFileSync(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8'),
  ) as { scripts: Record<string, string> };
  const commands = block('sh');
  for (const [, name] of commands.matchAll(/npm (?:run )?(start|test)/g))
    expect(scripts).toHaveProperty(name!);
  for (const [, name] of README.matchAll(/`npm run (?:--silent )?([a-z:]+)/g))
    expect(scripts).toHaveProperty([name!]);
});
