import type { Clock } from './clock.ts';

const EPOCH = 1_420_070_400_000n;

/**
 * Discord's ids: milliseconds since 2015 in the upper 42 bits, a counter below; two calls never give the same
 * id.
 */
export function makeIds(now: Clock): () => string {
  // The counter never starts again, and begins at random: a moved clock may return to a moment lived through
  // before.
  let count = BigInt(Math.floor(Math.random() * 1024)) << 12n;
  return () => {
    count = (count + 1n) & 0x3fffffn;
    return String(((BigInt(now()) - EPOCH) << 22n) + count);
  };
}

/** The moment (ms since 1970) that an id was made. */
export function madeAt(id: string): number {
  return Number((BigInt(id) >> 22n) + EPOCH);
}

/** Whether a text has the form of an id. */
export function isId(text: unknown): text is string {
  return typeof text === 'string' && /^\d{15,20}$/.test(text);
}
