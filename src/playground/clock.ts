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
