import { vi } from 'vitest';

/**
 * The matches of a test file get the same cards in every run: seeds are counted from the file's start. `SEED=random`
 * leaves them to chance.
 */
vi.mock('../src/match/seed.ts', async (original) => {
  if (process.env.SEED === 'random') return original();
  let count = 0;
  return { newSeed: () => `test seed ${count++}` };
});
