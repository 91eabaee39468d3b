import { companiesOf, type View } from '../../games/metromania/state.ts';
import { type Brush, circle, fill, stroke } from '../canvas.ts';
import { canvasStage } from '../kit/stage.ts';
import type { Picture, Scene, Standing, Theme } from '../presenter.ts';
import { ORNAMENT, resultCard } from '../resultcard.ts';
import { drawGround } from './city.ts';
import { flatColors, PAPERS, styleOf } from './colors.ts';
import { CENTRE, pointOf, type Shown } from './ground.ts';
import { drawDug, drawMarkers } from './network.ts';
import { CASED, ribbonOf, straightWay } from './ribbon.ts';
import { drawCore, drawRibbon, isLadder } from './strokes.ts';

/** The card of a result: the city with all that was built in it, so small that nothing is to be read there. */

const WIDE = 1.35;
const STATION = 14;
const SCALE = 0.59;

function drawNetwork(brush: Brush, view: Shown, theme: Theme): void {
  const paper = PAPERS[theme];
  const stage = canvasStage(brush);
  drawGround(stage, view, theme);
  drawDug(stage, view, [], theme);
  for (const [i, line] of view.lines.entries())
    if (line.tunnels.length > 0)
      drawRibbon(brush, ribbonOf(line, view), styleOf(theme, line.company), isLadder(i), paper.casing, WIDE);
  for (const { vertex } of view.stations) {
    circle(brush, ...pointOf(vertex), STATION + 4);
    fill(brush, paper.casing);
    circle(brush, ...pointOf(vertex), STATION);
    fill(brush, paper.plate);
    stroke(brush, paper.rim, 4);
  }
  drawMarkers(stage, view, [], theme, false);
}

export function resultPicture(view: View, scene: Scene, standings: readonly Standing[]): Picture {
  const { t, theme } = scene;
  const paper = PAPERS[theme];
  return resultCard(
    standings,
    {
      game: t('game.metromania'),
      map: null,
      alt: t('metromania.alt.result'),
      look: {
        bg: paper.bg,
        ink: paper.ink,
        soft: paper.soft,
        hair: paper.mute,
        flats: flatColors(theme),
      },
      // Two companies share the strip of their player, the second with the marks of a second line.
      ribbon: (brush, seat, from, to, y, height) => {
        const own = companiesOf(view.setting, seat);
        const part = (to - from) / own.length;
        const scale = height / CASED;
        brush.save();
        brush.translate(from, y);
        brush.scale(scale, scale);
        own.forEach((company, i) => {
          brush.fillStyle = paper.casing;
          brush.fillRect((i * part) / scale, -CASED / 2, part / scale, CASED);
          const way = straightWay([(i * part) / scale, 0], [((i + 1) * part) / scale, 0]);
          drawCore(brush, way, styleOf(theme, company), i > 0, 1.2);
        });
        brush.restore();
      },
      board: (brush) => {
        brush.save();
        brush.translate(ORNAMENT.x + ORNAMENT.w / 2 - 2, ORNAMENT.y + ORNAMENT.h / 2);
        brush.scale(SCALE, SCALE);
        brush.translate(-CENTRE[0], -CENTRE[1]);
        drawNetwork(brush, view, theme);
        brush.restore();
      },
    },
    scene,
  );
}
