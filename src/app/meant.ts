import { matchesOf } from '../store/matches.ts';
import type { MatchRow } from '../store/rows.ts';
import { tableOf } from '../store/tables.ts';
import { type App, t as translate } from './context.ts';
import type { Origin } from './request.ts';

/** Which match a command means that names none. */

/**
 * The matches a command may mean when it names none, the newest first: the running ones in this channel, else those in
 * this server, else those anywhere, of the ones the person sits in.
 */
export async function meant(
  app: App,
  user: string,
  game: string,
  guild: string | null,
  channel: string,
): Promise<number[]> {
  const running = (await matchesOf(app.store, user, { statuses: ['running'], game })).filter(
    (row) => !row.solo,
  );
  const stands = await Promise.all(running.map((row) => standsIn(app, row, channel)));
  const here = running.filter((_, i) => stands[i]);
  const near = running.filter((row) => row.guild === guild);
  return [here, near, running].find((some) => some.length > 0)?.map(({ id }) => id) ?? [];
}

/** No more tables are looked at for one question. */
const MOST = 25;

/**
 * The running matches in which another person sits and which may be meant where somebody asks, those in this channel
 * first, then the newest. In a server its own alone: other servers' games are nobody's business there.
 */
export async function meantOf(
  app: App,
  player: string,
  game: string,
  { guild, channel }: Origin,
): Promise<number[]> {
  const filter = { statuses: ['running'] as const, game, guild: guild ?? undefined };
  const running = (await matchesOf(app.store, player, filter)).filter((row) => !row.solo);
  const places = await Promise.all(
    running.map(async (row) => ({ id: row.id, far: (await standsIn(app, row, channel)) ? 0 : 1 })),
  );
  return places
    .sort((a, b) => a.far - b.far || b.id - a.id)
    .slice(0, MOST)
    .map(({ id }) => id);
}

/** Whether a match was opened in a channel, or its table stands there by now. */
const standsIn = async (app: App, row: MatchRow, channel: string): Promise<boolean> =>
  row.channel === channel || (await tableOf(app.store, row.id))?.channel === channel;

/** That somebody sits at no table that may be meant where they ask. */
export const noTable = ({ guild, locale }: Pick<Origin, 'guild' | 'locale'>): string =>
  translate(locale)(guild === null ? 'refuse.noTableOutside' : 'refuse.noTable');
