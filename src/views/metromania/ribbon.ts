import { SPACE_OF } from '../../games/metromania/grid.ts';
import { hasStation } from '../../games/metromania/legal.ts';
import type { Line, Open } from '../../games/metromania/state.ts';
import { type Brush, fill, polygon, stroke } from '../canvas.ts';
import type { Style } from './colors.ts';
import { badgeOf, EDGE, edgeOf, onEdge, pointOf, type Spot } from './ground.ts';

/** Lines as ribbons beside the edges they run along, in the triangles of their tunnels. */

export const CORE = 12;
/** Width of a ribbon with the rim that keeps it off others. */
export const CASED = CORE + 7;
/** From an edge to the middle of a ribbon beside it. */
export const OFF = 7.5;
/** A ribbon is straight up to here before a vertex. */
const CURVE = 20;
/** Lengths of the handles where a line goes on by 0, 60 and 120 degrees. */
const HANDLES = [18, 14, 10] as const;
const SAMPLES = 10;

/** A curve as points, with its length up to each of them. */
export interface Way {
  readonly points: readonly Spot[];
  readonly lengths: readonly number[];
}

function wayOf(points: readonly Spot[]): Way {
  let sum = 0;
  const lengths = points.map(([x, y], i) => {
    const before = points[i - 1];
    if (before) sum += Math.hypot(x - before[0], y - before[1]);
    return sum;
  });
  return { points, lengths };
}

export const straightWay = (from: Spot, to: Spot): Way => wayOf([from, to]);

/** Points of a cubic after its first. */
function cubic(a: Spot, b: Spot, c: Spot, d: Spot): Spot[] {
  return Array.from({ length: SAMPLES }, (_, i) => {
    const t = (i + 1) / SAMPLES;
    const u = 1 - t;
    const [p, q, r, s] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
    return [p * a[0] + q * b[0] + r * c[0] + s * d[0], p * a[1] + q * b[1] + r * c[1] + s * d[1]] as const;
  });
}

const plus = ([x, y]: Spot, [dx, dy]: Spot, share: number): Spot => [x + dx * share, y + dy * share];

/** How far before its terminus a line that is still under way ends, and its arrow's point. */
export const headAt = (open: Pick<Open, 'stations'>, line: Line): { ends: number; tip: number } =>
  hasStation(open, line.vertices.at(-1)!) ? { ends: 30, tip: 14 } : { ends: 8, tip: -10 };

/** Which tunnels of a line; `bare`: without the half of the bend that leads into the first of them. */
export interface Stretch {
  readonly first?: number;
  readonly last?: number;
  readonly bare?: boolean;
}

/** A line's curve over some of its tunnels, at its ends up to the signs of its start and its end. */
export function ribbonOf(
  line: Line,
  open: Pick<Open, 'stations'>,
  { first = 0, last = line.tunnels.length - 1, bare = false }: Stretch = {},
): Way {
  const edges = line.tunnels.map((triangle, i) => edgeOf(line.vertices[i]!, line.vertices[i + 1]!, triangle));
  const points: Spot[] = [];
  const startOf = (i: number) => onEdge(edges[i]!, CURVE, OFF);
  const endOf = (i: number) => onEdge(edges[i]!, EDGE - CURVE, OFF);
  const join = (i: number): Spot[] => {
    const { along } = edges[i]!;
    const next = edges[i + 1]!.along;
    const turn = Math.round(Math.acos(Math.min(along[0] * next[0] + along[1] * next[1], 1)) / (Math.PI / 3));
    const handle = HANDLES[turn] ?? HANDLES[2];
    return cubic(
      endOf(i),
      plus(endOf(i), along, handle),
      plus(startOf(i + 1), next, -handle),
      startOf(i + 1),
    );
  };
  const space = SPACE_OF.get(line.tunnels[0]!);
  if (bare) points.push(startOf(first));
  // From the vertex on, in the middle of the bend.
  else if (first > 0) points.push(...join(first - 1).slice(SAMPLES / 2 - 1));
  else if (space) {
    const vertex = line.vertices[0]!;
    const badge = badgeOf(space, vertex);
    const at = pointOf(vertex);
    points.push(
      badge,
      ...cubic(
        badge,
        plus(badge, [at[0] - badge[0], at[1] - badge[1]], 0.6),
        plus(startOf(0), edges[0]!.along, -16),
        startOf(0),
      ),
    );
  } else points.push(startOf(0));
  for (let i = first; i <= last; i++) {
    const goal = SPACE_OF.get(line.tunnels[i]!);
    if (i < line.tunnels.length - 1) {
      points.push(endOf(i));
      if (i < last) points.push(...join(i));
      continue;
    }
    if (!line.done || !goal) {
      points.push(onEdge(edges[i]!, EDGE - headAt(open, line).ends, OFF));
      continue;
    }
    const vertex = line.vertices.at(-1)!;
    const badge = badgeOf(goal, vertex);
    const at = pointOf(vertex);
    points.push(
      endOf(i),
      ...cubic(
        endOf(i),
        plus(endOf(i), edges[i]!.along, 16),
        plus(badge, [at[0] - badge[0], at[1] - badge[1]], 0.6),
        badge,
      ),
    );
  }
  return wayOf(points);
}

/** Makes a curve the present path. */
export function trace(brush: Brush, { points }: Way): void {
  brush.beginPath();
  points.forEach(([x, y], i) => {
    if (i === 0) brush.moveTo(x, y);
    else brush.lineTo(x, y);
  });
}

/** A stroke along a curve. */
export function along(brush: Brush, way: Way, color: string, width: number, dash?: number[]): void {
  trace(brush, way);
  brush.lineJoin = 'round';
  if (dash) brush.setLineDash(dash);
  stroke(brush, color, width);
  if (dash) brush.setLineDash([]);
  brush.lineJoin = 'miter';
}

/** Point and direction after so many pixels. */
export function pointAt(
  { points, lengths }: Way,
  far: number,
): readonly [x: number, y: number, angle: number] {
  const found = lengths.findIndex((length) => length >= far);
  const i = Math.max(found < 0 ? lengths.length - 1 : found, 1);
  const [a, b] = [points[i - 1]!, points[i]!];
  const span = lengths[i]! - lengths[i - 1]! || 1;
  const share = (far - lengths[i - 1]!) / span;
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, Math.atan2(b[1] - a[1], b[0] - a[0])];
}

/** Marks like arrow heads along a curve, for the fourth company. */
function chevrons(brush: Brush, way: Way, color: string, reach: number, width: number, pitch: number): void {
  brush.beginPath();
  const whole = way.lengths.at(-1)!;
  for (let far = pitch / 2; far < whole; far += pitch) {
    const [x, y, angle] = pointAt(way, far);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const put = (on: number, off: number) => [x + on * cos - off * sin, y + on * sin + off * cos] as const;
    brush.moveTo(...put(-reach, -reach));
    brush.lineTo(...put(reach * 0.6, 0));
    brush.lineTo(...put(-reach, reach));
  }
  stroke(brush, color, width);
}

function dots(brush: Brush, way: Way, color: string, size: number, pitch: number): void {
  brush.lineCap = 'round';
  along(brush, way, color, size, [0.01, pitch]);
  brush.lineCap = 'butt';
}

/**
 * The marks of a company in its line. The first of its two lines is full of colour with fine marks in it or none, the second a
 * ladder: wide openings of the same shape.
 */
function inlay(brush: Brush, way: Way, { pattern, inlay: color }: Style, ladder: boolean, size = 1): void {
  const fine = (n: number) => n * size;
  if (pattern === 'solid' && ladder) along(brush, way, color, fine(7), [fine(7.4), fine(7.4)]);
  if (pattern === 'dash')
    along(brush, way, color, fine(ladder ? 6.4 : 2.6), ladder ? [fine(15), fine(6)] : [fine(13), fine(11)]);
  if (pattern === 'dots') dots(brush, way, color, fine(ladder ? 8.4 : 4.4), fine(ladder ? 12.5 : 15));
  if (pattern === 'chevrons') {
    if (ladder) chevrons(brush, way, color, fine(4), fine(4.6), fine(11));
    else chevrons(brush, way, color, fine(3), fine(2), fine(17));
  }
}

/** A ribbon, with the rim that keeps it off others. */
export function drawRibbon(
  brush: Brush,
  way: Way,
  style: Style,
  ladder: boolean,
  casing: string,
  size = 1,
): void {
  along(brush, way, casing, CASED * size);
  drawCore(brush, way, style, ladder, size);
}

/** A ribbon without a rim. */
export function drawCore(brush: Brush, way: Way, style: Style, ladder: boolean, size = 1): void {
  along(brush, way, style.color, CORE * size);
  inlay(brush, way, style, ladder, size);
}

/** The first line of a company is full, the second a ladder. */
export const isLadder = (line: number): boolean => line % 2 === 1;

/** The notched arrow at the terminus of a line that goes on. */
export function drawHead(
  brush: Brush,
  line: Line,
  open: Pick<Open, 'stations'>,
  style: Style,
  rim: string,
): void {
  const i = line.tunnels.length - 1;
  const edge = edgeOf(line.vertices[i]!, line.vertices[i + 1]!, line.tunnels[i]!);
  const tip = EDGE - headAt(open, line).tip;
  polygon(brush, [
    onEdge(edge, tip, OFF),
    onEdge(edge, tip - 27, OFF + 12.5),
    onEdge(edge, tip - 20, OFF),
    onEdge(edge, tip - 27, OFF - 12.5),
  ]);
  brush.lineJoin = 'round';
  stroke(brush, rim, 4);
  fill(brush, style.color);
  brush.lineJoin = 'miter';
}

/** The bar before which a line stands that nothing can be dug on. */
export function drawBar(
  brush: Brush,
  line: Line,
  open: Pick<Open, 'stations'>,
  ink: string,
  rim: string,
): void {
  const i = line.tunnels.length - 1;
  const edge = edgeOf(line.vertices[i]!, line.vertices[i + 1]!, line.tunnels[i]!);
  const at = EDGE - headAt(open, line).ends;
  const bar = straightWay(onEdge(edge, at, OFF - 14), onEdge(edge, at, OFF + 14));
  brush.lineCap = 'round';
  along(brush, bar, rim, 11);
  along(brush, bar, ink, 7);
  brush.lineCap = 'butt';
}
