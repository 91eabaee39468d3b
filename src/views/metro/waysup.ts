import { placedLines } from '../../games/metro/legal.ts';
import type { Open, Square, Turns, View } from '../../games/metro/state.ts';
import { colOf, rowOf, squareName } from '../../games/metro/tracks.ts';
import { BOLD } from '../canvas.ts';
import type { Stage } from '../kit/stage.ts';
import { sentences } from '../lists.ts';
import { picture } from '../picture.ts';
import type { Picture, Scene } from '../presenter.ts';
import { drawDisc } from './candidates.ts';
import { effectWords } from './choices.ts';
import { PAPERS } from './colors.ts';
import { drawCrop } from './crop.ts';
import { effectsOf } from './effects.ts';
import { drawOutcome } from './outcome.ts';
import { FIGURE, pageOf } from './page.ts';
import { turningsAt } from './paths.ts';
import { cornerOf } from './ring.ts';
import { TILE } from './tracks.ts';

/** The ways in which a tile may lie on a square, each with its number and with what it would do. */

const PANEL = { size: 338, x: [26, 566], y: 22, pitch: 366 } as const;
/** Width of a tile in a panel: it shows so much of the squares around as says where the lines come from. */
const SHOWN = 199;
const SCALE = SHOWN / TILE;
const NUMBER = { r: 40, in: 52, figure: 51 } as const;
const TEXT = { x: PANEL.size + 18, y: 56, room: 104 } as const;
const HEIGHTS = [470, 860] as const;
const LEGEND = { x: 214, second: 640, up: 36 } as const;

/** The board with the tile on the square. */
function placed(view: View, square: Square, turns: Turns, tile: string): View {
  const squares = view.squares.slice();
  squares[square] = { tile, turns, seat: view.mover };
  const changed = placedLines(view, tile, { square, turns });
  return {
    ...view,
    squares,
    lines: view.lines.map((line) => changed.find(({ station }) => station === line.station) ?? line),
  };
}

function drawPanel(stage: Stage, view: View, after: View, square: Square, n: number, scene: Scene): void {
  const { theme } = scene;
  const paper = PAPERS[theme];
  const at = { x: PANEL.x[(n - 1) % 2]!, y: PANEL.y + Math.floor((n - 1) / 2) * PANEL.pitch };
  const [left, top] = cornerOf(rowOf(square), colOf(square));
  const size = PANEL.size / SCALE;
  const crop = { x: left + (TILE - size) / 2, y: top + (TILE - size) / 2, w: size, h: size };
  const shown: Open = { ...view, last: null };
  drawCrop(stage, crop, { ...at, scale: SCALE }, { open: shown, after, figure: FIGURE / SCALE }, theme);
  drawDisc(stage, n, at.x + NUMBER.in, at.y + NUMBER.in, {
    r: NUMBER.r,
    figure: NUMBER.figure,
    color: paper.ink,
    on: paper.bg,
  });
  const words = { x: at.x + TEXT.x, y: at.y + TEXT.y, room: TEXT.room, short: true };
  drawOutcome(stage, view, after, words, scene);
}

/** What the figures beside the panels mean. */
function drawLegend(stage: Stage, height: number, { t, theme }: Scene): void {
  const paper = PAPERS[theme];
  const y = height - LEGEND.up;
  (['grows', 'pays'] as const).forEach((key, i) => {
    const x = i === 0 ? LEGEND.x : LEGEND.second;
    const sign = t(`metro.picture.legend.${key}.sign`);
    const wide = stage.write(sign, x, y, { size: 43, weight: BOLD, color: paper.ink });
    stage.write(t(`metro.picture.legend.${key}.means`), x + wide + 14, y, { size: 43, color: paper.soft });
  });
}

/** The page that asks which way up a tile lies on a square. */
export function waysUpPicture(view: View, scene: Scene, tile: string, square: Square): Picture {
  const { t } = scene;
  const ways = turningsAt(view, tile, square).map((turns) => ({
    turns,
    after: placed(view, square, turns, tile),
  }));
  const height = HEIGHTS[ways.length > 2 ? 1 : 0];
  const said = ways.map(({ turns, after }, i) => {
    const does = effectsOf(view, after, view.seat).map((effect) => effectWords(effect, view, scene));
    const what = does.length > 0 ? does.join(t('metro.effect.then')) : t('metro.effect.none');
    return t('metro.alt.wayUp', { n: i + 1, turned: t(`metro.turned.${turns}`), what });
  });
  const alt = t('metro.alt.ways', { tile, square: squareName(square), ways: sentences(t, said) });
  const page = pageOf(
    height,
    scene.theme,
    (stage) => {
      ways.forEach(({ after }, i) => {
        drawPanel(stage, view, after, square, i + 1, scene);
      });
      drawLegend(stage, height, scene);
    },
    view.map,
  );
  return picture(alt, page);
}
