import type { App } from '../app/context.ts';
import { now } from '../clock.ts';
import { behind } from '../store/tables.ts';

const EVERY = 2_000;

/** Looks again and again for tables whose messages are behind their log, at start first of all. */
export function startRepairs(app: App): { stop(): void } {
  const look = (): void => {
    try {
      for (const match of behind(app.store, now())) app.refresh(match);
    } catch (error) {
      app.log.error({ err: error }, 'looking for repairs failed');
    }
  };
  look();
  const timer = setInterval(look, EVERY);
  return { stop: () => clearInterval(timer) };
}
