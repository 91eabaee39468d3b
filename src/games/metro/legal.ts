import type { Code, Line, Open, Placed, Spot, Square, Turns, View } from './state.ts';
import { afterPlacing, CENTRAL, neighbour, SIDE } from './tracks.ts';

/** Where a tile may go. */

export const SIDES = [0, 1, 2, 3] as const;
const SQUARES = Array.from({ length: SIDE * SIDE }, (_, square) => square);

type Board = Pick<Open, 'map' | 'setting' | 'squares' | 'lines'>;

/**
 * The squares and turnings a tile may have, in reading order. What returns is left out; where nothing else is left
 * for this very tile, that rule is dropped for it.
 */
export function spotsFor(board: Board, tile: Code): Spot[] {
  const turns: readonly Turns[] = board.setting.arrow ? [0] : [0, 1, 2, 3];
  const all = SQUARES.filter((square) => isOpen(board.squares, square)).flatMap((square) =>
    turns.map((turn) => ({ square, turns: turn })),
  );
  const good = all.filter((spot) => !returns(board, tile, spot));
  return good.length > 0 ? good : all;
}

/** Whether another tile may be drawn instead of placing one. */
export const mayDraw = ({ drawn, left }: Pick<View, 'drawn' | 'left'>): boolean => drawn === null && left > 0;

/** Empty, and on the outer edge or beside a tile. The central station is no neighbour. */
function isOpen(squares: readonly (Placed | null)[], square: Square): boolean {
  if (squares[square] !== null || CENTRAL.has(square)) return false;
  return SIDES.some((side) => {
    const next = neighbour(square, side);
    return next === undefined || squares[next] !== null;
  });
}

/** Whether a line would end where it may not: in its own station, or with *classic short lines* after one tile outside. */
function returns(board: Board, tile: Code, spot: Spot): boolean {
  const { returns: rule } = board.setting;
  return placedLines(board, tile, spot).some((line) => {
    if (line.arrival === null || !('station' in line.arrival)) return false;
    return rule === 'classic' ? line.length === 1 : line.arrival.station === line.station;
  });
}

/** The lines that a placement extends or finishes, as they are after it. */
export function placedLines(board: Board, tile: Code, { square, turns }: Spot): Line[] {
  // Most squares are met by no line.
  const meeting = board.lines.filter(({ head }) => head?.square === square);
  if (meeting.length === 0) return [];
  const squares = board.squares.slice();
  squares[square] = { tile, turns, seat: 0 };
  return afterPlacing(board.map, squares, meeting, square);
}
