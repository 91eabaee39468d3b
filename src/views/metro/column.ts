import { toPlace } from '../../games/metro/board.ts';
import type { Code, Open, View } from '../../games/metro/state.ts';
import { BOLD, box, stroke } from '../canvas.ts';
import type { Stage } from '../kit/stage.ts';
import type { Scene } from '../presenter.ts';
import { PAPERS, type Paper, styleOf } from './colors.ts';
import type { Crop } from './crop.ts';
import { drawCity } from './field.ts';
import { drawArrow, drawFace } from './hand.ts';
import { draftOf } from './lines.ts';
import { drawSwatch } from './ribbon.ts';
import { BOARD, drawRim } from './ring.ts';

/** Left of a part of the board: the whole of it small, and what is to be placed. Its lower end stays empty. */

export const COLUMN = { w: 300, x: 30, inner: 240 } as const;

const INSET = { y: 34, size: 240 } as const;
const TILE = { caption: 356, y: 420, size: 204 } as const;
const LEFT = 740;
/** From the corner of the frame to where its sides are straight. */
const CORNER = 12;

/** The whole board, `size` wide, with a frame around the part that is shown large. */
export function drawInset(
  stage: Stage,
  open: Open,
  after: Open,
  at: {
    readonly x: number;
    readonly y: number;
    readonly size: number;
    readonly part?: Crop;
    over?(small: Stage): void;
  },
  theme: Scene['theme'],
): void {
  const paper = PAPERS[theme];
  const scale = at.size / BOARD.size;
  const small = stage.within(at.x - BOARD.x * scale, at.y - BOARD.y * scale, scale);
  drawCity(small, after, draftOf(open, after), theme);
  at.over?.(small);
  drawRim(stage, { x: at.x - 1, y: at.y - 1, size: at.size + 2 }, paper.ink, 3);
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
  const corner = [at.x + left, at.y + top].map(Math.round) as [number, number];
  drawShown(stage, corner, [Math.round(right - left), Math.round(bottom - top)], paper);
}

/** The frame around a part, wider than two corners. */
function drawShown(
  stage: Stage,
  [x, y]: readonly [number, number],
  [w, h]: readonly [number, number],
  paper: Paper,
): void {
  // Sides up to where the corners end, in light first.
  for (const [half, color] of [
    [5.5, paper.bg],
    [2.5, paper.ink],
  ] as const) {
    for (const top of [y, y + h]) stage.rect(x + CORNER, top - half, w - 2 * CORNER, 2 * half, color);
    for (const left of [x, x + w]) stage.rect(left - half, y + CORNER, 2 * half, h - 2 * CORNER, color);
  }
  for (const [right, low] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ] as const) {
    const [dx, dy] = [right * 2 * CORNER, low * 2 * CORNER];
    const far = [dx > 0 ? 6 : CORNER, dy > 0 ? 6 : CORNER] as const;
    const near = [dx > 0 ? -CORNER : -6, dy > 0 ? -CORNER : -6] as const;
    stage.stamp(`shown ${right} ${low}`, x + right * w, y + low * h, [...near, ...far], (brush) => {
      brush.beginPath();
      brush.rect(near[0], near[1], far[0] - near[0], far[1] - near[1]);
      brush.clip();
      box(brush, -dx * 2, -dy * 2, CORNER * 4, CORNER * 4, 6);
      stroke(brush, paper.bg, 11);
      stroke(brush, paper.ink, 5);
    });
  }
}

/** The line between the column and the board. */
export function drawEdge(stage: Stage, height: number, theme: Scene['theme']): void {
  stage.rect(COLUMN.w - 2, 0, 3, height, PAPERS[theme].grid);
}

/** The tile that is being placed, by its number where several are in hand. */
export function drawTileColumn(stage: Stage, view: View, tile: Code, part: Crop, scene: Scene): void {
  const { t, theme } = scene;
  const paper = PAPERS[theme];
  const { x, inner } = COLUMN;
  drawInset(stage, view, view, { x, y: INSET.y, size: INSET.size, part }, theme);
  const caption =
    view.drawn !== null
      ? t('metro.picture.drew')
      : view.hand.length > 1
        ? t('metro.tile', { n: view.hand.indexOf(tile) + 1 })
        : t('metro.picture.tile');
  stage.write(caption, x, TILE.caption, { size: 46, weight: BOLD, color: paper.ink, fit: inner });
  if (view.setting.arrow) {
    drawArrow(stage.within(x + TILE.size / 2, TILE.y, 1.5), 0, 3, paper);
  }
  drawFace(stage, tile, x, TILE.y, TILE.size, paper, 3);
  const under = stage.within(x, TILE.y + TILE.size + 27, 1.4);
  drawSwatch(under, 0, TILE.size / 1.4, 0, styleOf(theme, view.mover), paper);
  const left = toPlace(view);
  const wide = stage.write(String(left), x, LEFT, { size: 50, weight: BOLD, color: paper.ink });
  stage.write(t('metro.picture.left', { count: left }), x + wide + 14, LEFT, {
    size: 43,
    color: paper.soft,
    fit: inner + 20 - wide - 14,
  });
  drawEdge(stage, 860, theme);
}

/** Upper edge of what stands in the column beneath the small board. */
export const UNDER_INSET = INSET.y + INSET.size;

/** The small board above other things. */
export const drawColumnInset = (stage: Stage, open: Open, after: Open, part: Crop, scene: Scene): void =>
  drawInset(stage, open, after, { x: COLUMN.x, y: INSET.y, size: INSET.size, part }, scene.theme);
