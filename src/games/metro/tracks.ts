import type { Code, Head, Line, Paris, Placed, Square, Turns } from './state.ts';

/** Tracks on tiles, and the lines that run over them. */

export const SIDE = 8;

/** The four squares of the central station. */
export const CENTRAL: ReadonlySet<Square> = new Set([27, 28, 35, 36]);

export const squareAt = (row: number, col: number): Square => row * SIDE + col;

/** Name in chat and records: "A1" top left, "H8" bottom right. */
export const squareName = (square: Square): string =>
  `${'ABCDEFGH'[square % SIDE]}${Math.floor(square / SIDE) + 1}`;

/** The square of a name from "A1" to "H8". */
export const squareOf = (name: string): Square => squareAt(Number(name[1]) - 1, 'ABCDEFGH'.indexOf(name[0]!));

/** The letters of a tile as it lies: a quarter turn clockwise moves the last one to the front. */
export const turned = (tile: Code, turns: Turns): Code => tile.slice(4 - turns) + tile.slice(0, 4 - turns);

const TURN: Readonly<Record<string, number>> = { a: 2, b: 1, c: 3, d: 0 };

/** The odd connector by which a train leaves a tile that it entered by an even one. */
export function exit(tile: Code, turns: Turns, connector: number): number {
  const side = connector >> 1;
  const letter = turned(tile, turns)[side]!;
  return 2 * ((side + TURN[letter]!) % 4) + 1;
}

/** The square next to another across one of its sides (0 top, clockwise); undefined off the board. */
export function neighbour(square: Square, side: number): Square | undefined {
  const row = Math.floor(square / SIDE) + [-1, 0, 1, 0][side]!;
  const col = (square % SIDE) + [0, 1, 0, -1][side]!;
  return row < 0 || row >= SIDE || col < 0 || col >= SIDE ? undefined : squareAt(row, col);
}

/** A line followed from where it stands over the tiles that lie there: as it goes on or has arrived. */
export function follow(map: Paris, squares: readonly (Placed | null)[], line: Line): Line {
  let { head, length } = line;
  while (head) {
    const placed: Placed | null = squares[head.square]!;
    if (!placed) break;
    length++;
    const by = exit(placed.tile, placed.turns, head.connector);
    const next = neighbour(head.square, by >> 1);
    if (next === undefined || CENTRAL.has(next)) return arrived(map, { ...line, length }, head.square, by);
    // By 1, 3, 5, 7 out of a square is by 4, 6, 0, 2 into the next.
    head = { square: next, connector: (by + 3) % 8 } satisfies Head;
  }
  return length === line.length ? line : { ...line, length, head };
}

function arrived(map: Paris, line: Line, square: Square, by: number): Line {
  const at = (one: { readonly row: number; readonly col: number }): boolean =>
    squareAt(one.row, one.col) === square;
  const station = map.stations.find((one) => at(one) && one.arrival === by);
  const central = map.entrances.findIndex((one) => at(one) && one.connector === by);
  const points = station ? line.length : 2 * line.length;
  return {
    ...line,
    head: null,
    arrival: station ? { station: station.n } : { central },
    points: line.owner === null ? 0 : points,
  };
}

/** All lines after another tile was placed. Only those that lead to its square change. */
export const afterPlacing = (
  map: Paris,
  squares: readonly (Placed | null)[],
  lines: readonly Line[],
  square: Square,
): Line[] => lines.map((line) => (line.head?.square === square ? follow(map, squares, line) : line));
