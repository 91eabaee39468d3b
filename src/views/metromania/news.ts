import type { Turn, View } from '../../games/metromania/state.ts';
import { and, commas, sentences } from '../lists.ts';
import { pointsOf } from './effects.ts';
import { tripLines } from './tripsaid.ts';
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
    sentences(t, [head, ...more]),
    ...last.passed.map((company) =>
      t('metromania.say.passed', { name: companyName(after, company, scene, names) }),
    ),
    ...(ending !== null && before.ending === null
      ? [t(`metromania.ending.${ending}`, { name }), ...(after.over ? [] : [t('metromania.ending.lastTurn')])]
      : []),
  ];
}

/** "started line 1 at the lower right: 0 → 3 tunnels", "dug line 1: 3 → 6 tunnels", "put B on a home", "built 2 stations". */
function did(view: View, turn: Turn, { t }: Pick<Speech, 't'>): string[] {
  const lines = [...new Set(turn.tunnels.map(({ line }) => line))];
  return [
    ...lines.map((line) => {
      const { number, tunnels, side } = view.lines[line]!;
      const dug = turn.tunnels.filter((one) => one.line === line).length;
      const values = { line: number, from: tunnels.length - dug, count: tunnels.length };
      return line === turn.started
        ? t('metromania.say.started', { ...values, side: t(`metromania.side.${(side ?? 0) as 0}`) })
        : t('metromania.say.dug', values);
    }),
    ...putBy(view, turn, 'say', t),
    ...(turn.stations.length > 0 ? [t('metromania.say.stations', { count: turn.stations.length })] : []),
  ];
}

/** "put B on a home", in the diary "B on a home". */
function putBy(view: View, turn: Turn, where: 'say' | 'diary', t: Speech['t']): string[] {
  const marked = view.marked.find(({ triangle }) => triangle === turn.marked);
  if (!marked) return [];
  const { letter, kind } = marked.marker;
  return [t(`metromania.${where}.marked`, { letter, kind: t(`metromania.kind.${kind}`) })];
}

/** "completes line 1": the most that was done in a turn. */
export function mostDone(after: View, last: Turn, { t }: Pick<Speech, 't'>): string {
  const lines = [...new Set(last.tunnels.map(({ line }) => line))];
  const [kind, of] =
    last.ended.length > 0
      ? (['ended', last.ended] as const)
      : last.started !== null
        ? (['started', [last.started]] as const)
        : (['dug', lines] as const);
  const numbers = of.map((line) => String(after.lines[line]!.number));
  return numbers.length > 0
    ? t(`metromania.step.${kind}`, { count: numbers.length, lines: and(t, numbers) })
    : t('metromania.step.stations', { count: last.stations.length });
}

/** "Turn 3: Ann completes line 1". */
export function step(before: View, after: View, scene: Speech): string {
  const { t, names } = scene;
  const { last } = after;
  if (!last) return headline(before, scene);
  const what = mostDone(after, last, scene);
  const name = companyName(after, last.company, scene, names);
  return t('metromania.step.turn', { n: after.turn, name, what });
}

/** "Ann: line 1: 3 → 6 tunnels, B on a home, 2 stations, +3 points". */
export function summary(before: View, after: View, scene: Speech): string {
  const { t, names } = scene;
  const { last } = after;
  if (!last) return headline(before, scene);
  const lines = [...new Set(last.tunnels.map(({ line }) => line))];
  const count = (line: number): number => last.tunnels.filter((one) => one.line === line).length;
  const what = [
    ...lines.map((line) => {
      const { number, tunnels } = after.lines[line]!;
      const values = { line: number, from: tunnels.length - count(line), count: tunnels.length };
      return t('metromania.diary.line', values);
    }),
    ...putBy(after, last, 'diary', t),
    ...(last.stations.length > 0 ? [t('metromania.diary.stations', { count: last.stations.length })] : []),
    ...(last.stations.length > 0 ? [t('metromania.diary.points', { count: pointsOf(last) })] : []),
    ...last.ended.map((line) => t('metromania.diary.ended', { line: after.lines[line]!.number })),
  ];
  const name = companyName(after, last.company, scene, names);
  return t('metromania.diary.turn', { name, what: commas(t, what) });
}

/** All trips of a game that has ended, a line each. */
export function remark(views: readonly View[], scene: Speech): string | null {
  const last = views.at(-1);
  return last && last.trips.length > 0 ? tripLines(last, scene).join('\n') : null;
}
