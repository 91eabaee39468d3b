import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { PATIENCE } from './tests/patience.ts';

/** Tests that put something else in the place of a module: they need modules of their own. */
const REPLACING = [
  'tests/app/races.test.ts',
  'tests/discord/modals.test.ts',
  'tests/match/autoplay.test.ts',
  'tests/match/races.test.ts',
];

/** These take long, and wait for most of it: begun first, they do not end long after all the others. */
const LONG = [
  'faults/races',
  'faults/interactions',
  'e2e/game',
  'sim/kill',
  'e2e/pair.table',
  'e2e/privacy',
  'e2e/away',
  'e2e/book',
  'built',
  'npm',
  'e2e/token',
  'e2e/lobby',
  'faults/operation',
  'faults/places',
  'store/restore',
  'store/commands',
  'views/pictures',
];

/** These wait for processes of their own; all others keep a core busy. */
const WAITING = /\/tests\/(?:(?:e2e|faults|sim|store)\/|[^/]+$)/;

/** One of these counts as so many others: while it waits, they keep the cores busy. */
const WEIGHT = 7;

/** Each list in its order, one as far as the other at any time; `weigh` tells how far a file brings its list. */
const mixed = <T>(weigh: (one: T) => number, ...lists: readonly (readonly T[])[]): T[] =>
  lists
    .flatMap((list) => {
      const all = list.reduce((sum, one) => sum + weigh(one), 0);
      let done = 0;
      return list.map((one) => {
        const share = done / all;
        done += weigh(one);
        return { one, share };
      });
    })
    .sort((a, b) => a.share - b.share)
    .map(({ one }) => one);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = LONG.findIndex((name) => moduleId.includes(`/tests/${name}.`));
      return at < 0 ? LONG.length : at;
    };
    // Canvases are collected with all that the files before have left in their worker, so pictures are drawn first.
    const drawn = ({ moduleId }: TestSpecification): number => Number(!moduleId.includes('/tests/views/'));
    const sorted = [...files].sort(
      (a, b) => place(a) - place(b) || drawn(a) - drawn(b) || a.moduleId.localeCompare(b.moduleId),
    );
    // A worker whose next file shares no modules ends, and the one after it loads them all again.
    const apart = sorted.filter(({ project }) => project.name === 'apart');
    const together = sorted.filter(({ project }) => project.name !== 'apart');
    return [
      ...mixed(
        (one) => (place(one) < LONG.length ? WEIGHT : 1),
        together.filter(({ moduleId }) => WAITING.test(moduleId)),
        together.filter(({ moduleId }) => !WAITING.test(moduleId)),
      ),
      ...apart,
    ];
  }
}

/** What hangs is told soon; `tests/setup.ts` gives whole programs more. */
const patience = { testTimeout: 20_000, hookTimeout: 20_000, expect: { poll: { timeout: PATIENCE } } };
/** What `npm test` asks of PostgreSQL; `npm run test:postgres` asks far more. */
const ON_SERVER = ['tests/store/{postgres,move,schemas}.test.ts'];
const skipped = [
  'tests/browser/**',
  'tests/sim/{soak,trouble}.test.ts',
  'tests/{installation,image}.test.ts',
  'node_modules/**',
];

export default defineConfig({
  test: {
    // Whole games wait more than they work, so more of them run at once than there are cores.
    maxWorkers: 5,
    globalSetup: ['tests/packed.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...patience,
          name: 'apart',
          include: REPLACING,
          exclude: skipped,
          setupFiles: ['tests/setup.ts'],
        },
      },
      {
        test: {
          ...patience,
          name: 'postgres',
          env: { TEST_STORE: 'postgres' },
          include: ON_SERVER,
          globalSetup: ['tests/postgres.ts'],
          isolate: false,
          setupFiles: ['tests/setup.ts'],
        },
      },
      {
        test: {
          ...patience,
          name: 'together',
          include: ['tests/**/*.test.ts'],
          exclude: [...skipped, ...REPLACING],
          // Loading the pictures, the stand-in and Discord's schema takes seconds: once a worker is enough.
          isolate: false,
          setupFiles: ['tests/setup.ts'],
        },
      },
    ],
  },
});
