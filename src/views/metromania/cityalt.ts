import { CORNERS, LABELS } from '../../games/metromania/grid.ts';
import { freeSpaces } from '../../games/metromania/legal.ts';
import { KINDS } from '../../games/metromania/state.ts';
import type { Translate } from '../../locales.ts';
import { commas, ladder, sentences } from '../lists.ts';
import { ALT } from '../spoken.ts';
import {
  companyLines,
  type Detail,
  handWords,
  markWords,
  type Speech,
  scoreWords,
  stationWords,
  turnWords,
} from './facts.ts';
import type { Shown } from './ground.ts';
import { triangleName, vertexName } from './near.ts';

/** The city in words, for whoever plans where to dig. */

/**
 * Where everything lies that is still to be reached, and what was built so far; the least needed is left out first. At most 1,024
 * characters.
 */
export function cityAlt(view: Shown, scene: Speech): string {
  const { t } = scene;
  const city = [spotWords(view, t), ...arrowWords(view, t)];
  const built = [markWords(view, scene), stationWords(view, scene)];
  const lines = (detail: Detail) =>
    view.setting.owners.map((_, company) => companyLines(view, company, detail, scene));
  const turn = turnWords(view, scene);
  const scores = scoreWords(view, scene);
  return ladder(ALT, [
    () => sentences(t, [turn, scores, ...city, ...built, ...lines('way'), handWords(view, scene)]),
    () => sentences(t, [turn, scores, ...city, ...built, ...lines('way')]),
    () => sentences(t, [turn, ...city, ...built, ...lines('way')]),
    () => sentences(t, [turn, ...city, ...built, ...lines('course')]),
    () => sentences(t, [turn, ...city, ...built, ...lines('reach')]),
    () => sentences(t, [turn, ...city, ...built]),
    () => sentences(t, [turn, ...city]),
  ]);
}

/** Homes, shops and shows that nobody has dug under, the lake and the park. */
function spotWords(view: Shown, t: Translate): string {
  const at = (sign: string): string[] =>
    view.signs.flatMap((one, triangle) =>
      one === sign && view.dug[triangle] === null ? [triangleName(triangle)] : [],
    );
  const free = KINDS.map((kind) => {
    const places = at(kind);
    return places.length === 0 ? null : t(`metromania.alt.free.${kind}`, { places: commas(t, places) });
  });
  const [lake, park] = [at('lake')[0]!, at('park')[0]!];
  return sentences(t, [...free, t('metromania.alt.parks', { lake, park })]);
}

const COLORS = ['white', 'black'] as const;

/** The free arrows of a colour, by the two vertices on the city limit between which they stand. */
const arrowsOf = (view: Pick<Shown, 'box' | 'dug'>, color: (typeof COLORS)[number]): string[] =>
  freeSpaces(view, color).map(({ border }) => border.map(vertexName).join('-'));

const arrowWords = (view: Shown, t: Translate): (string | null)[] =>
  COLORS.map((color) => {
    const places = arrowsOf(view, color);
    return places.length === 0 ? null : t(`metromania.alt.arrows.${color}`, { places: commas(t, places) });
  });

/** A city in play in which nobody sits: what all have in common, how places are named, and where the arrows stand. */
export function mapAlt({ box, lines, stations, marked }: Shown, { t }: Pick<Speech, 't'>): string {
  const labels = LABELS;
  const rows = [...new Set(labels.map((label) => label[0]))];
  const free = { box, dug: CORNERS.map(() => null) };
  const [white, black] = COLORS.map((color) => commas(t, arrowsOf(free, color))) as [string, string];
  return t('metromania.alt.map', {
    lines: lines.filter(({ tunnels }) => tunnels.length > 0).length,
    stations: stations.length,
    markers: marked.length,
    rows: commas(
      t,
      rows.map((row) => String(labels.filter((label) => label[0] === row).length)),
    ),
    white,
    black,
  });
}
