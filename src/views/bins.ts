/** How scores of any size are counted into a histogram. */

export interface Bins {
  /** Width of a bin, in points. */
  readonly step: number;
  /** Lowest score of the first bin, a multiple of the step. */
  readonly from: number;
  /** Scores in each bin: those from `from + i * step` up to, but not with, the next bin's. */
  readonly counts: readonly number[];
}

const MOST = 12;
const LEAST = 6;

/** 5, 10, 20, 50, 100, ...: the widths that people read without thinking. */
function* steps(): Generator<number> {
  yield 5;
  for (let ten = 10; ; ten *= 10) {
    yield ten;
    yield 2 * ten;
    yield 5 * ten;
  }
}

/**
 * Whole scores in bins of 5, or of the next round width with which at most twelve bins hold them all. There are
 * always six bins or more, so that a single score has a place on an axis; without any score they begin at 0.
 */
export function binsOf(scores: readonly number[]): Bins {
  let least = scores[0] ?? 0;
  let most = least;
  for (const score of scores) {
    least = Math.min(least, score);
    most = Math.max(most, score);
  }
  if (!Number.isFinite(least) || !Number.isFinite(most)) throw new Error('Scores must be finite');
  for (const step of steps()) {
    let first = Math.floor(least / step);
    let last = Math.floor(most / step);
    if (last - first >= MOST) continue;
    // Room is made on both sides, but not below a first bin that begins at 0.
    for (let right = true; last - first < LEAST - 1; right = !right) {
      if (right || first === 0) last++;
      else first--;
    }
    const counts = Array.from({ length: last - first + 1 }, () => 0);
    for (const score of scores) counts[Math.floor(score / step) - first]!++;
    return { step, from: first * step, counts };
  }
  throw new Error('The widths of bins have no end');
}

/** A round number of at least `most` (0 or more) for the end of an axis. */
export function ceiling(most: number): number {
  if (most <= 5) return 5;
  if (most < 10) return 2 * Math.ceil(most / 2);
  const ten = 10 ** Math.floor(Math.log10(most));
  const factor = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((one) => one * ten >= most);
  return Math.round((factor ?? 10) * ten);
}
