import type { Code, Square, View } from '../../games/metro/state.ts';
import { colOf, rowOf } from '../../games/metro/tracks.ts';
import { BOLD, type Brush, box, fill, write } from '../canvas.ts';
import { picture } from '../picture.ts';
import type { Picture, Scene } from '../presenter.ts';
import { boardAlt } from './boardalt.ts';
import { PAPERS, styleOf } from './colors.ts';
import { drawInset } from './column.ts';
import { drawing } from './crop.ts';
import { drawArrow, drawBack, drawFace } from './hand.ts';
import { targetsAt } from './paths.ts';
import { drawSwatch } from './ribbon.ts';
import { cornerOf } from './ring.ts';
import { TILE } from './tracks.ts';

/** Which of several tiles is to be placed, and what becomes of the hand when another one is drawn. */

const WIDTH = 1100;
const FACE = { caption: 68, y: 118, size: 216 } as const;
const CITY = { y: 376, size: 312 } as const;
const SQUARES = { y: 742, height: 860 } as const;

function drawTileLarge(
  brush: Brush,
  tile: Code,
  arrow: boolean,
  x: number,
  y: number,
  size: number,
  scene: Scene,
): void {
  const paper = PAPERS[scene.theme];
  if (arrow) {
    brush.save();
    brush.translate(x + size / 2, y);
    brush.scale(1.3, 1.3);
    drawArrow(brush, 0, 3, paper);
    brush.restore();
  }
  drawFace(brush, tile, x, y, size, paper, 3);
}

/** A square where a tile may go, in a picture too small for more. */
function drawSpot(brush: Brush, square: Square, color: string): void {
  const [x, y] = cornerOf(rowOf(square), colOf(square));
  box(brush, x + 16, y + 16, TILE - 32, TILE - 32, 16);
  fill(brush, color);
}

/** The tiles of the hand, each beneath its key's words, and the squares of each. */
export function tilesPicture(view: View, scene: Scene): Picture {
  const { t, theme } = scene;
  const paper = PAPERS[theme];
  const targets = targetsAt(view, []);
  const style = styleOf(theme, view.mover);
  const paint = drawing(
    SQUARES.height,
    theme,
    (brush) => {
      targets.forEach(({ tile, squares }, i) => {
        const middle = (WIDTH / targets.length) * (i + 0.5);
        const words = { weight: BOLD, color: paper.ink, align: 'center' } as const;
        const name = t('metro.tile', { n: view.hand.indexOf(tile) + 1 });
        write(brush, name, middle, FACE.caption, { ...words, size: 52 });
        drawTileLarge(brush, tile, view.setting.arrow, middle - FACE.size / 2, FACE.y, FACE.size, scene);
        const over = () => {
          for (const square of squares) drawSpot(brush, square, style.color);
        };
        drawInset(brush, view, view, { x: middle - CITY.size / 2, y: CITY.y, size: CITY.size, over }, theme);
        const count = t('metro.squareCount', { count: squares.length });
        write(brush, count, middle, SQUARES.y, { ...words, weight: 500, size: 43, color: paper.soft });
      });
    },
    { width: WIDTH, map: view.map },
  );
  return picture(boardAlt(view, scene, { legal: targets }), paint);
}

const DRAWN = { height: 470, size: 220, y: 118, left: 240, caption: 412 } as const;

/** What is kept when another tile is drawn, and the back of that one. */
export function drawingPicture(view: View, scene: Scene): Picture {
  const { t, theme } = scene;
  const paper = PAPERS[theme];
  const style = styleOf(theme, view.mover);
  const { size, y, left } = DRAWN;
  const paint = drawing(
    DRAWN.height,
    theme,
    (brush) => {
      const small = view.hand.length > 1 ? 150 : size;
      const pitch = small + 16;
      const caption = (text: string, x: number, color: string) =>
        write(brush, text, x, DRAWN.caption, { size: 46, weight: BOLD, color, align: 'center', fit: 480 });
      view.hand.forEach((tile, i) => {
        drawTileLarge(brush, tile, false, left + i * pitch, y + (size - small) / 2, small, scene);
      });
      const row = view.hand.length * pitch - 16;
      caption(t('metro.picture.stays', { count: view.hand.length }), left + row / 2, paper.soft);
      const x = WIDTH - 80 - size;
      drawBack(brush, style, x, y, size, paper);
      drawSwatch(brush, x, x + size, y + size + 20, style, paper);
      caption(t('metro.picture.must'), x + size / 2 - 30, paper.ink);
    },
    { width: WIDTH, map: view.map },
  );
  return picture(t('metro.alt.drawing', { tiles: view.hand.join(t('list.comma')) }), paint);
}
