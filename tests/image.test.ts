import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../src/installed.cjs';
import { LOCALES } from '../src/locales.ts';
import { begin, type Ended, type Installation, install, PRODUCTION, run } from './installation.ts';

/**
 * What the Dockerfile puts into the image, made by its own lines in a folder: on what base, and by whom it is run, is Docker's
 * part. The packages are those that this machine has.
 */

const STAGES = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
  .replace(/\\\n\s*/g, '')
  .split(/^FROM /m)
  .slice(1);

const lines = (stage: number, word: string): string[] =>
  [...STAGES[stage]!.matchAll(new RegExp(`^${word} (.+)$`, 'gm'))].map(([, rest]) => rest!);

let program: Installation;
let folder: string;
beforeAll(async () => {
  program = install();
  const [fetching, building, ...trimming] = lines(0, 'RUN');
  expect([fetching, building]).toEqual(['npm ci', 'npm run build && npm prune --omit=dev']);
  expect(await run(program, ['build'])).toMatchObject({ code: 0, err: '' });
  program.prune();
  for (const name of PRODUCTION) if (there(join(program.folder, 'node_modules', name))) program.own(name);
  for (const line of trimming) execFileSync('sh', ['-c', line], { cwd: program.folder });

  folder = mkdtempSync(join(tmpdir(), 'metrox-image-'));
  for (const line of lines(1, 'COPY')) {
    const found = /--from=build (?:--chown=\S+ )?\/app\/(\S+) (\S+)$/.exec(line);
    if (!found) continue;
    const [, from, to] = found as unknown as [string, string, string];
    cpSync(join(program.folder, from), join(folder, to === './' ? basename(from) : to), { recursive: true });
  }
});
afterAll(() => {
  program.close();
  for (const one of [folder, `${folder}.json`]) rmSync(one, { recursive: true, force: true });
});

const there = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;

/** As the container does it, in which nothing but the data may be written. */
function started(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const entry = JSON.parse(lines(1, 'ENTRYPOINT')[0]!) as [string, ...string[]];
  const [, ...given] = entry;
  return begin(process.execPath, [...given, ...args], folder, { NODE_ENV: 'production', ...env }).ended;
}

test('it holds nothing of the sources but what starts them, and no packages but those for production', () => {
  expect(readdirSync(folder).sort()).toEqual([
    'data',
    'dist',
    'maps',
    'migrations',
    'node_modules',
    'package.json',
    'src',
  ]);
  expect(readdirSync(join(folder, 'src')).filter((name) => !name.endsWith('.cjs'))).toEqual(['locales']);
  expect(there(join(folder, 'node_modules/esbuild'))).toBe(false);
});

test('beside a Node of 127 MB and a base of 24 it stays below 250 MB', () => {
  const size = (path: string): number =>
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .reduce((sum, one) => sum + statSync(join(one.parentPath, one.name)).size, 0);
  expect(size(folder)).toBeLessThan(95e6);
  expect(size(folder)).toBeGreaterThan(40e6);
});

test('without a token says what to do', async () => {
  const { code, err } = await started([]);
  expect(code).toBe(78);
  expect(err).toMatch(/^DISCORD_TOKEN is not set[^\n]+\n$/);
});

test('makes its database before Discord refuses the token, and replays what is in it', async () => {
  const refusing = createServer((_, response) => {
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"message":"No.","code":0}');
  });
  await new Promise<void>((done) => refusing.listen(0, '127.0.0.1', done));
  const { port } = refusing.address() as AddressInfo;
  const ended = await started([], { DISCORD_TOKEN: 'a.b.c', DISCORD_API: `http://127.0.0.1:${port}/api` });
  await new Promise((done) => refusing.close(done));
  expect(ended.err).toMatch(/^[^\n]*refuse[^\n]+\n$/);
  expect(ended.code).toBe(78);
  expect(readdirSync(join(folder, 'data'))).toContain('metrox.db');
  expect(await started(['validate'])).toMatchObject({ code: 0, err: '' });
});

test('speaks all its languages, and has letters for them', async () => {
  const { code, out, err } = await started(['words', 'check']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  for (const locale of LOCALES) expect(out).toContain(`${locale}: nothing is wrong.`);
});

test('draws with all its fonts', async () => {
  const file = `${folder}.json`;
  const record = JSON.parse(readFileSync(join(ROOT, 'tests/replays/by-hand.json'), 'utf8'));
  writeFileSync(
    file,
    JSON.stringify({ ...record, seats: ['東京 서울 שלום', 'سلام 🎲 Бен'].slice(0, record.seats.length) }),
  );
  const film = join(folder, 'data/film.gif');
  const { code, out, err } = await started(['replay', '--animate', file, film]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('東京 서울 שלום');
  expect(readFileSync(film).subarray(0, 6).toString()).toBe('GIF89a');
});
