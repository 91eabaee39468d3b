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

/** A time of its own: it stands still while anything works, and then passes at once to what is set to come next. */
export interface Clock {
  /** In ms. */
  now(): number;
  /** Does something so many ms later; what takes that back. */
  after(ms: number, work: () => void): () => void;
  pause(ms: number): Promise<void>;
  /** So much time (ms) passes in which nobody does anything. */
  leap(ms: number): void;
  /** Lets time pass until something has ended; throws where nothing is to come that could end it. */
  run<T>(work: Promise<T>): Promise<T>;
}

/** Turns of the loop after which nobody works any more: transactions and files take some. */
const IDLE = 200;

export function openClock(start: number): Clock {
  let time = start;
  let count = 0;
  /** The next one is the last. */
  const coming: { readonly at: number; readonly n: number; work(): void }[] = [];
  const clock: Clock = {
    now: () => time,
    after(ms, work) {
      const one = { at: time + Math.max(0, ms), n: ++count, work };
      let [low, high] = [0, coming.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (coming[middle]!.at > one.at) low = middle + 1;
        else high = middle;
      }
      coming.splice(low, 0, one);
      return () => {
        const at = coming.indexOf(one);
        if (at >= 0) coming.splice(at, 1);
      };
    },
    pause: (ms) => new Promise((resolve) => void clock.after(ms, resolve)),
    leap(ms) {
      time += ms;
    },
    async run(work) {
      let under = true;
      const end = (): void => {
        under = false;
      };
      work.then(end, end);
      for (let idle = 0; under; idle++) {
        await turn();
        await turn();
        const next = under ? coming.pop() : undefined;
        if (next) {
          idle = 0;
          time = Math.max(time, next.at);
          next.work();
        } else if (idle > IDLE) throw new Error('Everybody waits, and nothing is to come.');
      }
      return work;
    },
  };
  return clock;
}
