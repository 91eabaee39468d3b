import type { View } from '../../games/metro/state.ts';
import { canvasStage } from '../kit/stage.ts';
import type { Picture, Scene, Standing } from '../presenter.ts';
import { ORNAMENT, resultCard } from '../resultcard.ts';
import { flatColors, PAPERS, styleOf } from './colors.ts';
import { drawCity } from './field.ts';
import { CASING, drawSwatch } from './ribbon.ts';
import { BOARD } from './ring.ts';

/** The card of a result: the squares with all lines as they came to their ends. */

const SIZE = 580;

export function resultPicture(view: View, scene: Scene, standings: readonly Standing[]): Picture {
  const { t, theme } = scene;
  const paper = PAPERS[theme];
  return resultCard(
    standings,
    {
      game: t('game.metro'),
      map: view.map.title,
      alt: t('metro.alt.result'),
      look: {
        bg: paper.bg,
        ink: paper.ink,
        soft: paper.soft,
        hair: paper.grid,
        flats: flatColors(theme),
      },
      ribbon: (brush, seat, from, to, y, height) => {
        const size = height / CASING;
        brush.save();
        brush.translate(from, y);
        brush.scale(size, size);
        drawSwatch(canvasStage(brush), 0, (to - from) / size, 0, styleOf(theme, seat), paper);
        brush.restore();
      },
      board: (brush) => {
        const x = ORNAMENT.x + ORNAMENT.w - SIZE - 10;
        const y = ORNAMENT.y + (ORNAMENT.h - SIZE) / 2;
        brush.save();
        brush.beginPath();
        brush.rect(x, y, SIZE, SIZE);
        brush.clip();
        brush.translate(x, y);
        brush.scale(SIZE / BOARD.size, SIZE / BOARD.size);
        brush.translate(-BOARD.x, -BOARD.y);
        drawCity(canvasStage(brush), view, null, theme);
        brush.restore();
        brush.strokeStyle = paper.ink;
        brush.lineWidth = 4;
        brush.strokeRect(x - 2, y - 2, SIZE + 4, SIZE + 4);
      },
    },
    scene,
  );
}
