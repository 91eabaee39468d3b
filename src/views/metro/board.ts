import { emptyBoard } from '../../games/metro/board.ts';
import type { Code, Line, Open, Paris, View } from '../../games/metro/state.ts';
import { CENTRAL, follow, SIDE } from '../../games/metro/tracks.ts';
import { brushOf, pixels, surface } from '../canvas.ts';
import { type Composition, composition } from '../kit/drawing.ts';
import { canvasStage, type Stage } from '../kit/stage.ts';
import { anyWords } from '../lists.ts';
import { picture } from '../picture.ts';
import { type Palette, paletteFrom } from '../png.ts';
import type { Picture, Scene, Theme } from '../presenter.ts';
import { type BoardOptions, boardAlt } from './boardalt.ts';
import { type Candidate, drawCandidates, drawNumbers } from './candidates.ts';
import { flatColors, PAPERS, styleOf } from './colors.ts';
import { drawField, drawGround } from './field.ts';
import type { Hand } from './hand.ts';
import { type Draft, draftOf } from './lines.ts';
import { drawLabels } from './longest.ts';
import { drawQuarters } from './quarters.ts';
import { FIGURE } from './ring.ts';
import { drawStrip } from './strip.ts';

/** The board of Metro, 1000 by 1240 pixels: Paris, the tiles on it, whose lines run where, and what is to be done. */

// Upright: on a phone of 390 pixels a tile is then 40 wide; with the players beside the board instead of beneath it a
// picture shows more at once on a desk, but on that phone its tiles would be 33.
export const WIDTH = 1000;
export const HEIGHT = 1240;
/** Without what stands beneath the board; the corner at the lower left is free. */
const BARE = 1084;

const isView = (open: Open): open is View => 'seat' in open;

/** The tiles to be shown: the viewer's own; for a watcher the backs of the mover's; nobody's when it is over. */
function handOf(open: Open | View, scene: Scene, options: BoardOptions, draft: Draft | null): Hand {
  const view = isView(open) ? open : null;
  const viewer = view?.seat ?? null;
  const seat = viewer ?? open.mover;
  const held: readonly (Code | null)[] =
    viewer === null && !view?.hand.length
      ? Array.from({ length: open.held[open.mover] ?? 0 }, () => null)
      : view!.hand;
  const drew = view?.drew === true && seat === open.mover;
  const hide = open.over;
  // Beside numbered squares the numbers of tiles would be taken for some of them.
  const only = !drew && held.length > 1 && options.candidates ? options.tile : undefined;
  const which = only === undefined ? null : scene.t('metro.tile', { n: held.indexOf(only) + 1 });
  return {
    tiles: hide ? [] : drew ? [view.drawn] : only === undefined ? held : [only],
    kept: hide || !drew ? [] : held,
    caption: drew ? scene.t('metro.picture.drawn') : which,
    style: styleOf(scene.theme, seat),
    arrow: open.setting.arrow,
    chosen: draft?.tile ?? options.tile ?? null,
  };
}

/** Lays all of it. */
async function compose(stage: Stage, open: Open | View, scene: Scene, options: BoardOptions): Promise<void> {
  const { theme } = scene;
  stage.layer('board', PAPERS[theme].bg, () => drawGround(stage, theme));
  await lay(stage, open, scene, options);
}

/** Lays all that is not the same in every picture. */
async function lay(stage: Stage, open: Open | View, scene: Scene, options: BoardOptions): Promise<void> {
  const { theme } = scene;
  const { candidates = [] } = options;
  const draft = options.after ? draftOf(open, options.after) : null;
  const { squares, lines } = options.after ?? open;
  const after = { ...open, squares, lines };
  const viewer = isView(open) ? open.seat : null;
  const signs = () => drawCandidates(stage, open, candidates, theme);
  drawField(stage, { open, after, draft, since: options.since, lit: options.lit }, signs, theme);
  if (options.lit?.named) await drawLabels(stage, open, options.lit, scene);
  if (options.quarters) drawQuarters(stage, open, candidates, scene);
  drawNumbers(stage, open, candidates, FIGURE, theme);
  if (!options.bare)
    await drawStrip(stage, { open, after, viewer }, handOf(open, scene, options, draft), scene);
}

/** A tile of every kind of track, for samples. */
const SAMPLE: readonly Code[] = ['acba', 'bcbc', 'dbba', 'cdac', 'cbcb'];

/** A board that nobody could have played but that shows everything, `gaps` of seven squares empty. */
function sample(map: Paris, gaps: number): View {
  const squares = Array.from({ length: SIDE * SIDE }, (_, i) =>
    CENTRAL.has(i) || (i * 5) % 7 < gaps ? null : { tile: SAMPLE[i % 5]!, turns: 0 as const, seat: 0 },
  );
  const empty = emptyBoard(map);
  const lines = empty.lines.map((line): Line => {
    const owner = line.station % 7 === 6 ? null : line.station % 7;
    const { length, head, arrival } = follow(map, squares, { ...line, owner });
    // Never doubled: with other figures the palette would be another one, and so every picture.
    return { ...line, owner, length, head, arrival, points: owner === null || !arrival ? 0 : length };
  });
  return {
    ...empty,
    setting: { ...empty.setting, seats: 6 },
    squares,
    lines,
    mover: gaps,
    held: [1, 1, 1, 1, 1, 1],
    last: { seat: 0, square: 63, arrived: [] },
    seat: gaps % 2 === 0 ? gaps : null,
    hand: ['acba'],
    drawn: null,
    drew: false,
    legal: [],
  };
}

/** By map and theme; a map that was released never changes. */
const palettes = new Map<string, Promise<Palette>>();

/** Size of samples: what edges mix is the same when everything is small. */
const SMALL = 0.25;

async function makePalette(map: Paris, theme: Theme): Promise<Palette> {
  const scene: Scene = { t: anyWords, theme, names: [], spoken: [], plain: [] };
  const samples: Buffer[] = [];
  for (const gaps of [2, 4]) {
    const view = sample(map, gaps);
    const free = [...view.squares.keys()].filter((square) => view.squares[square] === null);
    const candidates = free
      .filter((square) => square % 2 === 0)
      .map((square) => ({ square, tile: SAMPLE[0]!, turns: null, n: square }));
    const on = surface(WIDTH * SMALL, HEIGHT * SMALL, PAPERS[theme].bg);
    const brush = brushOf(on);
    brush.scale(SMALL, SMALL);
    const stage = canvasStage(brush);
    // A few squares show all that there is of an engraving in two tones.
    drawGround(stage, theme, FIGURE, (square) => !free.slice(0, 3).includes(square));
    await lay(stage, view, scene, { candidates });
    // What a tile of each seat would lie on.
    for (const [seat] of view.held.entries()) {
      const square = free.at(-1 - seat)!;
      const candidate: Candidate = { square, tile: SAMPLE[seat % 5]!, turns: 0, n: null };
      drawCandidates(stage, { ...view, mover: seat }, [candidate], theme);
    }
    samples.push(pixels(on));
  }
  return paletteFrom(samples, flatColors(theme));
}

/** The palette of all boards of a map in a theme, from samples drawn at first need. */
export function boardPalette(map: Paris, theme: Theme): Promise<Palette> {
  const key = `${map.id} ${theme}`;
  let palette = palettes.get(key);
  if (!palette) palettes.set(key, (palette = makePalette(map, theme)));
  return palette;
}

/**
 * The board as somebody sees it: with a seat's view its hand lies beside it, with a watcher's or with what everybody
 * knows the backs of the mover's tiles. The same input gives the same bytes.
 */
export const drawBoard = (open: Open | View, scene: Scene, options: BoardOptions = {}): Composition =>
  composition({
    width: WIDTH,
    height: options.bare ? BARE : HEIGHT,
    palette: () => boardPalette(open.map, scene.theme),
    compose: (stage) => compose(stage, open, scene, options),
  });

/** The board with its words. */
export const boardPicture = (open: Open | View, scene: Scene, options: BoardOptions = {}): Picture =>
  picture(boardAlt(open, scene, options), drawBoard(open, scene, options));
