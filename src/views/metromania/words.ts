import { SPACE_OF } from '../../games/metromania/grid.ts';
import { DIGS, stationsOf } from '../../games/metromania/legal.ts';
import { completed } from '../../games/metromania/score.ts';
import {
  type Action,
  type Box,
  type Company,
  companiesOf,
  linesOf,
  type Open,
  type View,
} from '../../games/metromania/state.ts';
import { commas, cut } from '../lists.ts';
import { MENU } from '../menus.ts';
import { signed } from '../numbers.ts';
import type { Entry, MenuPage, Scene } from '../presenter.ts';
import { effects, pointsOf, turnAfter, whither } from './effects.ts';
import { vertexName } from './near.ts';
import { numberOf } from './options.ts';

/** What a turn asks, what tunnels and lines are called, what a choice would do. */

/** Discord's limits of a menu's texts and of our buttons, in UTF-16 units. */
const LABEL = 100;
const BUTTON = 34;

export type Speech = Pick<Scene, 't' | 'names' | 'spoken'>;
type T = Pick<Scene, 't'>;

export const about = ({ pieces, stations }: Box, { t }: T): string =>
  t('metromania.about', { pieces: pieces.length, stations });

/** A company by the name of whoever plays it; one of two by its letters, too. */
export function companyName(
  { setting }: Pick<Open, 'setting'>,
  company: Company,
  { t }: T,
  names: readonly string[],
): string {
  const name = names[setting.owners[company]!]!;
  return setting.advanced
    ? t(`metromania.company.${company % 2 === 0 ? 'first' : 'second'}`, { name })
    : name;
}

/** "12 stations left". */
export function headline(view: View, { t }: T): string {
  if (view.over) return t('metromania.headline.over');
  const count = view.box.stations - view.stations.length;
  return t(view.closing === null ? 'metromania.headline.left' : 'metromania.headline.last', { count });
}

/** Which of two companies moves; else nothing. */
export const hint = (view: View, { t, names }: Speech): string =>
  view.setting.advanced && !view.over
    ? t('metromania.hint.company', { name: companyName(view, view.mover, { t }, names) })
    : '';

function ask(view: View, { t, names }: Speech, [step]: readonly string[] = []): string {
  const { setting, mover, bonus, doing, lines, seat, over } = view;
  if (step !== undefined) return t('metromania.ask.which', { what: stepName(step, { t }) });
  if (over) return t('metromania.ask.over');
  if (setting.owners[mover] !== seat)
    return t('metromania.ask.other', { name: companyName(view, mover, { t }, names) });
  if (bonus !== null) return t('metromania.ask.bonus', { line: lines[bonus]!.number });
  if (doing.tunnels.length > 0) return t('metromania.ask.next', { n: doing.tunnels.length + 1, most: DIGS });
  const begun = lines.some((line) => line.company === mover && line.side !== null);
  const which = setting.advanced ? (mover % 2 === 0 ? 'firstOf' : 'secondOf') : 'any';
  return t(`metromania.ask.${begun ? workOf(view) : 'first'}.${which}`);
}

/** What a turn may be spent on now. */
function workOf({ legal }: View): 'turn' | 'dig' | 'station' {
  const builds = legal.some(({ kind }) => kind === 'station');
  const digs = legal.some(({ kind }) => kind === 'dig' || kind === 'start');
  return builds && !digs ? 'station' : digs && !builds ? 'dig' : 'turn';
}

/** What a menu asks for: what kind of thing to do, or its number. */
const pick = (_view: View, { t }: T, path?: readonly string[]): string =>
  t(`metromania.pick.${path?.length === 0 ? 'kind' : 'number'}`);

/** Which number is which, on pages where choices have one. */
const askNote = (view: View, { t }: T, path?: readonly string[]): string =>
  view.legal.length > 0 && path?.length !== 0 ? t('metromania.note') : '';

/** What a page asks, what its menu says, and the small print. */
export const page = (view: View, path: readonly string[] | undefined, scene: Speech): MenuPage => ({
  title: ask(view, scene, path),
  prompt: pick(view, scene, path),
  note: askNote(view, scene, path),
});

/** Steps of a menu, in fixed order: lines to dig, stations of all lines together or of each. */
const GROUPS = [
  'start',
  ...(['l1', 'l2', 'l3', 'l4'] as const),
  'stations',
  ...(['s1', 's2', 's3', 's4'] as const),
  'bonus',
] as const;

/** The step of a first menu that leads to an action. */
export function groupOf(view: View, action: Action): (typeof GROUPS)[number] {
  if (action.kind === 'dig') return `l${view.lines[action.line]!.number as 1 | 2 | 3 | 4}`;
  if (action.kind !== 'station') return action.kind;
  const all = view.legal.filter(({ kind }) => kind === 'station');
  return all.length > MENU ? `s${stationLine(view, action.vertex)}` : 'stations';
}

/** The line, as its seat numbers it, on which a station may be built at a vertex: the first of them. */
function stationLine(view: View, vertex: number): 1 | 2 | 3 | 4 {
  const at = linesOf(view.mover).find((line) => stationsOf(view, [line]).includes(vertex))!;
  return view.lines[at]!.number as 1 | 2 | 3 | 4;
}

/** What a first menu has now; none for those who do not move. */
export const places = (view: View, path: readonly string[] = []): string[] =>
  GROUPS.filter((group) => path.length === 0 && view.legal.some((action) => groupOf(view, action) === group));

/** The line, or what else it is; then its number. */
export const paths = (view: View, action: Action): string[][] => [
  [groupOf(view, action), String(numberOf(view, action))],
];

/** Steps whose names hang on no line. */
const PLAIN = ['start', 'stations', 'bonus'] as const;

function stepName(step: string, { t }: T): string {
  const plain = PLAIN.find((one) => one === step);
  if (plain !== undefined) return t(`metromania.group.${plain}`);
  if (!/^[ls]\d$/.test(step)) return step;
  return t(step[0] === 'l' ? 'metromania.line' : 'metromania.group.stationsOf', { line: step.slice(1) });
}

export function narrow(view: View, path: readonly string[], scene: T): Entry {
  const name = stepName(path.at(-1) ?? '', scene);
  const numbers = view.legal.flatMap((action, i) => (groupOf(view, action) === path[0] ? [i + 1] : []));
  const range = scene.t('metromania.choices', {
    count: numbers.length,
    from: numbers[0] ?? 0,
    to: numbers.at(-1) ?? 0,
  });
  return { button: cut(name, BUTTON), label: cut(name, LABEL), description: cut(range, LABEL), good: false };
}

/** "line 1, south-east on the right". */
function what(view: View, action: Action, { t }: T): string {
  switch (action.kind) {
    case 'start': {
      const side = SPACE_OF.get(action.triangle)!.side;
      return t('metromania.do.start', {
        line: view.lines[action.line]!.number,
        vertex: vertexName(action.from),
        side: t(`metromania.side.${side}`),
      });
    }
    case 'dig':
      return t('metromania.do.dig', {
        line: action.number,
        heading: t(`metromania.heading.${action.heading}`),
        side: t(`metromania.hand.${action.side}`),
      });
    case 'station':
      return t('metromania.do.station', { vertex: vertexName(action.vertex) });
    case 'bonus':
      return action.vertex === null
        ? t('metromania.do.noBonus')
        : t('metromania.do.bonus', { vertex: vertexName(action.vertex) });
  }
}

/** How many of some parts a menu's text can have. */
const most = (parts: readonly string[], text: (count: number) => string): number =>
  parts.findLastIndex((_, i) => text(i + 1).length <= LABEL) + 1;

/** An entry for an action, numbered as in the picture. */
export function entry(view: View, action: Action, after: View, scene: Speech): Entry {
  const { t } = scene;
  const n = numberOf(view, action);
  const does = effects(view, action, after, scene);
  const where = what(view, action, scene);
  const label = (count: number): string =>
    t('metromania.numbered', { n, what: commas(t, [where, ...does.slice(0, count)]) });
  const fits = most(does, label);
  const gained = pointsOf(turnAfter(view, after)) - pointsOf(view.doing);
  // What it does names its points already.
  const below = [...does.slice(fits), ...whither(view, action, after, scene)];
  // Discord takes no empty line.
  const description = (count: number): string =>
    commas(t, below.slice(0, count)) ||
    t(`metromania.${action.kind === 'bonus' && action.vertex === null ? 'asItIs' : 'nothing'}`);
  return {
    button: cut(t('metromania.numbered', { n, what: where }), BUTTON),
    label: cut(label(fits), LABEL),
    description: cut(description(most(below, description)), LABEL),
    good: gained > 0,
  };
}

/** A step of a draft: what it is and what follows from it; the end of a turn says what all of it brings. */
export function confirm(view: View, action: Action, after: View, scene: Speech) {
  const { t } = scene;
  const title = commas(t, [
    what(view, action, scene),
    ...effects(view, action, after, { ...scene, spoken: scene.names }),
  ]);
  const text = [
    t('metromania.turnGains', { count: pointsOf(turnAfter(view, after)) }),
    `-# ${t('metromania.final')}`,
  ].join('\n');
  return { title: title.charAt(0).toUpperCase() + title.slice(1), text };
}

/** "12 points for stations · 1 line completed"; at the end all that a score is made of. */
export function breakdown(view: View, seat: number, { t }: T): string {
  const own = companiesOf(view.setting, seat);
  const sum = (part: keyof View['parts'][number]): number =>
    own.reduce((all, company) => all + view.parts[company]![part], 0);
  const done = own.reduce((all, company) => all + completed(view, company), 0);
  const lines = t('metromania.parts.lines', { count: done });
  const stations = t('metromania.parts.stations', { count: sum('stations') });
  if (!view.over) return [stations, lines].join(' · ');
  const rest = (['unfinished', 'trips', 'park', 'faults'] as const).flatMap((part) => {
    const minus = part === 'unfinished' || part === 'faults';
    const points = sum(part);
    return points === 0 ? [] : [t(`metromania.parts.${part}`, { points: signed(minus ? -points : points) })];
  });
  return [stations, ...rest, lines].join(' · ');
}
