import { GifWriter } from 'omggif';

/**
 * Pictures one after the other in a GIF. They have their colours' numbers already: the encoder of the drawing library would
 * look for colours anew in each of them, and keep everybody waiting until the last is done. Of each picture only what differs
 * from the one before is stored.
 */

/** So many colours a film may have: one number is for what stays as it was. */
export const COLORS = 255;
const SAME = 255;

interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Rows as `indexed` makes them begin with a byte that is no pixel. */
const pixelAt = (width: number, x: number, y: number): number => y * (width + 1) + 1 + x;

/** The smallest part of a picture in which anything differs from the one before, with what does not as `SAME`. */
function changed(rows: Uint8Array, before: Uint8Array | null, width: number, height: number): Part {
  let [left, top, right, bottom] = before ? [width, height, -1, -1] : [0, 0, width - 1, height - 1];
  if (before)
    for (let y = 0; y < height; y++)
      for (let x = 0, at = pixelAt(width, 0, y); x < width; x++, at++)
        if (rows[at] !== before[at]) {
          if (x < left) left = x;
          if (x > right) right = x;
          if (y < top) top = y;
          bottom = y;
        }
  // Where nothing differs a pixel stands for the picture.
  if (right < 0) [left, top, right, bottom] = [0, 0, 0, 0];
  const [w, h] = [right - left + 1, bottom - top + 1];
  const pixels = new Uint8Array(w * h);
  for (let y = 0; y < h; y++)
    for (let x = 0, at = pixelAt(width, left, top + y); x < w; x++, at++)
      pixels[y * w + x] = before && rows[at] === before[at] ? SAME : rows[at]!;
  return { x: left, y: top, width: w, height: h, pixels };
}

/** Of a picture that comes over another what it leaves out stays. */
const LEAVE = 1;

/** A GIF that grows by one picture after the other. */
export interface Gif {
  /** Adds a picture: rows as `indexed` makes them, and how long it stands, in milliseconds. */
  add(rows: Uint8Array, delay: number): void;
  /** The whole file. */
  done(): Buffer;
}

/** A new GIF of so many pixels, which begins anew for ever; `colors` are r, g, b of at most 255. */
export function gif(width: number, height: number, colors: Uint8Array): Gif {
  const palette = Array.from(
    { length: COLORS + 1 },
    (_, i) => ((colors[3 * i] ?? 0) << 16) | ((colors[3 * i + 1] ?? 0) << 8) | (colors[3 * i + 2] ?? 0),
  );
  // A list grows with what is written into it; a buffer would have to be as large as the film from the beginning.
  const bytes: number[] = [];
  const writer = new GifWriter(bytes, width, height, { palette, loop: 0 });
  let before: Uint8Array | null = null;
  return {
    add(rows, delay) {
      const part = changed(rows, before, width, height);
      writer.addFrame(part.x, part.y, part.width, part.height, part.pixels, {
        delay: Math.round(delay / 10),
        disposal: LEAVE,
        transparent: SAME,
      });
      before = rows;
    },
    done: () => Buffer.from(bytes.slice(0, writer.end())),
  };
}
