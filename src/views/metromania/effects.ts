import { AROUND, beside, CORNERS, onLimit, SPACE_OF } from '../../games/metromania/grid.ts';
import { hasStation, isSpot } from '../../games/metromania/legal.ts';
import { meetingsOf } from '../../games/metromania/meetings.ts';
import type { Action, Open, Sign, Turn, View } from '../../games/metromania/state.ts';
import { and, commas } from '../lists.ts';
import type { Scene } from '../presenter.ts';
import { around } from './near.ts';

/** What follows from a choice, and where it leads. */

type Speech = Pick<Scene, 't' | 'spoken'>;

/** The turn in which an action was, whether it goes on after it or not. */
export const turnAfter = (view: Open, after: Open): Turn =>
  after.turn > view.turn ? after.last! : after.doing;

/** Points of a turn's stations. */
export const pointsOf = ({ stations }: Turn): number => stations.reduce((sum, { points }) => sum + points, 0);

/** What follows from an action, each in a few words. */
export function effects(view: View, action: Action, after: View, scene: Speech): string[] {
  const { t } = scene;
  const now = turnAfter(view, after);
  const built = now.stations.slice(view.doing.stations.length);
  if (action.kind === 'station' || action.kind === 'bonus')
    return built.map(({ points }) => t('metromania.does.points', { count: points }));
  const sign = view.signs[action.triangle]!;
  return [
    ...(action.kind === 'dig' && action.letter !== null && isSpot(sign)
      ? [t('metromania.does.marks', { letter: action.letter, kind: t(`metromania.kind.${sign}`) })]
      : []),
    ...meetingsOf(after, action.line).flatMap(({ kind, vertex, lines }) => {
      const station = built.find((one) => one.vertex === vertex);
      const met = and(
        t,
        lines.map((line) => lineOf(after, line, scene)),
      );
      return station ? [t(`metromania.does.${kind}`, { lines: met, count: station.points })] : [];
    }),
    ...(now.ended.includes(action.line)
      ? [t('metromania.does.ends', { line: after.lines[action.line]!.number })]
      : []),
  ];
}

/** "your line 2", "Ben's line 1". */
function lineOf({ lines, setting, seat }: View, line: number, { t, spoken }: Speech): string {
  const { company, number } = lines[line]!;
  const owner = setting.owners[company]!;
  return owner === seat
    ? t('metromania.whose.own', { line: number })
    : t('metromania.whose.other', { line: number, name: spoken[owner]! });
}

/** Where a choice leads, for those who cannot see it: "to a station", "beside a home and a shop", "at the city limit". */
export function whither(view: View, action: Action, after: View, { t }: Pick<Scene, 't'>): string[] {
  const tunnel = action.kind === 'start' || action.kind === 'dig';
  const vertex = tunnel ? after.lines[action.line]!.vertices.at(-1)! : action.vertex;
  if (vertex === null) return [];
  const what = around(view, vertex, t);
  return [
    ...(tunnel && hasStation(view, vertex) ? [t('metromania.does.toStation')] : []),
    ...(what === '' ? [] : [t('metromania.does.beside', { what })]),
    ...(onLimit(vertex) ? [t('metromania.does.limit')] : []),
  ];
}

/** What gives a side of an edge away, the rarest first. */
const LANDMARKS = ['lake', 'park', 'entertainment', 'commercial', 'residential'] as const;
type Dig = Extract<Action, { kind: 'dig' }>;

/** What stands in or at a triangle, away from its edge between two vertices. */
const landmarks = (view: Pick<Open, 'signs'>, triangle: number, from: number, to: number): (Sign | null)[] =>
  CORNERS[triangle]!.filter((corner) => corner !== from && corner !== to).flatMap((corner) =>
    AROUND[corner]!.map((one) => view.signs[one]!),
  );

/** Which of the two triangles at its edge a tunnel uses up: "towards the lake", "on the north side". */
function sideOf(
  view: Pick<Open, 'signs' | 'lines'>,
  { triangle, to, heading, side, line }: Dig,
  t: Scene['t'],
): string {
  const from = view.lines[line]!.vertices.at(-1)!;
  const other = beside(from, heading, side === 'L' ? 'R' : 'L');
  const here = landmarks(view, triangle, from, to);
  const there = other === undefined ? [] : landmarks(view, other, from, to);
  const mark = LANDMARKS.find((sign) => here.includes(sign) && !there.includes(sign));
  if (mark) return t(`metromania.towards.${mark}`);
  // The left of what runs east lies in the north, the left of what runs upwards in the west.
  const forth = heading === 0 || heading > 3;
  const left = (side === 'L') === forth;
  return t(`metromania.hand.${heading % 3 === 0 ? (left ? 'north' : 'south') : left ? 'west' : 'east'}`);
}

/** Where a choice lies: "north-east, towards the lake", "line 1 from the lower right". */
export function whereto(
  view: Pick<Open, 'signs' | 'lines'>,
  action: Action,
  { t }: Pick<Scene, 't'>,
): string {
  switch (action.kind) {
    case 'start': {
      const side = t(`metromania.side.${SPACE_OF.get(action.triangle)!.side}`);
      return t('metromania.do.start', { line: view.lines[action.line]!.number, side });
    }
    case 'dig': {
      const heading = t(`metromania.heading.${action.heading}`);
      // A marker says where it lies by what it is put on.
      return action.letter === null ? commas(t, [heading, sideOf(view, action, t)]) : heading;
    }
    case 'station':
      return t('metromania.do.station');
    case 'bonus':
      return t(`metromania.do.${action.vertex === null ? 'noBonus' : 'bonus'}`);
  }
}

/** Which line goes where: "line 1 north-east". */
export const along = (action: Extract<Action, { kind: 'dig' }>, { t }: Pick<Scene, 't'>): string =>
  t('metromania.do.dig', {
    line: action.number,
    heading: t(`metromania.heading.${action.heading}`),
  });

/** How long all lines of a turn have become: ["your line 1: 3 → 6 tunnels"]. */
export const grown = (view: View, turn: Turn, scene: Speech): string[] =>
  [...new Set(turn.tunnels.map(({ line }) => line))].map((line) => {
    const dug = turn.tunnels.filter((one) => one.line === line).length;
    const count = view.lines[line]!.tunnels.length;
    return scene.t('metromania.grows', { line: lineOf(view, line, scene), from: count - dug, count });
  });
