import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import { rgb } from './theme.ts';

/**
 * Flat art in few colours: pictures are stored with a palette of 256, a third of the size and of the time that
 * a picture with full colours costs. A palette is made once from samples; every pixel then takes the entry
 * nearest to it, which is remembered for each colour ever met.
 */

const compress = promisify(deflate);

export interface Palette {
  /** Entries as r, g, b. */
  readonly colors: Uint8Array;
  /** Open-addressed table of colours already looked up: 0 is free, else the colour with its top byte set. */
  readonly keys: Uint32Array;
  readonly values: Uint8Array;
  known: number;
}

const SLOTS = 1 << 16;
const SIZE = 256;

const hash = (key: number): number => (Math.imul(key, 0x9e3779b1) >>> 16) & (SLOTS - 1);

/** Counts of the colours in samples of RGBA bytes; keys are 0xBBGGRR. */
function histogram(samples: readonly Buffer[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const sample of samples) {
    const words = new Uint32Array(sample.buffer, sample.byteOffset, sample.length >> 2);
    let run = 0;
    for (let i = 0; i < words.length; i++) {
      run++;
      if (i + 1 < words.length && words[i + 1] === words[i]) continue;
      const key = words[i]! & 0xffffff;
      counts.set(key, (counts.get(key) ?? 0) + run);
      run = 0;
    }
  }
  return counts;
}

/** Colours that are taken into account at most, the most frequent ones: the others lie between them. */
const BINS = 3000;

interface Bin {
  readonly key: number;
  readonly weight: number;
}

const channel = (key: number, c: number): number => (key >> (8 * c)) & 255;

/** Mean, channel of the largest spread and that spread of a box of colours. */
function measure(bins: readonly Bin[]): { mean: number[]; widest: number; error: number } {
  let total = 0;
  const sum = [0, 0, 0];
  const squares = [0, 0, 0];
  for (const { key, weight } of bins) {
    total += weight;
    for (let c = 0; c < 3; c++) {
      const v = channel(key, c);
      sum[c]! += v * weight;
      squares[c]! += v * v * weight;
    }
  }
  const mean = sum.map((s) => s / total);
  const spread = squares.map((q, c) => q - mean[c]! * sum[c]!);
  const widest = spread.indexOf(Math.max(...spread));
  return { mean, widest, error: spread[0]! + spread[1]! + spread[2]! };
}

/** Splits the colours into boxes of small spread, the box with the largest first; gives the boxes' means. */
function cut(bins: readonly Bin[], count: number): number[][] {
  const boxes = [{ bins, ...measure(bins) }];
  while (boxes.length < count) {
    const at = boxes.reduce((best, b, i) => (b.error > boxes[best]!.error ? i : best), 0);
    const { bins: all, mean, widest } = boxes[at]!;
    const low = all.filter((b) => channel(b.key, widest) <= mean[widest]!);
    const high = all.filter((b) => channel(b.key, widest) > mean[widest]!);
    if (low.length === 0 || high.length === 0) break;
    boxes[at] = { bins: low, ...measure(low) };
    boxes.push({ bins: high, ...measure(high) });
  }
  return boxes.map((b) => b.mean);
}

/**
 * A palette of at most 256 colours: `pinned` (`#rrggbb`) exactly, the rest where the samples (RGBA bytes of
 * opaque pictures) need them.
 */
export function paletteFrom(samples: readonly Buffer[], pinned: readonly string[]): Palette {
  const fixed = new Map(pinned.map((color) => [color.toLowerCase(), rgb(color)]));
  const counts = histogram(samples);
  for (const [r, g, b] of fixed.values()) counts.delete(r | (g << 8) | (b << 16));
  // A square root, so that the rare colours of small signs get their share beside long even edges.
  const bins = [...counts]
    .map(([key, count]) => ({ key, weight: Math.sqrt(count) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, BINS);
  const means = bins.length > 0 ? cut(bins, SIZE - fixed.size) : [];
  const entries = [...fixed.values(), ...means];
  const colors = new Uint8Array(entries.length * 3);
  entries.forEach((entry, i) => {
    for (let c = 0; c < 3; c++) colors[i * 3 + c] = Math.round(entry[c]!);
  });
  return { colors, keys: new Uint32Array(SLOTS), values: new Uint8Array(SLOTS), known: 0 };
}

/** The same with its first entries alone, at most so many. */
export const shortened = ({ colors }: Palette, most: number): Palette => ({
  colors: colors.slice(0, 3 * most),
  keys: new Uint32Array(SLOTS),
  values: new Uint8Array(SLOTS),
  known: 0,
});

/** Index of the entry nearest to a colour 0xBBGGRR; green weighs most, as in the eye. */
function nearest(palette: Palette, key: number): number {
  const { colors } = palette;
  const r = channel(key, 0);
  const g = channel(key, 1);
  const b = channel(key, 2);
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0, at = 0; at < colors.length; i++, at += 3) {
    const dr = colors[at]! - r;
    const dg = colors[at + 1]! - g;
    const db = colors[at + 2]! - b;
    const distance = 3 * dr * dr + 4 * dg * dg + 2 * db * db;
    if (distance < least) {
      least = distance;
      best = i;
    }
  }
  return best;
}

/** Number of the entry nearest to a colour 0x(AA)BBGGRR. */
export function entryOf(palette: Palette, word: number): number {
  const key = (word | 0xff000000) >>> 0;
  let slot = hash(key);
  while (palette.keys[slot] !== 0) {
    if (palette.keys[slot] === key) return palette.values[slot]!;
    slot = (slot + 1) & (SLOTS - 1);
  }
  const value = nearest(palette, key & 0xffffff);
  // A table more than half full would be slow; forgetting is harmless, the answers are always the same.
  if (palette.known > SLOTS / 2) {
    palette.keys.fill(0);
    palette.known = 0;
    slot = hash(key);
  }
  palette.keys[slot] = key;
  palette.values[slot] = value;
  palette.known++;
  return value;
}

/** From here on filling at once is faster than pixel by pixel. */
const LONG_RUN = 24;

/** The rows of a PNG (filter byte 0, then one index a pixel) of opaque RGBA bytes. */
export function indexed(rgba: Buffer, width: number, height: number, palette: Palette): Buffer {
  const words = new Uint32Array(rgba.buffer, rgba.byteOffset, width * height);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0, from = 0; y < height; y++) {
    // Each row begins with the number of its filter, none.
    const shift = y + 1;
    const end = from + width;
    while (from < end) {
      const word = words[from]!;
      let to = from + 1;
      while (to < end && words[to] === word) to++;
      const value = entryOf(palette, word);
      if (to - from > LONG_RUN) rows.fill(value, from + shift, to + shift);
      else for (let at = from; at < to; at++) rows[at + shift] = value;
      from = to;
    }
  }
  return rows;
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/**
 * Beyond this level time grows faster than files shrink. Most pictures have room in one piece: each further one is another trip
 * to the pool of threads.
 */
export const DEFLATE = { level: 3, chunkSize: 160 * 1024 } as const;

/** A PNG of rows made by `indexed`; compressed off the main thread. */
export async function encode(
  rows: Uint8Array,
  width: number,
  height: number,
  palette: Palette,
): Promise<Buffer> {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  head[9] = 3;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('PLTE', palette.colors),
    chunk('IDAT', await compress(rows, DEFLATE)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
