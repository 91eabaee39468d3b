import { beforeEach, describe, expect, test } from 'vitest';
import { optionsScreen } from '../../src/app/lobbyoptions.ts';
import { now } from '../../src/clock.ts';
import { GAMES, moduleOf } from '../../src/modules.ts';
import { load } from '../../src/store/matches.ts';
import { setTable } from '../../src/store/tables.ts';
import { usePictures } from '../blank.ts';
import { standingTable } from '../lib/messages.ts';
import { lobbyOf } from '../match/people.ts';
import {
  ANN,
  actsOf,
  BEN,
  CLEO,
  DIA,
  gather,
  gathered,
  picksOf,
  pressed,
  STRANGER,
  said,
  settle,
  stand,
  store,
} from './crowd.ts';
import { hostileNames } from './positions.ts';
import { t } from './shown.ts';
import { idsOf, pieces, unsound, wordsOf } from './sound.ts';

usePictures('blank');

/** What the host sets in a lobby, and who stays at its table. */

gathered();

let id: number;
beforeEach(async () => {
  id = await open(3);
});

async function open(count: number, more: Parameters<typeof lobbyOf>[2] = {}): Promise<number> {
  const opened = await lobbyOf(store, count, { at: now(), ...more });
  stand.app.refresh(opened);
  await settle();
  return opened;
}

const stored = async () => (await load(store, id))!;
const players = async (): Promise<string[]> => (await stored()).seats.map(({ player }) => player!);
/** What the lobby's message says. */
const shown = async (): Promise<string> => {
  await settle();
  return wordsOf(stand.chat.messages.get((await standingTable(store, id))!.lobbyMessage!)!.screen);
};

describe('the thread', () => {
  const MANAGE_NOTHING = { permissions: 0n };
  const wanted = async (): Promise<boolean> => (await stored()).row.thread;
  const target = async (): Promise<string | undefined> =>
    idsOf(await pressed(ANN, `options|${id}|0`)).find((one) => one.startsWith('thread|'));

  test('is switched to what the button says, however often it is tapped', async () => {
    expect(await target()).toBe(`thread|${id}|0|off`);
    const [off] = await Promise.all([1, 2].map(() => pressed(ANN, `thread|${id}|0|off`)));
    expect(await wanted()).toBe(false);
    expect(idsOf(off!)).toContain(`thread|${id}|0|on`);
    for (let tap = 0; tap < 2; tap++) await pressed(ANN, `thread|${id}|0|on`);
    expect(await wanted()).toBe(true);
  });

  test('is turned by a button that does not say to what', async () => {
    for (const then of [false, true]) {
      await pressed(ANN, `thread|${id}|0`);
      expect(await wanted()).toBe(then);
    }
  });

  test.each(['thread|ID|0|on', 'thread|ID|0'])(
    '%s is refused where rights are missing, and names them',
    async (press) => {
      await pressed(ANN, `thread|${id}|0|off`);
      const before = await stored();
      const screen = await pressed(ANN, press.replace('ID', String(id)), [], MANAGE_NOTHING);
      expect(wordsOf(screen)).toContain('In <#88> I still need:');
      expect(wordsOf(screen)).toContain('**Create Public Threads**, **Send Messages in Threads**');
      expect(idsOf(screen)).toContain(`thread|${id}|0|on`);
      expect(await stored()).toEqual(before);
      // Without one nothing is needed.
      expect(await said(ANN, `thread|${id}|0|off`, [], MANAGE_NOTHING)).toContain('Set.');
    },
  );

  test.each([
    ['a thread', { inThread: true, channel: '880', parent: '88' }, 'This is a thread already'],
    ['a voice channel', { voice: true, channel: '880' }, 'There are no threads here'],
  ])('is neither offered nor opened in %s, which can have none', async (_place, inside, says) => {
    await setTable(store, id, { lobbyChannel: '880' });
    await pressed(ANN, `thread|${id}|0|off`);
    const screen = await pressed(ANN, `thread|${id}|0|on`, [], inside);
    expect(wordsOf(screen)).toContain(says);
    expect(idsOf(screen).filter((one) => one.startsWith('thread|'))).toEqual([]);
    expect(await wanted()).toBe(false);
  });

  test('asked for from elsewhere is one where the lobby stands', async () => {
    const types: Record<string, number> = { '88': 0, '89': 2 };
    Object.assign(stand.app, {
      serverOf: () => ({ typeOf: (channel: string) => types[channel], hasRole: () => true }),
      rightsIn: (_guild: string, channel: string) => (channel === '88' ? 0n : ~0n),
    });
    await pressed(ANN, `thread|${id}|0|off`);
    const away = { channel: '89', voice: true };
    const screen = await pressed(ANN, `thread|${id}|0|on`, [], away);
    expect(wordsOf(screen)).toContain('In <#88> I still need:');
    await setTable(store, id, { lobbyChannel: '89' });
    const none = await pressed(ANN, `thread|${id}|0|on`, [], { channel: '88' });
    expect(wordsOf(none)).toContain('There are no threads here');
    expect(await wanted()).toBe(false);
  });

  test('is for the host alone, also where rights are missing', async () => {
    await pressed(ANN, `thread|${id}|0|off`);
    expect(await said(BEN, `thread|${id}|0|on`, [], MANAGE_NOTHING)).toBe('Only the host, Ann, can do that.');
    expect(await wanted()).toBe(false);
  });
});

describe('the options', () => {
  const menus = async (user: string, more = {}): Promise<string[]> =>
    idsOf(await pressed(user, `options|${id}|0`, [], more)).filter((one) => !/^(thread|done)/.test(one));

  test('have a menu of maps only where there are several', async () => {
    expect(await menus(ANN)).toContain(`set|${id}|0|map`);
    id = await open(2, { game: 'metro', map: 'paris', options: {}, capacity: 6 });
    expect(await menus(ANN)).not.toContain(`set|${id}|0|map`);
    expect(await menus(ANN)).toContain(`set|${id}|0|hand`);
  });

  test('offer others at the table to the host, those to be taken off to who manages the server too', async () => {
    const whom = (screen: Awaited<ReturnType<typeof pressed>>, act: string) =>
      (pieces(screen).find((piece) => piece.custom_id === `${act}|${id}|0`)?.options ?? []).map((one) => [
        one.value,
        one.label,
      ]);
    const guests = [
      [BEN, '2 · Ben'],
      [CLEO, '3 · Cleo'],
    ];
    const own = await pressed(ANN, `options|${id}|0`);
    expect(whom(own, 'takeoff')).toEqual(guests);
    expect(whom(own, 'passon')).toEqual(guests);
    const manager = await pressed(STRANGER, `options|${id}|0`, [], { manages: true });
    expect(whom(manager, 'takeoff')).toEqual([[ANN, '1 · Ann'], ...guests]);
    expect(whom(manager, 'passon')).toEqual([]);
    for (const more of [{}, { manages: true, guild: '66' }])
      expect(picksOf(await pressed(CLEO, `options|${id}|0`, [], more))).toEqual([]);
    id = await open(1);
    expect(picksOf(await pressed(ANN, `options|${id}|0`))).not.toContain(ANN);
    expect(await menus(ANN)).not.toContain(`takeoff|${id}|0`);
    expect(await menus(ANN)).not.toContain(`passon|${id}|0`);
  });

  test('of a full table of each game are taken by Discord', async () => {
    await gather(25, hostileNames(25));
    for (const game of GAMES) {
      const { seats } = moduleOf(game.id).rules;
      const map = { metrox: 'tokyo', metro: 'paris', metromania: 'six-quarters' }[game.id]!;
      id = await open(seats[1], { game: game.id, map, options: {}, capacity: seats[1] });
      const screen = optionsScreen(await stored(), ANN, false, t, t('lobby.set'));
      expect(unsound(screen, 'webhook-edit', { flags: 64 })).toEqual([]);
      expect(pieces(screen).length, game.id).toBeLessThanOrEqual(40);
      expect(picksOf(screen).length, game.id).toBeLessThan(120);
      expect(picksOf(screen).filter((pick) => /^10\d\d$/.test(pick))).toHaveLength(2 * (seats[1] - 1));
    }
  });
});

describe('taking somebody off', () => {
  test('asks first; then the lobby shows it, and says nothing else', async () => {
    const asked = await pressed(ANN, `takeoff|${id}|0`, [BEN]);
    expect(wordsOf(asked)).toBe("Take Ben off the table? They can't join it again.");
    expect(idsOf(asked)).toEqual([`takeoffnow|${id}|0|${BEN}`, `options|${id}|0`]);
    expect(await players()).toEqual([ANN, BEN, CLEO]);
    const done = await pressed(ANN, `takeoffnow|${id}|0|${BEN}`);
    expect(wordsOf(done)).toContain('Ben is off the table');
    expect(actsOf(done)).toContain('set');
    expect(await players()).toEqual([ANN, CLEO]);
    expect(await shown()).toContain('👑 Ann · Cleo');
    expect(await shown()).not.toContain('Ben');
    expect(stand.chat.read('88')).toHaveLength(1);
  });

  test('keeps them off: from the lobby, and from the seats of its match', async () => {
    await pressed(ANN, `takeoffnow|${id}|0|${BEN}`);
    const reply = await stand.press(BEN, `join|${id}|0`);
    expect(reply.screen).toBeUndefined();
    expect(wordsOf(reply.whisper!)).toBe('You were taken off this table.');
    expect(await said(BEN, `leave|${id}|0`)).toBe("You don't sit at this table.");
    await stand.press(DIA, `join|${id}|0`);
    await stand.press(ANN, `start|${id}|0`);
    await settle();
    await pressed(CLEO, `quitnow|${id}|1`);
    expect(actsOf(await pressed(BEN, `more|${id}|1`))).not.toContain('take');
    expect(actsOf(await pressed(STRANGER, `more|${id}|1`))).toContain('take');
    for (const act of ['take', 'sit'])
      expect(await said(BEN, `${act}|${id}|1|1`), act).toBe("That seat isn't free.");
    expect(await players()).toEqual([ANN, CLEO, DIA]);
    expect(await said(STRANGER, `sit|${id}|1|1`)).toContain('You play on for Cleo.');
  });

  test('is for the host, and for who manages this server', async () => {
    for (const [user, more] of [
      [CLEO, {}],
      [STRANGER, { manages: true, guild: '66' }],
    ] as const) {
      for (const [press, values] of [
        [`takeoff|${id}|0`, [BEN]],
        [`takeoffnow|${id}|0|${BEN}`, []],
      ] as const)
        expect(await said(user, press, [...values], more)).toBe('Only the host, Ann, can do that.');
    }
    expect(await players()).toEqual([ANN, BEN, CLEO]);
    await pressed(STRANGER, `takeoffnow|${id}|0|${ANN}`, [], { manages: true });
    expect(await players()).toEqual([BEN, CLEO]);
    expect(await shown()).toContain('👑 Ben · Cleo');
  });

  test('of somebody who has gone, or nobody, leads back to the options', async () => {
    await stand.press(BEN, `leave|${id}|0`);
    for (const [press, values] of [
      [`takeoff|${id}|0`, [BEN]],
      [`takeoff|${id}|0`, []],
      [`takeoffnow|${id}|0|${BEN}`, []],
      [`takeoffnow|${id}|0|${ANN}`, []],
      [`takeoffnow|${id}|0`, []],
    ] as const) {
      const screen = await pressed(ANN, press, [...values]);
      expect(wordsOf(screen)).toContain('Options');
      expect(actsOf(screen)).toContain('takeoff');
    }
    expect(await players()).toEqual([ANN, CLEO]);
  });
});

describe('handing the table over', () => {
  test('makes another the host, and the lobby shows the crown', async () => {
    const done = await pressed(ANN, `passon|${id}|0`, [CLEO]);
    expect(wordsOf(done)).toContain('Cleo is the host now.');
    expect(wordsOf(done)).toContain('Only the host can change these');
    expect(await shown()).toContain('Ann · Ben · 👑 Cleo');
    expect(await said(ANN, `start|${id}|0`)).toBe(
      'Only the host, Cleo, can start it. When they have pressed nothing for 12 hours, anybody who sits here can.',
    );
    expect(await said(ANN, `passon|${id}|0`, [ANN])).toBe('Only the host, Cleo, can do that.');
    expect(actsOf(await pressed(CLEO, `options|${id}|0`))).toContain('set');
  });

  test('is for the host alone, to somebody who sits there', async () => {
    expect(await said(BEN, `passon|${id}|0`, [BEN])).toBe('Only the host, Ann, can do that.');
    expect(await said(STRANGER, `passon|${id}|0`, [BEN], { manages: true })).toBe(
      'Only the host, Ann, can do that.',
    );
    for (const whom of [DIA, '5', '']) {
      const screen = await pressed(ANN, `passon|${id}|0`, whom === '' ? [] : [whom]);
      expect(actsOf(screen), whom).toContain('passon');
    }
    expect((await stored()).row.host).toBe(ANN);
  });
});

describe('how it will be played', () => {
  const city = { game: 'metromania', map: 'six-quarters', capacity: 4 } as const;

  test('says nothing where all is as usual', async () => {
    id = await open(2, city);
    expect(await shown()).not.toMatch(/A turn (?:has|lasts)|Here:|\*\*a thread\*\*|this channel/);
  });

  test('says the time of a turn, and that there is no thread, where that is so', async () => {
    id = await open(2, { ...city, limit: 3600, thread: false });
    expect(await shown()).toContain(
      'A turn lasts up to **1 hour**; for the late **the clock plays**. It is played in **this channel**.',
    );
  });

  test('names those that are not, and those alone', async () => {
    id = await open(2, { ...city, options: { game: 'advanced', markers: 'hidden', digging: 'free' } });
    expect(await shown()).toContain(
      'Here: with two **two companies each** (advanced), the turn that starts a line goes on **freely**.',
    );
  });
});
