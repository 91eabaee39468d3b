import type { Action, Grid, Kind, Letter, Line, Point, Space, View } from '../../games/metromania/state.ts';
import { emptyCity } from './empty.ts';

/** Positions written by hand, in the notation of the chat: a city for pictures that belong to no game. */

const SIZE = 5;
const ROWS = 'ABCDEFGHIJK';
const HEADINGS = ['E', 'SE', 'SW', 'W', 'NW', 'NE'];
const STEPS = [
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
  [1, -1],
] as const;

const points: readonly Point[] = [...ROWS].flatMap((_, row) =>
  Array.from({ length: 2 * SIZE + 1 }, (__, i) => ({ q: i - SIZE, r: row - SIZE })).filter(
    ({ q, r }) => Math.abs(q + r) <= SIZE,
  ),
);

const labels = points.map(({ r }, vertex) => {
  const first = points.findIndex((point) => point.r === r);
  return `${ROWS[r + SIZE]}${vertex - first + 1}`;
});

/** The neighbour in a heading; -1 outside the city. */
function stepFrom(vertex: number, heading: number): number {
  const { q, r } = points[vertex]!;
  const [dq, dr] = STEPS[heading % 6]!;
  return points.findIndex((point) => point.q === q + dq && point.r === r + dr);
}

const sorted = (corners: readonly number[]): number[] => corners.toSorted((a, b) => a - b);

const corners = points.flatMap((_, vertex) =>
  [0, 1].flatMap((heading) => {
    const found = [vertex, stepFrom(vertex, heading), stepFrom(vertex, heading + 1)];
    return found.includes(-1) ? [] : [sorted(found)];
  }),
);

const triangleOf = (of: readonly number[]): number =>
  corners.findIndex((one) => one.join() === sorted(of).join());

const spaces: readonly Space[] = STEPS.flatMap(([dq, dr], side) => {
  let vertex = points.findIndex(({ q, r }) => q === dq * SIZE && r === dr * SIZE);
  return Array.from({ length: SIZE }, (_, i) => {
    const border = [vertex, stepFrom(vertex, side + 2)] as const;
    const inner = stepFrom(vertex, side + 3);
    vertex = border[1];
    return { side, position: i + 1, triangle: triangleOf([...border, inner]), border, inner };
  });
});

const grid: Grid = { points, labels, corners, spaces };

/** By sign: the corners of the triangles that bear it. */
const SIGNS = {
  residential: ['C5-D5-D6', 'D6-D7-E7', 'E1-E2-F2', 'F10-G9-G10', 'H2-I1-I2', 'I4-J3-J4'],
  commercial: ['A3-B3-B4', 'C7-D7-D8', 'D3-E3-E4', 'F7-G6-G7', 'G2-H1-H2', 'J4-J5-K4'],
  entertainment: ['A2-B2-B3', 'C2-D2-D3', 'E9-E10-F10', 'F4-G3-G4', 'F8-G7-G8', 'G5-G6-H5'],
  park: ['B4-C4-C5'],
  lake: ['G8-H7-H8'],
} as const;

const vertexOf = (label: string): number => labels.indexOf(label);

const named = new Map(
  Object.entries(SIGNS).flatMap(([sign, places]) =>
    places.map((place) => [triangleOf(place.split('-').map(vertexOf)), sign as keyof typeof SIGNS] as const),
  ),
);

const kinds: readonly Kind[] = ['residential', 'commercial', 'entertainment'];
const [home, shop, show] = kinds as readonly [Kind, Kind, Kind];

const empty = emptyCity({
  id: 'made',
  title: '',
  grid,
  pieces: [],
  arrows: { white: [2, 4], black: [1, 5] },
  markers: {
    A: { left: home, right: shop },
    B: { left: shop, right: show },
    C: { left: show, right: home },
    D: { left: home, right: show },
    E: { left: show, right: shop },
    F: { left: shop, right: home },
  },
  stations: 30,
  tunnels: 18,
});

/** A position of two companies, each with two lines. */
export interface Made {
  /** By line: where it starts and its tunnels, "A5 SW-L SE-R.C"; a line that ends says so with a full stop. */
  readonly lines: readonly string[];
  readonly stations: readonly string[];
}

type Dig = Extract<Action, { kind: 'dig' }>;

/** A tunnel such as "SE-R.C" from a vertex, by a line. */
function digFrom(from: number, line: number, text: string): Dig {
  const [way, letter] = text.split('.');
  const [name, side] = way!.split('-') as [string, 'L' | 'R'];
  const heading = HEADINGS.indexOf(name) as Dig['heading'];
  const to = stepFrom(from, heading);
  const triangle = triangleOf([from, to, stepFrom(from, heading + (side === 'R' ? 1 : 5))]);
  return {
    kind: 'dig',
    line,
    number: 1 + (line % 2),
    heading,
    side,
    triangle,
    to,
    letter: (letter as Letter) ?? null,
  };
}

/** A tunnel on from where a line ends now. */
export const digOn = ({ lines }: Pick<View, 'lines'>, line: number, text: string): Dig =>
  digFrom(lines[line]!.vertices.at(-1)!, line, text);

/** The view of a position; company 0 is to move. */
export function made({ lines: texts, stations }: Made): View {
  const dug: (number | null)[] = corners.map(() => null);
  const marked: View['marked'][number][] = [];
  const signs = corners.map((_, triangle) => named.get(triangle) ?? null);
  const lines = Array.from({ length: 4 }, (_, line): Line => {
    const [start, ...steps] = (texts[line] ?? '').split(' ').filter((one) => one !== '.');
    const vertices = start ? [vertexOf(start)] : [];
    const tunnels = steps.map((step) => {
      const { triangle, to, letter } = digFrom(vertices.at(-1)!, line, step);
      vertices.push(to);
      dug[triangle] = line;
      if (letter)
        marked.push({ triangle, company: line >> 1, marker: { letter, kind: signs[triangle] as Kind } });
      return triangle;
    });
    const side = spaces.find(({ triangle }) => triangle === tunnels[0])?.side ?? null;
    const done = texts[line]?.endsWith('.') ?? false;
    return { company: line >> 1, number: 1 + (line % 2), side, vertices, tunnels, done };
  });
  return {
    ...empty,
    setting: { ...empty.setting, seats: 2, companies: 2, owners: [0, 1] },
    signs,
    lines,
    dug,
    stations: stations.map((label) => ({ vertex: vertexOf(label), company: 0 })),
    marked,
    blocked: lines.map(() => false),
    points: [0, 0],
    hands: [[], []],
  };
}
