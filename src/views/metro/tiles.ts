import type { Code, Turns } from '../../games/metro/state.ts';
import type { Brush } from '../canvas.ts';
import type { Stage } from '../kit/stage.ts';
import type { Paper, Style } from './colors.ts';
import { CASING, drawArrived, drawHalo, drawOpen, drawRail, PALE, RAIL } from './ribbon.ts';
import { TILE, type Track, type TrackWay, tracksOf, wayOf } from './tracks.ts';

/** Tiles: the card, and its four tracks one over another. */

/** What runs over a track. */
export interface Run {
  readonly style: Style;
  readonly arrived: boolean;
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
export function drawCard(stage: Stage, x: number, y: number, color: string, edge: string): void {
  stage.stamp(`card ${color}`, x, y, [-1, -1, TILE + 1, TILE + 1], (brush) => {
    brush.fillStyle = color;
    brush.fillRect(0, 0, TILE, TILE);
    brush.strokeStyle = edge;
    brush.lineWidth = 1.5;
    brush.strokeRect(0, 0, TILE, TILE);
  });
}

/** Colours of a tile's card and of its bare rails. */
export interface Bed {
  readonly card: string;
  readonly rail: string;
  readonly inside: string;
}

/** Where two tracks are nearer to each other than this, the light around one of them lies on the other. */
const NEAR = CASING + 4;
const met = new Map<string, boolean>();

/** Whether two tracks of a tile cross or touch. */
function meet(one: TrackWay, other: TrackWay): boolean {
  const key = `${one.key} ${other.key}`;
  let known = met.get(key);
  if (known === undefined) {
    const points = (way: TrackWay) => Array.from({ length: 33 }, (_, i) => way.at((way.length * i) / 32));
    const others = points(other);
    known = points(one).some(([x, y]) => others.some(([ox, oy]) => Math.hypot(ox - x, oy - y) < NEAR));
    met.set(key, known);
  }
  return known;
}

/** The tracks of a tile, each with what runs over it, cut at its edge. */
export function drawTracks(
  stage: Stage,
  tile: { readonly tile: Code; readonly turns: Turns },
  x: number,
  y: number,
  paper: Paper,
  bed: Bed,
  runOf: (track: Track) => Run | undefined,
): void {
  const lower: TrackWay[] = [];
  for (const track of stacked(tracksOf(tile.tile, tile.turns), (one) => runOf(one) !== undefined)) {
    const way = wayOf(track);
    const run = runOf(track);
    const lay = (key: string, paint: (brush: Brush) => void) =>
      stage.stamp(`${key} ${way.key}`, x, y, way.bounds, (brush) => {
        brush.beginPath();
        brush.rect(0, 0, TILE, TILE);
        brush.clip();
        paint(brush);
      });
    const width = run ? (run.arrived ? PALE : CASING) : RAIL;
    if (lower.some((other) => meet(way, other)))
      lay(`halo ${bed.card} ${width}`, (brush) => drawHalo(brush, way, bed.card, width));
    lower.push(way);
    if (!run) lay(`rail ${bed.rail}`, (brush) => drawRail(brush, way, bed.rail, bed.inside));
    else if (run.arrived) lay(`arrived ${run.style.color}`, (brush) => drawArrived(brush, way, run.style));
    else lay(`open ${run.style.color}`, (brush) => drawOpen(brush, way, run.style, paper, 'whole'));
  }
}
