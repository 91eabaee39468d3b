import { beforeEach, describe, expect, test, vi } from 'vitest';
import { now } from '../../src/clock.ts';
import { load, rowOf } from '../../src/store/matches.ts';
import { behind } from '../../src/store/tables.ts';
import { usePictures } from '../blank.ts';
import { standingTable } from '../lib/messages.ts';
import { loaded, lobbyOf, some } from '../match/people.ts';
import { chooses } from '../match/table.ts';
import {
  ANN,
  actsOf,
  BEN,
  DIA,
  gathered,
  picksOf,
  pressed,
  rows,
  said,
  settle,
  stand,
  store,
  table,
} from './crowd.ts';
import { idsOf, pieces, wordsOf } from './sound.ts';
import type { Posted } from './stand.ts';

usePictures('blank');

/** Tables and lobbies as their people find them from /games, without any message that all can see. */

gathered();

const AFAR = { channel: '99', personal: true };
const NEAR = { channel: '88', personal: true };
const opened = (user: string, id: number, where: object = AFAR) =>
  pressed(user, 'open|0|0', [String(id)], where);

describe('a game that is opened from the list', () => {
  test('can be left, with nothing chosen yet and after it', async () => {
    const id = await table();
    expect(idsOf(await opened(BEN, id))).toContain(`more|${id}|1`);
    await chooses(store, id, BEN, now());
    const screen = await opened(BEN, id);
    expect(wordsOf(screen)).toMatch(/You (play|fill)/);
    const more = await pressed(BEN, idsOf(screen).find((one) => one.startsWith('more|'))!, [], AFAR);
    expect(actsOf(more)).toEqual(['mine', 'rules', 'settings', 'mute', 'quit']);
    expect(wordsOf(await pressed(BEN, `mine|${id}|1`, [], AFAR))).toMatch(/You (play|fill)/);
    await pressed(BEN, `quit|${id}|1`, [], AFAR);
    await pressed(BEN, `quitnow|${id}|1`, [], AFAR);
    expect(await rows(id)).toContain('/leave.1');
  });

  test.each([
    ['metro', 'paris'],
    ['metromania', 'six-quarters'],
  ])('can be left also while others move: %s', async (game, map) => {
    const id = await table(3, { game, map, options: { order: 'joined' }, capacity: 3 });
    for (const user of [ANN, BEN]) expect(actsOf(await opened(user, id)), user).toContain('more');
  });

  test('can be left before a card that is turned by hand', async () => {
    const id = await table(2, { options: { flip: 'manual' } });
    for (const user of [ANN, BEN]) expect(actsOf(await opened(user, id)), user).toContain('more');
  });

  test('can be left while it is paused, by those who sit there', async () => {
    const id = await table();
    await pressed(ANN, `pause|${id}|1`);
    for (const user of [ANN, BEN]) expect(actsOf(await opened(user, id))).toEqual(['go', 'boards', 'more']);
    await pressed(BEN, `quitnow|${id}|1`, [], AFAR);
    expect(await rows(id)).toEqual(['/pause', '/leave.1']);
  });

  test('alone has no such button', async () => {
    const solo = await stand.press(ANN, 'practise|0|0|metrox|tokyo', [], AFAR);
    expect(idsOf(solo.screen!).some((one) => one.startsWith('more|'))).toBe(false);
  });
});

describe('a lobby that is opened from the list', () => {
  let id: number;
  beforeEach(async () => {
    id = await lobbyOf(store, 3, { at: now() });
    stand.app.refresh(id);
    await settle();
  });

  const message = async (): Promise<Posted> =>
    stand.chat.messages.get((await standingTable(store, id))!.lobbyMessage!)!;
  const lobbies = (): Posted[] =>
    stand.chat.read('88').filter(({ screen }) => idsOf(screen).includes(`join|${id}|0`));

  test('stands in the list, and shows who sits there and what one may do', async () => {
    expect(picksOf(await pressed(BEN, 'games|0|0'))).toEqual([String(id)]);
    const own = await opened(ANN, id);
    expect(wordsOf(own)).toMatch(/Metro X #\d+ · Tokyo[\s\S]*3 of 25[\s\S]*👑 Ann · Ben · Cleo/);
    expect(wordsOf(own)).toContain('<#88>');
    expect(actsOf(own)).toEqual(['leave', 'start', 'cancel']);
    expect(actsOf(await opened(ANN, id, NEAR))).toEqual(['leave', 'start', 'cancel', 'lobbyhere']);
    expect(actsOf(await opened(BEN, id, NEAR))).toEqual(['leave', 'lobbyhere']);
    expect(actsOf(await opened(BEN, id, { ...NEAR, manages: true }))).toEqual([
      'leave',
      'cancel',
      'lobbyhere',
    ]);
    expect(actsOf(await opened(BEN, id, { ...AFAR, manages: true, guild: '66' }))).toEqual(['leave']);
  });

  test('is nobody’s who does not sit there', async () => {
    for (const press of ['open|0|0', `lobbyhere|${id}|0`]) {
      const words = await said(DIA, press, [String(id)], NEAR);
      expect(words).toContain("I don't know that button any more");
      expect(words).not.toContain('Ann');
    }
  });

  test('is not posted anew in a private thread that the bot is not in any more', async () => {
    Object.assign(stand.app, { places: { ...stand.app.places, hasBot: async () => false } });
    const before = stand.chat.calls.length;
    const permissions = (1n << 10n) | (1n << 15n) | (1n << 16n) | (1n << 38n);
    const secret = { ...NEAR, inThread: true, secret: true, permissions };
    const words = await said(ANN, `lobbyhere|${id}|0`, [], secret);
    expect(words).toContain("I'm not in this private thread");
    expect(stand.chat.calls.length).toBe(before);
  });

  test('is not begun in a private thread that the bot is not in any more', async () => {
    const places = { ...stand.app.places };
    Object.assign(stand.app, { places: { ...places, hasBot: async () => false } });
    const permissions = (1n << 10n) | (1n << 15n) | (1n << 16n) | (1n << 38n);
    const secret = { ...NEAR, inThread: true, secret: true, permissions };
    const screen = await pressed(ANN, `start|${id}|0`, [], secret);
    expect(wordsOf(screen)).toContain("I'm not in this private thread");
    expect(actsOf(screen)).toEqual(['start']);
    expect((await rowOf(store, id))!.status).toBe('lobby');
    Object.assign(stand.app, { places });
    await pressed(ANN, `start|${id}|0`, [], { ...secret, personal: true });
    expect((await rowOf(store, id))!.status).toBe('running');
  });

  test('is left from there, which shows the games that remain', async () => {
    const screen = await pressed(BEN, `leave|${id}|0`, [], AFAR);
    expect(wordsOf(screen)).toContain(`You left #${id}.`);
    expect(picksOf(screen)).toEqual([]);
    await settle();
    expect(wordsOf((await message()).screen)).toContain('👑 Ann · Cleo');
  });

  test('is started from there, which shows the board', async () => {
    const screen = await pressed(ANN, `start|${id}|0`, [], AFAR);
    expect(actsOf(screen)).toContain('more');
    expect((await loaded(store, id)).row.status).toBe('running');
  });

  test('is closed from there, but not by who manages another server', async () => {
    const elsewhere = { ...AFAR, manages: true, guild: '66' };
    for (const act of ['cancel', 'close'])
      expect(await said(BEN, `${act}|${id}|0`, [], elsewhere)).toBe('Only the host, Ann, can do that.');
    expect(await said(ANN, `cancel|${id}|0`, [], AFAR)).toBe('Close this lobby?');
    expect(await said(ANN, `close|${id}|0`, [], AFAR)).toBe('The lobby is closed.');
    expect((await load(store, id))!.row.status).toBe('closed');
  });

  test('is shown again in its channel where somebody deleted it', async () => {
    const first = await message();
    stand.chat.vanish(first.id);
    const screen = await pressed(BEN, `lobbyhere|${id}|0`, [], NEAR);
    expect(wordsOf(screen)).toContain('It stands at the end of this channel now.');
    await settle();
    expect(lobbies()).toEqual([await message()]);
    expect((await message()).id).not.toBe(first.id);
    await stand.press(DIA, `join|${id}|0`);
    await settle();
    expect(wordsOf((await message()).screen)).toContain('👑 Ann · Ben · Cleo · Dia');
  });

  test('stands once, however often that is pressed; an old message is taken away', async () => {
    for (let time = 0; time < 3; time++) {
      const before = await message();
      await Promise.all([1, 2, 3].map(() => stand.press(BEN, `lobbyhere|${id}|0`, [], NEAR)));
      await settle();
      expect(lobbies()).toEqual([await message()]);
      expect((await message()).id).not.toBe(before.id);
    }
  });

  test('is shown again in its own channel alone, and only where the bot may write', async () => {
    const before = await message();
    const calls = stand.chat.calls.length;
    expect(wordsOf(await pressed(BEN, `lobbyhere|${id}|0`, [], AFAR))).toContain('3 of 25');
    const lacking = await pressed(BEN, `lobbyhere|${id}|0`, [], { ...NEAR, permissions: 0n });
    expect(wordsOf(lacking)).toContain('In <#88> I still need:');
    await settle();
    expect(await message()).toBe(before);
    expect(stand.chat.calls).toHaveLength(calls);
  });

  test('whose old message cannot be taken away for now loses it later', async () => {
    const before = await message();
    stand.chat.refuse({ code: 0, status: 503 }, (call) => call.what === 'remove');
    await pressed(BEN, `lobbyhere|${id}|0`, [], NEAR);
    await settle();
    expect(lobbies()).toEqual([before, await message()]);
    vi.setSystemTime(now() + 5_000);
    expect(await behind(store, now())).toEqual([id]);
    stand.app.refresh(id);
    await settle();
    expect(lobbies()).toEqual([await message()]);
  });

  test('whose message is gone as it starts gets one, and the game its thread', async () => {
    stand.chat.vanish((await message()).id);
    await pressed(ANN, `start|${id}|0`, [], AFAR);
    await settle();
    const { channel, lobbyMessage, threaded } = (await standingTable(store, id))!;
    expect([channel, threaded]).toEqual([lobbyMessage, true]);
    expect(stand.chat.read('88').map(({ id: one }) => one)).toEqual([lobbyMessage]);
    expect(wordsOf((await message()).screen)).toContain('**started**');
    expect(pieces((await message()).screen).some(({ url }) => url?.includes(`/${channel}/`))).toBe(true);
    await chooses(store, id, ANN, now());
    expect(some(await loaded(store, id), 1)).toBeTruthy();
  });
});
