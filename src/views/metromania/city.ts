import { CORNERS, POINTS, SIZE, SPACES, vertexOf } from '../../games/metromania/grid.ts';
import type { Triangle } from '../../games/metromania/state.ts';
import { type Brush, fill, polygon, stroke } from '../canvas.ts';
import { around, type Bounds, type Stage } from '../kit/stage.ts';
import type { Theme } from '../presenter.ts';
import { PAPERS, type Paper } from './colors.ts';
import {
  anchorOf,
  EDGE,
  insetOf,
  middleOf,
  outward,
  pointOf,
  ROW,
  type Shown,
  type Spot,
  sectorOf,
} from './ground.ts';
import { drawGroundSign } from './signs.ts';

/** The city before anything is dug in it. */

const INSET = 1.2;

/** Fills a triangle of the city, so many pixels inside its edges. */
export function fillTriangle(brush: Brush, triangle: Triangle, color: string, inset = INSET): void {
  polygon(brush, insetOf(triangle, inset));
  fill(brush, color);
}

const UP: readonly boolean[] = CORNERS.map((corners) => {
  const rows = corners.map((corner) => POINTS[corner]!.r);
  const top = Math.min(...rows);
  return rows.filter((row) => row === top).length === 1;
});

/** True for a triangle with a point above. */
export const pointsUp = (triangle: Triangle): boolean => UP[triangle]!;

/** One triangle of each shape stands for all of them. */
const SHAPES = { up: UP.indexOf(true), down: UP.indexOf(false) } as const;
/** Around their first corners, with a little room. */
const BOUNDS: Readonly<Record<keyof typeof SHAPES, Bounds>> = {
  up: [-EDGE / 2 - 4, -4, EDGE / 2 + 4, ROW + 4],
  down: [-4, -4, EDGE + 4, ROW + 4],
};

/** Lays something that is alike in all triangles of a shape; `paint` draws it in the one triangle it is given. */
export function layTriangle(
  stage: Stage,
  triangle: Triangle,
  key: string,
  paint: (brush: Brush, triangle: Triangle) => void,
): void {
  const shape = UP[triangle]! ? 'up' : 'down';
  const [x, y] = anchorOf(triangle);
  stage.stamp(`${shape} ${key}`, x, y, BOUNDS[shape], (brush) => {
    const one = SHAPES[shape];
    const [ax, ay] = anchorOf(one);
    brush.translate(-ax, -ay);
    paint(brush, one);
  });
}

/** A triangle in one colour. */
export const layFill = (stage: Stage, triangle: Triangle, color: string, inset = INSET): void =>
  layTriangle(stage, triangle, `${color} ${inset}`, (brush, one) => fillTriangle(brush, one, color, inset));

export function pieceColor(triangle: Triangle, paper: Paper): string {
  return paper.pieces[(sectorOf(triangle) % 2) as 0 | 1];
}

const MIDDLE = POINTS[vertexOf('F6')!]!;

/** The edges between two pieces, from the middle of the city to its corners. */
const SEAMS = ['F11', 'K6', 'K1', 'F1', 'A1', 'A6'].flatMap((label) => {
  const corner = POINTS[vertexOf(label)!]!;
  const [q, r] = [corner.q / SIZE, corner.r / SIZE];
  const at = (i: number) =>
    POINTS.findIndex((point) => point.q === MIDDLE.q + q * i && point.r === MIDDLE.r + r * i);
  return Array.from({ length: SIZE }, (_, i) => [at(i), at(i + 1)] as const);
});
const BORDER = SPACES.map(({ border }) => border);

/** Strokes an edge of the grid. */
function layEdge(stage: Stage, [one, other]: readonly [number, number], color: string, width: number): void {
  const [x, y] = pointOf(Math.min(one, other));
  const [tx, ty] = pointOf(Math.max(one, other));
  const [dx, dy] = [tx - x, ty - y];
  const bounds = [Math.min(dx, 0) - 4, -4, Math.max(dx, 0) + 4, dy + 4] as const;
  stage.stamp(`edge ${dx} ${dy} ${color} ${width}`, x, y, bounds, (brush) => {
    brush.beginPath();
    brush.moveTo(0, 0);
    brush.lineTo(dx, dy);
    // Round ends, so that edges join.
    brush.lineCap = 'round';
    stroke(brush, color, width);
    brush.lineCap = 'butt';
  });
}

/** Of each triangle the edges that are stroked along it. */
const EDGES = CORNERS.map((corners) => {
  const beside = ([one, other]: readonly [number, number]) =>
    corners.includes(one) && corners.includes(other);
  return { seams: SEAMS.filter(beside), border: BORDER.filter(beside) };
});

/** What is alike in all cities of a theme: pieces without any sign. */
export function drawPieces(stage: Stage, theme: Theme): void {
  const paper = PAPERS[theme];
  for (const triangle of CORNERS.keys()) layFill(stage, triangle, pieceColor(triangle, paper));
  for (const edge of SEAMS) layEdge(stage, edge, paper.bg, 4.5);
  for (const edge of BORDER) layEdge(stage, edge, paper.limit, 3);
}

/** What stands on the pieces of a city; `pale`: for pictures that are about something else. */
export function drawSigns(stage: Stage, view: Shown, theme: Theme, pale = false): void {
  const paper = PAPERS[theme];
  const symbol = pale ? paper.pale : paper.symbol;
  for (const [triangle, sign] of view.signs.entries()) {
    if (!sign) continue;
    if (sign === 'lake' || sign === 'park') {
      layFill(stage, triangle, paper[sign]);
      for (const edge of EDGES[triangle]!.seams) layEdge(stage, edge, paper.bg, 4.5);
      for (const edge of EDGES[triangle]!.border) layEdge(stage, edge, paper.limit, 3);
    }
    const hole = pieceColor(triangle, paper);
    layTriangle(stage, triangle, `sign ${sign} ${hole} ${symbol}`, (brush, one) =>
      drawGroundSign(brush, sign, middleOf(one), pointsUp(one), hole, paper, symbol),
    );
  }
}

/** The empty city. */
export function drawGround(stage: Stage, view: Shown, theme: Theme, pale = false): void {
  drawPieces(stage, theme);
  drawSigns(stage, view, theme, pale);
}

const ARROW = { length: 30, head: 15, wide: 14, shaft: 6.5, out: 25 } as const;
const ARROW_BOUNDS = around([0, 0], 20);

/** Hollow arrows where a line may start, full ones where it may end, as long as nobody has dug there. */
export function drawArrows(
  stage: Stage,
  view: Shown,
  paper: Paper,
  pale = false,
  without: ReadonlySet<Triangle> = new Set(),
): void {
  const { arrows } = view.box;
  for (const { side, position, border, triangle } of SPACES) {
    if (view.dug[triangle] !== null || without.has(triangle)) continue;
    const white = arrows.white.includes(position);
    if (!white && !arrows.black.includes(position)) continue;
    const [ax, ay] = pointOf(border[0]);
    const [bx, by] = pointOf(border[1]);
    const [nx, ny] = outward(side);
    const x = (ax + bx) / 2 + nx * ARROW.out;
    const y = (ay + by) / 2 + ny * ARROW.out;
    stage.stamp(`arrow ${side} ${white} ${pale}`, x, y, ARROW_BOUNDS, (brush) =>
      drawArrow(brush, [0, 0], white ? [-nx, -ny] : [nx, ny], white, paper, pale),
    );
  }
}

/** An arrow that points somewhere: hollow where lines start and full where they end, in the dark as in the light. */
export function drawArrow(
  brush: Brush,
  [x, y]: Spot,
  [wx, wy]: Spot,
  hollow: boolean,
  paper: Paper,
  pale = false,
): void {
  const put = (on: number, off: number): Spot => [x + wx * on - wy * off, y + wy * on + wx * off];
  const { length, head, wide, shaft } = ARROW;
  const neck = length / 2 - head;
  polygon(brush, [
    put(length / 2, 0),
    put(neck, wide),
    put(neck, shaft),
    put(-length / 2, shaft),
    put(-length / 2, -shaft),
    put(neck, -shaft),
    put(neck, -wide),
  ]);
  const ink = pale ? paper.mute : paper.arrow;
  brush.lineJoin = 'round';
  fill(brush, hollow ? paper.bg : ink);
  stroke(brush, ink, hollow ? 3 : 1.5);
  brush.lineJoin = 'miter';
}
