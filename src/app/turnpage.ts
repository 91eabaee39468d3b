import type { AnyAction } from '../games/game.ts';
import { type Match, present, turnOf } from '../match/match.ts';
import { expected } from '../match/timeline.ts';
import { distinct, type Key, keyOf, type Stand, standing } from '../views/menus.ts';
import {
  accent,
  boardButton,
  foot,
  KEYS,
  keyRows,
  pageAt,
  place,
  screen,
  small,
  soFar,
  wordMenus,
} from './choosing.ts';
import { button, GREY, rich, row, text } from './components.ts';
import { publicView } from './context.ts';
import type { Draft } from './outbound.ts';
import { ahead, canAct, type SeatContext, stepId } from './seat.ts';

/** The private pages of a turn, in games where one plays after the other: choose step by step, look at the whole, keep it. */

/** What stands on the page at the end of a way. */
const at = ({ presenter, choices }: SeatContext, path: readonly string[]): Stand<AnyAction>[] =>
  standing(presenter.menus, choices, path);

/** Whether it is chosen on the first page and named there as a place, such as drawing another tile: its key stands on every page. */
const generalIn = (ctx: SeatContext): ((one: Stand<AnyAction>, path: readonly string[]) => boolean) => {
  const first = new Set(ctx.presenter.menus.places(ctx.choices.view, []));
  return ({ leaf, step }, path) => leaf && path.length === 0 && first.has(step);
};

/** The keys of what may be chosen on a page itself. */
function ownKeys(ctx: SeatContext, path: readonly string[]): Key[] {
  const isGeneral = generalIn(ctx);
  return at(ctx, path)
    .filter((one) => !isGeneral(one, path))
    .map((one) => keyOf(ctx.presenter.menus, ctx.choices, path, one, ctx.scene));
}

/** The keys of what else can be done from a page, the nearest first: other parts of the board, other lines, another tile. */
function besideKeys(ctx: SeatContext, path: readonly string[]): Key[] {
  const { menus } = ctx.presenter;
  const isGeneral = generalIn(ctx);
  return [...path, undefined]
    .map((step, i) => {
      const way = path.slice(0, i);
      const named = new Set(menus.places(ctx.choices.view, way));
      return at(ctx, way)
        .filter((one) => isGeneral(one, way) || (step !== undefined && !one.leaf && named.has(one.step)))
        .filter((one) => one.step !== step)
        .map((one) => keyOf(menus, ctx.choices, way, one, ctx.scene));
    })
    .reverse()
    .flat();
}

/** The page on which choosing begins; one that only leads to another is passed over. */
function openingOf(ctx: SeatContext): readonly string[] {
  const isGeneral = generalIn(ctx);
  let path: readonly string[] = ctx.presenter.menus.opens?.(ctx.choices.view) ?? [];
  for (;;) {
    const [only, ...others] = at(ctx, path).filter((one) => !isGeneral(one, path));
    if (!only || only.leaf || others.length > 0) return path;
    path = [...path, only.step];
  }
}

/** The one choice that there is, where there is one only. */
function onlyOne({ presenter, choices }: SeatContext): AnyAction | undefined {
  const [first, ...others] = distinct(presenter.menus, choices);
  return others.length === 0 ? first : undefined;
}

/** What comes after a choice: the next step of the same turn, or the whole of it before it counts. `note` goes first. */
export function nextScreen(ctx: SeatContext, action: AnyAction, note = ''): Promise<Draft> {
  const next = ahead(ctx, action);
  return canAct(next) ? turnScreen(next, note) : draftScreen(ctx, action, note);
}

/** Where a turn stands: the page on which the next choice begins. The only choice that there is, is taken at once. `note` goes first. */
export function turnScreen(ctx: SeatContext, note = ''): Promise<Draft> {
  const only = onlyOne(ctx);
  return only === undefined ? turnPage(ctx, undefined, note) : nextScreen(ctx, only, note);
}

/** The page at the end of a way; without one that on which choosing begins. `note` goes first. */
export async function turnPage(ctx: SeatContext, path?: readonly string[], note = ''): Promise<Draft> {
  const first = openingOf(ctx);
  const way = path ?? first;
  const [own, beside] = [ownKeys(ctx, way), besideKeys(ctx, way)];
  const words = pageAt(ctx, way);
  const head = [note, `## ${words.title}`, small(ctx, words), soFar(ctx)];
  const up = way.length > first.length ? pageKey(ctx, way.slice(0, -1)) : backKey(ctx);
  const controls = [
    ...(own.length + beside.length > KEYS ? [] : keyRows(ctx, own)),
    ...keyRows(ctx, beside),
    ...wordMenus(ctx, own, way),
  ];
  return screen(ctx, head, controls, foot(ctx, [...(up ? [up] : []), ...startOver(ctx, up)]), {
    path: way,
    ...(way[0] === undefined ? {} : { name: way[0] }),
  });
}

/** A turn as it was chosen, before it counts. `note` goes first. */
export async function draftScreen(ctx: SeatContext, action: AnyAction, note = ''): Promise<Draft> {
  const { match, scene, choices } = ctx;
  const { t } = scene;
  const after = choices.foresee(action);
  const [way = []] = ctx.presenter.menus.paths(choices.view, action);
  const said = ctx.presenter.menus.confirm(choices.view, action, after, scene);
  const several = ctx.stepTitles.length > 0;
  const steps = several ? [...ctx.stepTitles, said.title].map((step, i) => `${i + 1}. ${step}`) : [];
  const title = several ? t('ask.keepTurn') : said.title;
  const head = [note, `## ${title}`, `-# ${place(ctx)}`, ...steps, said.text];
  const keep = button(said.keep ?? t('button.keep'), stepId(ctx, 'play', [match.game.code(action)]), 'green');
  const back = onlyOne(ctx) === undefined ? pageKey(ctx, wayTo(ctx, action)) : backKey(ctx);
  const instead = besideKeys(ctx, []).filter(({ path }) => path.join() !== way.join());
  const controls = [
    row(keep, ...(back ? [back] : []), ...startOver(ctx, back), boardButton(ctx)),
    ...keyRows(ctx, instead),
  ];
  return screen(ctx, head, controls, undefined, { after, accent: accent(ctx, action) });
}

/** The page on which an action is one of several. */
function wayTo(ctx: SeatContext, action: AnyAction): readonly string[] {
  const [way = []] = ctx.presenter.menus.paths(ctx.choices.view, action);
  let path = way.slice(0, -1);
  while (path.length > 0 && at(ctx, path).length === 1) path = path.slice(0, -1);
  return path;
}

/** Leads to a page; to that on which choosing begins where it is not further in. */
function pageKey(ctx: SeatContext, path: readonly string[]) {
  const first = openingOf(ctx);
  const begins = path.length <= first.length && path.every((step, i) => step === first[i]);
  return button(ctx.scene.t('button.back'), begins ? stepId(ctx, 'ask') : stepId(ctx, 'pick', path));
}

/** Leads to the last step at which there was a choice; undefined where there was none. */
function backKey(ctx: SeatContext) {
  let before = ctx.before;
  while (before && onlyOne(before) !== undefined) before = before.before;
  return before && button(ctx.scene.t('button.back'), stepId(before, 'ask'));
}

/** Leads to the beginning of the turn, where `back` does not. */
function startOver(ctx: SeatContext, back: ReturnType<typeof button> | undefined) {
  let first = ctx;
  while (first.before) first = first.before;
  const id = stepId(first, 'ask');
  return first === ctx || back === undefined || ('custom_id' in back && back.custom_id === id)
    ? []
    : [button(ctx.scene.t('button.startOver'), id)];
}

/**
 * What stays of a turn that was kept, in a game where one plays after the other, for whoever kept it; undefined where they have
 * more to do, or the game is over.
 */
export function keptScreen(ctx: SeatContext, before: Match): Draft | undefined {
  const { match, scene, presenter } = ctx;
  if (canAct(ctx) || present(match).kind !== 'round') return undefined;
  const kept = match.phases.findIndex(({ kind, turn }) => kind === 'round' && turn === turnOf(before));
  const next = match.phases[kept + 1];
  const [waited] = expected(match);
  if (kept < 0 || !next || waited === undefined) return undefined;
  const line = presenter.words.summary(publicView(before), publicView(match, next.state), scene);
  const said = scene.t('ask.kept', { line, name: scene.names[waited]! });
  return rich(GREY, [text(said), row(boardButton(ctx))]);
}
