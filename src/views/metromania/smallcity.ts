import { CORNERS } from '../../games/metromania/grid.ts';
import type { Trip } from '../../games/metromania/state.ts';
import { type Brush, circle, fill, polygon, stroke } from '../canvas.ts';
import { around, boundsOf, type Stage } from '../kit/stage.ts';
import type { Theme } from '../presenter.ts';
import { fillTriangle, pieceColor } from './city.ts';
import { PAPERS, paleStyle, styleOf } from './colors.ts';
import { CENTRE, HEIGHT, LIMIT, middleOf, pointOf, type Shown, WIDTH } from './ground.ts';
import { markerSpot } from './network.ts';
import { headAt, ribbonOf } from './ribbon.ts';
import { endsOf, stopsOf } from './route.ts';
import { layGreen, layMarker, markerLook } from './signs.ts';
import { along, drawRibbon, isLadder } from './strokes.ts';
import { hopsOf } from './trip.ts';

/** A city so small that nothing can be read in it: what is dug, all lines, and the fastest route of one trip, lit. */

/** Widths in pixels of the city: it is shown at a quarter of its size. */
const PALE = 9;
const ROUTE = { paper: 64, ink: 50, size: 3 } as const;
const STOP = { r: 25, change: 34, hole: 13, rim: 9 } as const;
const END = 56;

/** A stage with the city's middle at a point, `width` wide from corner to corner. */
export function inCity(stage: Stage, [x, y]: readonly [number, number], width: number): Stage {
  const scale = width / (LIMIT[0]![0] - LIMIT[3]![0]);
  return stage.within(x - CENTRE[0] * scale, y - CENTRE[1] * scale, scale);
}

const WHOLE = [0, 90, WIDTH, HEIGHT - 90] as const;

const ofLines = (view: Shown): string =>
  view.lines
    .map((line) => {
      const { vertices, tunnels, done } = line;
      return tunnels.length > 0 && `${vertices.join()} ${tunnels.join()} ${done || headAt(view, line).ends}`;
    })
    .join(';');

/** The ground, what is dug in it, and all lines, pale: one drawing for all trips of a game. */
export function laySmallCity(stage: Stage, view: Shown, theme: Theme): void {
  const key = `small ${view.signs.indexOf('lake')} ${view.signs.indexOf('park')} ${ofLines(view)}`;
  stage.stamp(key, 0, 0, WHOLE, (brush) => drawSmallCity(brush, view, theme));
}

function drawSmallCity(brush: Brush, view: Shown, theme: Theme): void {
  const paper = PAPERS[theme];
  polygon(brush, LIMIT);
  fill(brush, paper.pieces[1]);
  for (const triangle of CORNERS.keys()) {
    const sign = view.signs[triangle];
    const dug = view.dug[triangle] !== null ? paper.dug : pieceColor(triangle, paper);
    const ground = sign === 'lake' ? paper.lake : sign === 'park' ? paper.park : dug;
    // Over its edges: small gaps would be seen as a net.
    fillTriangle(brush, triangle, ground, -1);
  }
  polygon(brush, LIMIT);
  brush.lineJoin = 'round';
  stroke(brush, paper.limit, 5);
  for (const line of view.lines)
    if (line.tunnels.length > 0) along(brush, ribbonOf(line, view), paleStyle(theme).color, PALE);
}

/** A trip's fastest route, its stops, and the markers or the places that it joins. */
export function laySmallTrip(stage: Stage, view: Shown, trip: Trip, theme: Theme): void {
  const paper = PAPERS[theme];
  if (trip.route.length > 0) layRoute(stage, view, trip, theme);
  for (const { vertex, minute, leaves } of stopsOf(view, trip)) {
    const change = minute !== leaves;
    const r = change ? STOP.change : STOP.r;
    stage.stamp(`small stop ${change}`, ...pointOf(vertex), around([0, 0], r + STOP.rim + 1), (brush) => {
      circle(brush, 0, 0, r + STOP.rim);
      fill(brush, paper.casing);
      circle(brush, 0, 0, r);
      fill(brush, paper.plate);
      stroke(brush, '#1f2328', 6);
      if (!change) return;
      circle(brush, 0, 0, STOP.hole);
      fill(brush, '#1f2328');
    });
  }
  for (const end of endsOf(view, trip)) {
    if (end.triangle === null) continue;
    const middle = middleOf(end.triangle);
    if (end.kind === 'park') layGreen(stage, 'park', ...middle, paper, END / 30);
    else if (end.kind === 'lake') layGreen(stage, 'lake', ...middle, paper, END / 27);
    else if (end.company !== null)
      layMarker(stage, ...markerSpot(view, end.triangle), {
        ...markerLook(end.kind, null, END, styleOf(theme, end.company), [paper.casing, 8]),
        hem: 'solid',
      });
  }
}

function layRoute(stage: Stage, view: Shown, trip: Trip, theme: Theme): void {
  const paper = PAPERS[theme];
  const hops = hopsOf(view, trip).map(({ line, company, stretch }) => ({
    line,
    company,
    way: ribbonOf(view.lines[line]!, view, stretch),
  }));
  const key = hops.map(({ line, way }) => `${line} ${way.points.flat().map(Math.round)}`).join(';');
  const bounds = boundsOf(
    hops.flatMap(({ way }) => way.points),
    ROUTE.paper / 2 + 2,
  );
  stage.stamp(`small route ${key}`, 0, 0, bounds, (brush) => {
    for (const { way } of hops) along(brush, way, paper.bg, ROUTE.paper);
    for (const { way } of hops) along(brush, way, paper.ink, ROUTE.ink);
    for (const { way, company, line } of hops)
      drawRibbon(brush, way, styleOf(theme, company), isLadder(line), paper.ink, ROUTE.size);
  });
}
