import { CORNERS, POINTS } from '../../games/metromania/grid.ts';
import { type Box, KINDS, LETTERS, type Line } from '../../games/metromania/state.ts';
import { brushOf, pixels, surface } from '../canvas.ts';
import { type Composition, composition } from '../kit/drawing.ts';
import { canvasStage, type Stage } from '../kit/stage.ts';
import { anyWords } from '../lists.ts';
import { picture } from '../picture.ts';
import { type Palette, paletteFrom } from '../png.ts';
import type { Picture, Scene, Theme } from '../presenter.ts';
import { type BoardOptions, boardAlt } from './boardalt.ts';
import { drawArrows, drawPieces, drawSigns, layFill } from './city.ts';
import { flatColors, PAPERS, styleOf } from './colors.ts';
import { layBroken, tunnelOf } from './discs.ts';
import { emptyCity } from './empty.ts';
import { drafted, type Shown, WIDTH } from './ground.ts';
import {
  draftOf,
  drawDug,
  drawHeads,
  drawLines,
  drawMarkers,
  drawSignAgain,
  drawStations,
  type News,
  newsOf,
  newsSince,
} from './network.ts';
import { drawPanels } from './panels.ts';
import { whoPlays } from './players.ts';
import { drawStock, drawTrips } from './strip.ts';

/** The board of MetroMania, 1100 by 1358 pixels: everybody's panel, the city with all that is built in it, the trips. */

export type { Shown } from './ground.ts';

/** The ground and the broken line of every tunnel that may be dug. */
export function drawLegal(
  stage: Stage,
  view: Shown,
  legal: NonNullable<BoardOptions['legal']>,
  theme: Theme,
): void {
  const paper = PAPERS[theme];
  const { legal: ground, color } = styleOf(theme, view.mover);
  const tunnels = legal.flatMap(({ action }) => tunnelOf(view, action) ?? []);
  for (const triangle of new Set(tunnels.map((one) => one.triangle))) {
    layFill(stage, triangle, ground);
    drawSignAgain(stage, view, triangle, ground, paper.ink);
  }
  for (const tunnel of tunnels) layBroken(stage, tunnel, color);
}

/** As tall as a desktop's box for a picture allows without its letters becoming smaller than on a phone; where the city begins. */
export const BOARD = { width: WIDTH, height: 1358, city: 149 } as const;

async function compose(stage: Stage, view: Shown, scene: Scene, options: BoardOptions): Promise<void> {
  const { theme } = scene;
  const paper = PAPERS[theme];
  const { after = view } = options;
  const shown = drafted(view, after);
  const who = await whoPlays(view, scene);
  const news: News[] = [
    ...(options.after ? [draftOf(view, after)] : []),
    ...(options.since && !view.over
      ? newsSince(view, options.since)
      : [newsOf(view, options.after !== undefined)].flatMap((one) => one ?? [])),
  ];
  const city = stage.within(0, BOARD.city, 1);
  stage.layer('board', paper.bg, () => drawPieces(city, theme));
  drawSigns(city, view, theme);
  drawDug(city, shown, news, theme);
  drawArrows(city, shown, paper);
  drawLines(city, shown, news, who, theme);
  drawStations(city, shown, news, theme);
  drawMarkers(city, shown, news, theme);
  drawHeads(city, shown, theme);
  drawPanels(stage, { view, after: shown, who }, scene);
  drawStock(stage, shown, scene);
  drawTrips(stage, view, shown, scene);
}

/** A city that nobody could have built but that shows everything. */
function sample(box: Box): Shown {
  const dug = CORNERS.map((_, i) => (i % 3 === 0 ? i % 8 : null));
  const lines = Array.from({ length: 8 }, (_, i): Line => {
    // A row of the city, along its upper or lower side.
    const row = POINTS.flatMap(({ r }, vertex) => (r === i - 4 + Number(i > 3) ? [vertex] : []));
    const tunnels = row
      .slice(1)
      .map((to, at) => CORNERS.findIndex((corners) => corners.includes(row[at]!) && corners.includes(to)));
    return { company: i >> 1, number: 1 + (i % 2), side: 0, vertices: row, tunnels, done: i % 3 === 0 };
  });
  const empty = emptyCity(box);
  return {
    ...empty,
    setting: { ...empty.setting, seats: 4, companies: 4, owners: [0, 1, 2, 3] },
    signs: CORNERS.map((_, i) =>
      i === 40 ? 'lake' : i === 100 ? 'park' : i % 5 === 1 ? KINDS[i % 3]! : null,
    ),
    lines,
    dug,
    stations: Array.from({ length: 18 }, (_, i) => ({ vertex: i * 5, company: i % 4 })),
    marked: LETTERS.map((letter, i) => ({
      triangle: 30 + i * 15,
      company: i % 4,
      marker: { letter, kind: KINDS[i % 3]! },
    })),
    blocked: lines.map((_, i) => i === 2),
    points: [12, 8, 3, 27],
    mover: 2,
    doing: {
      ...empty.doing,
      company: 2,
      tunnels: lines.flatMap(({ tunnels }, line) =>
        line % 2 === 0 ? [] : [{ line, triangle: tunnels[3]! }],
      ),
    },
    turn: 9,
    seat: 1,
    hands: LETTERS.slice(0, 4).map((letter, i) =>
      KINDS.map((kind) => ({ kind, letter: i === 1 ? letter : null })),
    ),
  };
}

const palettes = new WeakMap<Box, Map<Theme, Promise<Palette>>>();

/** How large the board is from which a palette is made: small, since edges have the same colours there. */
const SAMPLE = 0.5;

async function makePalette(box: Box, theme: Theme): Promise<Palette> {
  const scene: Scene = { t: anyWords, theme, names: [], spoken: [], plain: [] };
  const on = surface(BOARD.width * SAMPLE, BOARD.height * SAMPLE);
  const brush = brushOf(on);
  brush.scale(SAMPLE, SAMPLE);
  await compose(canvasStage(brush), sample(box), scene, {});
  return paletteFrom([pixels(on)], flatColors(theme));
}

/** The palette of a map's pictures in a theme, from a sample drawn at first need. */
export function boardPalette(box: Box, theme: Theme): Promise<Palette> {
  let store = palettes.get(box);
  if (!store) palettes.set(box, (store = new Map()));
  let palette = store.get(theme);
  if (!palette) store.set(theme, (palette = makePalette(box, theme)));
  return palette;
}

/**
 * The board as somebody sees it: letters in hands are those that the view knows. The same input gives the same bytes.
 */
export const drawBoard = (view: Shown, scene: Scene, options: BoardOptions = {}): Composition =>
  composition({
    width: BOARD.width,
    height: BOARD.height,
    palette: () => boardPalette(view.box, scene.theme),
    compose: (stage) => compose(stage, view, scene, options),
  });

/** The board with its words. */
export const boardPicture = (view: Shown, scene: Scene, options: BoardOptions = {}): Picture =>
  picture(boardAlt(view, scene, options), drawBoard(view, scene, options));
