import { now } from '../clock.ts';
import type { AnyAction } from '../games/game.ts';
import { type Match, present, seatOf, turnOf } from '../match/match.ts';
import { open } from '../match/open.ts';
import { type Press as Move, play } from '../match/play.ts';
import { setAsks } from '../store/players.ts';
import { leads, reached } from '../views/menus.ts';
import { sentence } from './components.ts';
import { type App, sceneOf, t as translate } from './context.ts';
import { listGames, lost } from './games.ts';
import { stopAt } from './gate.ts';
import { type Id, stepsIn } from './ids.ts';
import { own as ownLobby } from './lobby.ts';
import { meant, meantOf } from './meant.ts';
import { chatName } from './names.ts';
import type { Press } from './request.ts';
import { type Answer, type Origin, type PressRequest, within } from './request.ts';
import { openLive } from './result.ts';
import { happened } from './round.ts';
import { askScreen, fewerScreen, mineScreen, narrowScreen, previewScreen } from './screens/board.ts';
import { boardsScreen } from './screens/boards.ts';
import { actionOf, after, ahead, atDesk, canAct, type Desk } from './seat.ts';
import { mayView } from './view.ts';

/** Presses in a running match. Whatever is pressed, the answer is the screen that is needed now. */

/** A line's key or menu entry: plays it, or narrows further. */
export const pick: Press = (app, press, id) => choose(app, press, id, [...stepsIn(id).rest, ...press.values]);

/** The table's own menu. */
export const table: Press = (app, press, id) => choose(app, press, id, press.values);

async function choose(app: App, press: PressRequest, id: Id, path: readonly string[]): Promise<Answer> {
  return atSteps(app, press, id, async (desk) => {
    if (leads(desk.presenter.menus, desk.hand, path)) return { screen: await narrowScreen(desk, path) };
    const [action] = reached(desk.presenter.menus, desk.hand, path);
    if (action === undefined) return { screen: await impossible(desk, path) };
    if (desk.asks) return { screen: await tried(desk, action) };
    return commit(app, press, desk.match, id.turn, [desk.match.game.code(action)]);
  });
}

/** At the position that the steps of an id lead to; where they cannot be done any more, from the beginning of the turn. */
async function atSteps(
  app: App,
  press: PressRequest,
  id: Id,
  show: (desk: Desk, note: string) => Promise<Answer>,
): Promise<Answer> {
  return atDesk(app, press, id, async (desk, note) => {
    const now = after(desk, stepsIn(id).steps);
    return now ? show(now, note) : { screen: await mineScreen(desk, desk.scene.t('refuse.illegal')) };
  });
}

/** What a choice would do, or the next step of the same turn. */
function tried(desk: Desk, action: AnyAction) {
  const next = desk.match.game.pace === 'turns' ? ahead(desk, action) : undefined;
  return next && canAct(next) ? askScreen(next) : previewScreen(desk, action);
}

/** Plays what the id (or a menu's value) says. */
export const playCode: Press = (app, press, id) =>
  commitTo(app, press, id, [...stepsIn(id).steps, press.values[0] ?? stepsIn(id).rest[0] ?? '']);

/** Shows what a choice would do. */
export const tryCode: Press = (app, press, id) =>
  atSteps(app, press, id, async (desk) => {
    const action = actionOf(desk, press.values[0] ?? stepsIn(id).rest[0] ?? '');
    return { screen: await (action === undefined ? mineScreen(desk) : tried(desk, action)) };
  });

/** Solo: plays, and does not ask again. */
export const always: Press = async (app, press, id) => {
  await setAsks(app.store, press.user.id, false);
  return { ...(await commitTo(app, press, id, [id.parts[0] ?? ''])), asks: false };
};

export const asks: Press = async (app, press, id) => {
  await setAsks(app.store, press.user.id, true);
  return atDesk(app, { ...press, asks: true }, id, async (desk) => ({ screen: await mineScreen(desk) }));
};

export const ask: Press = (app, press, id) =>
  atSteps(app, press, id, async (desk, note) => ({
    screen: await (present(desk.match).kind === 'round' ? askScreen(desk, note) : mineScreen(desk, note)),
  }));

export const mine: Press = (app, press, id) =>
  atDesk(app, press, { ...id, turn: -1 }, async (desk, note) => ({ screen: await mineScreen(desk, note) }));

export const fewer: Press = (app, press, id) =>
  atDesk(app, press, id, async (desk) => {
    const code = id.parts[0] ?? (desk.choice === null ? undefined : desk.match.game.code(desk.choice));
    return { screen: await (code === undefined ? mineScreen(desk) : fewerScreen(desk, code)) };
  });

/** Any board, by anybody. The id or the menu names the seat; `all`, or nothing for a watcher: one sheet. */
export const boards: Press = async (app, press, id) => {
  const match = await open(app.store, id.match);
  const t = translate(press.locale);
  if (!match) return lost(app, press);
  const which = press.values[0] ?? id.parts[0] ?? 'all';
  const seat = which === 'all' || !match.seats[Number(which)] ? undefined : Number(which);
  return { screen: await boardsScreen(match, t, press.user.id, seat, '', press.theme, within(press, match)) };
};

/** Opens a game from the list, to play it from anywhere. */
export const openGame: Press = async (app, press) => {
  const id = Number(press.values[0]);
  const match = await openLive(app, id);
  return match ? { mine: match } : await ownLobby(app, press, id);
};

async function commitTo(app: App, press: PressRequest, id: Id, codes: readonly string[]): Promise<Answer> {
  const match = await openLive(app, id.match);
  return match ? commit(app, press, match, id.turn, codes) : await lost(app, press);
}

/** Plays codes, one after the other, and answers with the screen that is needed then. */
async function commit(
  app: App,
  press: PressRequest,
  match: Match,
  turn: number,
  codes: readonly string[],
): Promise<Answer> {
  const move: Move = { match, user: press.user.id, turn, codes, at: now() };
  const done = await play(app.store, move);
  if (!done.ok) return { refused: done };
  if (done.changed) app.refresh(match.id);
  const closed = turnOf(done.match) !== turn;
  const scene = sceneOf(done.match.seats, translate(press.locale));
  return { mine: done.match, note: closed ? happened(done.match, scene).join('\n') : '' };
}

async function impossible(desk: Desk, path: readonly string[]) {
  const { scene, hand } = desk;
  const [place] = path;
  if (place === undefined || !desk.presenter.menus.places(hand.view, []).includes(place))
    return mineScreen(desk, scene.t('refuse.illegal'));
  const what = desk.presenter.menus.place(hand.view, [place], scene).label;
  return mineScreen(desk, scene.t('refuse.closedPlace', { what }));
}

export const games: Press = (app, press, { turn }) => listGames(app, press, turn);

/** `/… board`: one's own board to play from; another's as everybody knows it. */
export async function boardCommand(
  app: App,
  origin: Origin,
  game: string,
  player: string | undefined,
  name: string,
): Promise<Answer> {
  const t = translate(origin.locale);
  if (player === undefined || player === origin.user.id) return ownBoard(app, origin, game);
  for (const id of await meantOf(app, player, game, origin)) {
    const match = (await mayView(app, origin, id)) ? await open(app.store, id) : undefined;
    if (match)
      return {
        screen: await boardsScreen(
          match,
          t,
          origin.user.id,
          seatOf(match, player),
          '',
          origin.theme,
          within(origin, match),
        ),
      };
  }
  return { screen: sentence(t('boards.nobody', { name: chatName(name) })) };
}

/** That somebody sits at no table that may be meant where they ask. */
export const noTable = ({ guild, locale }: Pick<Origin, 'guild' | 'locale'>): string =>
  translate(locale)(guild === null ? 'refuse.noTableOutside' : 'refuse.noTable');

async function ownBoard(app: App, origin: Origin, game: string): Promise<Answer> {
  const t = translate(origin.locale);
  const [id, ...others] = await meant(app, origin.user.id, game, origin.guild, origin.channel);
  if (others.length > 0) return listGames(app, origin, 0, t('games.several'));
  if (id === undefined) return listGames(app, origin, 0, noTable(origin));
  const stop = await stopAt(app, origin, id);
  if (stop) return stop;
  const match = await open(app.store, id);
  return match ? { mine: match } : await lost(app, origin);
}
