import type { Action, Box, View } from '../../games/metromania/state.ts';
import { picture } from '../picture.ts';
import type { Presenter, Scene } from '../presenter.ts';
import { boardPicture, drawBoard } from './board.ts';
import { cityAlt } from './cityalt.ts';
import { mapPicture } from './example.ts';
import { film } from './film.ts';
import { guide } from './guide.ts';
import { confirm, entry, narrow, opens, page, paths, places } from './menus.ts';
import { news, remark, step, summary } from './news.ts';
import { tripPage } from './pages.ts';
import { resultPicture } from './result.ts';
import { tripSheet } from './tripsheet.ts';
import { turnPicture } from './turn.ts';
import { about, breakdown, headline, hint } from './words.ts';

const ACCENT = 0x1c9e68;

/** What people see of MetroMania. */
export const metromaniaPresenter: Presenter<View, Action, Box> = {
  pictures: {
    accent: () => ACCENT,
    map: mapPicture,
    table: (view, scene, since) => boardPicture(view, scene, { since }),
    board: (view, scene, { after }) => boardPicture(view, scene, after === undefined ? {} : { after }),
    turn: (view, scene, { after, path }) => turnPicture(view, scene, after, path),
    // While a game runs it is for looking around: its words tell the city.
    sheet: (view: View, scene: Scene) =>
      view.over ? boardPicture(view, scene) : picture(cityAlt(view, scene), drawBoard(view, scene)),
    finale: (view, scene) => (view.trips.length > 0 ? tripSheet(view, scene) : null),
    pages: (view, scene) => view.trips.map((trip) => tripPage(view, trip, scene)),
    result: resultPicture,
    film,
  },
  words: { about, headline, hint, news, step, summary, breakdown, remark },
  menus: { places, paths, opens, page, place: narrow, effect: entry, confirm },
  lessons: guide,
};
