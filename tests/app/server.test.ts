import { beforeEach, describe, expect, test } from 'vitest';
import { COMMANDS, commandData } from '../../commands/index.ts';
import { serverFor, serverObstacle } from '../../src/app/server.ts';
import { now } from '../../src/clock.ts';
import { arrive, guildOf, setDailyChannel } from '../../src/store/guilds.ts';
import type { Store } from '../../src/store/open.ts';
import { forget } from '../../src/store/privacy.ts';
import { translator } from '../../src/words.ts';
import { peopled } from '../match/people.ts';
import { pieces, unsound, wordsOf } from './sound.ts';
import { openStand, origin, type Stand } from './stand.ts';

const GUILD = '77';
const VIEW_AND_SEND = (1n << 10n) | (1n << 11n);
const FILES = 1n << 15n;

let store: Store;
let stand: Stand;
beforeEach(async () => {
  store = await peopled(2, ['Ann', 'Ben']);
  stand = openStand(store);
  await arrive(store, GUILD);
});

const press = (what: string, values: string[] = [], more = {}, app = stand) =>
  app.press('1000', `server|0|0|${what}`, values, { manages: true, personal: true, ...more });
/** The stand, where the bot knows what it may do in channels. */
const knowing = (rights: Record<string, bigint>): Stand => {
  const own = openStand(store);
  Object.assign(own.app, { rightsIn: (_guild: string, channel: string) => rights[channel] });
  return own;
};

describe('/server', () => {
  test('is for those who manage the server, in servers alone', async () => {
    const command = commandData(translator('en')).find(({ name }) => name === 'server')!;
    expect(command.default_member_permissions).toBe('32');
    expect(command.contexts).toEqual([0]);
    expect(COMMANDS.get('server')!.obstacle).toBe(serverObstacle);
    expect(wordsOf(serverObstacle(origin('1000', { guild: null, manages: true }))!.screen!)).toContain(
      'for servers',
    );
    expect(wordsOf(serverObstacle(origin('1000'))!.screen!)).toContain('Only those who may manage');
    expect(serverObstacle(origin('1000', { manages: true }))).toBeUndefined();
    // Also when the right was taken away since the screen came up.
    await press('daily', ['89'], { manages: false });
    expect(guildOf(store, GUILD)!.dailyChannel).toBeNull();
  });

  test.each([
    ['before anything was set', async () => {}],
    ['with a channel', async () => void (await setDailyChannel(store, GUILD, '88', '1000', now()))],
    [
      'after a refusal',
      async () => {
        await setDailyChannel(store, GUILD, '88', '1000', now());
        store.raw.exec("UPDATE guilds SET trouble = '50035'");
      },
    ],
  ])('%s is a sound screen', async (_when, prepare) => {
    await prepare();
    const { screen } = await serverFor(stand.app, origin('1000', { manages: true }));
    expect(unsound(screen!, 'webhook-edit')).toEqual([]);
    expect(wordsOf(screen!)).toContain('## Metro on this server');
  });

  test('a channel is saved at once, with who chose it when; so is taking it back', async () => {
    const { screen } = await press('daily', ['88']);
    expect(guildOf(store, GUILD)).toMatchObject({ dailyChannel: '88', changedBy: '1000' });
    expect(wordsOf(screen!)).toMatch(/<#88>[\s\S]*-# Ann changed the daily channel <t:\d+:R>/);
    const menu = pieces(screen!).find(({ type }) => type === 8) as { default_values?: unknown };
    expect(menu.default_values).toEqual([{ id: '88', type: 'channel' }]);
    const none = await press('none');
    expect(guildOf(store, GUILD)!.dailyChannel).toBeNull();
    expect(unsound(none.screen!, 'webhook-edit')).toEqual([]);
    expect(
      pieces(none.screen!)
        .filter(({ disabled }) => disabled)
        .map(({ label }) => label),
    ).toEqual(['No daily here', 'Test my rights']);
  });

  test('who was deleted since is someone', async () => {
    await setDailyChannel(store, GUILD, '88', '1000', now());
    await forget(store, '1000', now());
    const { screen } = await serverFor(stand.app, origin('1001', { manages: true }));
    expect(wordsOf(screen!)).toContain('-# someone changed');
  });

  test('the rights in a channel are named: in the present one, in any that the bot sees, in none it does not', async () => {
    const here = await press('daily', ['88'], { channel: '88', permissions: VIEW_AND_SEND });
    expect(wordsOf(here.screen!)).toContain('In <#88> I still need: **Attach Files**.');
    const all = knowing({ '89': VIEW_AND_SEND | FILES, '90': 8n, '91': FILES });
    const note = async (channel: string) =>
      wordsOf((await press('daily', [channel], {}, all)).screen!).split('\n')[1];
    expect(await note('89')).toBe('Set.');
    expect(await note('90')).toBe('Set.');
    expect(await note('91')).toContain('**View Channel**, **Send Messages**');
    expect(await note('92')).toContain('**View Channel**, **Send Messages**, **Attach Files**');
    // Where nothing can be known, that is said.
    expect(wordsOf((await press('daily', ['89'])).screen!)).toContain('I can tell only there');
  });
});
