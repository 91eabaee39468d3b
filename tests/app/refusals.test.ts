import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { now } from '../../src/clock.ts';
import { startRepairs } from '../../src/jobs/repairs.ts';
import { start } from '../../src/match/lobby.ts';
import { flip } from '../../src/match/play.ts';
import { tableOf } from '../../src/store/tables.ts';
import { choose, loaded, some } from '../match/people.ts';
import { useHall } from './hall.ts';

vi.mock('../../src/views/picture.ts', () => import('../blank.ts'));

/** The public messages of a match when Discord says no. */

const hall = useHall(25);
const { settle, refresh, done, lobby, started, shown, round } = hall;

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
    const first = shown(id);
    hall.stand.chat.vanish(first.id);
    await choose(hall.store, id, '1000', some(await loaded(hall.store, id), 0));
    await refresh(id);
    expect(shown(id).id).not.toBe(first.id);
    expect(shown(id).nonce).not.toBe(first.nonce);
    expect(shown(id).screen.files).toHaveLength(1);
    expect(shown(id).screen.body.allowed_mentions?.users).toEqual(['1001', '1002']);
    expect(done('post').filter(({ channel }) => channel === shown(id).channel)).toHaveLength(2);
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
    await flip(hall.store, { match: id, user: '1000', turn: 0, at: now() });
    hall.stand.app.refresh(id);
    await settle(60_000);
    await round(id, 2);
    hall.stand.app.refresh(id);
    await settle(60_000);
    expect(hall.stand.chat.calls.filter((call) => !call.ok)).toHaveLength(8);
    expect(done('post').map(({ nonce }) => nonce)).toEqual([
      `${id}.lobby`,
      `${id}.0.flip`,
      `${id}.1.round`,
      `${id}.1.flip`,
    ]);
    expect(tableOf(hall.store, id)).toMatchObject({
      old: [],
      lobbyDone: true,
      trouble: null,
      phase: '1.flip',
    });
    expect(tableOf(hall.store, id)!.channel).toBe(tableOf(hall.store, id)!.lobbyMessage);
    const standing = hall.stand.chat.read(shown(id).channel).map(({ nonce }) => nonce);
    expect(standing).toEqual([`${id}.1.round`, `${id}.1.flip`]);
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
    expect(hall.stand.chat.read(tableOf(hall.store, id)!.channel!)).toHaveLength(1);
    expect(shown(id).nonce).toBe(`${id}.1.round`);
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
    expect(tableOf(hall.store, id)!.trouble).toBe(String(refusal.code));
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
    expect(shown(id).nonce).toBe(`${id}.2.round`);
    expect(tableOf(hall.store, id)!.trouble).toBeNull();
  });

  test('an old table that cannot be edited any more stays as it is, and the game goes on', async () => {
    const id = await started(2);
    hall.stand.chat.refuse({ code: 30046, status: 400 }, (call) => call.what === 'edit', 1);
    await round(id, 2);
    await refresh(id);
    expect(shown(id).nonce).toBe(`${id}.2.round`);
    expect(tableOf(hall.store, id)).toMatchObject({ old: [], trouble: null });
  });
});
