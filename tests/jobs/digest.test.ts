import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { digestAfter, scheduleDigest, spreadOf } from '../../src/app/digest.ts';
import { nextAt } from '../../src/app/quiethours.ts';
import { translator } from '../../src/locales.ts';
import { play } from '../../src/match/play.ts';
import { noteAbsence } from '../../src/store/absences.ts';
import type { Store } from '../../src/store/open.ts';
import { meet, type Settings, setSettings } from '../../src/store/players.ts';
import { readerOf } from '../../src/store/reminders.ts';
import { idsOf, wordsOf } from '../app/sound.ts';
import { directOf } from '../app/stand.ts';
import { usePictures } from '../blank.ts';
import { standingTable } from '../lib/messages.ts';
import { emptyStore } from '../lib/store.ts';
import { AT, acquaint, choose, loaded, some } from '../match/people.ts';
import { DAY, faultsOf, HOUR, type House, MINUTE, openHouse, seated } from './house.ts';

usePictures('blank');

const BERLIN = 'Europe/Berlin';
/** How long after its hour this player's digest comes. */
const LATER = spreadOf('1000');
/** When that is after the next nine o'clock in UTC; tests begin at noon. */
const NINE = AT + 21 * HOUR + LATER;

let store: Store;
let house: House;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(AT);
  store = emptyStore();
  house = openHouse(store);
});
afterEach(async () => {
  expect(faultsOf(house)).toEqual([]);
  await store.close();
  vi.useRealTimers();
});

const later = (time: number) => vi.setSystemTime(Date.now() + time);
const inbox = (player = '1000') => house.chat.read(directOf(player));
const due = async (player = '1000') => (await house.job('digest', player, 'daily'))?.due;
const utc = (text: string) => Date.parse(`${text}Z`);

async function chosen(player = '1000', patch: Partial<Settings> = {}): Promise<void> {
  await setSettings(store, player, { pings: 'digest', ...patch });
  await scheduleDigest(store, player, Date.now(), true);
}

/** The other player chooses, now. */
async function touch(id: number): Promise<void> {
  const codes = [some(await loaded(store, id), 1)];
  const done = await play(store, { match: id, user: '1001', turn: 1, codes, at: Date.now() });
  expect(done).toMatchObject({ ok: true });
}

describe('the next time that the clock on the wall shows', () => {
  test.each([
    ['09:00 in UTC, later today', null, 540, '2026-11-27T08:59', '2026-11-27T09:00'],
    ['09:00 in UTC, never at once', null, 540, '2026-11-27T09:00', '2026-11-28T09:00'],
    ['00:00', null, 0, '2026-11-27T23:59:59', '2026-11-28T00:00'],
    ['09:00 in Berlin, in winter', BERLIN, 540, '2026-11-27T12:00', '2026-11-28T08:00'],
    ['09:00 in Berlin, in summer', BERLIN, 540, '2026-07-01T12:00', '2026-07-02T07:00'],
    ['09:00 on the day that loses an hour', BERLIN, 540, '2026-03-28T12:00', '2026-03-29T07:00'],
    ['09:00 the day after', BERLIN, 540, '2026-03-29T07:00', '2026-03-30T07:00'],
    ['09:00 on the day that gains an hour', BERLIN, 540, '2026-10-24T12:00', '2026-10-25T08:00'],
    ['09:00 from within the hour that comes twice', BERLIN, 540, '2026-10-25T00:30', '2026-10-25T08:00'],
    ['02:30 where it comes twice: the first', BERLIN, 150, '2026-10-24T12:00', '2026-10-25T00:30'],
    ['02:30 after the first: the next day', BERLIN, 150, '2026-10-25T00:30', '2026-10-26T01:30'],
    ['02:30 where there is none: as the gap ends', BERLIN, 150, '2026-03-28T12:00', '2026-03-29T01:00'],
    [
      '07:00 in New York before its own change',
      'America/New_York',
      420,
      '2026-03-08T06:59',
      '2026-03-08T11:00',
    ],
    ['07:00 half an hour beside the others', 'Asia/Kolkata', 420, '2026-11-27T12:00', '2026-11-28T01:30'],
    [
      '07:00 where the clock moves by half an hour',
      'Australia/Lord_Howe',
      420,
      '2026-04-04T12:00',
      '2026-04-04T20:30',
    ],
  ])('%s', (_, zone, minute, from, expected) => {
    expect(new Date(nextAt(zone, minute, utc(from))).toISOString()).toBe(`${expected}:00.000Z`);
  });

  test('is always later, at most a day and an hour, and right but where it does not exist', () => {
    for (const zone of [null, BERLIN, 'America/St_Johns', 'Pacific/Kiritimati', 'Australia/Lord_Howe'])
      for (let at = utc('2026-03-01T00:07'); at < utc('2026-04-10T00:00'); at += 5 * HOUR + 13 * MINUTE)
        for (const minute of [0, 150, 540, 1439]) {
          const next = nextAt(zone, minute, at);
          expect(next).toBeGreaterThan(at);
          expect(next - at).toBeLessThanOrEqual(25 * HOUR);
        }
  });

  test('a digest comes when quiet hours end, else at nine', () => {
    const reader = { id: '1000', pings: 'digest', closed: false, locale: null, discordLocale: null } as const;
    const night = { quietFrom: 22 * 60, quietTo: 7 * 60, zone: BERLIN };
    expect(digestAfter({ ...reader, ...night }, AT)).toBe(utc('2026-11-28T06:00') + LATER);
    expect(digestAfter({ ...reader, ...night, quietFrom: 420 }, AT)).toBe(utc('2026-11-28T08:00') + LATER);
    // Chosen in the minutes between the hour and its own.
    expect(digestAfter({ ...reader, ...night }, utc('2026-11-28T06:00'))).toBe(
      utc('2026-11-28T06:00') + LATER,
    );
    expect(digestAfter({ ...reader, ...night }, utc('2026-11-28T06:00') + LATER)).toBe(
      utc('2026-11-29T06:00') + LATER,
    );
    expect(digestAfter({ ...reader, ...night, quietTo: null }, AT)).toBe(utc('2026-11-28T08:00') + LATER);
  });
});

describe('digests', () => {
  test('of many people do not come all at once, and those of one person always at one time', () => {
    const people = Array.from({ length: 1000 }, (_, n) => `${1_300_000_000_000_000_000n + BigInt(n)}`);
    const minutes = people.map((player) => Math.floor(spreadOf(player) / MINUTE));
    for (let minute = 0; minute < 10; minute++)
      expect(minutes.filter((one) => one === minute).length).toBeGreaterThan(60);
    expect(Math.max(...minutes)).toBe(9);
  });

  test('open the channel of somebody once; one that Discord knows no more is opened again', async () => {
    await seated(house, 2);
    await chosen();
    const opened = () => house.chat.calls.filter(({ what }) => what === 'direct').length;
    await house.pass(3 * DAY, HOUR);
    expect([inbox().length, opened()]).toEqual([3, 1]);
    house.chat.refuse({ code: 10003, status: 404 }, ({ channel }) => channel === directOf('1000'));
    await house.pass(DAY, HOUR);
    expect([inbox().length, opened()]).toEqual([4, 2]);
  });

  test('wait where too many were opened just now (40003), and come once', async () => {
    await seated(house, 2);
    await chosen();
    house.chat.refuse({ code: 40003, status: 403 }, ({ what }) => what === 'direct', 3);
    await house.pass(21 * HOUR + LATER);
    expect(inbox()).toEqual([]);
    await house.pass(10 * MINUTE, 5000);
    expect(inbox()).toHaveLength(1);
    expect(await readerOf(store, '1000')).toMatchObject({ closed: false });
  });
});

describe('a digest', () => {
  test('tells nothing of games in servers that the player has left', async () => {
    await seated(house, 2);
    house.absent.set('1000', 'none');
    await chosen();
    await house.pass(DAY);
    expect(inbox()).toEqual([]);
    house.absent.clear();
    await house.pass(DAY);
    expect(inbox()).toHaveLength(1);
  });

  test('waits while Discord does not say whether the player is in the server', async () => {
    await seated(house, 2);
    house.absent.set('1000', 'unknown');
    await chosen();
    await house.pass(21 * HOUR + 30 * MINUTE);
    expect(inbox()).toEqual([]);
    house.absent.clear();
    await house.pass(2 * HOUR);
    expect(inbox()).toHaveLength(1);
  });

  test('lists the games that wait for a player, the longest first, with links; once a day', async () => {
    const first = await seated(house, 2, { limit: 259_200 });
    later(HOUR);
    const second = await seated(house, 2, { map: 'osaka' });
    await chosen();
    await house.pass(20 * HOUR + LATER - 1);
    expect(inbox()).toEqual([]);
    await house.pass(1);
    const [message] = inbox();
    const words = wordsOf(message!.screen);
    expect(words).toContain('## 2 games wait for you');
    const lines = words.split('\n').filter((line) => line.startsWith('🟡'));
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain(
      `**#${first} Tokyo** · round 1 · your move · since <t:${AT / 1000}:R> · closes <t:${(AT + 3 * DAY) / 1000}:R>`,
    );
    const { channel, message: table } = (await standingTable(store, second))!;
    expect(lines[1]).toContain(`**#${second} Osaka**`);
    expect(lines[1]).toContain(`[open](https://discord.com/channels/77/${channel}/${table})`);
    expect(idsOf(message!.screen)).toEqual(['games|0|0', 'settings|0|0']);
    await house.pass(DAY - MINUTE);
    expect(inbox()).toHaveLength(1);
    await house.pass(MINUTE);
    expect(inbox()).toHaveLength(2);
  });

  test('speaks the language of its reader’s Discord, or that which they chose', async () => {
    await seated(house, 2);
    await meet(store, '1000', 'P0', null, { username: 'ann', discordLocale: 'de' });
    await chosen();
    await house.pass(21 * HOUR + LATER);
    const title = (locale: string) => translator(locale)('reminder.digest.title', { count: 1 });
    expect(wordsOf(inbox()[0]!.screen)).toContain(`## ${title('de')}`);
    expect(title('de')).not.toBe(title('en'));
    await setSettings(store, '1000', { locale: 'ja' });
    await house.pass(DAY);
    expect(wordsOf(inbox()[1]!.screen)).toContain(`## ${title('ja')}`);
  });

  test('of many games names ten', async () => {
    for (let i = 0; i < 12; i++) await seated(house, 2);
    await chosen();
    await house.pass(21 * HOUR + LATER);
    const words = wordsOf(inbox()[0]!.screen);
    expect(words.match(/🟡/g)).toHaveLength(10);
    expect(words).toContain('and 2 more');
  });

  test('is not sent when nothing waits, and comes the day it does', async () => {
    const id = await seated(house, 2);
    await choose(store, id, '1000', some(await loaded(store, id), 0));
    await chosen();
    await house.pass(21 * HOUR + LATER);
    expect(inbox()).toEqual([]);
    expect(await due()).toBe(NINE + DAY);
    await choose(store, id, '1001', some(await loaded(store, id), 1));
    await house.pass(DAY);
    expect(inbox()).toHaveLength(1);
  });

  test('tells no more of a game that nobody touches, until somebody does', async () => {
    const id = await seated(house, 2);
    await chosen();
    await house.pass(13.9 * DAY, 3 * HOUR);
    expect(inbox()).toHaveLength(14);
    await house.pass(20.1 * DAY, 3 * HOUR);
    expect(inbox()).toHaveLength(14);
    await touch(id);
    await house.pass(2 * DAY, 3 * HOUR);
    expect(inbox()).toHaveLength(16);
  });

  test('leaves out the game that nobody touches, and lists the others', async () => {
    const first = await seated(house, 2);
    await chosen();
    later(20 * DAY);
    const second = await seated(house, 2, { map: 'osaka' });
    await touch(second);
    await house.pass(DAY, 3 * HOUR);
    const words = wordsOf(inbox().at(-1)!.screen);
    expect(words).toContain(`#${second} Osaka`);
    expect(words).not.toContain(`#${first} Tokyo`);
  });

  test('follows the clock of a zone over the night that loses an hour', async () => {
    vi.setSystemTime(utc('2026-03-27T12:00') + LATER);
    await seated(house, 2);
    await chosen('1000', { quietFrom: 22 * 60, quietTo: 8 * 60, zone: BERLIN });
    const sent: string[] = [];
    for (let hours = 0; hours < 72; hours++) {
      await house.pass(HOUR);
      if (inbox().length > sent.length) sent.push(new Date(Date.now() - LATER).toISOString().slice(0, 16));
    }
    expect(sent).toEqual(['2026-03-28T07:00', '2026-03-29T06:00', '2026-03-30T06:00']);
  });

  test('that was due while the bot was away comes once, and not in the quiet hours', async () => {
    await seated(house, 2);
    await chosen('1000', { quietFrom: 22 * 60, quietTo: 7 * 60 });
    // 23:00, days later.
    later(5 * DAY + 11 * HOUR + LATER);
    await house.look();
    expect(inbox()).toEqual([]);
    expect(new Date((await due())!).toISOString()).toMatch(/T07:0\d/);
    expect((await due())! % HOUR).toBe(LATER);
    await house.pass(8 * HOUR);
    expect(inbox()).toHaveLength(1);
    expect(await due()).toBe(Date.now() + DAY);
  });

  test('that was due while the bot was away comes spread like all others', async () => {
    await seated(house, 2);
    await chosen();
    later(2 * DAY);
    await noteAbsence(store, AT + HOUR, Date.now());
    await house.look();
    expect(inbox()).toEqual([]);
    await house.pass(LATER - 1);
    expect(inbox()).toEqual([]);
    await house.pass(1);
    expect(inbox()).toHaveLength(1);
  });

  test('ends when another kind of reminder is chosen', async () => {
    await seated(house, 2);
    await chosen();
    await setSettings(store, '1000', { pings: 'both' });
    await house.pass(2 * DAY);
    expect(inbox()).toEqual([]);
    await chosen();
    await house.pass(DAY);
    expect(inbox()).toHaveLength(1);
  });

  test('is found for those for whom none was noted', async () => {
    await seated(house, 2);
    await setSettings(store, '1000', { pings: 'digest' });
    await house.pass(DAY);
    expect(await due()).toBe(NINE + DAY);
    await house.pass(DAY);
    expect(inbox()).toHaveLength(1);
  });
});

describe('a player who takes no direct messages', () => {
  const refuse = (code: number, status: number, times = 1) =>
    house.chat.refuse(
      { code, status },
      ({ channel, what }) => what === 'post' && channel === directOf('1000'),
      times,
    );

  test('is not sent any more, until they choose it again', async () => {
    await seated(house, 2);
    await chosen();
    refuse(50007, 403);
    await house.pass(5 * DAY, 3 * HOUR);
    expect(house.chat.calls.filter(({ channel }) => channel === directOf('1000'))).toHaveLength(1);
    expect(await readerOf(store, '1000')).toMatchObject({ closed: true, pings: 'digest' });
    await scheduleDigest(store, '1000', Date.now());
    expect((await house.job('digest', '1000', 'daily'))!.doneAt).not.toBeNull();
    await chosen();
    expect((await readerOf(store, '1000'))!.closed).toBe(false);
    await house.pass(DAY);
    expect(inbox()).toHaveLength(1);
  });

  test('the same where there is not even a channel', async () => {
    await seated(house, 2);
    await chosen();
    house.chat.refuse({ code: 50007, status: 403 }, ({ what }) => what === 'direct');
    await house.pass(DAY);
    expect((await readerOf(store, '1000'))!.closed).toBe(true);
  });

  test('is tried again when Discord is down, and sent once', async () => {
    await seated(house, 2);
    await chosen();
    refuse(0, 503, 3);
    await house.pass(21 * HOUR + LATER);
    await house.pass(10 * MINUTE, 5000);
    expect(inbox()).toHaveLength(1);
    expect(house.chat.calls.filter(({ channel }) => channel === directOf('1000'))).toHaveLength(4);
  });

  test('of whom Discord knows nothing: the next day again', async () => {
    await seated(house, 2);
    await chosen();
    refuse(10013, 404);
    await house.pass(DAY);
    expect(inbox()).toEqual([]);
    expect(await due()).toBe(NINE + DAY);
  });
});

describe('the settings', () => {
  const press = (what: string, value: string) => house.press('1000', `settings|0|0|${what}`, [value]);

  test('note the next one, and move it with the quiet hours', async () => {
    await acquaint(store, 1);
    await press('pings', 'digest');
    expect(await due()).toBe(NINE);
    await house.press('1000', 'quiethours|0|0|||', ['22-7']);
    expect(await due()).toBe(NINE - 2 * HOUR);
    await house.press('1000', 'zoneset|0|0', ['Europe/Berlin']);
    expect(await due()).toBe(NINE - 3 * HOUR);
    await house.press('1000', 'quiethours|0|0|||', ['none']);
    expect(await due()).toBe(NINE - HOUR);
  });

  test('note none for other reminders', async () => {
    await acquaint(store, 1);
    await press('pings', 'last');
    await house.press('1000', 'quiethours|0|0|||', ['22-7']);
    expect(await due()).toBeUndefined();
  });
});
