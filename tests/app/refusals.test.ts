import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { now } from '../../src/clock.ts';
import { startRepairs } from '../../src/jobs/job.ts';
import { join, start } from '../../src/match/lobby.ts';
import { playForTable } from '../../src/match/play.ts';
import { LOBBY } from '../../src/store/messages.ts';
import { usePictures } from '../blank.ts';
import { standing, standingTable } from '../lib/messages.ts';
import { choose, loaded, over, some } from '../match/people.ts';
import { useHall } from './hall.ts';
import type { Call } from './stand.ts';

usePictures('blank');

/** The public messages of a match when Discord says no. */

const hall = useHall(25);
const { settle, refresh, done, lobby, started, shown, round } = hall;

/** Messages older than an hour were edited too often. */
const OLD_EDITS = { code: 30046, status: 429 };
const SERVER_DOWN = { code: 0, status: 503 };
const NO_ANSWER = { code: 0, status: 0 };
const NO_RIGHT = { code: 50013, status: 403 };
const NO_CHANNEL = { code: 10003, status: 404 };

describe('when Discord says no', () => {
  let repairs: { stop(): void };
  beforeEach(() => {
    repairs = startRepairs(hall.stand.app);
  });
  afterEach(() => {
    repairs.stop();
  });

  test('a table that somebody deleted is posted again under another nonce, with its picture', async () => {
    const id = await started(3);
    const first = await shown(id);
    hall.stand.chat.vanish(first.id);
    await choose(hall.store, id, '1000', some(await loaded(hall.store, id), 0));
    await refresh(id);
    expect((await shown(id)).id).not.toBe(first.id);
    const [row] = await standing(hall.store, { match: id }, 'phase:');
    expect(row!.attempt).toBe(1);
    expect((await shown(id)).screen.files).toHaveLength(1);
    expect((await shown(id)).screen.body.allowed_mentions?.users).toEqual(['1001', '1002']);
    const place = (await shown(id)).channel;
    expect(done('post').filter(({ channel }) => channel === place)).toHaveLength(2);
  });

  test.each([
    ['a server that is down', SERVER_DOWN],
    ['no answer', NO_ANSWER],
    ['too many requests', { code: 0, status: 429 }],
  ])('%s: every step is tried again until it is done, and done once', async (_what, refusal) => {
    for (const what of ['post', 'thread', 'edit', 'remove'] as const) {
      hall.stand.chat.refuse(refusal, (call) => call.what === what, 2);
    }
    const id = await lobby(2, { options: { flip: 'manual' } });
    await settle(30_000);
    await start(hall.store, id, '1000', now());
    hall.stand.app.refresh(id);
    await settle(60_000);
    await playForTable(hall.store, { match: id, user: '1000', turn: 0, at: now() });
    hall.stand.app.refresh(id);
    await settle(60_000);
    await round(id, 2);
    hall.stand.app.refresh(id);
    await settle(60_000);
    expect(hall.stand.chat.calls.filter((call) => !call.ok)).toHaveLength(8);
    expect(done('post').map(({ purpose }) => purpose)).toEqual([
      `${id}.lobby`,
      `${id}.phase:0.flip`,
      `${id}.phase:1.round`,
      `${id}.phase:1.flip`,
    ]);
    expect(await standingTable(hall.store, id)).toMatchObject({
      others: [],
      lobbyDone: true,
      discordError: null,
      last: '1.flip',
    });
    expect((await standingTable(hall.store, id))!.channel).toBe(
      (await standingTable(hall.store, id))!.lobbyMessage,
    );
    const standing = hall.stand.chat.read((await shown(id)).channel).map(({ purpose }) => purpose);
    expect(standing).toEqual([`${id}.phase:1.round`, `${id}.phase:1.flip`]);
  });

  test('an answer that got lost after the work was done: the message stands once', async () => {
    hall.stand.chat.refuse(NO_ANSWER, (call) => call.what === 'post', 1, true);
    const id = await lobby(2);
    await settle(20_000);
    expect(hall.stand.chat.read('88')).toHaveLength(1);
    hall.stand.chat.refuse(NO_ANSWER, (call) => call.what === 'post', 1, true);
    await start(hall.store, id, '1000', now());
    hall.stand.app.refresh(id);
    await settle(20_000);
    expect(hall.stand.chat.read((await standingTable(hall.store, id))!.channel!)).toHaveLength(1);
    expect((await shown(id)).purpose).toBe(`${id}.phase:1.round`);
  });

  test.each([
    ['the right to write is gone', NO_RIGHT],
    ['the channel is gone', NO_CHANNEL],
  ])('%s: the game goes on, and Discord is asked in minutes, not in a storm', async (_what, refusal) => {
    const id = await started(3);
    const before = hall.stand.chat.calls.length;
    hall.stand.chat.refuse(refusal, () => true, Number.POSITIVE_INFINITY);
    await round(id, 3);
    hall.stand.app.refresh(id);
    await settle(20 * 60_000);
    const tries = hall.stand.chat.calls.slice(before);
    expect(tries.length).toBeGreaterThan(1);
    expect(tries.length).toBeLessThanOrEqual(20);
    expect((await loaded(hall.store, id)).row.turn).toBe(2);
    expect((await standingTable(hall.store, id))!.discordError).toBe(String(refusal.code));
  });

  test('nor do a hundred presses in a minute make one', async () => {
    const id = await started(3);
    const before = hall.stand.chat.calls.length;
    hall.stand.chat.refuse(NO_RIGHT, () => true, Number.POSITIVE_INFINITY);
    await round(id, 3);
    for (let n = 0; n < 100; n++) {
      hall.stand.app.refresh(id);
      await vi.advanceTimersByTimeAsync(600);
    }
    await settle(0);
    expect(hall.stand.chat.calls.length - before).toBeLessThanOrEqual(10);
  });

  test('once the right is back the table catches up by itself', async () => {
    const id = await started(3);
    hall.stand.chat.refuse(NO_RIGHT, () => true, 1);
    await round(id, 3);
    hall.stand.app.refresh(id);
    await settle(10 * 60_000);
    expect((await shown(id)).purpose).toBe(`${id}.phase:2.round`);
    expect((await standingTable(hall.store, id))!.discordError).toBeNull();
  });

  test('an old table that may not be edited for now is shrunk later, and the game goes on', async () => {
    const id = await started(2);
    const first = await shown(id);
    hall.stand.chat.refuse(OLD_EDITS, (call) => call.what === 'edit' && call.message === first.id, 1);
    await round(id, 2);
    await refresh(id);
    expect((await shown(id)).purpose).toBe(`${id}.phase:2.round`);
    expect(first.screen.files).toHaveLength(1);
    await settle(30_000);
    expect(hall.stand.chat.messages.get(first.id)!.screen.body.content).toMatch(/^Round 1 /);
    expect(await standingTable(hall.store, id)).toMatchObject({ others: [], discordError: null });
  });

  test('a lobby that may not be edited for now holds nothing up, and is edited later, not in a storm', async () => {
    const id = await lobby(4);
    const before = hall.stand.chat.calls.length;
    const { lobbyMessage } = (await standingTable(hall.store, id))!;
    const isLobby = (call: Call) => call.what === 'edit' && call.message === lobbyMessage;
    const tries = () => hall.stand.chat.calls.slice(before).filter(isLobby);
    hall.stand.chat.refuse(OLD_EDITS, isLobby, 2);
    await start(hall.store, id, '1000', now(), { alone: true });
    await refresh(id);
    expect((await shown(id)).purpose).toBe(`${id}.phase:1.round`);
    for (const [seat, user] of ['1000', '1001'].entries()) {
      await choose(hall.store, id, user, some(await loaded(hall.store, id), seat));
      hall.stand.app.refresh(id);
      await settle(3_000);
      expect((await shown(id)).screen.body.content).toContain(`${seat + 1} of 4`);
    }
    expect(tries()).toHaveLength(1);
    const [line] = await standing(hall.store, { match: id }, LOBBY);
    expect(line!.due).not.toBeNull();
    await settle(60_000);
    expect(tries().map(({ ok }) => ok)).toEqual([false, false, true]);
    expect(await standing(hall.store, { match: id }, LOBBY)).toMatchObject([
      { message: lobbyMessage, due: null },
    ]);
    expect(await standingTable(hall.store, id)).toMatchObject({ discordError: null });
  });

  test('an old lobby shows who has come once it may be edited again, not asked for in a storm', async () => {
    const id = await lobby(2);
    const before = hall.stand.chat.calls.length;
    hall.stand.chat.refuse(OLD_EDITS, (call) => call.what === 'edit', 1);
    for (const user of ['1002', '1003', '1004']) {
      await join(hall.store, id, user, now());
      hall.stand.app.refresh(id);
      await settle(3_000);
    }
    await settle(30_000);
    expect(hall.stand.chat.calls.slice(before).map(({ what, ok }) => [what, ok])).toEqual([
      ['edit', false],
      ['edit', true],
    ]);
    expect((await standingTable(hall.store, id))!.discordError).toBeNull();
  });

  test('an end whose message is too old to be edited for now waits, and pings nobody again', async () => {
    const id = await over(hall.store, 2);
    hall.stand.chat.refuse(
      OLD_EDITS,
      (call) => call.what === 'edit' && (call.screen?.files?.length ?? 0) > 1,
      1,
    );
    await refresh(id);
    await settle(60_000);
    expect(hall.stand.chat.calls.filter((call) => call.what === 'edit' && !call.ok)).toHaveLength(1);
    expect(done('post').filter(({ purpose }) => /over/.test(purpose!))).toHaveLength(1);
    const ends = hall.stand.chat
      .read((await shown(id)).channel)
      .filter(({ purpose }) => /over/.test(purpose!));
    expect(ends).toEqual([await shown(id)]);
    expect(ends[0]!.screen.files!.length).toBeGreaterThan(0);
    expect(await standingTable(hall.store, id)).toMatchObject({ others: [], discordError: null });
  });
});
