import type { AnyAction, AnyView } from '../games/game.ts';
import { keyOf, ofGame } from '../locales.ts';
import { turnOf } from '../match/match.ts';
import { waitedFor } from '../match/timeline.ts';
import { distinct, type Key, keys, MENU, pageMark } from '../views/menus.ts';
import type { MenuPage } from '../views/presenter.ts';
import { ago, BLUE, button, gallery, menu, rich, row, text, upload } from './components.ts';
import { encode } from './ids.ts';
import type { Screen } from './outbound.ts';
import { type Desk, stepId } from './seat.ts';

/** The private screens of one seat: choose, narrow, look again, change. */

/** A keypad with more keys than this would not fit beside the rest of its message. */
const KEYPAD = 23;

/** 3.4: the board, a keypad that never moves, and the same choices in words. */
export async function askScreen(desk: Desk, note = ''): Promise<Screen> {
  const { match, scene, hand } = desk;
  const { t } = scene;
  const all = keys(desk.presenter.menus, hand, [], scene);
  const closes = desk.match.game.pace === 'together' && !match.row.solo;
  const lastOne = desk.warns && closes && waitedFor(match).join() === String(desk.seat);
  const had =
    desk.choice === null
      ? ''
      : t('ask.had', {
          what: desk.presenter.menus.effect(hand.view, desk.choice, hand.foresee(desk.choice), scene).label,
        });
  const different = distinct(desk.presenter.menus, hand);
  const flat = isFlat(desk, different);
  const page = pageAt(desk, flat ? undefined : []);
  const head = [
    note,
    `## ${page.title}`,
    small(desk, page),
    soFar(desk),
    had,
    lastOne ? t(keyOf(`${match.row.game}.table.last`)) : '',
  ];
  const controls = flat ? [flatMenu(desk, different)] : [...keypad(desk, all), ...wordMenus(desk, all, [])];
  // A turn of several steps goes on in the same message, and can be gone back through.
  const undo =
    desk.steps.length > 0
      ? [row(button(t('button.back'), stepId(desk, 'ask', [], desk.steps.slice(0, -1))))]
      : [];
  return screen(
    desk,
    head,
    [...controls, ...undo],
    desk.steps.length > 0 ? undefined : foot(desk),
    flat ? { name: '*' } : {},
  );
}

/** 3.5: what was chosen, open to change until the round closes. */
export async function chosenScreen(desk: Desk, choice: AnyAction, note: string): Promise<Screen> {
  const { match, scene, hand } = desk;
  const { t } = scene;
  const said = desk.presenter.menus.confirm(hand.view, choice, hand.foresee(choice), scene);
  const waiting = waitedFor(match).map((seat) => scene.names[seat]);
  const shown = waiting.length > 5 ? t('round.players', { count: waiting.length }) : waiting.join(', ');
  const head = [note, `## ${said.title}`, said.text];
  const buttons = [button(t('button.change'), encode('ask', match.id, turnOf(match)))];
  if (variants(desk, choice).length > 1) {
    buttons.push(button(t('button.fewer'), encode('fewer', match.id, turnOf(match))));
  }
  buttons.push(button(t(ofGame(match.row.game, 'table.boards')), encode('boards', match.id, turnOf(match))));
  if (!match.row.solo) buttons.push(more(desk));
  const below = [text(`-# ${t('ask.hidden', { waiting: shown })}`), row(...buttons)];
  return screen(desk, head, below, undefined, { accent: accent(desk, choice) });
}

/** Whether one menu holds all choices, few as they are, and no line has to be picked first. */
const isFlat = ({ presenter, hand }: Desk, different: readonly AnyAction[]): boolean =>
  different.length <= MENU &&
  different.some((action) => presenter.menus.paths(hand.view, action).some((way) => way.length > 1));

/** The page on which an action is chosen. */
export function pageOf(desk: Desk, action: AnyAction): readonly string[] {
  const flat = isFlat(desk, distinct(desk.presenter.menus, desk.hand));
  const [way = []] = flat ? [] : desk.presenter.menus.paths(desk.hand.view, action);
  return way.slice(0, -1);
}

/** The custom id that leads to a page of choices. */
export const pageId = (desk: Desk, path: readonly string[]): string =>
  path.length === 0 ? stepId(desk, 'ask') : stepId(desk, 'pick', path);

/** Choices that stand at the same place as one, itself among them, in games that can tell them apart. */
export function variants({ presenter, hand }: Desk, chosen: AnyAction | undefined): AnyAction[] {
  const { menus } = presenter;
  const [group] = chosen === undefined || !menus.variant ? [] : menus.paths(hand.view, chosen);
  if (group?.length !== 1) return [];
  return hand.actions.filter((action) => menus.paths(hand.view, action)[0]?.join() === group.join());
}

/** What stands on a page of choices; without a path on the one that holds them all. */
export const pageAt = ({ presenter, hand, scene }: Desk, path?: readonly string[]): MenuPage =>
  presenter.menus.page(hand.view, path, scene);

/** Small print of a page of choices. */
export const small = (desk: Desk, page: MenuPage): string =>
  `-# ${[place(desk), page.note].filter(Boolean).join(' · ')}`;

/** The steps of a turn that do not count yet. */
export const soFar = ({ told, scene }: Desk): string =>
  told.length > 0 ? scene.t('ask.soFar', { steps: told.join(' · ') }) : '';

export const accent = (desk: Desk, action: AnyAction): number =>
  desk.presenter.pictures.accent(desk.match.map, desk.presenter.menus.paths(desk.hand.view, action)[0]?.[0]);

export const place = (desk: Desk): string => {
  const { t } = desk.scene;
  const turn = turnOf(desk.match);
  if (desk.match.row.day !== null) return t('daily.place', { day: desk.match.row.day, turn });
  if (desk.match.row.solo) return t('solo.place', { turn });
  const { deadline } = desk.match.row;
  const closes = deadline === null ? '' : t('table.closes', { when: ago(deadline) });
  return [t(ofGame(desk.match.row.game, 'table.place'), { turn, id: desk.match.id }), closes]
    .filter(Boolean)
    .join(' · ');
};

/** Keys stand where they always stood; where there are no such places they would only say less than the menu. */
export function keypad(desk: Desk, all: readonly Key[]) {
  if (all.length > KEYPAD || desk.presenter.menus.places(desk.hand.view, []).length === 0) return [];
  const buttons = all.map((key) =>
    button(
      key.entry.button,
      stepId(desk, 'pick', key.path),
      key.entry.good ? 'green' : 'grey',
      key.kind === 'closed',
    ),
  );
  const rows = [];
  for (let i = 0; i < buttons.length; i += 3) rows.push(row(...buttons.slice(i, i + 3)));
  return rows;
}

/** What can be chosen on a page in words: a menu, or several where one cannot hold it all. */
export function wordMenus(desk: Desk, all: readonly Key[], path: readonly string[]) {
  const picks = all
    .filter((key) => key.kind !== 'closed')
    .map((key) => ({
      value: key.path.at(-1)!,
      label: key.entry.label,
      description: key.entry.description,
    }));
  const count = Math.ceil(picks.length / MENU);
  const asked = pageAt(desk, path).prompt;
  return Array.from({ length: count }, (_, i) =>
    menu(
      stepId(desk, 'pick', i === 0 ? path : [...path, pageMark(i)]),
      count === 1 ? asked : `${asked} · ${i + 1}/${count}`,
      picks.slice(i * MENU, (i + 1) * MENU),
    ),
  );
}

/** Every choice in one menu, while they are few enough. */
function flatMenu(desk: Desk, different: readonly AnyAction[]) {
  const { match, scene, hand } = desk;
  const picks = different.map((action) => {
    const { label, description } = desk.presenter.menus.effect(
      hand.view,
      action,
      hand.foresee(action),
      scene,
    );
    return { value: match.game.code(action), label, description };
  });
  return menu(stepId(desk, desk.asks ? 'try' : 'play'), pageAt(desk).prompt, picks);
}

export function foot(desk: Desk) {
  const { match, scene } = desk;
  const buttons = [button(scene.t('button.rules'), encode('rules', match.id))];
  if (!match.row.solo) {
    buttons.unshift(
      button(scene.t(ofGame(match.row.game, 'table.boards')), encode('boards', match.id, turnOf(match))),
    );
    buttons.push(more(desk));
  } else if (!desk.asks) {
    buttons.unshift(button(scene.t('button.askMe'), encode('asks', match.id, turnOf(match))));
  }
  return row(...buttons);
}

/** The table's message, which has such a button for all, may be gone or elsewhere. */
const more = ({ match, scene }: Desk) =>
  button(scene.t('button.more'), encode('more', match.id, turnOf(match)));

type Controls = Parameters<typeof rich>[1];

export async function screen(
  desk: Desk,
  head: readonly string[],
  controls: Controls,
  below?: ReturnType<typeof row>,
  more: { name?: string; path?: readonly string[]; after?: AnyView; accent?: number } = {},
): Promise<Screen> {
  const { match, seat, scene, base, hand } = desk;
  const { accent = BLUE, ...shown } = more;
  // What was chosen so far does not count yet either.
  const thought = desk.steps.length > 0 ? { after: hand.view } : {};
  const picture = desk.presenter.pictures.board(base, scene, { seat, ...thought, ...shown });
  const file = await upload(`board-${match.id}-${turnOf(match)}.png`, picture);
  return rich(accent, [text(head.filter(Boolean).join('\n')), gallery(file), ...controls, below], [file]);
}
