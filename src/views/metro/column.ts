import { toPlace } from '../../games/metro/board.ts';
import type { Code, Open, View } from '../../games/metro/state.ts';
import { BOLD, type Brush, box, stroke, write } from '../canvas.ts';
import type { Scene } from '../presenter.ts';
import { PAPERS, styleOf } from './colors.ts';
import type { Crop } from './crop.ts';
import { drawCity } from './field.ts';
import { drawArrow, drawFace } from './hand.ts';
import { draftOf } from './lines.ts';
import { drawSwatch } from './ribbon.ts';
import { BOARD } from './ring.ts';

/** Left of a part of the board: the whole of it small, and what is to be placed. Its lower end stays empty. */

export const COLUMN = { w: 300, x: 30, inner: 240 } as const;

const INSET = { y: 34, size: 240 } as const;
const TILE = { caption: 356, y: 420, size: 204 } as const;
const LEFT = 740;

/** The whole board, `size` wide, with a frame around the part that is shown large. */
export function drawInset(
  brush: Brush,
  open: Open,
  after: Open,
  at: { readonly x: number; readonly y: number; readonly size: number; readonly part?: Crop; over?(): void },
  theme: Scene['theme'],
): void {
  const paper = PAPERS[theme];
  const scale = at.size / BOARD.size;
  brush.save();
  brush.translate(at.x, at.y);
  brush.scale(scale, scale);
  brush.translate(-BOARD.x, -BOARD.y);
  drawCity(brush, after, draftOf(open, after), theme);
  at.over?.();
  brush.restore();
  brush.strokeStyle = paper.ink;
  brush.lineWidth = 3;
  brush.strokeRect(at.x - 1, at.y - 1, at.size + 2, at.size + 2);
  if (!at.part) return;
  // No further out than a little over the edge: the stations around are not in the small one.
  const over = 10;
  const clamp = (value: number): number => Math.min(Math.max(value, -over), at.size + over);
  const [left, top] = [(at.part.x - BOARD.x) * scale, (at.part.y - BOARD.y) * scale].map(clamp) as [
    number,
    number,
  ];
  const right = clamp((at.part.x + at.part.w - BOARD.x) * scale);
  const bottom = clamp((at.part.y + at.part.h - BOARD.y) * scale);
  for (const [color, width] of [
    [paper.bg, 11],
    [paper.ink, 5],
  ] as const) {
    box(brush, at.x + left, at.y + top, right - left, bottom - top, 6);
    stroke(brush, color, width);
  }
}

/** The line between the column and the board. */
export function drawEdge(brush: Brush, height: number, theme: Scene['theme']): void {
  brush.fillStyle = PAPERS[theme].grid;
  brush.fillRect(COLUMN.w - 2, 0, 3, height);
}

/** The tile that is being placed, by its number where several are in hand. */
export function drawTileColumn(brush: Brush, view: View, tile: Code, part: Crop, scene: Scene): void {
  const { t, theme } = scene;
  const paper = PAPERS[theme];
  const { x, inner } = COLUMN;
  drawInset(brush, view, view, { x, y: INSET.y, size: INSET.size, part }, theme);
  const caption =
    view.drawn !== null
      ? t('metro.picture.drew')
      : view.hand.length > 1
        ? t('metro.tile', { n: view.hand.indexOf(tile) + 1 })
        : t('metro.picture.tile');
  write(brush, caption, x, TILE.caption, { size: 46, weight: BOLD, color: paper.ink, fit: inner });
  if (view.setting.arrow) {
    brush.save();
    brush.translate(x + TILE.size / 2, TILE.y);
    brush.scale(1.5, 1.5);
    drawArrow(brush, 0, 3, paper);
    brush.restore();
  }
  drawFace(brush, tile, x, TILE.y, TILE.size, paper, 3);
  brush.save();
  brush.translate(x, TILE.y + TILE.size + 27);
  brush.scale(1.4, 1.4);
  drawSwatch(brush, 0, TILE.size / 1.4, 0, styleOf(theme, view.mover), paper);
  brush.restore();
  const left = toPlace(view);
  const wide = write(brush, String(left), x, LEFT, { size: 50, weight: BOLD, color: paper.ink });
  write(brush, t('metro.picture.left', { count: left }), x + wide + 14, LEFT, {
    size: 43,
    color: paper.soft,
    fit: inner + 20 - wide - 14,
  });
  drawEdge(brush, 860, theme);
}

/** Upper edge of what stands in the column beneath the small board. */
export const UNDER_INSET = INSET.y + INSET.size;

/** The small board above other things. */
export const drawColumnInset = (brush: Brush, open: Open, after: Open, part: Crop, scene: Scene): void =>
  drawInset(brush, open, after, { x: COLUMN.x, y: INSET.y, size: INSET.size, part }, scene.theme);
