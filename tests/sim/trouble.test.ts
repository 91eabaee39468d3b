import { expect, test } from 'vitest';
import { amount } from '../lib/long.ts';
import { killing } from './kill.ts';

const KILLS = amount(25, 100);

test('a process that is killed while Discord fails, too, loses nothing and doubles nothing', async () => {
  const { found, matches, troubles } = await killing(KILLS, process.env.SEED ?? 'troubled', true);
  expect(found).toEqual([]);
  expect(matches.length).toBeGreaterThanOrEqual(4);
  expect(troubles).toBeGreaterThan(20);
});
