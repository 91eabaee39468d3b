import { createHash } from 'node:crypto';
import { now } from '../clock.ts';
import { nameOfGame, type Translate } from '../locales.ts';
import { LOBBIES_HERE, lobbiesInTheWay } from '../match/restraint.ts';
import { guildOf } from '../store/guilds.ts';
import { rowOf } from '../store/matches.ts';
import { behindButton, lobbiesBy, type OpenLobby } from '../store/opened.ts';
import { standsAt } from '../store/tables.ts';
import { link, linkOf, sentence } from './components.ts';
import { type App, titleOf, t as translate } from './context.ts';
import type { Screen } from './outbound.ts';
import type { Origin, PressRequest } from './request.ts';

/**
 * Once means once: what a button, or one entry of a menu, opened stands behind it. While that is open the button leads
 * there, whoever presses it.
 */

/** Names a button by its message, its id and what was picked; undefined where no message tells which one it was. */
export function buttonOf({ message, customId, values }: PressRequest): string | undefined {
  if (message === null) return undefined;
  return createHash('sha256')
    .update([message, customId, ...values].join(' '))
    .digest('base64url');
}

/** What every button that asks for a rematch of a match, or opens its lobby again, has in common. */
export const buttonFor = (what: 'rematch' | 'reopen' | 'same' | 'anew' | 'solo', match: number): string =>
  `${what} ${match}`;

/** The table that a button has opened and that is still open, to be shown instead of opening another. */
export async function behind(
  app: Pick<App, 'store'>,
  button: string | undefined,
): Promise<number | undefined> {
  return button === undefined ? undefined : await behindButton(app.store, button);
}

/** That a table is open already, and the way there. */
export async function alreadyOpen(app: Pick<App, 'store'>, origin: Origin, id: number): Promise<Screen> {
  const t = translate(origin.locale);
  const row = (await rowOf(app.store, id))!;
  const url = await placeOf(app, id);
  const way = url ? [link(t('button.goto'), url)] : [];
  if (row.status === 'running') return sentence(t('lobby.alreadyRuns'), ...way);
  return sentence(t(row.rematchOf === null ? 'lobby.alreadyOpen' : 'lobby.rematchOpen'), ...way);
}

/** Where a table stands. */
async function placeOf({ store }: Pick<App, 'store'>, id: number): Promise<string | null> {
  const stands = await standsAt(store, id);
  return linkOf((await rowOf(store, id))?.guild ?? null, stands?.channel, stands?.message);
}

/** So many tables that nobody has started somebody may have open in the server they are in; null: any number. */
export const mostLobbies = async (
  { store }: Pick<App, 'store'>,
  { guild, manages }: Origin,
): Promise<number | null> =>
  manages || guild === null ? null : ((await guildOf(store, guild))?.lobbies ?? LOBBIES_HERE);

/** Why somebody may open no table now, for all those they have open already; undefined when they may. */
export async function crowdedScreen(app: Pick<App, 'store'>, origin: Origin): Promise<Screen | undefined> {
  const open = await lobbiesBy(app.store, origin.user.id, now());
  const most = await mostLobbies(app, origin);
  const full = lobbiesInTheWay(open, origin.guild, most);
  if (full.length === 0) return undefined;
  const t = translate(origin.locale);
  const here = full.every(({ guild }) => guild === origin.guild) && full.length === most;
  const words = t(here ? 'lobby.crowdedHere' : 'lobby.crowded', { count: full.length });
  return sentence(
    [words, ...(await Promise.all(full.map(async (one) => `- ${await named(app, one, t)}`)))].join('\n'),
  );
}

async function named(app: Pick<App, 'store'>, { id }: OpenLobby, t: Translate): Promise<string> {
  const { game, map } = (await rowOf(app.store, id))!;
  const words = t('games.option', { id, game: t(nameOfGame(game)), map: titleOf(game, map) });
  const url = await placeOf(app, id);
  return url ? `[${words}](${url})` : words;
}
