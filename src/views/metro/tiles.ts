import type { Code, Turns } from '../../games/metro/state.ts';
import type { Brush } from '../canvas.ts';
import type { Paper, Style } from './colors.ts';
import { CASING, drawArrived, drawHalo, drawOpen, drawRail, PALE, RAIL } from './ribbon.ts';
import { TILE, type Track, tracksOf, wayOf } from './tracks.ts';

/** Tiles: the card, and its four tracks one over another. */

/** What runs over a track. */
export interface Run {
  readonly style: Style;
  readonly arrived: boolean;
  /** Pixels since the departure. */
  readonly before: number;
}

const LAYER: Readonly<Record<Track['shape'], number>> = { d: 0, c: 1, b: 2, a: 3 };

/**
 * Lowest first: tracks that no line uses, then the others, so that no line is broken where it need not be. Of the
 * straights those that run north and south lie over those that run east and west.
 */
const stacked = (tracks: readonly Track[], used: (track: Track) => boolean): Track[] =>
  tracks.toSorted(
    (one, other) =>
      Number(used(one)) - Number(used(other)) ||
      LAYER[one.shape] - LAYER[other.shape] ||
      ((other.from >> 1) % 2) - ((one.from >> 1) % 2),
  );

/** The card of a tile with its upper left corner at (x, y). */
export function drawCard(brush: Brush, x: number, y: number, color: string, edge: string): void {
  brush.fillStyle = color;
  brush.fillRect(x, y, TILE, TILE);
  brush.strokeStyle = edge;
  brush.lineWidth = 1.5;
  brush.strokeRect(x, y, TILE, TILE);
}

/** Colours of a tile's card and of its bare rails. */
export interface Bed {
  readonly card: string;
  readonly rail: string;
  readonly inside: string;
}

/** The tracks of a tile, each with what runs over it, cut at its edge. */
export function drawTracks(
  brush: Brush,
  tile: { readonly tile: Code; readonly turns: Turns },
  x: number,
  y: number,
  paper: Paper,
  bed: Bed,
  runOf: (track: Track) => Run | undefined,
): void {
  brush.save();
  brush.translate(x, y);
  brush.beginPath();
  brush.rect(0, 0, TILE, TILE);
  brush.clip();
  for (const track of stacked(tracksOf(tile.tile, tile.turns), (one) => runOf(one) !== undefined)) {
    const way = wayOf(track);
    const run = runOf(track);
    drawHalo(brush, way, bed.card, run ? (run.arrived ? PALE : CASING) : RAIL);
    if (!run) drawRail(brush, way, bed.rail, bed.inside);
    else if (run.arrived) drawArrived(brush, way, run.style, run.before);
    else drawOpen(brush, way, run.style, paper, run.before);
  }
  brush.restore();
}
