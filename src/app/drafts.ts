import { now } from '../clock.ts';
import type { AnyAction } from '../games/game.ts';
import { type Match, present, turnOf } from '../match/match.ts';
import { type Press as Move, play } from '../match/play.ts';
import { setAsks } from '../store/players.ts';
import { keys, leads, reached, unmarked } from '../views/menus.ts';
import {
  accent,
  askScreen,
  chosenScreen,
  keypad,
  pageAt,
  pageId,
  pageOf,
  place,
  screen,
  small,
  soFar,
  variants,
  wordMenus,
} from './choosing.ts';
import { button, row } from './components.ts';
import { type App, sceneOf, t as translate } from './context.ts';
import { lost } from './games.ts';
import { encode, type Id, stepsIn } from './ids.ts';
import type { Screen } from './outbound.ts';
import type { Answer, Press, PressRequest } from './request.ts';
import { openLive } from './result.ts';
import { happened } from './round.ts';
import { actionOf, after, ahead, atDesk, canAct, type Desk, stepId } from './seat.ts';
import { waitScreen } from './tableaction.ts';

/** What a player chooses with: presses that narrow a choice, show what it would do, and play it. */

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
  const answer = await atDesk(app, { ...press, asks: true }, id, async (desk) => ({
    screen: await mineScreen(desk),
  }));
  return { ...answer, asks: true };
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
  if (done.changed) app.refresh(done.match);
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

/** 3.6: one step further in, such as the stations of a line; `way` may bear the marks of menus. */
export async function narrowScreen(desk: Desk, way: readonly string[], note = ''): Promise<Screen> {
  const { scene, hand } = desk;
  const path = unmarked(way);
  const inner = keys(desk.presenter.menus, hand, path, scene);
  const page = pageAt(desk, path);
  const head = [note, `## ${page.title}`, small(desk, page), soFar(desk)];
  const back = row(button(scene.t('button.back'), pageId(desk, path.slice(0, -1))));
  return screen(desk, head, [...wordMenus(desk, inner, path), back], undefined, { name: path[0], path });
}

/** 3.5 `Fewer`: how many to mark instead. `code` is the choice meant, before it counts. */
export async function fewerScreen(desk: Desk, code: string): Promise<Screen> {
  const { match, scene, hand } = desk;
  const { menus } = desk.presenter;
  const { t } = scene;
  const chosen = actionOf(desk, code);
  const act = desk.asks ? 'try' : 'play';
  const buttons = variants(desk, chosen)
    .map((action) => ({ text: match.game.code(action), words: menus.variant?.(action, scene) ?? '' }))
    .filter(({ text }) => text !== code)
    .map(({ text, words }) => button(words, encode(act, match.id, turnOf(match), text)));
  const rows = [];
  for (let i = 0; i < buttons.length; i += 5) rows.push(row(...buttons.slice(i, i + 5)));
  const back = desk.asks
    ? encode('try', match.id, turnOf(match), code)
    : encode('mine', match.id, turnOf(match));
  const said =
    chosen === undefined
      ? undefined
      : desk.presenter.menus.confirm(hand.view, chosen, hand.foresee(chosen), scene);
  const head = [`## ${said?.title ?? ''}`, t('ask.fewer')];
  return screen(desk, head, [...rows, row(button(t('button.back'), back))]);
}

/** What a choice would do, before it counts. */
export async function previewScreen(desk: Desk, action: AnyAction): Promise<Screen> {
  const { match, scene, hand } = desk;
  const { t } = scene;
  const after = hand.foresee(action);
  const said = desk.presenter.menus.confirm(hand.view, action, after, scene);
  const drafts = desk.match.game.pace === 'turns';
  const several = desk.told.length > 0;
  const title = drafts
    ? several
      ? t('ask.keepTurn')
      : said.title
    : t('solo.keep', { what: desk.presenter.menus.effect(hand.view, action, after, scene).label });
  const id = (act: string) => stepId(desk, act, [match.game.code(action)]);
  const steps = several ? [...desk.told, said.title].map((step, i) => `${i + 1}. ${step}`) : [];
  const head = [`## ${title}`, `-# ${place(desk)}`, ...steps, said.text];
  const keep = button(said.keep ?? t('button.keep'), id('play'), 'green');
  const back = button(t('button.back'), pageId(desk, pageOf(desk, action)));
  const controls = drafts
    ? [row(keep, back)]
    : [
        row(
          keep,
          ...(variants(desk, action).length > 1 ? [button(t('button.fewer'), id('fewer'))] : []),
          button(t('button.keepAlways'), id('always')),
        ),
        ...keypad(desk, keys(desk.presenter.menus, hand, [], scene)),
      ];
  return screen(desk, head, controls, undefined, { after, accent: accent(desk, action) });
}

/** The screen that a player of a running match needs now: to choose, or what was chosen. `note` goes first. */
export async function mineScreen(desk: Desk, note = ''): Promise<Screen> {
  if (present(desk.match).kind === 'flip') return waitScreen(desk, note);
  return desk.choice === null ? askScreen(desk, note) : chosenScreen(desk, desk.choice, note);
}
