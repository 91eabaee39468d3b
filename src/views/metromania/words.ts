import type { Action, Box, Company, Open, Turn, View } from '../../games/metromania/state.ts';
import { and, commas, cut } from '../lists.ts';
import type { Entry, Scene } from '../look.ts';
import { signed } from '../numbers.ts';
import { numberOf } from './options.ts';

/** What a turn asks, what tunnels and lines are called, what a choice would do. */

/** Discord's limits of a menu's texts and of our buttons, in UTF-16 units. */
const LABEL = 100;
const BUTTON = 34;
const DIGS = 3;

export type Speech = Pick<Scene, 't' | 'names' | 'plain'>;
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

export const vertexName = (view: Open, vertex: number): string => view.box.grid.labels[vertex]!;

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

export function ask(view: View, { t, names }: Speech): string {
  const { setting, mover, bonus, doing, lines, seat, over } = view;
  if (over) return t('metromania.ask.over');
  if (setting.owners[mover] !== seat)
    return t('metromania.ask.other', { name: companyName(view, mover, { t }, names) });
  if (bonus !== null) return t('metromania.ask.bonus', { line: lines[bonus]!.number });
  if (doing.tunnels.length > 0) return t('metromania.ask.next', { n: doing.tunnels.length + 1, most: DIGS });
  const begun = lines.some((line) => line.company === mover && line.side !== null);
  const which = setting.advanced ? (mover % 2 === 0 ? 'firstOf' : 'secondOf') : 'any';
  return t(`metromania.ask.${begun ? 'turn' : 'first'}.${which}`);
}

export const askNote = (view: View, { t }: T): string => (view.legal.length > 0 ? t('metromania.note') : '');

/** Steps of a menu, in fixed order. */
const GROUPS = ['start', 'l1', 'l2', 'l3', 'l4', 'stations', 'bonus'] as const;

export function groupOf(view: Pick<View, 'lines'>, action: Action): (typeof GROUPS)[number] {
  if (action.kind === 'dig') return `l${view.lines[action.line]!.number as 1 | 2 | 3 | 4}`;
  return action.kind === 'station' ? 'stations' : action.kind;
}

/** What a first menu has now; none for those who do not move. */
export const places = (view: View): string[] =>
  GROUPS.filter((group) => view.legal.some((action) => groupOf(view, action) === group));

/** The line, or what else it is; then its number. */
export const paths = (view: View, action: Action): string[][] => [
  [groupOf(view, action), String(numberOf(view, action))],
];

const stepName = (step: string, { t }: T): string =>
  /^l\d$/.test(step)
    ? t('metromania.line', { line: step.slice(1) })
    : (GROUPS as readonly string[]).includes(step)
      ? t(`metromania.group.${step}`)
      : step;

export function group(_view: View, path: readonly string[], scene: T) {
  const name = cut(stepName(path.at(-1) ?? '', scene), LABEL);
  return { label: name, description: name };
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
      const side = view.box.grid.spaces.find(({ triangle }) => triangle === action.triangle)!.side;
      return t('metromania.do.start', {
        line: view.lines[action.line]!.number,
        vertex: vertexName(view, action.from),
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
      return t('metromania.do.station', { vertex: vertexName(view, action.vertex) });
    case 'bonus':
      return action.vertex === null
        ? t('metromania.do.noBonus')
        : t('metromania.do.bonus', { vertex: vertexName(view, action.vertex) });
  }
}

/** The turn in which an action was, whether it goes on after it or not. */
const turnAfter = (view: Open, after: Open): Turn => (after.turn > view.turn ? after.last! : after.doing);

/** What follows from an action, each in a few words. */
function effects(view: View, action: Action, after: View, scene: Speech): string[] {
  const { t, plain } = scene;
  const now = turnAfter(view, after);
  const built = now.stations.slice(view.doing.stations.length);
  if (action.kind === 'station' || action.kind === 'bonus')
    return built.map(({ points }) => t('metromania.does.points', { count: points }));
  const own = after.lines[action.line]!;
  const to = own.vertices.at(-1)!;
  const others = (vertex: number) =>
    after.lines.flatMap((line, i) =>
      i !== action.line && line.vertices.includes(vertex) ? [lineOf(after, i, view.seat, scene, plain)] : [],
    );
  return [
    ...(action.kind === 'dig' && action.letter !== null
      ? [
          t('metromania.does.marks', {
            letter: action.letter,
            kind: t(`metromania.kind.${view.signs[action.triangle]!}`),
          }),
        ]
      : []),
    ...built.map(({ vertex, points }) =>
      t(`metromania.does.${vertex === to ? 'joins' : 'splits'}`, {
        lines: and(t, others(vertex)),
        vertex: vertexName(view, vertex),
        count: points,
      }),
    ),
    ...(now.ended.includes(action.line) ? [t('metromania.does.ends', { line: own.number })] : []),
  ];
}

/** "your line 2", "Ben's line 1". */
function lineOf(view: Open, line: number, seat: number | null, { t }: T, names: readonly string[]): string {
  const { company, number } = view.lines[line]!;
  return view.setting.owners[company] === seat
    ? t('metromania.whose.own', { line: number })
    : t('metromania.whose.other', { line: number, name: names[view.setting.owners[company]!]! });
}

export const pointsOf = ({ stations }: Turn): number => stations.reduce((sum, { points }) => sum + points, 0);

/** An entry for an action, numbered as in the picture. */
export function entry(view: View, action: Action, after: View, scene: Speech): Entry {
  const { t } = scene;
  const n = numberOf(view, action);
  const does = effects(view, action, after, scene);
  const where = what(view, action, scene);
  const made = (count: number): string =>
    t('metromania.numbered', { n, what: commas(t, [where, ...does.slice(0, count)]) });
  const fits = does.findLastIndex((_, i) => made(i + 1).length <= LABEL) + 1;
  const gained = pointsOf(turnAfter(view, after)) - pointsOf(view.doing);
  const rest = does.slice(fits);
  return {
    button: cut(t('metromania.numbered', { n, what: where }), BUTTON),
    label: cut(made(fits), LABEL),
    description: cut(rest.length > 0 ? commas(t, rest) : t('metromania.gains', { count: gained }), LABEL),
    good: gained > 0,
  };
}

/** A step of a draft: what it is and what follows from it; the end of a turn says what all of it brings. */
export function chosen(view: View, action: Action, after: View, scene: Speech) {
  const { t } = scene;
  const title = commas(t, [
    what(view, action, scene),
    ...effects(view, action, after, { ...scene, plain: scene.names }),
  ]);
  const text = [
    t('metromania.turnGains', { count: pointsOf(turnAfter(view, after)) }),
    `-# ${t('metromania.final')}`,
  ].join('\n');
  return { title: title.charAt(0).toUpperCase() + title.slice(1), text };
}

/** "stations 12 · 1 line completed"; at the end all that a score is made of. */
export function parts(view: View, seat: number, { t }: T): string {
  const own = view.setting.owners.flatMap((owner, company) => (owner === seat ? [company] : []));
  const sum = (part: keyof View['parts'][number]): number =>
    own.reduce((all, company) => all + view.parts[company]![part], 0);
  const done = view.lines.filter((line) => own.includes(line.company) && line.done).length;
  const lines = t('metromania.parts.lines', { count: done });
  const stations = t('metromania.parts.stations', { points: sum('stations') });
  if (!view.over) return [stations, lines].join(' · ');
  const rest = (['unfinished', 'trips', 'park', 'faults'] as const).flatMap((part) => {
    const minus = part === 'unfinished' || part === 'faults';
    const points = sum(part);
    return points === 0 ? [] : [t(`metromania.parts.${part}`, { points: signed(minus ? -points : points) })];
  });
  return [stations, ...rest, lines].join(' · ');
}
