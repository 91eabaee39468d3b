import { SPACE_OF } from '../../games/metromania/grid.ts';
import { type Brush, circle, fill, polygon, stroke } from '../canvas.ts';
import { around, type Stage } from '../kit/stage.ts';
import type { Theme } from '../presenter.ts';
import { mix } from '../theme.ts';
import { layLineSign } from './badges.ts';
import { fillTriangle, layTriangle, pointsUp } from './city.ts';
import { PAPERS, styleOf } from './colors.ts';
import {
  anchorOf,
  badgeOf,
  EDGE,
  edgeOf,
  insetOf,
  middleOf,
  newestOf,
  pointOf,
  ROW,
  type Shown,
  type Spot,
} from './ground.ts';
import type { Who } from './players.ts';
import { type Placed, partsOf } from './ribbon.ts';
import { layMarker, laySign, MARKER, markerLook } from './signs.ts';
import { drawDraftPart, drawNewPart, isLadder, layBar, layHead, layParts, layRibbon } from './strokes.ts';

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

/** Dug triangles are white, or tinted when they are new; with fine lines over them in the colour `hatch`. */
export function drawDug(
  stage: Stage,
  view: Shown,
  news: readonly News[],
  theme: Theme,
  hatch: string | null = null,
): void {
  for (const [triangle, line] of view.dug.entries()) {
    if (line === null) continue;
    const found = news.find(({ triangles }) => triangles.has(triangle));
    const { fresh, color } = styleOf(theme, found?.company ?? 0);
    const ground = found ? fresh : PAPERS[theme].dug;
    const draft = found?.draft === true;
    layTriangle(stage, triangle, `dug ${ground} ${draft} ${hatch}`, (brush, one) => {
      fillTriangle(brush, one, ground);
      if (draft) {
        polygon(brush, insetOf(one, 4));
        brush.setLineDash([10, 6]);
        stroke(brush, color, 2.5);
        brush.setLineDash([]);
      }
      if (hatch) drawHatch(brush, one, hatch);
    });
  }
}

/** Fine lines: so many over an edge, and moved by so many from a row to the next, that they go on in other triangles. */
const HATCH = { across: 8, moved: 3, width: 1.5 } as const;

function drawHatch(brush: Brush, triangle: number, color: string): void {
  const [x, y] = anchorOf(triangle);
  const step = EDGE / HATCH.across;
  const slope = EDGE / 2 + HATCH.moved * step;
  brush.save();
  polygon(brush, insetOf(triangle, 1.2));
  brush.clip();
  brush.beginPath();
  for (let i = -2 * HATCH.across; i <= HATCH.across; i++) {
    brush.moveTo(x + i * step, y);
    brush.lineTo(x + i * step + slope, y + ROW);
  }
  stroke(brush, color, HATCH.width);
  brush.restore();
}

/** The parts of a line that are new. */
function newParts(view: Shown, line: number, { triangles }: News): Placed[] {
  const own = view.lines[line]!;
  const first = own.tunnels.findIndex((triangle) => triangles.has(triangle));
  return first < 0 ? [] : partsOf(own, view, { first });
}

/** All lines with their ends; what is new stands out by a rim of ink. `size`: of the signs at their ends. */
export function drawLines(
  stage: Stage,
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
  for (const [i, line] of begun)
    layRibbon(stage, partsOf(line, view), styleOf(theme, line.company), isLadder(i), paper.casing);
  // Over all the others: what is new must not be hidden.
  for (const [i, line] of begun) {
    const style = styleOf(theme, line.company);
    const ladder = isLadder(i);
    for (const done of all)
      layParts(stage, newParts(view, i, done), `new ${style.color} ${ladder}`, (brush, way) =>
        drawNewPart(brush, way, style, ladder, paper),
      );
    if (draft)
      layParts(stage, newParts(view, i, draft), `draft ${style.color} ${ladder}`, (brush, way) =>
        drawDraftPart(brush, way, style, ladder, paper.casing),
      );
  }
  for (const [i, line] of begun) {
    const style = styleOf(theme, line.company);
    const start = SPACE_OF.get(line.tunnels[0]!);
    if (start) layLineSign(stage, who, line, badgeOf(start, line.vertices[0]!), theme, { size });
    const end = SPACE_OF.get(line.tunnels.at(-1)!);
    if (line.done && end)
      layLineSign(stage, who, line, badgeOf(end, line.vertices.at(-1)!), theme, { size, end: true });
    if (!line.done && view.blocked[i]) layBar(stage, line, view, style.color, paper.ink);
  }
}

/** The arrows at which lines go on; above stations. `only`: pale but for that of one line. */
export function drawHeads(stage: Stage, view: Shown, theme: Theme, only?: number): void {
  const { ink, casing, bg } = PAPERS[theme];
  for (const [i, line] of view.lines.entries()) {
    if (line.tunnels.length === 0 || line.done || view.blocked[i]) continue;
    const { color } = styleOf(theme, line.company);
    if (only === undefined || only === i) layHead(stage, line, view, color, ink);
    else layHead(stage, line, view, mix(color, bg, 0.45), casing);
  }
}

const PLATE = { r: 10.5, rim: 4 } as const;
const STATION = around([0, 0], PLATE.r + 11);

export function drawStations(stage: Stage, view: Shown, news: readonly News[], theme: Theme): void {
  const paper = PAPERS[theme];
  for (const { vertex } of view.stations) {
    const found = news.find(({ vertices }) => vertices.has(vertex));
    const casing = found ? styleOf(theme, found.company).color : paper.casing;
    const draft = found?.draft === true;
    stage.stamp(`station ${casing} ${draft}`, ...pointOf(vertex), STATION, (brush) => {
      circle(brush, 0, 0, PLATE.r + (found ? 8.5 : 3.5));
      fill(brush, casing);
      if (found) {
        brush.setLineDash(draft ? [6, 4] : []);
        stroke(brush, paper.ink, 2.5);
        brush.setLineDash([]);
      }
      circle(brush, 0, 0, PLATE.r);
      fill(brush, paper.plate);
      stroke(brush, paper.rim, PLATE.rim);
    });
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
  stage: Stage,
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
    layMarker(stage, ...markerSpot(view, triangle), { ...look, dash: found?.draft ?? false });
  }
}

/** The sign of a spot whose triangle was tinted, once more. */
export function drawSignAgain(
  stage: Stage,
  view: Shown,
  triangle: number,
  hole: string,
  color: string,
): void {
  const sign = view.signs[triangle];
  if (sign && sign !== 'lake' && sign !== 'park')
    laySign(stage, sign, ...markerSpot(view, triangle), color, hole);
}
