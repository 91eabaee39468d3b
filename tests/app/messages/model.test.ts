import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyStore } from '../../lib/store.ts';
import { createWorld, faultsOf, type World } from './world.ts';

/**
 * Whatever happens between two calls, one message stands for each slot, with the present words, and pinged once: moves, votes,
 * moderators, processes that die before or after a call or have no answer, and two of them at once.
 */

const AT = Date.UTC(2026, 10, 27, 12);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(AT);
});
afterEach(() => {
  vi.useRealTimers();
});

const leap = (time: number): void => void vi.setSystemTime(Date.now() + time);

interface Deed {
  /** What happens, of a hundred. */
  readonly what: number;
  /** Which of several. */
  readonly n: number;
}

const deeds = fc.array(fc.record({ what: fc.nat(99), n: fc.nat(999) }), { minLength: 5, maxLength: 60 });

/** What people do. */
const ACTS: readonly ((world: World, n: number) => void | Promise<void>)[] = [
  vote,
  vote,
  close,
  close,
  ({ log }) => {
    if (log.ask === null) log.ask = log.asks++;
    else log.ask = null;
    log.votes = 0;
  },
  ({ log }, n) => {
    log.votes = n % 2;
  },
  (world) => world.remind(),
  ({ said, deleted }, n) => {
    const stand = said.filter(({ gone }) => !gone);
    const one = stand[n % Math.max(1, stand.length)];
    if (!one) return;
    one.gone = true;
    deleted.push(one);
  },
  move,
  move,
];

function vote({ log }: World, n: number): void {
  log.phases.at(-1)!.votes = n % 3;
}

function close(world: World, n: number): void {
  if (n % 3 === 0) world.log.ask = null;
  world.close(n % 5 > 0);
}

async function move(world: World, n: number): Promise<void> {
  await world.moveTo(n % 2 === 0 ? 'A' : 'B');
}

async function act(world: World, n: number): Promise<void> {
  await ACTS[n % ACTS.length]!(world, Math.floor(n / ACTS.length));
  world.changed();
}

async function live(world: World, all: readonly Deed[], most: number, late: boolean): Promise<void> {
  for (const { what, n } of all) {
    if (what < 30) await act(world, n);
    if (what === 50) world.late.shift()?.();
    if (what % 10 === 0) leap((n % 8) * 1000);
    const under = world.processes.filter(({ done }) => !done);
    if (under.length < most && world.behind()) world.spawn();
    await world.rest();
    const process = world.processes.filter(({ done }) => !done)[n % Math.max(1, under.length)];
    if (!process) continue;
    if (what >= 90) world.kill(process, n % 3 === 0 ? 'not' : n % 3 === 1 ? 'done' : late ? 'late' : 'done');
    else if (what >= 85)
      world.answer(process, n % 3 === 0 ? 'lost' : n % 3 === 1 ? 'unheard' : late ? 'late' : 'lost');
    else world.answer(process, 'well');
    await world.rest();
  }
  await world.settle();
}

test.each([
  ['one process', 1, false, 80],
  ['two, whose cut requests arrive late', 2, true, 80],
  ['two processes', 2, false, 80],
] as const)('%s', async (_name, most, late, numRuns) => {
  await fc.assert(
    fc.asyncProperty(deeds, async (all) => {
      vi.setSystemTime(AT);
      const store = emptyStore();
      try {
        const world = createWorld(store, leap);
        await live(world, all, most, late);
        expect(faultsOf(world)).toEqual([]);
      } finally {
        await store.close();
      }
    }),
    { numRuns },
  );
});
