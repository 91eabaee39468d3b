import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { browser } from './browser/vitest.config.ts';
import { projects as onPostgres } from './postgres.config.ts';

process.env.LONG ??= '1';

/** What `npm test` has in a shorter form. */
const LONGER = [
  'tests/sim/kill.test.ts',
  'tests/e2e/book.test.ts',
  'tests/app/forged.test.ts',
  'tests/app/illegal.test.ts',
  'tests/app/languages.test.ts',
  'tests/app/languages.screens.test.ts',
  'tests/app/panel.test.ts',
  'tests/app/races.test.ts',
  'tests/app/table.cuts.test.ts',
  'tests/app/taps.test.ts',
  'tests/bots/easy.test.ts',
  'tests/games/contract.test.ts',
  'tests/games/metromania/playout.test.ts',
  'tests/match/races.test.ts',
  'tests/store/open.test.ts',
  'tests/store/power.test.ts',
  'tests/store/restore.test.ts',
  'tests/views/film.test.ts',
  'tests/views/pictures.test.ts',
  'tests/views/metro/board.test.ts',
  'tests/views/metro/composed.test.ts',
  'tests/views/metro/legible.test.ts',
  'tests/views/metrox/legible.test.ts',
  'tests/views/metromania/board.test.ts',
  'tests/views/metromania/legible.test.ts',
  'tests/views/metromania/pills.test.ts',
  'tests/views/metromania/turn.test.ts',
];

/**
 * `npm run test:long`: games in a browser, and what a machine is given time for, two files at a time. A share of it leaves out
 * what `npm test` has done as well.
 */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    maxWorkers: 2,
    globalSetup: ['tests/packed.ts'],
    projects: [
      { test: { ...browser, name: 'browser' } },
      ...(Number(process.env.LONG) < 1 ? [] : onPostgres),
      {
        test: {
          name: 'long',
          include: [
            'tests/sim/soak.test.ts',
            'tests/sim/trouble.test.ts',
            'tests/installation.test.ts',
            'tests/image.test.ts',
            ...(Number(process.env.LONG) < 1 ? [] : LONGER),
          ],
          setupFiles: ['tests/setup.ts'],
        },
      },
    ],
  },
});
