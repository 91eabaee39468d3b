import { now } from '../clock.ts';
import { placeFound } from '../match/life.ts';
import type { Match } from '../match/match.ts';
import { open } from '../match/open.ts';
import { mayMove } from '../match/rights.ts';
import { matchesOf, rowOf } from '../store/matches.ts';
import { moveTo, stranded } from '../store/places.ts';
import { tableOf } from '../store/tables.ts';
import { unlessAside } from './aside.ts';
import type { App } from './context.ts';
import type { Origin } from './request.ts';
import { mayView } from './view.ts';

/** Tables that go on somewhere else. */

/** A menu holds no more. */
const MOST = 25;

/** What has become of a table's place: it is gone, closed to the bot, or locked. */
export type Loss = 'gone' | 'closed' | 'locked';

const LOSSES: Readonly<Record<number, Loss>> = {
  10003: 'gone',
  10004: 'gone',
  50001: 'closed',
  50013: 'closed',
  50083: 'locked',
  160005: 'locked',
};

/** What Discord's last refusal says of a table's place; undefined when it is well, or only out of reach for now. */
export const lossOf = (trouble: string | null | undefined): Loss | undefined => LOSSES[Number(trouble ?? 0)];

/** A game that somebody may bring to the channel they are in. */
export interface Movable {
  readonly id: number;
  readonly game: string;
  readonly map: string;
}

/**
 * Whether a table's channel is gone, and the asker manages its server. Nobody can be kept from a channel that is not
 * there: whoever manages the server may bring such a table to another, though nobody sees anything of it before.
 */
export async function isAdrift({ store }: App, { guild, manages }: Origin, match: number): Promise<boolean> {
  if (guild === null || !manages) return false;
  return (
    lossOf((await tableOf(store, match))?.trouble) === 'gone' && (await rowOf(store, match))?.guild === guild
  );
}

/**
 * The games of this server that somebody may bring here: as their host, or as one who manages the server, who also
 * sees those that lost their place; these come first.
 */
export async function movable(app: App, origin: Origin): Promise<Movable[]> {
  const { guild, user, manages, channel } = origin;
  if (guild === null) return [];
  const { store } = app;
  const own = (await matchesOf(store, user.id, { statuses: ['running'], guild })).map(({ id }) => id);
  const lost = manages ? await stranded(store, guild, Object.keys(LOSSES).map(Number), MOST) : [];
  const found: (Movable & { readonly lost: boolean })[] = [];
  for (const id of new Set([...lost, ...own])) {
    const table = await tableOf(store, id);
    if (found.length >= MOST || !table || table.channel === channel) continue;
    const match = await unlessAside(app, () => open(store, id));
    if (!match || match.row.solo || !mayMove(match, user.id, manages)) continue;
    if (!(await isAdrift(app, origin, id)) && !(await mayView(app, origin, id))) continue;
    const { game, map } = match.row;
    found.push({ id, game, map, lost: lossOf(table.trouble) !== undefined });
  }
  return found
    .sort((a, b) => Number(b.lost) - Number(a.lost))
    .map(({ id, game, map }) => ({ id, game, map }));
}

/** Brings a table to another channel, in its server; a match that stood still for want of a place goes on. */
export async function moveTable(app: App, match: Match, channel: string, user: string): Promise<Match> {
  await moveTo(app.store, match.id, channel, now());
  const done = await placeFound(app.store, { match: match.id, user, at: now() });
  app.refresh(match.id);
  return done.ok ? done.match : match;
}
