import type { Open } from '../../games/metro/state.ts';
import { colOf, rowOf, squareOf } from '../../games/metro/tracks.ts';
import { type Brush, stroke } from '../canvas.ts';
import { type Drawing, painting } from '../kit/drawing.ts';
import type { Stage } from '../kit/stage.ts';
import type { Theme } from '../presenter.ts';
import { boardPalette, WIDTH } from './board.ts';
import { PAPERS } from './colors.ts';
import { drawField, drawGround } from './field.ts';
import { figureFor } from './figures.ts';
import { draftOf } from './lines.ts';
import { PARIS } from './positions.ts';
import { BOARD } from './ring.ts';
import { TILE } from './tracks.ts';

/** Parts of the board for small pictures, and the pictures they stand in. */

/** Part of the picture of a board, in its pixels. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Stations stand no further out than this. */
const RING = 90;

/** From one square to another, with the stations outside where that is the edge, and so much more where it is not. */
export function cropOf(
  from: string,
  to: string,
  { above = 0, below = 0 }: { readonly above?: number; readonly below?: number } = {},
): Crop {
  const [first, last] = [squareOf(from), squareOf(to)];
  const low = (i: number, start: number) => start + i * TILE - (i === 0 ? RING : 0);
  const high = (i: number, start: number) => start + (i + 1) * TILE + (i === 7 ? RING : 0);
  const x = low(colOf(first), BOARD.x);
  const y = low(rowOf(first), BOARD.y) - above;
  return { x, y, w: high(colOf(last), BOARD.x) - x, h: high(rowOf(last), BOARD.y) + below - y };
}

/** The largest scale at which a part fits. Tiles begin at whole pixels: else their seams would show. */
export const scaleOf = (crop: Crop, w: number, h = Number.POSITIVE_INFINITY): number =>
  Math.floor(TILE * Math.min(w / crop.w, h / crop.h)) / TILE;

/** Where a part of the board is drawn. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  /** Whether it fills its room to the edges of the picture; else it has a frame. */
  readonly bleeds?: boolean;
}

/** What is drawn of a board. */
export interface Shown {
  readonly open: Open;
  /** The same with a tile that is only thought of. */
  readonly after?: Open;
  /** Size of the figures that one counts with, in pixels of the board. */
  readonly figure?: number;
  /** Draws what is to be chosen on empty squares, in the pixels of the board; the heads of lines come over it. */
  signs?(part: Stage): void;
  /** Draws over everything. */
  over?(part: Stage): void;
}

/** Draws a part of the board. */
export function drawCrop(stage: Stage, crop: Crop, place: Place, shown: Shown, theme: Theme): void {
  const { scale } = place;
  const { open, after = open, figure = figureFor(WIDTH) / scale } = shown;
  const start = (at: number, from: number, board: number) =>
    Math.round(at + (board - from) * scale) - board * scale;
  const part = stage.within(start(place.x, crop.x, BOARD.x), start(place.y, crop.y, BOARD.y), scale, [
    crop.x,
    crop.y,
    crop.x + crop.w,
    crop.y + crop.h,
  ]);
  drawGround(part, theme, figure, (square) => after.squares[square] !== null);
  const field = { open, after, draft: draftOf(open, after), figure };
  drawField(part, field, () => shown.signs?.(part), theme);
  shown.over?.(part);
  if (!place.bleeds) drawMount(stage, crop, place, theme);
}

/** Rounds the corners of a part, and puts a frame around it. */
function drawMount(stage: Stage, crop: Crop, { x, y, scale }: Place, theme: Theme): void {
  const paper = PAPERS[theme];
  const [w, h, edge] = [crop.w * scale, crop.h * scale, 2];
  stage.stamp(`mount ${w} ${h}`, x, y, [-edge, -edge, w + edge, h + edge], (brush) => {
    const frame = () => brush.roundRect(0, 0, w, h, 12 * scale);
    brush.beginPath();
    brush.rect(-edge, -edge, w + 2 * edge, h + 2 * edge);
    frame();
    brush.fillStyle = paper.bg;
    brush.fill('evenodd');
    brush.beginPath();
    frame();
    stroke(brush, paper.grid, 2.5);
  });
}

/** A picture of a lesson, as wide as a board's and in its colours. */
export const lessonOf = (height: number, theme: Theme, paint: (brush: Brush) => void): Drawing =>
  painting({
    width: WIDTH,
    height,
    palette: () => boardPalette(PARIS, theme),
    ground: PAPERS[theme].bg,
    paint,
  });
