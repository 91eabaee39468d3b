import type { Point, Side, Space, Triangle, Vertex } from './state.ts';

/**
 * The ground of every city: a hexagon of 91 vertices and 150 triangles. Vertices are numbered in reading order, triangles as
 * they are met along it. Axial coordinates (q, r) with |q|, |r| and |q + r| at most 5, r growing downwards.
 */

/** Edges on each side of the hexagon. */
export const SIZE = 5;

/** The six headings, clockwise from the east as one sees them. */
export const HEADINGS = ['E', 'SE', 'SW', 'W', 'NW', 'NE'] as const;
/** Index into `HEADINGS`. */
export type Heading = 0 | 1 | 2 | 3 | 4 | 5;

const STEPS = [
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
  [1, -1],
] as const;

const ROWS = 'ABCDEFGHIJK';

const inside = (q: number, r: number): boolean => Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r)) <= SIZE;

/** All vertices, in reading order. */
export const POINTS: readonly Point[] = ROWS.split('').flatMap((_, row) => {
  const r = row - SIZE;
  return Array.from({ length: 2 * SIZE + 1 }, (__, i) => ({ q: i - SIZE, r })).filter(({ q }) =>
    inside(q, r),
  );
});

const keyOf = (q: number, r: number): string => `${q},${r}`;
const NUMBERS = new Map(POINTS.map(({ q, r }, vertex) => [keyOf(q, r), vertex]));

/** The vertex at axial coordinates, or undefined outside the city. */
const vertexAt = (q: number, r: number): Vertex | undefined => NUMBERS.get(keyOf(q, r));

/** By vertex: the row's letter and the number from the left, "A1" to "K6". */
export const LABELS: readonly string[] = POINTS.map(({ r }, vertex) => {
  const first = POINTS.findIndex((point) => point.r === r);
  return `${ROWS[r + SIZE]}${vertex - first + 1}`;
});

/** The vertex with a label, or undefined. */
export function vertexOf(label: string): Vertex | undefined {
  const at = LABELS.indexOf(label);
  return at < 0 ? undefined : at;
}

export const turnedBy = (heading: Heading, sixths: number): Heading =>
  ((heading + sixths + 6) % 6) as Heading;

/** By vertex and heading. */
const NEIGHBOURS: readonly (Vertex | undefined)[] = POINTS.flatMap(({ q, r }) =>
  STEPS.map(([dq, dr]) => vertexAt(q + dq, r + dr)),
);

/** The neighbour of a vertex in a heading, or undefined outside the city. */
export const next = (vertex: Vertex, heading: Heading): Vertex | undefined =>
  NEIGHBOURS[6 * vertex + heading];

/** The heading from a vertex to its neighbour. */
export function headingTo(from: Vertex, to: Vertex): Heading {
  for (let heading = 0; heading < 6; heading += 1)
    if (next(from, heading as Heading) === to) return heading as Heading;
  throw new RangeError(`${LABELS[from]} and ${LABELS[to]} are no neighbours.`);
}

const triple = (corners: readonly Vertex[]): string => [...corners].sort((a, b) => a - b).join();

/** The three corners on one side of an edge, looking along it; undefined where that lies outside. */
function cornersBeside(from: Vertex, heading: Heading, side: Side): [Vertex, Vertex, Vertex] | undefined {
  const to = next(from, heading);
  const third = next(from, turnedBy(heading, side === 'R' ? 1 : -1));
  return to === undefined || third === undefined ? undefined : [from, to, third];
}

/** By triangle: its corners, in reading order. */
export const CORNERS: readonly (readonly Vertex[])[] = POINTS.flatMap((_, vertex) =>
  ([0, 1] as const).flatMap((heading) => {
    const corners = cornersBeside(vertex, heading, 'R');
    return corners ? [[...corners].sort((a, b) => a - b)] : [];
  }),
);

const TRIANGLES = new Map(CORNERS.map((corners, triangle) => [triple(corners), triangle]));

/** The triangle with these corners, or undefined. */
export const triangleOf = (corners: readonly Vertex[]): Triangle | undefined =>
  TRIANGLES.get(triple(corners));

const BESIDE: readonly (Triangle | undefined)[] = POINTS.flatMap((_, vertex) =>
  STEPS.flatMap((__, heading) =>
    (['L', 'R'] as const).map((side) => {
      const corners = cornersBeside(vertex, heading as Heading, side);
      return corners && triangleOf(corners);
    }),
  ),
);

/** The triangle beside an edge, looking along it, or undefined outside the city. */
export const beside = (from: Vertex, heading: Heading, side: Side): Triangle | undefined =>
  BESIDE[(from * 6 + heading) * 2 + Number(side === 'R')];

/** By vertex: the triangles that have it as a corner, up to six. */
export const AROUND: readonly (readonly Triangle[])[] = POINTS.map((_, vertex) =>
  CORNERS.flatMap((corners, triangle) => (corners.includes(vertex) ? [triangle] : [])),
);

/** Whether two triangles share a corner or an edge. */
export const touch = (one: Triangle, other: Triangle): boolean =>
  CORNERS[one]!.some((corner) => CORNERS[other]!.includes(corner));

/** Whether a vertex lies on the city limit. */
export function onLimit(vertex: Vertex): boolean {
  const { q, r } = POINTS[vertex]!;
  return Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r)) === SIZE;
}

const corner = (side: number): Point => {
  const [dq, dr] = STEPS[side % 6]!;
  return { q: dq * SIZE, r: dr * SIZE };
};

/** The triangles along the city limit, side by side, clockwise. */
export const SPACES: readonly Space[] = STEPS.flatMap((_, at) => {
  const side = at as Heading;
  const { q, r } = corner(side);
  const along = turnedBy(side, 2);
  const inward = turnedBy(side, 3);
  let vertex = vertexAt(q, r)!;
  return Array.from({ length: SIZE }, (__, i) => {
    const border = [vertex, next(vertex, along)!] as const;
    const inner = next(vertex, inward)!;
    vertex = border[1];
    return { side, position: i + 1, triangle: triangleOf([...border, inner])!, border, inner };
  });
});

/** By triangle: its space along the limit, if it is one. */
export const SPACE_OF: ReadonlyMap<Triangle, Space> = new Map(SPACES.map((space) => [space.triangle, space]));

/** Whether a side lies opposite another: two, three or four further on. */
export function opposite(side: number, other: number): boolean {
  const on = (other - side + 6) % 6;
  return on >= 2 && on <= 4;
}

/**
 * The triangle of a piece's cell, 0 to 24, when the piece lies in a sector (clockwise from the lower right) with its corner
 * `turn` at the centre.
 */
export function placed(cell: number, sector: number, turn: number): Triangle {
  const corners = cellCorners(cell).map(([i, j]) => {
    const weights = [SIZE - i, i - j, j];
    const [one, two] = [weights[(turn + 1) % 3]!, weights[(turn + 2) % 3]!];
    const [a, b] = [STEPS[sector]!, STEPS[(sector + 1) % 6]!];
    return vertexAt(one * a[0] + two * b[0], one * a[1] + two * b[1])!;
  });
  return triangleOf(corners)!;
}

/** Corners of a cell as (row below the piece's corner 0, place in that row): even places of a row point up. */
function cellCorners(cell: number): [number, number][] {
  const row = Math.floor(Math.sqrt(cell));
  const place = cell - row * row;
  const j = place >> 1;
  return place % 2 === 0
    ? [
        [row, j],
        [row + 1, j],
        [row + 1, j + 1],
      ]
    : [
        [row, j],
        [row, j + 1],
        [row + 1, j + 1],
      ];
}
