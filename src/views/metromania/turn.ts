import { SPACE_OF } from '../../games/metromania/grid.ts';
import { DIGS } from '../../games/metromania/legal.ts';
import type { View } from '../../games/metromania/state.ts';
import { polygon, stroke } from '../canvas.ts';
import { type Composition, composition } from '../kit/drawing.ts';
import type { Stage } from '../kit/stage.ts';
import { picture } from '../picture.ts';
import type { Picture, Scene, Theme } from '../presenter.ts';
import { boardPalette, drawLegal } from './board.ts';
import { drawArrows, drawPieces, drawSigns } from './city.ts';
import { PAPERS } from './colors.ts';
import { drawColumn } from './column.ts';
import { pointsOf } from './effects.ts';
import type { Shown } from './ground.ts';
import { draftOf, drawDug, drawHeads, drawLines, drawMarkers, drawStations, newsOf } from './network.ts';
import type { Choice } from './numbering.ts';
import { drawPills, pillsOf } from './pilldrawing.ts';
import { type Who, whoPlays } from './players.ts';
import { drawPromises, promisesOf } from './promises.ts';
import { type Sight, sightOf } from './sight.ts';
import { turnAlt } from './turnalt.ts';
import { FIELD, frameOf, LEGEND, TURN } from './window.ts';

/** What a page of a turn shows, 1100 by 860 pixels: a part of the city, large, with the numbers of what may be chosen there. */

/** The picture of a page of a turn, or of what a turn would build. */
export function turnPicture(
  view: View,
  scene: Scene,
  after: View | undefined,
  path: readonly string[] | undefined,
): Picture {
  const sight = sightOf(view, after, path);
  return picture(turnAlt(sight, scene), drawTurn(sight, scene));
}

export const drawTurn = (sight: Sight, scene: Scene): Composition =>
  composition({
    ...TURN,
    palette: () => boardPalette(sight.view.box, scene.theme),
    compose: async (stage) => compose(stage, sight, await whoPlays(sight.view, scene), scene),
  });

function compose(stage: Stage, sight: Sight, who: Who, scene: Scene): void {
  const { view, now, window, line } = sight;
  const { on, scale } = window;
  const left = FIELD.left + FIELD.width / 2 - on[0] * scale;
  const top = FIELD.top + FIELD.height / 2 - on[1] * scale;
  composeCity(stage, stage.within(left, top, scale, frameOf(window)), sight, who, scene.theme);
  const { width, height } = FIELD;
  const field = stage.within(0, 0, 1, [FIELD.left, FIELD.top, FIELD.left + width, FIELD.top + height]);
  const pills = pillsOf(sight);
  if (now.dug.some((one) => one !== null)) drawLegend(field, scene, scale >= 1);
  drawPromises(field, promisesOf(sight), sight, scene);
  drawPills(field, pills, now.mover, scene);
  const dug = digsOf(view, now, sight.after);
  drawColumn(
    stage,
    {
      view,
      now,
      line,
      window: window.scale < 0.7 ? null : window,
      dug,
      next: sight.choices.some(({ action }) => action.kind === 'dig' || action.kind === 'start'),
      most: DIGS,
      gained: pointsOf(view.doing),
    },
    who,
    scene,
  );
}

/** Tunnels of the turn under way, with those that are only thought of. */
function digsOf(view: Shown, now: Shown, after: View | null): number {
  const count = (one: Shown): number => one.dug.filter((line) => line !== null).length;
  return view.doing.tunnels.length + (after ? count(now) - count(view) : 0);
}

/** The city in its own measures. */
function composeCity(
  stage: Stage,
  city: Stage,
  { view, now, after, choices, window, line }: Sight,
  who: Who,
  theme: Theme,
): void {
  const paper = PAPERS[theme];
  const ended = newsOf(view, after !== null);
  const news = [...(after ? [draftOf(view, now)] : []), ...(ended ? [ended] : [])];
  const small = window.scale < 1;
  // All of the city is one and the same on many pages; of its parts each is another.
  if (small) stage.layer('turn', paper.bg, () => drawPieces(city, theme));
  else {
    stage.ground(paper.bg);
    drawPieces(city, theme);
  }
  drawSigns(city, now, theme);
  // Where the city is small fine lines would only make what is dug paler.
  drawDug(city, now, news, theme, small ? null : paper.hatch);
  drawLegal(city, now, choices, theme);
  drawArrows(city, now, paper, false, arrowless(choices));
  // The signs of lines keep their size where the city is small, and do not fill it where it is large.
  drawLines(city, now, news, who, theme, Math.min(Math.max(1 / window.scale, 0.72), 1.45));
  drawStations(city, now, news, theme);
  drawMarkers(city, now, news, theme, !small);
  drawHeads(city, now, theme, choices.length > 0 && line !== null ? line : undefined);
}

/** Numbers stand where arrows would: these are left out where a line is started. */
const arrowless = (choices: readonly Choice[]): ReadonlySet<number> =>
  new Set(choices.some(({ action }) => action.kind === 'start') ? SPACE_OF.keys() : []);

/** What is dug, with its fine lines where these are drawn. */
function drawLegend(stage: Stage, { t, theme }: Scene, hatched: boolean): void {
  const paper = PAPERS[theme];
  const [left, top, right, bottom] = LEGEND;
  const [width, height] = [right - left, bottom - top];
  stage.stamp(`legend ${hatched}`, left, top, [0, 0, width, height], (brush) => {
    brush.fillStyle = paper.bg;
    brush.beginPath();
    brush.roundRect(0, 0, width + 20, height + 20, 14);
    brush.fill();
    const corners = [
      [39, 14],
      [70, height - 16],
      [8, height - 16],
    ] as const;
    brush.save();
    polygon(brush, corners);
    brush.fillStyle = paper.dug;
    brush.fill();
    brush.clip();
    brush.beginPath();
    for (let at = -100; at < width; at += 25) {
      brush.moveTo(at, 0);
      brush.lineTo(at + 90, 90);
    }
    if (hatched) stroke(brush, paper.hatch, 4);
    brush.restore();
    polygon(brush, corners);
    stroke(brush, paper.limit, 3);
  });
  stage.write(t('metromania.picture.used'), left + 76, bottom - 27, {
    size: 43,
    color: paper.soft,
    fit: width - 90,
  });
}
