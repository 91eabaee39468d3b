import { CORNERS, SPACE_OF } from '../../games/metromania/grid.ts';
import { DIGS } from '../../games/metromania/legal.ts';
import type { View } from '../../games/metromania/state.ts';
import { type Brush, brushOf, pixels, polygon, stroke, surface, write } from '../canvas.ts';
import { picture } from '../picture.ts';
import { encode, indexed } from '../png.ts';
import type { Picture, Scene, Theme } from '../presenter.ts';
import { boardPalette, type Drawing, drawLegal } from './board.ts';
import { drawArrows, drawGround } from './city.ts';
import { PAPERS } from './colors.ts';
import { drawColumn } from './column.ts';
import { pointsOf } from './effects.ts';
import { insetOf, type Shown } from './ground.ts';
import { draftOf, drawDug, drawHeads, drawLines, drawMarkers, drawStations, newsOf } from './network.ts';
import type { Choice } from './numbering.ts';
import { drawPills, pillsOf } from './pilldrawing.ts';
import { type Who, whoPlays } from './players.ts';
import { drawPromises, promisesOf } from './promises.ts';
import { type Sight, sightOf } from './sight.ts';
import { turnAlt } from './turnalt.ts';
import { FIELD, LEGEND, TURN } from './window.ts';

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

export function drawTurn(sight: Sight, scene: Scene): Drawing {
  return {
    ...TURN,
    png: async (): Promise<Buffer> => {
      const palette = await boardPalette(sight.view.box, scene.theme);
      const on = surface(TURN.width, TURN.height, PAPERS[scene.theme].bg);
      paint(brushOf(on), sight, await whoPlays(sight.view, scene), scene);
      return encode(indexed(pixels(on), TURN.width, TURN.height, palette), TURN.width, TURN.height, palette);
    },
  };
}

function paint(brush: Brush, sight: Sight, who: Who, scene: Scene): void {
  const { view, now, window, line } = sight;
  brush.save();
  brush.beginPath();
  brush.rect(FIELD.left, FIELD.top, FIELD.width, FIELD.height);
  brush.clip();
  brush.save();
  brush.translate(FIELD.left + FIELD.width / 2, FIELD.top + FIELD.height / 2);
  brush.scale(window.scale, window.scale);
  brush.translate(-window.on[0], -window.on[1]);
  paintCity(brush, sight, who, scene.theme);
  brush.restore();
  const pills = pillsOf(sight);
  if (now.dug.some((one) => one !== null)) drawLegend(brush, scene, window.scale >= 1);
  drawPromises(brush, promisesOf(sight), sight, scene);
  drawPills(brush, pills, now.mover, scene);
  brush.restore();
  const dug = digsOf(view, now, sight.after);
  drawColumn(
    brush,
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
function paintCity(
  brush: Brush,
  { view, now, after, choices, window, line }: Sight,
  who: Who,
  theme: Theme,
): void {
  const paper = PAPERS[theme];
  const ended = newsOf(view, after !== null);
  const news = [...(after ? [draftOf(view, now)] : []), ...(ended ? [ended] : [])];
  const small = window.scale < 1;
  drawGround(brush, now, theme);
  drawDug(brush, now, news, theme);
  // Where the city is small they would only make what is dug paler.
  if (!small) drawHatch(brush, now, paper.hatch);
  drawLegal(brush, now, choices, theme);
  drawArrows(brush, now, paper, false, arrowless(choices));
  // The signs of lines keep their size where the city is small, and do not fill it where it is large.
  drawLines(brush, now, news, who, theme, Math.min(Math.max(1 / window.scale, 0.72), 1.45));
  drawStations(brush, now, news, theme);
  drawMarkers(brush, now, news, theme, !small);
  drawHeads(brush, now, theme, choices.length > 0 && line !== null ? line : undefined);
}

/** Numbers stand where arrows would: these are left out where a line is started. */
const arrowless = (choices: readonly Choice[]): ReadonlySet<number> =>
  new Set(choices.some(({ action }) => action.kind === 'start') ? SPACE_OF.keys() : []);

const HATCH = { pitch: 9, width: 1.5 } as const;

/** Fine lines over all that is dug. */
function drawHatch(brush: Brush, view: Shown, color: string): void {
  brush.save();
  brush.beginPath();
  for (const triangle of CORNERS.keys()) {
    if (view.dug[triangle] === null) continue;
    insetOf(triangle, 1.2).forEach(([x, y], i) => {
      if (i === 0) brush.moveTo(x, y);
      else brush.lineTo(x, y);
    });
    brush.closePath();
  }
  brush.clip();
  brush.beginPath();
  for (let at = -1200; at < 2400; at += HATCH.pitch * Math.SQRT2) {
    brush.moveTo(at, 0);
    brush.lineTo(at + 1200, 1200);
  }
  stroke(brush, color, HATCH.width);
  brush.restore();
}

/** What is dug, with its fine lines where these are drawn. */
function drawLegend(brush: Brush, { t, theme }: Scene, hatched: boolean): void {
  const paper = PAPERS[theme];
  const [left, top, right, bottom] = LEGEND;
  brush.fillStyle = paper.bg;
  brush.beginPath();
  brush.roundRect(left, top, right - left + 20, bottom - top + 20, 14);
  brush.fill();
  const corners = [
    [left + 43, top + 14],
    [left + 74, bottom - 16],
    [left + 12, bottom - 16],
  ] as const;
  brush.save();
  polygon(brush, corners);
  brush.fillStyle = paper.dug;
  brush.fill();
  brush.clip();
  brush.beginPath();
  for (let at = left - 100; at < right; at += 25) {
    brush.moveTo(at, top);
    brush.lineTo(at + 90, top + 90);
  }
  if (hatched) stroke(brush, paper.hatch, 4);
  brush.restore();
  polygon(brush, corners);
  stroke(brush, paper.limit, 3);
  write(brush, t('metromania.picture.used'), left + 84, bottom - 27, {
    size: 43,
    color: paper.soft,
    fit: right - left - 90,
  });
}
