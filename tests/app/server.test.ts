import { beforeEach, describe, expect, test } from 'vitest';
import { COMMANDS, commandData } from '../../commands/index.ts';
import { settledIn } from '../../src/app/gone.ts';
import type { Draft } from '../../src/app/outbound.ts';
import type { Origin, Reply } from '../../src/app/request.ts';
import { serverFor, serverObstacle, serverScreen } from '../../src/app/server.ts';
import { now } from '../../src/clock.ts';
import { LOCALES, translator } from '../../src/locales.ts';
import { forget } from '../../src/match/people.ts';
import { LIMITS } from '../../src/match/projection.ts';
import { arrive, guildOf, setServer } from '../../src/store/guilds.ts';
import type { Store } from '../../src/store/open.ts';
import { ON_TIMEOUT, THEMES } from '../../src/store/schema.ts';
import { change } from '../lib/rows.ts';
import { peopled } from '../match/people.ts';
import { pieces, unsound, wordsOf } from './sound.ts';
import { openStand, origin, type Stand } from './stand.ts';

const GUILD = '77';
const t = translator('en');

let store: Store;
let stand: Stand;
beforeEach(async () => {
  store = await peopled(2, ['Ann', 'Ben']);
  stand = openStand(store);
  await arrive(store, GUILD);
});

const press = (what: string, values: string[] = [], more: Partial<Origin> = {}): Promise<Reply> =>
  stand.press('1000', `server|0|0|${what}`, values, { manages: true, personal: true, ...more });
const said = ({ screen }: Reply): string => wordsOf(screen!).split('\n')[1]!;
const chosen = async () => (await guildOf(store, GUILD))!;

interface Menu {
  readonly type: number;
  readonly custom_id: string;
  readonly min_values?: number;
  readonly max_values?: number;
  readonly default_values?: readonly { id: string; type: string }[];
  readonly options?: readonly { value: string; label: string; default?: boolean }[];
}
const menuOf = (screen: Draft, what: string): Menu | undefined =>
  pieces(screen).find((piece) => piece.custom_id === `server|0|0|${what}`) as Menu | undefined;
const shown = (screen: Draft, what: string): string[] =>
  menuOf(screen, what)!.options!.flatMap((option) => (option.default ? [option.value] : []));

describe('/server', () => {
  test('is for those who manage the server, in servers alone', async () => {
    const command = commandData(t).find(({ name }) => name === 'server')!;
    expect(command.default_member_permissions).toBe('32');
    expect(command.contexts).toEqual([0]);
    const request = {
      ...origin('1000'),
      kind: 'command',
      name: 'server',
      options: {},
      users: new Map(),
    } as const;
    const stopped = (await COMMANDS.get('server')!.obstacle!(stand.app, request))!;
    expect(wordsOf(stopped.screen!)).toContain('Only those who may manage');
    expect(wordsOf(serverObstacle(origin('1000', { guild: null, manages: true }))!.screen!)).toContain(
      'for servers',
    );
    expect(wordsOf(serverObstacle(origin('1000'))!.screen!)).toContain('Only those who may manage');
    expect(serverObstacle(origin('1000', { manages: true }))).toBeUndefined();
    // Also when the right was taken away since the screen came up.
    const before = await chosen();
    for (const [what, value] of [
      ['daily', '89'],
      ['channels', '89'],
      ['roles', '5'],
      ['limit', '300'],
      ['thread|off', ''],
    ] as const)
      await press(what, value ? [value] : [], { manages: false });
    expect(await chosen()).toEqual(before);
  });

  const many = Array.from({ length: 25 }, (_, i) => String(10n ** 18n + BigInt(i)));
  test.each([
    ['before anything was set', async () => {}],
    [
      'with a channel',
      async () => void (await setServer(store, GUILD, { dailyChannel: '88' }, '1000', now())),
    ],
    [
      'after a refusal',
      async () => {
        await setServer(store, GUILD, { dailyChannel: '88' }, '1000', now());
        await change(store, "UPDATE guilds SET trouble = '50035'");
      },
    ],
    [
      'with as much as there can be',
      async () => {
        const patch = {
          channels: many,
          roles: many,
          limit: 604_800,
          onTimeout: 'drop',
          dailyChannel: '88',
        } as const;
        await setServer(store, GUILD, { ...patch, theme: 'light', thread: false }, '1000', now());
        await change(store, "UPDATE guilds SET trouble = '50013'");
        Object.assign(stand.app, {
          serverOf: () => ({ typeOf: () => undefined, hasRole: () => false }),
        });
      },
    ],
  ])('%s is a sound screen', async (_when, prepare) => {
    await prepare();
    const { screen } = await serverFor(stand.app, origin('1000', { manages: true }));
    expect(unsound(screen!, 'webhook-edit')).toEqual([]);
    expect(wordsOf(screen!)).toContain('## Metro on this server');
    const about = { changer: 'Ann', settled: await settledIn(stand.app, GUILD), locales: ['en', 'de'] };
    const spoken = serverScreen(await chosen(), about, t);
    expect(unsound(spoken, 'webhook-edit')).toEqual([]);
    expect(menuOf(spoken, 'language')!.options!.map(({ label }) => label)).toEqual([
      'As Discord',
      'English',
      'Deutsch',
    ]);
    expect(shown(spoken, 'language')).toEqual(['discord']);
    expect(menuOf(screen!, 'language')!.options).toHaveLength(1 + LOCALES.length);
  });

  test('shows what counts before anything was set: everywhere, everybody, no limit, the clock, a thread, dark', async () => {
    const { screen } = await serverFor(stand.app, origin('1000', { manages: true }));
    for (const what of ['channels', 'roles'])
      expect(menuOf(screen!, what)).toMatchObject({ min_values: 0, max_values: 25 });
    expect(menuOf(screen!, 'channels')!.default_values).toBeUndefined();
    expect(menuOf(screen!, 'roles')!.default_values).toBeUndefined();
    expect(shown(screen!, 'limit')).toEqual(['0']);
    expect(shown(screen!, 'late')).toEqual(['clock']);
    expect(shown(screen!, 'theme')).toEqual(['dark']);
    expect(pieces(screen!).some(({ custom_id }) => custom_id === 'server|0|0|thread|off')).toBe(true);
    expect(wordsOf(screen!)).not.toContain('changed these settings');
  });

  test('channels and roles: saved, said, shown, and taken back', async () => {
    const channels = await press('channels', ['88', '89']);
    expect(await chosen()).toMatchObject({ channels: ['88', '89'], roles: [], changedBy: '1000' });
    expect(said(channels)).toBe('Set: tables may be opened in <#88>, <#89>.');
    expect(menuOf(channels.screen!, 'channels')!.default_values).toEqual([
      { id: '88', type: 'channel' },
      { id: '89', type: 'channel' },
    ]);
    const roles = await press('roles', ['501']);
    expect(await chosen()).toMatchObject({ channels: ['88', '89'], roles: ['501'] });
    expect(said(roles)).toBe('Set: <@&501> may open tables.');
    expect(menuOf(roles.screen!, 'roles')!.default_values).toEqual([{ id: '501', type: 'role' }]);
    expect(said(await press('channels', []))).toBe('Set: tables may be opened everywhere.');
    // The role of everybody has the id of the server.
    expect(said(await press('roles', ['501', GUILD]))).toBe('Set: everybody may open tables.');
    expect(await chosen()).toMatchObject({ channels: [], roles: [] });
  });

  test.each(LIMITS)('%i seconds a turn', async (limit) => {
    const reply = await press('limit', [String(limit)]);
    expect((await chosen()).limit).toBe(limit);
    expect(said(reply)).toMatch(/^Set for new tables: (No limit of time|\d+ \w+ a turn)\.$/);
    expect(shown(reply.screen!, 'limit')).toEqual([String(limit)]);
  });

  test.each(ON_TIMEOUT)('when late: %s', async (late) => {
    const reply = await press('late', [late]);
    expect((await chosen()).onTimeout).toBe(late);
    expect(shown(reply.screen!, 'late')).toEqual([late]);
  });

  test.each(THEMES)('%s pictures', async (theme) => {
    const reply = await press('theme', [theme]);
    expect((await chosen()).theme).toBe(theme);
    expect(said(reply)).toBe(`Set: pictures that all can see are ${theme}.`);
    expect(shown(reply.screen!, 'theme')).toEqual([theme]);
  });

  test('two taps on the switch of threads are one change', async () => {
    for (let tap = 0; tap < 2; tap++) {
      const { screen } = await press('thread|off');
      expect((await chosen()).thread).toBe(false);
      expect(pieces(screen!).some(({ custom_id }) => custom_id === 'server|0|0|thread|on')).toBe(true);
    }
    await press('thread|on');
    expect((await chosen()).thread).toBe(true);
  });

  test('what is not known changes nothing', async () => {
    await setServer(store, GUILD, { limit: 300, channels: ['88'] }, '1001', 5);
    const before = await chosen();
    for (const [what, values] of [
      ['limit', ['301']],
      ['limit', []],
      ['late', ['later']],
      ['theme', ['pink']],
      ['language', ['tlh']],
      ['thread|maybe', []],
      ['daily', []],
      ['nothing', ['1']],
    ] as const) {
      const { screen } = await press(what, [...values]);
      expect(unsound(screen!, 'webhook-edit')).toEqual([]);
      expect(await chosen()).toEqual(before);
    }
  });

  test('two admins at once lose nothing of each other', async () => {
    await Promise.all([
      press('limit', ['300']),
      stand.press('1001', 'server|0|0|late', ['drop'], { manages: true, personal: true }),
      press('thread|off'),
    ]);
    expect(await chosen()).toMatchObject({ limit: 300, onTimeout: 'drop', thread: false });
  });

  test('the channel of the daily is saved at once, with who chose it when; so is taking it back', async () => {
    const { screen } = await press('daily', ['88']);
    expect(await chosen()).toMatchObject({ dailyChannel: '88', changedBy: '1000' });
    expect(wordsOf(screen!)).toMatch(/<#88>[\s\S]*-# Ann changed these settings <t:\d+:R>/);
    expect(menuOf(screen!, 'daily')!.default_values).toEqual([{ id: '88', type: 'channel' }]);
    const none = await press('none');
    expect((await chosen()).dailyChannel).toBeNull();
    expect(unsound(none.screen!, 'webhook-edit')).toEqual([]);
    expect(
      pieces(none.screen!)
        .filter(({ disabled }) => disabled)
        .map(({ label }) => label),
    ).toEqual(['No daily here']);
  });

  test('other changes leave the announcements as they are; naming the channel anew tries a refused one again', async () => {
    await setServer(store, GUILD, { dailyChannel: '88' }, '1000', now());
    await change(store, "UPDATE guilds SET announced = 330, trouble = '50013'");
    await press('limit', ['300']);
    expect(await chosen()).toMatchObject({ announced: 330, discordError: '50013', dailyChannel: '88' });
    await press('daily', ['88']);
    expect(await chosen()).toMatchObject({ announced: 329, discordError: null });
  });

  test('who was deleted since is someone', async () => {
    await setServer(store, GUILD, { dailyChannel: '88' }, '1000', now());
    await forget(store, '1000', now());
    const { screen } = await serverFor(stand.app, origin('1001', { manages: true }));
    expect(wordsOf(screen!)).toContain('-# someone changed');
  });
});
