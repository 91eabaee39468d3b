import { expect, test } from 'vitest';
import { type Least, soak } from './run.ts';

const LEAST: Least = { begun: 8, choices: 30, ends: 1, jumps: 4 };

/** Half a minute of the soak; `npm run soak` takes ten. */
test('half a minute of games, faults, kills and days: everything is where the log says, once', async () => {
  const { findings, figures } = await soak({
    program: process.env.PACKED_BOT!,
    seconds: 30,
    least: LEAST,
    games: 200,
    sample: 0,
    seed: 'half a minute',
    tell: () => {},
  });
  // Whether the chat has caught up half a minute after a power cut hangs on the machine, and memory takes longer to tell
  // of: the long run holds these, too.
  expect(findings.filter(({ part }) => part !== 'chat' && part !== 'memory')).toEqual([]);
  expect(figures.begun).toBeGreaterThanOrEqual(LEAST.begun);
  expect(figures.choices).toBeGreaterThanOrEqual(LEAST.choices);
  expect(figures.kills! + figures.restarts!).toBeGreaterThanOrEqual(LEAST.ends);
  expect(figures.jumps).toBeGreaterThanOrEqual(LEAST.jumps);
});
