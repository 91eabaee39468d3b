import { DefaultRestOptions, REST, type RESTOptions, Routes } from 'discord.js';

/** Whether Discord takes what is asked of it. */

/** The asking must not take longer than this, in milliseconds. */
const PATIENCE = 5_000;

type Request = RESTOptions['makeRequest'];

export interface Reach {
  /** A way of asking whose outcomes are noted. */
  noting(request: Request): Request;
  /**
   * Whether Discord answers. After a request that had no answer, or a fault of Discord's own, it is asked something light:
   * what has succeeded elsewhere meanwhile may be chance.
   */
  answers(): Promise<boolean>;
}

export function createReach(api: string, token: string): Reach {
  let doubtful = false;
  const note = (status: number): void => {
    if (status === 0 || status >= 500) doubtful = true;
  };

  const noting =
    (request: Request): Request =>
    async (url, init) => {
      try {
        const response = await request(url, init);
        note(response.status);
        return response;
      } catch (error) {
        note(0);
        throw error;
      }
    };
  const makeRequest = noting(DefaultRestOptions.makeRequest);
  const rest = new REST({ version: '10', api, timeout: PATIENCE, retries: 0, makeRequest }).setToken(token);
  return {
    noting,
    answers: async () => {
      if (!doubtful) return true;
      doubtful = false;
      // Any answer but a fault of its own will do, and that is noted as of all requests.
      await rest.get(Routes.gateway()).catch(() => {});
      return !doubtful;
    },
  };
}
