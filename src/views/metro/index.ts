import { emptyBoard } from '../../games/metro/board.ts';
import type { Action, Paris, View } from '../../games/metro/state.ts';
import { picture } from '../picture.ts';
import type { Presenter, Scene } from '../presenter.ts';
import { boardPicture, drawBoard } from './board.ts';
import { confirm, label, narrow } from './choices.ts';
import { styleOf } from './colors.ts';
import { guide } from './guide.ts';
import { paths, places } from './paths.ts';
import { turnPicture } from './turn.ts';
import { about, breakdown, headline, hint, news, page, remark, step, summary } from './words.ts';

/** The blue of the seats. */
const ACCENT = Number.parseInt(styleOf('light', 1).color.slice(1), 16);

/** What people see of Metro. */
export const metroPresenter: Presenter<View, Action, Paris> = {
  pictures: {
    accent: () => ACCENT,
    map: (map, scene) => picture(scene.t('metro.alt.map'), drawBoard(emptyBoard(map), scene)),
    table: (view, scene, since) => boardPicture(view, scene, { since }),
    board: (view, scene, { after }) => boardPicture(view, scene, { after }),
    turn: turnPicture,
    sheet: (view: View, scene: Scene) => boardPicture(view, scene),
  },
  words: { about, headline, hint, news, step, summary, breakdown, remark },
  menus: { places, paths, page, place: narrow, effect: label, confirm },
  lessons: guide,
};
