import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type REST, type RESTOptions, Status } from 'discord.js';
import {
  type APIGuild,
  type APIInteraction,
  type APIUnavailableGuild,
  GatewayDispatchEvents,
  GatewayIntentBits,
  type GatewayReadyDispatchData,
} from 'discord-api-types/v10';
import { COMMANDS } from '../../commands/index.ts';
import type { Server } from '../app/channels.ts';
import type { App } from '../app/context.ts';
import { type Job, repeat } from '../jobs/job.ts';
import { CACHES } from './caches.ts';
import { bringCommands } from './commands.ts';
import { createGuilds } from './guilds.ts';
import { createInbound, type Inbound } from './inbound.ts';
import { askingFirst, closedFor, reachGateway, TOKEN_REFUSED, Unmendable } from './login.ts';
import type { Meter } from './meter.ts';
import { refusal } from './outbound.ts';
import { createAnswering, createFirst, type Noting } from './rest.ts';

/** Until commands that were refused are told again, in milliseconds. */
const AGAIN = 10_000;
/** A start waits no longer (ms) for Discord to take the commands: it may have them wait for minutes. */
const COMMANDS_WAIT = 5_000;
/** A gateway that says nothing for so long (ms) is told of. */
const SILENT = 15_000;

export interface Bot {
  readonly inbound: Inbound;
  /** Whether Discord can be heard at this moment. */
  connected(): boolean;
  /** How long (ms) the gateway took to answer the last heartbeat; undefined: it has answered none yet. */
  latency(): number | undefined;
  /** What the bot may do in a channel of a server; undefined where it sees no such channel. */
  rightsIn(guild: string, channel: string): bigint | undefined;
  /** A server as the gateway tells of it; undefined while it tells nothing, as in an outage. */
  serverOf(guild: string): Server | undefined;
  stop(): Promise<void>;
}

/**
 * A client that hears of servers, their channels and roles, once it is logged in. `ask` is called before each time that it
 * identifies itself.
 */
export const createClient = (
  api: string,
  makeRequest?: RESTOptions['makeRequest'],
  ask?: () => Promise<void>,
): Client =>
  new Client({
    intents: [GatewayIntentBits.Guilds],
    rest: { api, version: '10', ...(makeRequest ? { makeRequest } : {}) },
    ...(ask ? { ws: { buildIdentifyThrottler: askingFirst(ask) } } : {}),
    makeCache: CACHES,
  });

/** The ways to Discord. */
export interface Ways {
  readonly rest: REST;
  readonly api: string;
  readonly token: string;
  /** Makes a client for a login: none works twice. */
  readonly connect: () => Client;
  /** What becomes of requests is noted. */
  readonly noting?: Noting;
  readonly meter?: Meter;
  /** Called where Discord ends a connection for good. */
  readonly lost?: (why: Unmendable) => void;
}

/**
 * Logs in and answers interactions until `stop`; an outage of Discord is waited for. Rejects with `Unmendable` when Discord
 * does not take the token.
 */
export async function startBot(
  app: App,
  { rest, api, token, connect, noting, meter, lost }: Ways,
): Promise<Bot> {
  const lines = { rest: createAnswering(api, noting), first: createFirst(api, noting) };
  const guilds = createGuilds(app);
  let client: Client;
  const inbound = createInbound(app, lines, () => client.application?.id ?? '', COMMANDS, meter);

  /** What is heard over a connection. */
  function listen(): void {
    const troubled = (error: Error): void => {
      app.log.warn({ err: error }, 'the connection to Discord has trouble');
      meter?.changed('error');
    };
    client.on('error', troubled);
    client.on('shardError', troubled);
    client.on('shardDisconnect', ({ code }) => {
      app.log.warn({ code }, 'disconnected from Discord');
      meter?.changed('disconnected');
      lost?.(closedFor(code));
    });
    client.on('shardResume', () => {
      app.log.info('resumed');
      meter?.changed('resumed');
    });
    client.on('shardReady', () => meter?.changed('ready'));
    client.on('shardReconnecting', () => meter?.changed('reconnecting'));
    // The raw event is Discord's own JSON, which is all that is needed.
    client.ws.on(GatewayDispatchEvents.InteractionCreate, (interaction: APIInteraction) => {
      void inbound.handle(interaction);
    });
    client.ws.on(GatewayDispatchEvents.Ready, (ready: GatewayReadyDispatchData) => guilds.listed(ready));
    client.ws.on(GatewayDispatchEvents.GuildCreate, (guild: APIUnavailableGuild | APIGuild) =>
      guilds.there(guild),
    );
    client.ws.on(GatewayDispatchEvents.GuildUpdate, (guild: APIGuild) => guilds.changed(guild));
    client.ws.on(GatewayDispatchEvents.GuildDelete, (guild: APIUnavailableGuild) => guilds.left(guild));
  }

  /** Whether a login worked; else Discord has gone away since it was asked. */
  async function login(): Promise<boolean> {
    client = connect();
    listen();
    const ready = new Promise<void>((resolve) => client.once('clientReady', () => resolve()));
    const silent = setTimeout(
      () => app.log.warn({ api }, 'the gateway of Discord says nothing yet: waiting'),
      SILENT,
    );
    try {
      await client.login(token);
      await ready;
      return true;
    } catch (error) {
      if ((error as { code?: string }).code === 'TokenInvalid') throw new Unmendable(TOKEN_REFUSED);
      app.log.warn({ api, ...refusal(error) }, 'Discord could not be logged in to');
      return false;
    } finally {
      clearTimeout(silent);
    }
  }

  do await reachGateway(rest, api, app.log);
  while (!(await login()));
  const registering = await keepRegistering(app, rest, client!.application!.id);
  return {
    inbound,
    connected: () =>
      client.ws.shards.size > 0 && client.ws.shards.every(({ status }) => status === Status.Ready),
    latency: () => (client.ws.ping >= 0 ? client.ws.ping : undefined),
    rightsIn: (guild, channel) => {
      const me = client.guilds.cache.get(guild)?.members.me;
      const place = client.guilds.cache.get(guild)?.channels.cache.get(channel);
      return me ? place?.permissionsFor(me).bitfield : undefined;
    },
    serverOf: (guild) => {
      const server = client.guilds.cache.get(guild);
      if (!server?.available) return undefined;
      return {
        typeOf: (channel) => server.channels.cache.get(channel)?.type,
        hasRole: (role) => server.roles.cache.has(role),
      };
    },
    stop: async () => {
      client.ws.removeAllListeners(GatewayDispatchEvents.InteractionCreate);
      // What is under way of it may be cut off: the next start tells them again.
      void registering.stop();
      await inbound.settled();
      await guilds.settled();
      await client.destroy();
    },
  };
}

/**
 * Tells Discord the commands where it holds others; while it does not take them, again and again. Games go on meanwhile with the commands it
 * knows already.
 */
async function keepRegistering(app: App, rest: REST, application: string): Promise<Job> {
  let taken = false;
  let telling = false;
  async function tell(): Promise<void> {
    if (taken || telling) return;
    telling = true;
    try {
      const told = await bringCommands(rest, application);
      if (told > 0) app.log.info({ commands: told }, 'commands registered');
      taken = true;
    } catch (error) {
      app.log.warn({ err: error }, 'Discord did not take the commands; they are told again');
    } finally {
      telling = false;
    }
  }
  const stop = new AbortController();
  const late = sleep(COMMANDS_WAIT, true, { signal: stop.signal }).catch(() => false);
  if (await Promise.race([tell().then(() => false), late]))
    app.log.warn('Discord has not taken the commands yet; games go on meanwhile');
  stop.abort();
  return repeat(app, 'telling Discord the commands', AGAIN, tell);
}
