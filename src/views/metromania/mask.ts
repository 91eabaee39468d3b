import type { Spot } from './ground.ts';
import { type Field, RADIUS } from './pills.ts';
import { FIELD } from './window.ts';

/** How much of what must be seen lies beneath a place of the field: a coarse grid, filled once for a picture. */

/** Pixels of a cell. */
const CELL = 8;
const ACROSS = Math.ceil(FIELD.width / CELL);
const DOWN = Math.ceil(FIELD.height / CELL);
/** Pixels that stay free along the edges of the field. */
const MARGIN = 8;

/** Something that should not be covered: a band of this half-width between two spots. */
export interface Obstacle {
  readonly from: Spot;
  readonly to: Spot;
  readonly r: number;
  /** What a hundred covered square pixels cost; infinite: it may not be covered. */
  readonly weight: number;
}

/** The field with what stands in it. */
export function fieldOf(
  obstacles: readonly Obstacle[],
  blocked: readonly [number, number, number, number][],
): Field {
  const cells = new Float32Array(ACROSS * DOWN);
  for (const { from, to, r, weight } of obstacles) {
    const [left, top] = [Math.min(from[0], to[0]) - r, Math.min(from[1], to[1]) - r];
    const [right, bottom] = [Math.max(from[0], to[0]) + r, Math.max(from[1], to[1]) + r];
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const square = dx * dx + dy * dy || 1;
    const [firstRow, lastRow] = [rowOf(top), rowOf(bottom)];
    const [firstColumn, lastColumn] = [columnOf(left), columnOf(right)];
    for (let row = firstRow; row <= lastRow; row++)
      for (let column = firstColumn; column <= lastColumn; column++) {
        const x = FIELD.left + (column + 0.5) * CELL;
        const y = FIELD.top + (row + 0.5) * CELL;
        const at = row * ACROSS + column;
        if (cells[at]! >= weight) continue;
        const share = Math.min(Math.max(((x - from[0]) * dx + (y - from[1]) * dy) / square, 0), 1);
        const [offX, offY] = [x - from[0] - dx * share, y - from[1] - dy * share];
        if (offX * offX + offY * offY <= r * r) cells[at] = weight;
      }
  }
  const sums = summed(cells);
  return {
    covered(x, y, half) {
      const [left, top] = [x - half - RADIUS, y - RADIUS];
      const [right, bottom] = [x + half + RADIUS, y + RADIUS];
      if (left < FIELD.left + MARGIN || right > FIELD.left + FIELD.width - MARGIN) return null;
      if (top < FIELD.top + MARGIN || bottom > FIELD.top + FIELD.height - MARGIN) return null;
      if (blocked.some(([l, t, r, b]) => right > l && left < r && bottom > t && top < b)) return null;
      // The corners of the rectangle around a pill are not its own.
      return (sumIn(sums, left + 5, top + 5, right - 5, bottom - 5) * CELL * CELL) / 100;
    },
  };
}

const clamp = (value: number, most: number): number => Math.min(Math.max(value, 0), most);
const columnOf = (x: number): number => clamp(Math.floor((x - FIELD.left) / CELL), ACROSS - 1);
const rowOf = (y: number): number => clamp(Math.floor((y - FIELD.top) / CELL), DOWN - 1);

/** Sums of all cells above and to the left, one more across and down than there are cells. */
function summed(cells: Float32Array): Float64Array {
  const sums = new Float64Array((ACROSS + 1) * (DOWN + 1));
  for (let row = 0; row < DOWN; row++)
    for (let column = 0; column < ACROSS; column++) {
      const at = (row + 1) * (ACROSS + 1) + column + 1;
      sums[at] =
        cells[row * ACROSS + column]! + sums[at - 1]! + sums[at - ACROSS - 1]! - sums[at - ACROSS - 2]!;
    }
  return sums;
}

function sumIn(sums: Float64Array, left: number, top: number, right: number, bottom: number): number {
  const [l, r] = [columnOf(left), columnOf(right) + 1];
  const above = rowOf(top) * (ACROSS + 1);
  const below = (rowOf(bottom) + 1) * (ACROSS + 1);
  return sums[below + r]! - sums[above + r]! - sums[below + l]! + sums[above + l]!;
}
