import { now } from '../clock.ts';
import { nameOfGame, type Translate } from '../locales.ts';
import { placeFound } from '../match/ending.ts';
import type { Match } from '../match/match.ts';
import { open } from '../match/open.ts';
import { mayMove } from '../match/rights.ts';
import { guildOf } from '../store/guilds.ts';
import { matchesOf, rowOf } from '../store/matches.ts';
import { moveTo, stranded } from '../store/places.ts';
import { type TableRow, tableOf } from '../store/tables.ts';
import { unlessAside } from './aside.ts';
import { type App, titleOf } from './context.ts';
import { DiscordError, passing, UNKNOWN_MESSAGE } from './discorderror.ts';
import type { Outbound } from './outbound.ts';
import type { Origin } from './request.ts';
import { mayView } from './view.ts';

/** Where a table stands: its thread or channel, and tables that go elsewhere. */

/** The thread is locked, or archived by somebody whose archiving the bot may not undo. */
const LOCKED: readonly number[] = [160005, 50083];

export const isLocked = (code: number): boolean => LOCKED.includes(code);

/** The notice, in the channel above, that a thread takes nothing any more. */
export const NOTICE = 'locked';

/** Whether a table stands in a thread of its own. */
export const isThreaded = ({ channel, thread }: Pick<TableRow, 'channel' | 'thread'>): boolean =>
  thread !== null && channel === thread;

/** Where a table stands, or is to stand. */
export const placeOf = ({ channel, lobbyChannel }: Pick<TableRow, 'channel' | 'lobbyChannel'>): string =>
  channel ?? lobbyChannel;

/**
 * Where the rounds go: a thread of the lobby's message `bearer`, or the channel itself when there can be none. "gone": somebody
 * has deleted that message. Throws `DiscordError` for what may be tried again.
 */
export async function openPlace(
  outbound: Outbound,
  { row }: Pick<Match, 'row'>,
  { lobbyChannel }: TableRow,
  bearer: string | null,
  t: Translate,
): Promise<Pick<TableRow, 'channel' | 'thread'> | 'gone'> {
  if (!row.thread || bearer === null) return { channel: lobbyChannel, thread: null };
  const name = t('lobby.threadName', {
    game: t(nameOfGame(row.game)),
    id: row.id,
    map: titleOf(row.game, row.map),
  });
  const opened = await outbound.thread(lobbyChannel, bearer, name);
  if (opened.ok) return { channel: opened.channel, thread: opened.channel };
  if (opened.code === UNKNOWN_MESSAGE) return 'gone';
  if (passing(opened)) throw new DiscordError(opened.code);
  return { channel: lobbyChannel, thread: null };
}

/** Whether the bot was removed from the server of a match: then nothing is sent there. */
export async function isAway(tools: Pick<App, 'store'>, match: Pick<Match, 'row'>): Promise<boolean> {
  const { guild } = match.row;
  return guild !== null && (await guildOf(tools.store, guild))?.goneAt != null;
}

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
export const lossOf = (discordError: string | null | undefined): Loss | undefined =>
  LOSSES[Number(discordError ?? 0)];

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
    lossOf((await tableOf(store, match))?.discordError) === 'gone' &&
    (await rowOf(store, match))?.guild === guild
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
    found.push({ id, game, map, lost: lossOf(table.discordError) !== undefined });
  }
  return found
    .sort((a, b) => Number(b.lost) - Number(a.lost))
    .map(({ id, game, map }) => ({ id, game, map }));
}

/** Brings a table to another channel, in its server; a match that stood still for want of a place goes on. */
export async function moveTable(app: App, match: Match, channel: string, user: string): Promise<Match> {
  await moveTo(app.store, match.id, channel, now());
  const done = await placeFound(app.store, { match: match.id, user, at: now() });
  app.refresh(done.ok ? done.match : match.id);
  return done.ok ? done.match : match;
}
