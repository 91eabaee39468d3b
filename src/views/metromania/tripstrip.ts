import type { Trip } from '../../games/metromania/state.ts';
import { type Brush, box, center, fill, stroke } from '../canvas.ts';
import type { Stage } from '../kit/stage.ts';
import type { Theme } from '../presenter.ts';
import { PAPERS, type Paper, styleOf } from './colors.ts';
import { type Shown, type Spot, WIDTH } from './ground.ts';
import { straightWay } from './ribbon.ts';
import { type End, endsOf, type Stop } from './route.ts';
import { layGreen, layMarker, markerLook } from './signs.ts';
import { drawRibbon, isLadder } from './strokes.ts';

/** The stops and the ends of a trip, and its route as a sum of rides and changes beneath the city. */

/** How wide a route is drawn, in widths of a line. */
export const LIT = 15 / 12;

/** A stop with its minute; where one changes, both: "3 → 6". */
function drawStop(
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

/** Lays the same. */
export function layStop(
  stage: Stage,
  [x, y]: Spot,
  { minute, leaves }: Pick<Stop, 'minute' | 'leaves'>,
  paper: Paper,
  r: number,
): void {
  const [wide, high] = [r * (leaves === minute ? 1 : 2.25) + 5, r + 5];
  stage.stamp(`stop ${minute} ${leaves} ${r}`, x, y, [-wide, -high, wide, high], (brush) =>
    drawStop(brush, [0, 0], { minute, leaves }, paper, r),
  );
}

/** An arrow to the right. */
function drawArrow(brush: Brush, from: number, to: number, y: number, color: string, width: number): void {
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

/** Lays the same. */
export function layArrow(
  stage: Stage,
  from: number,
  to: number,
  y: number,
  color: string,
  width: number,
): void {
  const bounds = [-width, -3 * width, to - from + width, 3 * width] as const;
  stage.stamp(`arrow ${to - from} ${color} ${width}`, from, y, bounds, (brush) =>
    drawArrow(brush, 0, to - from, 0, color, width),
  );
}

/** An end's sign: the marker in its placer's colour, an outline where it was never placed, trees or waves. */
export function laySignOf(
  stage: Stage,
  trip: Trip,
  { kind, company }: End,
  [x, y]: Spot,
  size: number,
  theme: Theme,
): void {
  const paper = PAPERS[theme];
  const letter = trip.id === 'park' ? null : trip.id;
  if (kind === 'park' || kind === 'lake')
    layGreen(stage, kind, x, y, paper, size / (kind === 'park' ? 30 : 27));
  else if (company !== null && letter)
    layMarker(stage, x, y, markerLook(kind, letter, size, styleOf(theme, company), [paper.dug, 4]));
  else
    layMarker(stage, x, y, {
      kind,
      letter,
      size,
      color: paper.bg,
      text: paper.soft,
      rim: [paper.soft, 1.5],
      dash: true,
    });
}

export const STRIP = { from: 200, to: WIDTH - 30, y: 1132, h: 62, size: 43, end: 29.2 } as const;
/** Between the middle of an end's sign and the first ride or the last one. */
const LEAD = 52;
/** Widths of a ride and of a change, where there is room, and the least that their figures need. */
const RIDE = { most: 150, least: 58 } as const;
const CHANGE = { most: 74, least: 62 } as const;

/** Minutes on one line, or to change to the next (`line` null). */
interface Leg {
  readonly line: number | null;
  readonly minutes: number;
}

/** The rides of a trip by lines, and the changes between them: their minutes add up to the trip's. */
export function legsOf(stops: readonly Stop[]): Leg[] {
  const legs: Leg[] = [];
  for (const [i, { line, minute, leaves }] of stops.entries()) {
    if (line === null) continue;
    if (leaves > minute) legs.push({ line: null, minutes: leaves - minute });
    const ride = stops[i + 1]!.minute - leaves;
    const last = legs.at(-1);
    if (last?.line === line) legs.splice(-1, 1, { line, minutes: last.minutes + ride });
    else legs.push({ line, minutes: ride });
  }
  return legs;
}

interface Place extends Leg {
  readonly x: number;
  readonly w: number;
}

/** The legs of a trip side by side; none where there are more than have room. */
export function placesOf(stops: readonly Stop[]): Place[] {
  const legs = legsOf(stops);
  const changes = legs.filter(({ line }) => line === null).length;
  const rides = legs.length - changes;
  const span = STRIP.to - STRIP.from - 2 * LEAD - 2 * STRIP.end;
  if (rides * RIDE.least + changes * CHANGE.least > span) return [];
  const share = Math.min((span - changes * CHANGE.least) / Math.max(rides, 1), RIDE.most);
  const change = Math.min((span - rides * share) / Math.max(changes, 1), CHANGE.most);
  let x = STRIP.from + STRIP.end + LEAD;
  return legs.map((leg) => {
    const w = leg.line === null ? change : share;
    const place = { ...leg, x, w };
    x += w;
    return place;
  });
}

/** The route once more, as a sum: minutes on each line, and of each change. */
export function layStrip(stage: Stage, view: Shown, trip: Trip, stops: readonly Stop[], theme: Theme): void {
  const paper = PAPERS[theme];
  const { y, h, size, end } = STRIP;
  const [from, to] = endsOf(view, trip);
  const places = placesOf(stops);
  const last = places.at(-1);
  if (!last) return;
  laySignOf(stage, trip, from, [STRIP.from + end, y], end, theme);
  laySignOf(stage, trip, to, [last.x + last.w + LEAD, y], end, theme);
  for (const { x, w, line, minutes } of places) {
    const middle = x + w / 2;
    if (line === null) {
      stage.write(`+${minutes}`, middle, y + size * 0.364, { size, color: paper.soft, align: 'center' });
      continue;
    }
    const style = styleOf(theme, view.lines[line]!.company);
    const ladder = isLadder(line);
    const half = Math.max(h / 2, size * 0.3 * String(minutes).length + 14);
    const reach = Math.max(w / 2, half + 3) + 2;
    const key = `leg ${style.color} ${ladder} ${w} ${minutes}`;
    stage.stamp(key, middle, y, [-reach, -h / 2 - 3, reach, h / 2 + 3], (brush) => {
      drawRibbon(brush, straightWay([-w / 2, 0], [w / 2, 0]), style, ladder, paper.casing, LIT);
      box(brush, -half, -h / 2, 2 * half, h, h / 2);
      fill(brush, paper.plate);
      stroke(brush, style.color, 5);
      center(brush, String(minutes), 0, 0, { size, color: '#1f2328' });
    });
  }
}
