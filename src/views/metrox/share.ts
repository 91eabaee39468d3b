import type { MetroxMap, View } from '../../games/metrox/state.ts';
import { commas, cut } from '../lists.ts';
import { signed } from '../numbers.ts';
import { picture } from '../picture.ts';
import type { Scene, Share, ShareInfo } from '../presenter.ts';
import { doneLines, shownBoard } from './facts.ts';
import { drawShareCard, type Run } from './sharecard.ts';
import { verdict } from './words.ts';

/**
 * A run of the daily for others to see: the score, how many lines in which order, the days in a row. No letter,
 * no name of a line and no board, so that whoever has not played yet can look at it.
 */

const LONG = '⭐';
const SHORT = '🟩';
const MISSING = '⬜';

/** Lines with a sign of their own. */
const LONG_LINES = 2;

/** The two lines with the highest first bonuses; of equal ones those that the map names first. */
export function longLines(map: MetroxMap): number[] {
  const byBonus = map.lines.map((_, line) => line);
  byBonus.sort((a, b) => map.lines[b]!.bonus.first - map.lines[a]!.bonus.first || a - b);
  return byBonus.slice(0, LONG_LINES).sort((a, b) => a - b);
}

/** Lines in the order in which they were completed; several of one round in the map's order. */
export function completed(views: readonly View[]): number[] {
  return [...new Set(views.flatMap((view) => doneLines(shownBoard(view, 0))))];
}

/** What a run of a seat alone comes to. `views` must not be empty. */
function runOf(views: readonly View[], info: ShareInfo, scene: Scene): Run {
  const last = views.at(-1);
  if (last === undefined) throw new Error('A run without any view cannot be shared');
  const { t } = scene;
  const final = doneLines(shownBoard(last, 0));
  const long = longLines(last.map);
  return {
    map: last.map,
    day: info.day,
    score: last.scores[0]!.score,
    verdict: info.finished ? verdict(last, scene) : t('share.open'),
    lines: completed(views)
      .filter((line) => final.includes(line))
      .map((line) => ({ line, long: long.includes(line) })),
    streak: info.streak,
  };
}

const points = (score: number, { t }: Pick<Scene, 't'>): string =>
  t('share.points', { n: signed(score), count: score });

/** "7 of 9 lines". */
const linesOf = ({ map, lines }: Run, { t }: Pick<Scene, 't'>): string =>
  t('share.lines', { n: lines.length, count: map.lines.length });

/** "(+16)", "(−8)", "(±0)" without the brackets. */
const difference = (n: number): string => (n > 0 ? `+${n}` : n === 0 ? '±0' : signed(n));

/** The text: what was played, the result, a sign for each line of the map, and par and days in a row if any. */
function textOf(run: Run, { finished, par }: ShareInfo, scene: Scene): string {
  const { t } = scene;
  const { map, day, score, lines, streak } = run;
  const open = MISSING.repeat(map.lines.length - lines.length);
  const symbols = lines.map(({ long }) => (long ? LONG : SHORT)).join('') + open;
  const foot = [
    ...(par === undefined ? [] : [t('share.par', { par: signed(par), difference: difference(score - par) })]),
    ...(streak > 0 ? [t('share.streak', { n: streak })] : []),
  ];
  const verdict = finished ? run.verdict : t('share.unfinished');
  return [
    t('share.text', { game: t('game.metrox'), daily: t('share.daily', { day, map: map.title }) }),
    t('share.result', { points: points(score, scene), verdict }),
    t('share.row', { symbols, lines: linesOf(run, scene) }),
    ...(foot.length > 0 ? [foot.join(' · ')] : []),
  ].join('\n');
}

/** Discord's limit of an alt text, in UTF-16 units. */
const ALT = 1024;

function altOf(run: Run, finished: boolean, scene: Scene): string {
  const { t } = scene;
  const facts = [
    points(run.score, scene),
    ...(finished ? [] : [t('share.unfinished')]),
    linesOf(run, scene),
    ...(run.streak > 0 ? [t('share.days', { count: run.streak })] : []),
  ];
  return cut(t('share.alt', { day: run.day, map: run.map.title, facts: commas(t, facts) }), ALT);
}

/**
 * A solo run as text and card. `views` are the views after each turn, a watcher's or the seat's own; the last one
 * is taken as the end. A run that is not finished says so where the verdict would stand.
 */
export function share(views: readonly View[], info: ShareInfo, scene: Scene): Share {
  const run = runOf(views, info, scene);
  return {
    text: textOf(run, info, scene),
    card: picture(altOf(run, info.finished, scene), drawShareCard(run, linesOf(run, scene), scene)),
  };
}
