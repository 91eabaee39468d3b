import { DefaultRestOptions, DiscordAPIError, REST, type RESTOptions } from 'discord.js';

/** The ways over which requests go to Discord. */

/** Discord's code for too many edits of messages that are older than an hour. */
export const OLD_EDITS = 30046;

type Request = RESTOptions['makeRequest'];

/** What becomes of a request may be noted by whoever wants to know; see `reach.ts`. */
type Noting = (request: Request) => Request;
const unnoted: Noting = (request) => request;

/** For everything that is sent; shared by the gateway's client and `createOutbound`. */
export function createRest(api: string, token: string, noting = unnoted): REST {
  const makeRequest = patient(noting(DefaultRestOptions.makeRequest));
  return new REST({ version: '10', api, timeout: 15_000, retries: 2, makeRequest }).setToken(token);
}

/**
 * For first answers to interactions, which need no token: tries once, and not for long, so that there is time for
 * another try.
 */
export function createFirst(api: string, noting = unnoted): REST {
  const makeRequest = noting(DefaultRestOptions.makeRequest);
  return new REST({ version: '10', api, timeout: 1_200, retries: 0, makeRequest });
}

/**
 * A request as ever, but for two things. Where a message older than an hour was edited too often, the library would take
 * the refusal for a rate limit and try in silence until it works, while whoever asked could post a new message. And where
 * the other end closes a connection that was kept open just as it is used again, the library would give up: what can be
 * done twice is tried again.
 */
const patient: Noting = (request) => async (url, init) => {
  const response = await request(url, init).catch((error: Error) => {
    const cut = 'code' in error && error.code === 'UND_ERR_SOCKET' && init.method !== 'POST';
    // By this name the library knows what is worth another try.
    throw cut ? new Error('ECONNRESET', { cause: error }) : error;
  });
  if (response.status !== 429) return response;
  const said = await response.text();
  const body = parsed(said);
  if (body?.code === OLD_EDITS)
    throw new DiscordAPIError(body, OLD_EDITS, 429, init.method ?? 'PATCH', url, {
      body: undefined,
      files: undefined,
    });
  // It can be read only once.
  return new Response(said, { status: 429, headers: [...response.headers.entries()] as [string, string][] });
};

function parsed(said: string): { code: number; message: string } | undefined {
  try {
    const body = JSON.parse(said);
    return typeof body?.code === 'number' ? body : undefined;
  } catch {
    return undefined;
  }
}
