import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { begin, type Ended, type Installation, install, run } from './installation.ts';
import { PATIENCE } from './patience.ts';

/** What an installation finds in its environment and in `.env`: a token, a reason to play, or a fault that is told. */

/** One line that names what is wrong, nothing internal beside it. */
function expectOneLine({ code, out, err }: Ended, names: RegExp): void {
  expect(err).toMatch(/^[^\n]+\n$/);
  expect(err).toMatch(names);
  expect(err).not.toMatch(/node:internal|\.ts:\d+|[A-Z]\w*Error\b/);
  expect([out, code]).toEqual(['', 78]);
}

/** Where something else answers than Discord: as far as a bot gets without one. */
let nowhere: Server;
let api: string;
beforeAll(async () => {
  nowhere = createServer((_, response) => response.writeHead(404).end());
  await new Promise<void>((done) => nowhere.listen(0, '127.0.0.1', done));
  api = `http://127.0.0.1:${(nowhere.address() as AddressInfo).port}/api`;
});
afterAll(() => new Promise((done) => nowhere.close(done)));

let program: Installation;
beforeAll(() => {
  program = install();
});
afterEach(() => program.mend());
afterAll(() => program.close());
const write = (text: string | Buffer) => writeFileSync(join(program.folder, '.env'), text);
/** Started from somewhere else. */
const start = (env: Record<string, string> = {}) => run(program, [], env);

test.runIf(process.platform === 'linux')('is called from a folder that is gone', async () => {
  const gone = join(program.folder, 'gone');
  const script = `mkdir "$0" && cd "$0" && rmdir "$0" && "$1" "$2"/src/start.cjs`;
  const ended = await begin('/bin/sh', ['-c', script, gone, process.execPath, program.folder], tmpdir(), {
    NODE_ENV: 'production',
  }).ended;
  expectOneLine(ended, /DISCORD_TOKEN/);
});

test('has its .env beside package.json, and what is set outside it wins', async () => {
  write('LIMITS=neither\nLOG_LEVEL=loud\n');
  expectOneLine(await start({ LIMITS: 'off' }), /LOG_LEVEL/);
});

test('without the packages of the playground wants a token; with one it starts', async () => {
  program.without('hono');
  const ended = await start();
  expectOneLine(ended, /DISCORD_TOKEN/);
  expect(ended.err).toContain(`"npm ci --include=dev" in ${program.folder}`);
  expectOneLine(await start({ DISCORD_TOKEN: 'x', DISCORD_API: api }), /^DISCORD_API/);
});

test('for production wants a token, also where .env says so', async () => {
  expectOneLine(await start({ NODE_ENV: 'production' }), /DISCORD_TOKEN/);
  write('NODE_ENV=production\nDISCORD_TOKEN=\n');
  expectOneLine(await start(), /DISCORD_TOKEN/);
});

test('takes no other name for the token; beside one it is warned of', async () => {
  write('DISCORD_TOKN=abc\n');
  expectOneLine(await start(), /DISCORD_TOKN/);
  const { out } = await start({ DISCORD_TOKEN: 'x', DISCORD_API: api });
  expect(JSON.parse(out)).toMatchObject({ level: 40, variables: 'DISCORD_TOKN' });
  expect(out).not.toContain('abc');
});

test.each([
  ['over two lines', 'DISCORD_TOKEN=abcdef\nghijkl\n'],
  ['over two lines in quotes', 'DISCORD_TOKEN="abcdef\nghijkl"\nPORT=0\n'],
  ['with a line break', 'DISCORD_TOKEN="abcdef\\nghijkl"\n'],
  ['with half a quotation', 'DISCORD_TOKEN="abcdef.ghijkl\n'],
])('has a token %s', async (_, text) => {
  write(text);
  const ended = await start();
  expectOneLine(ended, /DISCORD_TOKEN/);
  expect(ended.err).not.toMatch(/abcdef|ghijkl/);
});

test('has a .env of which nothing would be understood', async () => {
  write('DISCORD_TOKEN abcdef\n');
  expectOneLine(await start(), /line 1 of .*\.env/);
  write(Buffer.from('\uFEFFDISCORD_TOKEN=abcdef\n', 'utf16le'));
  expectOneLine(await start(), /UTF-8/);
  rmSync(join(program.folder, '.env'));
  mkdirSync(join(program.folder, '.env'));
  expectOneLine(await start(), /\.env/);
});

test('has comments, empty lines, other variables and values of several lines in its .env', async () => {
  write('\uFEFF# mine\n\n  export KEY = "a\nb\nc"\nOTHER: x # why\nEMPTY=\nLOG_LEVEL=loud\n');
  expectOneLine(await start(), /LOG_LEVEL/);
});

test('with nothing said is a playground, which it says first; its data lie beside package.json', async () => {
  const args = [join(program.folder, 'src/start.cjs')];
  const { child, ended, said } = begin(process.execPath, args, tmpdir());
  await expect.poll(said, { timeout: PATIENCE }).toContain('Playground: http://127.0.0.1:');
  child.kill('SIGTERM');
  const { out, code } = await ended;
  expect(out.split('\n')[0]).toMatch(/^DISCORD_TOKEN is not set .*\.env.* playground/);
  expect(code).toBe(0);
  expect(readdirSync(join(program.folder, 'data')).sort()).toEqual(['discord.db', 'metrox.db']);
});
