import {
  DefaultRestOptions,
  DefaultUserAgent,
  DiscordAPIError,
  HTTPError,
  REST,
  type RESTOptions,
} from 'discord.js';
import { formed } from './form.ts';
import { patience } from './patience.ts';

/** The ways over which requests go to Discord. */

/** Discord's code for too many edits of messages that are older than an hour. */
export const OLD_EDITS = 30046;

/** How long (ms) a first answer is waited for. */
const FIRST = 1_200;
/** Routes that nobody has asked for a while are forgotten so often (ms). */
const SWEEP = 60_000;

type Request = RESTOptions['makeRequest'];

/** What becomes of a request may be noted by whoever wants to know; see `reach.ts`. */
export type Noting = (request: Request) => Request;
const unnoted: Noting = (request) => request;

/** Whether a request brings the bot's token: answers to interactions go without. */
export const hasToken = ({ headers }: Parameters<Request>[1]): boolean =>
  // The library gives them by name.
  Object.keys(headers ?? {}).some((name) => name.toLowerCase() === 'authorization');

interface Manner {
  /** Of one try, in milliseconds. */
  readonly timeout?: number;
  readonly retries?: number;
  /** Routes, by how they begin, that are not waited for in silence where Discord is asked too often. */
  readonly rejectOnRateLimit?: string[];
  /** So many requests are sent in a second at most. */
  readonly perSecond?: number;
}

/** For everything that is sent with the bot's token. */
export function createRest(
  api: string,
  token: string,
  noting = unnoted,
  { timeout = 15_000, retries = 2, rejectOnRateLimit = ['/gateway'], perSecond = 50 }: Manner = {},
): REST {
  const rest = new REST({
    version: '10',
    api,
    timeout,
    retries,
    makeRequest: asking(noting),
    rejectOnRateLimit,
    globalRequestsPerSecond: perSecond,
  });
  return formed(rest.setToken(token));
}

/**
 * For what follows the first answer to an interaction, which needs no token. The limit of fifty requests a second that the
 * library keeps for all of a token's does not hold there: "Interaction endpoints are not bound to the bot's Global Rate
 * Limit" (https://docs.discord.com/developers/topics/rate-limits#global-rate-limit). Limits of a route do, and are kept.
 */
export function createAnswering(api: string, noting = unnoted): REST {
  return formed(
    new REST({
      version: '10',
      api,
      retries: 2,
      makeRequest: asking(noting),
      globalRequestsPerSecond: Number.POSITIVE_INFINITY,
      // Each interaction is a route of its own, and the library remembers them all until it looks through them.
      handlerSweepInterval: SWEEP,
    }),
  );
}

/** How requests are made, with what is to become of them noted. */
export const asking = (noting = unnoted): Request => patient(noting(DefaultRestOptions.makeRequest));

/** The connection for first answers: one request, and what Discord says to it. */
export type First = Pick<REST, 'post'>;

/**
 * For first answers to interactions, which need no token: each is asked once, and not for long, so that there is time for
 * another try. Nothing is queued, counted or remembered, as no limit is known there; a queue would only hold up what cannot
 * wait. Rejects as the library does.
 */
export function createFirst(api: string, noting = unnoted): First {
  const request = noting(DefaultRestOptions.makeRequest);
  return {
    async post(route, { body, query } = {}) {
      const asked = query?.toString();
      const url = `${api}/v10${route}${asked ? `?${asked}` : ''}`;
      const stop = new AbortController();
      const heard = patience(FIRST, () => stop.abort());
      try {
        const response = await request(url, {
          method: 'POST',
          headers: HEADERS,
          body: JSON.stringify(body),
          signal: stop.signal,
        });
        const { status } = response;
        if (status === 204) return undefined;
        const said = await response.text();
        if (response.ok) return said === '' ? undefined : JSON.parse(said);
        const sent = { body, files: undefined };
        const refusal = parsed(said);
        throw refusal && status < 500
          ? new DiscordAPIError(refusal, refusal.code, status, 'POST', url, sent)
          : new HTTPError(status, response.statusText, 'POST', url, sent);
      } finally {
        heard();
      }
    },
  };
}

const HEADERS = { 'Content-Type': 'application/json', 'User-Agent': DefaultUserAgent };

/**
 * A request as ever, but for four things. Where a message older than an hour was edited too often, the library would
 * take the refusal for a rate limit and try in silence until it works, while whoever asked could post a new message. Where
 * the token is refused, it would forget it for good, though one refusal may be chance. Where somebody before
 * Discord refuses what comes too often, and does not say for how long, it would ask again at once, for ever. And where the other end closes a
 * connection that was kept open just as it is used again, the library would give up: what can be done twice is tried again.
 */
const patient: Noting = (request) => async (url, init) => {
  const response = await request(url, init).catch((error: Error) => {
    const cut = 'code' in error && error.code === 'UND_ERR_SOCKET' && init.method !== 'POST';
    // By this name the library knows what is worth another try.
    throw cut ? new Error('ECONNRESET', { cause: error }) : error;
  });
  const { status } = response;
  const unauthorized = status === 401 && hasToken(init);
  if (status !== 429 && !unauthorized) return response;
  const said = await response.text();
  const body = parsed(said) ?? { code: 0, message: '' };
  if (body.code === OLD_EDITS || unauthorized)
    throw new DiscordAPIError(body, body.code, status, init.method ?? 'GET', url, {
      body: undefined,
      files: undefined,
    });
  if (!(Number(response.headers.get('retry-after')) > 0))
    throw new HTTPError(status, response.statusText, init.method ?? 'GET', url, {
      body: undefined,
      files: undefined,
    });
  // It can be read only once.
  return new Response(said, { status, headers: [...response.headers.entries()] as [string, string][] });
};

function parsed(said: string): { code: number; message: string } | undefined {
  try {
    const body = JSON.parse(said);
    return typeof body === 'object' && body !== null ? { ...body, code: Number(body.code) || 0 } : undefined;
  } catch {
    return undefined;
  }
}
