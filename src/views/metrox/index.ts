import type { Action, MetroxMap, View } from '../../games/metrox/state.ts';
import type { Look, Picture } from '../look.ts';
import { accent } from './accent.ts';
import { mapAlt, sheetAlt, tableAlt } from './alt.ts';
import { drawBoard, drawMap } from './board.ts';
import { boardAlt } from './boardalt.ts';
import { chosen, label } from './moves.ts';
import { diary, remark, say } from './news.ts';
import { paths, places } from './paths.ts';
import { drawSheet } from './sheet.ts';
import { drawTable, drawTable } from './table.ts';
import { about, ask, askNote, group, headline, hint, narrow, parts, verdict } from './words.ts';

interface Drawing {
  readonly width: number;
  readonly height: number;
  png(): Promise<Buffer>;
}

/** A drawing and its words. */
const picture = (alt: string, drawing: Drawing): Picture => ({
  alt,
  width: drawing.width,
  height: drawing.height,
  draw: () => drawing.png(),
});

/** What people see of Metro X. */
export const metroxLook: Look<View, Action, MetroxMap> = {
  accent,
  about,
  map: (map, scene) => picture(mapAlt(map, scene), drawMap(map, scene)),
  table: (view, scene) => picture(tableAlt(view, scene), drawTable(view, scene)),
  board: (view, scene, options) => picture(boardAlt(view, scene, options), drawBoard(view, scene, { ...options, after: options.after as View | undefined })),
  sheet: (view, scene) => picture(sheetAlt(view, scene), drawSheet(view, scene)),
  headline,
  hint,
  ask,
  askNote,
  places,
  paths,
  group,
  narrow,
  label,
  chosen,
  say,
  diary,
  parts,
  verdict,
  remark,
};
