import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { COMMANDS, commandData } from '../../commands/index.ts';
import type { App } from '../../src/app/context.ts';
import { createMembers } from '../../src/discord/members.ts';
import { createOutbound } from '../../src/discord/outbound.ts';
import { createPlaces } from '../../src/discord/places.ts';
import { createRest } from '../../src/discord/rest.ts';
import { createClient, startBot } from '../../src/discord/start.ts';
import { check, published } from '../../src/playground/payload.ts';
import { type Discord, startDiscord } from '../../src/playground/server.ts';
import { openStore, type Store } from '../../src/store/open.ts';
import { metaOf, setMeta } from '../../src/store/tables.ts';
import { translator } from '../../src/words.ts';

const data = commandData(translator('en'));

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

describe('registration', () => {
  let discord: Discord;
  let store: Store;
  beforeEach(async () => {
    discord = await startDiscord({ limits: 'off' });
    store = openStore(':memory:');
  });
  afterEach(async () => {
    await discord.close();
    store.close();
  });

  async function start(): Promise<void> {
    const api = `${discord.url}/api`;
    const rest = createRest(api, discord.token);
    const log = pino({ level: 'silent' });
    const memberOf = createMembers(rest);
    const client = createClient(api);
    const places = createPlaces(rest, (guild) => client.guilds.cache.get(guild));
    const app: App = { store, outbound: createOutbound(rest), log, refresh: () => {}, memberOf, places };
    const bot = await startBot(app, client, rest, api, discord.token);
    await bot.stop();
  }

  async function registered(): Promise<{ method: string; path: string; status: number }[]> {
    const answer = await fetch(`${discord.url}/_/requests?since=0`);
    const all = (await answer.json()) as { method: string; path: string; status: number }[];
    return all.filter(({ path }) => /\/commands(?:\?|$)/.test(path));
  }

  test('happens once, for everywhere, and again only when the commands changed', async () => {
    await start();
    await start();
    const once = await registered();
    expect(once).toMatchObject([{ method: 'PUT', status: 200 }]);
    expect(once[0]!.path).toMatch(/\/applications\/\d+\/commands$/);
    const hash = metaOf(store, 'commands');
    await setMeta(store, 'commands', 'of an older program');
    await start();
    expect(await registered()).toHaveLength(2);
    expect(metaOf(store, 'commands')).toBe(hash);
  });
});
