import type { Clock } from './clock.ts';

const EPOCH = 1_420_070_400_000n;

/** Discord's ids: milliseconds since 2015 in the upper 42 bits, a counter below; two calls never give the same id. */
export function makeIds(now: Clock): () => string {
  let last = 0n;
  let count = 0n;
  // Starting the counter at random keeps ids apart when a moved clock returns to a moment lived through by an earlier process.
  const start = BigInt(Math.floor(Math.random() * 1024)) << 12n;
  return () => {
    const ms = BigInt(now()) - EPOCH;
    count = ms === last ? count + 1n : 0n;
    last = ms;
    return String((ms << 22n) + ((start + count) & 0x3fffffn));
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
