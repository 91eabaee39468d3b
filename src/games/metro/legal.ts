import type { Code, Head, Line, Open, Placed, Spot, Square, Turns, View } from './state.ts';
import { after, CENTRAL, neighbour, ride, SIDE } from './tracks.ts';

/** Where a tile may go. */

export const SIDES = [0, 1, 2, 3] as const;

type Board = Pick<Open, 'map' | 'setting' | 'squares' | 'lines'>;

/**
 * The squares and turnings a tile may have, in reading order. What returns is left out; where nothing else is left
 * for this very tile, that rule is dropped for it.
 */
export function spotsFor(board: Board, tile: Code): Spot[] {
  const { squares } = board;
  const turns = board.setting.arrow ? UP : ALL_TURNS;
  const heads = headsBySquare(board.lines);
  const all: Spot[] = [];
  const good: Spot[] = [];
  for (let square = 0; square < squares.length; square += 1) {
    if (!isOpen(squares, square)) continue;
    for (const turn of turns) {
      const spot: Spot = { square, turns: turn };
      all.push(spot);
      // Most squares are met by no line.
      const lines = heads[square];
      if (lines === undefined || !returns(board, lines, { tile, turns: turn, seat: 0 })) good.push(spot);
    }
  }
  return good.length > 0 ? good : all;
}

const UP: readonly Turns[] = [0];
const ALL_TURNS: readonly Turns[] = [0, 1, 2, 3];

/** By square: the lines that lead to it, where there are any. */
function headsBySquare(lines: readonly Line[]): (Going[] | undefined)[] {
  const heads = Array<Going[] | undefined>(SIDE * SIDE).fill(undefined);
  for (const line of lines) if (isGoing(line)) (heads[line.head.square] ??= []).push(line);
  return heads;
}

type Going = Line & { readonly head: Head };
const isGoing = (line: Line): line is Going => line.head !== null;

/** Whether another tile may be drawn instead of placing one. */
export const mayDraw = ({ drawn, left }: Pick<View, 'drawn' | 'left'>): boolean => drawn === null && left > 0;

/** Empty, and on the outer edge or beside a tile. The central station is no neighbour. */
function isOpen(squares: readonly (Placed | null)[], square: Square): boolean {
  if (squares[square] !== null || CENTRAL.has(square)) return false;
  for (const side of SIDES) {
    const next = neighbour(square, side);
    if (next === undefined || squares[next] !== null) return true;
  }
  return false;
}

/** Whether a line would end where it may not: in its own station, or with *classic short lines* after one tile outside. */
function returns({ map, squares, setting }: Board, meeting: readonly Going[], placed: Placed): boolean {
  for (const line of meeting) {
    const { length, arrival } = ride(map, squares, line.head, placed);
    if (arrival === null || !('station' in arrival)) continue;
    if (setting.returns === 'classic' ? line.length + length === 1 : arrival.station === line.station)
      return true;
  }
  return false;
}

/** The lines that a placement extends or finishes, as they are after it. */
export const placedLines = ({ map, squares, lines }: Board, tile: Code, { square, turns }: Spot): Line[] =>
  lines.filter(isGoing).flatMap((line) => {
    if (line.head.square !== square) return [];
    return [after(ride(map, squares, line.head, { tile, turns, seat: 0 }), line)];
  });
