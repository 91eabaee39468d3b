import {
  type IIdentifyThrottler,
  RateLimitError,
  type REST,
  Routes,
  SimpleIdentifyThrottler,
} from 'discord.js';
import { GatewayCloseCodes, type RESTGetAPIGatewayBotResult } from 'discord-api-types/v10';
import type { Logger } from 'pino';
import { refusal } from './outbound.ts';

/** The way into Discord: what is waited for, and what only a person can mend. */

/** Something that no waiting mends; the message is one sentence that says what a person can do. */
export class Unmendable extends Error {}

/** Said where Discord does not take the token. */
export const TOKEN_REFUSED =
  'DISCORD_TOKEN is refused by Discord: it was reset, or never was one. Copy it anew from the developer portal (Bot → Reset Token).';

/** Pauses between tries (ms); the last one goes on. */
const PAUSES = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000];

/** No pause lasts longer (ms), whatever Discord says. */
const LONGEST = 24 * 3_600_000;

/** Close codes after which Discord takes no new connection, and what a person can do. */
const CLOSED: Readonly<Record<number, string>> = {
  [GatewayCloseCodes.AuthenticationFailed]: TOKEN_REFUSED,
  [GatewayCloseCodes.ShardingRequired]:
    'The bot is in more servers than Discord takes over one connection (2,500): it has to leave some.',
};

/** Why a connection that Discord closed with this code cannot be had again. */
export const closedFor = (code: number): Unmendable =>
  new Unmendable(
    CLOSED[code] ?? `Discord closed the connection for good (close code ${code}). Update the bot.`,
  );

/**
 * Resolves once Discord takes this token and another login, which is asked before each; an outage is waited for with
 * growing pauses. Throws `Unmendable` where the token is refused twice, or the address is not Discord's.
 */
export async function reachGateway(rest: REST, api: string, log: Pick<Logger, 'warn'>): Promise<void> {
  for (let tries = 0, refused = false; ; tries++) {
    const pause = await obstacle(rest, api);
    if (pause === undefined) return;
    // One refusal may be chance.
    if (pause.why.status === 401 && refused) throw new Unmendable(TOKEN_REFUSED);
    refused = pause.why.status === 401;
    const { why, after = PAUSES[Math.min(tries, PAUSES.length - 1)]! } = pause;
    if (!refused)
      log.warn({ api, seconds: Math.ceil(after / 1000), ...why }, 'Discord is not to be had: trying again');
    await new Promise((done) => setTimeout(done, Math.min(after, LONGEST)));
  }
}

/**
 * Has the library ask first, before each time that it identifies itself to the gateway, also after a connection was lost:
 * Discord counts those, and minds a token that it refuses.
 */
export const askingFirst =
  (ask: () => Promise<void>) =>
  async (gateway: {
    fetchGatewayInformation(): Promise<RESTGetAPIGatewayBotResult>;
  }): Promise<IIdentifyThrottler> => {
    const { session_start_limit: limit } = await gateway.fetchGatewayInformation();
    const inTurn = new SimpleIdentifyThrottler(limit.max_concurrency);
    return {
      async waitForIdentify(shard, signal) {
        await inTurn.waitForIdentify(shard, signal);
        await ask();
      },
    };
  };

interface Obstacle {
  readonly why: { readonly status?: number; readonly logins?: number };
  /** When it is over (ms from now), where Discord says so. */
  readonly after?: number;
}

async function obstacle(rest: REST, api: string): Promise<Obstacle | undefined> {
  let told: Partial<RESTGetAPIGatewayBotResult>;
  try {
    told = (await rest.get(Routes.gatewayBot())) as RESTGetAPIGatewayBotResult;
  } catch (error) {
    if (error instanceof RateLimitError)
      return { why: { status: 429 }, after: Math.max(PAUSES[0]!, error.retryAfter) };
    const { status } = refusal(error);
    // Whoever is asked too often, or not liked for a while, refuses so, too.
    if (status >= 400 && status < 500 && ![401, 403, 429].includes(status)) throw strange(api, status);
    return { why: { status } };
  }
  if (typeof told?.url !== 'string') throw strange(api, 200);
  const limit = told.session_start_limit;
  return limit && limit.remaining <= 0 ? { why: { logins: 0 }, after: limit.reset_after } : undefined;
}

const strange = (api: string, status: number): Unmendable =>
  new Unmendable(`DISCORD_API ${api} does not answer as Discord does (${status}). Is the address right?`);
