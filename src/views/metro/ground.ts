import type { Open, Paris, Square } from '../../games/metro/state.ts';
import { SIDE } from '../../games/metro/tracks.ts';

/** The board as data for drawing and speaking. */

/** Squares along one side of the board, for loops. */
export const ALONG = Array.from({ length: SIDE }, (_, i) => i);

export type Stop = Paris['stations'][number];
export type Entrance = Paris['entrances'][number];

export const columnName = (col: number): string => String.fromCharCode(65 + col);

/** Squares on which a tile was placed between two positions, in reading order. */
export const newSquares = ({ squares }: Pick<Open, 'squares'>, since: Pick<Open, 'squares'>): Square[] =>
  [...squares.keys()].filter((square) => squares[square] !== null && since.squares[square] === null);
