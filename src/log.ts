import { createRequire } from 'node:module';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { PinoPretty } from 'pino-pretty';
import { hideSecrets } from './secrets.ts';
import { located } from './stacks.ts';

/** Errors of Discord carry what was sent: that is people's own. */
const PRIVATE: ReadonlySet<string> = new Set(['requestBody', 'headers']);

/**
 * The log: readable lines on a terminal, elsewhere a JSON object a line. Secrets are taken out of the finished line, since
 * errors hold them at any depth.
 */
export function createLog(level: string, to?: DestinationStream): Logger {
  return pino(
    { level, timestamp: pino.stdTimeFunctions.isoTime, hooks: { streamWrite: harmless } },
    to ?? (process.stdout.isTTY ? readable() : pino.destination(1)),
  );
}

/** What writes for people is loaded where people read. */
function readable(): DestinationStream {
  const pretty = createRequire(import.meta.url)('pino-pretty') as typeof PinoPretty;
  return pretty({
    destination: 1,
    sync: true,
    singleLine: true,
    ignore: 'pid,hostname',
    translateTime: false,
  });
}

function harmless(line: string): string {
  const kept: unknown = JSON.parse(line, (key, value) => (PRIVATE.has(key) ? undefined : value));
  return hideSecrets(located(`${JSON.stringify(kept)}\n`));
}
