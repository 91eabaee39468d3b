import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandData } from '../../commands/index.ts';
import { translator } from '../../src/words.ts';
import { labels } from './person.ts';
import { startWorld, type World } from './world.ts';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** The code block of a language, the n-th of its kind. */
const block = (language: string, n = 0): string =>
  [...README.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))][n]![1]!;

let world: World;
beforeAll(async () => {
  world = await startWorld();
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

test('the copy of the README is the database', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'metrox-readme-'));
  const copy = join(folder, 'backup.db');
  const script = /^node -e '(.*)'$/m.exec(block('sh', 1))![1]!;
  const here = script.replace('data/metrox.db', join(world.folder, 'metrox.db')).replace('backup.db', copy);
  await promisify(execFile)(process.execPath, ['-e', here]);
  const tables = (file: string): unknown[] => {
    const db = new Database(file, { readonly: true });
    try {
      return db.prepare('SELECT name FROM sqlite_master ORDER BY name').all();
    } finally {
      db.close();
    }
  };
  expect(tables(copy)).toEqual(tables(join(world.folder, 'metrox.db')));
  rmSync(folder, { recursive: true });
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
