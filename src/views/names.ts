import { type Brush, REGULAR, widthOf, write } from './canvas.ts';
import { graphemesOf } from './lists.ts';

/** Names of people in pictures. */

/** A name that would have to be smaller than this share of its size is cut. */
const LEAST = 0.7;

/** Writes a name into the room there is: smaller, and cut after whole graphemes when it is still too long. */
export function writeName(
  brush: Brush,
  name: string,
  x: number,
  y: number,
  how: {
    readonly size: number;
    readonly weight?: 500 | 800;
    readonly color: string;
    readonly room: number;
    readonly align?: 'left' | 'right';
  },
): void {
  const { room, weight = REGULAR, ...rest } = how;
  const fits = (text: string) => widthOf(brush, text, how.size * LEAST, weight) <= room;
  const parts = graphemesOf(name);
  let text = name;
  while (!fits(text) && parts.length > 1) {
    parts.pop();
    text = `${parts.join('').trimEnd()}…`;
  }
  write(brush, text, x, y, { ...rest, weight, fit: room });
}
