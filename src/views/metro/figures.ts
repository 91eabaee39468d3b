import { BOLD, type Brush, center, textWidth } from '../canvas.ts';
import type { Stage } from '../kit/stage.ts';

/** Figures that lengths, points and stations are counted with: they keep their height, however small a picture is shown. */

/** Width of a phone's container, in its pixels, and the least height of what one counts with there. */
const PHONE = { width: 285, figure: 11 } as const;

/** The least size of such figures in a picture of so many pixels, in those. */
export const figureFor = (width: number): number => Math.ceil((width * PHONE.figure) / PHONE.width);

/** As narrow as figures may become for want of room. */
const NARROWEST = 0.72;

/** How wide figures of a size come out in so much room: they become narrower, and no smaller. */
export const figuresWidth = (text: string, size: number, room: number): number => {
  const width = textWidth(text, size, BOLD);
  return Math.max(Math.min(width, room), width * NARROWEST);
};

/** Writes figures centred on a point, at most as wide as the room. */
export function drawFigures(
  brush: Brush,
  text: string,
  x: number,
  y: number,
  how: { readonly size: number; readonly color: string; readonly room: number },
): void {
  const narrow = figuresWidth(text, how.size, how.room) / textWidth(text, how.size, BOLD);
  brush.save();
  brush.translate(x, y);
  brush.scale(narrow, 1);
  center(brush, text, 0, 0, { size: how.size, color: how.color });
  brush.restore();
}

/** The same as a stamp of its own, on what is drawn alike for many figures. */
export function layFigures(
  stage: Stage,
  text: string,
  x: number,
  y: number,
  how: { readonly size: number; readonly color: string; readonly room: number },
): void {
  const { size, color, room } = how;
  const half = figuresWidth(text, size, room) / 2 + 2;
  stage.stamp(`figures ${text} ${size} ${color} ${room}`, x, y, [-half, -size / 2, half, size / 2], (brush) =>
    drawFigures(brush, text, 0, 0, how),
  );
}
