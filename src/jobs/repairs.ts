import { unlessAside } from '../app/aside.ts';
import type { App } from '../app/context.ts';
import { now } from '../clock.ts';
import { pauseLost } from '../match/ending.ts';
import { runningAway } from '../store/guilds.ts';
import { behind } from '../store/tables.ts';
import { type Job, repeat } from './job.ts';

const EVERY = 2_000;

/** Looks again and again for tables whose messages are behind their log, at start first of all. */
export const startRepairs = (app: App): Job =>
  repeat(app, 'looking for repairs', EVERY, async () => {
    // Nobody can play where the bot is not any more.
    for (const match of await runningAway(app.store))
      await unlessAside(app, () => pauseLost(app.store, match, now()));
    for (const match of await behind(app.store, now())) app.refresh(match);
  });
