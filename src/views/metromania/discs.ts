import { SPACE_OF } from '../../games/metromania/grid.ts';
import type { Action } from '../../games/metromania/state.ts';
import { type Brush, box, center, fill, stroke, widthOf } from '../canvas.ts';
import type { Paper } from './colors.ts';
import {
  EDGE,
  type Edge,
  edgeOf,
  HEIGHT,
  middleOf,
  onEdge,
  pointOf,
  type Shown,
  type Spot,
  WIDTH,
} from './ground.ts';
import { headAt, OFF, straightWay, along as strokeAlong, type Way } from './ribbon.ts';

/** Numbers of what may be done, each on a disc that covers no other. */

export type Choices = readonly { readonly n: number; readonly action: Action }[];

export interface Disc {
  readonly x: number;
  readonly y: number;
  /** Half of its straight part: a disc with more than two digits is a pill. */
  readonly half: number;
  readonly label: string;
  /** What it belongs to: the middle of the tunnel or the vertex. */
  readonly anchor: Spot;
}

export const RADIUS = 18;
const TEXT = 24;
/** Pixels that stay free between two discs. */
const APART = 3;

/** An edge that may be dug. */
export interface Tunnel {
  readonly edge: Edge;
  readonly triangle: number;
  readonly line: number;
  readonly start: boolean;
}

/** The tunnel of an action that digs one. */
export function tunnelOf(view: Pick<Shown, 'lines'>, action: Action): Tunnel | null {
  if (action.kind === 'start') {
    const { triangle, line, from } = action;
    const { inner } = SPACE_OF.get(triangle)!;
    return {
      edge: edgeOf(from, inner, triangle),
      triangle,
      line,
      start: true,
    };
  }
  if (action.kind !== 'dig') return null;
  const { triangle, line, to } = action;
  const from = view.lines[line]!.vertices.at(-1)!;
  return { edge: edgeOf(from, to, triangle), triangle, line, start: false };
}

const keyOf = (action: Action): string =>
  action.kind === 'dig'
    ? `dig ${action.line} ${action.triangle} ${action.to}`
    : action.kind === 'start'
      ? `start ${action.triangle} ${action.from}`
      : action.kind;

/** "5·6", "5–8": choices that differ in nothing that a picture shows. */
const labelOf = (numbers: readonly number[]): string =>
  numbers.length > 2 && numbers.at(-1)! - numbers[0]! === numbers.length - 1
    ? `${numbers[0]}–${numbers.at(-1)}`
    : numbers.join('·');

interface Body {
  x: number;
  y: number;
  readonly home: Spot;
  /** It stands on a vertex and stays there. */
  readonly pinned: boolean;
  readonly half: number;
  readonly label: string;
  readonly anchor: Spot;
}

/** Widths of figures, rounded up, without a brush: where discs lie must not hang on fonts. */
const halfOf = (label: string): number =>
  Math.max(
    0,
    (Array.from(label).reduce((sum, c) => sum + (c === '·' ? 8 : c === '–' ? 15 : 15.5), 0) - 31) / 2,
  );

/** How far along its edge the number of a tunnel stands. */
function farOf(view: Shown, action: Action, legal: Choices): number {
  if (action.kind !== 'dig') return 40;
  const from = view.lines[action.line]!.vertices.at(-1)!;
  const others = legal.flatMap(({ action: one }) =>
    one.kind === 'dig' && one.line !== action.line && one.triangle === action.triangle ? [one] : [],
  );
  // The same tunnel by the other line: one number stands nearer, one further.
  if (others.some(({ to }) => to === action.to)) return action.line % 2 === 0 ? 52 : 86;
  // The same edge from its other end: each stands by its own line.
  if (others.some(({ to }) => to === from)) return 38;
  return view.signs[action.triangle] === null ? 70 : 84;
}

function bodyOf(view: Shown, actions: Choices, legal: Choices): Body | null {
  const { action } = actions[0]!;
  const label = labelOf(actions.map(({ n }) => n));
  const half = halfOf(label);
  if (action.kind === 'station' || action.kind === 'bonus') {
    if (action.vertex === null) return null;
    const [x, y] = pointOf(action.vertex);
    return { x, y, home: [x, y], pinned: true, half, label, anchor: [x, y] };
  }
  const { edge, start, triangle } = tunnelOf(view, action)!;
  const far = farOf(view, action, legal);
  // On a spot it makes room for the sign.
  const home = onEdge(edge, far, start ? OFF + 6 : view.signs[triangle] === null ? 17 : 12);
  return { x: home[0], y: home[1], home, pinned: false, half, label, anchor: onEdge(edge, far, OFF) };
}

/** What discs should not cover: stations, termini, markers. */
function obstaclesOf(view: Shown): { x: number; y: number; r: number }[] {
  return [
    ...view.stations.map(({ vertex }) => ({ at: pointOf(vertex), r: 12 })),
    ...view.marked.map(({ triangle }) => ({ at: middleOf(triangle), r: 15 })),
    ...view.lines.flatMap((line) => {
      if (line.tunnels.length === 0 || line.done) return [];
      const i = line.tunnels.length - 1;
      const edge = edgeOf(line.vertices[i]!, line.vertices[i + 1]!, line.tunnels[i]!);
      return [{ at: onEdge(edge, EDGE - headAt(view, line).tip - 13, OFF), r: 12 }];
    }),
  ].map(({ at: [x, y], r }) => ({ x, y, r }));
}

/** The gap between two pills; below zero they overlap. */
export function gapOf(one: Omit<Disc, 'label' | 'anchor'>, other: Omit<Disc, 'label' | 'anchor'>): number {
  const dx = Math.max(0, Math.abs(one.x - other.x) - one.half - other.half);
  return Math.hypot(dx, one.y - other.y) - 2 * RADIUS;
}

const ROUNDS = 160;

/** Pushes two bodies apart until they are `APART` from each other. True when they were too near. */
function part(one: Body, other: Body): boolean {
  const gap = gapOf(one, other);
  if (gap >= APART - 1e-6) return false;
  let dx = one.x - other.x;
  let dy = one.y - other.y;
  const length = Math.hypot(dx, dy);
  // Two at one place: along a direction of their own.
  if (length < 1e-6) [dx, dy] = [Math.cos(one.home[0] + one.half), Math.sin(one.home[0] + one.half)];
  else [dx, dy] = [dx / length, dy / length];
  const push = APART - gap + 0.1;
  const share = one.pinned ? 0 : other.pinned ? 1 : 0.5;
  one.x += dx * push * share;
  one.y += dy * push * share;
  other.x -= dx * push * (1 - share);
  other.y -= dy * push * (1 - share);
  return true;
}

function keepInside(body: Body): void {
  if (body.pinned) return;
  body.x = Math.min(Math.max(body.x, RADIUS + body.half + 2), WIDTH - RADIUS - body.half - 2);
  body.y = Math.min(Math.max(body.y, RADIUS + 2), HEIGHT - RADIUS - 2);
}

/** Where the numbers of choices stand: as near to what they mean as they can without covering each other. */
export function placeDiscs(view: Shown, legal: Choices): Disc[] {
  const groups = new Map<string, { n: number; action: Action }[]>();
  for (const one of legal) {
    const key = one.action.kind === 'dig' || one.action.kind === 'start' ? keyOf(one.action) : `at ${one.n}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const bodies = [...groups.values()].flatMap((group) => bodyOf(view, group, legal) ?? []);
  const obstacles = obstaclesOf(view);
  for (let round = 0; round < ROUNDS; round++) {
    for (const body of bodies.filter(({ pinned }) => !pinned)) {
      body.x += (body.home[0] - body.x) * 0.12;
      body.y += (body.home[1] - body.y) * 0.12;
      for (const { x, y, r } of obstacles) {
        const dx = body.x - x;
        const dy = body.y - y;
        const off = Math.hypot(dx, dy) || 1;
        const lack = RADIUS + r - Math.hypot(Math.max(0, Math.abs(dx) - body.half), dy);
        if (lack > 0) {
          body.x += (dx / off) * lack * 0.4;
          body.y += (dy / off) * lack * 0.4;
        }
      }
    }
    for (const [i, one] of bodies.entries()) for (const other of bodies.slice(i + 1)) part(one, other);
    bodies.forEach(keepInside);
  }
  // Not one may lie over another, whatever they mean.
  for (let round = 0; round < 4 * ROUNDS; round++) {
    let near = false;
    for (const [i, one] of bodies.entries())
      for (const other of bodies.slice(i + 1)) near = part(one, other) || near;
    bodies.forEach(keepInside);
    if (!near) break;
  }
  return bodies.map(({ x, y, half, label, anchor }) => ({ x, y, half, label, anchor }));
}

/** Draws the discs, with a thread to what they mean where they had to move away from it. */
export function drawDiscs(brush: Brush, discs: readonly Disc[], paper: Paper): void {
  for (const { x, y, anchor } of discs) {
    if (Math.hypot(x - anchor[0], y - anchor[1]) < RADIUS + 6) continue;
    strokeAlong(brush, straightWay([x, y], anchor), paper.bg, 7);
    strokeAlong(brush, straightWay([x, y], anchor), paper.ink, 3);
  }
  for (const { x, y, half, label } of discs) {
    box(brush, x - half - RADIUS, y - RADIUS, 2 * (half + RADIUS), 2 * RADIUS, RADIUS);
    stroke(brush, paper.bg, 5);
    fill(brush, paper.ink);
    const room = 2 * (half + RADIUS) - 7;
    const size = Math.min(TEXT, (TEXT * room) / widthOf(brush, label, TEXT, 800));
    center(brush, label, x, y, { size, color: paper.onInk });
  }
}

/** The broken line where a tunnel may be dug. */
export function tunnelWay({ edge }: Tunnel): Way {
  return straightWay(onEdge(edge, 14, OFF), onEdge(edge, EDGE - 14, OFF));
}
