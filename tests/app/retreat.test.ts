import { describe, expect, test, vi } from 'vitest';
import type { Draft } from '../../src/app/outbound.ts';
import type { PressRequest } from '../../src/app/request.ts';
import { dateTyped, latestEnd, quarterOf } from '../../src/app/vacation.ts';
import { opening } from '../../src/discord/callback.ts';
import { forget } from '../../src/match/people.ts';
import { check } from '../../src/playground/payload.ts';
import { blockedBy } from '../../src/store/blocks.ts';
import { isMuted, setMuted } from '../../src/store/mutes.ts';
import { meet, setSettings } from '../../src/store/players.ts';
import { vacationOf } from '../../src/store/vacations.ts';
import { usePictures } from '../blank.ts';
import { rows } from '../lib/rows.ts';
import { AT, lobbyOf, running } from '../match/people.ts';
import { ANN, BEN, CLEO, gathered, stand, store } from './crowd.ts';
import { idsOf, pieces, saying, unsound, wordsOf } from './sound.ts';
import { ackOf, modalOf, origin } from './stand.ts';

/** The second page of the settings: away, muted tables, people who are kept away. */

usePictures('blank');

gathered();

const STRANGER = '555444333222111';
const DAY = 24 * 3_600_000;

async function press(customId: string, values: string[] = [], user: string = ANN): Promise<Draft> {
  const { screen } = await stand.press(user, customId, values, { personal: true });
  expect(unsound(screen!, 'webhook-edit', { flags: 64 })).toEqual([]);
  return screen!;
}
const picks = (screen: Draft, what: string): string[] =>
  pieces(screen)
    .find((piece) => piece.custom_id === `retreat|0|0|${what}`)
    ?.options?.map(({ value }) => value) ?? [];
const pressing = (customId: string, values: string[]): PressRequest => ({
  ...origin(ANN, { personal: true }),
  kind: 'press',
  customId,
  values,
});
const until = async () => (await vacationOf(store, ANN, Date.now()))?.to;

test('the page leads back to the settings, which lead to it; it is within Discord’s limits when it is full', async () => {
  expect(idsOf(await press('settings|0|0'))).toContain('retreat|0|0');
  for (let i = 0; i < 26; i++) {
    const id = await running(store, 2, { origin: `${i}` });
    await setMuted(store, id, ANN, true);
  }
  const many = Array.from({ length: 25 }, (_, i) => `9${'0'.repeat(17)}${10 + i}`);
  await press('retreat|0|0|block', many);
  await press('retreat|0|0|away', ['7']);
  const full = await press('retreat|0|0');
  expect(idsOf(full)).toEqual([
    'retreat|0|0|away',
    'retreat|0|0|back',
    'retreat|0|0|unmute',
    'retreat|0|0|block|25',
    'retreat|0|0|unblock',
    'settings|0|0',
  ]);
  expect(picks(full, 'unmute')).toHaveLength(25);
  expect(picks(full, 'unblock')).toHaveLength(25);
  expect(saying(await press('retreat|0|0|block', [STRANGER]))).toMatch(
    /^You can keep 25 people away at most/,
  );
});

describe('a vacation', () => {
  test('begins at once, says until when, and what it means; a longer one takes its place', async () => {
    const screen = await press('retreat|0|0|away', ['3']);
    expect(await until()).toBe(AT + 3 * DAY);
    expect(saying(screen)).toContain(`you are away until <t:${(AT + 3 * DAY) / 1000}:f>`);
    vi.setSystemTime(AT + DAY);
    await press('retreat|0|0|away', ['7']);
    expect(await until()).toBe(AT + 8 * DAY);
    expect(await rows(store, 'SELECT * FROM vacations')).toHaveLength(1);
  });

  test('that is ended early gives the rest back', async () => {
    await press('retreat|0|0|away', ['14']);
    vi.setSystemTime(AT + 4 * DAY);
    expect(saying(await press('retreat|0|0|back'))).toMatch(/^Welcome back/);
    expect(await until()).toBeUndefined();
    const screen = await press('retreat|0|0');
    expect(wordsOf(screen)).toContain(`now until <t:${(AT + 14 * DAY) / 1000}:f> at most`);
    expect(picks(screen, 'away')).toEqual(['1', '3', '7', 'date']);
    expect(saying(await press('retreat|0|0|away', ['14']))).toMatch(/^That is too long/);
    expect(await until()).toBeUndefined();
  });

  test('is no longer than two weeks a quarter; the next quarter has its own', () => {
    const [from, to] = quarterOf(AT);
    expect([from, to]).toEqual([Date.UTC(2026, 9), Date.UTC(2027, 0)]);
    expect(latestEnd([], AT)).toBe(AT + 14 * DAY);
    expect(latestEnd([{ from: AT - 20 * DAY, to: AT - 10 * DAY }], AT)).toBe(AT + 4 * DAY);
    expect(latestEnd([{ from: AT - 20 * DAY, to: AT - 6 * DAY }], AT)).toBe(AT);
    // Of what lies in the quarter before nothing counts.
    expect(latestEnd([{ from: from - 14 * DAY, to: from + DAY }], AT)).toBe(AT + 13 * DAY);
    expect(latestEnd([], to - 3 * DAY)).toBe(to + 14 * DAY);
    expect(latestEnd([{ from: to - 14 * DAY, to }], to - DAY)).toBe(to + 14 * DAY);
    expect(latestEnd([{ from: to - 15 * DAY, to: to - DAY }], to - DAY)).toBe(to - DAY);
  });

  test('ends on a day that is typed, by the clock of one’s zone', async () => {
    const asked = pressing('retreat|0|0|away', ['date']);
    expect(ackOf(asked)).toBe('modal');
    const modal = modalOf(asked)!;
    expect(check('callback', opening(modal), { files: [], fileSizes: [], previous: undefined })).toBeNull();
    expect(ackOf(pressing('retreat|0|0|away', ['3']))).toBe('update');
    await setSettings(store, ANN, { zone: 'Europe/Berlin' });
    await press(modal.customId, ['2026-12-01']);
    expect(await until()).toBe(Date.UTC(2026, 10, 30, 23));
    await press(modal.customId, [' 2.12.2026 ']);
    expect(await until()).toBe(Date.UTC(2026, 11, 1, 23));
    for (const [typed, said] of [
      ['soon', /^“soon” is no day that I understand/],
      ['2026-02-30', /is no day/],
      ['2026-11-27', /has begun already/],
      ['2027-03-01', /^That is too long/],
    ] as const)
      expect(saying(await press(modal.customId, [typed]))).toMatch(said);
    expect(await until()).toBe(Date.UTC(2026, 11, 1, 23));
  });

  test.each([
    ['2026-12-24', 'UTC', '2026-12-24T00:00'],
    ['2026-12-24', 'Pacific/Kiritimati', '2026-12-23T10:00'],
    ['2026-12-24', 'Pacific/Pago_Pago', '2026-12-24T11:00'],
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00'],
    ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00'],
    ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00'],
    ['24.12.2026', 'No/Where', '2026-12-24T00:00'],
  ])('%s in %s begins at %s', (typed, zone, begins) => {
    expect(dateTyped(typed, zone)).toBe(Date.parse(`${begins}Z`));
  });
});

describe('a muted table', () => {
  test('is muted at the table, unmuted there or in the settings', async () => {
    const id = await running(store, 2);
    expect(wordsOf(await press(`mute|${id}|1|on`))).toContain(`Nothing of #${id} pings you any more`);
    const more = await press(`more|${id}|1`);
    expect(idsOf(more)).toContain(`mute|${id}|1|off`);
    expect(picks(await press('retreat|0|0'), 'unmute')).toEqual([String(id)]);
    await press(`mute|${id}|1|on`);
    expect(await isMuted(store, id, ANN)).toBe(true);
    expect(idsOf(await press(`mute|${id}|1|off`))).toContain(`mute|${id}|1|on`);
    expect(await isMuted(store, id, ANN)).toBe(false);
    await setMuted(store, id, ANN, true);
    expect(saying(await press('retreat|0|0|unmute', [String(id)]))).toBe(
      `#${id} pings you again, as you set it.`,
    );
    expect(await isMuted(store, id, ANN)).toBe(false);
  });

  test('is nobody’s who does not sit there', async () => {
    const id = await running(store, 2);
    await press(`mute|${id}|1|on`, [], CLEO);
    await press('mute|99|1|on', [], CLEO);
    expect(await rows(store, 'SELECT * FROM mutes')).toEqual([]);
  });
});

describe('somebody who is kept away', () => {
  const join = (id: number, user: string) => stand.press(user, `join|${id}|0`);

  test('cannot join a lobby whose host that is, and is not told why', async () => {
    await press('retreat|0|0|block', [BEN, STRANGER, ANN]);
    expect(await blockedBy(store, ANN)).toEqual([BEN, STRANGER]);
    const id = await lobbyOf(store, 1);
    const { whisper } = await join(id, BEN);
    expect(wordsOf(whisper!)).toBe("You can't join this table.");
    expect(await join(id, CLEO)).toEqual({});
    // What counts is who is the host.
    const other = await lobbyOf(store, 1, { host: CLEO, origin: 'b' });
    expect(await join(other, BEN)).toEqual({});
    await press('retreat|0|0|unblock', [BEN]);
    expect(await join(id, BEN)).toEqual({});
  });

  test('takes no seat over where that is the host', async () => {
    const id = await running(store, 2);
    await stand.press(BEN, `quitnow|${id}|1`);
    await press('retreat|0|0|block', [CLEO]);
    const taking = await press(`sit|${id}|1|1`, [], CLEO);
    expect(wordsOf(taking)).toBe("You can't join this table.");
    expect(wordsOf(await press(`take|${id}|1|1`, [], CLEO))).toBe("You can't join this table.");
  });

  test('is listed by name, or as somebody', async () => {
    const screen = await press('retreat|0|0|block', [BEN, STRANGER]);
    expect(saying(screen)).toBe(`Set: <@${BEN}>, <@${STRANGER}> can't join lobbies that you host.`);
    const menu = pieces(screen).find((piece) => piece.custom_id === 'retreat|0|0|unblock');
    expect(menu!.options!.map(({ label }) => label)).toEqual(['Ben', 'someone']);
  });

  test('is told from whoever looks the same, in the server by the account', async () => {
    await meet(store, BEN, 'Cleo', '77', { username: 'ben.1' });
    await meet(store, CLEO, 'СLEO', '77', { username: 'cleo.2' });
    const menu = async (guild: string) => {
      const { screen } = await stand.press(ANN, 'retreat|0|0', [], { guild });
      return pieces(screen!).find((piece) => piece.custom_id === 'retreat|0|0|unblock')!.options!;
    };
    await press('retreat|0|0|block', [BEN, CLEO]);
    const here = await menu('77');
    expect(here.map(({ label }) => label)).toEqual(['Cleo', 'СLEO (2)']);
    expect(here.map(({ description }) => description!.split(' · ')[0])).toEqual(['@ben.1', '@cleo.2']);
    expect(JSON.stringify(await menu('66'))).not.toMatch(/ben\.1|cleo\.2/);
  });

  test('is forgotten with all that is kept about them', async () => {
    await press('retreat|0|0|block', [BEN, STRANGER]);
    await forget(store, BEN, AT);
    await forget(store, STRANGER, AT);
    expect(await blockedBy(store, ANN)).toEqual([]);
  });
});

describe('joining with *nothing*', () => {
  test.each([
    ['where the late are struck', { limit: 3600, onTimeout: 'drop' }, 'none', true],
    ['where the clock plays', { limit: 3600, onTimeout: 'clock' }, 'none', false],
    ['where no time runs', { limit: 0, onTimeout: 'drop' }, 'none', false],
    ['but for a digest', { limit: 3600, onTimeout: 'drop' }, 'digest', false],
  ] as const)('%s', async (_, table, pings, told) => {
    await setSettings(store, BEN, { pings });
    const id = await lobbyOf(store, 1, table);
    const reply = await stand.press(BEN, `join|${id}|0`);
    expect(reply.whisper !== undefined).toBe(told);
    if (!reply.whisper) return;
    expect(unsound(reply.whisper, 'webhook-create')).toEqual([]);
    expect(wordsOf(reply.whisper)).toMatch(
      /Nothing pings you, as you set it, and this table strikes those who are late/,
    );
    expect(idsOf(reply.whisper)).toEqual(['settings|0|0']);
  });

  test('also by taking a seat over', async () => {
    await setSettings(store, CLEO, { pings: 'none' });
    const id = await running(store, 3, { limit: 3600, onTimeout: 'drop' });
    await stand.press(BEN, `quitnow|${id}|1`);
    const other = await running(store, 2, { limit: 3600, onTimeout: 'clock', origin: 'b' });
    await stand.press(BEN, `quitnow|${other}|1`);
    expect(wordsOf(await press(`sit|${other}|1|1`, [], CLEO))).not.toContain('Nothing pings you');
  });
});
