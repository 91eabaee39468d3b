import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
