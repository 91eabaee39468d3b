import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Each of these files is a whole program and windows of a browser. */
export const browser = {
  include: ['tests/browser/**/*.test.ts'],
  testTimeout: 300_000,
  hookTimeout: 90_000,
};

/** The tests that need a browser: `npm run test:browser`, a file at a time. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: { ...browser, fileParallelism: false },
});
