import { vi } from 'vitest';

/**
 * Faked time. What a machine has to do in between (a file to read, a turn of the loop that a transaction waits for) takes
 * none of it, and as long as it takes: so nothing is looked at after a time, but when something has ended.
 */

/** A turn of the loop, in which no time passes. */
export const turn = (): Promise<void> => new Promise((done) => setImmediate(done));

/** Lets time pass, `step` ms at once, until something has ended; what it came to. */
export async function passing<T>(work: Promise<T>, step = 500): Promise<T> {
  let under = true;
  const end = (): void => {
    under = false;
  };
  work.then(end, end);
  while (under) {
    await turn();
    await vi.advanceTimersByTimeAsync(step);
  }
  return work;
}

/** Waits without letting time pass until something is so. */
export async function standing(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await turn();
}
