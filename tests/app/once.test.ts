import { describe, expect, test, vi } from 'vitest';
import { COMMANDS } from '../../commands/index.ts';
import type { CommandRequest, Origin } from '../../src/app/request.ts';
import { now } from '../../src/clock.ts';
import { endEarly } from '../../src/match/ending.ts';
import { cancel, join, start } from '../../src/match/lobby.ts';
import { setServer } from '../../src/store/guilds.ts';
import { load } from '../../src/store/matches.ts';
import { sweepOpened } from '../../src/store/opened.ts';
import { usePictures } from '../blank.ts';
import { standingTable } from '../lib/messages.ts';
import { column } from '../lib/rows.ts';
import { loaded, lobbyOf } from '../match/people.ts';
import { chooses } from '../match/table.ts';
import { ANN, BEN, CLEO, gathered, pressed, said, settle, stand, store, table } from './crowd.ts';
import { pieces, wordsOf } from './sound.ts';
import { origin } from './stand.ts';

usePictures('blank');

/** Once means once: what a button opened stands behind it. And nobody has more tables open than they may. */

gathered();

const HOUR = 3_600_000;

const opened = (where = "status = 'lobby'"): Promise<number[]> =>
  column<number>(store, `SELECT id FROM matches WHERE ${where} ORDER BY id`);
const invites = (): string[][] =>
  [...stand.chat.messages.values()]
    .filter(({ purpose }) => purpose?.endsWith('.invite'))
    .map(({ screen }) => (screen.body.allowed_mentions as { users: string[] }).users);
const close = (id: number) => cancel(store, id, ANN, true, now());
const linksOf = (screen: Parameters<typeof wordsOf>[0]): string[] =>
  pieces(screen).flatMap((piece) => (piece.url ? [piece.url] : []));

/** Where a button stands. */
type Where = Partial<Origin>;

async function closedLobby(): Promise<number> {
  const id = await lobbyOf(store, 2, { at: now() });
  stand.app.refresh(id);
  await settle();
  await close(id);
  stand.app.refresh(id);
  await settle();
  return id;
}

describe('a button that opens a table', () => {
  const BUTTONS: Readonly<Record<string, () => Promise<[id: string, more: Where]>>> = {
    'Open it again': async () => [`reopen|${await closedLobby()}|0`, { message: '500' }],
    'New table': async () => ['newtable|0|0|metro', { message: '501', personal: true }],
    Rematch: async () => {
      const id = await table(2);
      await endEarly(store, id, now());
      return [`rematch|${id}|0`, { message: '502' }];
    },
  };

  test.each(Object.keys(BUTTONS))('%s: while that is open it leads there, whoever presses', async (name) => {
    const [id, more] = await BUTTONS[name]!();
    await stand.press(ANN, id, [], more);
    await settle();
    const [first] = await opened();
    for (const user of [ANN, BEN, BEN]) {
      const screen = await pressed(user, id, [], more);
      expect(wordsOf(screen)).toMatch(/is open already/);
      expect(linksOf(screen)).toEqual([
        `https://discord.com/channels/77/88/${(await standingTable(store, first!))!.lobbyMessage}`,
      ]);
    }
    expect(await opened()).toEqual([first]);
    await join(store, first!, CLEO, now());
    await start(store, first!, (await load(store, first!))!.row.host, now(), { alone: true });
    expect(await said(BEN, id, [], more)).toBe('That game has begun already.');
    expect(await opened("status = 'lobby'")).toEqual([]);
    await endEarly(store, first!, now());
    await stand.press(BEN, id, [], more);
    expect(await opened()).toHaveLength(1);
  });

  test.each(Object.keys(BUTTONS))('%s: when that was closed it opens another', async (name) => {
    const [id, more] = await BUTTONS[name]!();
    for (let time = 0; time < 3; time++) {
      await stand.press(ANN, id, [], more);
      expect(await opened()).toHaveLength(1);
      await close((await opened())[0]!);
    }
  });

  test.each(Object.keys(BUTTONS))('%s: many presses at once open one', async (name) => {
    const [id, more] = await BUTTONS[name]!();
    await Promise.all([ANN, BEN, ANN, BEN, ANN].map((user) => stand.press(user, id, [], more)));
    expect(await opened()).toHaveLength(1);
  });

  test('is told from the same button under another message', async () => {
    for (const message of ['501', '502', '501'])
      await stand.press(ANN, 'newtable|0|0|metro', [], { message, personal: true });
    expect(await opened()).toHaveLength(2);
  });

  test('of a rematch that was closed may be either: what one opens stands behind both', async () => {
    const id = await table(2);
    await endEarly(store, id, now());
    await stand.press(ANN, `rematch|${id}|0`);
    const [first] = await opened();
    await close(first!);
    await stand.press(BEN, `reopen|${first}|0`);
    expect(await said(ANN, `rematch|${id}|0`)).toMatch(/is open already/);
    expect(await opened()).toHaveLength(1);
  });

  test('that opens a rematch again and again calls its people once an hour', async () => {
    const id = await table(2);
    await endEarly(store, id, now());
    for (let time = 0; time < 4; time++) {
      await stand.press(ANN, `rematch|${id}|0`);
      await settle();
      await close((await opened())[0]!);
    }
    expect(invites()).toEqual([[BEN]]);
    await vi.advanceTimersByTimeAsync(HOUR);
    await stand.press(BEN, `rematch|${id}|0`);
    await settle();
    expect(invites()).toEqual([[BEN], [ANN]]);
  });

  test('is forgotten a day after what it opened has ended', async () => {
    await stand.press(ANN, 'newtable|0|0|metro', [], { message: '501' });
    await stand.press(BEN, 'newtable|0|0|metro', [], { message: '502' });
    await close((await opened())[0]!);
    expect(await sweepOpened(store, now())).toBe(0);
    expect(await sweepOpened(store, now() + 1)).toBe(1);
  });
});

describe('practice', () => {
  const alone = (user: string): Promise<number[]> =>
    opened(`solo = 1 AND status = 'running' AND host = '${user}'`);
  const menu = (user: string, map: string, more: Where = {}) =>
    pressed(user, 'practise|0|0|metrox', [map], { message: '600', personal: true, ...more });

  test('each entry of the menu begins one, however often it is picked', async () => {
    await Promise.all([1, 2, 3].map(() => menu(ANN, 'tokyo')));
    await menu(ANN, 'osaka');
    await menu(ANN, 'tokyo');
    expect(await alone(ANN)).toHaveLength(2);
    const [first] = await alone(ANN);
    const match = await loaded(store, first!);
    await chooses(store, first!, ANN, now());
    expect(wordsOf(await menu(ANN, 'tokyo'))).toContain('round 2');
    expect(match.row.map).toBe('tokyo');
  });

  test('of somebody else is never shown: it begins one of theirs', async () => {
    await menu(ANN, 'tokyo');
    await menu(BEN, 'tokyo');
    expect([await alone(ANN), await alone(BEN)].map((some) => some.length)).toEqual([1, 1]);
  });

  test.each(['same', 'anew'])('%s: again and again is one', async (act) => {
    await menu(ANN, 'tokyo');
    const [first] = await alone(ANN);
    await endEarly(store, first!, now());
    await Promise.all([1, 2].map(() => pressed(ANN, `${act}|${first}|0`, [], { personal: true })));
    await pressed(ANN, `${act}|${first}|0`, [], { personal: true });
    expect(await alone(ANN)).toHaveLength(1);
  });

  test('in the place of a lobby in which one sat alone, and of an earlier day', async () => {
    const id = await lobbyOf(store, 1, { at: now() });
    for (let time = 0; time < 3; time++) await pressed(ANN, `solo|${id}|0`, [], { personal: true });
    expect(await alone(ANN)).toHaveLength(1);
    for (let time = 0; time < 3; time++)
      await pressed(ANN, 'earlierday|0|0|metrox', ['5'], { message: '601', personal: true });
    expect(await alone(ANN)).toHaveLength(2);
  });
});

describe('open tables', () => {
  const opens = (n: number, more: Where = {}, user: string = ANN) =>
    stand.press(user, 'newtable|0|0|metro', [], { message: `7${n}`, personal: true, ...more });
  const words = async (reply: ReturnType<typeof opens>): Promise<string> => wordsOf((await reply).screen!);
  const IN_THE_WAY = /^You have opened 3 tables in this server that nobody has started yet\./;

  test('three a server and person: the fourth is refused, with the way to each of the others', async () => {
    for (let n = 0; n < 3; n++) await opens(n);
    await settle();
    const told = await words(opens(3));
    expect(told).toMatch(IN_THE_WAY);
    for (const id of await opened()) {
      const { lobbyMessage } = (await standingTable(store, id))!;
      expect(told).toContain(`(https://discord.com/channels/77/88/${lobbyMessage})`);
    }
    expect(await opened()).toHaveLength(3);
    expect(await words(opens(3, {}, BEN))).toContain('The table is open');
    expect(await words(opens(4, { guild: '78' }))).toContain('The table is open');
  });

  test('twenty-five presses at once open three', async () => {
    await Promise.all(Array.from({ length: 25 }, (_, n) => opens(n)));
    expect(await opened()).toHaveLength(3);
  });

  test('twenty-five commands at once open three; what is refused is between the two of us', async () => {
    const command = COMMANDS.get('metro new')!;
    const request = (): CommandRequest => ({
      ...origin(ANN),
      kind: 'command',
      name: 'metro new',
      options: {},
      users: new Map(),
    });
    const replies = await Promise.all(Array.from({ length: 25 }, () => command.run(stand.app, request())));
    expect(await opened()).toHaveLength(3);
    const refused = replies.filter(({ screen }) => !screen);
    expect(refused).toHaveLength(22);
    for (const { instead, whisper } of refused) {
      expect(instead).toBe(true);
      expect(wordsOf(whisper!)).toMatch(IN_THE_WAY);
    }
    expect(wordsOf((await command.obstacle!(stand.app, request()))!.screen!)).toMatch(IN_THE_WAY);
  });

  test('count for whoever opened them, also when somebody else is their host by now', async () => {
    for (let n = 0; n < 3; n++) await opens(n);
    for (const id of await opened()) await join(store, id, BEN, now());
    for (const id of await opened()) await pressed(ANN, `leave|${id}|0`, [], { personal: true });
    expect(await opened()).toHaveLength(3);
    expect(await words(opens(3))).toMatch(IN_THE_WAY);
    expect(await words(opens(3, {}, BEN))).toContain('The table is open');
  });

  test.each(['closed', 'started', 'a day old'])('count until they are %s', async (what) => {
    for (let n = 0; n < 3; n++) await opens(n);
    const [id] = await opened();
    if (what === 'closed') await close(id!);
    if (what === 'started') {
      await join(store, id!, BEN, now());
      await start(store, id!, ANN, now());
    }
    if (what === 'a day old') vi.setSystemTime(now() + 24 * HOUR);
    expect(await words(opens(3))).toContain('The table is open');
  });

  test('are as many as the admins say; who manages the server is not limited', async () => {
    await setServer(store, '77', { lobbies: 1 }, '1011', now());
    await opens(0);
    expect(await words(opens(1))).toMatch(/^You have opened 1 table in this server/);
    for (let n = 1; n < 6; n++) await opens(n, { manages: true });
    expect(await opened()).toHaveLength(6);
  });

  test('are ten everywhere', async () => {
    await setServer(store, '77', { lobbies: 10 }, '1011', now());
    for (let n = 0; n < 9; n++) await opens(n);
    await opens(9, { guild: '78' });
    expect(await words(opens(10, { guild: '79' }))).toMatch(/^You have opened 10 tables that nobody/);
    expect(await opened()).toHaveLength(10);
  });

  test('a button that leads to what it opened does so also for who may open no more', async () => {
    for (let n = 0; n < 3; n++) await opens(n);
    expect(await words(opens(2))).toBe('That table is open already.');
  });
});
