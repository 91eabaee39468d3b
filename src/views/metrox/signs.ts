import { type Brush, fill, polygon, stroke } from '../canvas.ts';

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
