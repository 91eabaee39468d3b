import { type DestinationStream, type Logger, pino } from 'pino';

/**
 * The log: a JSON object a line, without secrets. Discord's errors carry the address they were sent to, and that of
 * an answer holds the interaction's token; what was in it is people's own.
 */
export function createLog(level: string, to?: DestinationStream): Logger {
  const secret = ['token', '*.token', 'err.url', 'err.requestBody', 'err.cause.url', 'err.headers'];
  return pino({ level, redact: secret }, to ?? pino.destination(1));
}
