import type { Action, MetroxMap, View } from '../../games/metrox/state.ts';
import { picture } from '../picture.ts';
import type { Presenter } from '../presenter.ts';
import { accent } from './accent.ts';
import { mapAlt, sheetAlt, tableAlt } from './alt.ts';
import { drawBoard, drawMap } from './board.ts';
import { boardAlt } from './boardalt.ts';
import { compare } from './comparison.ts';
import { film } from './film.ts';
import { guide } from './guide.ts';
import { confirm, label, variant } from './moves.ts';
import { news, remark, summary } from './news.ts';
import { paths, places } from './paths.ts';
import { resultPicture } from './result.ts';
import { drawReview, reviewAlt } from './reviewcard.ts';
import { share } from './share.ts';
import { drawSheet } from './sheet.ts';
import { drawTable } from './table.ts';
import { about, breakdown, headline, hint, page, place, verdict } from './words.ts';

/** What people see of Metro X. */
export const metroxPresenter: Presenter<View, Action, MetroxMap> = {
  pictures: {
    accent,
    map: (map, scene) => picture(mapAlt(map, scene), drawMap(map, scene)),
    table: (view, scene) => picture(tableAlt(view, scene), drawTable(view, scene)),
    board: (view, scene, options) => picture(boardAlt(view, scene, options), drawBoard(view, scene, options)),
    sheet: (view, scene, page) => picture(sheetAlt(view, scene, page), drawSheet(view, scene, page)),
    result: resultPicture,
    film,
    review: (view, scene, page) => picture(reviewAlt(view, scene, page), drawReview(view, scene, page)),
  },
  words: {
    about,
    headline,
    hint,
    news,
    step: (before, _, scene) => headline(before, scene),
    summary,
    breakdown,
    remark,
  },
  menus: { places, paths, page, place, effect: label, confirm, variant },
  lessons: guide,
  solo: { verdict, compare, share },
};
