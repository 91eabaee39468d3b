import type { Square } from '../../games/metro/state.ts';
import { colOf, rowOf, SIDE } from '../../games/metro/tracks.ts';
import type { Crop } from './crop.ts';
import { BOARD } from './ring.ts';
import { TILE } from './tracks.ts';

/** Which part of the board a picture shows large. */

/** Room for a part of the board, in pixels of the picture. */
export interface Room {
  readonly w: number;
  readonly h: number;
  /** The most it is enlarged. */
  readonly most: number;
}

/** A part of the board, and how much it is enlarged. */
export interface Part {
  readonly crop: Crop;
  readonly scale: number;
}

/** Sizes of a tile in parts of the board, in pixels: in few of them all that a part shows was mostly drawn before. */
const SIZES = [193, 159, 128, 113] as const;

/** From the edge of the board to that of the picture. */
const RING = BOARD.x;
/** So much of the next squares shows that the board goes on. */
const NEXT = 12;

const WHOLE = BOARD.size + 2 * RING;

/** First and last row or column, the room around them, and what of the picture of a board that is. */
function stretch(lows: readonly number[]): readonly [from: number, to: number] {
  const [first, last] = [Math.min(...lows), Math.max(...lows)];
  const from = BOARD.x + first * TILE - (first === 0 ? RING : NEXT);
  const to = BOARD.x + (last + 1) * TILE + (last === SIDE - 1 ? RING : NEXT);
  return [from, to];
}

/** So much around the middle of a stretch, within the picture of the board. */
const around = ([from, to]: readonly [number, number], size: number): number =>
  Math.min(Math.max((from + to - size) / 2, 0), Math.max(0, WHOLE - size));

/**
 * The part of the board that holds some squares, with the stations beside them, as large as it can be; it fills the room. Tiles
 * have whole pixels, so that no seams show.
 */
export function partOf(squares: readonly Square[], { w, h, most }: Room): Part {
  const across = stretch(squares.map(colOf));
  const down = stretch(squares.map(rowOf));
  const fits = Math.min(most, w / (across[1] - across[0]), h / (down[1] - down[0]));
  const scale = (SIZES.find((size) => size <= TILE * fits) ?? Math.floor(TILE * fits)) / TILE;
  const size = { w: w / scale, h: h / scale };
  return { crop: { x: around(across, size.w), y: around(down, size.h), ...size }, scale };
}
