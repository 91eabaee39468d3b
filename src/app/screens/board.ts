import type { Seat } from '../../games/game.ts';
import { waitedFor } from '../../match/course.ts';
import { foresee, type Match, present, viewOf } from '../../match/match.ts';
import type { Scene, Theme, Translate } from '../../views/look.ts';
import { type Hand, type Key, keys, MENU } from '../../views/panel.ts';
import { type AnyLook, look, sceneOf } from '../context.ts';
import { encode } from '../ids.ts';
import type { Screen } from '../outbound.ts';
import { ago, button, gallery, menu, rich, row, text, upload } from '../parts.ts';
import { turnOf } from './round.ts';

/** The private screens of one seat: choose, narrow, look again, change. */

const BLUE = 0x5865f2;

/** A keypad with more keys than this would not fit beside the rest of its message. */
const KEYPAD = 24;

/** What all of them need, worked out once. */
export interface Desk {
  readonly match: Match;
  readonly seat: Seat;
  readonly scene: Scene;
  readonly look: AnyLook;
  readonly hand: Hand<unknown, unknown>;
  /** The seat's own pending choice. */
  readonly choice: unknown;
  /** Solo, and the player wants to be asked before a choice counts. */
  readonly asks: boolean;
  /** The player wants to be told that their choice closes the round. */
  readonly warns: boolean;
}

/** `asks`, `theme` and `warns` are the player's own choices. */
export function deskOf(
  match: Match,
  seat: Seat,
  t: Translate,
  asks: boolean,
  theme: Theme | null = null,
  warns = true,
): Desk {
  const view = viewOf(match, seat);
  return {
    match,
    seat,
    scene: sceneOf(match.seats, t, theme),
    look: look(match.row.game),
    hand: {
      view,
      actions: match.game.actions(match.state, seat),
      foresee: (action) => foresee(match.game, view, seat, action),
    },
    choice: (view as { choice?: unknown }).choice ?? null,
    asks: match.row.solo && asks,
    warns,
  };
}

/** Whether the seat has to act, or may still change its mind. */
export const canAct = (desk: Desk): boolean => desk.hand.actions.length > 0;

/** The screen that a player of a running match needs now: to choose, or what was chosen. `note` goes first. */
export async function mineScreen(desk: Desk, note = ''): Promise<Screen> {
  if (present(desk.match).kind === 'flip') return waitScreen(desk, note);
  return desk.choice === null ? askScreen(desk, note) : chosenScreen(desk, note);
}

/** 3.4: the board, a keypad that never moves, and the same choices in words. */
export async function askScreen(desk: Desk, note = ''): Promise<Screen> {
  const { match, scene, hand } = desk;
  const { t } = scene;
  const all = keys(desk.look, hand, [], scene);
  const lastOne = desk.warns && !match.row.solo && waitedFor(match).join() === String(desk.seat);
  const had =
    desk.choice === null
      ? ''
      : t('ask.had', {
          what: desk.look.label(hand.view, desk.choice, hand.foresee(desk.choice), scene).label,
        });
  // Where few enough choices are left, one menu holds them all and no line has to be picked first.
  const flat = all.some((key) => key.kind === 'group') && hand.actions.length <= MENU;
  const small = [place(desk), flat ? '' : desk.look.askNote(hand.view, scene)].filter(Boolean).join(' · ');
  const head = [
    note,
    `## ${desk.look.ask(hand.view, scene)}`,
    `-# ${small}`,
    had,
    lastOne ? t('ask.last') : '',
  ];
  const controls = flat ? [flatMenu(desk)] : [...keypad(desk, all), ...wordMenu(desk, all, [])];
  return screen(desk, head, controls, foot(desk), flat ? { name: '*' } : {});
}

/** 3.6: one step further in, such as the stations of a line. */
export async function narrowScreen(desk: Desk, path: readonly string[], note = ''): Promise<Screen> {
  const { scene, hand } = desk;
  const inner = keys(desk.look, hand, path, scene);
  const group = desk.look.group(hand.view, path, scene);
  const head = [note, `## ${scene.t('ask.narrow', { what: group.label })}`, `-# ${place(desk)}`];
  const back = row(button(scene.t('button.back'), encode('ask', desk.match.id, turnOf(desk.match))));
  return screen(desk, head, [...wordMenu(desk, inner, path), back], undefined, { name: path[0] });
}

/** 3.5: what was chosen, open to change until the round closes. */
async function chosenScreen(desk: Desk, note: string): Promise<Screen> {
  const { match, scene, hand } = desk;
  const { t } = scene;
  const said = desk.look.chosen(hand.view, desk.choice, hand.foresee(desk.choice), scene);
  const waiting = waitedFor(match).map((seat) => scene.names[seat]);
  const shown = waiting.length > 5 ? t('round.players', { count: waiting.length }) : waiting.join(', ');
  const head = [note, `## ${said.title}`, said.text];
  const buttons = [button(t('button.change'), encode('ask', match.id, turnOf(match)))];
  if (fewer(desk, desk.choice).length > 1) {
    buttons.push(button(t('button.fewer'), encode('fewer', match.id, turnOf(match))));
  }
  buttons.push(button(t('button.boards'), encode('boards', match.id, turnOf(match))));
  const below = [text(`-# ${t('ask.hidden', { waiting: shown })}`), row(...buttons)];
  return screen(desk, head, below, undefined, { accent: accent(desk, desk.choice) });
}

/** 3.5 `Fewer`: how many to mark instead. `code` is the choice meant, before it counts. */
export async function fewerScreen(desk: Desk, code: string): Promise<Screen> {
  const { match, scene, hand } = desk;
  const { t } = scene;
  const chosen = hand.actions.find((action) => match.game.code(action) === code);
  const options = chosen === undefined ? [] : fewer(desk, chosen).filter((action) => action !== chosen);
  const act = desk.asks ? 'try' : 'play';
  const buttons = options.map((action) => {
    const text = match.game.code(action);
    const count = Number(text.split('.')[1]);
    return button(
      count === 0 ? t('button.none') : t('button.mark', { n: count }),
      encode(act, match.id, turnOf(match), text),
    );
  });
  const rows = [];
  for (let i = 0; i < buttons.length; i += 5) rows.push(row(...buttons.slice(i, i + 5)));
  const back = desk.asks
    ? encode('try', match.id, turnOf(match), code)
    : encode('mine', match.id, turnOf(match));
  const said =
    chosen === undefined ? undefined : desk.look.chosen(hand.view, chosen, hand.foresee(chosen), scene);
  const head = [`## ${said?.title ?? ''}`, t('ask.fewer')];
  return screen(desk, head, [...rows, row(button(t('button.back'), back))]);
}

/** Solo: what a choice would do, before it counts. */
export async function previewScreen(desk: Desk, action: unknown): Promise<Screen> {
  const { match, scene, hand } = desk;
  const { t } = scene;
  const after = hand.foresee(action);
  const said = desk.look.chosen(hand.view, action, after, scene);
  const entry = desk.look.label(hand.view, action, after, scene);
  const code = match.game.code(action);
  const id = (act: string) => encode(act, match.id, turnOf(match), code);
  const head = [`## ${t('solo.keep', { what: entry.label })}`, `-# ${place(desk)}`, said.text];
  const controls = [
    row(
      button(t('button.keep'), id('play'), 'green'),
      ...(fewer(desk, action).length > 1 ? [button(t('button.fewer'), id('fewer'))] : []),
      button(t('button.keepAlways'), id('always')),
    ),
    ...keypad(desk, keys(desk.look, hand, [], scene)),
  ];
  return screen(desk, head, controls, undefined, { after, accent: accent(desk, action) });
}

/** Between two rounds where cards are turned by hand. */
async function waitScreen(desk: Desk, note: string): Promise<Screen> {
  const { match, scene } = desk;
  const { t } = scene;
  const own = match.anyone || match.flipper === desk.seat;
  const head = [
    note,
    `## ${t('ask.wait')}`,
    own ? t('ask.waitOwn') : t('ask.waitFor', { name: scene.names[match.flipper]! }),
  ];
  const flip = own ? [row(button(t('button.flip'), encode('flip', match.id, turnOf(match)), 'blue'))] : [];
  return screen(desk, head, flip, foot(desk));
}

/** Choices of the same line that mark other numbers of stations. */
function fewer(desk: Desk, chosen: unknown): unknown[] {
  const [group] = desk.look.paths(desk.hand.view, chosen);
  if (group?.length !== 1) return [];
  return desk.hand.actions.filter(
    (action) => desk.look.paths(desk.hand.view, action)[0]?.join() === group.join(),
  );
}

const accent = (desk: Desk, action: unknown): number =>
  desk.look.accent(desk.match.map, desk.look.paths(desk.hand.view, action)[0]?.[0]);

const place = (desk: Desk): string => {
  const { t } = desk.scene;
  const turn = turnOf(desk.match);
  if (desk.match.row.day !== null) return t('daily.place', { day: desk.match.row.day, turn });
  if (desk.match.row.solo) return t('solo.place', { turn });
  const { deadline } = desk.match.row;
  const closes = deadline === null ? '' : t('table.closes', { when: ago(deadline) });
  return `${t('ask.place', { turn, id: desk.match.id })}${closes}`;
};

function keypad(desk: Desk, all: readonly Key[]) {
  if (all.length > KEYPAD) return [];
  const { match } = desk;
  const buttons = all.map((key) =>
    button(
      key.entry.button,
      encode('pick', match.id, turnOf(match), ...key.path),
      key.entry.good ? 'green' : 'grey',
      key.kind === 'closed',
    ),
  );
  const rows = [];
  for (let i = 0; i < buttons.length; i += 3) rows.push(row(...buttons.slice(i, i + 3)));
  return rows;
}

function wordMenu(desk: Desk, all: readonly Key[], path: readonly string[]) {
  const open = all.filter((key) => key.kind !== 'closed');
  if (open.length === 0 || open.length > MENU) return [];
  const { match, scene } = desk;
  const id = encode('pick', match.id, turnOf(match), ...path);
  const picks = open.map((key) => ({
    value: key.path.at(-1)!,
    label: key.entry.label,
    description: key.entry.description,
  }));
  return [menu(id, path.length === 0 ? scene.t('ask.menu') : scene.t('ask.menuIn'), picks)];
}

/** Every choice in one menu, while they are few enough. */
function flatMenu(desk: Desk) {
  const { match, scene, hand } = desk;
  const picks = hand.actions.map((action) => {
    const { label, description } = desk.look.label(hand.view, action, hand.foresee(action), scene);
    return { value: match.game.code(action), label, description };
  });
  return menu(encode(desk.asks ? 'try' : 'play', match.id, turnOf(match)), scene.t('ask.menuIn'), picks);
}

function foot(desk: Desk) {
  const { match, scene } = desk;
  const buttons = [button(scene.t('button.rules'), encode('rules', match.id))];
  if (!match.row.solo) {
    buttons.unshift(button(scene.t('button.boards'), encode('boards', match.id, turnOf(match))));
  } else if (!desk.asks) {
    buttons.unshift(button(scene.t('button.askMe'), encode('asks', match.id, turnOf(match))));
  }
  return row(...buttons);
}

type Controls = Parameters<typeof rich>[1];

async function screen(
  desk: Desk,
  head: readonly string[],
  controls: Controls,
  below?: ReturnType<typeof row>,
  more: { name?: string; after?: unknown; accent?: number } = {},
): Promise<Screen> {
  const { match, seat, scene, hand } = desk;
  const picture = desk.look.board(hand.view, scene, { seat, name: more.name, after: more.after });
  const file = await upload(`board-${match.id}-${turnOf(match)}.png`, picture);
  return rich(
    more.accent ?? BLUE,
    [text(head.filter(Boolean).join('\n')), gallery(file), ...controls, below],
    [file],
  );
}
