import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';

let offsetFile: string | undefined;

/** Names the file that holds an offset in milliseconds, read at each use. Tests move time with it. */
export function useClockFile(file: string | undefined): void {
  offsetFile = file;
}

/** The only source of time: milliseconds since 1970. */
export function now(): number {
  return Date.now() + offset();
}

/**
 * The machine's own clock: milliseconds since some moment. Nobody can set it, and it goes on while the machine sleeps, so
 * it tells how long something took where `now` may have been moved meanwhile.
 */
export const ticks = (): number => uptime() * 1000;

function offset(): number {
  if (!offsetFile) return 0;
  try {
    return Number(readFileSync(offsetFile, 'utf8').trim()) || 0;
  } catch {
    return 0;
  }
}
