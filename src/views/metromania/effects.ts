import type { Action, Line, Open, Turn, Vertex, View } from '../../games/metromania/state.ts';
import { and } from '../lists.ts';
import type { Scene } from '../look.ts';
import { stationAt } from './ground.ts';
import { around, vertexName } from './near.ts';

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
  return [
    ...(action.kind === 'dig' && action.letter !== null
      ? [
          t('metromania.does.marks', {
            letter: action.letter,
            kind: t(`metromania.kind.${view.signs[action.triangle]!}`),
          }),
        ]
      : []),
    ...built.map(({ vertex, points }) => {
      const { key, lines } = meetingAt(after, action, vertex);
      return t(`metromania.does.${key}`, {
        lines: and(
          t,
          lines.map((line) => lineOf(after, line, scene)),
        ),
        vertex: vertexName(view, vertex),
        count: points,
      });
    }),
    ...(now.ended.includes(action.line)
      ? [t('metromania.does.ends', { line: after.lines[action.line]!.number })]
      : []),
  ];
}

type Tunnel = Extract<Action, { kind: 'start' | 'dig' }>;

/** Why the last tunnel of a line brought a station at a vertex, and the other lines that it is for. */
function meetingAt({ lines }: Open, { kind, line }: Tunnel, vertex: Vertex) {
  const [before, from, to] = [-3, -2, -1].map((at) => lines[line]!.vertices.at(at)!) as [
    Vertex,
    Vertex,
    Vertex,
  ];
  const others = (fits: (other: Line) => boolean): number[] =>
    lines.flatMap((other, i) => (i !== line && fits(other) ? [i] : []));
  // A line that has the new edge, too, runs alongside and is not met at its end.
  if (vertex === to)
    return {
      key: 'joins',
      lines: others((other) => other.vertices.includes(to) && !runsAlong(other, from, to)),
    };
  if (kind === 'start') return { key: 'starts', lines: others(({ vertices }) => vertices.includes(from)) };
  return {
    key: 'splits',
    lines: others((other) => runsAlong(other, before, from) && !runsAlong(other, from, to)),
  };
}

/** Whether a line has the edge between two vertices. */
function runsAlong({ vertices }: Line, one: Vertex, other: Vertex): boolean {
  const at = vertices.indexOf(one);
  return at >= 0 && (vertices[at - 1] === other || vertices[at + 1] === other);
}

/** "your line 2", "Ben's line 1". */
function lineOf({ lines, setting, seat }: View, line: number, { t, spoken }: Speech): string {
  const { company, number } = lines[line]!;
  const owner = setting.owners[company]!;
  return owner === seat
    ? t('metromania.whose.own', { line: number })
    : t('metromania.whose.other', { line: number, name: spoken[owner]! });
}

/** Where a choice leads, for those who cannot see it: "to station E4", "beside a home and a shop", "at the city limit". */
export function whither(view: View, action: Action, after: View, { t }: Pick<Scene, 't'>): string[] {
  const tunnel = action.kind === 'start' || action.kind === 'dig';
  const vertex = tunnel ? after.lines[action.line]!.vertices.at(-1)! : action.vertex;
  if (vertex === null) return [];
  const what = around(view, vertex, t);
  const limit = view.box.grid.spaces.some(({ border }) => border.includes(vertex));
  const to = stationAt(view, vertex) ? 'toStation' : 'to';
  return [
    ...(tunnel ? [t(`metromania.does.${to}`, { vertex: vertexName(view, vertex) })] : []),
    ...(what === '' ? [] : [t('metromania.does.beside', { what })]),
    ...(limit ? [t('metromania.does.limit')] : []),
  ];
}
