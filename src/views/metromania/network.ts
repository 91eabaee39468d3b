import { SPACE_OF } from '../../games/metromania/grid.ts';
import { type Brush, circle, fill, polygon, stroke } from '../canvas.ts';
import type { Theme } from '../presenter.ts';
import { mix } from '../theme.ts';
import { drawLineSign } from './badges.ts';
import { fillTriangle, pointsUp } from './city.ts';
import { PAPERS, styleOf } from './colors.ts';
import { badgeOf, edgeOf, insetOf, middleOf, newestOf, pointOf, type Shown, type Spot } from './ground.ts';
import type { Who } from './players.ts';
import { along, CASED, CORE, drawBar, drawHead, drawRibbon, isLadder, ribbonOf, type Way } from './ribbon.ts';
import { drawMarker, drawSign, MARKER, markerLook, SIGN } from './signs.ts';

/** What was built: dug triangles, lines, stations, markers. */

/** What is drawn as new: of the newest turn, or thought of only. */
export interface News {
  /** Thought of only, not done yet. */
  readonly draft: boolean;
  readonly company: number;
  readonly triangles: ReadonlySet<number>;
  readonly vertices: ReadonlySet<number>;
}

/** What a view after choices has that the one before has not. */
export function draftOf(view: Shown, after: Shown): News {
  const was = new Set(view.stations.map(({ vertex }) => vertex));
  return {
    draft: true,
    company: view.mover,
    triangles: new Set([...after.dug.keys()].filter((i) => after.dug[i] !== null && view.dug[i] === null)),
    vertices: new Set(after.stations.map(({ vertex }) => vertex).filter((vertex) => !was.has(vertex))),
  };
}

/** What was done in the newest turn; of a draft's picture only what belongs to the same turn. */
export function newsOf(view: Shown, drafting: boolean): News | null {
  const turn = newestOf(view);
  if (!turn || (drafting && turn !== view.doing) || view.over) return null;
  return {
    draft: false,
    company: turn.company,
    triangles: new Set(turn.tunnels.map(({ triangle }) => triangle)),
    vertices: new Set(turn.stations.map(({ vertex }) => vertex)),
  };
}

/** What was done between two views, by company. */
export function newsSince(view: Shown, since: Shown): News[] {
  const was = new Set(since.stations.map(({ vertex }) => vertex));
  const dug = [...view.dug.entries()].flatMap(([triangle, line]) =>
    line === null || since.dug[triangle] !== null ? [] : [{ triangle, company: view.lines[line]!.company }],
  );
  const built = view.stations.filter(({ vertex }) => !was.has(vertex));
  return [...view.setting.owners.keys()].flatMap((company) => {
    const triangles = new Set(dug.filter((one) => one.company === company).map(({ triangle }) => triangle));
    const vertices = new Set(built.filter((one) => one.company === company).map(({ vertex }) => vertex));
    return triangles.size + vertices.size > 0 ? [{ draft: false, company, triangles, vertices }] : [];
  });
}

/** Dug triangles are white, or tinted when they are new. */
export function drawDug(brush: Brush, view: Shown, news: readonly News[], theme: Theme): void {
  for (const [triangle, line] of view.dug.entries()) {
    if (line === null) continue;
    const found = news.find(({ triangles }) => triangles.has(triangle));
    fillTriangle(brush, triangle, found ? styleOf(theme, found.company).fresh : PAPERS[theme].dug);
    if (found?.draft) {
      polygon(brush, insetOf(triangle, 4));
      brush.setLineDash([10, 6]);
      stroke(brush, styleOf(theme, found.company).color, 2.5);
      brush.setLineDash([]);
    }
  }
}

/** The stretches of a line that are new. */
function stretchesOf(view: Shown, line: number, { triangles }: News): Way[] {
  const own = view.lines[line]!;
  const first = own.tunnels.findIndex((triangle) => triangles.has(triangle));
  return first < 0 ? [] : [ribbonOf(own, view, { first })];
}

/** All lines with their ends: bands of what is new lie beneath them, so that they stand out by a rim of ink. `size`: of the
 * signs at their ends. */
export function drawLines(
  brush: Brush,
  view: Shown,
  news: readonly News[],
  who: Who,
  theme: Theme,
  size = 1,
): void {
  const paper = PAPERS[theme];
  const begun = [...view.lines.entries()].filter(([, line]) => line.tunnels.length > 0);
  const all = news.filter(({ draft }) => !draft);
  const draft = news.find((one) => one.draft);
  for (const [i, line] of begun) {
    const style = styleOf(theme, line.company);
    drawRibbon(brush, ribbonOf(line, view), style, isLadder(i), paper.casing);
  }
  // Over all the others: what is new must not be hidden.
  for (const [i, line] of begun) {
    const style = styleOf(theme, line.company);
    for (const done of all)
      for (const way of stretchesOf(view, i, done)) {
        along(brush, way, paper.casing, CASED + 3);
        along(brush, way, paper.ink, CORE + 6.5);
        drawRibbon(brush, way, style, isLadder(i), paper.ink, 0.96);
      }
    if (draft)
      for (const way of stretchesOf(view, i, draft)) {
        along(brush, way, paper.casing, CASED);
        along(brush, way, style.fresh, CORE);
        along(brush, way, style.color, CORE, [11, 6]);
        along(brush, way, paper.casing, isLadder(i) ? 5 : 0.01);
      }
  }
  for (const [i, line] of begun) {
    const style = styleOf(theme, line.company);
    const start = SPACE_OF.get(line.tunnels[0]!);
    if (start) drawLineSign(brush, who, line, badgeOf(start, line.vertices[0]!), theme, { size });
    const end = SPACE_OF.get(line.tunnels.at(-1)!);
    if (line.done && end)
      drawLineSign(brush, who, line, badgeOf(end, line.vertices.at(-1)!), theme, { size, end: true });
    if (!line.done && view.blocked[i]) drawBar(brush, line, view, style.color, paper.ink);
  }
}

/** The arrows at which lines go on; above stations. `only`: pale but for that of one line. */
export function drawHeads(brush: Brush, view: Shown, theme: Theme, only?: number): void {
  const { ink, casing, bg } = PAPERS[theme];
  for (const [i, line] of view.lines.entries()) {
    if (line.tunnels.length === 0 || line.done || view.blocked[i]) continue;
    const style = styleOf(theme, line.company);
    if (only === undefined || only === i) drawHead(brush, line, view, style, ink);
    else drawHead(brush, line, view, { ...style, color: mix(style.color, bg, 0.45) }, casing);
  }
}

const PLATE = { r: 10.5, rim: 4 } as const;

export function drawStations(brush: Brush, view: Shown, news: readonly News[], theme: Theme): void {
  const paper = PAPERS[theme];
  for (const { vertex } of view.stations) {
    const at = pointOf(vertex);
    const found = news.find(({ vertices }) => vertices.has(vertex));
    circle(brush, ...at, PLATE.r + (found ? 8.5 : 3.5));
    fill(brush, found ? styleOf(theme, found.company).color : paper.casing);
    if (found) {
      brush.setLineDash(found.draft ? [6, 4] : []);
      stroke(brush, paper.ink, 2.5);
      brush.setLineDash([]);
    }
    circle(brush, ...at, PLATE.r);
    fill(brush, paper.plate);
    stroke(brush, paper.rim, PLATE.rim);
  }
}

/** Where the marker or the sign on a dug triangle stands: moved away from its line. */
export function markerSpot(view: Shown, triangle: number): Spot {
  const [x, y] = middleOf(triangle);
  const line = view.lines[view.dug[triangle] ?? -1];
  const i = line?.tunnels.indexOf(triangle) ?? -1;
  const up = pointsUp(triangle) ? 3 : -3;
  if (!line || i < 0) return [x, y + up];
  const { inside } = edgeOf(line.vertices[i]!, line.vertices[i + 1]!, triangle);
  return [x + inside[0] * 6, y + inside[1] * 6 + up / 2];
}

/** `letters` false: only whose they are and of which kind. */
export function drawMarkers(
  brush: Brush,
  view: Shown,
  news: readonly News[],
  theme: Theme,
  letters = true,
): void {
  const paper = PAPERS[theme];
  for (const { triangle, company, marker } of view.marked) {
    const style = styleOf(theme, company);
    const found = news.find(({ triangles }) => triangles.has(triangle));
    const rim = found ? ([paper.ink, 2.5] as const) : ([paper.dug, 2.5] as const);
    const look = markerLook(marker.kind, letters ? marker.letter : null, MARKER, style, rim);
    drawMarker(brush, ...markerSpot(view, triangle), { ...look, dash: found?.draft ?? false });
  }
}

/** The sign of a spot whose triangle was tinted, once more. */
export function drawSignAgain(
  brush: Brush,
  view: Shown,
  triangle: number,
  hole: string,
  color: string,
): void {
  const sign = view.signs[triangle];
  if (sign && sign !== 'lake' && sign !== 'park')
    drawSign(brush, sign, ...markerSpot(view, triangle), SIGN, color, hole);
}
