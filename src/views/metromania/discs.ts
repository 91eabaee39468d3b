import { SPACE_OF } from '../../games/metromania/grid.ts';
import type { Action, Vertex } from '../../games/metromania/state.ts';
import { BOLD, box, center, fill, stroke, textWidth } from '../canvas.ts';
import { around, type Stage } from '../kit/stage.ts';
import type { Paper } from './colors.ts';
import { EDGE, type Edge, edgeOf, pointOf, type Shown, type Spot } from './ground.ts';
import { type Course, courseOf, straight, straightWay } from './ribbon.ts';
import { along } from './strokes.ts';

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
  readonly from: Vertex;
  readonly course: Course;
  readonly triangle: number;
  readonly line: number;
  readonly start: boolean;
}

const tunnel = (from: Vertex, to: Vertex, triangle: number, line: number, start: boolean): Tunnel => ({
  edge: edgeOf(from, to, triangle),
  from,
  course: courseOf(from, to, triangle),
  triangle,
  line,
  start,
});

/** The tunnel of an action that digs one. */
export function tunnelOf(view: Pick<Shown, 'lines'>, action: Action): Tunnel | null {
  if (action.kind === 'start') {
    const { triangle, line, from } = action;
    const { inner } = SPACE_OF.get(triangle)!;
    return tunnel(from, inner, triangle, line, true);
  }
  if (action.kind !== 'dig') return null;
  const { triangle, line, to } = action;
  const from = view.lines[line]!.vertices.at(-1)!;
  return tunnel(from, to, triangle, line, false);
}

/** Draws the discs, with a thread to what they mean where they had to move away from it. */
export function drawDiscs(stage: Stage, discs: readonly Disc[], paper: Paper): void {
  for (const { x, y, anchor } of discs) {
    const far: Spot = [anchor[0] - x, anchor[1] - y];
    if (Math.hypot(...far) < RADIUS + 6) continue;
    const reach = Math.hypot(...far) + 7;
    stage.stamp(`thread of a disc ${far.join()}`, x, y, around([0, 0], reach), (brush) => {
      along(brush, straightWay([0, 0], far), paper.bg, 7);
      along(brush, straightWay([0, 0], far), paper.ink, 3);
    });
  }
  for (const { x, y, half, label } of discs)
    stage.stamp(`disc ${label} ${half}`, x, y, around([0, 0], half + RADIUS + 4), (brush) => {
      box(brush, -half - RADIUS, -RADIUS, 2 * (half + RADIUS), 2 * RADIUS, RADIUS);
      stroke(brush, paper.bg, 5);
      fill(brush, paper.ink);
      const room = 2 * (half + RADIUS) - 7;
      const size = Math.min(TEXT, (TEXT * room) / textWidth(label, TEXT, BOLD));
      center(brush, label, 0, 0, { size, color: paper.onInk });
    });
}

const MARGIN = 14;

/** The broken line where a tunnel may be dug. */
export function layBroken(stage: Stage, { from, course }: Tunnel, color: string): void {
  const { way, bounds } = straight(course, EDGE - MARGIN, MARGIN);
  stage.stamp(`broken ${course} ${color}`, ...pointOf(from), bounds, (brush) =>
    along(brush, way, color, 10, [10, 5]),
  );
}
