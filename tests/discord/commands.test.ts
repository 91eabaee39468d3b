import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { COMMANDS } from '../../commands/index.ts';
import { localizedCommands } from '../../commands/localized.ts';
import type { App } from '../../src/app/context.ts';
import { compareCommands, tellCommands } from '../../src/discord/commands.ts';
import { createMembers } from '../../src/discord/members.ts';
import { createOutbound } from '../../src/discord/outbound.ts';
import { createPlaces } from '../../src/discord/places.ts';
import { createRest } from '../../src/discord/rest.ts';
import { createClient, startBot } from '../../src/discord/start.ts';
import { think } from '../../src/match/thinking.ts';
import { check, published } from '../../src/playground/payload.ts';
import { type Discord, startDiscord } from '../../src/playground/server.ts';
import { APPLICATION } from '../../src/playground/world.ts';
import type { Store } from '../../src/store/open.ts';
import { emptyStore } from '../lib/store.ts';
import { command } from '../store/programs.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const data = localizedCommands();

describe('the commands', () => {
  test('are ones that Discord takes', () => {
    expect(published('commands', data)).toEqual([]);
    expect(check('commands', data, { files: [] })).toBeNull();
  });

  test('that Discord is told of are the ones that can be run, each of them', () => {
    const told = data.flatMap(({ name, options = [] }) => {
      const subs = options.filter(({ type }) => type === 1).map((sub) => `${name} ${sub.name}`);
      return subs.length > 0 ? subs : [name];
    });
    expect(told.sort()).toEqual([...COMMANDS.keys()].sort());
  });

  test('describe everything in words of the catalogue', () => {
    const descriptions: string[] = [];
    const walk = (one: { description?: string; options?: readonly object[] }): void => {
      descriptions.push(one.description ?? '');
      for (const option of one.options ?? []) walk(option);
    };
    for (const one of data) walk(one as { description: string });
    expect(descriptions.length).toBeGreaterThan(10);
    for (const text of descriptions) {
      expect(text).toMatch(/\S \S/);
      expect(text).not.toMatch(/^[a-z]+(?:\.[a-zA-Z]+)+$|\{\{|undefined/);
    }
  });

  test('say of solo that it is the challenge of the day', () => {
    const solos = data.flatMap(({ options = [] }) => options.filter(({ name }) => name === 'solo'));
    expect(solos.map(({ description }) => description)).toEqual([
      'The challenge of the day; or practise on any map',
    ]);
  });
});

test('are compared one by one, and those on people and messages apart', async () => {
  const holding = (held: unknown) => compareCommands({ get: async () => held }, '1');
  const same = { lacking: [], changed: [], unknown: [] };
  expect(await holding(data.map((one) => ({ ...one, id: '1', version: '2', type: 1 })))).toEqual(same);
  expect(await holding([...data, { name: 'metrox', type: 2 }])).toEqual({
    ...same,
    unknown: ['metrox (of type 2)'],
  });
  const [first, ...others] = data;
  expect(await holding([{ ...first, description: 'Another' }, ...others.slice(1)])).toEqual({
    ...same,
    lacking: [others[0]!.name],
    changed: [first!.name],
  });
});

describe('registration', () => {
  let discord: Discord;
  let store: Store;
  beforeEach(async () => {
    discord = await startDiscord({ limits: 'off' });
    store = emptyStore();
  });
  afterEach(async () => {
    await discord.close();
    await store.close();
  });

  async function start(): Promise<void> {
    const api = `${discord.url}/api`;
    const rest = createRest(api, discord.token);
    const log = pino({ level: 'silent' });
    const memberOf = createMembers(rest);
    const places = createPlaces(rest, () => undefined);
    const app: App = {
      store,
      outbound: createOutbound(rest),
      log,
      refresh: () => {},
      memberOf,
      places,
      think,
    };
    const bot = await startBot(app, { rest, api, token: discord.token, connect: () => createClient(api) });
    await bot.stop();
  }

  async function registered(): Promise<{ method: string; path: string; status: number }[]> {
    const answer = await fetch(`${discord.url}/_/requests?since=0`);
    const all = (await answer.json()) as { method: string; path: string; status: number }[];
    return all.filter(({ path }) => /\/commands(?:\?|$)/.test(path));
  }

  const path = () => `/applications/${APPLICATION}/commands`;
  const asBot = async (method: string, route: string, body?: unknown) => {
    const answer = await fetch(`${discord.url}/api/v10${route}`, {
      method,
      headers: { authorization: `Bot ${discord.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return answer.status === 204 ? undefined : answer.json();
  };
  interface Said {
    readonly name: string;
    readonly description: string;
    readonly options?: readonly { readonly name: string; readonly description: string }[];
  }
  interface Held extends Said {
    readonly id: string;
    readonly application_id: string;
    readonly version: string;
  }
  const held = async (): Promise<Held[]> => (await asBot('GET', path())) as Held[];
  /** What the bot asked about commands while `work` was done. */
  async function asked(work: () => Promise<void>): Promise<string[]> {
    const before = (await registered()).length;
    await work();
    return (await registered()).slice(before).map(({ method, status }) => `${method} ${status}`);
  }

  test('happens once, for everywhere; Discord is asked each time and told nothing that it holds', async () => {
    expect(await asked(start)).toEqual(['GET 200', 'PUT 200']);
    expect((await registered())[0]!.path).toMatch(/\/applications\/\d+\/commands$/);
    expect(await asked(start)).toEqual(['GET 200']);
    expect((await held()).map(({ name }) => name).sort()).toEqual(data.map(({ name }) => name).sort());
  });

  const changes: [string, (one: Said) => object[]][] = [
    ['deleted there', () => []],
    ['given other words', (one) => [{ ...one, description: 'Something else' }]],
    [
      'given other words in a part of it',
      ({ options = [], ...one }) => [
        {
          ...one,
          options: options.map((option) =>
            option.name === 'rules' ? { ...option, description: 'Other words' } : option,
          ),
        },
      ],
    ],
    ['translated', (one) => [{ ...one, name_localizations: { de: 'linie' } }]],
    ['restricted', (one) => [{ ...one, default_member_permissions: '8', contexts: [0] }]],
    ['joined by another', (one) => [one, { name: 'older', description: 'Of an older program' }]],
  ];
  test.each(changes)('comes back as it should be where it was %s', async (_, change) => {
    await start();
    const before = data.map(({ name }) => name).sort();
    const said = (await held()).map(({ id: _, application_id: __, version: ___, ...one }): Said => one);
    await asBot(
      'PUT',
      path(),
      said.flatMap((one) => (one.name === 'metrox' ? change(one) : [one])),
    );
    expect(await asked(start)).toEqual(['GET 200', 'PUT 200']);
    expect(await asked(start)).toEqual(['GET 200']);
    const now = await held();
    expect(now.map(({ name }) => name).sort()).toEqual(before);
    expect(now.find(({ name }) => name === 'metrox')!.description).toBe(
      data.find(({ name }) => name === 'metrox')!.description,
    );
  });

  test('hold no start up where Discord has them wait for an hour', async () => {
    const late = { method: 'GET', route: '/applications/:id/commands', status: 429, retry_after: 3600 };
    await fetch(`${discord.url}/_/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(late),
    });
    expect(await asked(start)).toEqual(['GET 429']);
    const rest = createRest(`${discord.url}/api`, discord.token, undefined, { rejectOnRateLimit: ['/'] });
    await fetch(`${discord.url}/_/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...late, method: 'PUT' }),
    });
    await expect(tellCommands(rest, discord.url)).rejects.toThrow(/^Discord was sent the commands too often/);
  });

  test('are sent by a command of their own, too, which says how many they are', async () => {
    const sending = (token: string) => {
      const api = `${discord.url}/api`;
      const env = { ...process.env, DISCORD_TOKEN: token, DISCORD_API: api, DATABASE_FILE: ':memory:' };
      return promisify(execFile)(process.execPath, command('register'), { cwd: ROOT, env }).catch(
        ({ stdout, stderr, code }: { stdout: string; stderr: string; code: number }) => ({
          stdout,
          stderr,
          code,
        }),
      );
    };
    expect(await sending(discord.token)).toMatchObject({
      stdout: expect.stringMatching(new RegExp(`^Discord has ${data.length} commands of .+\\.\n$`)),
      stderr: '',
    });
    expect(await held()).toHaveLength(data.length);
    const line = (stderr: string) => ({ code: 78, stdout: '', stderr });
    expect(await sending('wrong')).toEqual(line(expect.stringMatching(/^DISCORD_TOKEN is refused .*\n$/)));
    expect(await sending('')).toEqual(line(expect.stringMatching(/^DISCORD_TOKEN is not set.*\n$/)));
  });
});
