import { DefaultRestOptions, DiscordAPIError, HTTPError, REST, type RESTOptions } from 'discord.js';

/** The ways over which requests go to Discord. */

/** Discord's code for too many edits of messages that are older than an hour. */
export const OLD_EDITS = 30046;

type Request = RESTOptions['makeRequest'];

/** What becomes of a request may be noted by whoever wants to know; see `reach.ts`. */
type Noting = (request: Request) => Request;
const unnoted: Noting = (request) => request;

/** Whether a request brings the bot's token: answers to interactions go without. */
export function hasToken({ headers }: Parameters<Request>[1]): boolean {
  return new Headers(headers as ConstructorParameters<typeof Headers>[0]).has('authorization');
}

interface Manner {
  /** Of one try, in milliseconds. */
  readonly timeout?: number;
  readonly retries?: number;
  /** Routes, by how they begin, that are not waited for in silence where Discord is asked too often. */
  readonly rejectOnRateLimit?: string[];
}

/** For everything that is sent with the bot's token. */
export function createRest(
  api: string,
  token: string,
  noting = unnoted,
  { timeout = 15_000, retries = 2, rejectOnRateLimit = ['/gateway'] }: Manner = {},
): REST {
  const makeRequest = asking(noting);
  return new REST({ version: '10', api, timeout, retries, makeRequest, rejectOnRateLimit }).setToken(token);
}

/** How requests are made, with what is to become of them noted. */
export const asking = (noting = unnoted): Request => patient(noting(DefaultRestOptions.makeRequest));

/**
 * For first answers to interactions, which need no token: tries once, and not for long, so that there is time for
 * another try.
 */
export function createFirst(api: string, noting = unnoted): REST {
  const makeRequest = noting(DefaultRestOptions.makeRequest);
  return new REST({ version: '10', api, timeout: 1_200, retries: 0, makeRequest });
}

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
