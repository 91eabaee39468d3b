import fc from 'fast-check';
import { afterAll, afterEach, expect, vi } from 'vitest';
import { usePictures } from './blank.ts';
import { LONG } from './lib/long.ts';
import { closeStores, scans } from './lib/store.ts';
import { countSeeds } from './seeds.ts';
import { tellers } from './tellers.ts';

/**
 * Before each file of tests. Files share the modules of their worker, and none may depend on which came before: chance,
 * pictures and timers begin anew, and `SEED` picks other examples and cards (`random`, or for properties a number).
 */

const { SEED = '20260101' } = process.env;
if (SEED !== 'random') fc.configureGlobal({ seed: Number(SEED) });
countSeeds();

// Whole programs wait several times, each time for something that comes; what does not come is told by whoever waits.
const { testPath = '' } = expect.getState();
if (LONG > 0) vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 90_000 });
else if (/\/tests\/(?:e2e|faults|sim)\//.test(testPath))
  vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });
else if (/\/tests\/(?:(?:store|playground|discord)\/)?[^/]+$/.test(testPath))
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

afterAll(async () => {
  usePictures('drawn');
  vi.useRealTimers();
  await closeStores();
  expect(scans(), 'statements that take longer with every game that was ever played').toEqual([]);
});

/** When a test has failed: what everything that it started and that is still there can tell. */
afterEach(({ task }) => {
  if (task.result?.state !== 'fail') return;
  for (const [what, tell] of tellers) console.log(`${task.name}: what ${what} tells\n${tell()}`);
});
