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

/** By letter, a to d: how many sides further on, clockwise, a track leaves the tile than where it enters. */
const TURN = [2, 1, 3, 0] as const;
const A = 'a'.charCodeAt(0);

/** The odd connector by which a train leaves a tile that it entered by an even one. */
export function exit(tile: Code, turns: Turns, connector: number): number {
  const side = connector >> 1;
  // The letter that `turned` has there.
  const letter = tile.charCodeAt((side + 4 - turns) % 4) - A;
  return 2 * ((side + TURN[letter]!) % 4) + 1;
}

/** By square and side. */
const NEIGHBOURS = Array.from({ length: SIDE * SIDE * 4 }, (_, at): Square | undefined => {
  const side = at % 4;
  const row = rowOf(at >> 2) + [-1, 0, 1, 0][side]!;
  const col = colOf(at >> 2) + [0, 1, 0, -1][side]!;
  return row < 0 || row >= SIDE || col < 0 || col >= SIDE ? undefined : squareAt(row, col);
});

/** The square next to another across one of its sides (0 top, clockwise); undefined off the board. */
export const neighbour = (square: Square, side: number): Square | undefined => NEIGHBOURS[4 * square + side];

/** Where a train goes on that leaves a square by an odd connector; null where it comes to the edge of the board or the centre. */
function headAfter(square: Square, to: number): Head | null {
  const next = neighbour(square, to >> 1);
  // By 1, 3, 5, 7 out of a square is by 4, 6, 0, 2 into the next.
  return next === undefined || CENTRAL.has(next) ? null : { square: next, connector: (to + 3) % 8 };
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
    head = headAfter(square, to);
  }
  return { passes, head };
}

/** Where the line of a station begins. */
export function departureOf({ stations }: Pick<Paris, 'stations'>, station: number): Head {
  const { row, col, departure } = stations[station - 1]!;
  return { square: squareAt(row, col), connector: departure };
}

/** How far a train comes: the tiles passed, every pass counted, and where it goes on (`head`) or has arrived. */
export interface Ride {
  readonly length: number;
  readonly head: Head | null;
  readonly arrival: Line['arrival'];
}

/** The ride of a train over the tiles that lie there; with `first` as it is once that tile lies on its first square. */
export function ride(
  map: Paris,
  squares: readonly (Placed | null)[],
  start: Head,
  first = squares[start.square]!,
): Ride {
  let head = start;
  for (let length = 0; ; length += 1) {
    const { square, connector }: Head = head;
    // It may come by its first square again.
    const placed = square === start.square ? first : squares[square];
    if (!placed) return { length, head, arrival: null };
    const to = exit(placed.tile, placed.turns, connector);
    const next = headAfter(square, to);
    if (next === null) return { length: length + 1, head: null, arrival: goalsOf(map)[8 * square + to]! };
    head = next;
  }
}

const goals = new WeakMap<Paris, readonly Line['arrival'][]>();

/** By square and the connector by which a train leaves it: where it has arrived. */
function goalsOf(map: Paris): readonly Line['arrival'][] {
  const kept = goals.get(map);
  if (kept !== undefined) return kept;
  const found = Array.from({ length: 8 * SIDE * SIDE }, (): Line['arrival'] => null);
  for (const [central, { row, col, connector }] of map.entrances.entries())
    found[8 * squareAt(row, col) + connector] = { central };
  for (const { n, row, col, arrival } of map.stations)
    found[8 * squareAt(row, col) + arrival] = { station: n };
  goals.set(map, found);
  return found;
}

/** A line as it goes on or has arrived after a ride; the same one where no tile was passed. */
export function after({ length: more, head, arrival }: Ride, line: Line): Line {
  if (more === 0) return line;
  const length = line.length + more;
  if (arrival === null) return { ...line, length, head };
  const points = 'station' in arrival ? length : 2 * length;
  return { ...line, length, head, arrival, points: line.owner === null ? 0 : points };
}

/** A line followed from where it stands over the tiles that lie there: as it goes on or has arrived. */
export const follow = (map: Paris, squares: readonly (Placed | null)[], line: Line): Line =>
  line.head === null ? line : after(ride(map, squares, line.head), line);

/** All lines after another tile was placed. Only those that lead to its square change. */
export const afterPlacing = (
  map: Paris,
  squares: readonly (Placed | null)[],
  lines: readonly Line[],
  square: Square,
): Line[] => lines.map((line) => (line.head?.square === square ? follow(map, squares, line) : line));
