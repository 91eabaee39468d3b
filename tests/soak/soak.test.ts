import { expect, test } from 'vitest';
import { soak } from './run.ts';

/** Half a minute of the soak; `npm run soak` takes ten. */
test('half a minute of games, faults, kills and days: everything is where the log says, once', {
  timeout: 180_000,
}, async () => {
  const { findings, figures } = await soak({
    blank: process.env.PACKED_BLANK!,
    drawn: undefined,
    seconds: 30,
    games: 200,
    sample: 0,
    seed: 'half a minute',
    tell: () => {},
  });
  // Whether the chat has caught up half a minute after a power cut hangs on the machine: the long run holds that, too.
  const held = findings.filter(({ part }) => ['log', 'rows', 'jobs', 'program', 'players'].includes(part));
  expect(held).toEqual([]);
  expect(figures.begun).toBeGreaterThanOrEqual(8);
  expect(figures.choices).toBeGreaterThanOrEqual(30);
  expect(figures.kills! + figures.restarts!).toBeGreaterThanOrEqual(1);
  expect(figures.jumps).toBeGreaterThanOrEqual(4);
});
