import type { Entry } from '../../src/playground/journal.ts';
import type { Discord } from './discord.ts';

/** What went over the wire between the bot and Discord, as far as it is of interest afterwards. */

/** A request that was refused or spoiled. */
export interface Bad {
  readonly n: number;
  readonly at: number;
  readonly status: number;
  readonly code: number;
  readonly method: string;
  readonly path: string;
  readonly interaction?: string;
  /** By a fault that was asked for. */
  readonly asked: boolean;
  readonly response: unknown;
  /** What was malformed. */
  readonly body?: unknown;
  readonly hour: number;
}

export interface Rest {
  readonly requests: number;
  readonly bad: readonly Bad[];
  /** Errors of the players themselves. */
  readonly errors: string[];
  trouble(error: unknown): void;
  /** How many were refused for what the bot asked (401, 403, 404, 429). */
  refused(): number;
  take(): void;
  stop(): void;
}

const REFUSED = new Set([401, 403, 404, 429]);
const HOUR = 3_600_000;

export const isRefused = ({ status }: Pick<Bad, 'status'>): boolean => REFUSED.has(status);

const wasAsked = (entry: Entry): boolean =>
  entry.response === undefined ||
  String((entry.response as { message?: string }).message).startsWith('Asked for by a fault');

export function restOf(world: Discord): Rest {
  const bad: Bad[] = [];
  const errors: string[] = [];
  let requests = 0;
  const timer = setInterval(() => rest.take(), 1_000);
  const rest: Rest = {
    get requests() {
      return requests;
    },
    bad,
    errors,
    trouble: (error) =>
      void errors.push(error instanceof Error ? (error.stack ?? error.message) : String(error)),
    stop: () => clearInterval(timer),
    refused: () => bad.filter(isRefused).length,
    take() {
      for (const entry of world.requests()) {
        requests++;
        const { n, at, status = 0, method, path, interaction, response } = entry;
        if (status > 0 && status < 400) continue;
        const asked = wasAsked(entry);
        const code = Number((response as { code?: number } | undefined)?.code ?? 0);
        // By the bot's clock as it is now: this is called every few seconds.
        const hour = Math.floor(world.time() / HOUR);
        bad.push({
          n,
          at,
          status,
          code,
          method,
          path,
          asked,
          response,
          hour,
          ...(interaction ? { interaction } : {}),
          ...(code === 50035 ? { body: entry.body } : {}),
        });
      }
    },
  };
  return rest;
}
