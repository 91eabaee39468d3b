import type { Open, Paris, Square } from '../../games/metro/state.ts';

/** The board as data: what drawing and speaking need to know of Paris, and where its squares lie. */

const SIDE = 8;

/** Squares along one side of the board, for loops. */
export const ALONG = Array.from({ length: SIDE }, (_, i) => i);

/** What drawing needs to know of a map. */
export type Ground = Pick<Paris, 'stations' | 'entrances'>;
export type Stop = Paris['stations'][number];
export type Entrance = Paris['entrances'][number];

/** The four squares of the central station. */
export const CENTRAL: ReadonlySet<Square> = new Set([27, 28, 35, 36]);

export const squareAt = (row: number, col: number): Square => row * SIDE + col;
export const rowOf = (square: Square): number => Math.floor(square / SIDE);
export const colOf = (square: Square): number => square % SIDE;

export const columnName = (col: number): string => String.fromCharCode(65 + col);

/** Tiles of the game. */
export const TILES = 60;

/** How many tiles are still to be placed, in hands or not drawn yet. */
export const toPlace = ({ turn }: { readonly turn: number }): number => TILES - turn;

/** Name in chat: "A1" top left, "H8" bottom right. */
export const squareName = (square: Square): string => `${columnName(colOf(square))}${rowOf(square) + 1}`;

/** Squares on which a tile was placed between two positions. */
export const newSquares = ({ squares }: Pick<Open, 'squares'>, since: Pick<Open, 'squares'>): Square[] =>
  [...squares.keys()].filter((square) => squares[square] !== null && since.squares[square] === null);

/** Where a train goes that leaves a square by an odd connector; null off the board. */
export function beyond(square: Square, connector: number): { square: Square; connector: number } | null {
  const side = connector >> 1;
  const row = rowOf(square) + [-1, 0, 1, 0][side]!;
  const col = colOf(square) + [0, 1, 0, -1][side]!;
  if (row < 0 || row >= SIDE || col < 0 || col >= SIDE) return null;
  return { square: squareAt(row, col), connector: (connector + 3) % 8 };
}
