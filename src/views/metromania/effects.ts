import { onLimit } from '../../games/metromania/grid.ts';
import { hasStation, isSpot } from '../../games/metromania/legal.ts';
import { meetingsOf } from '../../games/metromania/meetings.ts';
import type { Action, Open, Turn, View } from '../../games/metromania/state.ts';
import { and } from '../lists.ts';
import type { Scene } from '../presenter.ts';
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
  const sign = view.signs[action.triangle]!;
  return [
    ...(action.kind === 'dig' && action.letter !== null && isSpot(sign)
      ? [t('metromania.does.marks', { letter: action.letter, kind: t(`metromania.kind.${sign}`) })]
      : []),
    ...meetingsOf(after, action.line).flatMap(({ kind, vertex, lines }) => {
      const station = built.find((one) => one.vertex === vertex);
      const values = {
        lines: and(
          t,
          lines.map((line) => lineOf(after, line, scene)),
        ),
        vertex: vertexName(vertex),
      };
      return station ? [t(`metromania.does.${kind}`, { ...values, count: station.points })] : [];
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

/** Where a choice leads, for those who cannot see it: "to station E4", "beside a home and a shop", "at the city limit". */
export function whither(view: View, action: Action, after: View, { t }: Pick<Scene, 't'>): string[] {
  const tunnel = action.kind === 'start' || action.kind === 'dig';
  const vertex = tunnel ? after.lines[action.line]!.vertices.at(-1)! : action.vertex;
  if (vertex === null) return [];
  const what = around(view, vertex, t);
  const limit = onLimit(vertex);
  const to = hasStation(view, vertex) ? 'toStation' : 'to';
  return [
    ...(tunnel ? [t(`metromania.does.${to}`, { vertex: vertexName(vertex) })] : []),
    ...(what === '' ? [] : [t('metromania.does.beside', { what })]),
    ...(limit ? [t('metromania.does.limit')] : []),
  ];
}
