import { CORNERS, POINTS, SPACES } from '../../games/metromania/grid.ts';
import type { Triangle } from '../../games/metromania/state.ts';
import { type Brush, brushOf, fill, polygon, type Surface, stroke, surface } from '../canvas.ts';
import type { Theme } from '../presenter.ts';
import { PAPERS, type Paper } from './colors.ts';
import {
  CENTRE,
  HEIGHT,
  insetOf,
  LIMIT,
  middleOf,
  outward,
  pointOf,
  type Shown,
  type Spot,
  sectorOf,
  WIDTH,
} from './ground.ts';
import { drawGroundSign } from './signs.ts';

/** The city before anything is dug in it. */

const INSET = 1.2;

/** Fills a triangle of the city, so many pixels inside its edges. */
export function fillTriangle(brush: Brush, triangle: Triangle, color: string, inset = INSET): void {
  polygon(brush, insetOf(triangle, inset));
  fill(brush, color);
}

/** True for a triangle with a point above. */
export function pointsUp(triangle: Triangle): boolean {
  const rows = CORNERS[triangle]!.map((corner) => POINTS[corner]!.r);
  const top = Math.min(...rows);
  return rows.filter((row) => row === top).length === 1;
}

export function pieceColor(triangle: Triangle, paper: Paper): string {
  return paper.pieces[(sectorOf(triangle) % 2) as 0 | 1];
}

/** The empty city; `pale`: for pictures that are about something else. */
export function drawGround(brush: Brush, view: Shown, theme: Theme, pale = false): void {
  const paper = PAPERS[theme];
  for (const triangle of CORNERS.keys()) {
    const sign = view.signs[triangle] ?? null;
    const ground = sign === 'lake' ? paper.lake : sign === 'park' ? paper.park : null;
    fillTriangle(brush, triangle, ground ?? pieceColor(triangle, paper));
  }
  brush.beginPath();
  for (const [x, y] of LIMIT) {
    brush.moveTo(...CENTRE);
    brush.lineTo(x, y);
  }
  stroke(brush, paper.bg, 4.5);
  polygon(brush, LIMIT);
  brush.lineJoin = 'round';
  stroke(brush, paper.limit, 3);
  for (const [triangle, sign] of view.signs.entries())
    if (sign)
      drawGroundSign(
        brush,
        sign,
        middleOf(triangle),
        pointsUp(triangle),
        pieceColor(triangle, paper),
        paper,
        pale ? paper.pale : paper.symbol,
      );
}

function drawCity(view: Shown, theme: Theme, pale: boolean): Surface {
  const made = surface(WIDTH, HEIGHT, PAPERS[theme].bg);
  drawGround(brushOf(made), view, theme, pale);
  return made;
}

/** A surface takes five megabytes: only those of the last few cities are kept. */
const KEPT = 4;
const cities = new Map<string, Surface>();

/** The same as a surface that is kept. */
export function cityOf(view: Shown, theme: Theme, pale = false): Surface {
  const key = `${theme} ${pale} ${view.box.id} ${view.city.map(({ piece, turn }) => `${piece}${turn}`).join()} ${signsKey(view)}`;
  const made = cities.get(key) ?? drawCity(view, theme, pale);
  cities.delete(key);
  cities.set(key, made);
  if (cities.size > KEPT) cities.delete(cities.keys().next().value!);
  return made;
}

const signsKey = ({ signs }: Shown): string => signs.map((sign) => (sign ? sign[0] : '.')).join('');

const ARROW = { length: 30, head: 15, wide: 14, shaft: 6.5, out: 25 } as const;

/** Hollow arrows where a line may start, full ones where it may end, as long as nobody has dug there. */
export function drawArrows(
  brush: Brush,
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
    const middle: Spot = [(ax + bx) / 2 + nx * ARROW.out, (ay + by) / 2 + ny * ARROW.out];
    drawArrow(brush, middle, white ? [-nx, -ny] : [nx, ny], white, paper, pale);
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
