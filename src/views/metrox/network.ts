import type { Layout, MetroxMap, Point } from '../../games/metrox/state.ts';

/**
 * Where the lines run, in pixels: horizontals, verticals and diagonals with round bends, lines that share a
 * stretch side by side. Everything is worked out from the map's grid and its layout; nothing here draws.
 */

export interface Straight {
  readonly kind: 'straight';
  readonly from: Point;
  readonly to: Point;
  readonly length: number;
}

export interface Arc {
  readonly kind: 'arc';
  readonly center: Point;
  readonly radius: number;
  readonly start: number;
  readonly end: number;
  readonly length: number;
}

export interface Track {
  readonly pieces: readonly (Straight | Arc)[];
  readonly length: number;
  /** Way along the track at which each of the line's stations lies. */
  readonly stops: readonly number[];
}

/** Width of a line and distance between the centres of neighbours in a bundle, in pixels. */
export const LINE = 13;
export const PITCH = 15;

interface Vertex {
  readonly x: number;
  readonly y: number;
  /** Place on the line, or null for a bend. */
  readonly stop: number | null;
}

/** Grid to pixels. */
export interface Frame {
  readonly unit: number;
  readonly x: number;
  readonly y: number;
}

const add = (a: Point, b: Point, times = 1): Point => [a[0] + b[0] * times, a[1] + b[1] * times];
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1];
const cross = (a: Point, b: Point): number => a[0] * b[1] - a[1] * b[0];
const near = (a: number, b: number): boolean => Math.abs(a - b) < 1e-6;

function unitOf(from: { x: number; y: number }, to: { x: number; y: number }): Point {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = Math.hypot(dx, dy);
  return [dx / length, dy / length];
}

const octilinear = (dx: number, dy: number): boolean =>
  near(dx, 0) || near(dy, 0) || near(Math.abs(dx), Math.abs(dy));

/** The bend of an edge the layout says nothing about: diagonal first, then straight. */
function ownBend(from: Vertex, to: Vertex): Vertex[] {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  if (octilinear(dx, dy)) return [];
  const slant = Math.min(Math.abs(dx), Math.abs(dy));
  return [{ x: from.x + Math.sign(dx) * slant, y: from.y + Math.sign(dy) * slant, stop: null }];
}

/** A line's corners in grid units, the way from its car first; `anchor` is where it leaves the car. */
function corners(map: MetroxMap, line: number, anchor: Point | null): Vertex[] {
  const { id, stations } = map.lines[line]!;
  const { connector, bend } = map.layout;
  const bends = (from: string, to: string): readonly Point[] =>
    bend[`${from}-${to}`] ?? [...(bend[`${to}-${from}`] ?? [])].reverse();

  const fixed: Vertex[] = [];
  const lead = [...(anchor ? [anchor] : []), ...(connector[id] ?? [])];
  for (const [x, y] of lead) fixed.push({ x, y, stop: null });
  stations.forEach((index, stop) => {
    const station = map.stations[index]!;
    if (stop > 0)
      for (const [x, y] of bends(map.stations[stations[stop - 1]!]!.id, station.id))
        fixed.push({ x, y, stop: null });
    fixed.push({ x: station.x, y: station.y, stop });
  });
  const all: Vertex[] = [];
  for (const vertex of fixed) {
    const before = all.at(-1);
    if (before && near(before.x, vertex.x) && near(before.y, vertex.y)) continue;
    if (before) all.push(...ownBend(before, vertex));
    all.push(vertex);
  }
  return all;
}

/** The unit steps of a straight way, each named the same from both ends. */
function steps(from: Vertex, to: Vertex): string[] {
  const count = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y));
  const whole = [from.x, from.y, to.x, to.y].every(Number.isInteger);
  const n = whole ? count : 1;
  return Array.from({ length: n }, (_, i) => {
    const at = (k: number) => `${from.x + ((to.x - from.x) * k) / n},${from.y + ((to.y - from.y) * k) / n}`;
    return [at(i), at(i + 1)].sort().join('>');
  });
}

function bundles(map: MetroxMap, ways: readonly (readonly Vertex[])[]): Map<string, string[]> {
  const users = new Map<string, string[]>();
  ways.forEach((way, line) => {
    for (let i = 0; i + 1 < way.length; i++)
      for (const step of steps(way[i]!, way[i + 1]!)) {
        const ids = users.get(step) ?? [];
        if (!ids.includes(map.lines[line]!.id)) ids.push(map.lines[line]!.id);
        users.set(step, ids);
      }
  });
  for (const [step, ids] of users) users.set(step, ordered(map.layout, ids));
  return users;
}

/** Lines of a bundle in the order of the layout, or, where it is silent, of the map. */
function ordered(layout: Layout, ids: readonly string[]): string[] {
  const written = layout.order.map((text) => text.split(' '));
  const exact = written.find((side) => side.length === ids.length && side.every((id) => ids.includes(id)));
  return exact ?? [...ids];
}

/** Sideways shift, in pixels, of a line on the way between two corners. */
function shift(id: string, from: Vertex, to: Vertex, users: ReadonlyMap<string, string[]>): Point {
  let widest: string[] = [id];
  for (const step of steps(from, to)) {
    const ids = users.get(step)!;
    if (ids.length > widest.length) widest = ids;
  }
  const [dx, dy] = unitOf(from, to);
  const forward = dx > 1e-6 || (near(dx, 0) && dy > 0) ? 1 : -1;
  const offset = (widest.indexOf(id) - (widest.length - 1) / 2) * PITCH * forward;
  return [dy * offset, -dx * offset];
}

/** A corner of a track: how round it is, and which of the line's stations stands there, if any. */
export interface Corner {
  readonly at: Point;
  readonly radius: number;
  readonly stop: number | null;
}

const BEND = 0.36;
const BEND_UNDER_STATION = 0.2;
const LEAST_RADIUS = 3;
/** How far from a station, in pixels, what happens to a line is still hidden beneath it. */
const HIDDEN = 14;

function place(frame: Frame, way: readonly Vertex[], shifts: readonly Point[]): Corner[] {
  const points: Corner[] = [];
  way.forEach((vertex, i) => {
    const at: Point = [frame.x + vertex.x * frame.unit, frame.y + vertex.y * frame.unit];
    const { stop } = vertex;
    const before = i > 0 ? shifts[i - 1]! : null;
    const after = i < shifts.length ? shifts[i]! : null;
    if (!before || !after) {
      points.push({ at: add(at, (before ?? after)!), radius: 0, stop });
      return;
    }
    const inward = unitOf(way[i - 1]!, vertex);
    const outward = unitOf(vertex, way[i + 1]!);
    const turn = cross(inward, outward);
    if (near(turn, 0)) {
      points.push({ at: add(at, before), radius: 0, stop });
      if (!near(before[0], after[0]) || !near(before[1], after[1]))
        points.push({ at: add(at, after), radius: 0, stop: null });
      return;
    }
    const along = cross([after[0] - before[0], after[1] - before[1]], outward) / turn;
    const mitre = add(add(at, before), inward, along);
    if (stop !== null && Math.hypot(mitre[0] - at[0], mitre[1] - at[1]) > HIDDEN) {
      points.push({ at: add(at, before), radius: 0, stop }, { at: add(at, after), radius: 0, stop: null });
      return;
    }
    const outside: Point = turn > 0 ? [inward[1], -inward[0]] : [-inward[1], inward[0]];
    const base = (stop === null ? BEND : BEND_UNDER_STATION) * frame.unit;
    points.push({ at: mitre, radius: Math.max(LEAST_RADIUS, base + dot(before, outside)), stop });
  });
  return points;
}

/** Joins corners with straights and arcs and measures the way. */
export function join(points: readonly Corner[]): Track {
  const pieces: (Straight | Arc)[] = [];
  const stops: number[] = [];
  let length = 0;
  let pen = points[0]!.at;
  const line = (to: Point) => {
    const far = Math.hypot(to[0] - pen[0], to[1] - pen[1]);
    if (far > 1e-6) pieces.push({ kind: 'straight', from: pen, to, length: far });
    length += far;
    pen = to;
  };
  points.forEach(({ at, radius, stop }, i) => {
    const before = points[i - 1];
    const after = points[i + 1];
    if (!before || !after || radius === 0) {
      line(at);
      if (stop !== null) stops[stop] = length;
      return;
    }
    const inward = unitOf({ x: before.at[0], y: before.at[1] }, { x: at[0], y: at[1] });
    const outward = unitOf({ x: at[0], y: at[1] }, { x: after.at[0], y: after.at[1] });
    const angle = Math.atan2(cross(inward, outward), dot(inward, outward));
    const half = Math.tan(Math.abs(angle) / 2);
    const room = Math.min(
      Math.hypot(at[0] - before.at[0], at[1] - before.at[1]),
      Math.hypot(after.at[0] - at[0], after.at[1] - at[1]),
    );
    const r = Math.min(radius, (stop === null ? room * 0.49 : HIDDEN) / half);
    line(add(at, inward, -r * half));
    const toCenter: Point = angle > 0 ? [-inward[1], inward[0]] : [inward[1], -inward[0]];
    const center = add(pen, toCenter, r);
    const start = Math.atan2(pen[1] - center[1], pen[0] - center[0]);
    const arc = Math.abs(angle) * r;
    if (stop !== null) stops[stop] = length + arc / 2;
    pieces.push({ kind: 'arc', center, radius: r, start, end: start + angle, length: arc });
    length += arc;
    pen = add(at, outward, r * half);
  });
  return { pieces, length, stops };
}

/**
 * The tracks of all lines of a map. `anchors` are, by line and in grid units, the points at which they leave
 * their cars; null starts a line at its connector or its first station.
 */
export function tracks(map: MetroxMap, frame: Frame, anchors: readonly (Point | null)[]): Track[] {
  const ways = map.lines.map((_, line) => corners(map, line, anchors[line] ?? null));
  const users = bundles(map, ways);
  return ways.map((way, line) => {
    const shifts = way.slice(1).map((to, i) => shift(map.lines[line]!.id, way[i]!, to, users));
    return join(place(frame, way, shifts));
  });
}

/** The point at a distance along a track, and the direction of travel there in radians. */
export function pointAt(track: Track, distance: number): { x: number; y: number; angle: number } {
  let left = Math.max(0, Math.min(distance, track.length));
  for (const piece of track.pieces) {
    if (left > piece.length) {
      left -= piece.length;
      continue;
    }
    if (piece.kind === 'straight') {
      const t = left / piece.length;
      const x = piece.from[0] + (piece.to[0] - piece.from[0]) * t;
      const y = piece.from[1] + (piece.to[1] - piece.from[1]) * t;
      return { x, y, angle: Math.atan2(piece.to[1] - piece.from[1], piece.to[0] - piece.from[0]) };
    }
    const turn = Math.sign(piece.end - piece.start);
    const at = piece.start + (turn * left) / piece.radius;
    return {
      x: piece.center[0] + Math.cos(at) * piece.radius,
      y: piece.center[1] + Math.sin(at) * piece.radius,
      angle: at + (turn * Math.PI) / 2,
    };
  }
  const last = track.pieces.at(-1)!;
  return last.kind === 'straight'
    ? {
        x: last.to[0],
        y: last.to[1],
        angle: Math.atan2(last.to[1] - last.from[1], last.to[0] - last.from[0]),
      }
    : pointAt(track, track.length - 1e-3);
}
