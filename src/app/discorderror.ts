import type { Sent } from './outbound.ts';

/** What Discord refuses, and whether it will later. */

/** A refusal by Discord on the way; the rest waits until it may be tried again. */
export class DiscordError extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`Discord refused (${code}).`);
    this.code = code;
  }
}

/** The channel or thread is not there any more. */
export const UNKNOWN_CHANNEL = 10003;

/** The message is not there any more. */
export const UNKNOWN_MESSAGE = 10008;

/** Messages older than an hour were edited too often lately. It passes by itself. */
export const TOO_OLD = 30046;

/** Direct messages were opened with too many people lately. It passes by itself. */
const TOO_FAST = 40003;

/** A refusal with a reason of Discord's, which only people can take away. */
export const lasting = (code: number): boolean => code >= 10_000 && code !== TOO_OLD && code !== TOO_FAST;

/** No answer, or one that may be another in a moment. */
export const passing = (sent: { readonly code: number; readonly status: number }): boolean =>
  [0, 401, 429].includes(sent.status) || sent.status >= 500 || sent.code === TOO_FAST;

/** What was sent, or `DiscordError`. */
export function expect<T>(sent: Sent<T>): T {
  if (!sent.ok) throw new DiscordError(sent.code);
  return sent;
}
