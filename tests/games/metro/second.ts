import { readFileSync } from 'node:fs';
import type { Code, Open, Placed, Turns } from '../../../src/games/metro/state.ts';
import { PARIS } from './table.ts';

/**
 * Metro's lines and legal squares worked out a second time, on a grid of points: a connector is a point between two squares, named
 * by its place in thirds of a square; a tile joins points by the pairs printed on it, turned with their numbers.
 */

type Squares = readonly (Placed | null)[];
type Board = Pick<Open, 'squares' | 'setting'>;

/** By tile: which even connector is joined to which odd one. */
export const { tracks } = JSON.parse(readFileSync(new URL('./examples.json', import.meta.url), 'utf8')) as {
  tracks: Record<string, readonly (readonly [number, number])[]>;
};

const OFFSETS = [
  [1, 0],
  [2, 0],
  [3, 1],
  [3, 2],
  [2, 3],
  [1, 3],
  [0, 2],
  [0, 1],
] as const;

function point(square: number, connector: number): string {
  const [dx, dy] = OFFSETS[connector]!;
  return `${(square % 8) * 3 + dx},${Math.floor(square / 8) * 3 + dy}`;
}

const stations = new Map(PARIS.stations.map((one) => [point(one.row * 8 + one.col, one.arrival), one.n]));
const central = new Set(PARIS.entrances.map((one) => point(one.row * 8 + one.col, one.connector)));

export interface Way {
  readonly length: number;
  /** The station in which it ends, the centre, or neither. */
  readonly end: number | 'centre' | null;
}

/** The lines of all stations, in the order of their numbers. */
export function ways(squares: Squares): Way[] {
  const next = new Map<string, string>();
  for (const [square, placed] of squares.entries()) {
    for (const [from, to] of placed ? tracks[placed.tile]! : []) {
      const by = 2 * placed!.turns;
      next.set(point(square, (from + by) % 8), point(square, (to + by) % 8));
    }
  }
  return PARIS.stations.map(({ row, col, departure }) => {
    let at = point(row * 8 + col, departure);
    let length = 0;
    for (let to = next.get(at); to !== undefined; to = next.get(at)) {
      at = to;
      length++;
    }
    return { length, end: central.has(at) ? 'centre' : (stations.get(at) ?? null) };
  });
}

/** Scores by seat. */
export function totals({ squares, setting }: Board): number[] {
  const all = ways(squares);
  return PARIS.cards[setting.seats]!.map((card) =>
    card.reduce((sum, n) => {
      const { length, end } = all[n - 1]!;
      return sum + (end === 'centre' ? 2 * length : end === null ? 0 : length);
    }, 0),
  );
}

/** Where a tile may go, as "12.0": the square and its quarter turns. */
export function placesOf({ squares, setting }: Board, tile: Code): string[] {
  const before = ways(squares);
  const free: string[] = [];
  const good: string[] = [];
  for (let square = 0; square < 64; square++) {
    const [x, y] = [square % 8, Math.floor(square / 8)];
    const centre = [3, 4].includes(x) && [3, 4].includes(y);
    const edge = [0, 7].includes(x) || [0, 7].includes(y);
    const beside = squares.some(
      (placed, i) => placed && Math.abs((i % 8) - x) + Math.abs(Math.floor(i / 8) - y) === 1,
    );
    if (squares[square] || centre || !(edge || beside)) continue;
    for (const turns of setting.arrow ? [0] : [0, 1, 2, 3]) {
      const after = ways(squares.with(square, { tile, turns: turns as Turns, seat: 0 }));
      const barred = after.some(
        ({ length, end }, i) =>
          before[i]!.end === null &&
          (setting.returns === 'none' ? end === i + 1 : length === 1 && Number(end) > 0),
      );
      free.push(`${square}.${turns}`);
      if (!barred) good.push(`${square}.${turns}`);
    }
  }
  return good.length > 0 ? good : free;
}
