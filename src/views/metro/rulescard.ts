import { TILES } from '../../games/metro/board.ts';
import { colOf, rowOf, squareOf } from '../../games/metro/tracks.ts';
import { BOLD, type Brush, circle, fill, stroke, sunburst, write } from '../canvas.ts';
import type { Drawing } from '../kit/drawing.ts';
import { canvasStage, type Stage } from '../kit/stage.ts';
import type { Scene, Theme } from '../presenter.ts';
import { linesIn } from '../wrap.ts';
import { PAPERS, styleOf } from './colors.ts';
import { type Crop, cropOf, drawCrop, lessonOf, scaleOf } from './crop.ts';
import { drawArrow, drawBack, drawFace } from './hand.ts';
import { positionOf } from './positions.ts';
import { drawSwatch } from './ribbon.ts';
import { cornerOf } from './ring.ts';
import { TILE } from './tracks.ts';

/** The rules in one minute as six small pictures, each with its sentence. */

/** The positions shown, each of a real game; `closed` is a tile that may not be placed. */
export const SKETCHES: Readonly<
  Record<Sketch, { readonly placed: readonly string[]; readonly closed?: string }>
> = {
  lines: { placed: ['D1 bcbc', 'E1 aaaa'] },
  score: { placed: ['E8 bbbb', 'D8 aaaa', 'C8 dbba'] },
  centre: { placed: ['A5 aaaa', 'B5 cbaa', 'C5 acba'] },
  return: { placed: [], closed: 'D1 dada' },
};

type Sketch = 'lines' | 'score' | 'centre' | 'return';

/** So much of the next row shows where a line goes on there. */
const HEAD = 36;

const CROPS: Readonly<Record<Sketch, Crop>> = {
  lines: cropOf('C1', 'F1', { below: HEAD }),
  score: cropOf('B8', 'E8', { above: HEAD }),
  // As far as the star.
  centre: { ...cropOf('A4', 'E5', { below: 8 }), w: 564 },
  return: cropOf('C1', 'F1', { below: HEAD }),
};

const PANELS = ['turn', 'lines', 'score', 'centre', 'return', 'end'] as const;
type Panel = (typeof PANELS)[number];

const CELL = { w: 464, h: 404, left: 24, top: 24, gap: 24, sketch: 240 } as const;
const TEXT = { size: 35, line: 42, below: 47, under: 10 } as const;
/** No text of a picture of this width is smaller. */
const SMALLEST = 29;
/** Lines that a sentence may have in each row of panels. */
const LINES = [3, 3, 2] as const;
/** The corner at the lower left that is covered, in proportion to the width. */
const COVERED = 92;
const HEIGHT =
  CELL.top + 2 * CELL.h + CELL.sketch + TEXT.below + (LINES[2] - 1) * TEXT.line + TEXT.under + COVERED;

interface At {
  readonly x: number;
  readonly y: number;
}

function drawTurn(brush: Brush, { x, y }: At, scene: Scene): void {
  const paper = PAPERS[scene.theme];
  const size = 168;
  const top = y + 42;
  const middle = x + CELL.w / 2;
  const inset = 20;
  const stage = canvasStage(brush);
  drawFace(stage, 'acba', x + inset, top, size, paper, 3);
  drawArrow(stage, x + inset + size / 2, top, paper);
  drawBack(stage, styleOf(scene.theme, 0), x + CELL.w - inset - size, top, size, paper);
  const or = { size: 40, weight: BOLD, color: paper.ink, align: 'center', fit: 80 } as const;
  write(brush, scene.t('metro.rules.card.or'), middle, top + size / 2 + 14, or);
}

/** All the tiles of the game, and what two players have at the end. */
function drawEnd(brush: Brush, { x, y }: At, theme: Theme): void {
  const paper = PAPERS[theme];
  const { across, pitch, size } = { across: 6, pitch: 22, size: 16 };
  const left = x + 14;
  for (let i = 0; i < TILES; i++) {
    brush.fillStyle = paper.soft;
    brush.fillRect(left + (i % across) * pitch, y + 2 + Math.floor(i / across) * pitch, size, size);
  }
  [74, 68].forEach((points, seat) => {
    const row = y + 72 + seat * 90;
    const start = left + across * pitch + 44;
    if (seat === 0) {
      sunburst(brush, start + 20, row - 2, 26);
      fill(brush, paper.gold);
      stroke(brush, paper.edge, 2);
      circle(brush, start + 20, row - 2, 10);
      fill(brush, paper.edge);
    }
    drawSwatch(canvasStage(brush), start + 62, start + 160, row, styleOf(theme, seat), paper);
    const how = { size: 54, weight: BOLD, color: paper.ink, align: 'right' } as const;
    write(brush, String(points), x + CELL.w - 14, row + 19, how);
  });
}

/** Strikes a square out, below the track at its upper side. */
function drawCross(part: Stage, placed: string, theme: Theme): void {
  const paper = PAPERS[theme];
  const square = squareOf(placed);
  const [x, y] = cornerOf(rowOf(square), colOf(square));
  const [near, far, top] = [24, TILE - 24, 36];
  part.stamp('cross', x, y, [0, 0, TILE, TILE], (brush) => {
    brush.lineCap = 'round';
    brush.beginPath();
    brush.moveTo(near, top);
    brush.lineTo(far, TILE - 12);
    brush.moveTo(far, top);
    brush.lineTo(near, TILE - 12);
    stroke(brush, paper.bg, 22);
    stroke(brush, paper.arrow, 13);
  });
}

function drawSketch(brush: Brush, { x, y }: At, key: Sketch, theme: Theme): void {
  const { placed, closed } = SKETCHES[key];
  const crop = CROPS[key];
  const scale = scaleOf(crop, CELL.w, CELL.sketch);
  const place = {
    x: x + (CELL.w - crop.w * scale) / 2,
    y: y + (CELL.sketch - crop.h * scale) / 2,
    scale,
  };
  const open = positionOf(placed);
  const { squares, lines } = closed ? positionOf([...placed, closed]) : open;
  const after = { ...open, squares, lines };
  const over = (part: Stage) => closed && drawCross(part, closed, theme);
  drawCrop(canvasStage(brush), crop, place, { open, after, over }, theme);
}

function drawPanel(brush: Brush, panel: Panel, at: At & { readonly most: number }, scene: Scene): void {
  const { t, theme } = scene;
  if (panel === 'turn') drawTurn(brush, at, scene);
  else if (panel === 'end') drawEnd(brush, at, theme);
  else drawSketch(brush, at, panel, theme);
  const text = t(`metro.rules.card.${panel}`);
  let { size } = TEXT;
  while (size > SMALLEST && linesIn(text, size, CELL.w - 8).length > at.most) size -= 1;
  linesIn(text, size, CELL.w - 8).forEach((line, i) => {
    const base = at.y + CELL.sketch + TEXT.below + i * TEXT.line;
    write(brush, line, at.x + 4, base, { size, color: PAPERS[theme].ink, fit: CELL.w - 8 });
  });
}

/** The rules in one minute, drawn. */
export function drawRules(scene: Scene): Drawing {
  return lessonOf(HEIGHT, scene.theme, (brush) => {
    PANELS.forEach((panel, i) => {
      const x = CELL.left + (i % 2) * (CELL.w + CELL.gap);
      const row = Math.floor(i / 2);
      drawPanel(brush, panel, { x, y: CELL.top + row * CELL.h, most: LINES[row]! }, scene);
    });
  });
}
