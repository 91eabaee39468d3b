import type { Comparison } from '../presenter.ts';

/** The scale of scores on which somebody's own stands among others. */

export interface Scale {
  /** Lowest and highest score that have room, inclusive. */
  readonly from: number;
  readonly to: number;
  /** Scores that one bar counts; odd, so that a bar has one in its middle. */
  readonly step: number;
}

/** Bars at most: more could not be told apart on a phone. */
const BARS = 36;
/** With fewer players than this few scores are alike, and bars are wide. */
const FEW = 30;
const STEPS = [3, 5, 11, 21, 51, 101, 201, 501];

/**
 * The scale from 0, or from the lowest of some scores, to a little above the highest: one's own stands in the middle of its
 * bar. `players`: how many the bars count.
 */
function scaleOf(own: number, others: readonly number[], players: number): Scale {
  const [least, most] = [Math.min(0, own, ...others), Math.max(1, own, ...others)];
  const above = Math.ceil((most - least) * 0.06);
  const range = most + above - least;
  const step = STEPS.find((one) => range / one < BARS && (players >= FEW || one > STEPS[0]!)) ?? range;
  const low = own - (step - 1) / 2;
  const below = Math.ceil((low - least) / step);
  const bars = Math.ceil((most + above + 1 - (low - below * step)) / step);
  const from = low - below * step;
  return { from, to: from + bars * step - 1, step };
}

/** The scale of a comparison: on it stand one's own score, par, the best that was found, and all others' scores. */
export function scaleFor(own: number, { par, scores }: Pick<Comparison, 'par' | 'scores'>): Scale {
  const others = [...(par ? [par.par, par.best] : []), ...scores.map(([score]) => score)];
  return scaleOf(own, others, playersIn(scores));
}

export const playersIn = (scores: Comparison['scores']): number =>
  scores.reduce((sum, [, players]) => sum + players, 0);

/** How many players have a score of each bar, from the lowest on; scores beside the scale are left out. */
export function barsOf(scores: Comparison['scores'], scale: Scale): number[] {
  const { from, to, step } = scale;
  const counts = Array.from({ length: (to - from + 1) / step }, () => 0);
  for (const [score, players] of scores) {
    const bar = Math.floor((score - from) / step);
    if (bar in counts) counts[bar]! += players;
  }
  return counts;
}
