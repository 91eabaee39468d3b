import { announcements } from '../app/announcement.ts';
import { type App, isAbsent } from '../app/context.ts';
import type { Tools } from '../app/messages/feature.ts';
import { reconcile, sparing } from '../app/messages/reconcile.ts';
import { now } from '../clock.ts';
import { dayOf } from '../daily/days.ts';
import { closeExpired, hasDaily } from '../daily/runs.ts';
import { GAMES } from '../modules.ts';
import { noteDay, unannounced } from '../store/announcements.ts';
import { alive, HOLDER } from '../store/lease.ts';
import { dueGuilds } from '../store/messages.ts';
import { type Job, repeat } from './job.ts';

/** Announces the daily in the servers that named a channel for it: once a day, and never that of a day that is over. */

const EVERY = 4_000;

export function startAnnouncements(app: App): Job {
  const spare = sparing(app.outbound);
  return repeat(app, 'announcing the daily', EVERY, () => announce(app, HOLDER, spare));
}

/** Announces what is due now, and brings earlier messages to what is to stay of them. */
export async function announce(app: App, holder = HOLDER, spare = app.outbound): Promise<void> {
  const { store, outbound, log } = app;
  const games = GAMES.map(({ id }) => id).filter(hasDaily);
  if (games.length === 0 || isAbsent(app)) return;
  const at = now();
  const day = dayOf(at);
  // What is told with scores is told once: no run of it may still be waiting to be closed. Whoever counts logs failures.
  while ((await closeExpired(store, at).catch(() => 0)) > 0) await null;
  for (const guild of await unannounced(store, day)) await noteDay(store, guild, day, games, at);
  const tools: Tools = { store, outbound, spare, log, holder, alive };
  for (const guild of await dueGuilds(store, at)) await reconcile(tools, announcements(app), { guild });
}
