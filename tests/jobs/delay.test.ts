import { createHistogram } from 'node:perf_hooks';
import { beforeEach, expect, test } from 'vitest';
import { startDelays, tellDelays } from '../../src/jobs/delay.ts';
import { openStand, type Stand } from '../app/stand.ts';
import { emptyStore } from '../lib/store.ts';

/** Delays of the loop, as they are told. */

const MS = 1_000_000;

let stand: Stand;
beforeEach(() => {
  stand = openStand(emptyStore());
});

test('a minute in which the loop was held up for half a second is told once, with the longest delay', () => {
  const delays = createHistogram();
  for (let i = 0; i < 200; i++) delays.record(22 * MS);
  delays.record(519 * MS);
  tellDelays(stand.app, delays);
  expect(stand.logged).toEqual([]);
  for (let i = 0; i < 200; i++) delays.record(22 * MS);
  delays.record(1_220 * MS);
  tellDelays(stand.app, delays);
  expect(stand.logged).toMatchObject([
    { level: 40, p99: 2, msg: 'the loop was held up: nobody was heard for so many ms' },
  ]);
  // A histogram keeps three figures.
  expect(Math.abs(Number(stand.logged[0]!.longest) - 1_200)).toBeLessThanOrEqual(2);
  tellDelays(stand.app, delays);
  expect(stand.logged).toHaveLength(1);
});

test('measuring ends with the process', async () => {
  await startDelays(stand.app).stop();
});
