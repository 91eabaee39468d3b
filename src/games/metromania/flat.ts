import { AROUND, beside, CORNERS, type Heading, next, onLimit, POINTS, SPACES, touch } from './grid.ts';

/** The ground of `grid.ts` as numbers in lists, for play-outs: a look into one costs least. -1 where there is nothing. */

export const NONE = -1;
export const VERTICES = POINTS.length;
export const TRIANGLES = CORNERS.length;

/** By vertex and heading, `6 * vertex + heading`: the neighbour. */
export const NEXT = Int16Array.from({ length: 6 * VERTICES }, (_, at) => {
  return next(Math.floor(at / 6), (at % 6) as Heading) ?? NONE;
});

/** By vertex, heading and side, `12 * vertex + 2 * heading + side` with 0 for the left: the triangle there. */
export const BESIDE = Int16Array.from({ length: 12 * VERTICES }, (_, at) => {
  const heading = Math.floor((at % 12) / 2) as Heading;
  return beside(Math.floor(at / 12), heading, at % 2 === 0 ? 'L' : 'R') ?? NONE;
});

/** By vertex and heading, as in `NEXT`: the edge, whichever way it is gone. */
export const EDGE = new Int16Array(6 * VERTICES).fill(NONE);
/** By vertex and heading: the two are one edge, so the way back has the same number. */
export const back = (vertex: number, heading: number): number =>
  6 * NEXT[6 * vertex + heading]! + ((heading + 3) % 6);

let edges = 0;
for (let vertex = 0; vertex < VERTICES; vertex += 1)
  for (let heading = 0; heading < 3; heading += 1) {
    if (NEXT[6 * vertex + heading] === NONE) continue;
    EDGE[6 * vertex + heading] = edges;
    EDGE[back(vertex, heading)] = edges;
    edges += 1;
  }
export const EDGES = edges;

/** By two vertices, `VERTICES * one + other`: the heading from one to the other. */
export const TOWARDS = new Int8Array(VERTICES * VERTICES).fill(NONE);
for (let vertex = 0; vertex < VERTICES; vertex += 1)
  for (let heading = 0; heading < 6; heading += 1) {
    const to = NEXT[6 * vertex + heading]!;
    if (to !== NONE) TOWARDS[VERTICES * vertex + to] = heading;
  }

/** By two headings, `6 * one + other`: by how many sixths they differ. */
export const BEND = Int8Array.from({ length: 36 }, (_, at) => {
  const sixths = Math.abs(Math.floor(at / 6) - (at % 6));
  return Math.min(sixths, 6 - sixths);
});

/** By two triangles, `TRIANGLES * one + other`: 1 where they touch. */
export const TOUCH = Uint8Array.from({ length: TRIANGLES * TRIANGLES }, (_, at) =>
  Number(touch(Math.floor(at / TRIANGLES), at % TRIANGLES)),
);

/** By triangle: its three corners, from `3 * triangle` on. */
export const CORNER = Int16Array.from(CORNERS.flat());

/** By vertex: the triangles around it. */
export const ROUND = AROUND;

/** By vertex: 1 on the city limit. */
export const LIMIT = Uint8Array.from({ length: VERTICES }, (_, vertex) => Number(onLimit(vertex)));

/** By triangle: its place in `SPACES`. */
export const SPACE = new Int16Array(TRIANGLES).fill(NONE);
for (const [at, { triangle }] of SPACES.entries()) SPACE[triangle] = at;
