import { now } from '../clock.ts';
import type { AnyAction } from '../games/game.ts';
import { playComputers } from '../match/computers.ts';
import { type Match, present, turnOf } from '../match/match.ts';
import { type Move, play } from '../match/play.ts';
import { setAsks } from '../store/players.ts';
import { keys, leads, reached, unmarked } from '../views/menus.ts';
import {
  accent,
  askScreen,
  chosenScreen,
  KEYS,
  keypad,
  keyRows,
  pageAt,
  pageId,
  place,
  screen,
  small,
  variants,
  wordMenus,
} from './choosing.ts';
import { button, row } from './components.ts';
import { type App, sceneOf, t as translate } from './context.ts';
import { lost } from './games.ts';
import { encode, type Id, stepsIn } from './ids.ts';
import type { Draft } from './outbound.ts';
import type { Answer, Press, PressRequest } from './request.ts';
import { openLive } from './result.ts';
import { happened } from './round.ts';
import { actionOf, after, atSeat, contextFor, type SeatContext, stepId } from './seat.ts';
import { waitScreen } from './tableaction.ts';
import { draftScreen, keptScreen, nextScreen, turnPage, turnScreen } from './turnpage.ts';

/** What a player chooses with: presses that narrow a choice, show what it would do, and play it. */

/** A line's key or menu entry: plays it, or narrows further. */
export const pick: Press = (app, press, id) => choose(app, press, id, [...stepsIn(id).rest, ...press.values]);

/** The table's own menu. */
export const table: Press = (app, press, id) => choose(app, press, id, press.values);

async function choose(app: App, press: PressRequest, id: Id, path: readonly string[]): Promise<Answer> {
  return atSteps(app, press, id, async (ctx) => {
    if (leads(ctx.presenter.menus, ctx.choices, path)) return { screen: await narrowScreen(ctx, path) };
    const [action] = reached(ctx.presenter.menus, ctx.choices, path);
    if (action === undefined) return { screen: await impossible(ctx, path) };
    if (ctx.asks) return { screen: await tried(ctx, action) };
    return commit(app, press, ctx.match, id.turn, [ctx.match.game.code(action)]);
  });
}

/** At the position that the steps of an id lead to; where they cannot be done any more, from the beginning of the turn. */
export async function atSteps(
  app: App,
  press: PressRequest,
  id: Id,
  show: (ctx: SeatContext, note: string) => Promise<Answer>,
): Promise<Answer> {
  return atSeat(app, press, id, async (ctx, note) => {
    const now = after(ctx, stepsIn(id).steps);
    return now ? show(now, note) : { screen: await mineScreen(ctx, ctx.scene.t('refuse.illegal')) };
  });
}

/** What a choice would do, or the next step of the same turn. */
const tried = (ctx: SeatContext, action: AnyAction): Promise<Draft> =>
  inTurns(ctx) ? nextScreen(ctx, action) : previewScreen(ctx, action);

const inTurns = ({ match }: SeatContext): boolean => match.game.pace === 'turns';

/** Plays what the id (or a menu's value) says. */
export const playCode: Press = (app, press, id) =>
  commitTo(app, press, id, [...stepsIn(id).steps, press.values[0] ?? stepsIn(id).rest[0] ?? '']);

/** Shows what a choice would do. */
export const tryCode: Press = (app, press, id) =>
  atSteps(app, press, id, async (ctx) => {
    const action = actionOf(ctx, press.values[0] ?? stepsIn(id).rest[0] ?? '');
    return { screen: await (action === undefined ? mineScreen(ctx) : tried(ctx, action)) };
  });

/** Solo: plays, and does not ask again. */
export const always: Press = async (app, press, id) => {
  await setAsks(app.store, press.user.id, false);
  return { ...(await commitTo(app, press, id, [id.parts[0] ?? ''])), asks: false };
};

export const asks: Press = async (app, press, id) => {
  await setAsks(app.store, press.user.id, true);
  const answer = await atSeat(app, { ...press, asks: true }, id, async (ctx) => ({
    screen: await mineScreen(ctx),
  }));
  return { ...answer, asks: true };
};

export const ask: Press = (app, press, id) =>
  atSteps(app, press, id, async (ctx, note) => ({
    screen: await (present(ctx.match).kind === 'round' ? choiceScreen(ctx, note) : mineScreen(ctx, note)),
  }));

export const mine: Press = async (app, _press, { match: id }) => {
  const match = await openLive(app, id);
  return match ? { mine: match } : { refused: { why: 'unknown' } };
};

export const fewer: Press = (app, press, id) =>
  atSeat(app, press, id, async (ctx) => {
    const code = id.parts[0] ?? (ctx.choice === null ? undefined : ctx.match.game.code(ctx.choice));
    return { screen: await (code === undefined ? mineScreen(ctx) : fewerScreen(ctx, code)) };
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
  // Whoever plays alone is shown what the computers have done since, if there are any.
  const after = done.match.row.solo ? await playComputers(app.store, app.think, done.match) : done.match;
  // What a seat sees of it is worked out once: here, or by whoever shows what is needed then.
  const kept = after.game.pace === 'turns' ? keptScreen(contextFor(press, after), match) : undefined;
  if (kept) return { screen: kept };
  const closed = turnOf(after) !== turn;
  const scene = sceneOf(after.seats, translate(press.locale));
  return { mine: after, note: closed ? happened(after, scene).join('\n') : '' };
}

async function impossible(ctx: SeatContext, path: readonly string[]) {
  const { scene, choices } = ctx;
  const [place] = path;
  if (place === undefined || !ctx.presenter.menus.places(choices.view, []).includes(place))
    return mineScreen(ctx, scene.t('refuse.illegal'));
  const what = ctx.presenter.menus.place(choices.view, [place], scene).label;
  return mineScreen(ctx, scene.t('refuse.closedPlace', { what }));
}

/** 3.6: one step further in, such as the stations of a line; `way` may bear the marks of menus. */
export async function narrowScreen(ctx: SeatContext, way: readonly string[], note = ''): Promise<Draft> {
  const { scene, choices } = ctx;
  const path = unmarked(way);
  if (inTurns(ctx)) return turnPage(ctx, path, note);
  const inner = keys(ctx.presenter.menus, choices, path, scene);
  const page = pageAt(ctx, path);
  const head = [note, `## ${page.title}`, small(ctx, page)];
  const back = row(button(scene.t('button.back'), pageId(ctx, path.slice(0, -1))));
  const keypad = inner.length > KEYS ? [] : keyRows(ctx, inner);
  return screen(ctx, head, [...keypad, ...wordMenus(ctx, inner, path), back], undefined, {
    name: path[0],
    path,
  });
}

/** 3.5 `Fewer`: how many to mark instead. `code` is the choice meant, before it counts. */
export async function fewerScreen(ctx: SeatContext, code: string): Promise<Draft> {
  const { match, scene, choices } = ctx;
  const { menus } = ctx.presenter;
  const { t } = scene;
  const chosen = actionOf(ctx, code);
  const act = ctx.asks ? 'try' : 'play';
  const buttons = variants(ctx, chosen)
    .map((action) => ({ text: match.game.code(action), words: menus.variant?.(action, scene) ?? '' }))
    .filter(({ text }) => text !== code)
    .map(({ text, words }) => button(words, encode(act, match.id, turnOf(match), text)));
  const rows = [];
  for (let i = 0; i < buttons.length; i += 5) rows.push(row(...buttons.slice(i, i + 5)));
  const back = ctx.asks
    ? encode('try', match.id, turnOf(match), code)
    : encode('mine', match.id, turnOf(match));
  const said =
    chosen === undefined
      ? undefined
      : ctx.presenter.menus.confirm(choices.view, chosen, choices.foresee(chosen), scene);
  const head = [`## ${said?.title ?? ''}`, t('ask.fewer')];
  return screen(ctx, head, [...rows, row(button(t('button.back'), back))]);
}

/** What a choice of somebody who plays alone would do, before it counts. */
export async function previewScreen(ctx: SeatContext, action: AnyAction): Promise<Draft> {
  if (inTurns(ctx)) return draftScreen(ctx, action);
  const { match, scene, choices } = ctx;
  const { t } = scene;
  const after = choices.foresee(action);
  const said = ctx.presenter.menus.confirm(choices.view, action, after, scene);
  const title = t('solo.keep', {
    what: ctx.presenter.menus.effect(choices.view, action, after, scene).label,
  });
  const id = (act: string) => stepId(ctx, act, [match.game.code(action)]);
  const head = [`## ${title}`, `-# ${place(ctx)}`, said.text];
  const controls = [
    row(
      button(said.keep ?? t('button.keep'), id('play'), 'green'),
      ...(variants(ctx, action).length > 1 ? [button(t('button.fewer'), id('fewer'))] : []),
      button(t('button.keepAlways'), id('always')),
    ),
    ...keypad(ctx, keys(ctx.presenter.menus, choices, [], scene)),
  ];
  return screen(ctx, head, controls, undefined, { after, accent: accent(ctx, action) });
}

/** The screen that a player of a running match needs now: to choose, or what was chosen. `note` goes first. */
export async function mineScreen(ctx: SeatContext, note = ''): Promise<Draft> {
  if (present(ctx.match).kind === 'flip') return waitScreen(ctx, note);
  return ctx.choice === null ? choiceScreen(ctx, note) : chosenScreen(ctx, ctx.choice, note);
}

/** The first page of choices. */
export const choiceScreen = (ctx: SeatContext, note = ''): Promise<Draft> =>
  inTurns(ctx) ? turnScreen(ctx, note) : askScreen(ctx, note);
