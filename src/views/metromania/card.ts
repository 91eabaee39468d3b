import { BOLD, type Brush, center, circle, fill, stroke, write } from '../canvas.ts';
import type { Drawing } from '../kit/drawing.ts';
import { around, type Stage } from '../kit/stage.ts';
import type { Scene, Theme } from '../presenter.ts';
import { linesIn } from '../wrap.ts';
import { drawGround } from './city.ts';
import { PAPERS, styleOf } from './colors.ts';
import { drawDiscs } from './discs.ts';
import { EDGE, edgeOf, onEdge, pointOf, type Shown, type Spot, WIDTH } from './ground.ts';
import { BOARDS, TRIPS } from './lessons.ts';
import type { News } from './network.ts';
import type { Who } from './players.ts';
import { stopsOf } from './route.ts';
import { drawMarks, drawRest, drawRoute } from './trip.ts';
import { layStop } from './tripstrip.ts';
import { drawing, drawPlace, through } from './tutorial.ts';

/** The rules in one minute, drawn: five sentences, each with a part of a city beside it. */

const ROW = { gap: 18, margin: 24 } as const;
const HEIGHT = 226;
/** The last sentence must end above the corner that stays empty. */
const LAST = 254;
const PART = { left: 590, width: WIDTH - 590 - ROW.margin } as const;
const TEXT = { left: 104, size: 42, line: 52, badge: 30 } as const;

interface Row {
  readonly key: 'dig' | 'station' | 'marker' | 'finish' | 'trips';
  readonly height: number;
  readonly on: Spot;
  readonly scale: number;
  readonly paint: (stage: Stage, who: Who, theme: Theme) => void;
}

const newsOf = (view: Shown, company: number, count: number, vertices: readonly number[] = []): News => ({
  draft: false,
  company,
  triangles: new Set(view.lines[2 * company]!.tunnels.slice(view.lines[2 * company]!.tunnels.length - count)),
  vertices: new Set(vertices),
});

/** Half the height of a stop of the trip. */
const STOP = 29;
/** What the station of the second row brings. */
const POINTS = 2;

/** The newest tunnels of a line with their numbers. */
function paintDig(stage: Stage, who: Who, theme: Theme): void {
  const view = BOARDS.marker;
  const { vertices, tunnels } = view.lines[0]!;
  drawPlace(stage, view, { news: [newsOf(view, 0, 3)], who, theme });
  const discs = [3, 4, 5].map((i) => {
    const edge = edgeOf(vertices[i]!, vertices[i + 1]!, tunnels[i]!);
    const [x, y] = onEdge(edge, EDGE / 2, 36);
    return { x, y, half: 0, label: String(i - 2), anchor: [x, y] as const };
  });
  drawDiscs(stage, discs, PAPERS[theme]);
}

/** Points that something brings, in the colour of company 0. */
function writePoints(stage: Stage, points: number, [x, y]: Spot, theme: Theme): void {
  const { color, text } = styleOf(theme, 0);
  stage.stamp(`points ${points}`, x, y, around([0, 0], 32), (brush) => {
    circle(brush, 0, 0, 30);
    fill(brush, color);
    stroke(brush, PAPERS[theme].ink, 2.5);
    center(brush, `+${points}`, 0, 0, { size: 37, color: text });
  });
}

/** A station with the points it brings. */
function paintStation(stage: Stage, who: Who, theme: Theme): void {
  const view = BOARDS.met;
  const { vertex } = view.stations[0]!;
  drawPlace(stage, view, { news: [newsOf(view, 0, 1, [vertex])], who, theme });
  const [x, y] = pointOf(vertex);
  writePoints(stage, POINTS, [x, y + 46], theme);
}

const paintPlaced = (stage: Stage, who: Who, theme: Theme): void =>
  drawPlace(stage, BOARDS.placed, { news: [newsOf(BOARDS.placed, 0, 1)], who, theme });

const paintEnded = (stage: Stage, who: Who, theme: Theme): void =>
  drawPlace(stage, BOARDS.ended, { who, theme });

function paintTrip(stage: Stage, _: Who, theme: Theme): void {
  const view = BOARDS.short;
  const trip = TRIPS.short;
  drawGround(stage, view, theme, true);
  drawRest(stage, view, trip, theme);
  drawRoute(stage, view, trip, theme);
  drawMarks(stage, view, trip, theme);
  // Their minutes are counted with: larger than in a picture of a trip alone.
  for (const stop of stopsOf(view, trip)) layStop(stage, pointOf(stop.vertex), stop, PAPERS[theme], STOP);
  const [x, y] = pointOf(trip.route[0]!.to);
  writePoints(stage, trip.points[0]!, [x + EDGE / 2, y - 46], theme);
}

const ROWS: readonly Row[] = [
  { key: 'dig', height: HEIGHT, on: [571, 448], scale: 1.15, paint: paintDig },
  { key: 'station', height: HEIGHT, on: [708, 668], scale: 1.2, paint: paintStation },
  { key: 'marker', height: HEIGHT, on: [700, 360], scale: 1.1, paint: paintPlaced },
  { key: 'finish', height: HEIGHT, on: [760, 1000], scale: 1.1, paint: paintEnded },
  { key: 'trips', height: LAST, on: [814, 640], scale: 1.21, paint: paintTrip },
];

function writeRow(brush: Brush, text: string, n: number, top: number, theme: Theme): void {
  const { ink, onInk } = PAPERS[theme];
  const { left, size, line, badge } = TEXT;
  const first = top + 40;
  circle(brush, ROW.margin + badge, first, badge);
  fill(brush, ink);
  center(brush, String(n), ROW.margin + badge, first, { size: 40, weight: BOLD, color: onInk });
  const room = PART.left - left - 20;
  linesIn(text, size, room).forEach((words, i) => {
    write(brush, words, left, first + 15 + i * line, { size, color: ink, fit: room });
  });
}

/** The card: its last sentence leaves the lower left corner to Discord's sign. */
export function drawCard(scene: Scene): Drawing {
  const { theme, t } = scene;
  const topOf = (row: number): number =>
    ROWS.slice(0, row).reduce<number>((top, { height }) => top + height + ROW.gap, ROW.margin);
  const height = topOf(ROWS.length) - ROW.gap + ROW.margin;
  return drawing(height, scene, BOARDS.bend, (brush, who) => {
    ROWS.forEach(({ key, height, on, scale, paint }, i) => {
      const top = topOf(i);
      const part = { left: PART.left, top, width: PART.width, height, on, scale };
      through(brush, part, false, (stage) => paint(stage, who, theme));
      writeRow(brush, t(`metromania.rules.card.${key}`), i + 1, top, theme);
    });
  });
}
