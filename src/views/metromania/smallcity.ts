import { CORNERS } from '../../games/metromania/grid.ts';
import type { Trip } from '../../games/metromania/state.ts';
import { type Brush, circle, fill, polygon, stroke } from '../canvas.ts';
import type { Theme } from '../presenter.ts';
import { fillTriangle, pieceColor } from './city.ts';
import { PAPERS, paleStyle, styleOf } from './colors.ts';
import { CENTRE, LIMIT, middleOf, pointOf, type Shown } from './ground.ts';
import { markerSpot } from './network.ts';
import { along, drawRibbon, isLadder, ribbonOf } from './ribbon.ts';
import { endsOf, stopsOf } from './route.ts';
import { drawMarker, drawTrees, drawWaves, markerLook } from './signs.ts';
import { hopsOf } from './trip.ts';

/** A city so small that nothing can be read in it: what is dug, all lines, and the fastest route of one trip, lit. */

/** Widths in pixels of the city: it is shown at a quarter of its size. */
const PALE = 9;
const ROUTE = { paper: 64, ink: 50, size: 3 } as const;
const STOP = { r: 25, change: 34, hole: 13, rim: 9 } as const;
const END = 56;

/** Draws with the city's middle at a point, `width` wide from corner to corner. */
export function inCity(brush: Brush, at: readonly [number, number], width: number, draw: () => void): void {
  const scale = width / (LIMIT[0]![0] - LIMIT[3]![0]);
  brush.save();
  brush.translate(...at);
  brush.scale(scale, scale);
  brush.translate(-CENTRE[0], -CENTRE[1]);
  draw();
  brush.restore();
}

/** The ground, what is dug in it, and all lines, pale. */
export function drawSmallCity(brush: Brush, view: Shown, theme: Theme): void {
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
export function drawSmallTrip(brush: Brush, view: Shown, trip: Trip, theme: Theme): void {
  const paper = PAPERS[theme];
  const hops = hopsOf(view, trip);
  for (const { way } of hops) along(brush, way, paper.bg, ROUTE.paper);
  for (const { way } of hops) along(brush, way, paper.ink, ROUTE.ink);
  for (const { way, company, line } of hops)
    drawRibbon(brush, way, styleOf(theme, company), isLadder(line), paper.ink, ROUTE.size);
  for (const { vertex, minute, leaves } of stopsOf(view, trip)) {
    const change = minute !== leaves;
    const at = pointOf(vertex);
    circle(brush, ...at, (change ? STOP.change : STOP.r) + STOP.rim);
    fill(brush, paper.casing);
    circle(brush, ...at, change ? STOP.change : STOP.r);
    fill(brush, paper.plate);
    stroke(brush, '#1f2328', 6);
    if (!change) continue;
    circle(brush, ...at, STOP.hole);
    fill(brush, '#1f2328');
  }
  for (const end of endsOf(view, trip)) {
    if (end.triangle === null) continue;
    const at = markerSpot(view, end.triangle);
    const middle = middleOf(end.triangle);
    if (end.kind === 'park') drawTrees(brush, ...middle, paper.tree, END / 30);
    else if (end.kind === 'lake') drawWaves(brush, ...middle, paper.wave, END / 27);
    else if (end.company !== null)
      drawMarker(brush, ...at, {
        ...markerLook(end.kind, null, END, styleOf(theme, end.company), [paper.casing, 8]),
        hem: 'solid',
      });
  }
}
