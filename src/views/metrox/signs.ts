import { type Brush, circle, fill, polygon, stroke } from '../canvas.ts';
import type { Standing } from '../par.ts';

/** Signs that cards and stations share. */

/** Draws an x with round arms. */
export function cross(brush: Brush, x: number, y: number, arm: number, width: number, color: string): void {
  brush.lineCap = 'round';
  brush.beginPath();
  brush.moveTo(x - arm, y - arm);
  brush.lineTo(x + arm, y + arm);
  brush.moveTo(x + arm, y - arm);
  brush.lineTo(x - arm, y + arm);
  stroke(brush, color, width);
  brush.lineCap = 'butt';
}

/** A star with its centre of weight at the point. */
export function star(brush: Brush, x: number, y: number, r: number, color: string): void {
  const points = Array.from({ length: 10 }, (_, i) => {
    const angle = -Math.PI / 2 + (i * Math.PI) / 5;
    const radius = i % 2 === 0 ? r : r * 0.45;
    return [x + Math.cos(angle) * radius, y + r * 0.05 + Math.sin(angle) * radius] as const;
  });
  polygon(brush, points);
  brush.lineJoin = 'round';
  fill(brush, color);
  stroke(brush, color, r * 0.12);
}

/** A mark that tells where a score stands, `size` pixels high: a triangle down or up, a dot, a star. */
export function drawMark(
  brush: Brush,
  standing: Standing,
  x: number,
  y: number,
  size: number,
  color: string,
): void {
  const half = size / 2;
  if (standing === 'near' || standing === 'beyond') star(brush, x, y, half, color);
  else if (standing === 'at') {
    circle(brush, x, y, half * 0.8);
    fill(brush, color);
  } else {
    const tip = standing === 'short' ? half * 0.8 : -half * 0.8;
    const corners = [
      [x - half, y - tip],
      [x + half, y - tip],
      [x, y + tip],
    ] as const;
    polygon(brush, corners);
    fill(brush, color);
  }
}
