import type { Open, Square } from '../../games/metro/state.ts';
import { colOf, rowOf, SIDE, squareAt } from '../../games/metro/tracks.ts';
import { BOLD, box, fill, stroke, textWidth } from '../canvas.ts';
import type { Stage } from '../kit/stage.ts';
import type { Scene } from '../presenter.ts';
import type { Candidate } from './candidates.ts';
import { capital } from './choices.ts';
import { PAPERS } from './colors.ts';
import { REGIONS, type Region, regionOf } from './paths.ts';
import { BOARD, FIGURE } from './ring.ts';
import { TILE } from './tracks.ts';

/** The four parts of the board, with the names that their keys bear. */

const HALF = SIDE / 2;
/** Length of the line between two parts. */
const SEAM = (HALF - 1) * TILE;
const PLATE = { h: 56, pad: 16 } as const;

/** Squares of a part, in reading order. */
const squaresOf = (region: Region): Square[] =>
  Array.from({ length: SIDE * SIDE }, (_, square) => square).filter((square) => regionOf(square) === region);

/** First and last square of a part. */
export function cornersOf(region: Region): readonly [Square, Square] {
  const squares = squaresOf(region);
  return [squares[0]!, squares.at(-1)!];
}

/** The seam between two rows of a part beneath which fewest squares are to be chosen; the one nearest the middle of equal ones. */
function seamOf(region: Region, taken: ReadonlySet<Square>): number {
  const [first] = cornersOf(region);
  const at = (row: number): number =>
    [row - 1, row]
      .flatMap((r) => [1, 2].map((c) => squareAt(rowOf(first) + r, colOf(first) + c)))
      .filter((square) => taken.has(square)).length;
  return rowOf(first) + [2, 1, 3].reduce((best, row) => (at(row) < at(best) ? row : best));
}

/** Draws the lines between the parts, and a plate with its name on each that can be chosen. */
export function drawQuarters(
  stage: Stage,
  open: Open,
  candidates: readonly Candidate[],
  { t, theme }: Scene,
): void {
  const paper = PAPERS[theme];
  const middle = BOARD.x + BOARD.size / 2;
  for (const from of [BOARD.x, BOARD.x + BOARD.size - SEAM])
    for (const [name, x, y, w, h] of [
      ['down', middle, from, 0, SEAM],
      ['across', from, middle, SEAM, 0],
    ] as const)
      stage.stamp(`seam ${name}`, x, y, [-5, -5, w + 5, h + 5], (brush) => {
        brush.beginPath();
        brush.moveTo(0, 0);
        brush.lineTo(w, h);
        stroke(brush, paper.bg, 9);
        stroke(brush, paper.ink, 4);
      });
  const taken = new Set([
    ...candidates.map(({ square }) => square),
    ...open.lines.flatMap(({ owner, head, length }) =>
      owner !== null && head && length > 0 ? [head.square] : [],
    ),
  ]);
  for (const region of REGIONS) {
    if (!candidates.some(({ square }) => regionOf(square) === region)) continue;
    const [first] = cornersOf(region);
    const text = capital(t(`metro.region.${region}`));
    const w = textWidth(text, FIGURE, BOLD) + 2 * PLATE.pad;
    const x = BOARD.x + (colOf(first) + HALF / 2) * TILE;
    const y = BOARD.y + seamOf(region, taken) * TILE;
    stage.stamp(`part ${w}`, x, y, [-w / 2 - 2, -PLATE.h / 2 - 2, w / 2 + 2, PLATE.h / 2 + 2], (brush) => {
      box(brush, -w / 2, -PLATE.h / 2, w, PLATE.h, 14);
      fill(brush, paper.ink);
      stroke(brush, paper.bg, 4);
    });
    stage.center(text, x, y - 2, { size: FIGURE, color: paper.bg });
  }
}
