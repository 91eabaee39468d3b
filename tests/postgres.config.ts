import { defineConfig } from 'vitest/config';
import { PATIENCE } from './patience.ts';

/** `npm run test:postgres`: what is asked of the store, and of what lies right above it, on PostgreSQL. */
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    maxWorkers: 2,
    globalSetup: ['tests/postgres.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: PATIENCE } },
    isolate: false,
    include: ['tests/{store,match,daily,jobs}/**/*.test.ts'],
    setupFiles: ['tests/setup.ts'],
  },
});
