import type { Open, Paris } from '../../games/metro/state.ts';
import { colOf, rowOf, squareOf } from '../../games/metro/tracks.ts';
import { type Brush, box, brushOf, pixels, stroke, surface } from '../canvas.ts';
import { encode, indexed } from '../png.ts';
import type { Theme } from '../presenter.ts';
import { boardPalette, type Drawing, WIDTH } from './board.ts';
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
  signs?(): void;
  /** Draws over everything. */
  over?(): void;
}

/** Draws a part of the board. */
export function drawCrop(brush: Brush, crop: Crop, place: Place, shown: Shown, theme: Theme): void {
  const { open, after = open, figure = figureFor(WIDTH) / place.scale } = shown;
  brush.save();
  const start = (at: number, from: number, board: number) => Math.round(at + (board - from) * place.scale);
  brush.translate(start(place.x, crop.x, BOARD.x), start(place.y, crop.y, BOARD.y));
  brush.scale(place.scale, place.scale);
  brush.translate(-BOARD.x, -BOARD.y);
  box(brush, crop.x, crop.y, crop.w, crop.h, place.bleeds ? 0 : 12);
  brush.clip();
  drawGround(brush, theme, figure);
  drawField(brush, { open, after, draft: draftOf(open, after), figure }, () => shown.signs?.(), theme);
  shown.over?.();
  brush.restore();
  if (place.bleeds) return;
  box(brush, place.x, place.y, crop.w * place.scale, crop.h * place.scale, 12 * place.scale);
  stroke(brush, PAPERS[theme].grid, 2.5);
}

/** A picture in the colours of a board's, which is as wide as it unless told otherwise. */
export function drawing(
  height: number,
  theme: Theme,
  paint: (brush: Brush) => void,
  { width = WIDTH, map = PARIS }: { readonly width?: number; readonly map?: Paris } = {},
): Drawing {
  return {
    width,
    height,
    png: async () => {
      const palette = await boardPalette(map, theme);
      const on = surface(width, height, PAPERS[theme].bg);
      paint(brushOf(on));
      return encode(indexed(pixels(on), width, height, palette), width, height, palette);
    },
  };
}
