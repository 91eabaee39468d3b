import { type App, publicOf } from '../app/context.ts';
import { dailyScreen } from '../app/screens/announce.ts';
import { lasting } from '../app/trouble.ts';
import { now } from '../clock.ts';
import { dayOf } from '../daily/days.ts';
import { hasDaily } from '../daily/runs.ts';
import { GAMES } from '../games/index.ts';
import { claim, due, type Old, outdated, playedHere, settle, shrunk } from '../store/announcements.ts';
import { type Job, repeat } from './job.ts';

/** Announces the daily in the servers that named a channel for it: once a day, and never that of a day that is over. */

const EVERY = 4_000;

/** A nonce has at most 25 characters, so only the end of the server's id is in it; it holds for one channel. */
const nonceOf = (guild: string, day: number): string => ['daily', guild.slice(-10), day].join('.');

export const startAnnouncements = (app: App): Job =>
  repeat(app, 'announcing the daily', EVERY, () => announce(app));

/** Announces what is due now. */
export async function announce(app: App): Promise<void> {
  const game = GAMES.find(({ id }) => hasDaily(id))?.id;
  if (game === undefined) return;
  const day = dayOf(now());
  for (const guild of due(app.store, day, now())) await post(app, game, guild, day);
  for (const old of outdated(app.store, day)) await shrink(app, game, old);
}

async function post(app: App, game: string, guild: string, day: number): Promise<void> {
  const row = await claim(app.store, guild, day, now());
  const channel = row?.dailyChannel;
  if (!channel) return;
  const played = playedHere(app.store, game, day - 1, guild);
  const { t, theme } = publicOf(app, guild);
  const screen = await dailyScreen(game, day, played, false, t, theme);
  const sent = await app.outbound.post(channel, screen, nonceOf(guild, day));
  if (sent.ok) {
    await settle(app.store, guild, day, { message: sent.message, channel });
    return;
  }
  app.log.warn({ guild, day, code: sent.code, status: sent.status }, 'the daily could not be announced');
  // Without such a refusal it may stand there all the same, so only the same nonce is tried, and not for long.
  if (final(sent)) await settle(app.store, guild, day, { trouble: sent.code });
}

/** Takes the buttons off an earlier message. */
async function shrink(app: App, game: string, old: Old): Promise<void> {
  const { guild, channel, message, day } = old;
  const played = playedHere(app.store, game, day - 1, guild);
  const { t, theme } = publicOf(app, guild);
  const sent = await app.outbound.edit(
    channel,
    message,
    await dailyScreen(game, day, played, true, t, theme),
  );
  if (sent.ok || final(sent)) await shrunk(app.store, old);
}

/** A refusal with a reason that will not pass by itself. */
const final = ({ code, status }: { readonly code: number; readonly status: number }): boolean =>
  lasting(code) && status >= 400 && status < 429;
