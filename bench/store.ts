import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { route } from '../src/app/router.ts';
import { moduleOf } from '../src/modules.ts';
import { connect } from '../src/store/engine/connect.ts';
import { connectionOf, storeOver } from '../src/store/engine/sqlite.ts';
import type { Store } from '../src/store/engine/types.ts';
import { commit } from '../src/store/matches.ts';
import { openStore } from '../src/store/open.ts';
import { openStand, origin } from '../tests/app/stand.ts';
import { usePictures } from '../tests/blank.ts';
import { acquaint, loaded, running, some } from '../tests/match/people.ts';
import { cpu, type Measured, median, type Part, table } from './measure.ts';

/**
 * What a commit that lasts costs, beside the same with `synchronous = FULL`: how long it keeps the main thread, its CPU time, and
 * the longest that the loop stood still; alone and with others. Statements of a choice, counted.
 */
export const part: Part = { name: 'store', run };

const ROUNDS = 5;
const AT_ONCE = [1, 8, 16] as const;
/** Commits of a round: enough that the log is begun anew in it. */
const COMMITS = 320;

type Way = 'full' | 'grouped';
const WAYS: readonly Way[] = ['full', 'grouped'];

/** What a round has cost, in ms: the main thread and the CPU a commit, the longest stall, the latency in the middle. */
interface Cost {
  readonly main: number;
  readonly cpu: number;
  readonly stall: number;
  readonly latency: number;
}

/** SQLite syncs each commit itself, and brings the log into the file as it does by default. */
function fullStore(file: string): Store {
  const raw = connect(file);
  raw.pragma('synchronous = FULL');
  raw.pragma('wal_autocheckpoint = 1000');
  const disk = {
    sync: async () => {},
    checkpoint: async () => ({ length: 0, done: 0 }),
    close: () => undefined,
  };
  return storeOver(raw, undefined, { disk, growth: Number.POSITIVE_INFINITY });
}

async function run(): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'metrox-bench-'));
  const stores = { full: fullStore(join(folder, 'full.db')), grouped: openStore(join(folder, 'grouped.db')) };
  try {
    for (const store of Object.values(stores)) {
      await acquaint(store, 2);
      for (const _ of Array(Math.max(...AT_ONCE))) await running(store, 2);
    }
    const rows: string[][] = [
      [
        'commits at once',
        'main thread, ms',
        'x FULL',
        'CPU, ms',
        'x FULL',
        'longest stall, ms',
        'latency, ms',
      ],
    ];
    const figures: Record<string, unknown> = {};
    for (const count of AT_ONCE) {
      const costs: Record<Way, Cost[]> = { full: [], grouped: [] };
      for (let round = 0; round <= ROUNDS; round++)
        for (const way of WAYS) {
          const cost = await paid(stores[way], count);
          // The first round warms up.
          if (round > 0) costs[way].push(cost);
        }
      // In the time of a thread there is also that of others who had the machine meanwhile: the best round has the least.
      const middle = (way: Way, what: keyof Cost): number => {
        const found = costs[way].map((cost) => cost[what]);
        return what === 'main' ? Math.min(...found) : median(found);
      };
      const ratio = (what: keyof Cost): number => middle('grouped', what) / middle('full', what);
      for (const way of WAYS)
        rows.push([
          `${count}, ${way === 'full' ? 'FULL' : 'one sync for all'}`,
          middle(way, 'main').toFixed(3),
          way === 'full' ? '' : ratio('main').toFixed(2),
          middle(way, 'cpu').toFixed(3),
          way === 'full' ? '' : ratio('cpu').toFixed(2),
          middle(way, 'stall').toFixed(1),
          middle(way, 'latency').toFixed(2),
        ]);
      figures[count] = {
        main_ms: rounded(middle('grouped', 'main')),
        main: rounded(ratio('main')),
        cpu: rounded(ratio('cpu')),
        stall_ms: rounded(middle('grouped', 'stall')),
      };
    }
    const statements = await counted();
    return {
      lines: [
        ...table(rows),
        `Statements of a choice: ${statements.press}, with what is then said at its table ${statements.table}`,
      ],
      figures: { ...figures, statements },
    };
  } finally {
    for (const store of Object.values(stores)) await store.close();
    rmSync(folder, { recursive: true });
  }
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** So many at once write what a choice writes, each in a match of its own, until all is written. */
async function paid(store: Store, count: number): Promise<Cost> {
  const lengths = new Map<number, number>();
  for (const { id, n } of logs(store, count)) lengths.set(id, n);
  const latencies: number[] = [];
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const projection = {
    status: 'running',
    turn: 1,
    toAct: [0, 1],
    results: [],
    row: { paused: false },
  } as const;
  let left = COMMITS;
  delay.enable();
  const from = { cpu: cpu(), loop: performance.eventLoopUtilization(), time: performance.now() };
  await Promise.all(
    [...lengths].map(async ([id, length]) => {
      for (let seq = length; left-- > 0; seq++) {
        const began = performance.now();
        const row = { seat: 0, code: 'F.2', by: 'player', user: '1000', at: 1 } as const;
        if ((await commit(store, id, seq, [row], projection)) === 'conflict') throw new Error('A conflict.');
        latencies.push(performance.now() - began);
      }
    }),
  );
  const { active } = performance.eventLoopUtilization(from.loop);
  delay.disable();
  const spent = cpu() - from.cpu;
  return {
    main: active / COMMITS,
    cpu: spent / COMMITS,
    // A loop that has never turned has not looked at its delay either.
    stall: delay.count > 0 ? delay.max / 1e6 : performance.now() - from.time,
    latency: median(latencies),
  };
}

function logs(store: Store, count: number): { id: number; n: number }[] {
  const read = connectionOf(store).prepare<[number], { id: number; n: number }>(
    'SELECT id, (SELECT count(*) FROM actions WHERE match = id) AS n FROM matches ORDER BY id LIMIT ?',
  );
  return read.all(count);
}

/** The statements of a choice that others are waited for after, and of what its table then says. */
async function counted(): Promise<{ press: number; table: number }> {
  usePictures('blank');
  moduleOf('metrox').maps();
  let sent = 0;
  const store = openStore(':memory:', undefined, (sql) => {
    if (!/^(?:BEGIN|COMMIT)/.test(sql)) sent++;
  });
  try {
    await acquaint(store, 2);
    const stand = openStand(store);
    const id = await running(store, 2);
    stand.app.refresh(id);
    await stand.tables.settled();
    const code = some(await loaded(store, id), 0);
    const press = { ...origin('1000'), kind: 'press', customId: `play|${id}|1|${code}`, values: [] } as const;
    // A table is edited no more often than every two seconds.
    await sleep(2_500);
    sent = 0;
    await route(press).run({ ...stand.app, refresh: () => {} }, press);
    await new Promise((done) => setImmediate(done));
    const answered = sent;
    stand.app.refresh(id);
    await stand.tables.settled();
    await new Promise((done) => setImmediate(done));
    return { press: answered, table: sent };
  } finally {
    await store.close();
  }
}
