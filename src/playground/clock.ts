import { readFileSync } from 'node:fs';

export type Clock = () => number;

/**
 * A clock in milliseconds since 1970: the real time plus the offset (milliseconds, a decimal number) that
 * `file` holds. The file is read at every use, so a test can move time while the program runs; no file, or
 * one without a number, is no offset.
 */
export function makeClock(file?: string): Clock {
  if (!file) return Date.now;
  return () => {
    try {
      const offset = Number(readFileSync(file, 'utf8').trim());
      return Date.now() + (Number.isFinite(offset) ? Math.trunc(offset) : 0);
    } catch {
      return Date.now();
    }
  };
}

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

/** Whether a text has the form of an id. */
export function isId(text: unknown): text is string {
  return typeof text === 'string' && /^\d{15,20}$/.test(text);
}
