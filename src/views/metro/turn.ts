import type { View } from '../../games/metro/state.ts';
import { colOf, rowOf, squareAt, squareOf } from '../../games/metro/tracks.ts';
import type { Stage } from '../kit/stage.ts';
import { picture } from '../picture.ts';
import type { BoardOptions, Picture, Scene } from '../presenter.ts';
import { boardPicture } from './board.ts';
import { boardAlt } from './boardalt.ts';
import { candidatesOf, drawCandidates, drawNumbers } from './candidates.ts';
import { COLUMN, drawTileColumn } from './column.ts';
import { drawCrop } from './crop.ts';
import { draftOf } from './lines.ts';
import { FIGURE, pageOf, WIDTH } from './page.ts';
import { partOf } from './part.ts';
import { isSquare, pageAt, regionAt, targetsAt, tileAt } from './paths.ts';
import { previewPicture } from './preview.ts';
import { cornersOf } from './quarters.ts';
import { drawingPicture, tilesPicture } from './tilespage.ts';
import { waysUpPicture } from './waysup.ts';

/** What a private page of a turn shows: what may be chosen there, as large as it can be, beside the whole board. */

const HEIGHT = 860;
const ROOM = { w: WIDTH - COLUMN.w, h: HEIGHT, most: 1.7 } as const;

/** Below this the whole board, which is shown in a picture of its own width, is as large. */
const LEAST = 1.1;

/** The picture of a page, or without a path that of a draft. */
export function turnPicture(view: View, scene: Scene, options: BoardOptions<View>): Picture {
  const { path, after } = options;
  if (after && !path) {
    const draft = draftOf(view, after);
    return draft ? previewPicture(view, after, draft, scene) : drawingPicture(view, scene);
  }
  if (view.legal.length === 0) return boardPicture(view, scene, {});
  const way = path ?? [];
  const square = way.at(-1) ?? '';
  switch (pageAt(view, way)) {
    case 'square':
      return squaresPicture(view, scene, way);
    case 'tile':
      return tilesPicture(view, scene);
    case 'region':
      return wholePicture(view, scene, way);
    case 'turning':
      return isSquare(square)
        ? waysUpPicture(view, scene, tileAt(view, way)!, squareOf(square))
        : boardPicture(view, scene, {});
  }
}

/** All choices of a page on the whole board. */
function wholePicture(view: View, scene: Scene, path: readonly string[]): Picture {
  const candidates = candidatesOf(view, path);
  const tile = tileAt(view, path);
  const quarters = pageAt(view, path) === 'region';
  return boardPicture(view, scene, { legal: targetsAt(view, path), tile, candidates, quarters });
}

/** The squares of a page: a quarter of the board, or the part in which they all are, unless that is nearly all of it. */
function squaresPicture(view: View, scene: Scene, path: readonly string[]): Picture {
  const candidates = candidatesOf(view, path);
  const region = regionAt(path.at(-1) ?? '');
  const squares = region ? cornersOf(region) : candidates.map(({ square }) => square);
  const part = partOf(squares, ROOM);
  if (part.scale < LEAST) return wholePicture(view, scene, path);
  const tile = tileAt(view, path)!;
  const alt = boardAlt(view, scene, { candidates, tile, part: namesOf(squares) });
  const { theme } = scene;
  const page = pageOf(
    HEIGHT,
    theme,
    (stage) => {
      const figure = FIGURE / part.scale;
      const shown = {
        open: view,
        figure,
        signs: (large: Stage) => drawCandidates(large, view, candidates, theme),
        over: (large: Stage) => drawNumbers(large, view, candidates, figure, theme),
      };
      drawCrop(stage, part.crop, { x: COLUMN.w, y: 0, scale: part.scale, bleeds: true }, shown, theme);
      drawTileColumn(stage, view, tile, part.crop, scene);
    },
    view.map,
  );
  return picture(alt, page);
}

/** The upper left and the lower right square of a part. */
function namesOf(squares: readonly number[]): readonly [number, number] {
  const [rows, cols] = [squares.map(rowOf), squares.map(colOf)];
  return [squareAt(Math.min(...rows), Math.min(...cols)), squareAt(Math.max(...rows), Math.max(...cols))];
}
