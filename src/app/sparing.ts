import { now } from '../clock.ts';
import { TOO_OLD } from './discorderror.ts';
import type { Outbound } from './outbound.ts';

/** As long no old message of a channel is edited where that was done too often. */
export const SPARED = 20_000;

/**
 * The same chat, but where messages of a channel that are older than an hour were edited too often (30046), further
 * edits there are refused without asking, until it may work again. For messages that can wait; those that cannot go by
 * `outbound` itself.
 */
export function sparing(outbound: Outbound): Outbound {
  const until = new Map<string, number>();
  return {
    ...outbound,
    async edit(channel, message, screen) {
      const left = (until.get(channel) ?? 0) - now();
      // A clock may be set back, too.
      if (left > 0 && left <= SPARED) return { ok: false, code: TOO_OLD, status: 429 };
      until.delete(channel);
      const done = await outbound.edit(channel, message, screen);
      if (!done.ok && done.code === TOO_OLD) until.set(channel, now() + SPARED);
      return done;
    },
  };
}
