import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectionOf } from '../../src/store/engine/sqlite.ts';
import type { Message, Person } from '../e2e/person.ts';
import { keypad, playLine, round, told } from '../e2e/private.ts';
import { createBot } from '../e2e/world.ts';
import { words } from '../lib/message.ts';
import { before, earlier, openFormer, released } from '../store/folders.ts';
import { fillFormer } from '../store/former.ts';
import { openSite, type Site, type Told } from './site.ts';

/** What those meet who run the bot: the file, the folder, the packages, the commands. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let site: Site;
let ann: Person;
let ben: Person;
let folder: string;

beforeAll(async () => {
  site = await openSite('Ann', 'Ben');
  [ann, ben] = site.people as [Person, Person];
  folder = mkdtempSync(join(tmpdir(), 'metrox-operation-'));
});

afterAll(async () => {
  await site?.close();
  rmSync(folder, { recursive: true, force: true });
});

const place = (channel: string) => site.world.place(channel);

test('the database is locked by another process (SQLITE_BUSY)', async () => {
  const { id, first, place: thread } = await site.sit([ann, ben]);
  const board = await told(ben, first, 'My board');
  const other = new Database(`${site.world.folder}/metrox.db`);
  other.exec('BEGIN IMMEDIATE');
  const from = Date.now();
  const choosing = ben.press(board, keypad(board)[0]!);
  // What only reads is answered meanwhile.
  for (const label of ['⋯ More', 'All boards']) await told(ann, first, label);
  expect(words(await ann.command(thread, 'games'))).toContain('## Your games');
  await new Promise((done) => setTimeout(done, Math.max(0, 3_000 - (Date.now() - from))));
  other.exec('COMMIT');
  expect(words((await choosing)!)).toContain('## You play ');
  expect(await site.ledger.codes(id)).toHaveLength(1);
  // A copy is made, and the log of changes folded in, while the game goes on.
  const copying = playLine(ann, first);
  other.prepare('VACUUM INTO ?').run(join(folder, 'copy.db'));
  other.pragma('wal_checkpoint(TRUNCATE)');
  other.close();
  await copying;
  await round(ben, thread, 2);
  expect(await site.ledger.codes(id)).toHaveLength(2);
  site.sound();
});

test('a migration fails at the start, or is half done', async () => {
  // From the first state that was released, one of the middle and the last, with a game in it; the start is done again.
  // From every other state in between: `tests/jobs/former.test.ts`.
  await site.world.bot.stop('SIGTERM');
  const states = [1, before('messages'), released() - 1];
  for (const [n, count] of states.entries()) {
    const home = join(folder, `from-${count}`);
    mkdirSync(home);
    const file = join(home, 'metrox.db');
    const old = openFormer(file, earlier(count));
    // Discord would answer with what another of them has sent for a game of that number.
    const game = 10 * count;
    const { guild, channel } = place('metro');
    fillFormer(connectionOf(old), count, { game, guild, channel, people: [ann, ben], at: Date.now() });
    await old.close();
    const bot = createBot(
      {
        DISCORD_TOKEN: 'playground',
        DISCORD_API: `${site.world.url}/api`,
        DATABASE_FILE: file,
        CLOCK_FILE: site.world.clockFile,
        LOG_LEVEL: 'info',
      },
      true,
    );
    try {
      for (const again of [true, false]) {
        await bot.start();
        expect(words(await ann.command(place('general'), 'games'))).toContain(`#${game} Tokyo`);
        if (again) expect(await bot.stop('SIGTERM')).toBe(0);
      }
      // What was under way then is looked after like all that came later: it is shown, and closes when its time is up.
      const table = await ben.wait((m) => m.content.includes(`#${game} Tokyo · **Round 1`), 'the round');
      expect(table.mentions.map((one) => one.id).sort()).toEqual([ann.id, ben.id].sort());
      const closed = (m: Message) => words(m).includes('nobody started this table in a day');
      await expect.poll(() => [...ben.messages.values()].filter(closed)).toHaveLength(n + 1);
      expect(await bot.stop('SIGTERM')).toBe(0);
    } finally {
      await bot.stop('SIGKILL');
    }
    const backup = `metrox.db.before-${count}`;
    expect(readdirSync(home).filter((name) => name.includes('before'))).toEqual([backup]);
    const kept = new Database(join(home, backup), { readonly: true });
    expect(kept.prepare('SELECT id FROM matches').pluck().all()).toEqual([game, game + 1]);
    expect(kept.prepare('SELECT count(*) FROM __drizzle_migrations').pluck().get()).toBe(count);
    kept.close();
  }
  await site.world.bot.start();
});

test('a library has no binary for the machine of the container (musl, ARM)', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string; optional?: boolean; dev?: boolean }>;
  };
  const canvas = packages['node_modules/@napi-rs/canvas']!;
  for (const machine of ['linux-x64-gnu', 'linux-x64-musl', 'linux-arm64-gnu', 'linux-arm64-musl']) {
    const found = packages[`node_modules/@napi-rs/canvas-${machine}`];
    expect(found, machine).toMatchObject({ version: canvas.version, optional: true });
    expect(found!.dev, machine).toBeUndefined();
  }
  // It builds in the container's first stage.
  for (const machine of ['linux-x64', 'linux-arm64']) {
    const found = packages[`node_modules/@esbuild/${machine}`];
    expect(found, machine).toMatchObject({ version: packages['node_modules/esbuild']!.version });
  }
});

test('the data folder belongs to somebody else (SQLITE_CANTOPEN)', async () => {
  const closed = join(folder, 'closed');
  mkdirSync(closed, { mode: 0o555 });
  // Root may write anywhere, so it is nobody in particular who starts; if they can read the program at all.
  const start = 'src/start.cjs';
  const reads = (uid: number) =>
    spawnSync(
      process.execPath,
      ['-e', `require('fs').readFileSync('${start}');require('discord.js/package.json')`],
      {
        cwd: ROOT,
        uid,
      },
    ).status === 0;
  const root = process.getuid?.() === 0;
  const uid = root && reads(1000) ? 1000 : undefined;
  const file = root && uid === undefined ? '/proc/metrox/metrox.db' : join(closed, 'metrox.db');
  const child = spawn(process.execPath, [start], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_FILE: file, DISCORD_TOKEN: 'x' },
    ...(uid === undefined ? {} : { uid }),
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data));
  const code = await new Promise((done) => child.once('close', done));
  expect(said.trim().split('\n')).toEqual([expect.stringMatching(/^DATABASE_FILE .*cannot be written/)]);
  expect(code).toBe(78);
});

test('commands stand there twice, are out of date, or are missing in a new server', async () => {
  const registered = async () =>
    ((await site.world.requests()) as Told[]).filter(
      ({ method, path }) => method !== 'GET' && /\/commands(\/|$)/.test(path),
    );
  // Once by this bot, and by those of the test above, which had other files.
  const before = (await registered()).length;
  for (const one of await registered()) {
    expect(one).toMatchObject({ method: 'PUT', status: 200 });
    expect(one.path).toMatch(/^\/applications\/\d+\/commands$/);
  }
  await site.world.bot.stop('SIGTERM');
  await site.world.bot.start();
  // A server is new to it, and it comes back to one: that is no reason to register.
  await site.world.control('DELETE', `/guilds/${place('metro').guild}`);
  await site.world.control('POST', `/guilds/${place('metro').guild}`);
  expect(words(await ann.command(place('metro'), 'metrox rules'))).toContain('in one minute');
  expect((await registered()).length).toBe(before);
  // One that an earlier version had is answered, too.
  const [{ path }] = (await registered()) as [Told];
  const asBot = (method: string, body?: object[]) =>
    fetch(`${site.world.url}/api/v10${path}`, {
      method,
      headers: { authorization: 'Bot playground', 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const held = (await (await asBot('GET')).json()) as Record<string, unknown>[];
  const said = held.map(({ id: _, application_id: __, version: ___, ...one }) => one);
  const former = { name: 'former', description: 'Of an earlier version', type: 1 };
  expect((await asBot('PUT', [...said, former])).status).toBe(200);
  const answer = await ann.command(place('metro'), 'former');
  expect(answer.flags & 64).toBe(64);
  expect(words(answer)).toMatch(/\w+ \w+/);
  site.sound();
});
