import { hostname } from 'node:os';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { now } from '../../src/clock.ts';
import { startRepairs } from '../../src/jobs/repairs.ts';
import { cancel, join, leave, start } from '../../src/match/lobby.ts';
import { flip } from '../../src/match/play.ts';
import type { Store } from '../../src/store/open.ts';
import { setTable, tableOf, takeLease } from '../../src/store/tables.ts';
import { acquaint, choose, dice, ids, loaded, lobbyOf, peopled, some } from '../match/people.ts';
import { pieces, wordsOf } from './sound.ts';
import { type Call, errorsOf, openStand, type Posted, type Stand } from './stand.ts';

vi.mock('../../src/views/picture.ts', () => import('../blank.ts'));

/** The public messages of a match: what is posted, edited, shrunk, and what happens when Discord says no. */

let store: Store;
let stand: Stand;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  vi.setSystemTime(Date.UTC(2026, 10, 27, 12));
  store = await peopled(25);
  stand = openStand(store);
});
afterEach(() => {
  expect(stand.chat.faults).toEqual([]);
  expect(errorsOf(stand)).toEqual([]);
  vi.useRealTimers();
});

/** Lets time pass until nothing is under way. */
async function settle(milliseconds = 10_000): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  await stand.tables.settled();
}

const refresh = async (id: number): Promise<void> => {
  stand.app.refresh(id);
  await settle();
};

const done = (what?: Call['what']): Call[] =>
  stand.chat.calls.filter((call) => call.ok && (what === undefined || call.what === what));

/** A lobby that stands in its channel. */
async function lobby(count: number, more: Parameters<typeof lobbyOf>[2] = {}): Promise<number> {
  const id = await lobbyOf(store, count, { at: now(), ...more });
  await refresh(id);
  return id;
}

async function started(count: number, more: Parameters<typeof lobbyOf>[2] = {}): Promise<number> {
  const id = await lobby(count, more);
  await start(store, id, '1000', now(), true);
  await refresh(id);
  return id;
}

const shown = (id: number): Posted => stand.chat.messages.get(tableOf(store, id)!.message!)!;

async function round(id: number, count: number): Promise<void> {
  const match = await loaded(store, id);
  for (const [seat, user] of ids(count).entries()) await choose(store, id, user, some(match, seat));
}

describe('a lobby', () => {
  test('is posted once, and left alone while nothing changes', async () => {
    const id = await lobby(2);
    expect(stand.chat.read('88')).toHaveLength(1);
    const calls = stand.chat.calls.length;
    await refresh(id);
    await refresh(id);
    expect(stand.chat.calls).toHaveLength(calls);
    expect(done('post').map(({ nonce }) => nonce)).toEqual([`${id}.lobby`]);
    expect(tableOf(store, id)).toMatchObject({ shown: 1, lobbyMessage: stand.chat.read('88')[0]!.id });
    expect(wordsOf(stand.chat.read('88')[0]!.screen)).toContain('P1001');
  });

  test('of twenty who join at once is edited a few times, and shows all of them in the end', async () => {
    const id = await lobby(1);
    const before = stand.chat.calls.length;
    for (const user of ids(21).slice(1)) {
      await join(store, id, user, now());
      stand.app.refresh(id);
      await vi.advanceTimersByTimeAsync(50);
    }
    await settle();
    const edits = stand.chat.calls.slice(before);
    expect(edits.every(({ what }) => what === 'edit')).toBe(true);
    expect(edits.length).toBeGreaterThan(0);
    expect(edits.length).toBeLessThanOrEqual(3);
    const words = wordsOf(stand.chat.read('88')[0]!.screen);
    for (const user of ids(21)) expect(words).toContain(`P${user}`);
  });

  test('that is closed keeps a line, but neither picture nor rows of the game', async () => {
    const id = await lobby(3);
    await cancel(store, id, '1000', false, now());
    await refresh(id);
    const [message] = stand.chat.read('88');
    expect(message!.screen.files).toEqual([]);
    expect(pieces(message!.screen).filter(({ custom_id }) => custom_id?.startsWith('join'))).toEqual([]);
    const calls = stand.chat.calls.length;
    await refresh(id);
    expect(stand.chat.calls).toHaveLength(calls);
  });

  test('that everybody has left is closed too', async () => {
    const id = await lobby(1);
    await leave(store, id, '1000', now());
    await refresh(id);
    expect(pieces(stand.chat.read('88')[0]!.screen).map(({ custom_id }) => custom_id)).toContain(
      `reopen|${id}|0`,
    );
  });

  test('that somebody deleted is posted again', async () => {
    const id = await lobby(2);
    const [first] = stand.chat.read('88');
    stand.chat.vanish(first!.id);
    await join(store, id, '1002', now());
    await refresh(id);
    const [again, ...others] = stand.chat.read('88');
    expect(others).toEqual([]);
    expect(again!.id).not.toBe(first!.id);
    expect(wordsOf(again!.screen)).toContain('P1002');
    expect(tableOf(store, id)!.lobbyMessage).toBe(again!.id);
  });
});

describe('a match', () => {
  test('begins in a thread: the lobby says so, and the first round pings everybody', async () => {
    const id = await started(3);
    const lobbyMessage = tableOf(store, id)!.lobbyMessage!;
    const begun = done().slice(done().findIndex(({ what }) => what === 'thread'));
    expect(begun.map(({ what, channel }) => [what, channel])).toEqual([
      ['thread', '88'],
      ['post', lobbyMessage],
      ['edit', '88'],
    ]);
    expect(shown(id).screen.body.allowed_mentions?.users).toEqual(ids(3));
    expect(shown(id).nonce).toBe(`${id}.1.round`);
    const lobbied = stand.chat.messages.get(lobbyMessage)!.screen;
    expect(lobbied.files).toEqual([]);
    expect(pieces(lobbied).flatMap(({ custom_id }) => custom_id ?? [])).toEqual([]);
    expect(pieces(lobbied).flatMap(({ url }) => url ?? [])).toEqual([
      `https://discord.com/channels/77/${lobbyMessage}/${shown(id).id}`,
    ]);
  });

  test('where there may be no thread goes on in the channel, and names itself', async () => {
    const one = await started(2, { thread: false });
    expect(done('thread')).toEqual([]);
    expect(shown(one).channel).toBe('88');
    expect(wordsOf(shown(one).screen)).toContain(`#${one}`);
    stand.chat.refuse({ code: 50013, status: 403 }, ({ what }) => what === 'thread');
    const two = await started(2);
    expect(shown(two).channel).toBe('88');
    expect(tableOf(store, two)!.channel).toBe('88');
  });

  test('edits its table at most every two seconds, and in the end names only who is waited for', async () => {
    const id = await started(12);
    const match = await loaded(store, id);
    const before = stand.chat.calls.length;
    for (const [seat, user] of ids(11).entries()) {
      await choose(store, id, user, some(match, seat));
      stand.app.refresh(id);
      await vi.advanceTimersByTimeAsync(300);
    }
    await settle();
    const made = stand.chat.calls.slice(before);
    expect(made.every(({ what }) => what === 'edit')).toBe(true);
    expect(made.length).toBeGreaterThan(0);
    expect(made.length).toBeLessThanOrEqual(4);
    expect(shown(id).screen.body.allowed_mentions?.users).toEqual(['1011']);
    // The picture is not sent again for an edit.
    expect(made.every(({ screen }) => screen?.files === undefined)).toBe(true);
  });

  test('posts each round once, and shrinks the one before to a line', async () => {
    const id = await started(3);
    const first = shown(id);
    await round(id, 3);
    await refresh(id);
    const second = shown(id);
    expect(second.id).not.toBe(first.id);
    expect(second.nonce).toBe(`${id}.2.round`);
    const old = stand.chat.messages.get(first.id)!.screen;
    expect([old.files, old.body.components, old.body.allowed_mentions?.users]).toEqual([[], [], []]);
    expect((old.body.content as string).split('\n')).toHaveLength(1);
    expect(tableOf(store, id)!.old).toEqual([]);
    await refresh(id);
    expect(done('post').map(({ nonce }) => nonce)).toEqual([`${id}.lobby`, `${id}.1.round`, `${id}.2.round`]);
  });

  test('of cards turned by hand pings the flipper alone; what asked for a flip goes', async () => {
    const id = await started(3, { options: { flip: 'manual' } });
    const asked = shown(id);
    expect(asked.nonce).toBe(`${id}.0.flip`);
    expect(asked.screen.body.allowed_mentions?.users).toEqual(['1000']);
    await flip(store, { match: id, user: '1000', turn: 0, at: now() });
    await refresh(id);
    expect(stand.chat.messages.has(asked.id)).toBe(false);
    expect(shown(id).nonce).toBe(`${id}.1.round`);
  });

  test('that went on while nobody looked posts what is open now; of what passed a line each stays', async () => {
    const id = await started(2);
    for (let n = 0; n < 4; n++) await round(id, 2);
    await refresh(id);
    const standing = stand.chat.read(shown(id).channel);
    expect(standing.map(({ nonce }) => nonce)).toEqual([1, 2, 3, 4, 5].map((n) => `${id}.${n}.round`));
    expect(shown(id).nonce).toBe(`${id}.5.round`);
    for (const { screen } of standing.slice(0, -1)) {
      expect(screen.body.components).toEqual([]);
      expect((screen.body.content as string).split('\n')).toHaveLength(1);
      expect(screen.body.allowed_mentions?.users).toEqual([]);
    }
    expect(pieces(shown(id).screen).length).toBeGreaterThan(0);
  });

  test('played to its end: one message a phase, and the last becomes the result with the record', async () => {
    const id = await started(2);
    const roll = dice(5);
    for (
      let match = await loaded(store, id);
      match.row.status === 'running';
      match = await loaded(store, id)
    ) {
      for (const [seat, user] of ids(2).entries()) await choose(store, id, user, some(match, seat, roll(99)));
      await refresh(id);
    }
    const match = await loaded(store, id);
    const keys = match.phases.map(({ turn, kind }) => `${id}.${turn}.${kind}`);
    expect(done('post').map(({ nonce }) => nonce)).toEqual([`${id}.lobby`, ...keys]);
    const end = shown(id).screen;
    expect(end.files!.map(({ name }) => name)).toContain(`metrox-${id}.json`);
    expect(
      JSON.parse(String(end.files!.find(({ name }) => name.endsWith('.json'))!.data)).actions,
    ).toHaveLength(match.log.length);
    expect(pieces(end).map(({ custom_id }) => custom_id)).toContain(`rematch|${id}|0`);
    const buttons = stand.chat
      .read(shown(id).channel)
      .filter((posted) => posted.id !== shown(id).id)
      .flatMap((posted) => pieces(posted.screen).filter(({ custom_id }) => custom_id));
    expect(buttons).toEqual([]);
    const calls = stand.chat.calls.length;
    await refresh(id);
    expect(stand.chat.calls).toHaveLength(calls);
  });
});

const SERVER_DOWN = { code: 0, status: 503 };
const NO_ANSWER = { code: 0, status: 0 };
const NO_RIGHT = { code: 50013, status: 403 };
const NO_CHANNEL = { code: 10003, status: 404 };

describe('when Discord says no', () => {
  let repairs: { stop(): void };
  beforeEach(() => {
    repairs = startRepairs(stand.app);
  });
  afterEach(() => {
    repairs.stop();
  });

  test('a table that somebody deleted is posted again under another nonce, with its picture', async () => {
    const id = await started(3);
    const first = shown(id);
    stand.chat.vanish(first.id);
    await choose(store, id, '1000', some(await loaded(store, id), 0));
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
      stand.chat.refuse(refusal, (call) => call.what === what, 2);
    }
    const id = await lobby(2, { options: { flip: 'manual' } });
    await settle(30_000);
    await start(store, id, '1000', now());
    stand.app.refresh(id);
    await settle(60_000);
    await flip(store, { match: id, user: '1000', turn: 0, at: now() });
    stand.app.refresh(id);
    await settle(60_000);
    await round(id, 2);
    stand.app.refresh(id);
    await settle(60_000);
    expect(stand.chat.calls.filter((call) => !call.ok)).toHaveLength(8);
    expect(done('post').map(({ nonce }) => nonce)).toEqual([
      `${id}.lobby`,
      `${id}.0.flip`,
      `${id}.1.round`,
      `${id}.1.flip`,
    ]);
    expect(tableOf(store, id)).toMatchObject({ old: [], lobbyDone: true, trouble: null, phase: '1.flip' });
    expect(tableOf(store, id)!.channel).toBe(tableOf(store, id)!.lobbyMessage);
    const standing = stand.chat.read(shown(id).channel).map(({ nonce }) => nonce);
    expect(standing).toEqual([`${id}.1.round`, `${id}.1.flip`]);
  });

  test('an answer that got lost after the work was done: the message stands once', async () => {
    stand.chat.refuse(NO_ANSWER, (call) => call.what === 'post', 1, true);
    const id = await lobby(2);
    await settle(20_000);
    expect(stand.chat.read('88')).toHaveLength(1);
    stand.chat.refuse(NO_ANSWER, (call) => call.what === 'post', 1, true);
    await start(store, id, '1000', now());
    stand.app.refresh(id);
    await settle(20_000);
    expect(stand.chat.read(tableOf(store, id)!.channel!)).toHaveLength(1);
    expect(shown(id).nonce).toBe(`${id}.1.round`);
  });

  test.each([
    ['the right to write is gone', NO_RIGHT],
    ['the channel is gone', NO_CHANNEL],
  ])('%s: the game goes on, and Discord is asked in minutes, not in a storm', async (_what, refusal) => {
    const id = await started(3);
    const before = stand.chat.calls.length;
    stand.chat.refuse(refusal, () => true, Number.POSITIVE_INFINITY);
    await round(id, 3);
    stand.app.refresh(id);
    await settle(20 * 60_000);
    const tries = stand.chat.calls.slice(before);
    expect(tries.length).toBeGreaterThan(1);
    expect(tries.length).toBeLessThanOrEqual(20);
    expect((await loaded(store, id)).row.turn).toBe(2);
    expect(tableOf(store, id)!.trouble).toBe(String(refusal.code));
  });

  test('nor do a hundred presses in a minute make one', async () => {
    const id = await started(3);
    const before = stand.chat.calls.length;
    stand.chat.refuse(NO_RIGHT, () => true, Number.POSITIVE_INFINITY);
    await round(id, 3);
    for (let n = 0; n < 100; n++) {
      stand.app.refresh(id);
      await vi.advanceTimersByTimeAsync(600);
    }
    await settle(0);
    expect(stand.chat.calls.length - before).toBeLessThanOrEqual(10);
  });

  test('once the right is back the table catches up by itself', async () => {
    const id = await started(3);
    stand.chat.refuse(NO_RIGHT, () => true, 1);
    await round(id, 3);
    stand.app.refresh(id);
    await settle(10 * 60_000);
    expect(shown(id).nonce).toBe(`${id}.2.round`);
    expect(tableOf(store, id)!.trouble).toBeNull();
  });

  test('an old table that cannot be edited any more stays as it is, and the game goes on', async () => {
    const id = await started(2);
    stand.chat.refuse({ code: 30046, status: 400 }, (call) => call.what === 'edit', 1);
    await round(id, 2);
    await refresh(id);
    expect(shown(id).nonce).toBe(`${id}.2.round`);
    expect(tableOf(store, id)).toMatchObject({ old: [], trouble: null });
  });
});

describe('the lease', () => {
  test('while another living process holds it nothing is sent; when it runs out this one goes on', async () => {
    const id = await lobbyOf(store, 2, { at: now() });
    const other = `${hostname()}:${process.ppid}`;
    await takeLease(store, id, other, now(), now() + 15_000, () => true);
    stand.app.refresh(id);
    await settle(5000);
    expect(stand.chat.calls).toEqual([]);
    await settle(11_000);
    await refresh(id);
    expect(done('post')).toHaveLength(1);
  });

  test('of a process that died is taken over at once', async () => {
    const id = await lobbyOf(store, 2, { at: now() });
    await takeLease(store, id, `${hostname()}:999999999`, now(), now() + 15_000, () => true);
    await refresh(id);
    expect(done('post')).toHaveLength(1);
    expect(tableOf(store, id)!.holder).toBeNull();
  });
});

describe('repairs', () => {
  test('find at the start what another process left undone', async () => {
    const id = await started(2);
    await round(id, 2);
    const dead = `${hostname()}:999999999`;
    await setTable(store, id, { retryAt: 0 });
    await takeLease(store, id, dead, now(), now() + 15_000, () => true);
    const repairs = startRepairs(stand.app);
    await settle(0);
    expect(shown(id).nonce).toBe(`${id}.2.round`);
    repairs.stop();
  });

  test('look into nothing when nothing is behind', async () => {
    await acquaint(store, 25);
    await started(2);
    const before = stand.chat.calls.length;
    const repairs = startRepairs(stand.app);
    await settle(10 * 60_000);
    expect(stand.chat.calls).toHaveLength(before);
    repairs.stop();
  });
});
