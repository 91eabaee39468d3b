import type { Action, Code, Line, Open, Paris, Turns, View } from '../../games/metro/state.ts';
import { and, commas, cut } from '../lists.ts';
import type { Entry, Scene } from '../look.ts';
import { type Effect, effectsOf } from './effects.ts';
import { colOf, rowOf, squareName } from './ground.ts';
import { turned } from './tracks.ts';

/** What a turn asks, what squares and lines are called, what a choice would do. */

/** Discord's limits of a menu's texts and of our buttons, in UTF-16 units. */
const LABEL = 100;
const BUTTON = 34;
const HALF = 4;

type Speech = Pick<Scene, 't' | 'names' | 'plain'>;

export const about = ({ tiles, stations }: Paris, { t }: Pick<Scene, 't'>): string =>
  t('metro.about', {
    tiles: tiles.reduce((sum, { count }) => sum + count, 0),
    stations: stations.length,
  });

/** "28 tiles left". */
export const headline = (view: View, { t }: Pick<Scene, 't'>): string =>
  t(view.over ? 'metro.headline.over' : 'metro.headline.left', { count: view.left });

/** That the mover has drawn, which everybody sees; else nothing. */
export const hint = (view: View, { t, names }: Speech): string =>
  view.drew && !view.over ? t('metro.hint.drew', { name: names[view.mover]! }) : '';

export function ask(view: View, { t, names }: Speech): string {
  if (view.over) return t('metro.ask.over');
  if (view.seat !== view.mover) return t('metro.ask.other', { name: names[view.mover]! });
  if (view.drawn !== null) return t('metro.ask.drawn');
  return t(view.hand.length > 1 ? 'metro.ask.several' : 'metro.ask.one');
}

export const askNote = (view: View, { t }: Pick<Scene, 't'>): string =>
  view.seat !== view.mover || view.over ? '' : t('metro.note');

/** Quarters of the board, in reading order. */
const REGIONS = ['nw', 'ne', 'sw', 'se'] as const;
const DRAW = 'draw';

const regionOf = (square: number): string =>
  REGIONS[2 * Number(rowOf(square) >= HALF) + Number(colOf(square) >= HALF)]!;

/** Squares of a board that a step of a menu means: those of a quarter, or all of them. */
export const squaresOf = (squares: readonly number[], step: string | undefined): number[] =>
  squares.filter((square) => !REGIONS.some((region) => region === step) || regionOf(square) === step);

const TURNS: readonly Turns[] = [0, 1, 2, 3];

/** Turnings that lay a tile the same way count as the first of them. */
const turning = (tile: Code, turns: Turns): Turns =>
  TURNS.find((by) => turned(tile, by) === turned(tile, turns))!;

/** Steps that a first menu has now, in fixed order; none for those who do not move. */
export function places(view: View): string[] {
  const [first] = view.legal;
  if (!first) return [];
  const regions = REGIONS.filter((region) => first.squares.some((square) => regionOf(square) === region));
  const draw = view.drawn === null && view.left > 0 ? [DRAW] : [];
  return [...(view.legal.length > 1 ? view.legal.map(({ tile }) => tile) : regions), ...draw];
}

/** The tile where several are in hand, the quarter of the board, the square, the turning where there is one. */
export function paths({ setting, legal }: View, action: Action): string[][] {
  if (action.kind === 'draw') return [[DRAW]];
  const { tile, square, turns } = action;
  return [
    [
      ...(legal.length > 1 ? [tile] : []),
      regionOf(square),
      squareName(square),
      ...(setting.arrow ? [] : [`t${turning(tile, turns)}`]),
    ],
  ];
}

/** A step of a menu by itself. */
function stepName(view: View, step: string, { t }: Pick<Scene, 't'>): string {
  if (step === DRAW) return t('metro.choice.draw');
  if (/^t[0-3]$/.test(step)) return t(`metro.turned.${step.slice(1)}`);
  if (REGIONS.some((region) => region === step)) return t(`metro.region.${step}`);
  // As the picture numbers them.
  const at = view.hand.indexOf(step);
  return at < 0 ? step : t('metro.tile', { n: at + 1 });
}

export function group(view: View, path: readonly string[], scene: Pick<Scene, 't'>) {
  const names = path.map((step) => stepName(view, step, scene));
  return { label: cut(names.join(' · '), LABEL), description: cut(names.at(-1) ?? '', LABEL) };
}

export function narrow(view: View, path: readonly string[], scene: Pick<Scene, 't'>): Entry {
  const name = stepName(view, path.at(-1) ?? '', scene);
  const tile = view.legal.find((one) => one.tile === path[0]) ?? view.legal[0];
  const region = path.find((step) => REGIONS.some((one) => one === step));
  const squares = squaresOf(tile?.squares ?? [], region).map(squareName);
  const count = scene.t('metro.squares', { count: squares.length, squares: commas(scene.t, squares) });
  return {
    button: cut(name, BUTTON),
    label: cut(name, LABEL),
    description: cut(count, LABEL),
    good: false,
  };
}

/** "finishes your 14 for 9", "extends Ben's 7 to 4". */
function effectWords(
  { after, owner, arrived }: Effect,
  view: Open & { seat: number | null },
  scene: Speech,
): string {
  const { t, plain } = scene;
  const whose = owner === view.seat ? 'own' : 'other';
  const { station, length, points } = after;
  return t(`metro.effect.${arrived ? 'ends' : 'grows'}.${whose}`, {
    station,
    name: plain[owner]!,
    length,
    points,
  });
}

/** "E4", "E4, turned once". */
function spot(action: Extract<Action, { kind: 'place' }>, { t }: Pick<Scene, 't'>): string {
  const square = squareName(action.square);
  return action.turns === 0 ? square : t('metro.spot', { square, turned: t(`metro.turned.${action.turns}`) });
}

/** An entry for an action: where the tile goes, and what it does for whom, the own lines first. */
export function label(view: View, action: Action, after: View, scene: Speech): Entry {
  const { t } = scene;
  if (action.kind === 'draw')
    return {
      button: cut(t('metro.choice.draw'), BUTTON),
      label: cut(t('metro.choice.draw'), LABEL),
      description: cut(t('metro.choice.drawMore'), LABEL),
      good: false,
    };
  const effects = effectsOf(view, after, view.seat);
  const said = effects.map((effect) => effectWords(effect, view, scene));
  const tile = view.legal.length > 1 ? `${stepName(view, action.tile, scene)}, ` : '';
  const where = `${tile}${spot(action, scene)}`;
  const most = said.length === 0 ? [t('metro.effect.none')] : said;
  const made = (count: number): string =>
    t('metro.choice.place', {
      where,
      does: commas(t, [
        ...most.slice(0, count),
        ...(count < most.length ? [t('metro.effect.more', { count: most.length - count })] : []),
      ]),
    });
  const fits = most.findLastIndex((_, i) => made(i + 1).length <= LABEL) + 1;
  return {
    button: cut(where, BUTTON),
    label: cut(made(Math.max(1, fits)), LABEL),
    description: cut(fits < most.length ? commas(t, most.slice(fits)) : gains(effects, view, scene), LABEL),
    good: effects.some(({ owner, arrived }) => arrived && owner === view.seat),
  };
}

/** What is scored by a placement, in short. */
function gains(effects: readonly Effect[], view: View, { t }: Speech): string {
  const own = effects.filter(({ owner, arrived }) => arrived && owner === view.seat);
  const others = effects.filter(({ owner, arrived }) => arrived && owner !== view.seat);
  const sum = (list: readonly Effect[]): number => list.reduce((all, { after }) => all + after.points, 0);
  return t('metro.gains', { own: sum(own), others: sum(others) });
}

/** The draft of a choice: what it is and what it would do, a line each. */
export function chosen(view: View, action: Action, after: View, scene: Speech) {
  const { t } = scene;
  if (action.kind === 'draw')
    return {
      title: t('metro.choice.drawAsk'),
      text: t('metro.choice.drawMore'),
      keep: t('metro.choice.drawKeep'),
    };
  const effects = effectsOf(view, after, view.seat);
  const lines = effects.map((effect) => `- ${effectWords(effect, view, { ...scene, plain: scene.names })}`);
  const text = [
    ...(lines.length > 0 ? lines : [`- ${t('metro.effect.none')}`]),
    `-# ${t('metro.final')}`,
  ].join('\n');
  return { title: spot(action, scene), text };
}

/** "outer 22 · centre 18 · 3 lines under way". */
export function parts(view: View, seat: number, { t }: Pick<Scene, 't'>): string {
  const own = view.lines.filter(({ owner }) => owner === seat);
  const central = ({ arrival }: Line): boolean => arrival !== null && 'central' in arrival;
  const sum = (list: readonly Line[]): number => list.reduce((all, { points }) => all + points, 0);
  const open = own.filter(({ head }) => head !== null).length;
  return [
    t('metro.parts.outer', { points: sum(own.filter((line) => !central(line))) }),
    t('metro.parts.centre', { points: sum(own.filter(central)) }),
    ...(view.over ? [linesOf(own, t)] : [t('metro.parts.open', { count: open })]),
  ].join(' · ');
}

/** Every line that arrived: "1: 9, 5: 4 ×2". */
const linesOf = (own: readonly Line[], t: Scene['t']): string =>
  t('metro.parts.lines', {
    lines: commas(
      t,
      own.map(({ station, length, arrival }) =>
        t(arrival !== null && 'central' in arrival ? 'metro.parts.doubled' : 'metro.parts.line', {
          station,
          length,
        }),
      ),
    ),
  });

/** What was placed between two views, and what that did: one sentence, with everything that arrived by name. */
export function say(before: View, after: View, scene: Speech): string[] {
  const { t, names } = scene;
  const { last } = after;
  if (!last || after.turn <= before.turn) return [];
  const square = squareName(last.square);
  const ends = effectsOf(before, after, last.seat).filter(({ arrived }) => arrived);
  if (ends.length === 0) return [t('metro.say.placed', { name: names[last.seat]!, square })];
  const what = ends.map(({ after: { station, points }, owner }) =>
    t('metro.say.line', { name: names[owner]!, station, points }),
  );
  return [t('metro.say.scored', { name: names[last.seat]!, square, what: and(t, what) })];
}

/** "E4 · Ann · 🏁 Ben 14: 9". */
export function diary(before: View, after: View, scene: Speech): string {
  const { t, names } = scene;
  const { last } = after;
  if (!last) return headline(before, scene);
  const ends = effectsOf(before, after, last.seat).filter(({ arrived }) => arrived);
  return [
    t('metro.diary.placed', { name: names[last.seat]!, square: squareName(last.square) }),
    ...ends.map(({ owner, after: { station, points } }) =>
      t('metro.diary.line', { name: names[owner]!, station, points }),
    ),
  ].join(' · ');
}

/** The longest line that arrived; null where none did. */
export function remark(views: readonly View[], { t, names }: Speech): string | null {
  const lines = (views.at(-1)?.lines ?? []).filter((line) => line.owner !== null && line.arrival !== null);
  const longest = lines.reduce<Line | null>(
    (best, line) => (line.length > (best?.length ?? 0) ? line : best),
    null,
  );
  if (!longest) return null;
  return t('metro.remark', {
    name: names[longest.owner!]!,
    station: longest.station,
    length: longest.length,
  });
}
