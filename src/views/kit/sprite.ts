import { type Brush, brushOf, surface } from '../canvas.ts';
import { entryOf, type Palette } from '../png.ts';
import type { Bounds } from './stage.ts';

/**
 * A drawing as stretches of pixels that it covers wholly or in part. What is transparent is left out, so a thin line across
 * a whole picture takes little room and little time.
 */
export interface Sprite {
  /** Where its upper left corner lies, seen from its origin. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Where the stretches of each row begin, and at last where the last row ends. */
  readonly rows: Uint32Array;
  /** Of each stretch its column in the upper 16 bits, its length in the lower ones. */
  readonly spans: Uint32Array;
  /** Of each stretch where its colours begin in `solid` or, as `-1 - place`, its inks in `inks`; the colour's number alone as `EVEN + number`. */
  readonly places: Int32Array;
  /** Numbers of colours of pixels that are covered wholly. */
  readonly solid: Uint8Array;
  /** Of pixels that are covered in part: the colour's number in the lower 8 bits and the cover above them, 1 to `SOLID` - 1. */
  readonly inks: Uint16Array;
  /** Memory it takes, in bytes. */
  readonly bytes: number;
}

/** From here on places are not places: the stretch is of one colour. */
export const EVEN = 1 << 30;

/** A stretch of one colour that is so long is filled at once. */
const LONG = 24;

/** Steps of cover: enough that no edge shows them. */
export const SOLID = 31;

/** Canvases by their size: reading a part of a large one copies all of it, and a new one costs more than the drawing. */
const desks = new Map<string, Brush>();
/** Sides of canvases that are kept. */
const SIDES = [64, 128, 256, 512] as const;

/** A clear canvas, hardly larger than so many pixels. */
function cleared(width: number, height: number): Brush {
  const [across, down] = [width, height].map((side) => SIDES.find((one) => one >= side));
  if (!across || !down) return brushOf(surface(width, height));
  const size = `${across} ${down}`;
  let desk = desks.get(size);
  if (!desk) desks.set(size, (desk = brushOf(surface(across, down))));
  desk.clearRect(0, 0, width, height);
  return desk;
}

/** Draws a sprite at a scale with a palette's colours. */
export function spriteOf(
  palette: Palette,
  [left, top, right, bottom]: Bounds,
  scale: number,
  paint: (brush: Brush) => void,
): Sprite {
  const x = Math.floor(left * scale);
  const y = Math.floor(top * scale);
  const width = Math.max(1, Math.ceil(right * scale) - x);
  const height = Math.max(1, Math.ceil(bottom * scale) - y);
  const brush = cleared(width, height);
  brush.save();
  brush.translate(-x, -y);
  brush.scale(scale, scale);
  paint(brush);
  brush.restore();
  return trace(palette, brush.getImageData(0, 0, width, height).data, { left: x, top: y, width, height });
}

const cover = (alpha: number): number => ((alpha * SOLID + 127) / 255) | 0;

type Place = Pick<Sprite, 'left' | 'top' | 'width' | 'height'>;

/** True where a long stretch of one colour begins. */
function begins(words: Uint32Array, at: number, end: number): boolean {
  const word = words[at];
  if (at + LONG > end || words[at + LONG - 1] !== word) return false;
  for (let i = 1; i < LONG - 1; i++) if (words[at + i] !== word) return false;
  return true;
}

/** Stretches of RGBA bytes. */
function trace(palette: Palette, rgba: Uint8ClampedArray, place: Place): Sprite {
  const { width, height } = place;
  const words = new Uint32Array(rgba.buffer, rgba.byteOffset, width * height);
  const rows = new Uint32Array(height + 1);
  const spans: number[] = [];
  const places: number[] = [];
  const solid: number[] = [];
  const inks: number[] = [];
  for (let y = 0, from = 0; y < height; y++, from += width) {
    rows[y] = spans.length;
    const end = from + width;
    for (let at = from; at < end; ) {
      const first = words[at]!;
      const level = cover(first >>> 24);
      if (level === 0) {
        at++;
        continue;
      }
      const start = at;
      if (level === SOLID) {
        while (at < end && words[at] === first) at++;
        if (at - start >= LONG) places.push(EVEN + entryOf(palette, first));
        else {
          places.push(solid.length);
          at = start;
          do solid.push(entryOf(palette, words[at++]!));
          while (at < end && cover(words[at]! >>> 24) === SOLID && !begins(words, at, end));
        }
      } else {
        places.push(-1 - inks.length);
        let part = level;
        do {
          inks.push((part << 8) | entryOf(palette, words[at++]!));
          part = at < end ? cover(words[at]! >>> 24) : 0;
        } while (part > 0 && part < SOLID);
      }
      spans.push(((start - from) << 16) | (at - start));
    }
  }
  rows[height] = spans.length;
  const bytes = rows.byteLength + spans.length * 8 + solid.length + inks.length * 2 + 300;
  return {
    left: place.left,
    top: place.top,
    width,
    height,
    rows,
    spans: Uint32Array.from(spans),
    places: Int32Array.from(places),
    solid: Uint8Array.from(solid),
    inks: Uint16Array.from(inks),
    bytes,
  };
}
