import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Discord, startDiscord } from '../../src/playground/server.ts';
import { APPLICATION } from '../../src/playground/world.ts';

/** What the bot is told of itself: its servers, and what stands on the developer page. */

let discord: Discord;
beforeAll(async () => {
  discord = await startDiscord({ limits: 'off' });
});
afterAll(() => discord.close());

async function get<T>(path: string): Promise<T> {
  const headers = { authorization: `Bot ${discord.token}` };
  return (await fetch(`${discord.url}/api/v10${path}`, { headers })).json() as Promise<T>;
}

interface Partial {
  readonly id: string;
  readonly permissions: string;
}

test('servers come in the order of their ids, in pages, with what the bot’s roles give it there', async () => {
  const all = await get<Partial[]>('/users/@me/guilds');
  expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).sort());
  expect(all.map(({ permissions }) => permissions)).toEqual(all.map(() => expect.stringMatching(/^\d+$/)));
  const [first, second] = all as [Partial, Partial];
  expect(await get('/users/@me/guilds?limit=1')).toEqual([first]);
  expect(await get(`/users/@me/guilds?after=${first.id}`)).toEqual([second]);
  expect(await get(`/users/@me/guilds?after=${second.id}`)).toEqual([]);
});

test('what is set on the page is told of the application, and what is not named is as at first', async () => {
  const set = (body: object) =>
    fetch(`${discord.url}/_/application`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const usual = { id: APPLICATION, flags: 0, interactions_endpoint_url: null };
  expect(await get('/applications/@me')).toMatchObject(usual);
  await set({ interactions_endpoint_url: 'https://a.example' });
  expect(await get('/applications/@me')).toMatchObject({
    ...usual,
    interactions_endpoint_url: 'https://a.example',
  });
  await set({ flags: 8192 });
  expect(await get('/applications/@me')).toMatchObject({ ...usual, flags: 8192 });
});
