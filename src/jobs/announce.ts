import { type App, isAbsent, publicOf } from '../app/context.ts';
import { drawn, type Screen } from '../app/outbound.ts';
import { dailyScreen } from '../app/screens/announce.ts';
import { lasting } from '../app/trouble.ts';
import { now } from '../clock.ts';
import { firstOpen, maySee } from '../daily/closing.ts';
import { dayOf } from '../daily/days.ts';
import { mapOfDay } from '../daily/maps.ts';
import { closeExpired, hasDaily } from '../daily/runs.ts';
import { GAMES } from '../modules.ts';
import {
  claim,
  due,
  type Old,
  outdated,
  playedHere,
  settle,
  shrunk,
  waitingBefore,
} from '../store/announcements.ts';
import { type Job, repeat } from './job.ts';

/** Announces the daily in the servers that named a channel for it: once a day, and never that of a day that is over. */

const EVERY = 4_000;

export const startAnnouncements = (app: App): Job =>
  repeat(app, 'announcing the daily', EVERY, () => announce(app));

/** Announces what is due now. */
export async function announce(app: App): Promise<void> {
  const { store } = app;
  const game = GAMES.find(({ id }) => hasDaily(id))?.id;
  if (game === undefined || isAbsent(app)) return;
  const at = now();
  const day = dayOf(at);
  // What is told with scores is told once: no run of it may still be waiting to be closed. Whoever counts logs failures.
  while ((await closeExpired(store, at).catch(() => 0)) > 0) await null;
  for (const guild of due(store, day, at)) {
    const waiting = waitingBefore(store, guild, day);
    if (waiting) await shrink(app, game, waiting);
    await post(app, game, guild, day);
  }
  for (const old of outdated(store, day, firstOpen(store, at))) await shrink(app, game, old);
}

async function post(app: App, game: string, guild: string, day: number): Promise<void> {
  const row = await claim(app.store, guild, day, now());
  const channel = row?.dailyChannel;
  if (!channel) return;
  const sent = await app.outbound.post(
    channel,
    await screenOf(app, game, guild, day, false),
    `daily.${guild}.${day}`,
  );
  if (sent.ok) {
    await settle(app.store, guild, day, { message: sent.message, channel });
    return;
  }
  app.log.warn({ guild, day, code: sent.code, status: sent.status }, 'the daily could not be announced');
  // Without such a refusal it may stand there all the same, so only the same purpose is tried, and not for long.
  if (final(sent)) await settle(app.store, guild, day, { trouble: sent.code });
}

/** Takes the buttons off an earlier message, and adds the scores of the day it tells of. */
async function shrink(app: App, game: string, old: Old): Promise<void> {
  const { guild, channel, message, day } = old;
  const sent = await app.outbound.edit(channel, message, await screenOf(app, game, guild, day, true));
  if (sent.ok || final(sent)) await shrunk(app.store, old);
}

async function screenOf(app: App, game: string, guild: string, day: number, over: boolean): Promise<Screen> {
  const { store } = app;
  const { t, theme } = publicOf(app, guild);
  const told = {
    day,
    map: await mapOfDay(store, game, day),
    yesterday:
      day === 1
        ? null
        : { map: await mapOfDay(store, game, day - 1), played: playedHere(store, game, day - 1, guild) },
    closed: maySee(store, game, day - 1, null, now()),
    over,
  };
  return drawn(dailyScreen(game, told, t, theme));
}

/** A refusal with a reason that will not pass by itself. */
const final = ({ code, status }: { readonly code: number; readonly status: number }): boolean =>
  lasting(code) && status >= 400 && status < 429;
