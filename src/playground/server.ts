import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { makeClock, makeIds } from './clock.ts';
import { makeControl } from './control.ts';
import { openStore } from './db.ts';
import { makeFaults } from './faults.ts';
import { type Gateway, startGateway } from './gateway.ts';
import { type Entry, makeJournal } from './journal.ts';
import { makeLimits } from './limits.ts';
import { makePages } from './pages.ts';
import { isOwn } from './requests.ts';
import { type Api, makeApi } from './rest/api.ts';
import { addChannels } from './rest/channels.ts';
import { addGuilds } from './rest/guilds.ts';
import { addInteractions } from './rest/interactions.ts';
import { addThreads } from './rest/threads.ts';
import { PEOPLE, seed } from './seed.ts';
import { archiveIdle } from './threads.ts';
import { APPLICATION, type Audience, BOT_TOKEN, tokenOf, type World } from './world.ts';

export interface Options {
  /** 0 or none: any free port. */
  port?: number;
  /** The file of its own; `:memory:` (the default) for none. */
  file?: string;
  limits?: 'real' | 'off';
  /** A file with an offset of the clock in milliseconds. */
  clockFile?: string;
  /** Names of the people at the first start. */
  people?: readonly string[];
  /** Told of every event and of those who get it; spares a program in this process a socket for each person. */
  heard?: (event: string, data: object, to: Audience) => void;
}

export interface Discord {
  url: string;
  port: number;
  token: typeof BOT_TOKEN;
  /** What the bot asked after request number `n`, as `GET /_/requests` tells it. */
  requests(n: number): Entry[];
  close(): Promise<void>;
}

function makeWorld(options: Options): World {
  const store = openStore(options.file ?? ':memory:');
  const now = makeClock(options.clockFile);
  const id = makeIds(now);
  const world: World = {
    store,
    now,
    id,
    url: '',
    app: APPLICATION,
    revoked: new Set(),
    portal: {},
    closed: false,
    emit: () => {},
  };
  if (!store.people.get(APPLICATION)) seed(world, options.people ?? PEOPLE);
  store.prune(now());
  return world;
}

function makeApp(api: Api, gateway: Gateway): Hono {
  const { world } = api;
  const rest = makeApi(api);
  addChannels(rest, api);
  addThreads(rest, api);
  addGuilds(rest, api);
  addInteractions(rest, api);
  const app = new Hono();
  app.use('*', async (c, next) => {
    if (!isOwn(c.req.header('host'), c.req.header('origin'))) return c.text('Only for this machine.', 403);
    return next();
  });
  app.route('/', rest);
  app.route('/', makeControl(api, gateway));
  app.get('/people', (c) =>
    c.json(
      world.store.people
        .all()
        .filter((p) => !p.bot)
        .map((p) => ({
          id: p.id,
          username: p.username,
          global_name: p.global_name,
          locale: p.locale,
          token: tokenOf(p),
        })),
    ),
  );
  app.get('/attachments/:channel/:id/:name', (c) => {
    const file = world.store.files.get(c.req.param('id'));
    if (!file || file.channel_id !== c.req.param('channel') || file.filename !== c.req.param('name'))
      return c.text('This content is no longer available.', 404);
    return c.body(new Uint8Array(file.bytes), 200, {
      'content-type': file.content_type,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      // A file somebody uploaded must never run as a page of this address.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    });
  });
  app.route('/', makePages());
  app.notFound((c) => c.json({ message: '404: Not Found', code: 0 }, 404));
  return app;
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

/**
 * Starts the local Discord on 127.0.0.1. Rejects with EADDRINUSE when the port is taken, and with SQLite's
 * error when the file can't be opened. `close` ends all connections and closes the file.
 */
export async function startDiscord(options: Options = {}): Promise<Discord> {
  const world = makeWorld(options);
  const api: Api = {
    world,
    limits: makeLimits(options.limits ?? 'real'),
    faults: makeFaults(),
    journal: makeJournal(),
  };
  let app: Hono | undefined;
  const server = createAdaptorServer({
    fetch: (request, env) => (app as Hono).fetch(request, env),
  }) as Server;
  // A program that reuses a connection just as it is closed for idleness would see its request fail.
  server.keepAliveTimeout = 0;
  const gateway = startGateway(world, server);
  world.emit = (event, data, to) => {
    options.heard?.(event, data, to);
    gateway.emit(event, data, to);
  };
  app = makeApp(api, gateway);
  let port: number;
  try {
    port = await listen(server, options.port ?? 0);
  } catch (error) {
    world.closed = true;
    world.store.close();
    throw error;
  }
  world.url = `http://127.0.0.1:${port}`;
  const sweep = setInterval(() => archiveIdle(world), 2000).unref();
  return {
    url: world.url,
    port,
    token: BOT_TOKEN,
    requests: api.journal.since,
    close: () =>
      new Promise((resolve) => {
        world.closed = true;
        clearInterval(sweep);
        gateway.close();
        server.close(() => {
          world.store.close();
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
