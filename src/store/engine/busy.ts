import { isBusy } from '../fault.ts';

/** Waiting for another process that holds the database. */

/** Milliseconds that a start waits for another process, which may be changing the tables of a large database. */
const PATIENCE = 30_000;
/** Milliseconds that what somebody waits for is tried. */
const PRESSING = 10_000;

/**
 * Runs `work`, which leaves nothing behind when the database is busy, until it is not; gives up after 10 seconds. `passes`:
 * whether what was thrown is worth another try.
 */
export async function whenFree<T>(
  work: () => T | Promise<T>,
  passes: (error: unknown) => boolean = isBusy,
): Promise<T> {
  const until = Date.now() + PRESSING;
  for (let pause = 5; ; pause = Math.min(pause * 2, 200)) {
    try {
      return await work();
    } catch (error) {
      if (!passes(error) || Date.now() > until) throw error;
      await new Promise((done) => setTimeout(done, pause * (0.5 + Math.random())));
    }
  }
}

/**
 * As `whenFree`, for a program that has nothing else to do yet. SQLite itself does not wait for everything: two that
 * turn WAL on at the same time, or set right what a crash left, are told at once that it is busy.
 */
export function patiently<T>(work: () => T): T {
  const until = Date.now() + PATIENCE;
  for (let pause = 5; ; pause = Math.min(pause * 2, 200)) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || Date.now() > until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause * (0.5 + Math.random()));
    }
  }
}
