import type { Line, Open } from '../../games/metromania/state.ts';
import { type Brush, fill, polygon, stroke } from '../canvas.ts';
import { around, boundsOf, type Stage } from '../kit/stage.ts';
import type { Style } from './colors.ts';
import { EDGE, type Edge, onEdge, pointOf } from './ground.ts';
import {
  CASED,
  CORE,
  type Course,
  courseOf,
  edgeAlong,
  headAt,
  lengthened,
  OFF,
  type Placed,
  pointAt,
  straightWay,
  undirected,
  type Way,
} from './ribbon.ts';

/** How ribbons are drawn. */

/** Makes a curve the present path. */
export function trace(brush: Brush, { points }: Way): void {
  brush.beginPath();
  points.forEach(([x, y], i) => {
    if (i === 0) brush.moveTo(x, y);
    else brush.lineTo(x, y);
  });
}

/** A stroke along a curve; it begins so many pixels into its dashes. */
export function along(
  brush: Brush,
  way: Way,
  color: string,
  width: number,
  dash?: readonly number[],
  into = 0,
): void {
  trace(brush, way);
  brush.lineJoin = 'round';
  if (dash) {
    brush.setLineDash([...dash]);
    brush.lineDashOffset = into;
  }
  stroke(brush, color, width);
  if (dash) {
    brush.setLineDash([]);
    brush.lineDashOffset = 0;
  }
  brush.lineJoin = 'miter';
}

/** Marks like arrow heads along a curve, for the fourth company. */
function chevrons(brush: Brush, way: Way, color: string, reach: number, width: number, pitch: number): void {
  brush.beginPath();
  const whole = way.lengths.at(-1)!;
  for (let far = pitch / 2; far < whole; far += pitch) {
    const [x, y, angle] = pointAt(way, far);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const put = (on: number, off: number) => [x + on * cos - off * sin, y + on * sin + off * cos] as const;
    brush.moveTo(...put(-reach, -reach));
    brush.lineTo(...put(reach * 0.6, 0));
    brush.lineTo(...put(-reach, reach));
  }
  stroke(brush, color, width);
}

/** Dashes along a curve; `even`: stretched so that it begins and ends in the middle of a gap. */
function dashes(
  brush: Brush,
  way: Way,
  color: string,
  width: number,
  [on, off]: readonly [number, number],
  even: boolean,
): void {
  if (!even) return void along(brush, way, color, width, [on, off]);
  const stretch = stretchOf(way, on + off);
  // A dot has no length of its own.
  const dash = on < 1 ? on : on * stretch;
  const gap = (on + off) * stretch - dash;
  along(brush, way, color, width, [dash, gap], dash + gap / 2);
}

/** How many times longer marks must be so that a whole number of them has room in a curve. */
function stretchOf(way: Way, pitch: number): number {
  const whole = way.lengths.at(-1)!;
  return whole / (Math.max(1, Math.round(whole / pitch)) * pitch);
}

/**
 * The marks of a company in its line. The first of its two lines is full of colour with fine marks in it or none, the second a
 * ladder: wide openings of the same shape. `even`: they fit in the way, for ways that are parts of one.
 */
function inlay(
  brush: Brush,
  way: Way,
  { pattern, inlay: color }: Style,
  ladder: boolean,
  size: number,
  even: boolean,
): void {
  const fine = (n: number) => n * size;
  const dashed = (width: number, on: number, off: number) =>
    dashes(brush, way, color, fine(width), [fine(on), fine(off)], even);
  if (pattern === 'solid' && ladder) dashed(7, 7.4, 7.4);
  if (pattern === 'dash' && ladder) dashed(6.4, 15, 6);
  if (pattern === 'dash' && !ladder) dashed(2.6, 13, 11);
  if (pattern === 'dots') {
    brush.lineCap = 'round';
    const [width, pitch] = ladder ? ([8.4, 12.5] as const) : ([4.4, 15] as const);
    dashes(brush, way, color, fine(width), [0.01, fine(pitch)], even);
    brush.lineCap = 'butt';
  }
  if (pattern === 'chevrons') {
    const [reach, width, pitch] = ladder ? ([4, 4.6, 11] as const) : ([3, 2, 17] as const);
    const step = fine(pitch) * (even ? stretchOf(way, fine(pitch)) : 1);
    chevrons(brush, way, color, fine(reach), fine(width), step);
  }
}

/** A ribbon, with the rim that keeps it off others. */
export function drawRibbon(
  brush: Brush,
  way: Way,
  style: Style,
  ladder: boolean,
  casing: string,
  size = 1,
): void {
  along(brush, way, casing, CASED * size);
  drawCore(brush, way, style, ladder, size);
}

/** A ribbon without a rim. */
export function drawCore(brush: Brush, way: Way, style: Style, ladder: boolean, size = 1): void {
  along(brush, way, style.color, CORE * size);
  inlay(brush, way, style, ladder, size, false);
}

/** What parts of a ribbon reach into their neighbours, so that no seam is seen: the rim, what lies on it, the colour on top. */
const REACH = { rim: 0.5, on: 1, top: 1.5 } as const;

/** A stroke that lies beneath others along a part of a ribbon. */
export const under = (brush: Brush, way: Way, color: string, width: number): void =>
  along(brush, lengthened(way, REACH.rim), color, width);

/** A part of a ribbon. */
function drawPart(brush: Brush, way: Way, style: Style, ladder: boolean, casing: string, size = 1): void {
  along(brush, lengthened(way, REACH.rim), casing, CASED * size);
  along(brush, lengthened(way, REACH.top), style.color, CORE * size);
  inlay(brush, way, style, ladder, size, true);
}

/** Lays parts of ribbons; `look` names all that their drawing depends on but their way. */
export function layParts(
  stage: Stage,
  parts: readonly Placed[],
  look: string,
  paint: (brush: Brush, way: Way) => void,
): void {
  for (const { part, at } of parts)
    stage.stamp(`${part.key} ${look}`, at[0], at[1], part.bounds, (brush) => paint(brush, part.way));
}

/** Lays parts of a ribbon in the style of their line, with the rim that keeps it off others. */
export function layRibbon(
  stage: Stage,
  parts: readonly Placed[],
  style: Style,
  ladder: boolean,
  casing: string,
  size = 1,
): void {
  const alike = style.pattern === 'chevrons' ? parts : parts.map(undirected);
  layParts(stage, alike, `${style.color} ${ladder} ${casing} ${size}`, (brush, way) =>
    drawPart(brush, way, style, ladder, casing, size),
  );
}

/** A part of a line that is new: it stands out by a rim of ink. */
export function drawNewPart(
  brush: Brush,
  way: Way,
  style: Style,
  ladder: boolean,
  { casing, ink }: { readonly casing: string; readonly ink: string },
): void {
  under(brush, way, casing, CASED + 3);
  along(brush, lengthened(way, REACH.on), ink, CORE + 6.5);
  along(brush, lengthened(way, REACH.top), style.color, CORE * 0.96);
  inlay(brush, way, style, ladder, 0.96, true);
}

/** A part of a line that is thought of only. */
export function drawDraftPart(brush: Brush, way: Way, style: Style, ladder: boolean, casing: string): void {
  under(brush, way, casing, CASED);
  along(brush, lengthened(way, REACH.top), style.fresh, CORE);
  dashes(brush, way, style.color, CORE, [11, 6], true);
  if (ladder) along(brush, lengthened(way, REACH.top), casing, 5);
}

/** The first line of a company is full, the second a ladder. */
export const isLadder = (line: number): boolean => line % 2 === 1;

/** The edge on which a line ends that is under way, seen from its last vertex but one. */
function lastEdge({ vertices, tunnels }: Line): { readonly edge: Edge; readonly course: Course } {
  const course = courseOf(vertices.at(-2)!, vertices.at(-1)!, tunnels.at(-1)!);
  return { edge: edgeAlong(course), course };
}

/** The notched arrow at the terminus of a line that goes on. */
export function layHead(
  stage: Stage,
  line: Line,
  open: Pick<Open, 'stations'>,
  color: string,
  rim: string,
): void {
  const { edge, course } = lastEdge(line);
  const tip = EDGE - headAt(open, line).tip;
  const at = pointOf(line.vertices.at(-2)!);
  const [back, notch] = [tip - 27, tip - 20];
  const corners = [
    onEdge(edge, tip, OFF),
    onEdge(edge, back, OFF + 12.5),
    onEdge(edge, notch, OFF),
    onEdge(edge, back, OFF - 12.5),
  ];
  stage.stamp(`head ${course} ${tip} ${color} ${rim}`, ...at, boundsOf(corners, 3), (brush) => {
    polygon(brush, corners);
    brush.lineJoin = 'round';
    stroke(brush, rim, 4);
    fill(brush, color);
    brush.lineJoin = 'miter';
  });
}

/** The bar before which a line stands that nothing can be dug on. */
export function layBar(
  stage: Stage,
  line: Line,
  open: Pick<Open, 'stations'>,
  ink: string,
  rim: string,
): void {
  const { edge, course } = lastEdge(line);
  const far = EDGE - headAt(open, line).ends;
  const at = pointOf(line.vertices.at(-2)!);
  stage.stamp(`bar ${course} ${far} ${ink} ${rim}`, ...at, around(onEdge(edge, far, OFF), 24), (brush) => {
    const bar = straightWay(onEdge(edge, far, OFF - 14), onEdge(edge, far, OFF + 14));
    brush.lineCap = 'round';
    along(brush, bar, rim, 11);
    along(brush, bar, ink, 7);
    brush.lineCap = 'butt';
  });
}
