import type { AnyAction, AnyView } from '../games/game.ts';
import { keyOf, ofGame } from '../locales.ts';
import { type Match, turnOf } from '../match/match.ts';
import { peopleIn } from '../match/seats.ts';
import { expected, waitedFor } from '../match/timeline.ts';
import { commas } from '../views/lists.ts';
import { distinct, type Key, keys, MENU, pageMark } from '../views/menus.ts';
import type { MenuPage } from '../views/presenter.ts';
import { ago, BLUE, button, gallery, menu, rich, row, sketch, text } from './components.ts';
import { encode } from './ids.ts';
import type { Draft } from './outbound.ts';
import { canAct, type SeatContext, stepId } from './seat.ts';

/** The private screens of one seat: choose, narrow, look again, change. */

/** A keypad with more keys than this would not fit beside the rest of its message. */
const KEYPAD = 23;

/** As many keys as a page holds beside its menu and what leads elsewhere; with more it has the menu alone. */
export const KEYS = 20;

/** 3.4, where all choose at once: the board, a keypad that never moves, and the same choices in words. */
export async function askScreen(ctx: SeatContext, note = ''): Promise<Draft> {
  const { match, scene, choices } = ctx;
  const { t } = scene;
  const all = keys(ctx.presenter.menus, choices, [], scene);
  const lastOne =
    ctx.warns && peopleIn(match.seats).length > 1 && waitedFor(match).join() === String(ctx.seat);
  const had =
    ctx.choice === null
      ? ''
      : t('ask.had', {
          what: ctx.presenter.menus.effect(choices.view, ctx.choice, choices.foresee(ctx.choice), scene)
            .label,
        });
  const different = distinct(ctx.presenter.menus, choices);
  const flat = isFlat(ctx, different);
  const page = pageAt(ctx, flat ? undefined : []);
  const head = [
    note,
    `## ${page.title}`,
    small(ctx, page),
    had,
    lastOne ? t(keyOf(`${match.row.game}.table.last`)) : '',
  ];
  const controls = flat ? [flatMenu(ctx, different)] : [...keypad(ctx, all), ...wordMenus(ctx, all, [])];
  return screen(ctx, head, controls, foot(ctx), flat ? { name: '*' } : {});
}

/** 3.5: what was chosen, open to change until the round closes. */
export async function chosenScreen(ctx: SeatContext, choice: AnyAction, note: string): Promise<Draft> {
  const { match, scene, choices } = ctx;
  const { t } = scene;
  const said = ctx.presenter.menus.confirm(choices.view, choice, choices.foresee(choice), scene);
  const waiting = expected(match).map((seat) => scene.names[seat]!);
  const shown = waiting.length > 5 ? t('round.players', { count: waiting.length }) : commas(t, waiting);
  const head = [note, `## ${said.title}`, said.text];
  const buttons = [button(t('button.change'), encode('ask', match.id, turnOf(match)))];
  if (variants(ctx, choice).length > 1) {
    buttons.push(button(t('button.fewer'), encode('fewer', match.id, turnOf(match))));
  }
  buttons.push(boardButton(ctx));
  if (!match.row.solo) buttons.push(more(ctx));
  const below = [text(`-# ${t('ask.hidden', { waiting: shown })}`), row(...buttons)];
  return screen(ctx, head, below, undefined, { accent: accent(ctx, choice) });
}

/** Whether one menu holds all choices, few as they are, and no line has to be picked first. */
const isFlat = ({ presenter, choices }: SeatContext, different: readonly AnyAction[]): boolean =>
  different.length <= MENU &&
  different.some((action) => presenter.menus.paths(choices.view, action).some((way) => way.length > 1));

/** The custom id that leads to a page of choices. */
export const pageId = (ctx: SeatContext, path: readonly string[]): string =>
  path.length === 0 ? stepId(ctx, 'ask') : stepId(ctx, 'pick', path);

/** Choices that stand at the same place as one, itself among them, in games that can tell them apart. */
export function variants({ presenter, choices }: SeatContext, chosen: AnyAction | undefined): AnyAction[] {
  const { menus } = presenter;
  const [group] = chosen === undefined || !menus.variant ? [] : menus.paths(choices.view, chosen);
  if (group?.length !== 1) return [];
  return choices.actions.filter((action) => menus.paths(choices.view, action)[0]?.join() === group.join());
}

/** What stands on a page of choices; without a path on the one that holds them all. */
export const pageAt = ({ presenter, choices, scene }: SeatContext, path?: readonly string[]): MenuPage =>
  presenter.menus.page(choices.view, path, scene);

/** Small print of a page of choices. */
export const small = (ctx: SeatContext, page: MenuPage): string =>
  `-# ${[place(ctx), page.note].filter(Boolean).join(' · ')}`;

/** The steps of a turn that do not count yet. */
export const soFar = ({ stepTitles, scene }: SeatContext): string =>
  stepTitles.length > 0 ? scene.t('ask.soFar', { steps: stepTitles.join(' · ') }) : '';

export const accent = (ctx: SeatContext, action: AnyAction): number =>
  ctx.presenter.pictures.accent(ctx.match.map, ctx.presenter.menus.paths(ctx.choices.view, action)[0]?.[0]);

export const place = (ctx: SeatContext): string => {
  const { t } = ctx.scene;
  const turn = turnOf(ctx.match);
  if (ctx.match.row.day !== null) return t('daily.place', { day: ctx.match.row.day, turn });
  if (ctx.match.row.solo && ctx.match.game.pace === 'together') return t('solo.place', { turn });
  if (ctx.match.row.solo)
    return t('solo.placeOf', {
      place: t(ofGame(ctx.match.row.game, 'table.place'), { turn, id: ctx.match.id }),
    });
  const { deadline } = ctx.match.row;
  const closes = deadline === null ? '' : t('table.closes', { when: ago(deadline) });
  return [t(ofGame(ctx.match.row.game, 'table.place'), { turn, id: ctx.match.id }), closes]
    .filter(Boolean)
    .join(' · ');
};

/** Keys stand where they always stood; where there are no such places they would only say less than the menu. */
export function keypad(ctx: SeatContext, all: readonly Key[]) {
  if (all.length > KEYPAD || ctx.presenter.menus.places(ctx.choices.view, []).length === 0) return [];
  return keyRows(ctx, all, 3);
}

/** So many keys stand in a row on a phone: four numbers or short words, three longer ones; four of these two by two. */
function wideOf(all: readonly Key[]): number {
  const longest = Math.max(0, ...all.map(({ entry }) => entry.button.length));
  if (longest <= 7) return 4;
  return all.length === 4 ? 2 : 3;
}

/** A button for each key, as many in a row as fit there. */
export function keyRows(ctx: SeatContext, all: readonly Key[], wide = wideOf(all)) {
  const buttons = all.map((key) =>
    button(
      key.entry.button,
      stepId(ctx, 'pick', key.path),
      key.entry.good ? 'green' : 'grey',
      key.kind === 'closed',
    ),
  );
  const rows = [];
  for (let i = 0; i < buttons.length; i += wide) rows.push(row(...buttons.slice(i, i + wide)));
  return rows;
}

/** What can be chosen on a page in words: a menu, or several where one cannot hold it all. */
export function wordMenus(ctx: SeatContext, all: readonly Key[], path: readonly string[]) {
  const picks = all
    .filter((key) => key.kind !== 'closed')
    .map((key) => ({
      value: key.path.at(-1)!,
      label: key.entry.label,
      description: key.entry.description,
    }));
  const count = Math.ceil(picks.length / MENU);
  const asked = pageAt(ctx, path).prompt;
  return Array.from({ length: count }, (_, i) =>
    menu(
      stepId(ctx, 'pick', i === 0 ? path : [...path, pageMark(i)]),
      count === 1 ? asked : `${asked} · ${i + 1}/${count}`,
      picks.slice(i * MENU, (i + 1) * MENU),
    ),
  );
}

/** Every choice in one menu, while they are few enough. */
function flatMenu(ctx: SeatContext, different: readonly AnyAction[]) {
  const { match, scene, choices } = ctx;
  const picks = different.map((action) => {
    const { label, description } = ctx.presenter.menus.effect(
      choices.view,
      action,
      choices.foresee(action),
      scene,
    );
    return { value: match.game.code(action), label, description };
  });
  return menu(stepId(ctx, ctx.asks ? 'try' : 'play'), pageAt(ctx).prompt, picks);
}

/** What leads elsewhere, after `first`. */
export function foot(ctx: SeatContext, first: readonly ReturnType<typeof button>[] = []) {
  const { match, scene } = ctx;
  const buttons = [button(scene.t('button.rules'), encode('rules', match.id))];
  if (!match.row.solo) {
    buttons.unshift(boardButton(ctx));
    buttons.push(more(ctx));
  } else if (match.seats.length > 1) {
    buttons.unshift(boardButton(ctx));
  } else if (!ctx.asks) {
    buttons.unshift(button(scene.t('button.askMe'), encode('asks', match.id, turnOf(match))));
  }
  if (mayHint(match) && canAct(ctx)) buttons.unshift(button(scene.t('hint.button'), stepId(ctx, 'hint')));
  return row(...first, ...buttons);
}

/** Where a hint takes nothing from anybody: in practice, and not in a daily. */
export const mayHint = ({ row }: Match): boolean => row.solo && row.day === null;

/** Leads to the boards as everybody sees them. */
export const boardButton = ({ match, scene }: SeatContext) =>
  button(scene.t(ofGame(match.row.game, 'table.boards')), encode('boards', match.id, turnOf(match)));

/** The table's message, which has such a button for all, may be gone or elsewhere. */
const more = ({ match, scene }: SeatContext) =>
  button(scene.t('button.more'), encode('more', match.id, turnOf(match)));

type Controls = Parameters<typeof rich>[1];

export async function screen(
  ctx: SeatContext,
  head: readonly string[],
  controls: Controls,
  below?: ReturnType<typeof row>,
  more: { name?: string; path?: readonly string[]; after?: AnyView; accent?: number } = {},
): Promise<Draft> {
  const { match, seat, scene, base, choices } = ctx;
  const { accent = BLUE, ...shown } = more;
  // What was chosen so far does not count yet either.
  const thought = ctx.steps.length > 0 ? { after: choices.view } : {};
  const { pictures } = ctx.presenter;
  const draw = canAct(ctx) || shown.after ? (pictures.turn ?? pictures.board) : pictures.board;
  const picture = draw(base, scene, { seat, ...thought, ...shown });
  const file = sketch(`board-${match.id}-${turnOf(match)}.png`, picture);
  return rich(accent, [text(head.filter(Boolean).join('\n')), gallery(file), ...controls, below], [file]);
}
