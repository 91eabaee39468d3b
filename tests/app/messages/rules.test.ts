import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { connectionOf } from '../../../src/store/engine/sqlite.ts';
import type { Store } from '../../../src/store/open.ts';
import { emptyStore } from '../../lib/store.ts';
import { createWorld, faultsOf, type World } from './world.ts';

/** Each rule of how messages are brought up to date, in the schedule that needs it. */

const MINUTE = 60_000;

let store: Store;
let world: World;
const leap = (time: number): void => void vi.setSystemTime(Date.now() + time);
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.UTC(2026, 10, 27, 12));
  store = emptyStore();
  world = createWorld(store, leap);
});
afterEach(() => {
  store.close();
  vi.useRealTimers();
});

/** Runs a process until its next call, of which it answers so many. */
async function run(answered = 0) {
  const process = world.spawn();
  await world.rest();
  for (let i = 0; i < answered; i++) {
    world.answer(process, 'well');
    await world.rest();
  }
  return process;
}
const words = () => world.said.filter(({ gone }) => !gone).map((one) => `${one.channel}: ${one.words}`);
const vote = (votes: number) => {
  world.log.phases.at(-1)!.votes = votes;
  world.changed();
};

test('nothing is sent, and nobody holds anything, where all is as it should be', async () => {
  await world.settle();
  const process = await run();
  expect(process.done).toBe(true);
  expect(connectionOf(store).prepare('SELECT count(*) FROM leases').pluck().get()).toBe(0);
});

describe('a message that was sent and not noted', () => {
  test('is found by its nonce', async () => {
    world.kill(await run(), 'done');
    await world.settle();
    expect(world.said).toHaveLength(1);
    expect(faultsOf(world)).toEqual([]);
  });

  test('is sent under its nonce where it was not carried out', async () => {
    world.kill(await run(), 'not');
    await world.settle();
    expect(world.said).toHaveLength(1);
    expect(faultsOf(world)).toEqual([]);
  });

  test('is edited once more where it said something else than is to be said now', async () => {
    world.kill(await run(), 'done');
    vote(2);
    await world.settle();
    expect(words()).toEqual(['A: phase 0, 2, 1 !']);
  });

  test('and whose tries said different things is not taken for what the first one said', async () => {
    await world.settle();
    world.log.ask = world.log.asks++;
    const ask = (votes: number) => {
      world.log.votes = votes;
      world.changed();
    };
    const asking = async () => {
      const process = await run();
      // The table is edited after what may be on its way.
      expect(world.calls.find((call) => call.process === process)?.what).toBe('post');
      return process;
    };
    ask(0);
    world.kill(await asking(), 'not');
    ask(1);
    world.kill(await asking(), 'done');
    ask(0);
    await world.settle();
    expect(words()).toContain('A: ask 0, 0 !');
    expect(faultsOf(world)).toEqual([]);
  });

  test('and that somebody deleted is posted under another nonce', async () => {
    world.kill(await run(), 'done');
    world.said[0]!.gone = true;
    world.deleted.push(world.said[0]!);
    await world.settle();
    expect(words()).toEqual(['A: phase 0, 0, 0 !']);
    expect(faultsOf(world)).toEqual([]);
  });

  test('and is not wanted any more is found as something without mentions, and removed', async () => {
    await world.settle();
    await world.remind();
    const process = await run();
    world.kill(process, 'not');
    world.close(true);
    await world.settle();
    const [, reminder] = world.said;
    expect(reminder).toMatchObject({ first: '…', gone: true });
    expect(faultsOf(world)).toEqual([]);
  });

  test('that is not wanted before it is sent never is', async () => {
    await world.settle();
    world.remind();
    world.close(true);
    await world.settle();
    expect(world.said.map(({ slot }) => slot)).toEqual(['phase:0', 'phase:1']);
    expect(faultsOf(world)).toEqual([]);
  });

  test('is posted again after three minutes, and a reminder is not', async () => {
    world.kill(await run(), 'not');
    leap(4 * MINUTE);
    await world.settle();
    expect(world.rows()).toMatchObject([{ slot: 'phase:0', attempt: 1 }]);
    await world.remind();
    world.kill(await run(), 'not');
    leap(4 * MINUTE);
    await world.settle();
    expect(world.rows()).toMatchObject([{ slot: 'phase:0' }, { state: 'unsure' }]);
    expect(words()).toEqual(['A: phase 0, 0, 0 !']);
    // Its phase is over, and nobody looks for it any more.
    world.close(true);
    await world.settle();
    expect(world.rows()).toMatchObject([{ slot: 'phase:1' }]);
  });
});

describe('who holds the right', () => {
  test('is alone, and sees in the end what came meanwhile', async () => {
    const first = await run();
    const second = await run();
    expect(second.done).toBe(true);
    vote(1);
    world.answer(first, 'well');
    await world.rest();
    world.answer(first, 'well');
    await world.rest();
    expect(first.done).toBe(true);
    expect(words()).toEqual(['A: phase 0, 1, 1 !']);
  });

  test('loses it at its death: what it edited without noting it is edited again', async () => {
    await world.settle();
    vote(1);
    world.kill(await run(), 'done');
    // What it showed is what is wanted again, so only the doubt finds that something else stands there.
    expect(words()).toEqual(['A: phase 0, 1, 1 !']);
    const row = world.rows()[0]!;
    await run();
    expect(world.rows()[0]).toMatchObject({ id: row.id, shown: null });
    await world.settle();
    expect(faultsOf(world)).toEqual([]);
  });

  test('and takes longer than it was given notes nothing, and what it edited is edited again', async () => {
    await world.settle();
    vote(1);
    const slow = await run();
    leap(2 * MINUTE);
    vote(2);
    const other = await run();
    world.answer(other, 'well');
    await world.rest();
    world.answer(slow, 'well');
    await world.rest();
    expect(world.rows()[0]).toMatchObject({ shown: null });
    expect(words()).toEqual(['A: phase 0, 1, 1 !']);
    await world.settle();
    expect(words()).toEqual(['A: phase 0, 2, 2 !']);
  });
});

test('a message that somebody adds after the log was read is judged by what is read anew', async () => {
  await world.settle();
  vote(1);
  world.meanwhile = () => world.remind();
  await world.settle();
  expect(words()).toEqual(['A: phase 0, 1, 1 !', 'A: remind 0/1 !']);
});

describe('a table that moves', () => {
  test('and comes back within minutes is not answered with its own old message', async () => {
    await world.settle();
    await world.moveTo('B');
    await world.settle();
    await world.moveTo('A');
    await world.settle();
    expect(words()).toEqual(['A: moved', 'B: moved', 'A: phase 0, 0, 2 !']);
    expect(faultsOf(world)).toEqual([]);
  });

  test('while its picture is drawn is posted where it went, and there alone', async () => {
    let draw = (): void => undefined;
    world.drawing = new Promise((resolve) => {
      draw = resolve;
    });
    await run();
    await world.moveTo('B');
    draw();
    await world.rest();
    await world.settle();
    expect(world.said.map(({ channel }) => channel)).toEqual(['B']);
    expect(faultsOf(world)).toEqual([]);
  });

  test('while its message is on its way leaves nothing there', async () => {
    const process = await run();
    await world.moveTo('B');
    world.answer(process, 'well');
    await world.rest();
    await world.settle();
    expect(words()).toEqual(['B: phase 0, 0, 1 !']);
    expect(faultsOf(world)).toEqual([]);
  });
});

describe('the order', () => {
  test('is that of the slots: a line for each phase that nobody saw, then the table; old ones shrink after it', async () => {
    await world.settle();
    for (let n = 1; n <= 3; n++) world.close(true);
    world.log.ask = world.log.asks++;
    world.changed();
    const process = await run();
    const calls: string[] = [];
    while (!process.done) {
      const call = world.calls.find((one) => one.process === process)!;
      calls.push(call.what);
      world.answer(process, 'well');
      await world.rest();
    }
    expect(calls).toEqual(['post', 'post', 'post', 'post', 'edit']);
    expect(words()).toEqual(['A: line 0', 'A: line 1', 'A: line 2', 'A: phase 3, 0, 4 !', 'A: ask 0, 0 !']);
  });

  test('a phase whose row went is not posted again, whoever dies', async () => {
    await world.settle();
    world.close(false);
    // The new one stands and the old one is gone, and nothing of it is noted at the end.
    const process = await run(1);
    world.kill(process, 'done');
    await world.settle();
    expect(words()).toEqual(['A: phase 1, 0, 1 !']);
    expect(world.said).toHaveLength(2);
  });
});
