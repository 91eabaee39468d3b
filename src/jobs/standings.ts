import { type App, isAbsent } from '../app/context.ts';
import { now } from '../clock.ts';
import { countFinished } from '../daily/count.ts';
import { closeExpired } from '../daily/runs.ts';
import { type Job, repeat } from './job.ts';

/**
 * Closes dailies that can no longer be gone on with, as they stand, and counts what has ended. None is closed while the
 * bot is away: it can be gone on with for as long as that lasts.
 */

const EVERY = 3_000;

export const startStandings = (app: App): Job =>
  repeat(app, 'closing and counting', EVERY, async () => {
    if (isAbsent(app)) return;
    try {
      await closeExpired(app.store, now());
    } finally {
      await countFinished(app.store);
    }
  });
