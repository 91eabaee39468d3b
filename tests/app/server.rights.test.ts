import { beforeEach, describe, expect, test } from 'vitest';
import { publicOf } from '../../src/app/context.ts';
import type { Origin, Reply } from '../../src/app/request.ts';
import { openingObstacle } from '../../src/app/server.ts';
import { now } from '../../src/clock.ts';
import { arrive, guildOf, setServer } from '../../src/store/guilds.ts';
import type { Store } from '../../src/store/open.ts';
import { change } from '../lib/rows.ts';
import { peopled } from '../match/people.ts';
import { idsOf, unsound, wordsOf } from './sound.ts';
import { openStand, origin, type Stand } from './stand.ts';

const GUILD = '77';
const VIEW_AND_SEND = (1n << 10n) | (1n << 11n);
const FILES = 1n << 15n;
const FOR_DAILY = VIEW_AND_SEND | FILES;
const HISTORY = 1n << 16n;
const THREADS = (1n << 35n) | (1n << 38n);
const ALL = FOR_DAILY | HISTORY | THREADS;

let store: Store;
let stand: Stand;
beforeEach(async () => {
  store = await peopled(2, ['Ann', 'Ben']);
  stand = openStand(store);
  await arrive(store, GUILD);
});

const set = (patch: Parameters<typeof setServer>[2]) => setServer(store, GUILD, patch, '1000', now());
const press = (what: string, values: string[] = [], more: Partial<Origin> = {}): Promise<Reply> =>
  stand.press('1000', `server|0|0|${what}`, values, { manages: true, personal: true, ...more });
/** From now on the bot knows what it may do in channels. */
const knowing = (rights: Record<string, bigint>): void => {
  Object.assign(stand.app, { rightsIn: (_guild: string, channel: string) => rights[channel] });
};
/** What a press is answered with, before the settings begin. */
function noted({ screen }: Reply): string[] {
  expect(unsound(screen!, 'webhook-edit')).toEqual([]);
  const lines = wordsOf(screen!).split('\n');
  return lines.slice(
    1,
    lines.findIndex((line) => line.startsWith('**Tables**')),
  );
}

describe('the rights in the channel of the daily', () => {
  test('are named: in the present one, in any that the bot sees, in none it does not', async () => {
    const here = await press('daily', ['88'], { channel: '88', permissions: VIEW_AND_SEND });
    expect(noted(here).join()).toContain('In <#88> I still need: **Attach Files**.');
    // Where nothing can be known, that is said.
    expect(noted(await press('daily', ['89'])).join()).toContain('I can tell only there');
    knowing({ '89': FOR_DAILY, '90': 8n, '91': FILES });
    const note = async (channel: string) => noted(await press('daily', [channel])).join();
    expect(await note('89')).toBe('Set.');
    expect(await note('90')).toBe('Set.');
    expect(await note('91')).toContain('**View Channel**, **Send Messages**');
    expect(await note('92')).toContain('**View Channel**, **Send Messages**, **Attach Files**');
  });
});

describe('testing the rights', () => {
  test('here, while tables may be opened everywhere; the present channel is known best', async () => {
    const all = await press('test', [], { channel: '88', permissions: ALL });
    expect(noted(all)).toEqual(['I may do all that I need in <#88>.']);
    const some = await press('test', [], { channel: '88', permissions: FOR_DAILY | HISTORY });
    expect(noted(some).join()).toContain(
      'In <#88> I still need: **Create Public Threads**, **Send Messages in Threads**',
    );
    await set({ thread: false });
    expect(noted(await press('test', [], { channel: '88', permissions: FOR_DAILY | HISTORY }))).toEqual([
      'I may do all that I need in <#88>.',
    ]);
  });

  test('from a thread its channel is meant', async () => {
    knowing({ '88': ALL });
    const reply = await press('test', [], { channel: '900', inThread: true, parent: '88', permissions: 0n });
    expect(noted(reply)).toEqual(['I may do all that I need in <#88>.']);
  });

  test('in all channels that were named, told by what they lack', async () => {
    await set({ channels: ['91', '92', '93', '94'], dailyChannel: '95' });
    knowing({ '91': ALL, '92': ALL & ~FILES, '93': 8n, '94': ALL & ~FILES, '95': VIEW_AND_SEND });
    expect(noted(await press('test'))).toEqual([
      expect.stringContaining('In <#92>, <#94>, <#95> I still need: **Attach Files**.'),
      'I may do all that I need in <#91>, <#93>.',
    ]);
  });

  test('of channels that the bot cannot tell of, that is said', async () => {
    await set({ channels: ['88', '91'] });
    expect(noted(await press('test', [], { channel: '88', permissions: ALL }))).toEqual([
      'I may do all that I need in <#88>.',
      expect.stringContaining('What I may do in <#91> I can tell only there'),
    ]);
  });

  test('of very many different lacks some are told, and all of it fits', async () => {
    const channels = Array.from({ length: 25 }, (_, i) => String(10n ** 18n + BigInt(i)));
    await set({ channels, dailyChannel: channels[0] });
    const flags = [1n << 10n, 1n << 11n, FILES, HISTORY, 1n << 35n];
    knowing(
      Object.fromEntries(
        channels.map((channel, i) => [
          channel,
          flags.reduce((all, flag, at) => ((i >> at) & 1 ? all | flag : all), 0n),
        ]),
      ),
    );
    const note = noted(await press('test'));
    expect(note).toHaveLength(6);
    expect(note[5]).toBe('In 20 more channels I lack rights, too.');
  });

  test.each([
    ['is tried again when nothing is in its way', FOR_DAILY, 329, null],
    ['stays refused while something is', VIEW_AND_SEND, 330, '50013'],
  ])('a daily that was refused %s', async (_what, rights, announced, discordError) => {
    await set({ dailyChannel: '95' });
    await change(store, "UPDATE guilds SET announced = 330, trouble = '50013'");
    knowing({ '88': ALL, '95': rights });
    await press('test');
    expect(await guildOf(store, GUILD)).toMatchObject({ announced, discordError });
  });
});

describe('who may open tables, and where', () => {
  const stop = async (more: Partial<Origin> = {}): Promise<string | undefined> => {
    const reply = await openingObstacle(stand.app, origin('1000', more), 'metrox');
    if (!reply) return undefined;
    expect(unsound(reply.screen!, 'webhook-edit')).toEqual([]);
    return wordsOf(reply.screen!);
  };

  test('everybody everywhere, while nothing else is set', async () => {
    expect(await stop()).toBeUndefined();
    expect(await stop({ guild: null })).toBeUndefined();
    expect(await stop({ guild: '12345' })).toBeUndefined();
  });

  test('only in the channels that were named; a thread counts as its channel', async () => {
    await set({ channels: ['91', '92'] });
    expect(await stop({ channel: '88' })).toBe('Tables live in <#91>, <#92> here.');
    expect(await stop({ channel: '91' })).toBeUndefined();
    expect(await stop({ channel: '900', inThread: true, parent: '92' })).toBeUndefined();
    expect(await stop({ channel: '900', inThread: true, parent: '88' })).toContain('Tables live in');
    // A channel's own parent is a category.
    expect(await stop({ channel: '900', parent: '92' })).toContain('Tables live in');
    // Another server has its own settings.
    expect(await stop({ guild: '12345', channel: '88' })).toBeUndefined();
  });

  test('only with one of the roles that were named, which nobody is pinged for', async () => {
    await set({ roles: ['501', '502'] });
    expect(await stop()).toBe('Here tables are opened by <@&501>, <@&502>.');
    expect(await stop({ roles: ['500'] })).toContain('<@&501>');
    expect(await stop({ roles: ['500', '502'] })).toBeUndefined();
    const { screen } = (await openingObstacle(stand.app, origin('1000'), 'metrox'))!;
    expect(screen!.body.allowed_mentions).toEqual({ parse: [], users: [] });
  });

  test('others are offered a practice of the game they asked for, where it can be played alone', async () => {
    await set({ roles: ['501'] });
    const offered = async (game: string) =>
      idsOf((await stand.press('1000', `newtable|0|0|${game}`, [], { personal: true })).screen!);
    expect(await offered('metrox')).toEqual(['practice|0|0|metrox']);
    for (const game of ['metro', 'metromania']) expect(await offered(game), game).toEqual([]);
  });

  test('the most channels and roles there can be fit', async () => {
    const most = Array.from({ length: 25 }, (_, i) => String(10n ** 18n + BigInt(i)));
    await set({ channels: most });
    expect((await stop())!.length).toBeLessThan(2000);
    await set({ channels: [], roles: most });
    expect((await stop())!.length).toBeLessThan(2000);
  });
});

test('public messages look and speak as the server chose', async () => {
  expect(await publicOf(stand.app, GUILD)).toMatchObject({ theme: 'dark', locale: 'en' });
  expect(await publicOf(stand.app, null)).toMatchObject({ theme: 'dark', locale: 'en' });
  await set({ theme: 'light', locale: 'de' });
  expect(await publicOf(stand.app, GUILD)).toMatchObject({ theme: 'light', locale: 'de' });
  expect(await publicOf(stand.app, '12345')).toMatchObject({ theme: 'dark' });
});
