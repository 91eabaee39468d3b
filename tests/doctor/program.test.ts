import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tellCommands } from '../../src/discord/commands.ts';
import { createRest } from '../../src/discord/rest.ts';
import { type Discord, startDiscord } from '../../src/playground/server.ts';
import { noteHeartbeat } from '../../src/store/heartbeat.ts';
import { openStore } from '../../src/store/open.ts';
import { emptyFile } from '../lib/store.ts';
import { program, run } from '../store/programs.ts';

/** The doctor as whoever runs the bot starts it, against a playground. */

let discord: Discord;
let api: string;
const file = join(mkdtempSync(join(tmpdir(), 'metrox-doctor-')), 'metrox.db');
beforeAll(async () => {
  discord = await startDiscord({ limits: 'off' });
  api = `${discord.url}/api`;
  emptyFile(file);
  await tellCommands(createRest(api, discord.token), api);
});
afterAll(() => discord.close());

const doctor = (words: readonly string[], env: Record<string, string> = {}) =>
  run(program('src/doctor/main', ...words), file, {
    DISCORD_TOKEN: discord.token,
    DISCORD_API: api,
    NODE_ENV: 'test',
    ...env,
  });

const LINE =
  /^(?:ok {2}|note|mend) {2}(?:machine|pictures|settings|database|backups|discord|commands|clock|servers) +\S.*\.$/;

describe('npm run doctor', () => {
  test('where nothing is wrong says so, a line for each thing, and ends with 0', async () => {
    const { code, out, errors } = await doctor([]);
    const lines = out.trimEnd().split('\n');
    expect(lines.pop()).toBe('Nothing is wrong.');
    for (const line of lines) expect(line).toMatch(LINE);
    const seen = new Set(lines.map((line) => line.slice(6, 14).trim()));
    expect([...seen].sort()).toEqual([
      'backups',
      'clock',
      'commands',
      'database',
      'discord',
      'machine',
      'pictures',
      'servers',
      'settings',
    ]);
    // There is no terminal that would show how far it has come.
    expect([errors, code]).toEqual(['', 0]);
  });

  test('as JSON the same is one line', async () => {
    const { code, out } = await doctor(['--json']);
    expect(out.trimEnd().split('\n')).toHaveLength(1);
    const { ok, findings } = JSON.parse(out) as { ok: boolean; findings: object[] };
    expect(ok).toBe(true);
    expect(findings).toContainEqual({
      level: 'ok',
      about: 'servers',
      says: 'In 2 of 2 servers the bot may do what it needs.',
    });
    expect(code).toBe(0);
  });

  test('beside a bot that has the database open says so, and neither keeps the other from its work', async () => {
    const store = openStore(file);
    await noteHeartbeat(store, Date.now());
    const { code, out } = await doctor([]);
    await noteHeartbeat(store, Date.now());
    await store.close();
    expect(out).toMatch(/^ok {4}database {2}A bot is at work on it now\.$/m);
    expect(code).toBe(0);
  });

  test('what is to be mended gives 1, and the token is in no line', async () => {
    const token = 'MTMwMDAwMDAwMDAwMDAwMDAwMA.Gabcde.abcdefghijklmnopqrstuvwxyz0123456789AB';
    const { code, out } = await doctor([], { DISCORD_TOKEN: token });
    expect(out).toMatch(/^mend {2}discord {3}DISCORD_TOKEN is refused by Discord/m);
    expect(out.trimEnd().split('\n').pop()).toBe('1 thing is to be mended.');
    expect(out).not.toContain('Gabcde');
    expect(code).toBe(1);
  });

  test('settings that cannot be used are told beside what does not depend on them', async () => {
    const { code, out } = await doctor([], { LOG_LEVEL: 'loud' });
    expect(out).toMatch(/^ok {4}pictures {2}A picture of/m);
    expect(out).toMatch(/^mend {2}settings {2}LOG_LEVEL must be one of/m);
    expect(out).not.toMatch(/ database /);
    expect(code).toBe(1);
  });

  test('without a token says what can be said, and asks nobody', async () => {
    const before = discord.requests(0).length;
    const { code, out } = await doctor([], { DISCORD_TOKEN: '' });
    expect(out).toMatch(/^note {2}settings {2}DISCORD_TOKEN is not set, so a start is a playground/m);
    expect(out).toMatch(/^ok {4}database {2}\S+ is whole/m);
    expect(out).toMatch(/^note {2}discord {3}Discord was not asked/m);
    expect(discord.requests(0)).toHaveLength(before);
    expect(code).toBe(0);
  });

  test.each([[['--jso']], [['--json', 'more']]])('called with %j is refused with 78', async (words) => {
    const { code, out, errors } = await doctor(words);
    expect(errors).toMatch(/^Usage: npm run --silent doctor/);
    expect([out, code]).toEqual(['', 78]);
  });
});
