import type { Turn, View } from '../../games/metromania/state.ts';
import { and } from '../lists.ts';
import { pointsOf } from './effects.ts';
import { vertexName } from './near.ts';
import { companyName, headline, type Speech } from './words.ts';

/** What happened, for everybody. */

/** What was done in the turn between two views, who was passed over after it, and why building ended. */
export function news(before: View, after: View, scene: Speech): string[] {
  const { t, names } = scene;
  const { last, ending } = after;
  if (!last || after.turn <= before.turn) return [];
  const name = companyName(after, last.company, scene, names);
  const ended = last.ended.map((line) => t('metromania.say.ended', { line: after.lines[line]!.number }));
  const gained = pointsOf(last);
  const head = t('metromania.say.turn', { name, what: and(t, did(after, last, scene)) });
  const more = [...ended, ...(gained > 0 ? [t('metromania.say.points', { count: gained })] : [])];
  return [
    [head, ...more].join(' '),
    ...last.passed.map((company) =>
      t('metromania.say.passed', { name: companyName(after, company, scene, names) }),
    ),
    ...(ending !== null && before.ending === null
      ? [t(`metromania.ending.${ending}`, { name }), ...(after.over ? [] : [t('metromania.ending.lastTurn')])]
      : []),
  ];
}

/** "started line 1 at G10", "dug 2 tunnels of line 1", "put B on a home", "built stations at D5 and E6". */
function did(view: View, turn: Turn, { t }: Pick<Speech, 't'>): string[] {
  const lines = [...new Set(turn.tunnels.map(({ line }) => line))];
  const marked = view.marked.find(({ triangle }) => triangle === turn.marked);
  const count = (line: number): number => turn.tunnels.filter((one) => one.line === line).length;
  return [
    ...(turn.started === null
      ? []
      : [
          t('metromania.say.started', {
            line: view.lines[turn.started]!.number,
            vertex: vertexName(view.lines[turn.started]!.vertices[0]!),
          }),
        ]),
    // A line that was started in this turn is named already.
    ...lines.map((line) =>
      t(`metromania.say.${line === turn.started ? 'dugOn' : 'dug'}`, {
        count: count(line),
        line: view.lines[line]!.number,
      }),
    ),
    ...(marked
      ? [
          t('metromania.say.marked', {
            letter: marked.marker.letter,
            kind: t(`metromania.kind.${marked.marker.kind}`),
          }),
        ]
      : []),
    ...(turn.stations.length > 0
      ? [
          t('metromania.say.stations', {
            count: turn.stations.length,
            where: and(
              t,
              turn.stations.map(({ vertex }) => vertexName(vertex)),
            ),
          }),
        ]
      : []),
  ];
}

/** "Ann · line 1 +3 · 🚉 2 · +3 points". */
export function summary(before: View, after: View, scene: Speech): string {
  const { t, names } = scene;
  const { last } = after;
  if (!last) return headline(before, scene);
  const lines = [...new Set(last.tunnels.map(({ line }) => line))];
  const count = (line: number): number => last.tunnels.filter((one) => one.line === line).length;
  return [
    t('metromania.diary.turn', { n: after.turn, name: companyName(after, last.company, scene, names) }),
    ...lines.map((line) =>
      t('metromania.diary.line', { line: after.lines[line]!.number, count: count(line) }),
    ),
    ...(last.stations.length > 0 ? [t('metromania.diary.stations', { count: last.stations.length })] : []),
    ...(pointsOf(last) > 0 ? [t('metromania.diary.points', { count: pointsOf(last) })] : []),
    ...last.ended.map((line) => t('metromania.diary.ended', { line: after.lines[line]!.number })),
  ].join(' · ');
}

/** The longest of the trips. */
export function remark(views: readonly View[], { t }: Pick<Speech, 't'>): string | null {
  const trips = (views.at(-1)?.trips ?? []).filter(({ minutes, id }) => minutes !== null && id !== 'park');
  const longest = trips.toSorted((a, b) => b.minutes! - a.minutes!)[0];
  if (!longest) return null;
  return t('metromania.remark', { letter: longest.id, count: longest.minutes! });
}
