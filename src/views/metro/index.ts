import type { Action, Paris, View } from '../../games/metro/state.ts';
import { picture } from '../picture.ts';
import type { Picture, Presenter, Scene } from '../presenter.ts';
import { linePages } from './alllines.ts';
import { boardPicture, drawBoard } from './board.ts';
import { confirm, label, narrow } from './choices.ts';
import { styleOf } from './colors.ts';
import { film } from './film.ts';
import { guide } from './guide.ts';
import { longestOf } from './longest.ts';
import { paths, places } from './paths.ts';
import { EXAMPLE, positionOf } from './positions.ts';
import { resultPicture } from './result.ts';
import { turnPicture } from './turn.ts';
import { about, breakdown, headline, hint, news, page, remark, step, summary } from './words.ts';

/** The blue of the seats. */
const ACCENT = Number.parseInt(styleOf('light', 1).color.slice(1), 16);

/** A board in play, as nobody has played it: its stations and squares can be named from it. */
function examplePicture(map: Paris, scene: Scene): Picture {
  const { seats, placed } = EXAMPLE;
  const open = positionOf(placed, { map, seats });
  return picture(
    scene.t('metro.alt.map', { seats, count: placed.length }),
    drawBoard({ ...open, last: null }, scene, { bare: true }),
  );
}

/** What people see of Metro. */
export const metroPresenter: Presenter<View, Action, Paris> = {
  pictures: {
    accent: () => ACCENT,
    map: examplePicture,
    table: (view, scene, since) => boardPicture(view, scene, { since }),
    board: (view, scene, { after }) => boardPicture(view, scene, { after }),
    turn: turnPicture,
    sheet: (view: View, scene: Scene) =>
      boardPicture(view, scene, view.over ? { lit: { lines: longestOf(view), named: true } } : {}),
    pages: linePages,
    result: resultPicture,
    film,
  },
  words: { about, headline, hint, news, step, summary, breakdown, remark },
  menus: { places, paths, page, place: narrow, effect: label, confirm },
  lessons: guide,
};
