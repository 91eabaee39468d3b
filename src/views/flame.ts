import { type Brush, fill } from './canvas.ts';

export const FLAME = '#f4511e';
export const EMBER = '#ffc21a';

/** A flame around a point, `height` pixels high and three quarters as wide: the sign of days in a row. */
export function drawFlame(brush: Brush, x: number, y: number, height: number): void {
  brush.save();
  brush.translate(x, y);
  brush.scale(height / 100, height / 100);
  brush.beginPath();
  brush.moveTo(4, -50);
  brush.bezierCurveTo(8, -30, 36, -14, 36, 16);
  brush.bezierCurveTo(36, 37, 20, 50, 0, 50);
  brush.bezierCurveTo(-20, 50, -36, 37, -36, 16);
  brush.bezierCurveTo(-36, 2, -30, -8, -24, -16);
  brush.bezierCurveTo(-22, -8, -18, -4, -13, -2);
  brush.bezierCurveTo(-12, -18, -10, -36, 4, -50);
  brush.closePath();
  fill(brush, FLAME);
  brush.beginPath();
  brush.moveTo(4, -6);
  brush.bezierCurveTo(6, 6, 19, 13, 19, 28);
  brush.bezierCurveTo(19, 40, 10, 46, 0, 46);
  brush.bezierCurveTo(-10, 46, -19, 40, -19, 28);
  brush.bezierCurveTo(-19, 20, -15, 14, -11, 10);
  brush.bezierCurveTo(-9, 15, -6, 17, -3, 17);
  brush.bezierCurveTo(-3, 8, -2, 0, 4, -6);
  brush.closePath();
  fill(brush, EMBER);
  brush.restore();
}
