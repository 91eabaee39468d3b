import type { Code, Head, Line, Open, Placed, Square, Turns } from '../../games/metro/state.ts';
import { beyond, CENTRAL, colOf, type Ground, rowOf, squareAt } from './ground.ts';
import { type Track, tracksOf, wayOf } from './tracks.ts';

/** Which line runs over which track: what colours a picture, and what a placement that is only thought of would do. */

/** One tile on the way of a line. */
export interface Pass {
  readonly square: Square;
  readonly track: Track;
  /** Pixels from the departure to this tile, for patterns that run on from tile to tile. */
  readonly before: number;
}

export interface Trip {
  readonly passes: readonly Pass[];
  /** Where it would go on; null when it has arrived. */
  readonly head: Head | null;
  readonly arrival: Line['arrival'];
}

/** A tile that is only thought of. */
export interface Draft {
  readonly square: Square;
  /** The type of the tile, with its arrow up. */
  readonly tile: Code;
  readonly turns: Turns;
}

/** Follows the line of a station over the placed tiles. It ends, since no two tracks lead to the same connector. */
export function follow(squares: readonly (Placed | null)[], ground: Ground, station: number): Trip {
  const stop = ground.stations[station - 1]!;
  const passes: Pass[] = [];
  let square = squareAt(stop.row, stop.col);
  let connector = stop.departure;
  let before = 0;
  for (;;) {
    const placed = squares[square];
    if (!placed) return { passes, head: { square, connector }, arrival: null };
    const track = tracksOf(placed.tile, placed.turns)[connector >> 1]!;
    passes.push({ square, track, before });
    before += wayOf(track).length;
    const next = beyond(square, track.to);
    if (!next || CENTRAL.has(next.square))
      return { passes, head: null, arrival: arrivalAt(ground, square, track.to) };
    ({ square, connector } = next);
  }
}

/** The outer station or central entrance that a train reaches when it leaves a square by a connector. */
function arrivalAt(ground: Ground, square: Square, connector: number): Line['arrival'] {
  const row = rowOf(square);
  const col = colOf(square);
  const stop = ground.stations.find((s) => s.row === row && s.col === col && s.arrival === connector);
  if (stop) return { station: stop.n };
  const central = ground.entrances.findIndex(
    (e) => e.row === row && e.col === col && e.connector === connector,
  );
  return central < 0 ? null : { central };
}

/** Key of a track on the board. */
export const trackKey = (square: Square, track: Track): number => square * 8 + track.from;

/** Every track on the board that a line of somebody runs over, with the line and the pixels before it. */
export function coloured(open: Open): Map<number, { line: Line; before: number }> {
  const found = new Map<number, { line: Line; before: number }>();
  for (const line of open.lines) {
    if (line.owner === null) continue;
    for (const { square, track, before } of follow(open.squares, open.map, line.station).passes)
      found.set(trackKey(square, track), { line, before });
  }
  return found;
}

/** The placement between two views, to be drawn as a draft; null when none lies between them. */
export function draftOf(before: Open, after: Open): Draft | null {
  const square = after.squares.findIndex((placed, i) => placed && !before.squares[i]);
  const placed = after.squares[square];
  return placed ? { square, tile: placed.tile, turns: placed.turns } : null;
}

/** Points of a seat so far. */
export const scoreOf = (open: Open, seat: number): number =>
  open.lines.reduce((sum, line) => (line.owner === seat ? sum + line.points : sum), 0);

/** The lines of a seat, by station. */
export const linesOf = (open: Open, seat: number): Line[] => open.lines.filter((line) => line.owner === seat);
