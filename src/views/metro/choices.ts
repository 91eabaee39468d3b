import type { Seat } from '../../games/game.ts';
import type { Action, Line, View } from '../../games/metro/state.ts';
import { squareName } from '../../games/metro/tracks.ts';
import { commas, cut, ladder } from '../lists.ts';
import type { Choices, Entry, Scene } from '../presenter.ts';
import { squareWords } from './boardalt.ts';
import { type Effect, effectsOf } from './effects.ts';
import {
  DRAW,
  hasSeveral,
  isRegion,
  numberAt,
  pageAt,
  regionAt,
  targetsAt,
  turningAt,
  turningsAt,
} from './paths.ts';

/** What a choice is called, and what it would do. */

/** Discord's limits of a menu's texts and of our buttons, in UTF-16 units. */
const LABEL = 100;
const BUTTON = 34;

type Speech = Pick<Scene, 't' | 'names' | 'spoken'>;
type Placement = Extract<Action, { kind: 'place' }>;

/** As a key or a line of a menu begins. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A step of a menu by itself. */
function stepName(view: View, step: string, t: Scene['t']): string {
  if (step === DRAW) return t('metro.choice.draw');
  const [turns, region] = [turningAt(step), regionAt(step)];
  if (turns !== undefined) return t(`metro.turned.${turns}`);
  if (region !== undefined) return t(`metro.region.${region}`);
  // As the picture numbers them.
  const at = view.hand.indexOf(step);
  return at < 0 ? step : t('metro.tile', { n: at + 1 });
}

/** "Tile 2, B1": the way to a page. A square says itself in which part of the board it lies. */
export function wayName(view: View, path: readonly string[], t: Scene['t']): string {
  const steps = pageAt(view, path) === 'turning' ? path.filter((step) => !isRegion(step)) : path;
  return capital(
    commas(
      t,
      steps.map((step) => stepName(view, step, t)),
    ),
  );
}

/** What a choice bears in the picture and on its key stands before what it is called. */
const numbered = (n: number | undefined, what: string, t: Scene['t']): string =>
  n === undefined ? what : t('metro.choice.numbered', { n, what });

/** As many of the items as fit into a label, and how many these are. */
function fitted(
  items: readonly string[],
  make: (items: string) => string,
  { t, join = commas }: { t: Scene['t']; join?: typeof commas },
): { label: string; shown: number } {
  const made = (count: number): string =>
    make(
      join(t, [
        ...items.slice(0, count),
        ...(count < items.length ? [t('metro.effect.more', { count: items.length - count })] : []),
      ]),
    );
  const fits = items.findLastIndex((_, i) => made(i + 1).length <= LABEL) + 1;
  return { label: cut(made(Math.max(1, fits)), LABEL), shown: fits };
}

/** A tile, a part of the board or a square that still leaves a choice. */
export function narrow(
  view: View,
  path: readonly string[],
  scene: Speech,
  inside?: Choices<View, Action>,
): Entry {
  const { t } = scene;
  const name = capital(stepName(view, path.at(-1) ?? '', t));
  const n = numberAt(view, path);
  const entry = { button: cut(n === undefined ? name : String(n), BUTTON), good: false };
  if (inside && pageAt(view, path) === 'turning') return { ...entry, ...turnable(inside, name, n, scene) };
  const squares = targetsAt(view, path).flatMap((target) => target.squares);
  const count = squares.length;
  // Half a list would look like all of it.
  const description = ladder(LABEL, [
    () => t('metro.squares', { count, squares: squareWords(squares, t) }),
    () => t('metro.squareCount', { count }),
  ]);
  return { ...entry, label: cut(numbered(n, name, t), LABEL), description };
}

/** A square on which the tile can be turned: the lines that come to it, and the most that it can bring. */
function turnable(
  { view, actions, foresee }: Choices<View, Action>,
  name: string,
  n: number | undefined,
  scene: Speech,
) {
  const { t } = scene;
  const own = ({ owner }: Line): boolean => owner === view.seat;
  const lines = view.lines
    .filter(({ owner, head }) => owner !== null && head !== null && squareName(head.square) === name)
    .sort((a, b) => Number(own(b)) - Number(own(a)))
    .map(({ station, owner }) => lineName(station, owner!, view, scene));
  const { label } = fitted(
    lines,
    (which) => {
      const none = lines.length === 0;
      const said = none
        ? t('metro.choice.noLine', { square: name })
        : t('metro.choice.lines', { square: name, lines: which });
      return numbered(n, said, t);
    },
    { t },
  );
  const gains = actions.map((action) => gainsOf(effectsOf(view, foresee(action), view.seat), view.seat));
  const [first] = actions as Placement[];
  const description = t('metro.choice.turnings', {
    count: turningsAt(view, first!.tile, first!.square).length,
    own: Math.max(...gains.map((gain) => gain.own)),
    others: Math.max(...gains.map((gain) => gain.others)),
  });
  return { label, description: cut(description, LABEL) };
}

/** "your line 14", "Ben's line 7". */
const lineName = (
  station: number,
  owner: Seat,
  { seat }: Pick<View, 'seat'>,
  { t, spoken }: Pick<Scene, 't' | 'spoken'>,
): string => t(`metro.whose.${owner === seat ? 'own' : 'other'}`, { station, name: spoken[owner]! });

/** "your line 14: 3 → 9 tiles, arrives: +9", "Ben's line 7: 0 → 4 tiles". */
export function effectWords(
  { before, after, owner, arrived }: Effect,
  view: Pick<View, 'seat'>,
  scene: Pick<Scene, 't' | 'spoken'>,
): string {
  const { t } = scene;
  const line = lineName(after.station, owner, view, scene);
  const change = t('metro.effect.change', { line, from: before.length, count: after.length });
  return arrived ? t('metro.effect.ends', { change, points: after.points }) : change;
}

/** Effects hold commas of their own. */
const apart = (t: Scene['t'], effects: readonly string[]): string => effects.join(t('metro.effect.then'));

/** "Tile 2, E4, turned once"; what a page has said already is left out. */
function spotName(view: View, { tile, square, turns }: Placement, t: Scene['t'], path: readonly string[]) {
  const turnable = turns !== 0 || turningsAt(view, tile, square).length > 1;
  return commas(t, [
    ...(hasSeveral(view) && path[0] !== tile ? [stepName(view, tile, t)] : []),
    squareName(square),
    ...(turnable ? [t(`metro.turned.${turns}`)] : []),
  ]);
}

/** An entry for an action: where the tile goes, and what it does for whom, the own lines first. */
export function label(
  view: View,
  action: Action,
  after: View,
  scene: Speech,
  path: readonly string[] = [],
): Entry {
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
  const most = said.length === 0 ? [t('metro.effect.none')] : said;
  const n = numberAt(view, path);
  const turns = turningAt(path.at(-1) ?? '');
  const where =
    turns === undefined ? spotName(view, action, t, path) : capital(stepName(view, `t${turns}`, t));
  const make = (does: string): string => numbered(n, t('metro.choice.place', { where, does }), t);
  const entry = fitted(most, make, { t, join: apart });
  const rest = most.slice(entry.shown);
  const more = rest.length > 0 ? capital(apart(t, rest)) : outcome(effects, view, scene);
  return {
    button: cut(n === undefined ? where : String(n), BUTTON),
    label: entry.label,
    description: cut(more, LABEL),
    good: effects.some(({ owner, arrived }) => arrived && owner === view.seat),
  };
}

/** "You +6, others +0"; where nothing is scored, what tells turnings apart: "Your 6 goes on into D1". */
function outcome(effects: readonly Effect[], view: View, { t, spoken }: Speech): string {
  const { own, others } = gainsOf(effects, view.seat);
  if (effects.length === 0 || own > 0 || others > 0) return t('metro.gains', { own, others });
  const ways = effects.map(({ owner, after: { station, head } }) =>
    t('metro.goesOn', {
      line: lineName(station, owner, view, { t, spoken }),
      square: squareName(head!.square),
    }),
  );
  return capital(commas(t, ways));
}

/** What is scored by a placement. */
function gainsOf(effects: readonly Effect[], seat: number | null): { own: number; others: number } {
  const ended = effects.filter(({ arrived }) => arrived);
  const sum = (list: readonly Effect[]): number => list.reduce((all, { after }) => all + after.points, 0);
  return {
    own: sum(ended.filter(({ owner }) => owner === seat)),
    others: sum(ended.filter(({ owner }) => owner !== seat)),
  };
}

/** The draft of a choice: what it is and what it would do, a line each. */
export function confirm(view: View, action: Action, after: View, scene: Speech) {
  const { t } = scene;
  if (action.kind === 'draw')
    return {
      title: t('metro.choice.drawAsk'),
      text: t('metro.choice.drawMore'),
      keep: t('metro.choice.drawKeep'),
    };
  const effects = effectsOf(view, after, view.seat);
  const said = effects.map((effect) => effectWords(effect, view, { ...scene, spoken: scene.names }));
  const lines = said.length > 0 ? said : [t('metro.effect.none')];
  const text = [...lines.map((line) => `- ${capital(line)}`), `-# ${t('metro.final')}`].join('\n');
  return { title: spotName(view, action, t, []), text };
}
