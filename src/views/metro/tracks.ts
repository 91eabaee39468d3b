import type { Code, Turns } from '../../games/metro/state.ts';
import { exit, turned } from '../../games/metro/tracks.ts';
import type { Brush } from '../canvas.ts';
import type { Bounds } from '../kit/stage.ts';

/**
 * Tracks as curves. A tile is 102 pixels wide and its connectors stand at one and two thirds of each side; every
 * curve meets its side squarely, so that neighbours join without a bend.
 */

export const TILE = 102;
export const THIRD = TILE / 3;

export type Shape = 'a' | 'b' | 'c' | 'd';

export interface Track {
  readonly shape: Shape;
  /** Even connector by which a train enters. */
  readonly from: number;
  /** Odd connector by which it leaves. */
  readonly to: number;
}

/** A curve with a direction; lengths in pixels. */
export interface Way {
  readonly length: number;
  /** Point and direction (radians, clockwise from east) after so many pixels; straight on beyond both ends. */
  at(along: number): readonly [x: number, y: number, angle: number];
  /** Makes it the present path, this much longer straight on (or, below zero, shorter) at both ends. */
  trace(brush: Brush, more?: number): void;
}

/** The curve of a track of a tile. */
export interface TrackWay extends Way {
  /** Names it among those of all tiles. */
  readonly key: string;
  /** Around a line on it, whatever its width, and no further than the tile. */
  readonly bounds: Bounds;
}

/** The four tracks of a tile as it lies. */
export const tracksOf = (code: Code, turns: Turns = 0): readonly Track[] =>
  Array.from(turned(code, turns), (letter, side) => {
    const from = 2 * side;
    return { shape: letter as Shape, from, to: exit(code, turns, from) };
  });

/** Where a connector stands on its tile, and the direction (dx, dy) out of the tile. */
export function connectorAt(connector: number): readonly [x: number, y: number, dx: number, dy: number] {
  const near = connector % 2 === 0 ? THIRD : TILE - THIRD;
  const far = TILE - near;
  const places = [
    [near, 0, 0, -1],
    [TILE, near, 1, 0],
    [far, TILE, 0, 1],
    [0, far, -1, 0],
  ] as const;
  return places[(connector >> 1) as 0 | 1 | 2 | 3]!;
}

export function straight(x1: number, y1: number, x2: number, y2: number): Way {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const at = (along: number) => [x1 + Math.cos(angle) * along, y1 + Math.sin(angle) * along, angle] as const;
  return {
    length,
    at,
    trace: (brush, more = 0) => {
      const [fromX, fromY] = at(-more);
      const [toX, toY] = at(length + more);
      brush.beginPath();
      brush.moveTo(fromX, fromY);
      brush.lineTo(toX, toY);
    },
  };
}

interface Arc {
  readonly x: number;
  readonly y: number;
  /** Across and into the tile for a track that begins at the top. */
  readonly rx: number;
  readonly ry: number;
  /** Parameter of the ellipse at both ends. */
  readonly start: number;
  readonly end: number;
}

const ARCS: Readonly<Record<Exclude<Shape, 'a'>, Arc>> = {
  b: { x: TILE, y: 0, rx: 2 * THIRD, ry: 2 * THIRD, start: Math.PI, end: Math.PI / 2 },
  c: { x: 0, y: 0, rx: THIRD, ry: THIRD, start: 0, end: Math.PI / 2 },
  // A little flatter than a half circle, so that it meets no straight track of its tile.
  d: { x: TILE / 2, y: 0, rx: THIRD / 2, ry: 15, start: Math.PI, end: 0 },
};

/** Perimeter of half an ellipse, after Ramanujan. */
const halfEllipse = (a: number, b: number): number =>
  (Math.PI * (3 * (a + b) - Math.sqrt((3 * a + b) * (a + 3 * b)))) / 2;

function bend(arc: Arc, side: number): Way {
  const turn = (side * Math.PI) / 2;
  const cos = Math.round(Math.cos(turn));
  const sin = Math.round(Math.sin(turn));
  const half = TILE / 2;
  const cx = half + (arc.x - half) * cos - (arc.y - half) * sin;
  const cy = half + (arc.x - half) * sin + (arc.y - half) * cos;
  const span = arc.end - arc.start;
  const length = (halfEllipse(arc.rx, arc.ry) * Math.abs(span)) / Math.PI;
  const point = (t: number) => {
    const x = arc.rx * Math.cos(t);
    const y = arc.ry * Math.sin(t);
    const dx = -arc.rx * Math.sin(t) * Math.sign(span);
    const dy = arc.ry * Math.cos(t) * Math.sign(span);
    const angle = Math.atan2(dx * sin + dy * cos, dx * cos - dy * sin);
    return [cx + x * cos - y * sin, cy + x * sin + y * cos, angle] as const;
  };
  const at = (along: number): readonly [number, number, number] => {
    const inside = Math.min(Math.max(along, 0), length);
    const [x, y, angle] = point(arc.start + (span * inside) / length);
    const over = along - inside;
    return [x + Math.cos(angle) * over, y + Math.sin(angle) * over, angle];
  };
  return {
    length,
    at,
    trace: (brush, more = 0) => {
      const less = more < 0 ? (span * -more) / length : 0;
      brush.beginPath();
      if (more > 0) {
        const [x, y] = at(-more);
        brush.moveTo(x, y);
      }
      brush.ellipse(cx, cy, arc.rx, arc.ry, turn, arc.start + less, arc.end - less, span < 0);
      if (more > 0) {
        const [x, y] = at(length + more);
        brush.lineTo(x, y);
      }
    },
  };
}

function make({ shape, from, to }: Track): Way {
  if (shape !== 'a') return bend(ARCS[shape], from >> 1);
  const [x1, y1] = connectorAt(from);
  const [x2, y2] = connectorAt(to);
  return straight(x1, y1, x2, y2);
}

/** Half the width of the widest that lies along a track, its halo. */
const REACH = 13;

function boundsOf(way: Way): Bounds {
  const points = Array.from({ length: 33 }, (_, i) => way.at((way.length * i) / 32));
  const clamp = (value: number) => Math.min(Math.max(Math.round(value), 0), TILE);
  const low = (c: 0 | 1) => clamp(Math.min(...points.map((point) => point[c])) - REACH);
  const high = (c: 0 | 1) => clamp(Math.max(...points.map((point) => point[c])) + REACH);
  return [low(0), low(1), high(0), high(1)];
}

const ways = new Map<number, TrackWay>();

/** The curve of a track, from the upper left corner of its tile. */
export function wayOf(track: Track): TrackWay {
  const key = track.from * 8 + track.to;
  let way = ways.get(key);
  if (!way) {
    const made = make(track);
    ways.set(key, (way = { ...made, key: `${track.from}${track.to}`, bounds: boundsOf(made) }));
  }
  return way;
}
