import type { View } from '../../games/metrox/state.ts';
import { commas, ladder } from '../lists.ts';
import { signed } from '../numbers.ts';
import { parLine } from '../par.ts';
import { picture } from '../picture.ts';
import type { Comparison, Picture, Scene } from '../presenter.ts';
import { ALT, unbolded } from '../spoken.ts';
import { drawCompared } from './compared.ts';
import { barsOf, playersIn, scaleFor } from './scale.ts';
import { verdict } from './words.ts';

/** All that the card shows, in words; how many have which scores gives way first. */
function altOf(view: View, comparison: Comparison, scene: Scene): string {
  const { t } = scene;
  const { day, par, scores, ahead, streak, finished } = comparison;
  const { score } = view.scores[0]!;
  const map = view.map.title;
  const values = {
    count: score,
    n: signed(score),
    verdict: finished ? verdict(view, scene) : t('share.open'),
  };
  const told = [
    t('game.metrox'),
    day === null ? t('solo.over', { map }) : t('daily.name', { day, map }),
    t('solo.title', values),
    ...(par ? [unbolded(parLine(score, par, t))] : []),
    ...(ahead === null ? [] : [t('daily.beat', { percent: ahead, n: playersIn(scores) })]),
    ...(streak > 0 ? [t('share.days', { count: streak })] : []),
  ];
  const all = [...told, ...counted(score, comparison, scene)];
  return ladder(ALT, [() => all.join(' · '), () => told.join(' · ')]);
}

/** "How many games in which scores: 33 to 35: 4, 36 to 38: 6." as the bars show it. */
function counted(score: number, comparison: Comparison, { t }: Scene): string[] {
  if (comparison.scores.length === 0) return [];
  const scale = scaleFor(score, comparison);
  const bins = barsOf(comparison.scores, scale).flatMap((count, i) => {
    const from = scale.from + i * scale.step;
    const bin = { from: signed(from), to: signed(from + scale.step - 1), count };
    return count === 0 ? [] : [t('statistics.bin', bin)];
  });
  return [t('statistics.counts', { bins: commas(t, bins) })];
}

/** The score of a game for one beside par and beside others' scores. */
export const compare = (view: View, comparison: Comparison, scene: Scene): Picture =>
  picture(altOf(view, comparison, scene), drawCompared(view, comparison, scene));
