import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { plain, rich, text } from '../../src/app/components.ts';
import { stand as share } from '../../src/app/messages/stand.ts';
import type { Screen } from '../../src/app/outbound.ts';
import { dayOf, startOf } from '../../src/daily/days.ts';
import { announce } from '../../src/jobs/announce.ts';
import { voidMatch } from '../../src/match/ending.ts';
import { connectionOf } from '../../src/store/engine/sqlite.ts';
import { LOBBY, messageIn, messagesOf, phaseIn, SHARE } from '../../src/store/messages.ts';
import { openStore, type Store } from '../../src/store/open.ts';
import { rowsAbout } from '../../src/store/privacy.ts';
import { behind } from '../../src/store/tables.ts';
import { idsOf } from '../app/sound.ts';
import { errorsOf, openStand, type Stand } from '../app/stand.ts';
import { before, earlier, openFormer, scratch } from './folders.ts';

/**
 * What stood in channels before there was a table of messages goes on: each stands once, nothing that was noted is posted
 * anew, and what was on its way is found under the nonce under which the program of then had sent it.
 */

const GUILD = '1300000000000000077';
const SECOND = 1000;
const PICTURED = rich(0, [text('of then')]);

let file: string;
let old: Store;
let stand: Stand;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  file = join(scratch(), 'metrox.db');
  // A program of then knew no more migrations than these.
  old = openFormer(file, earlier(before('fair')));
  connectionOf(old).pragma('foreign_keys = OFF');
});
afterEach(() => {
  expect(stand.chat.faults).toEqual([]);
  expect(errorsOf(stand)).toEqual([]);
  stand.app.store.close();
  vi.useRealTimers();
});

/** Rows as the program of then wrote them. */
function write(table: string, row: Readonly<Record<string, unknown>>): void {
  const columns = Object.keys(row);
  connectionOf(old)
    .prepare(
      `INSERT INTO "${table}" (${columns.map((name) => `"${name}"`).join()}) VALUES (${columns.map(() => '?').join()})`,
    )
    .run(...Object.values(row));
}

/** The program of now opens it. */
function update(): Store {
  old.close();
  const store = openStore(file);
  expect(connectionOf(store).pragma('foreign_key_check')).toEqual([]);
  stand = openStand(store);
  return store;
}

/** A message that stands there, posted by the program of then, whose nonce was the end of what it was for. */
async function stood(channel: string, purpose: string, screen: Screen = plain('of then')): Promise<string> {
  const sent = await stand.chat.outbound.post(channel, screen, purpose, purpose.slice(-25));
  return sent.ok ? sent.message : expect.fail(`Refused: ${sent.code}`);
}

const posts = () => stand.chat.calls.filter(({ what }) => what === 'post').length;

describe('the announcement of the daily', () => {
  const day = dayOf(Date.now());

  test('that stands is not posted anew, and loses its buttons the next day', async () => {
    write('guilds', {
      id: GUILD,
      daily_channel: '88',
      announced: day,
      message: '9000',
      message_channel: '88',
    });
    const store = update();
    const message = await stood('88', `daily.${GUILD}.${day}`, PICTURED);
    expect(message).toBe('9000');
    vi.setSystemTime(startOf(day) + SECOND);
    await announce(stand.app);
    expect(posts()).toBe(1);
    expect(await messagesOf(store, { guild: GUILD })).toMatchObject([{ message, state: 'stands' }]);
    vi.setSystemTime(startOf(day + 1));
    await announce(stand.app);
    expect(stand.chat.read('88').map(({ screen }) => idsOf(screen).length)).toEqual([0, 2]);
  });

  test('of yesterday that still has its buttons loses them', async () => {
    write('guilds', {
      id: GUILD,
      daily_channel: '88',
      announced: day,
      message: '9001',
      message_channel: '88',
      before: '9000',
      before_channel: '88',
      before_day: day - 1,
    });
    update();
    await stood('88', `daily.${GUILD}.${day - 1}`, PICTURED);
    await stood('88', `daily.${GUILD}.${day}`, PICTURED);
    vi.setSystemTime(startOf(day) + SECOND);
    await announce(stand.app);
    expect(posts()).toBe(2);
    const edited = stand.chat.calls.filter(({ what }) => what === 'edit').map(({ message }) => message);
    expect(edited).toEqual(['9000']);
  });

  test.each([
    ['on its way is found', 10 * SECOND, [[true], 1]],
    ['sent long ago counts as posted', 200 * SECOND, [[], 1]],
  ] as const)('%s', async (_what, ago, [stands, posted]) => {
    vi.useRealTimers();
    const at = Date.now();
    const today = dayOf(at);
    write('guilds', { id: GUILD, daily_channel: '88', announced: today, announced_at: at - ago });
    const store = update();
    const message = await stood('88', `daily.${GUILD}.${today}`, PICTURED);
    await announce(stand.app);
    const rows = await messagesOf(store, { guild: GUILD });
    expect(rows.map((row) => row.message === message && row.state === 'stands')).toEqual(stands);
    expect(stand.chat.messages.size).toBe(posted);
  });

  test('that was refused is tried again on the next day', async () => {
    write('guilds', {
      id: GUILD,
      daily_channel: '88',
      announced: day,
      announced_at: Date.now(),
      trouble: '50013',
    });
    update();
    vi.setSystemTime(startOf(day) + SECOND);
    await announce(stand.app);
    expect(posts()).toBe(0);
    vi.setSystemTime(startOf(day + 1));
    await announce(stand.app);
    expect(posts()).toBe(1);
  });
});

describe('a result that was shared', () => {
  const run = (at: number, message: string | null) => {
    for (const id of ['1000', '1001']) write('players', { id, name: id });
    write('matches', {
      id: 12,
      game: 'metrox',
      map: 'tokyo',
      options: '{}',
      rules: 1,
      seed: 's',
      status: 'over',
      solo: 1,
      host: '1000',
      capacity: 1,
      thread: 0,
      to_act: '[]',
      day: 300,
      created_at: 0,
    });
    write('daily', { game: 'metrox', day: 300, player: '1000', match: 12, state: 'finished', score: 40, at });
    write('shares', { game: 'metrox', day: 300, player: '1000', channel: '88', message, at });
  };
  const press = async () =>
    (await share(stand.app, { match: 12 }, { slot: SHARE, channel: '89' }, plain('My result'))).ok;

  test.each([
    ['stands', '9000', 600],
    ['was sent and is found', null, 10],
  ] as const)('and %s is not posted anew', async (_what, message, ago) => {
    vi.useRealTimers();
    run(Date.now() - ago * SECOND, message);
    const store = update();
    const sent = await stood('88', 'share.12');
    expect(await press()).toBe(true);
    expect(stand.chat.messages.size).toBe(1);
    expect(await messageIn(store, { match: 12 }, SHARE)).toMatchObject({ state: 'stands', message: sent });
    expect((await rowsAbout(store, '1000')).shares).toMatchObject([
      { day: 300, channel: '88', message: sent },
    ]);
  });

  test('and was never noted counts as shared', async () => {
    vi.useRealTimers();
    run(Date.now() - 600 * SECOND, null);
    update();
    expect(await press()).toBe(true);
    expect(stand.chat.messages.size).toBe(0);
  });
});

describe('beside a table', () => {
  /** A table of two in its first round, in a thread, as the program of then left it. */
  function table(more: Readonly<Record<string, unknown>>, log: readonly string[] = []): void {
    const at = Date.now() - 60 * SECOND;
    write('matches', {
      id: 12,
      game: 'metrox',
      map: 'tokyo',
      options: '{}',
      rules: 1,
      seed: 'seed',
      status: 'running',
      solo: 0,
      guild: GUILD,
      channel: '88',
      host: '1000',
      capacity: 2,
      thread: 1,
      limit: 43_200,
      deadline: at + 43_200 * SECOND,
      turn: 1,
      revision: 2,
      to_act: '[0,1]',
      touched_at: at,
      created_at: at,
      started_at: at,
      turn_at: at,
    });
    for (const [seat, id] of ['1000', '1001'].entries()) {
      write('players', { id, name: `P${id}` });
      write('seats', { match: 12, seat, player: id, since: at });
    }
    for (const [seq, code] of log.entries())
      write('actions', { match: 12, seq, seat: -1, code, by: 'player', user: '1000', at });
    write('tables', {
      match: 12,
      lobby_channel: '88',
      lobby_message: '70',
      lobby_done: 1,
      channel: '70',
      threaded: 1,
      message: '9000',
      phase: '1.round',
      old: '[]',
      shown: 2,
      ...more,
    });
  }
  async function settled(store: Store): Promise<void> {
    for (const match of await behind(store, Date.now())) stand.app.refresh(match);
    await stand.tables.settled();
    expect(await behind(store, Date.now())).toEqual([]);
  }
  /** What stands beside the table and the line of its lobby. */
  const rows = async (store: Store) =>
    (await messagesOf(store, { match: 12 })).filter(
      (row) => row.slot !== LOBBY && phaseIn(row) === undefined,
    );

  beforeEach(() => vi.useRealTimers());

  test.each([
    ['stands', { wish: '9001' }],
    ['is on its way', { wish: '?12.wish.0' }],
  ])('a question that %s stays the one there is', async (_what, row) => {
    table(row, ['/ask.0']);
    const store = update();
    await stood('70', '12.1.round');
    const question = await stood('70', '12.wish.0');
    await settled(store);
    expect(stand.chat.messages.size).toBe(2);
    expect(await rows(store)).toMatchObject([{ slot: 'question:0', message: question, state: 'stands' }]);
    expect(idsOf(stand.chat.messages.get(question)!.screen)).toEqual(['agree|12|1|0', 'playon|12|1|0']);
  });

  test('a question that was settled meanwhile becomes its line', async () => {
    table({ wish: '?12.wish.0' }, ['/ask.0', '/playon.1']);
    const store = update();
    await stood('70', '12.1.round');
    const question = await stood('70', '12.wish.0');
    await settled(store);
    expect(stand.chat.messages.get(question)!.screen.body.content).toBe('#12: we play on.');
    expect(await rows(store)).toEqual([]);
  });

  test('a thread that was said to be locked is not said to be so again', async () => {
    table({ told: 'locked', trouble: '50083', shown: 1 });
    const store = update();
    await stood('70', '12.1.round');
    const calls = stand.chat.calls.length;
    stand.chat.refuse({ code: 50083, status: 400 }, ({ channel }) => channel === '70', 9);
    await settled(store);
    const there = stand.chat.calls.slice(calls).filter(({ channel }) => channel === '70');
    expect(there.map(({ what }) => what)).toEqual(['edit']);
    expect(await rows(store)).toMatchObject([{ slot: 'locked', state: 'unsure' }]);
  });

  test('a reminder that stands goes with its round', async () => {
    table({ reminder: '9001', reminder_phase: '1.round' });
    const store = update();
    await stood('70', '12.1.round');
    const reminder = await stood('70', '12.1.round.rh');
    await settled(store);
    expect(await rows(store)).toMatchObject([{ message: reminder, state: 'stands' }]);
    await voidMatch(store, { match: 12, user: '1009', at: Date.now(), manages: true });
    stand.app.refresh(12);
    await stand.tables.settled();
    expect(stand.chat.messages.has(reminder)).toBe(false);
    expect(await rows(store)).toEqual([]);
  });

  test.each([
    ['12.1.round.rh', 'reminder:1.round/half'],
    ['12.1.round.r15', 'reminder:1.round/15'],
    ['12.1.round.re.1', 'reminder:1.round/end/1'],
  ])('a reminder that is on its way as %s is found as %s', async (purpose, slot) => {
    table({ reminder: `?${purpose}`, reminder_phase: '1.round' });
    const store = update();
    await stood('70', '12.1.round');
    const reminder = await stood('70', purpose);
    await settled(store);
    expect(await rows(store)).toMatchObject([{ slot, message: reminder, state: 'stands' }]);
    expect(stand.chat.messages.size).toBe(2);
  });
});
