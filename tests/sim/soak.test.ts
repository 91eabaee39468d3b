import { expect, test } from 'vitest';
import { amount, LONG } from '../lib/long.ts';
import { type Least, soak } from './soak.ts';

/** Seconds. */
const TIME = amount(30, 600);
const GAMES = amount(100, 1000);
const KILLS = amount(10, 200);
const LEAST: Least = { begun: 8, choices: 30, ends: KILLS, jumps: 4 };

test(`${TIME} s of games, faults, kills and days: everything is where the log says, once`, async () => {
  const { findings, figures } = await soak({
    program: process.env.PACKED_BOT!,
    seconds: TIME,
    least: LEAST,
    games: GAMES,
    sample: LONG < 1 ? 0 : 20,
    seed: process.env.SEED ?? 'soak',
    tell: (line) => console.log(line),
  });
  for (const [what, figure] of Object.entries(figures)) console.log(`${what}: ${figure}`);
  // Whether the chat has caught up soon after a power cut hangs on the machine, and memory takes long to tell of.
  const held = LONG < 1 ? findings.filter(({ part }) => part !== 'chat' && part !== 'memory') : findings;
  expect(held).toEqual([]);
  expect(figures.begun).toBeGreaterThanOrEqual(LEAST.begun);
  expect(figures.choices).toBeGreaterThanOrEqual(LEAST.choices);
  expect(figures.kills! + figures.restarts!).toBeGreaterThanOrEqual(LEAST.ends);
  expect(figures.jumps).toBeGreaterThanOrEqual(LEAST.jumps);
});
