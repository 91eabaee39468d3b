import type { View } from '../../games/metro/state.ts';
import { departureOf, run } from '../../games/metro/tracks.ts';
import { picture } from '../picture.ts';
import type { Picture, Scene } from '../presenter.ts';
import { boardAlt } from './boardalt.ts';
import { COLUMN, drawColumnInset, drawEdge, UNDER_INSET } from './column.ts';
import { drawCrop } from './crop.ts';
import { effectsOf } from './effects.ts';
import type { Draft } from './lines.ts';
import { drawOutcome } from './outcome.ts';
import { FIGURE, pageOf, WIDTH } from './page.ts';
import { partOf } from './part.ts';

/** What a placement that is only thought of would do: the board around it, large, and the lines that change. */

const HEIGHT = 860;
const MOST = 1.9;
/** Below this it is no larger than the whole board: then only what is around the square shows. */
const LEAST = 1.1;

const ROOM = { w: WIDTH - COLUMN.w, h: HEIGHT, most: MOST } as const;

/** The square of the tile, and those that lines which change pass from there on. */
function squaresOf(view: View, after: View, draft: Draft): number[] {
  const passed = effectsOf(view, after, view.mover).flatMap(({ before, after: line }) => {
    const way = run(after.squares, departureOf(view.map, line.station)).passes.map(({ square }) => square);
    return way.slice(before.length);
  });
  return [draft.square, ...passed];
}

/** A draft with what follows from it. */
export function previewPicture(view: View, after: View, draft: Draft, scene: Scene): Picture {
  const { theme } = scene;
  const wide = partOf(squaresOf(view, after, draft), ROOM);
  const part = wide.scale < LEAST ? partOf([draft.square], ROOM) : wide;
  // Whoever moves next is of no interest here.
  const open = { ...view, last: null };
  const then = { ...open, squares: after.squares, lines: after.lines };
  const page = pageOf(
    HEIGHT,
    theme,
    (stage) => {
      const place = { x: COLUMN.w, y: 0, scale: part.scale, bleeds: true };
      drawCrop(stage, part.crop, place, { open, after: then, figure: FIGURE / part.scale }, theme);
      drawColumnInset(stage, open, then, part.crop, scene);
      const at = { x: COLUMN.x, y: UNDER_INSET + 84, room: COLUMN.inner - 70 };
      drawOutcome(stage, view, after, at, scene);
      drawEdge(stage, HEIGHT, theme);
    },
    view.map,
  );
  return picture(boardAlt(view, scene, { after }), page);
}
