import { beforeEach, describe, expect, test } from 'vitest';
import type { Draft } from '../../src/app/outbound.ts';
import type { Origin, Reply } from '../../src/app/request.ts';
import { openingObstacle, placeObstacle, serverFor } from '../../src/app/server.ts';
import { now } from '../../src/clock.ts';
import { arrive, guildOf, setServer } from '../../src/store/guilds.ts';
import type { Store } from '../../src/store/open.ts';
import { peopled } from '../match/people.ts';
import { idsOf, pieces, unsound, wordsOf } from './sound.ts';
import { openStand, origin, type Stand } from './stand.ts';

/** Channels and roles that a server's settings name and that were deleted since. */

const GUILD = '77';

let store: Store;
let stand: Stand;
beforeEach(async () => {
  store = await peopled(2, ['Ann', 'Ben']);
  stand = openStand(store);
  await arrive(store, GUILD);
});

const set = (patch: Parameters<typeof setServer>[2]) => setServer(store, GUILD, patch, '1000', now());
/** From now on the bot hears of the server: it has these channels, by their kind, and these roles. */
const hearing = (channels: Record<string, number>, ...roles: string[]): void => {
  const server = {
    typeOf: (channel: string) => channels[channel],
    hasRole: (role: string) => roles.includes(role),
  };
  Object.assign(stand.app, { serverOf: (guild: string) => (guild === GUILD ? server : undefined) });
};
const press = (what: string, values: string[] = []): Promise<Reply> =>
  stand.press('1000', `server|0|0|${what}`, values, { manages: true, personal: true });
const screenOf = async (): Promise<Draft> => {
  const { screen } = await serverFor(stand.app, origin('1000', { manages: true }));
  expect(unsound(screen!, 'webhook-edit')).toEqual([]);
  return screen!;
};
const shown = (screen: Draft, what: string): unknown =>
  (pieces(screen).find((piece) => piece.custom_id === `server|0|0|${what}`) as { default_values?: unknown })
    .default_values;
const stop = async (more: Partial<Origin> = {}): Promise<string | undefined> => {
  const reply = await openingObstacle(stand.app, origin('1000', more), 'metrox');
  return reply && wordsOf(reply.screen!);
};
const TIDY = 'server|0|0|tidy';

describe('what is gone', () => {
  test('is told by its id, stands in no menu, and can be taken off', async () => {
    await set({ channels: ['88', '99'], roles: ['501', '502'], dailyChannel: '99' });
    hearing({ '88': 0 }, '502');
    const screen = await screenOf();
    const said = wordsOf(screen);
    expect(said).toContain('⚠ One channel that was picked is gone: `99`. Only the others count.');
    expect(said).toContain('⚠ One role that was picked is gone: `501`. Only the others count.');
    expect(said).toContain('⚠ The daily cannot be announced: its channel is gone (`99`). Pick another.');
    expect(said).not.toContain('<#99>');
    expect(shown(screen, 'channels')).toEqual([{ id: '88', type: 'channel' }]);
    expect(shown(screen, 'roles')).toEqual([{ id: '502', type: 'role' }]);
    expect(shown(screen, 'daily')).toBeUndefined();
    const tidy = await press('tidy');
    expect(wordsOf(tidy.screen!)).toContain('Set: what is gone is taken off, 3 in all.');
    expect(await guildOf(store, GUILD)).toMatchObject({
      channels: ['88'],
      roles: ['502'],
      dailyChannel: null,
    });
    expect(idsOf(tidy.screen!)).not.toContain(TIDY);
    // A second tap finds nothing more, and changes nothing.
    expect(wordsOf((await press('tidy')).screen!)).not.toContain('gone');
    expect(await guildOf(store, GUILD)).toMatchObject({ channels: ['88'], roles: ['502'] });
  });

  test('does not count: the others do', async () => {
    await set({ channels: ['89', '99'], roles: ['501', '502'] });
    hearing({ '88': 0, '89': 0 }, '502');
    expect(await stop({ channel: '88', roles: ['502'] })).toBe('Tables live in <#89> here.');
    expect(await stop({ channel: '89' })).toBe('Here tables are opened by <@&502>.');
    expect(await stop({ channel: '89', roles: ['502'] })).toBeUndefined();
  });

  test('restricts nobody where nothing else is left, which is said', async () => {
    await set({ channels: ['98', '99'], roles: ['501'] });
    hearing({ '88': 0 });
    expect(await stop({ channel: '88' })).toBeUndefined();
    expect(await placeObstacle(stand.app, origin('1000', { channel: '88' }))).toBeUndefined();
    const said = wordsOf(await screenOf());
    expect(said).toContain(
      '⚠ 2 channels that were picked are gone: `98`, `99`. As none is left, tables may be opened **everywhere**.',
    );
    expect(said).toContain(
      '⚠ One role that was picked is gone: `501`. As none is left, **everybody** may open tables.',
    );
  });

  test('is not known while the bot hears nothing of the server: then everything counts', async () => {
    await set({ channels: ['89'], roles: ['501'] });
    Object.assign(stand.app, { serverOf: () => undefined });
    expect(await stop({ channel: '88' })).toBe('Tables live in <#89> here.');
    expect(await stop({ channel: '89' })).toBe('Here tables are opened by <@&501>.');
    const screen = await screenOf();
    expect(wordsOf(screen)).not.toContain('gone');
    expect(idsOf(screen)).not.toContain(TIDY);
    await press('tidy');
    expect(await guildOf(store, GUILD)).toMatchObject({ channels: ['89'], roles: ['501'] });
  });

  test('is not tested for rights; where nothing is left, the present channel is', async () => {
    await set({ channels: ['99'], dailyChannel: '99' });
    hearing({ '88': 0 });
    const { screen } = await press('test');
    expect(wordsOf(screen!)).toContain('I may do all that I need in <#88>.');
    expect(wordsOf(screen!)).not.toContain('<#99>');
  });

  test('of very many some are told', async () => {
    const many = Array.from({ length: 25 }, (_, i) => String(10n ** 18n + BigInt(i)));
    await set({ channels: many, roles: many });
    hearing({});
    expect(wordsOf(await screenOf())).toMatch(/25 channels that were picked are gone: (`\d+`, ){5}…\./);
  });
});

describe('where tables may be opened', () => {
  test('channels of text and news, to talk in, on a stage and of posts may be picked', async () => {
    const screen = await screenOf();
    const types = (what: string) =>
      (
        pieces(screen).find((piece) => piece.custom_id === `server|0|0|${what}`) as {
          channel_types?: number[];
        }
      ).channel_types;
    expect(types('channels')).toEqual([0, 5, 2, 13, 15]);
    expect(types('daily')).toEqual([0, 5]);
  });

  test('a post counts as its forum', async () => {
    await set({ channels: ['95'] });
    hearing({ '88': 0, '95': 15, '950': 11 });
    expect(await stop({ channel: '950', inThread: true, parent: '95' })).toBeUndefined();
    expect(await stop({ channel: '880', inThread: true, parent: '88' })).toBe('Tables live in <#95> here.');
  });

  test('each kind of channel needs rights of its own', async () => {
    await set({ channels: ['91', '92', '95'] });
    hearing({ '91': 0, '92': 2, '95': 15 });
    Object.assign(stand.app, { rightsIn: () => (1n << 10n) | (1n << 15n) | (1n << 16n) });
    const { screen } = await press('test');
    const lines = wordsOf(screen!).split('\n');
    expect(lines).toContainEqual(
      expect.stringContaining(
        'In <#91> I still need: **Send Messages**, **Create Public Threads**, **Send Messages in Threads**.',
      ),
    );
    expect(lines).toContainEqual(
      expect.stringContaining('In <#92> I still need: **Connect**, **Send Messages**.'),
    );
    expect(lines).toContainEqual(
      expect.stringContaining('In <#95> I still need: **Send Messages in Threads**.'),
    );
  });
});
