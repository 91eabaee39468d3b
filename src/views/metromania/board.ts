import { CORNERS, POINTS } from '../../games/metromania/grid.ts';
import { type Box, KINDS, LETTERS, type Line } from '../../games/metromania/state.ts';
import { type Brush, brushOf, pixels, stroke, surface } from '../canvas.ts';
import { picture } from '../picture.ts';
import { encode, indexed, type Palette, paletteFrom } from '../png.ts';
import type { Picture, Scene, Theme } from '../presenter.ts';
import { type BoardOptions, boardAlt } from './boardalt.ts';
import { cityOf, drawArrows, fillTriangle } from './city.ts';
import { flatColors, PAPERS, styleOf } from './colors.ts';
import { tunnelOf, tunnelWay } from './discs.ts';
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
import { trace } from './ribbon.ts';
import { drawStock, drawTrips } from './strip.ts';

/** The board of MetroMania, 1100 by 1358 pixels: everybody's panel, the city with all that is built in it, the trips. */

export type { Shown } from './ground.ts';

/** A picture ready to be drawn. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** Draws it; the same input gives the same bytes. */
  png(): Promise<Buffer>;
}

/** The ground and the broken line of every tunnel that may be dug. */
export function drawLegal(
  brush: Brush,
  view: Shown,
  legal: NonNullable<BoardOptions['legal']>,
  theme: Theme,
): void {
  const paper = PAPERS[theme];
  const tunnels = legal.flatMap(({ action }) => tunnelOf(view, action) ?? []);
  for (const triangle of new Set(tunnels.map((one) => one.triangle))) {
    const { legal: ground } = styleOf(theme, view.mover);
    fillTriangle(brush, triangle, ground);
    drawSignAgain(brush, view, triangle, ground, paper.ink);
  }
  brush.setLineDash([10, 5]);
  for (const tunnel of tunnels) {
    trace(brush, tunnelWay(tunnel));
    stroke(brush, styleOf(theme, view.mover).color, 10);
  }
  brush.setLineDash([]);
}

/** As tall as a desktop's box for a picture allows without its letters becoming smaller than on a phone; where the city begins. */
export const BOARD = { width: WIDTH, height: 1358, city: 149 } as const;

async function paint(brush: Brush, view: Shown, scene: Scene, options: BoardOptions): Promise<void> {
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
  brush.save();
  brush.translate(0, BOARD.city);
  brush.drawImage(cityOf(view, theme), 0, 0);
  drawDug(brush, shown, news, theme);
  drawArrows(brush, shown, paper);
  drawLines(brush, shown, news, who, theme);
  drawStations(brush, shown, news, theme);
  drawMarkers(brush, shown, news, theme);
  drawHeads(brush, shown, theme);
  brush.restore();
  drawPanels(brush, { view, after: shown, who }, scene);
  drawStock(brush, shown, scene);
  drawTrips(brush, view, shown, scene);
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
      company: 1,
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

async function makePalette(box: Box, theme: Theme): Promise<Palette> {
  const scene: Scene = { t: () => '0', theme, names: [], spoken: [], plain: [] };
  const samples: Buffer[] = [];
  const view = sample(box);
  for (const mover of view.setting.owners) {
    const on = surface(BOARD.width, BOARD.height, PAPERS[theme].bg);
    const doing = { ...view.doing, company: mover };
    await paint(brushOf(on), { ...view, mover, doing }, scene, {});
    samples.push(pixels(on));
  }
  return paletteFrom(samples, flatColors(theme));
}

/** The palette of a map's boards in a theme, from samples drawn at first need. */
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
export function drawBoard(view: Shown, scene: Scene, options: BoardOptions = {}): Drawing {
  return {
    width: BOARD.width,
    height: BOARD.height,
    png: async () => {
      const palette = await boardPalette(view.box, scene.theme);
      const { width, height } = BOARD;
      const on = surface(width, height, PAPERS[scene.theme].bg);
      await paint(brushOf(on), view, scene, options);
      return encode(indexed(pixels(on), width, height, palette), width, height, palette);
    },
  };
}

/** The board with its words. */
export const boardPicture = (view: Shown, scene: Scene, options: BoardOptions = {}): Picture =>
  picture(boardAlt(view, scene, options), drawBoard(view, scene, options));
