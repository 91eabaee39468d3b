import { now } from '../clock.ts';
import { leave } from '../match/lobby.ts';
import { seatOf } from '../match/match.ts';
import { leaveSeat } from '../match/people.ts';
import { load } from '../store/matches.ts';
import type { Stored } from '../store/rows.ts';
import { sentences } from '../views/lists.ts';
import { button, sentence } from './components.ts';
import { type App, t as translate } from './context.ts';
import { listGames, lost } from './games.ts';
import { encode, type Id } from './ids.ts';
import type { Origin, PressRequest, Reply } from './request.ts';
import { isAdrift } from './venue.ts';
import { sightOf } from './view.ts';

/**
 * Every press and command about a match comes through here first: who may not see it gets what they would get if there
 * were no such match, and who sits there without being in the server any more may leave it.
 */

/** Their ids name a match, but what they show is not of it; of others' days they lead to one's own. */
const OF_NO_TABLE: ReadonlySet<string> = new Set(['rules', 'goon', 'share']);
/** Entries of menus, whose values are matches. */
const CHOSEN: ReadonlySet<string> = new Set(['open', 'movehere']);
const LEAVES: ReadonlySet<string> = new Set(['leave', 'quitnow']);

/** What is answered instead of a press, or undefined where nothing stands in its way. */
export async function gate(app: App, press: PressRequest, id: Id): Promise<Reply | undefined> {
  const chosen = CHOSEN.has(id.act) ? Number(press.values[0] ?? id.match) : id.match;
  if (OF_NO_TABLE.has(id.act) || (chosen === 0 && !CHOSEN.has(id.act))) return undefined;
  if (id.act === 'movehere' && (await isAdrift(app, press, chosen))) return undefined;
  return stopAt(app, press, chosen, id.act);
}

/** As `gate`, for anything that is asked about a match. */
export async function stopAt(app: App, origin: Origin, match: number, act = ''): Promise<Reply | undefined> {
  const sight = await sightOf(app, origin, match);
  if (sight === 'seat' || sight === 'watch') return undefined;
  const stored = sight === 'none' ? undefined : await load(app.store, match);
  if (!stored || sight === 'none') return lost(app, origin);
  const t = translate(origin.locale);
  if (LEAVES.has(act) && (await left(app, origin, stored)))
    return listGames(app, origin, 0, t('lobby.left', { id: match }));
  const way = wayOut(stored, origin.user.id);
  const words = [t(`outside.${sight}`, { id: match }), way ? t('outside.leave') : ''];
  return {
    screen: sentence(
      sentences(t, words),
      ...(way ? [button(t('button.leave'), way, 'red')] : []),
      button(t('button.games'), encode('games')),
    ),
  };
}

/** Gives up a seat of a lobby or a match; whether that could be done. */
async function left(app: App, { user }: Origin, { row: { id, status } }: Stored): Promise<boolean> {
  const asked = { match: id, user: user.id, at: now() };
  const done =
    status === 'lobby' ? await leave(app.store, id, user.id, asked.at) : await leaveSeat(app.store, asked);
  if (done.ok) app.refresh(id);
  return done.ok;
}

/** The id of the button that gives up somebody's seat, where there is one to give up. */
function wayOut(stored: Stored, user: string): string | undefined {
  const { id, status } = stored.row;
  if (status === 'lobby') return encode('leave', id);
  const state = stored.seats[seatOf(stored, user) ?? -1]?.state;
  return status === 'running' && (state === 'here' || state === 'away') ? encode('quitnow', id) : undefined;
}
