import type { Trip } from '../../games/metromania/state.ts';
import { BOLD, type Brush, box, center, fill, stroke, write } from '../canvas.ts';
import type { Theme } from '../presenter.ts';
import { PAPERS, type Paper, styleOf } from './colors.ts';
import { type Shown, type Spot, WIDTH } from './ground.ts';
import { along, drawRibbon, isLadder, straightWay } from './ribbon.ts';
import { type End, endsOf, type Stop } from './route.ts';
import { drawMarker, drawTrees, drawWaves, markerLook } from './signs.ts';

/** The stops and the ends of a trip, and all of its route as a straight line beneath the city. */

/** How wide a route is drawn, in widths of a line. */
export const LIT = 15 / 12;

/** A stop with its minute; where one changes, both: "3 → 6". */
export function drawStop(
  brush: Brush,
  [x, y]: Spot,
  { minute, leaves }: Pick<Stop, 'minute' | 'leaves'>,
  paper: Paper,
  r: number,
): void {
  const change = leaves !== minute;
  const half = change ? r * 1.25 : 0;
  const shape = (more: number) =>
    box(brush, x - half - r - more, y - r - more, 2 * (half + r + more), 2 * (r + more), r + more);
  shape(4);
  fill(brush, paper.bg);
  shape(0);
  fill(brush, paper.plate);
  stroke(brush, paper.rim === paper.onInk ? paper.limit : paper.rim, change ? 3 : 4);
  const how = { size: r * 1.26, color: '#1f2328' };
  if (!change) {
    center(brush, String(minute), x, y, how);
    return;
  }
  center(brush, String(minute), x - r * 1.15, y, how);
  center(brush, String(leaves), x + r * 1.15, y, how);
  drawArrow(brush, x - r * 0.36, x + r * 0.36, y, '#1f2328', 3);
}

/** An arrow to the right. */
export function drawArrow(
  brush: Brush,
  from: number,
  to: number,
  y: number,
  color: string,
  width: number,
): void {
  brush.beginPath();
  brush.moveTo(from, y);
  brush.lineTo(to, y);
  brush.moveTo(to - width * 1.7, y - width * 1.7);
  brush.lineTo(to, y);
  brush.lineTo(to - width * 1.7, y + width * 1.7);
  brush.lineCap = 'round';
  stroke(brush, color, width);
  brush.lineCap = 'butt';
}

/** An end's sign: the marker in its placer's colour, an outline where it was never placed, trees or waves. */
export function drawSignOf(
  brush: Brush,
  trip: Trip,
  { kind, company }: End,
  [x, y]: Spot,
  size: number,
  theme: Theme,
): void {
  const paper = PAPERS[theme];
  const letter = trip.id === 'park' ? null : trip.id;
  if (kind === 'park') drawTrees(brush, x, y, paper.tree, size / 30);
  else if (kind === 'lake') drawWaves(brush, x, y, paper.wave, size / 27);
  else if (company !== null && letter)
    drawMarker(brush, x, y, markerLook(kind, letter, size, styleOf(theme, company), [paper.dug, 4]));
  else
    drawMarker(brush, x, y, {
      kind,
      letter,
      size,
      color: paper.bg,
      text: paper.soft,
      rim: [paper.soft, 1.5],
      dash: true,
    });
}

export const STRIP = { from: 200, to: WIDTH - 30, y: 1096, r: 16, end: 20 } as const;
/** Between an end's sign and the first or the last stop. */
const LEAD = { before: 64, after: 52, room: 64 } as const;
/** Between two stops: at most; what the minutes of a change need; what is left to a ride where these are many. */
const PITCH = { most: 108, change: 74, ride: 46 } as const;
/** The minutes of a change, and their baseline above the strip. */
const CHANGE = { size: 29, above: 10, rim: 9 } as const;

/** A place on the strip: one for each stop, two where one changes. */
interface Place {
  readonly x: number;
  readonly minute: number;
  /** The line to the next place; null at the last, and where one changes. */
  readonly line: number | null;
  /** Minutes of the change that begins here; 0 where none does. */
  readonly change: number;
}

/** The stops of a trip side by side: where there is little room, changes keep theirs longer than rides. */
export function placesOf(stops: readonly Stop[]): Place[] {
  const changes = stops.filter(({ minute, leaves }) => leaves !== minute).length;
  const rides = stops.length - 1;
  const span = STRIP.to - LEAD.room - STRIP.from - LEAD.before;
  const even = Math.min(span / Math.max(rides + changes, 1), PITCH.most);
  const narrow = changes > 0 && even < PITCH.change;
  const ride = narrow ? Math.max((span - changes * PITCH.change) / rides, Math.min(even, PITCH.ride)) : even;
  const wide = narrow ? (span - rides * ride) / changes : even;
  let x = STRIP.from + LEAD.before;
  return stops.flatMap(({ minute, leaves, line }) => {
    const change = leaves - minute;
    const here = { x, minute, line: change > 0 ? null : line, change };
    const on = change > 0 ? [{ x: x + wide, minute: leaves, line, change: 0 }] : [];
    x += ride + (change > 0 ? wide : 0);
    return [here, ...on];
  });
}

/** The route once more, as a straight line. */
export function drawStrip(brush: Brush, view: Shown, trip: Trip, stops: readonly Stop[], theme: Theme): void {
  const paper = PAPERS[theme];
  const { y, r, end } = STRIP;
  const [from, to] = endsOf(view, trip);
  const places = placesOf(stops);
  drawSignOf(brush, trip, from, [STRIP.from + 12, y], end, theme);
  drawSignOf(brush, trip, to, [places.at(-1)!.x + LEAD.after, y], end, theme);
  for (const [i, { x, line, change }] of places.slice(0, -1).entries()) {
    const next = places[i + 1]!.x;
    const way = straightWay([x, y], [next, y]);
    if (change > 0) {
      brush.lineCap = 'round';
      along(brush, way, paper.soft, 4, [0.01, 9]);
      brush.lineCap = 'butt';
      writeChange(brush, change, x, next, paper);
    } else if (line !== null) {
      const style = styleOf(theme, view.lines[line]!.company);
      drawRibbon(brush, way, style, isLadder(line), paper.casing, LIT);
    }
  }
  for (const { x, minute } of places) drawStop(brush, [x, y], { minute, leaves: minute }, paper, r);
}

/** How long a change takes, over its dots: "+3"; with a rim, for arrows of the city may lie beneath it. */
function writeChange(brush: Brush, minutes: number, from: number, to: number, paper: Paper): void {
  const text = `+${minutes}`;
  const [x, y] = [(from + to) / 2, STRIP.y - CHANGE.above];
  const fit = to - from - 2 * STRIP.r;
  const letters = () =>
    write(brush, text, x, y, { size: CHANGE.size, weight: BOLD, color: paper.ink, align: 'center', fit });
  letters();
  brush.lineJoin = 'round';
  brush.strokeStyle = paper.bg;
  brush.lineWidth = CHANGE.rim;
  brush.strokeText(text, x, y);
  brush.lineJoin = 'miter';
  letters();
}
