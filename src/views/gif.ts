/**
 * Pictures one after the other in a GIF. They have their colours' numbers already: the encoder of the drawing library would
 * look for colours anew in each of them, and keep everybody waiting until the last is done. Of each picture only what differs
 * from the one before is stored.
 */

/** So many colours a film may have: one number is for what stays as it was. */
export const COLORS = 255;
const SAME = 255;

const BITS = 8;
const CLEAR = 1 << BITS;
const END = CLEAR + 1;
/** Codes are of 12 bits at most. */
const CODES = 4096;

/** Open-addressed table of the strings met so far, four times as large as they may be many. */
const SLOTS = 4 * CODES;
const hash = (key: number): number => (Math.imul(key, 0x9e3779b1) >>> 18) & (SLOTS - 1);

/** The codes of LZW for pixels, packed from the lowest bit on. */
function compressed(pixels: Uint8Array): Uint8Array {
  const keys = new Int32Array(SLOTS).fill(-1);
  const values = new Uint16Array(SLOTS);
  // A code for each pixel is the worst case, with those that begin anew.
  const out = new Uint8Array(Math.ceil(pixels.length * 1.6) + 16);
  let length = 0;
  let bits = 0;
  let held = 0;
  let size = BITS + 1;
  let next = END + 1;
  const put = (code: number): void => {
    bits |= code << held;
    held += size;
    while (held >= 8) {
      out[length++] = bits & 255;
      bits >>>= 8;
      held -= 8;
    }
  };
  put(CLEAR);
  let prefix = pixels[0]!;
  for (let i = 1; i < pixels.length; i++) {
    const pixel = pixels[i]!;
    const key = (prefix << BITS) | pixel;
    let slot = hash(key);
    while (keys[slot] !== -1 && keys[slot] !== key) slot = (slot + 1) & (SLOTS - 1);
    if (keys[slot] === key) {
      prefix = values[slot]!;
      continue;
    }
    put(prefix);
    prefix = pixel;
    if (next < CODES) {
      // Whoever reads learns a string one code later.
      if (next === 1 << size) size++;
      keys[slot] = key;
      values[slot] = next++;
    } else {
      put(CLEAR);
      keys.fill(-1);
      size = BITS + 1;
      next = END + 1;
    }
  }
  put(prefix);
  if (next === 1 << size && size < 12) size++;
  put(END);
  if (held > 0) out[length++] = bits & 255;
  return out.subarray(0, length);
}

/** In blocks of 255 bytes, each after its length; an empty one ends them. */
function blocks(data: Uint8Array): Buffer {
  const parts: Uint8Array[] = [Uint8Array.of(BITS)];
  for (let at = 0; at < data.length; at += 255) {
    const block = data.subarray(at, at + 255);
    parts.push(Uint8Array.of(block.length), block);
  }
  return Buffer.concat([...parts, Uint8Array.of(0)]);
}

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
function changed(rows: Buffer, before: Buffer | null, width: number, height: number): Part {
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

const word = (n: number): [number, number] => [n & 255, n >> 8];

/** A picture that stands so many milliseconds (to the hundredth of a second) over the one before. */
function frame(part: Part, delay: number): Buffer {
  const kept = (1 << 2) | 1;
  const control = [0x21, 0xf9, 4, kept, ...word(Math.round(delay / 10)), SAME, 0];
  const place = [0x2c, ...word(part.x), ...word(part.y), ...word(part.width), ...word(part.height), 0];
  return Buffer.concat([Uint8Array.from([...control, ...place]), blocks(compressed(part.pixels))]);
}

/** Begins anew when it has come to its end, for ever. */
const LOOP = Buffer.concat([
  Uint8Array.of(0x21, 0xff, 11),
  Buffer.from('NETSCAPE2.0', 'latin1'),
  Uint8Array.of(3, 1, 0, 0, 0),
]);

/** A GIF that grows by one picture after the other. */
export interface Gif {
  /** Adds a picture: rows as `indexed` makes them, and how long it stands, in milliseconds. */
  add(rows: Buffer, delay: number): void;
  /** The whole file. */
  done(): Buffer;
}

/** A new GIF of so many pixels; `colors` are r, g, b of at most 255. */
export function gif(width: number, height: number, colors: Uint8Array): Gif {
  const table = Buffer.alloc(256 * 3);
  table.set(colors.subarray(0, COLORS * 3));
  const head = Uint8Array.from([...word(width), ...word(height), 0xf0 | (BITS - 1), 0, 0]);
  const parts: Uint8Array[] = [Buffer.from('GIF89a', 'latin1'), head, table, LOOP];
  let before: Buffer | null = null;
  return {
    add(rows, delay) {
      parts.push(frame(changed(rows, before, width, height), delay));
      before = rows;
    },
    done: () => Buffer.concat([...parts, Uint8Array.of(0x3b)]),
  };
}
