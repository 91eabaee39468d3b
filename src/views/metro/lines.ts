import type { Code, Line, Open, Square, Turns } from '../../games/metro/state.ts';
import { departureOf, run } from '../../games/metro/tracks.ts';
import { type Track, tracksOf } from './tracks.ts';

/** Which line runs over which track: what colours a picture, and what a placement that is only thought of would do. */

/** A tile that is only thought of. */
export interface Draft {
  readonly square: Square;
  /** The type of the tile, with its arrow up. */
  readonly tile: Code;
  readonly turns: Turns;
}

/** Key of a track on the board. */
export const trackKey = (square: Square, track: Track): number => square * 8 + track.from;

/** Every track on the board that a line of somebody runs over, with the line. */
export function coloured(open: Open): Map<number, Line> {
  const found = new Map<number, Line>();
  for (const line of open.lines) {
    if (line.owner === null) continue;
    for (const { square, from } of run(open.squares, departureOf(open.map, line.station)).passes) {
      const { tile, turns } = open.squares[square]!;
      const track = tracksOf(tile, turns)[from >> 1]!;
      found.set(trackKey(square, track), line);
    }
  }
  return found;
}

/** The placement between two views, to be drawn as a draft; null when none lies between them. */
export function draftOf(before: Open, after: Open): Draft | null {
  const square = after.squares.findIndex((placed, i) => placed && !before.squares[i]);
  const placed = after.squares[square];
  return placed ? { square, tile: placed.tile, turns: placed.turns } : null;
}
