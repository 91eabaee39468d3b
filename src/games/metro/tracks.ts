import type { Code, Head, Line, Paris, Placed, Square, Turns } from './state.ts';

/** Tracks on tiles, and the lines that run over them. */

export const SIDE = 8;

/** The four squares of the central station. */
export const CENTRAL: ReadonlySet<Square> = new Set([27, 28, 35, 36]);

export const squareAt = (row: number, col: number): Square => row * SIDE + col;
export const rowOf = (square: Square): number => Math.floor(square / SIDE);
export const colOf = (square: Square): number => square % SIDE;

/** Name in chat and records: "A1" top left, "H8" bottom right. */
export const squareName = (square: Square): string => `${'ABCDEFGH'[colOf(square)]}${rowOf(square) + 1}`;

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
  const row = rowOf(square) + [-1, 0, 1, 0][side]!;
  const col = colOf(square) + [0, 1, 0, -1][side]!;
  return row < 0 || row >= SIDE || col < 0 || col >= SIDE ? undefined : squareAt(row, col);
}

/** A tile on the way of a train: the connectors by which it comes in and goes out. */
export interface Pass {
  readonly square: Square;
  /** Even. */
  readonly from: number;
  /** Odd. */
  readonly to: number;
}

/**
 * The tiles that a train runs over, and where it would go on; null where it has come to the edge of the board or to the
 * centre. It ends, since no two tracks lead to the same connector.
 */
export function run(
  squares: readonly (Placed | null)[],
  start: Head,
): { readonly passes: readonly Pass[]; readonly head: Head | null } {
  const passes: Pass[] = [];
  let head: Head | null = start;
  while (head) {
    const { square, connector: from }: Head = head;
    const placed = squares[square];
    if (!placed) break;
    const to = exit(placed.tile, placed.turns, from);
    passes.push({ square, from, to });
    const next = neighbour(square, to >> 1);
    // By 1, 3, 5, 7 out of a square is by 4, 6, 0, 2 into the next.
    head = next === undefined || CENTRAL.has(next) ? null : { square: next, connector: (to + 3) % 8 };
  }
  return { passes, head };
}

/** Where the line of a station begins. */
export function departureOf({ stations }: Pick<Paris, 'stations'>, station: number): Head {
  const { row, col, departure } = stations[station - 1]!;
  return { square: squareAt(row, col), connector: departure };
}

/** A line followed from where it stands over the tiles that lie there: as it goes on or has arrived. */
export function follow(map: Paris, squares: readonly (Placed | null)[], line: Line): Line {
  if (line.head === null) return line;
  const { passes, head } = run(squares, line.head);
  const last = passes.at(-1);
  if (last === undefined) return line;
  const length = line.length + passes.length;
  return head === null ? arrived(map, { ...line, length }, last.square, last.to) : { ...line, length, head };
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
