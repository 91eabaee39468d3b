import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { PATIENCE } from './patience.ts';

/** What is about files: their copies, their syncs, their logs, how SQLite reads them, and files of former releases. */
const OF_FILES = [
  'tests/store/{backup,restore,restore.damaged,commands,validate,open,faults}.test.ts',
  'tests/store/{engine,durable,power,lease,leaderboard.plans}.test.ts',
  'tests/store/{earlier,closed,tables.earlier,messages.earlier}.test.ts',
  'tests/jobs/former.test.ts',
  'tests/match/validate.test.ts',
  'tests/daily/{runs,seed}.test.ts',
];

/** They put something else in the place of a module. */
const REPLACING = ['tests/match/{autoplay,races}.test.ts'];

const usual = {
  env: { TEST_STORE: 'postgres' },
  globalSetup: ['tests/postgres.ts'],
  testTimeout: 180_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: PATIENCE } },
  setupFiles: ['tests/setup.ts'],
};

/** What is tried on PostgreSQL. */
export const projects = [
  {
    test: {
      ...usual,
      name: 'postgres',
      isolate: false,
      include: ['tests/{store,match,daily,jobs}/**/*.test.ts'],
      exclude: [...OF_FILES, ...REPLACING, 'node_modules/**'],
    },
  },
  { test: { ...usual, name: 'postgres apart', include: REPLACING } },
];

/** `npm run test:postgres`: what is asked of the store, and of what lies right above it, on PostgreSQL. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: { maxWorkers: 3, projects },
});
