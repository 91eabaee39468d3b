import { expect, test } from 'vitest';
import { amount } from '../lib/long.ts';
import { killReal } from './real.ts';

/** The real bot, which is killed in games of three at Discord's other end. */

const KILLS = amount(10, 200);

test('the real bot, killed in games of three, loses nothing and doubles nothing', async () => {
  const { faults, games, kills, presses } = await killReal(KILLS, process.env.SEED ?? 'many');
  console.log(`${games} games, ${presses} choices and ${kills} kills`);
  expect(faults).toEqual([]);
  expect(kills).toBe(KILLS);
  expect(presses).toBeGreaterThan(40);
});
