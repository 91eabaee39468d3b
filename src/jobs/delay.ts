import { type Histogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { App } from '../app/context.ts';
import { type Job, repeat } from './job.ts';

/** How long the loop was held up: meanwhile nobody is heard, and nothing is acknowledged. */

const EVERY = 60_000;
/** Between two looks at the loop, in ms. */
const RESOLUTION = 20;
/** Shorter delays (ms) are not worth a line. */
const LONG = 500;
/** Of a millisecond, in nanoseconds. */
const MS = 1_000_000;

/** Measures the delays of the loop, and tells in the log of each minute in which one was long. */
export function startDelays(app: Pick<App, 'log'>): Job {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION });
  delays.enable();
  const job = repeat(app, 'measuring delays', EVERY, async () => tellDelays(app, delays));
  return {
    stop: async () => {
      delays.disable();
      await job.stop();
    },
  };
}

/** Tells the longest of some delays (ns), if it was long, and begins anew. */
export function tellDelays({ log }: Pick<App, 'log'>, delays: Histogram): void {
  // The pause between two looks is part of what is measured.
  const [longest, p99] = [delays.max, delays.percentile(99)].map((ns) => Math.round(ns / MS - RESOLUTION));
  delays.reset();
  if (longest! >= LONG) log.warn({ longest, p99 }, 'the loop was held up: nobody was heard for so many ms');
}
