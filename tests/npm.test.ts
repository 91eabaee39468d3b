import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { begin, type Installation, install } from './installation.ts';
import { PATIENCE } from './patience.ts';

/** The program as npm starts it: npm tells its own shell alone when it is to end, and has no signal for what is below. */

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
/** "npm start", as the README has it. */
const [, STARTING = ''] = /^npm ci && (npm [a-z ]+?) +#/m.exec(README)!;

const patience = { timeout: PATIENCE };

let program: Installation;
const running = new Set<number>();
beforeAll(() => {
  program = install();
});
afterEach(() => {
  for (const pid of running) if (alive(pid)) process.kill(pid, 'SIGKILL');
  running.clear();
  program.mend();
});
afterAll(() => program.close());

const alive = (pid: number): boolean => {
  try {
    // One that has ended and that nobody asked about does no harm.
    if (existsSync('/proc/self')) return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const freePort = (port = 0): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const { port: found } = server.address() as { port: number };
      server.close(() => resolve(found));
    });
  });

/** The processes of the program that npm started, by what Linux tells of them. */
const inside = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const told = (what: string) => readFileSync(`/proc/${pid}/${what}`, 'utf8');
      try {
        const ours = told('environ').includes(`npm_package_json=${program.folder}/`);
        return ours && told('cmdline').includes('src/start.cjs') && alive(pid);
      } catch {
        // It has ended meanwhile.
        return false;
      }
    });

/** No file of a database is left open or half written, and everybody may have it. */
function expectClosed(file: string): void {
  expect(readdirSync(join(program.folder, 'data')).filter((name) => /-(wal|shm)$/.test(name))).toEqual([]);
  const db = new Database(join(program.folder, 'data', file), { timeout: 0 });
  db.pragma('locking_mode = EXCLUSIVE');
  db.exec('BEGIN EXCLUSIVE; ROLLBACK');
  db.close();
}

describe.each([
  [STARTING, 'Playground: ', 'metrox.db'],
  ['npm run discord', 'Discord on localhost: ', 'discord.db'],
])('%s', (command, sign, file) => {
  test.each(['SIGTERM', 'SIGKILL'] as const)('%s to npm alone ends everything below it', async (signal) => {
    const port = await freePort();
    const [name, ...args] = command.split(' ') as [string, ...string[]];
    const { child, ended, said } = begin(name, args, program.folder, { PORT: String(port) });
    await expect.poll(said, patience).toContain(`${sign}http://127.0.0.1:${port}`);
    for (const pid of inside()) running.add(pid);
    expect(running.size).toBeGreaterThan(0);
    child.kill(signal);
    await expect.poll(() => [...running].filter(alive), patience).toEqual([]);
    // The pipes of what it printed are closed only when nobody is left who could write into them.
    await ended;
    expect(said()).not.toMatch(/Error|"level":(?:50|60)/);
    expect(await freePort(port)).toBe(port);
    expectClosed(file);
    if (command === STARTING) expectClosed('discord.db');
  });
});

test('npm run dev starts the bot anew on a change, once, and leaves none behind', async () => {
  const { child, ended, said } = begin('npm', ['run', 'dev'], program.folder);
  const counted = (sign: string) => () => said().split(sign).length - 1;
  const started = counted('Playground: ');
  await expect.poll(started, patience).toBe(1);
  const first = inside();
  for (const pid of first) running.add(pid);
  const changed = 'src/views/metrox/alt.ts';
  program.change(changed, `${readFileSync(join(program.folder, changed), 'utf8')}// Changed.\n`);
  await expect.poll(started, patience).toBe(2);
  const second = inside();
  for (const pid of second) running.add(pid);
  expect(counted('Restarting')()).toBe(1);
  expect(second).toHaveLength(first.length);
  // The bot and its playground are others than before.
  expect(second.filter((pid) => !first.includes(pid))).toHaveLength(2);
  child.kill('SIGTERM');
  await ended;
  expect(inside()).toEqual([]);
});

test('npm run replay takes files from where it is called', async () => {
  const deep = join(program.folder, 'some/where');
  mkdirSync(deep, { recursive: true });
  cpSync(join(import.meta.dirname, 'replays/seed.json'), join(deep, 'mine.json'));
  const line = readFileSync(new URL('./replays/seed.line', import.meta.url), 'utf8');
  const args = ['run', '--silent', 'replay', '--', 'mine.json', '-', join(deep, 'mine.json')];
  const good = await begin('npm', args, deep, {}, readFileSync(join(deep, 'mine.json'), 'utf8')).ended;
  expect(good).toEqual({ code: 0, out: line.repeat(3), err: '' });
  const bad = await begin('npm', ['run', '--silent', 'replay', '--', 'yours.json'], deep).ended;
  expect(bad.code).toBe(2);
  expect(JSON.parse(bad.out)).toEqual({ error: 'yours.json cannot be read: there is no such file.' });
});
