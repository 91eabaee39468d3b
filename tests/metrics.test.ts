import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createMetrics, type Metrics, type Sources } from '../src/metrics.ts';
import { putAside } from '../src/store/aside.ts';
import { setJob } from '../src/store/jobs.ts';
import type { Store } from '../src/store/open.ts';
import { change } from './lib/rows.ts';
import { AT, lobbyOf, peopled, running } from './match/people.ts';

/** What Prometheus is told, and the dashboard that shows it. */

/** Of what Node tells of itself, what no panel shows: detail for whoever looks for something. */
const LEFT_OUT = [
  'process_cpu_seconds_total',
  'process_virtual_memory_bytes',
  'process_heap_bytes',
  'nodejs_eventloop_lag_seconds',
  'nodejs_eventloop_lag_min_seconds',
  'nodejs_eventloop_lag_mean_seconds',
  'nodejs_eventloop_lag_stddev_seconds',
  'nodejs_eventloop_lag_p50_seconds',
  'nodejs_eventloop_lag_p90_seconds',
  'nodejs_heap_size_total_bytes',
  'nodejs_heap_space_size_total_bytes',
  'nodejs_heap_space_size_used_bytes',
  'nodejs_heap_space_size_available_bytes',
  'nodejs_version_info',
];

let store: Store;
let metrics: Metrics;
let sources: Sources;
const warned: unknown[] = [];
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(AT);
  store = await peopled(3);
  metrics = createMetrics();
  warned.splice(0);
  sources = {
    store,
    log: { warn: (about: unknown) => void warned.push(about) },
    games: ['metrox', 'metro'],
    checks: {
      heartbeat: () => true,
      gateway: () => {
        throw new Error('gone');
      },
      rest: () => false,
    },
    connected: () => true,
    latency: () => 42,
    threads: { painter: () => 3 },
  };
});
afterEach(() => vi.useRealTimers());

/** The lines of metrics whose names begin so, without help. */
async function told(page: ReturnType<Metrics['page']>, ...names: string[]): Promise<string[]> {
  const { body } = await page();
  return body.split('\n').filter((line) => names.some((name) => line.startsWith(name)));
}

describe('what is counted', () => {
  test('commands and presses, with times in seconds', async () => {
    metrics.meter.acknowledged('button', 250);
    metrics.meter.answered('button', 2500);
    metrics.meter.ended('button', 'join', 'answered');
    metrics.meter.ended('button', 'join', 'answered');
    const page = metrics.page(sources);
    expect(await told(page, 'metrox_acts')).toEqual(['metrox_acts_total{kind="button",name="join"} 2']);
    // What has not happened yet is told, too: else the first time would be no rise.
    const [answered, failed] = ['answered', 'failed'].map(
      (outcome) => `metrox_interactions_total{kind="button",outcome="${outcome}"}`,
    );
    expect(await told(page, answered!, failed!)).toEqual([`${answered} 2`, `${failed} 0`]);
    expect(await told(page, 'metrox_acknowledgement_seconds_sum', 'metrox_answer_seconds_sum')).toEqual([
      'metrox_acknowledgement_seconds_sum{kind="button"} 0.25',
      'metrox_answer_seconds_sum{kind="button"} 2.5',
    ]);
    // Discord's own limit is a bound, so that what is beyond it can be told exactly.
    expect(await told(page, 'metrox_acknowledgement_seconds_bucket{le="3"')).toEqual([
      'metrox_acknowledgement_seconds_bucket{le="3",kind="button"} 1',
    ]);
  });

  test('requests, pictures, commits and due work', async () => {
    metrics.meter.requested('PATCH', '/channels/:id/messages/:id', 429, 120);
    metrics.drawn({ game: 'metrox', what: 'table' }, 80, true);
    metrics.drawn({ game: 'metrox', what: 'table' }, 5, false);
    metrics.writes.committed('match:123456789', 4);
    metrics.writes.failed('player:987654321');
    metrics.writes.committed('standings', 4);
    metrics.served('remind', 'later', 1500);
    const { body } = await metrics.page(sources)();
    for (const line of [
      'metrox_rest_requests_total{method="PATCH",route="/channels/:id/messages/:id",status="429"} 1',
      'metrox_rest_request_seconds_sum{method="PATCH",route="/channels/:id/messages/:id"} 0.12',
      'metrox_picture_failures_total 1',
      'metrox_picture_seconds_count{game="metrox",picture="table"} 1',
      'metrox_commit_seconds_sum{about="match"} 0.004',
      'metrox_commit_seconds_count{about="standings"} 1',
      'metrox_commit_failures_total{about="player"} 1',
      'metrox_commit_failures_total{about="jobs"} 0',
      'metrox_jobs_served_total{kind="remind",outcome="later"} 1',
      'metrox_job_delay_seconds_sum{kind="remind"} 1.5',
    ])
      expect(body.split('\n')).toContain(line);
    // No id of anybody or anything.
    expect(body).not.toMatch(/123456789|987654321/);
  });

  test('changes of the connection, of each kind from the beginning', async () => {
    metrics.meter.changed('resumed');
    expect(await told(metrics.page(sources), 'metrox_gateway_changes')).toEqual([
      'metrox_gateway_changes_total{change="ready"} 0',
      'metrox_gateway_changes_total{change="resumed"} 1',
      'metrox_gateway_changes_total{change="reconnecting"} 0',
      'metrox_gateway_changes_total{change="disconnected"} 0',
      'metrox_gateway_changes_total{change="error"} 0',
    ]);
  });
});

describe('what is looked at when somebody asks', () => {
  test('the gateway, checks and threads', async () => {
    expect(await told(metrics.page(sources), 'metrox_gateway_', 'metrox_health', 'metrox_thread')).toEqual(
      expect.arrayContaining([
        'metrox_gateway_connected 1',
        'metrox_gateway_latency_seconds 0.042',
        'metrox_health{check="heartbeat"} 1',
        'metrox_health{check="gateway"} 0',
        'metrox_health{check="rest"} 0',
        'metrox_thread_jobs{thread="painter"} 3',
      ]),
    );
  });

  test('a latency that is not known is not told', async () => {
    const page = metrics.page({ ...sources, latency: () => undefined });
    expect(await told(page, 'metrox_gateway_latency')).toEqual([]);
  });

  test('games by state, those that there are none of, too; due and late work', async () => {
    await lobbyOf(store, 1);
    const aside = await running(store, 2);
    await putAside(store, aside, AT);
    await change(store, 'DELETE FROM jobs');
    await setJob(store, { kind: 'digest', subject: 'x', key: 'x', due: AT - 60_000 });
    await setJob(store, { kind: 'digest', subject: 'y', key: 'x', due: AT - 29_000 });
    const page = metrics.page(sources);
    expect(await told(page, 'metrox_games')).toEqual([
      'metrox_games{game="metrox",state="lobby"} 1',
      'metrox_games{game="metrox",state="running"} 0',
      'metrox_games{game="metrox",state="paused"} 0',
      'metrox_games{game="metrox",state="aside"} 1',
      'metrox_games{game="metro",state="lobby"} 0',
      'metrox_games{game="metro",state="running"} 0',
      'metrox_games{game="metro",state="paused"} 0',
      'metrox_games{game="metro",state="aside"} 0',
      'metrox_games_ended_total 0',
    ]);
    const jobs = ['due', 'late', 'oldest_seconds'].map((what) => `metrox_jobs_${what}`);
    const kinds = jobs.flatMap((name) => ['digest', 'remind'].map((kind) => `${name}{kind="${kind}"}`));
    expect((await told(page, ...kinds)).sort()).toEqual([
      'metrox_jobs_due{kind="digest"} 2',
      'metrox_jobs_due{kind="remind"} 0',
      'metrox_jobs_late{kind="digest"} 1',
      'metrox_jobs_late{kind="remind"} 0',
      'metrox_jobs_oldest_seconds{kind="digest"} 60',
      'metrox_jobs_oldest_seconds{kind="remind"} 0',
    ]);
  });

  test('one reading is for all that asks within seconds', async () => {
    let reads = 0;
    const read: Store['read'] = (work) => {
      reads++;
      return store.read(work);
    };
    const page = metrics.page({ ...sources, store: { ...store, read } });
    await Promise.all([page(), page()]);
    await page();
    expect(reads).toBe(1);
  });

  test('where the database cannot be read all else is told, nothing old of it, and that is logged once', async () => {
    let broken = true;
    const read: Store['read'] = (work) => (broken ? Promise.reject(new Error('closed')) : store.read(work));
    const page = metrics.page({ ...sources, store: { ...store, read } });
    for (let i = 0; i < 2; i++) {
      expect(await told(page, 'metrox_games', 'metrox_jobs_due')).toEqual([]);
      expect(await told(page, 'metrox_gateway_connected')).toEqual(['metrox_gateway_connected 1']);
    }
    expect(warned).toHaveLength(1);
    broken = false;
    expect(await told(page, 'metrox_games_ended_total')).toEqual(['metrox_games_ended_total 0']);
  });
});

describe('names', () => {
  /** What its type promises: counters end in "total", what is measured in a unit names it. */
  test('are as Prometheus has them, each with a sentence', async () => {
    const { body, type } = await metrics.page(sources)();
    expect(type).toMatch(/^text\/plain; version=0\.0\.4/);
    const own = metrics.names().filter((name) => name.startsWith('metrox_'));
    expect(own.length).toBeGreaterThan(15);
    for (const name of own) {
      const kind = new RegExp(`^# TYPE ${name} (\\w+)$`, 'm').exec(body)?.[1];
      const help = new RegExp(`^# HELP ${name} (.+)$`, 'm').exec(body)?.[1];
      expect(name).toMatch(/^metrox_[a-z]+(?:_[a-z]+)*$/);
      expect(name.endsWith('_total'), name).toBe(kind === 'counter');
      if (kind === 'histogram') expect(name).toMatch(/_seconds$/);
      expect(help, name).toMatch(/^[A-Z].*\.$/);
    }
  });

  test('of the dashboard are those that there are; those that it leaves out are named here', async () => {
    metrics.page(sources);
    const dashboard = readFileSync(new URL('../docs/grafana.json', import.meta.url), 'utf8');
    const shown = new Set(
      [...dashboard.matchAll(/\b(?:metrox|process|nodejs)_[a-z0-9_]+/g)].map(([name]) =>
        name.replace(/(?<=_seconds)_(?:bucket|count|sum)$/, ''),
      ),
    );
    const names = metrics.names();
    expect([...shown].filter((name) => !names.includes(name))).toEqual([]);
    const missing = names.filter((name) => !shown.has(name));
    // The system decides whether there are these.
    expect(missing.filter((name) => !LEFT_OUT.includes(name))).toEqual([]);
    expect(LEFT_OUT.filter((name) => shown.has(name))).toEqual([]);
    expect(missing.filter((name) => name.startsWith('metrox_'))).toEqual([]);
  });
});

describe('the dashboard', () => {
  interface Panel {
    readonly id: number;
    readonly type: string;
    readonly title: string;
    readonly datasource?: unknown;
    readonly gridPos: { readonly h: number; readonly w: number; readonly x: number; readonly y: number };
    readonly targets?: readonly { readonly datasource: unknown; readonly expr: string }[];
  }
  const dashboard = JSON.parse(
    readFileSync(new URL('../docs/grafana.json', import.meta.url), 'utf8'),
  ) as Record<string, unknown> & { panels: Panel[] };

  test('asks for its source of data when it is imported, and for nothing else', () => {
    expect(dashboard.__inputs).toMatchObject([
      { name: 'DS_PROMETHEUS', type: 'datasource', pluginId: 'prometheus' },
    ]);
    expect([dashboard.id, dashboard.title]).toEqual([null, 'metrox']);
    const source = { type: 'prometheus', uid: `\${${'DS_PROMETHEUS'}}` };
    const asking = dashboard.panels.filter(({ type }) => type !== 'row');
    expect(asking.length).toBeGreaterThan(20);
    for (const { datasource, targets, title } of asking) {
      expect(datasource, title).toEqual(source);
      expect(targets!.map((one) => one.datasource)).toEqual(targets!.map(() => source));
    }
  });

  test('has panels that do not overlap, each with a number of its own', () => {
    const { panels } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const taken = panels.flatMap(({ gridPos: { h, w, x, y } }) => {
      expect(x + w).toBeLessThanOrEqual(24);
      return Array.from({ length: h * w }, (_, i) => `${x + (i % w)} ${y + Math.floor(i / w)}`);
    });
    expect(new Set(taken).size).toBe(taken.length);
  });
});
