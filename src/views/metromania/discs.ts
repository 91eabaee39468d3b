import { SPACE_OF } from '../../games/metromania/grid.ts';
import type { Action } from '../../games/metromania/state.ts';
import { type Brush, box, center, fill, stroke, widthOf } from '../canvas.ts';
import type { Paper } from './colors.ts';
import { EDGE, type Edge, edgeOf, onEdge, type Shown, type Spot } from './ground.ts';
import { OFF, straightWay, along as strokeAlong, type Way } from './ribbon.ts';

/** Tunnels that may be dug, and the discs that name them where a picture has few. */

export interface Disc {
  readonly x: number;
  readonly y: number;
  /** Half of its straight part: a disc with more than two digits is a pill. */
  readonly half: number;
  readonly label: string;
  /** What it belongs to: the middle of the tunnel or the vertex. */
  readonly anchor: Spot;
}

export const RADIUS = 21;
const TEXT = 28;

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
