import { vi } from 'vitest';

/** The matches of a test file get the same cards in every run: seeds are counted from the file's start. */
vi.mock('../src/match/seed.ts', () => {
  let count = 0;
  return { newSeed: () => `test seed ${count++}` };
});
