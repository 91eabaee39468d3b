import { unlessAside } from '../app/aside.ts';
import { type App, isAbsent } from '../app/context.ts';
import { now } from '../clock.ts';
import { countFinished } from '../daily/count.ts';
import { closeExpired } from '../daily/runs.ts';
import { pauseLost } from '../match/ending.ts';
import { runningAway } from '../store/guilds.ts';
import { behind } from '../store/tables.ts';

/** Work that looks into the database again and again for what is due. */
export interface Job {
  /** Resolves when nothing of it is under way any more. */
  stop(): Promise<void>;
}

/** Does `work` at once and then again after each `every` milliseconds, one at a time. What it throws is logged. */
export function repeat(app: Pick<App, 'log'>, what: string, every: number, work: () => Promise<void>): Job {
  let under: Promise<void> | undefined;
  const look = (): void => {
    under ??= work()
      .catch((error) => app.log.error({ err: error }, `${what} failed`))
      .finally(() => {
        under = undefined;
      });
  };
  look();
  const timer = setInterval(look, every);
  return {
    stop: async () => {
      clearInterval(timer);
      await under;
    },
  };
}

/** Milliseconds from one look to the next. */
const REPAIRED = 2_000;
const COUNTED = 3_000;

/** Looks again and again for tables whose messages are behind their log, at start first of all. */
export const startRepairs = (app: App): Job =>
  repeat(app, 'looking for repairs', REPAIRED, async () => {
    // Nobody can play where the bot is not any more.
    for (const match of await runningAway(app.store))
      await unlessAside(app, () => pauseLost(app.store, match, now()));
    for (const match of await behind(app.store, now())) app.refresh(match);
  });

/**
 * Closes dailies that can no longer be gone on with, as they stand, and counts what has ended. None is closed while the
 * bot is away: it can be gone on with for as long as that lasts.
 */
export const startCounting = (app: App): Job =>
  repeat(app, 'closing and counting', COUNTED, async () => {
    if (isAbsent(app)) return;
    try {
      await closeExpired(app.store, now());
    } finally {
      await countFinished(app.store);
    }
  });
