import { beside, POINTS, SPACE_OF } from '../../games/metromania/grid.ts';
import { hasStation } from '../../games/metromania/legal.ts';
import type { Line, Open } from '../../games/metromania/state.ts';
import { type Bounds, boundsOf } from '../kit/stage.ts';
import { badgeOf, EDGE, type Edge, onEdge, pointOf, ROW, type Spot } from './ground.ts';

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

/** The same so many pixels longer at both of its ends. */
export function lengthened({ points }: Way, by: number): Way {
  const beyond = ([x, y]: Spot, [ox, oy]: Spot): Spot => {
    const far = Math.hypot(x - ox, y - oy) || 1;
    return [x + ((x - ox) * by) / far, y + ((y - oy) * by) / far];
  };
  const first = beyond(points[0]!, points[1]!);
  return wayOf([first, ...points.slice(1, -1), beyond(points.at(-1)!, points.at(-2)!)]);
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

/** How a tunnel runs: the heading of its edge, 0 to 5 clockwise from the east, and whether its triangle lies at the right. */
export type Course = number;

/** Steps to a neighbour by heading. */
const STEPS: readonly Spot[] = [
  [EDGE, 0],
  [EDGE / 2, ROW],
  [-EDGE / 2, ROW],
  [-EDGE, 0],
  [-EDGE / 2, -ROW],
  [EDGE / 2, -ROW],
];

/** The course of a tunnel along an edge: twice the heading, and one more where its triangle lies at the right. */
export function courseOf(from: number, to: number, triangle: number): Course {
  const [one, other] = [POINTS[from]!, POINTS[to]!];
  const [dq, dr] = [other.q - one.q, other.r - one.r];
  const heading = dr === 0 ? (dq > 0 ? 0 : 3) : dr > 0 ? (dq === 0 ? 1 : 2) : dq === 0 ? 4 : 5;
  return 2 * heading + Number(beside(from, heading, 'R') === triangle);
}

/** The edge of a course that begins at the origin, or ends there. */
export function edgeAlong(course: Course, ends = false): Edge {
  const [dx, dy] = STEPS[course >> 1]!;
  const along: Spot = [dx / EDGE, dy / EDGE];
  const right = course % 2 === 1 ? 1 : -1;
  return { from: ends ? [-dx, -dy] : [0, 0], along, inside: [-along[1] * right, along[0] * right] };
}

/** A part of a ribbon around an origin: along an edge, around a vertex, from or to a sign. It comes up again in other lines. */
export interface Part {
  /** Parts of one key are the same. */
  readonly key: string;
  readonly way: Way;
  /** With room for the widest stroke. */
  readonly bounds: Bounds;
  /** Of a part along a whole edge. */
  readonly course?: Course;
}

/** Half of the widest stroke along a ribbon. */
const WIDEST = 14;
const parts = new Map<string, Part>();

function partOf(key: string, make: () => Spot[], more: Pick<Part, 'course'> = {}): Part {
  let part = parts.get(key);
  if (!part) {
    const points = make();
    parts.set(key, (part = { key, way: wayOf(points), bounds: boundsOf(points, WIDEST), ...more }));
  }
  return part;
}

/** Along an edge from its first vertex, from so many pixels to so many. */
export const straight = (course: Course, to: number, from = CURVE): Part =>
  partOf(
    `s${course} ${from} ${to}`,
    () => {
      const edge = edgeAlong(course);
      return [onEdge(edge, from, OFF), onEdge(edge, to, OFF)];
    },
    from === CURVE && to === EDGE - CURVE ? { course } : {},
  );

/**
 * The same part where it need not tell which way it runs: a whole edge looks alike from both of its ends, and is drawn for three
 * of the six headings alone.
 */
export function undirected(placed: Placed): Placed {
  const { course } = placed.part;
  if (course === undefined || course < 6) return placed;
  const [dx, dy] = STEPS[course >> 1]!;
  // What lies at the right lies at the left as one comes back.
  return { part: straight((course - 6) ^ 1, EDGE - CURVE), at: [placed.at[0] + dx, placed.at[1] + dy] };
}

/** Around a vertex; `half`: from its middle on. */
const bend = (course: Course, next: Course, half: boolean): Part =>
  partOf(`b${course} ${next} ${half}`, () => {
    const [before, after] = [edgeAlong(course, true), edgeAlong(next)];
    const turn = Math.abs((((next >> 1) - (course >> 1) + 9) % 6) - 3);
    const handle = HANDLES[turn] ?? HANDLES[2];
    const from = onEdge(before, EDGE - CURVE, OFF);
    const to = onEdge(after, CURVE, OFF);
    const curve = cubic(from, plus(from, before.along, handle), plus(to, after.along, -handle), to);
    return half ? curve.slice(SAMPLES / 2 - 1) : [from, ...curve];
  });

/** From the sign of a line's start to its first edge, or from its last edge to the sign of its end; around their vertex. */
const terminal = (course: Course, [x, y]: Spot, ends: boolean): Part => {
  // Where two signs stand alike their parts are one.
  const badge: Spot = [Math.round(x * 10) / 10, Math.round(y * 10) / 10];
  return partOf(`${ends ? 'o' : 'i'}${course} ${badge.join()}`, () => {
    const edge = edgeAlong(course, ends);
    const joint = onEdge(edge, ends ? EDGE - CURVE : CURVE, OFF);
    const handle = plus(joint, edge.along, ends ? 16 : -16);
    const near = plus(badge, badge, -0.6);
    return ends
      ? [joint, ...cubic(joint, handle, near, badge)]
      : [badge, ...cubic(badge, near, handle, joint)];
  });
};

/** A part with its origin in the city. */
export interface Placed {
  readonly part: Part;
  readonly at: Spot;
}

/** Which tunnels of a line; `bare`: without the half of the bend that leads into the first of them. */
export interface Stretch {
  readonly first?: number;
  readonly last?: number;
  readonly bare?: boolean;
}

/** A line's parts over some of its tunnels, at its ends up to the signs of its start and its end. */
export function partsOf(
  line: Line,
  open: Pick<Open, 'stations'>,
  { first = 0, last = line.tunnels.length - 1, bare = false }: Stretch = {},
): Placed[] {
  const { vertices, tunnels, done } = line;
  const placed: Placed[] = [];
  const put = (part: Part, at: Spot) => placed.push({ part, at });
  const course = (i: number) => courseOf(vertices[i]!, vertices[i + 1]!, tunnels[i]!);
  const beyond = (triangle: number, vertex: number): Spot | null => {
    const space = SPACE_OF.get(triangle);
    if (!space) return null;
    const [[x, y], [bx, by]] = [pointOf(vertex), badgeOf(space, vertex)];
    return [bx - x, by - y];
  };
  let now = course(first);
  if (!bare && first > 0) put(bend(course(first - 1), now, true), pointOf(vertices[first]!));
  else if (!bare) {
    const badge = beyond(tunnels[0]!, vertices[0]!);
    if (badge) put(terminal(now, badge, false), pointOf(vertices[0]!));
  }
  for (let i = first; i <= last; i++) {
    const at = pointOf(vertices[i]!);
    const end = i === tunnels.length - 1;
    const badge = end && done ? beyond(tunnels[i]!, vertices[i + 1]!) : null;
    put(straight(now, EDGE - (end && !badge ? headAt(open, line).ends : CURVE)), at);
    if (badge) put(terminal(now, badge, true), pointOf(vertices[i + 1]!));
    if (i === last) break;
    const next = course(i + 1);
    put(bend(now, next, false), pointOf(vertices[i + 1]!));
    now = next;
  }
  return placed;
}

/** The same as one curve. */
export function ribbonOf(line: Line, open: Pick<Open, 'stations'>, stretch?: Stretch): Way {
  const points: Spot[] = [];
  // Each part begins where the one before ends.
  for (const { part, at } of partsOf(line, open, stretch))
    for (const [i, [x, y]] of part.way.points.entries())
      if (i > 0 || points.length === 0) points.push([at[0] + x, at[1] + y]);
  return wayOf(points);
}
