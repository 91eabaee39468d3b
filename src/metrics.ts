import type { Logger } from 'pino';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { now, ticks } from './clock.ts';
import { CHANGES, KINDS, type Meter, OUTCOMES } from './discord/meter.ts';
import type { Checks, Page } from './health.ts';
import { DUE_KINDS, type Hears, SERVED } from './jobs/scheduler.ts';
import type { Wanted } from './painting.ts';
import { type Figures, figures, GAME_STATES } from './store/figures.ts';
import { type Key, type Store, SUBJECTS, type Writes } from './store/open.ts';

/**
 * What the bot tells of itself to Prometheus: all names stand here. None says anything of a person, a server or a match, and
 * every label has as few values as the program has words for it.
 */

/** Work that has been due for so long (ms) is late. */
const LATE = 30_000;
/** What is read from the database is told again for so long (ms), however often it is asked for. */
const LASTS = 5_000;

/** Of what Node can tell, what no name of Prometheus fits, and Node itself advises against. */
const NEEDLESS = ['handles', 'requests', 'resources'].flatMap((what) => [
  `nodejs_active_${what}`,
  `nodejs_active_${what}_total`,
]);

/** Upper bounds in seconds. Discord waits for three until something is acknowledged; one try takes 1.2. */
const ACKNOWLEDGED = [0.05, 0.1, 0.2, 0.4, 0.8, 1.2, 2, 2.5, 3, 5];
/** Nobody is answered after a quarter of an hour. */
const ANSWERED = [0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 30, 60, 300, 900];
const DRAWN = [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 15, 60];
const COMMITTED = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 10];
const REQUESTED = [0.05, 0.1, 0.2, 0.4, 0.8, 1.2, 2.5, 5, 15];
const BEGUN = [1, 2, 5, 10, 30, 60, 300, 900, 3600, 86_400];

/** What is asked for only when somebody looks. */
export interface Sources {
  readonly store: Store;
  readonly log: Pick<Logger, 'warn'>;
  /** Games that there are, by the names they have in the database. */
  readonly games: readonly string[];
  readonly checks: Checks;
  readonly connected: () => boolean;
  /** In ms; undefined where it is not known. */
  readonly latency: () => number | undefined;
  /** How many jobs each thread has been asked for and has not done. */
  readonly threads: Readonly<Record<string, () => number>>;
}

export interface Metrics {
  readonly meter: Meter;
  readonly writes: Writes;
  readonly served: Hears;
  /** A picture that was asked for is there, or could not be drawn, so long (ms) after. */
  drawn(wanted: Pick<Wanted, 'game' | 'what'>, ms: number, there: boolean): void;
  /** What Prometheus is told. To be asked for once. */
  page(sources: Sources): Page;
  /** The names of all, as they stand in queries but for the endings of histograms; complete once there is a page. */
  names(): string[];
}

const holds = (check: () => boolean): boolean => {
  try {
    return check();
  } catch {
    return false;
  }
};

/** Figures of this process, from now on. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const name of NEEDLESS) registry.removeSingleMetric(name);

  const counter = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = <L extends string>(name: string, help: string, buckets: number[], ...labelNames: L[]) =>
    new Histogram({ name, help, buckets, labelNames, registers });
  const gauge = <L extends string>(
    name: string,
    help: string,
    labelNames: L[],
    collect: (gauge: Gauge<L>) => void | Promise<void>,
  ) => {
    const made: Gauge<L> = new Gauge({ name, help, labelNames, registers, collect: () => collect(made) });
    return made;
  };

  const interactions = counter(
    'metrox_interactions_total',
    'Commands, presses and forms that came in, and what became of them.',
    ...(['kind', 'outcome'] as const),
  );
  for (const kind of KINDS) for (const outcome of OUTCOMES) interactions.inc({ kind, outcome }, 0);
  const acts = counter(
    'metrox_acts_total',
    'What was asked for: commands by their names, presses and forms by what they do.',
    ...(['kind', 'name'] as const),
  );
  const acknowledged = histogram(
    'metrox_acknowledgement_seconds',
    'From hearing a command or press to Discord having taken its first answer. Discord waits for three seconds.',
    ACKNOWLEDGED,
    'kind',
  );
  const answered = histogram(
    'metrox_answer_seconds',
    'From hearing a command or press to Discord having taken the whole answer.',
    ANSWERED,
    'kind',
  );
  const requests = counter(
    'metrox_rest_requests_total',
    'Requests to Discord, each try for itself; the status is 0 where there was no answer.',
    ...(['method', 'route', 'status'] as const),
  );
  const requested = histogram(
    'metrox_rest_request_seconds',
    'From sending a request to Discord to the beginning of its answer, or to giving up.',
    REQUESTED,
    ...(['method', 'route'] as const),
  );
  const changes = counter(
    'metrox_gateway_changes_total',
    'What became of the connection over which the bot hears Discord.',
    'change',
  );
  for (const change of CHANGES) changes.inc({ change }, 0);
  const undrawn = counter(
    'metrox_picture_failures_total',
    'Pictures that the thread which draws them could not draw; the log names them.',
  );
  const drawn = histogram(
    'metrox_picture_seconds',
    'From asking for a picture to its file, with the time that it waited for others.',
    DRAWN,
    ...(['game', 'picture'] as const),
  );
  const committed = histogram(
    'metrox_commit_seconds',
    'From asking for a change of the database to its being safe on disk, by what it is about.',
    COMMITTED,
    'about',
  );
  const failed = counter(
    'metrox_commit_failures_total',
    'Changes of the database of which nothing was done, since they failed.',
    'about',
  );
  for (const about of SUBJECTS) failed.inc({ about }, 0);
  const served = counter(
    'metrox_jobs_served_total',
    'Due work that was served, and what became of it.',
    ...(['kind', 'outcome'] as const),
  );
  for (const kind of DUE_KINDS) for (const outcome of SERVED) served.inc({ kind, outcome }, 0);
  const late = histogram(
    'metrox_job_delay_seconds',
    'From the time at which work was due to its being begun.',
    BEGUN,
    'kind',
  );

  function page(sources: Sources): Page {
    const { store, log, games, checks, connected, latency, threads } = sources;
    const look = lasting(LASTS, () => {
      const at = now();
      return figures(store, at, at - LATE);
    });
    let failing = false;
    /** Undefined: they cannot be read, as while the bot ends. Then nothing that was true earlier is told. */
    async function counted(): Promise<Figures | undefined> {
      try {
        const found = await look();
        failing = false;
        return found;
      } catch (error) {
        if (!failing) log.warn({ err: error }, 'games and due work cannot be counted');
        failing = true;
        return undefined;
      }
    }
    gauge('metrox_games', 'Games that are not over.', ['game', 'state'], async (gauge) => {
      const found = await counted();
      gauge.reset();
      if (!found) return;
      for (const game of games) for (const state of GAME_STATES) gauge.set({ game, state }, 0);
      for (const { game, state, count } of found.games) gauge.set({ game, state }, count);
    });
    const ended: Counter = new Counter({
      name: 'metrox_games_ended_total',
      help: 'Games that have come to an end since this database was made.',
      registers,
      collect: async () => {
        const found = await counted();
        if (!found) return ended.remove();
        ended.reset();
        ended.inc(found.ended);
      },
    });
    const jobs = (name: string, help: string, of: (one: Figures['jobs'][number]) => number) =>
      gauge(name, help, ['kind'], async (gauge) => {
        const found = await counted();
        gauge.reset();
        if (!found) return;
        for (const kind of DUE_KINDS) gauge.set({ kind }, 0);
        for (const one of found.jobs) gauge.set({ kind: one.kind }, of(one));
      });
    jobs('metrox_jobs_due', 'Work that is due and not done yet.', ({ due }) => due);
    jobs('metrox_jobs_late', 'Work that has been due for more than thirty seconds.', ({ late }) => late);
    jobs('metrox_jobs_oldest_seconds', 'For how long the oldest due work has been due.', ({ oldest }) =>
      Math.max(0, (now() - oldest) / 1000),
    );
    gauge('metrox_health', 'Whether a check of /healthz holds (1) or not (0).', ['check'], (gauge) => {
      for (const [check, look] of Object.entries(checks)) gauge.set({ check }, Number(holds(look)));
    });
    gauge('metrox_gateway_connected', 'Whether the bot hears Discord (1) or not (0).', [], (gauge) =>
      gauge.set(Number(connected())),
    );
    gauge(
      'metrox_gateway_latency_seconds',
      'How long the gateway took to answer the last heartbeat.',
      [],
      (gauge) => {
        const ms = latency();
        if (ms === undefined) gauge.remove();
        else gauge.set(ms / 1000);
      },
    );
    gauge(
      'metrox_thread_jobs',
      'What a thread has been asked for and has not done, such as pictures.',
      ['thread'],
      (gauge) => {
        for (const [thread, asked] of Object.entries(threads)) gauge.set({ thread }, asked());
      },
    );
    return async () => ({ type: registry.contentType, body: await registry.metrics() });
  }

  return {
    meter: {
      acknowledged: (kind, ms) => acknowledged.observe({ kind }, ms / 1000),
      answered: (kind, ms) => answered.observe({ kind }, ms / 1000),
      ended(kind, name, outcome) {
        interactions.inc({ kind, outcome });
        acts.inc({ kind, name });
      },
      requested(method, route, status, ms) {
        requests.inc({ method, route, status });
        requested.observe({ method, route }, ms / 1000);
      },
      changed: (change) => changes.inc({ change }),
    },
    writes: {
      committed: (about, ms) => committed.observe({ about: subject(about) }, ms / 1000),
      failed: (about) => failed.inc({ about: subject(about) }),
    },
    served(kind, outcome, ms) {
      served.inc({ kind, outcome });
      late.observe({ kind }, ms / 1000);
    },
    drawn({ game, what }, ms, there) {
      if (there) drawn.observe({ game, picture: what }, ms / 1000);
      else undrawn.inc();
    },
    page,
    names: () => registry.getMetricsAsArray().map(({ name }) => name),
  };
}

/** Of "match:7" only that it is a match. */
const subject = (about: Key): string => SUBJECTS.find((one) => about.startsWith(one)) ?? 'other';

/** The same answer for so long (ms), also to those who ask while it is on its way. What fails is asked anew. */
function lasting<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let at = -Infinity;
  let answer: Promise<T> | undefined;
  return () => {
    if (answer && ticks() - at < ms) return answer;
    const asked = ask();
    at = ticks();
    answer = asked;
    asked.catch(() => {
      if (answer === asked) answer = undefined;
    });
    return asked;
  };
}
