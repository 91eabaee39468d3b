import { type RESTOptions, Routes } from 'discord.js';
import { ticks as machine } from '../clock.ts';
import { createRest, hasToken, type Noting } from './rest.ts';

/** Whether Discord takes what is asked of it. */

/** The asking must not take longer than this, in milliseconds. */
const PATIENCE = 5_000;
/** A token that was refused is tried again after this (ms), and given up after that. */
const AGAIN = 10_000;
const LOST = 60_000;

type Request = RESTOptions['makeRequest'];

export interface Reach {
  /** A way of asking whose outcomes are noted. */
  noting(request: Request): Request;
  /**
   * Whether Discord answers. After a request that had no answer, or a fault of Discord's own, it is asked something light:
   * what has succeeded elsewhere meanwhile may be chance. So it is, now and then, where it has refused the token.
   */
  answers(): Promise<boolean>;
  /** Whether the token was refused when it was used last; one refusal may be chance. */
  refused(): boolean;
  /** Whether it was refused for so long, and again, that only a person can mend it. */
  lost(): boolean;
}

/**
 * `ticks`: the machine's own clock, see `clock.ts`. `first`: what else is noted of all requests, also of those that it makes
 * itself.
 */
export function createReach(
  api: string,
  token: string,
  ticks: () => number = machine,
  first: Noting = (request) => request,
): Reach {
  let doubtful = false;
  let refusedAt: number | undefined;
  let askedAt = -Infinity;
  const note = (status: number, withToken: boolean): void => {
    const fault = status === 0 || status >= 500;
    if (fault) doubtful = true;
    if (!withToken || fault || status === 429) return;
    refusedAt = status === 401 ? (refusedAt ?? ticks()) : undefined;
  };

  const noting: Noting = (request) => {
    const ask = first(request);
    return async (url, init) => {
      try {
        const response = await ask(url, init);
        note(response.status, hasToken(init));
        return response;
      } catch (error) {
        note(0, false);
        throw error;
      }
    };
  };
  const rest = createRest(api, token, noting, { timeout: PATIENCE, retries: 0 });
  return {
    noting,
    answers: async () => {
      if (refusedAt !== undefined && ticks() - askedAt >= AGAIN) {
        askedAt = ticks();
        await rest.get(Routes.user()).catch(() => {});
      }
      if (doubtful) {
        doubtful = false;
        // Any answer but a fault of its own will do, and that is noted as of all requests.
        await rest.get(Routes.gateway()).catch(() => {});
      }
      return !doubtful && refusedAt === undefined;
    },
    refused: () => refusedAt !== undefined,
    lost: () => refusedAt !== undefined && askedAt > refusedAt && ticks() - refusedAt >= LOST,
  };
}
