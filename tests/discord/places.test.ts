import type { Client } from 'discord.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Places, rightsIn } from '../../src/app/channels.ts';
import { createPlaces } from '../../src/discord/places.ts';
import { createRest } from '../../src/discord/rest.ts';
import { createClient } from '../../src/discord/start.ts';
import { PATIENCE } from '../patience.ts';
import { type Club, type Loose, openClub } from '../playground/club.ts';

/** What the bot knows of who may view what, against a Discord on this machine that works it out itself. */

const VIEW = 1n << 10n;
const MANAGE_THREADS = 1n << 34n;

let club: Club;
let client: Client;
let places: Places;
beforeAll(async () => {
  club = await openClub();
  const api = `${club.discord.url}/api`;
  client = createClient(api);
  const ready = new Promise((resolve) => client.once('clientReady', resolve));
  await client.login(club.discord.token);
  await ready;
});
beforeEach(async () => {
  await change('general', { only: null });
  await known('general', 0);
  forget();
});
afterAll(async () => {
  await client.destroy();
  await club.close();
});

/** As after a minute. */
function forget(): void {
  const rest = createRest(`${club.discord.url}/api`, club.discord.token);
  places = createPlaces(rest, (guild) => client.guilds.cache.get(guild));
}
const change = (channel: string, to: object) => club.control('PUT', `/channels/${club.place(channel)}`, to);
/** Waits until the client has heard that a channel has so many overwrites. */
const known = (channel: string, overwrites: number) =>
  vi.waitFor(() => {
    const found = client.guilds.cache.get(club.guild)!.channels.cache.get(club.place(channel));
    if (!found || found.isThread()) throw new Error('It is not known.');
    expect(found.permissionOverwrites.cache.size).toBe(overwrites);
  }, PATIENCE);
const give = async (name: string, permissions: string[], ...people: string[]): Promise<string> => {
  const asked = { name, permissions, members: people.map(club.person) };
  const { id } = (await club.control('POST', `/guilds/${club.guild}/roles`, asked)).body;
  await vi.waitFor(
    () => expect(client.guilds.cache.get(club.guild)!.roles.cache.has(id)).toBe(true),
    PATIENCE,
  );
  return id;
};
const rolesOf = async (name: string): Promise<string[]> =>
  (await club.bot('GET', `/guilds/${club.guild}/members/${club.person(name)}`)).body.roles;

/** Which of the people see a channel, as the bot works it out, and as Discord says. */
async function seenBy(channel: string): Promise<{ bot: string[]; discord: string[] }> {
  const found: { bot: string[]; discord: string[] } = { bot: [], discord: [] };
  for (const name of ['ann', 'ben', 'cleo', 'dia', 'eli']) {
    if ((await club.as(name)('GET', `/channels/${channel}`)).status === 200) found.discord.push(name);
    const place = await places.placeOf(club.guild, channel);
    const rights = place ? rightsIn(place, club.guild, club.person(name), await rolesOf(name)) : 0n;
    const inside =
      !place?.secret || rights & MANAGE_THREADS || (await places.isInThread(channel, club.person(name)));
    if (rights & VIEW && inside) found.bot.push(name);
  }
  return found;
}
const agreed = async (channel: string): Promise<string[]> => {
  const { bot, discord } = await seenBy(channel);
  expect(bot).toEqual(discord);
  return bot;
};

/** What the bot has asked of places while something was done. */
async function asks(work: () => Promise<unknown>): Promise<string[]> {
  const before = (await club.control('GET', '/requests')).body.at(-1)?.n ?? 0;
  await work();
  const after: Loose[] = (await club.control('GET', `/requests?since=${before}`)).body;
  return after.filter(({ method }) => method === 'GET').map(({ route }) => route);
}

const secretThread = async (...people: string[]): Promise<string> => {
  const path = `/channels/${club.place('general')}/threads`;
  const { id } = (await club.as('ann')('POST', path, { name: 'Secret', type: 12 })).body;
  for (const who of [club.app, ...people.map(club.person)])
    await club.as('ann')('PUT', `/channels/${id}/thread-members/${who}`);
  return id;
};

describe('a channel', () => {
  test('is seen by whom Discord lets see it, as roles, people and the owner come to it; nothing is asked', async () => {
    const insiders = await give('Insiders', [], 'cleo');
    await give('Administrators', ['Administrator'], 'dia');
    expect(await agreed(club.place('general'))).toEqual(['ann', 'ben', 'cleo', 'dia', 'eli']);
    await change('general', { only: [insiders, club.person('ben')] });
    await known('general', 4);
    // Ann owns the server.
    expect(await agreed(club.place('general'))).toEqual(['ann', 'ben', 'cleo', 'dia']);
    await change('general', { only: [] });
    await known('general', 2);
    expect(await agreed(club.place('general'))).toEqual(['ann', 'dia']);
    await give('Administrators', ['Administrator']);
    expect(await asks(() => places.placeOf(club.guild, club.place('general')))).toEqual([]);
  });

  test('that is hidden from the bot, too, is known all the same', async () => {
    await change('general', { deny: ['ViewChannel'] });
    await known('general', 1);
    expect(await asks(() => agreed(club.place('general')))).not.toContain('/channels/:id');
  });

  test('that is gone, and a server that is not known, is none; only the channel is asked for, once', async () => {
    const { id } = (await club.control('POST', `/guilds/${club.guild}/channels`, { name: 'soon' })).body;
    await vi.waitFor(() => expect(client.channels.cache.has(id)).toBe(true), PATIENCE);
    await club.control('DELETE', `/channels/${id}`);
    await vi.waitFor(() => expect(client.channels.cache.has(id)).toBe(false), PATIENCE);
    const found: unknown[] = [];
    const asked = await asks(async () => {
      for (const guild of [club.guild, club.guild, '123']) found.push(await places.placeOf(guild, id));
    });
    expect(found).toEqual([undefined, undefined, undefined]);
    expect(asked).toEqual(['/channels/:id']);
  });

  test('of another server is none of this one', async () => {
    const [, other] = (await club.as('ann')('GET', '/users/@me/guilds')).body;
    expect(await places.placeOf(other.id, club.place('general'))).toBeUndefined();
  });
});

describe('a thread', () => {
  test('is seen like the channel it hangs on, also one that is archived and was never heard of', async () => {
    const path = `/channels/${club.place('general')}/threads`;
    const { id } = (await club.as('ann')('POST', path, { name: 'Open', type: 11 })).body;
    await vi.waitFor(() => expect(client.channels.cache.has(id)).toBe(true), PATIENCE);
    await change('general', { only: [club.person('ben')] });
    await known('general', 3);
    expect(await agreed(id)).toEqual(['ann', 'ben']);
    expect(await asks(() => places.placeOf(club.guild, id))).toEqual([]);
    // As after a start, when only open threads are told of.
    client.guilds.cache.get(club.guild)!.channels.cache.delete(id);
    expect(
      await asks(async () => {
        await Promise.all([1, 2, 3].map(() => places.placeOf(club.guild, id)));
      }),
    ).toEqual(['/channels/:id']);
    expect(await agreed(id)).toEqual(['ann', 'ben']);
  });

  test('that is private is seen by its members and moderators, which is asked once a minute', async () => {
    await give('Moderators', ['ManageThreads'], 'dia');
    const id = await secretThread('ben');
    await vi.waitFor(() => expect(client.channels.cache.has(id)).toBe(true), PATIENCE);
    expect(await agreed(id)).toEqual(['ann', 'ben', 'dia']);
    const again = await asks(async () => {
      for (const name of ['ben', 'ben', 'cleo']) await places.isInThread(id, club.person(name));
    });
    expect(again).toEqual([]);
    await give('Moderators', ['ManageThreads']);
  });

  test('is nobody’s while Discord does not answer, which is not remembered', async () => {
    const id = await secretThread('ben');
    const route = '/channels/:id/thread-members/:id';
    const isIn = () => places.isInThread(id, club.person('ben'));
    await club.control('POST', '/faults', { method: 'GET', route, status: 500, times: 3 });
    expect(await asks(async () => expect(await isIn()).toBe(false))).toHaveLength(3);
    expect(await isIn()).toBe(true);
    forget();
    await club.control('POST', '/faults', { method: 'GET', route, status: 403, times: 1 });
    for (let time = 0; time < 2; time++) expect(await isIn()).toBe(false);
  });

  test('has the bot or has it not, which is asked anew each time', async () => {
    const path = `/channels/${club.place('metro')}/threads`;
    const { id } = (await club.as('ann')('POST', path, { name: 'Alone', type: 12 })).body;
    expect(await places.hasBot(id)).toBe(false);
    await club.as('ann')('PUT', `/channels/${id}/thread-members/${club.app}`);
    expect(await places.hasBot(id)).toBe(true);
    // Where Discord does not say, writing there is tried.
    await club.as('ann')('DELETE', `/channels/${id}/thread-members/${club.app}`);
    const route = '/channels/:id/thread-members/:id';
    await club.control('POST', '/faults', { method: 'GET', route, status: 500, times: 3 });
    expect(await places.hasBot(id)).toBe(true);
    expect(await places.hasBot(id)).toBe(false);
  });
});
