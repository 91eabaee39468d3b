import type { Code, Square, View } from '../../games/metro/state.ts';
import { colOf, rowOf } from '../../games/metro/tracks.ts';
import { BOLD, box, fill } from '../canvas.ts';
import type { Stage } from '../kit/stage.ts';
import { commas } from '../lists.ts';
import { picture } from '../picture.ts';
import type { Picture, Scene } from '../presenter.ts';
import { boardAlt } from './boardalt.ts';
import { PAPERS, styleOf } from './colors.ts';
import { drawInset } from './column.ts';
import { drawArrow, drawBack, drawFace } from './hand.ts';
import { pageOf, WIDTH } from './page.ts';
import { targetsAt } from './paths.ts';
import { drawSwatch } from './ribbon.ts';
import { cornerOf } from './ring.ts';
import { TILE } from './tracks.ts';

/** Which of several tiles is to be placed, and what becomes of the hand when another one is drawn. */

const FACE = { caption: 68, y: 118, size: 216 } as const;
const CITY = { y: 376, size: 312 } as const;
const SQUARES = { y: 742, height: 860 } as const;

function drawTileLarge(
  stage: Stage,
  tile: Code,
  arrow: boolean,
  x: number,
  y: number,
  size: number,
  scene: Scene,
): void {
  const paper = PAPERS[scene.theme];
  if (arrow) drawArrow(stage.within(x + size / 2, y, 1.3), 0, 3, paper);
  drawFace(stage, tile, x, y, size, paper, 3);
}

/** A square where a tile may go, in a picture too small for more. */
function drawSpot(stage: Stage, square: Square, color: string): void {
  const [x, y] = cornerOf(rowOf(square), colOf(square));
  stage.stamp(`spot ${color}`, x, y, [16, 16, TILE - 16, TILE - 16], (brush) => {
    box(brush, 16, 16, TILE - 32, TILE - 32, 16);
    fill(brush, color);
  });
}

/** The tiles of the hand, each beneath its key's words, and the squares of each. */
export function tilesPicture(view: View, scene: Scene): Picture {
  const { t, theme } = scene;
  const paper = PAPERS[theme];
  const targets = targetsAt(view, []);
  const style = styleOf(theme, view.mover);
  const page = pageOf(
    SQUARES.height,
    theme,
    (stage) => {
      targets.forEach(({ tile, squares }, i) => {
        const middle = (WIDTH / targets.length) * (i + 0.5);
        const words = { weight: BOLD, color: paper.ink, align: 'center' } as const;
        const name = t('metro.tile', { n: view.hand.indexOf(tile) + 1 });
        stage.write(name, middle, FACE.caption, { ...words, size: 52 });
        drawTileLarge(stage, tile, view.setting.arrow, middle - FACE.size / 2, FACE.y, FACE.size, scene);
        const over = (small: Stage) => {
          for (const square of squares) drawSpot(small, square, style.color);
        };
        drawInset(stage, view, view, { x: middle - CITY.size / 2, y: CITY.y, size: CITY.size, over }, theme);
        const count = t('metro.squareCount', { count: squares.length });
        stage.write(count, middle, SQUARES.y, { ...words, weight: 500, size: 43, color: paper.soft });
      });
    },
    view.map,
  );
  return picture(boardAlt(view, scene, { legal: targets }), page);
}

const DRAWN = { height: 470, size: 220, y: 118, left: 240, caption: 412 } as const;

/** What is kept when another tile is drawn, and the back of that one. */
export function drawingPicture(view: View, scene: Scene): Picture {
  const { t, theme } = scene;
  const paper = PAPERS[theme];
  const style = styleOf(theme, view.mover);
  const { size, y, left } = DRAWN;
  const page = pageOf(
    DRAWN.height,
    theme,
    (stage) => {
      const small = view.hand.length > 1 ? 150 : size;
      const pitch = small + 16;
      const caption = (text: string, x: number, color: string) =>
        stage.write(text, x, DRAWN.caption, { size: 46, weight: BOLD, color, align: 'center', fit: 480 });
      view.hand.forEach((tile, i) => {
        drawTileLarge(stage, tile, false, left + i * pitch, y + (size - small) / 2, small, scene);
      });
      const row = view.hand.length * pitch - 16;
      caption(t('metro.picture.stays', { count: view.hand.length }), left + row / 2, paper.soft);
      const x = WIDTH - 80 - size;
      drawBack(stage, style, x, y, size, paper);
      drawSwatch(stage, x, x + size, y + size + 20, style, paper);
      caption(t('metro.picture.must'), x + size / 2 - 30, paper.ink);
    },
    view.map,
  );
  return picture(t('metro.alt.drawing', { tiles: commas(t, view.hand) }), page);
}
