import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { begin, type Ended, type Installation, install, run } from './installation.ts';
import { PATIENCE } from './patience.ts';

/**
 * What an installation finds in its environment and in `.env`: a token, a reason to play, or a fault that is told. Whatever
 * else may stand there is tried in config.test.ts.
 */

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
const write = (text: string) => writeFileSync(join(program.folder, '.env'), text);
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

test('without the packages of the playground wants a token', async () => {
  await run(program, ['build']);
  program.prune();
  const ended = await start();
  expectOneLine(ended, /DISCORD_TOKEN/);
  expect(ended.err).toContain(`"npm ci --include=dev" in ${program.folder}`);
});

test('with a token starts without them, also for production, and is warned of another name for it', async () => {
  await run(program, ['build']);
  program.prune();
  write('NODE_ENV=production\nDISCORD_TOKN=abc\n');
  const { out, ...ended } = await start({ DISCORD_TOKEN: 'x', DISCORD_API: api });
  expectOneLine({ ...ended, out: '' }, /^DISCORD_API/);
  expect(JSON.parse(out)).toMatchObject({ level: 40, variables: 'DISCORD_TOKN' });
  expect(out).not.toContain('abc');
});

test('the doctor tells a variable that cannot be used beside all else, makes no folder, and lacks a package as a start does', async () => {
  write('LOG_LEVEL=loud\n');
  chmodSync(join(program.folder, '.env'), 0o600);
  const { out, err, code } = await run(program, ['doctor'], {});
  expect(out).toMatch(/^ok {4}pictures {2}A picture of/m);
  expect(out).toMatch(/^mend {2}settings {2}LOG_LEVEL must be one of/m);
  expect([err, code]).toEqual(['', 1]);
  write('DATABASE_FILE=deep/down/metrox.db\n');
  const usable = await run(program, ['doctor'], {});
  expect(usable.out).toMatch(/^ok {4}database {2}There is no \S+deep\/down\/metrox\.db yet/m);
  expect(readdirSync(program.folder)).not.toContain('deep');
  program.without('@fontsource/inter');
  expectOneLine(await run(program, ['doctor'], {}), /@fontsource\/inter is not installed\. Run "npm ci"/);
});

test('with nothing said is a playground, which it says first; its data lie beside package.json, its owner’s alone', async () => {
  // Where others may read what is made if nobody says more.
  const args = ['-c', 'umask 0; exec "$0" "$@"', process.execPath, join(program.folder, 'src/start.cjs')];
  const { child, ended, said } = begin('/bin/sh', args, tmpdir());
  await expect.poll(said, { timeout: PATIENCE }).toContain('Playground: http://127.0.0.1:');
  const data = join(program.folder, 'data');
  const modes = ['.', ...readdirSync(data)].map((name) => {
    const { mode } = statSync(join(data, name));
    return `${(mode & 0o777).toString(8)} ${name}`;
  });
  const files = ['discord', 'metrox'].flatMap((name) =>
    ['', '-shm', '-wal'].map((end) => `600 ${name}.db${end}`),
  );
  expect(modes.sort()).toEqual([...files, '700 .'].sort());
  child.kill('SIGTERM');
  const { out, code } = await ended;
  expect(out.split('\n')[0]).toMatch(/^DISCORD_TOKEN is not set .*\.env.* playground/);
  expect(code).toBe(0);
  expect(readdirSync(data).sort()).toEqual(['discord.db', 'metrox.db']);
});
