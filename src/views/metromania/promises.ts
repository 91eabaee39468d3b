import { hasStation, worthOf } from '../../games/metromania/legal.ts';
import { meetingsOf } from '../../games/metromania/meetings.ts';
import type { Vertex } from '../../games/metromania/state.ts';
import { BOLD, center, circle, fill, stroke } from '../canvas.ts';
import { around, type Stage } from '../kit/stage.ts';
import type { Scene } from '../presenter.ts';
import { PAPERS, styleOf } from './colors.ts';
import { pointOf } from './ground.ts';
import type { Sight } from './sight.ts';
import { through } from './window.ts';

/** Stations that a tunnel of a page would bring where it meets another line. */

export interface Promised {
  readonly vertex: Vertex;
  readonly points: number;
}

/** Of all tunnels of a page those that join another line at their end, where no station stands yet; by vertex. */
export function promisesOf({ now, choices }: Pick<Sight, 'now' | 'choices'>): Promised[] {
  if (now.stations.length >= now.box.stations) return [];
  const found = new Map<Vertex, number>();
  for (const { action } of choices) {
    if (action.kind !== 'dig' || hasStation(now, action.to)) continue;
    const lines = now.lines.map((line, i) =>
      i === action.line ? { ...line, vertices: [...line.vertices, action.to] } : line,
    );
    if (meetingsOf({ lines }, action.line).some(({ vertex }) => vertex === action.to))
      found.set(action.to, worthOf(now, action.to));
  }
  return [...found].map(([vertex, points]) => ({ vertex, points }));
}

/** Half of what a promised station takes. Pixels of the picture. */
export const PROMISE = 35;

/** Draws each as a station with a broken rim that bears its points. */
export function drawPromises(
  stage: Stage,
  promises: readonly Promised[],
  { window, now }: Sight,
  { theme }: Scene,
): void {
  const paper = PAPERS[theme];
  const { color } = styleOf(theme, now.mover);
  for (const { vertex, points } of promises) {
    const [x, y] = through(window, pointOf(vertex));
    stage.stamp(`promise ${points} ${color}`, x, y, around([0, 0], PROMISE + 5), (brush) => {
      circle(brush, 0, 0, PROMISE + 4);
      fill(brush, paper.bg);
      circle(brush, 0, 0, PROMISE);
      brush.setLineDash([11, 7]);
      stroke(brush, color, 5);
      brush.setLineDash([]);
      center(brush, `+${points}`, 0, 0, { size: 43, weight: BOLD, color: paper.ink });
    });
  }
}
