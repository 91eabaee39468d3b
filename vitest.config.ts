import { defineConfig } from 'vitest/config';

/** Tests that put something else in the place of a module: they need modules of their own. */
const REPLACING = ['tests/app/**/*.test.ts', 'tests/discord/**/*.test.ts', 'tests/jobs/**/*.test.ts', 'tests/match/**/*.test.ts'];

const patience = { testTimeout: 60_000, hookTimeout: 60_000 };
const skipped = ['tests/browser/**', 'node_modules/**'];

export default defineConfig({
  test: {
    // Whole games wait more than they work, so more of them run at once than there are cores.
    maxWorkers: 4,
    projects: [
      { test: { ...patience, name: 'apart', include: REPLACING, exclude: skipped } },
      {
        test: {
          ...patience,
          name: 'together',
          include: ['tests/**/*.test.ts'],
          exclude: [...skipped, ...REPLACING],
          // Loading the pictures, the stand-in and Discord's schema takes seconds: once a worker is enough.
          isolate: false,
        },
      },
    ],
  },
});
