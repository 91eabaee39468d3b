import { takeBackAside } from './app/aside.ts';
import type { App } from './app/context.ts';
import { createTables } from './app/tables.ts';
import { now, ticks, useClockFile } from './clock.ts';
import { type Config, loadBotConfig, PLAYGROUND } from './config.ts';
import { reachGateway, TOKEN_REFUSED, Unmendable } from './discord/login.ts';
import { createMembers } from './discord/members.ts';
import { createOutbound } from './discord/outbound.ts';
import { createPlaces } from './discord/places.ts';
import { type Playground, startPlayground } from './discord/playground.ts';
import { createReach } from './discord/reach.ts';
import { asking, createRest, type Noting } from './discord/rest.ts';
import { type Bot, createClient, startBot } from './discord/start.ts';
import { measured } from './discord/traffic.ts';
import { CONFIG } from './exit.ts';
import { type Health, startHealth } from './health.ts';
import { startAnnouncements } from './jobs/announce.ts';
import { startDelays } from './jobs/delay.ts';
import { startFolding } from './jobs/folding.ts';
import { createHeartbeat, startHeartbeat } from './jobs/heartbeat.ts';
import { type Job, repeat, startCounting, startRepairs } from './jobs/job.ts';
import { startPars } from './jobs/par.ts';
import { startPurge } from './jobs/purge.ts';
import { startScheduler } from './jobs/scheduler.ts';
import { createLog } from './log.ts';
import type { Par } from './match/par.ts';
import type { Loss } from './match/review.ts';
import { think } from './match/thinking.ts';
import type { Metrics } from './metrics.ts';
import { MODULES } from './modules.ts';
import { type PaintJob, painting } from './painting.ts';
import { DatabaseFault } from './store/fault.ts';
import { noteStart } from './store/heartbeat.ts';
import { settle } from './store/move.ts';
import { called, openServer, openStore, type Store, type Writes } from './store/open.ts';
import { createThread, type Thread } from './threads.ts';

/** Milliseconds that the end waits for what is under way. What then remains is taken up at the next start. */
const PATIENCE = 8_000;
/** Where more than so many computers are to think, nothing is worked out that may be left. */
const THOUGHTS = 2;
/** Between two looks at whether Discord still takes the token, in milliseconds. */
const WATCH = 5_000;

/**
 * The only wiring: config, store, app, Discord or the playground, jobs. Rejects with a `ConfigError` or a `MapError` where a
 * person can mend it.
 */
export async function main(): Promise<void> {
  const config = loadBotConfig();
  if (!config.token) console.log(PLAYGROUND);
  useClockFile(config.clockFile);
  const log = createLog(config.logLevel);
  // A promise that nobody waited for must not end everybody's games.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'an unhandled rejection'));
  if (config.unknown.length > 0)
    log.warn({ variables: config.unknown.join(', ') }, 'the bot knows no such variables');
  for (const module of MODULES) module.maps();
  // Where nobody asks for figures, not even what makes them is loaded.
  const metrics = config.metrics ? (await import('./metrics.ts')).createMetrics() : undefined;
  const store = await openDatabase(config, metrics?.writes);
  // Where it cannot be noted now, the first heartbeat notes it.
  await noteStart(store, now()).catch((error) => log.warn({ err: error }, 'the start could not be noted'));
  let playground: Playground | undefined;
  let { token, api } = config;
  if (!token) {
    playground = await startPlayground(config);
    token = playground.token;
    api = playground.api;
  }
  const timed: Noting = (request) => (metrics ? measured(request, metrics.meter) : request);
  const reach = createReach(api, token, ticks, timed);
  const rest = createRest(api, token, reach.noting);
  const { end: endThinker, asked, ...thinker } = startThinker(log);
  const outbound = createOutbound(rest, log);
  let bot: Bot | undefined;
  let client: ReturnType<typeof createClient> | undefined;
  const connect = () => (client = createClient(api, asking(reach.noting), admitted));
  const rightsIn: App['rightsIn'] = (guild, channel) => bot?.rightsIn(guild, channel);
  const memberOf = createMembers(rest);
  const places = createPlaces(rest, (guild) => client?.guilds.cache.get(guild));
  const tables = createTables({ store, outbound, log, places });
  const heartbeat = createHeartbeat(
    { store, log },
    { connected: () => bot?.connected() === true, answers: reach.answers },
  );
  const app: App = {
    store,
    outbound,
    log,
    refresh: tables.refresh,
    rightsIn,
    serverOf: (guild) => bot?.serverOf(guild),
    memberOf,
    places,
    ...thinker,
    here: heartbeat.here,
    isBusy: () => bot?.inbound.isBusy() === true || asked() > THOUGHTS,
  };
  const jobs: Job[] = [];
  let health: Health | undefined;
  let stopping = false;
  const painter = startPainter(log, () => stopping, metrics?.drawn);
  const stop = async (code = 0): Promise<void> => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(code), PATIENCE).unref();
    await heartbeat.end();
    // Nothing new is taken from here on; what began is finished, and what it leads to after it.
    await Promise.all([bot?.stop(), ...jobs.map((job) => job.stop())]);
    await tables.settled();
    await playground?.stop();
    await Promise.all([painter.end(), endThinker()]);
    await health?.stop();
    await store.close();
    process.exit(code);
  };
  /** Ends with one line on what only a person can mend. */
  const lost = (why: Unmendable): void => {
    if (!stopping) console.error(why.message);
    void stop(CONFIG);
  };
  async function admitted(): Promise<void> {
    try {
      await reachGateway(rest, api, log);
    } catch (error) {
      if (error instanceof Unmendable) lost(error);
      throw error;
    }
  }
  if (config.healthPort !== undefined) {
    const checks = {
      heartbeat: () => !stopping && heartbeat.fresh(),
      gateway: () => !stopping && bot?.connected() === true,
      rest: () => !reach.refused(),
    };
    const page = metrics?.page({
      store,
      log,
      games: MODULES.map(({ rules }) => rules.id),
      checks,
      connected: () => bot?.connected() === true,
      latency: () => bot?.latency(),
      threads: { painter: painter.asked, thinker: asked },
    });
    const address = config.metricsAddress;
    const pages = page && { '/metrics': page };
    health = await startHealth(config.healthPort, checks, log, { address, pages }).catch((error: Error) =>
      fail(
        `${metrics ? 'METRICS_PORT' : 'HEALTH_PORT'} ${config.healthPort} cannot be used: ${error.message}`,
      ),
    );
    const told = metrics
      ? 'health is told at /healthz, and figures at /metrics'
      : 'health is told at /healthz';
    log.info({ address, port: health.port }, told);
  }
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
  await takeBackAside(app);
  try {
    bot = await startBot(app, {
      rest,
      api,
      token,
      connect,
      noting: reach.noting,
      meter: metrics?.meter,
      lost,
    });
  } catch (error) {
    if (!(error instanceof Unmendable)) throw error;
    return lost(error);
  }
  // Before anything is served that is due: how long the bot was away.
  await heartbeat.look();
  jobs.push(
    startHeartbeat(app, heartbeat),
    startDelays(app),
    repeat(app, 'watching the token', WATCH, async () => {
      if (reach.lost()) lost(new Unmendable(TOKEN_REFUSED));
    }),
  );
  jobs.push(
    startRepairs(app),
    startAnnouncements(app),
    startPurge(app),
    startFolding(app),
    startPars(app),
    startCounting(app),
    startScheduler(app, metrics?.served),
  );
  if (playground) console.log(`Playground: ${playground.url}  (Ctrl+C ends it)`);
  else log.info({ api }, 'ready');
}

/** Has pictures drawn in a thread of its own. What cannot be drawn there is drawn here. */
function startPainter(log: App['log'], stopping: () => boolean, drawn?: Metrics['drawn']): Thread {
  const thread = createThread();
  if (!thread.able()) return thread;
  painting.paint = async (wanted) => {
    const asked = performance.now();
    try {
      const file = await thread.ask<Uint8Array>({ paint: wanted } satisfies PaintJob);
      drawn?.(wanted, performance.now() - asked, true);
      return file;
    } catch (error) {
      if (!stopping()) log.warn({ err: error, what: wanted.what }, 'a picture was not drawn in its thread');
      if (!thread.able()) painting.paint = undefined;
      drawn?.(wanted, performance.now() - asked, false);
      throw error;
    }
  };
  return thread;
}

/** Has computers think in a thread of their own, which draws no pictures meanwhile; where there is none, here. */
function startThinker(
  log: App['log'],
): Pick<App, 'think' | 'review' | 'workOut'> & Pick<Thread, 'asked' | 'end'> {
  const thread = createThread();
  return {
    think: (thought) =>
      (thread.able() ? thread.ask<string>({ think: thought }) : think(thought)).catch((error) => {
        // Whatever is wrong with a strong player or with the thread, nobody's table waits for it for ever.
        log.error(
          { err: error, game: thought.game, strength: thought.strength },
          'a computer could not think',
        );
        return think({ ...thought, strength: 'easy' });
      }),
    // A par takes seconds: without a thread nobody has one.
    ...(thread.able() && {
      review: (review) => thread.ask<Loss[]>({ review }),
      workOut: (par) => thread.ask<Par>({ par }),
    }),
    asked: thread.asked,
    end: thread.end,
  };
}

async function openDatabase(
  { databaseFile, databaseUrl }: Config,
  writes: Writes | undefined,
): Promise<Store> {
  try {
    const store =
      databaseUrl === undefined
        ? openStore(databaseFile, undefined, undefined, writes)
        : await openServer(databaseUrl, { writes });
    await settle(store, databaseUrl === undefined ? databaseFile : called(databaseUrl));
    return store;
  } catch (error) {
    if (!(error instanceof DatabaseFault)) throw error;
    console.error(error.message);
    process.exit(error.passing ? 1 : CONFIG);
  }
}

function fail(line: string): never {
  console.error(line);
  process.exit(CONFIG);
}
