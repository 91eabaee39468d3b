import { CORNERS, POINTS, vertexOf } from '../../games/metromania/grid.ts';
import type { Open, Space, Triangle, Turn, Vertex, View } from '../../games/metromania/state.ts';

/** Where everything of a city stands in its picture. Pixels. */

export const WIDTH = 1100;
export const HEIGHT = 1160;

/** What a picture needs to know of a game. */
export type Shown = Open & Pick<View, 'seat' | 'hands' | 'parts' | 'ranks' | 'minutes' | 'trips'>;

/**
 * The position that a picture and its words show: where choices are only thought of, with what they build. What only an end opens
 * stays closed though they may bring it about: letters that others hold are guessed there.
 */
export function drafted(view: Shown, after: Shown = view): Shown {
  const { lines, dug, stations, marked, blocked, points, minutes } = after;
  const { owners } = view.setting;
  const hands = view.hands.map((hand, company) =>
    owners[company] === view.seat ? after.hands[company]! : hand,
  );
  return { ...view, lines, dug, stations, marked, blocked, points, minutes, hands };
}

export type Spot = readonly [x: number, y: number];

/** Length of an edge, and from a row of vertices to the next: whole pixels, so that what is drawn once fits everywhere. */
export const EDGE = 106;
export const ROW = 92;
/** The middle of the city. */
export const CENTRE: Spot = [550, 580];

const SPOTS: readonly Spot[] = POINTS.map(({ q, r }) => [
  CENTRE[0] + EDGE * (q + r / 2),
  CENTRE[1] + ROW * r,
]);

/** Where a vertex stands. */
export const pointOf = (vertex: Vertex): Spot => SPOTS[vertex]!;

const MIDDLES: readonly Spot[] = CORNERS.map((corners) => {
  const [a, b, c] = corners.map(pointOf) as [Spot, Spot, Spot];
  return [(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3];
});

/** The middle of a triangle. */
export const middleOf = (triangle: Triangle): Spot => MIDDLES[triangle]!;

/** The first corner of a triangle in reading order: the upper one, or the upper left one where two are above. */
export const anchorOf = (triangle: Triangle): Spot => pointOf(CORNERS[triangle]![0]!);

/** The corners of a triangle, each this many pixels inside its edges. */
export function insetOf(triangle: Triangle, inset: number): Spot[] {
  const [mx, my] = middleOf(triangle);
  const share = 1 - inset / (EDGE / Math.sqrt(12));
  return CORNERS[triangle]!.map((corner) => {
    const [x, y] = pointOf(corner);
    return [mx + (x - mx) * share, my + (y - my) * share];
  });
}

/** The direction out of the city over one of its sides. */
export const outward = (side: number): Spot => {
  const angle = ((side * 2 + 1) * Math.PI) / 6;
  return [Math.cos(angle), Math.sin(angle)];
};

const SECTORS: readonly number[] = MIDDLES.map(([x, y]) => {
  const turn = Math.atan2(y - CENTRE[1], x - CENTRE[0]) / (Math.PI / 3);
  return Math.floor((turn + 6) % 6);
});

/** Which of the six pieces, clockwise from the lower right, has a triangle. */
export const sectorOf = (triangle: Triangle): number => SECTORS[triangle]!;

/** The corners of the city, clockwise from the right. */
export const LIMIT: readonly Spot[] = ['F11', 'K6', 'K1', 'F1', 'A1', 'A6'].map((label) =>
  pointOf(vertexOf(label)!),
);

/** An edge as a line runs along it: where it begins, its direction and the one into the tunnel's triangle. */
export interface Edge {
  readonly from: Spot;
  readonly along: Spot;
  readonly inside: Spot;
}

/** The edge between two neighbours, as the line of a tunnel in that triangle runs along it. */
export function edgeOf(from: Vertex, to: Vertex, triangle: Triangle): Edge {
  const start = pointOf(from);
  const end = pointOf(to);
  const along: Spot = [(end[0] - start[0]) / EDGE, (end[1] - start[1]) / EDGE];
  const [mx, my] = middleOf(triangle);
  const side = Math.sign(along[0] * (my - start[1]) - along[1] * (mx - start[0]));
  return { from: start, along, inside: [-along[1] * side, along[0] * side] };
}

/** A point so many pixels along an edge and so many off it, into the triangle. */
export const onEdge = ({ from, along, inside }: Edge, far: number, off: number): Spot => [
  from[0] + along[0] * far + inside[0] * off,
  from[1] + along[1] * far + inside[1] * off,
];

/** How far outside the limit the sign of a line's start or end stands, and how far from its vertex along it. */
const BADGE = { out: 27, along: 30, margin: 34 } as const;

/** Where the sign of a line that starts or ends at a vertex of a space stands. */
export function badgeOf({ side, border }: Space, vertex: Vertex): Spot {
  const [x, y] = pointOf(vertex);
  const [ox, oy] = pointOf(border[0] === vertex ? border[1] : border[0]);
  const [nx, ny] = outward(side);
  const [ax, ay] = [(ox - x) / EDGE, (oy - y) / EDGE];
  const out: Spot = [x + nx * BADGE.out, y + ny * BADGE.out];
  // By the outermost corners of the city it stands further along, or the picture would cut it.
  const lack = Math.max(BADGE.margin - out[0], out[0] - (WIDTH - BADGE.margin));
  const along = Math.max(BADGE.along, Math.abs(ax) < 0.9 ? lack / Math.abs(ax) : 0);
  return [out[0] + ax * along, out[1] + ay * along];
}

/** The turn whose marks a picture points out: the one under way once something was done in it, else the last. */
export const newestOf = ({ doing, last }: Pick<Open, 'doing' | 'last'>): Turn | null =>
  doing.tunnels.length > 0 || doing.stations.length > 0 ? doing : last;
