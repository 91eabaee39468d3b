import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Change, Meter } from '../../src/discord/meter.ts';
import { createOutbound } from '../../src/discord/outbound.ts';
import { createRest } from '../../src/discord/rest.ts';
import { type Bot, createClient, startBot } from '../../src/discord/start.ts';
import { guildOf } from '../../src/store/guilds.ts';
import type { Store } from '../../src/store/open.ts';
import { openStand, type Stand } from '../app/stand.ts';
import { emptyStore } from '../lib/store.ts';
import { PATIENCE } from '../patience.ts';
import { button, type Club, type Loose, openClub } from '../playground/club.ts';

/** What the bot makes of its connection: events that come twice, and servers that it is taken out of. */

let club: Club;
let store: Store;
let stand: Stand;
let bot: Bot;
let changes: Change[];
beforeEach(async () => {
  changes = [];
  club = await openClub();
  store = emptyStore();
  stand = openStand(store);
  bot = await start();
});
afterEach(async () => {
  await bot.stop();
  await club.close();
  await store.close();
});

async function start(): Promise<Bot> {
  const api = `${club.discord.url}/api`;
  const rest = createRest(api, club.discord.token);
  const meter: Meter = {
    ...{ acknowledged: () => {}, answered: () => {}, ended: () => {}, requested: () => {} },
    changed: (change) => void changes.push(change),
  };
  return startBot(
    { ...stand.app, outbound: createOutbound(rest) },
    { rest, api, token: club.discord.token, connect: () => createClient(api), meter },
  );
}

/** First answers that the bot gave, in order. */
const answers = async (): Promise<Loose[]> =>
  (await club.control('GET', '/requests')).body.filter(({ path }: Loose) => path.endsWith('/callback'));
const push = async (): Promise<void> => {
  const path = `/channels/${club.place('metro')}/messages`;
  const message = (await club.bot('POST', path, { content: 'Old.', components: [button('games|0|0')] })).body;
  await club.push('ann', message, 'games|0|0');
};

describe('an interaction', () => {
  test('that is delivered again, also after the connection was cut, is answered once', async () => {
    await push();
    await vi.waitFor(async () => expect(await answers()).toHaveLength(1), PATIENCE);
    await club.control('POST', '/gateway', { do: 'replay' });
    await club.control('POST', '/gateway', { do: 'drop' });
    await vi.waitFor(() => expect(stand.logged.at(-1)).toMatchObject({ msg: 'resumed' }), PATIENCE);
    await club.control('POST', '/gateway', { do: 'replay' });
    // Events come in order, so the second press is after what was delivered again.
    await push();
    await vi.waitFor(async () => expect(await answers()).toHaveLength(2), PATIENCE);
    await bot.inbound.settled();
    const given = await answers();
    expect(new Set(given.map(({ interaction }) => interaction)).size).toBe(2);
    expect(given.map(({ status }) => status)).toEqual([204, 204]);
  });
});

test('whoever counts hears what becomes of the connection', async () => {
  expect(changes).toEqual(['ready']);
  await club.control('POST', '/gateway', { do: 'drop' });
  await vi.waitFor(() => expect(changes).toEqual(['ready', 'reconnecting', 'resumed']), PATIENCE);
});

describe('a server', () => {
  test('is known with its channels, threads and roles, but not in an outage', async () => {
    const server = () => bot.serverOf(club.guild);
    const path = `/channels/${club.place('metro')}/threads`;
    const thread = (await club.as('ann')('POST', path, { name: 'Open', type: 11 })).body.id;
    await vi.waitFor(() => expect(server()?.typeOf(thread)).toBe(11), PATIENCE);
    const types = ['metro', 'news', 'lounge', 'theatre', 'ideas'].map((n) => server()?.typeOf(club.place(n)));
    expect(types).toEqual([0, 5, 2, 13, 15]);
    expect(bot.serverOf('1')).toBeUndefined();
    const role = (await club.control('POST', `/guilds/${club.guild}/roles`, { name: 'Hosts' })).body.id;
    await vi.waitFor(() => expect(server()?.hasRole(role)).toBe(true), PATIENCE);
    await club.control('DELETE', `/guilds/${club.guild}/roles/${role}`);
    await club.control('DELETE', `/channels/${club.place('general')}`);
    await vi.waitFor(() => expect(server()?.hasRole(role)).toBe(false), PATIENCE);
    await vi.waitFor(() => expect(server()?.typeOf(club.place('general'))).toBeUndefined(), PATIENCE);
    await club.control('POST', `/guilds/${club.guild}/unavailable`);
    await vi.waitFor(() => expect(server()).toBeUndefined(), PATIENCE);
    await club.control('POST', `/guilds/${club.guild}`);
    await vi.waitFor(() => expect(server()?.typeOf(club.place('metro'))).toBe(0), PATIENCE);
  });

  const goneAt = async () => (await guildOf(store, club.guild))?.goneAt;
  const gone = () => vi.waitFor(async () => expect(await goneAt()).toEqual(expect.any(Number)), PATIENCE);
  /** An event of the gateway has arrived, and what it leads to is written. */
  const heard = () => new Promise((done) => setTimeout(done, 150));
  const here = () => vi.waitFor(async () => expect(await goneAt()).toBeNull(), PATIENCE);

  test('is left when the bot is removed, not in an outage, and is there again when it is back', async () => {
    await here();
    await club.control('POST', `/guilds/${club.guild}/unavailable`);
    await heard();
    expect(await goneAt()).toBeNull();
    await club.control('POST', `/guilds/${club.guild}`);
    await club.control('DELETE', `/guilds/${club.guild}`);
    await gone();
    await club.control('POST', `/guilds/${club.guild}`);
    await here();
  });

  test('is left, too, when the bot was away as it was removed, and is back when it was added again', async () => {
    await here();
    await bot.stop();
    await club.control('DELETE', `/guilds/${club.guild}`);
    bot = await start();
    await gone();
    await bot.stop();
    await club.control('POST', `/guilds/${club.guild}`);
    await club.control('POST', `/guilds/${club.guild}/unavailable`);
    bot = await start();
    // An outage says nothing of who is in it, in either direction.
    await heard();
    expect(await goneAt()).toEqual(expect.any(Number));
    await club.control('POST', `/guilds/${club.guild}`);
    await here();
  });
});
