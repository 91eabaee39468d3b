import { BOLD, type Brush, type Lettering } from '../canvas.ts';
import { entryOf, type Palette } from '../png.ts';
import { rgb } from '../theme.ts';
import { EVEN, SOLID, type Sprite, spriteOf } from './sprite.ts';
import { type Bounds, baseline, edges, paintText, type Stage, setText, startOf } from './stage.ts';

/** Pictures composed of numbers of colours: sprites are copied over each other, and nothing is drawn that was drawn before. */

/** Rows of a PNG: a byte for the filter, none, then a number a pixel. */
export interface Rows {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

/** Rows whose picture is done with: new memory costs as much as copying a picture. */
const spare: Uint8Array[] = [];
const SPARE = 4;

/** Rows of so many pixels; what stands in them is anything. */
export function rowsOf(width: number, height: number): Rows {
  const size = (width + 1) * height;
  const at = spare.findIndex(({ length }) => length === size);
  const bytes = at < 0 ? new Uint8Array(size) : spare.splice(at, 1)[0]!;
  return { width, height, bytes };
}

/** Gives rows back that nobody reads any more. */
export function release({ bytes }: Rows): void {
  spare.push(bytes);
  if (spare.length > SPARE) spare.shift();
}

/** What was drawn with a palette: sprites by key, and what two colours are where one covers the other in part. */
export interface Kept {
  readonly sprites: Map<string, Sprite>;
  bytes: number;
  /** Tells its layers from those of other palettes. */
  readonly number: number;
  readonly mixer: Mixer;
}

/** Sprites of all palettes together that are kept, in bytes. */
const MOST = 24_000_000;
let numbered = 0;
let total = 0;
const shelves = new WeakMap<Palette, Kept>();
/** What was used longest ago stands first. */
const inUse = new Set<Kept>();

function keptOf(palette: Palette): Kept {
  let kept = shelves.get(palette);
  if (!kept) {
    kept = { sprites: new Map(), bytes: 0, number: numbered++, mixer: mixerOf(palette) };
    shelves.set(palette, kept);
  }
  inUse.delete(kept);
  inUse.add(kept);
  return kept;
}

function keep(kept: Kept, key: string, sprite: Sprite): void {
  kept.sprites.set(key, sprite);
  kept.bytes += sprite.bytes;
  total += sprite.bytes;
  for (const one of inUse) {
    if (total <= MOST) return;
    if (one === kept) dropOldest(one, key);
    else drop(one);
  }
}

/** Forgets all that was drawn with a palette that was not used for long. */
function drop(kept: Kept): void {
  inUse.delete(kept);
  total -= kept.bytes;
  kept.bytes = 0;
  kept.sprites.clear();
}

/** Forgets what of a palette was used longest ago, up to what is needed now. */
function dropOldest(kept: Kept, needed: string): void {
  for (const [key, { bytes }] of kept.sprites) {
    if (key === needed || total <= MOST * 0.8) return;
    kept.sprites.delete(key);
    kept.bytes -= bytes;
    total -= bytes;
  }
}

/** Tells the number of what is seen where an ink covers the colour of a number in part. */
export type Mixer = (ink: number, under: number) => number;

function mixerOf(palette: Palette): Mixer {
  const known = new Array<Int16Array | undefined>(256 * SOLID).fill(undefined);
  return (ink, under) => {
    let mixed = known[ink];
    if (mixed === undefined) known[ink] = mixed = new Int16Array(256).fill(-1);
    const color = mixed[under]!;
    return color >= 0 ? color : (mixed[under] = blended(palette, ink, under));
  };
}

/** The number of the mixture of two colours. */
function blended(palette: Palette, ink: number, under: number): number {
  const { colors } = palette;
  const over = (ink & 255) * 3;
  const share = (ink >> 8) / SOLID;
  let word = 0;
  for (let c = 0; c < 3; c++) {
    const from = colors[under * 3 + c]!;
    word |= Math.round(from + (colors[over + c]! - from) * share) << (8 * c);
  }
  return entryOf(palette, word);
}

/** Copies a sprite, its origin at whole pixels, inside of a clip. */
function blit(rows: Rows, mixer: Mixer, sprite: Sprite, x: number, y: number, clip: Bounds): void {
  const { bytes, width } = rows;
  const { spans, places, solid, inks } = sprite;
  const begins = sprite.rows;
  const left = x + sprite.left;
  const top = y + sprite.top;
  const first = Math.max(0, clip[1] - top);
  const last = Math.min(sprite.height, clip[3] - top);
  if (left < clip[0] || left + sprite.width > clip[2]) {
    blitPart(rows, mixer, sprite, x, y, clip);
    return;
  }
  for (let row = first; row < last; row++) {
    const base = (top + row) * (width + 1) + 1 + left;
    const end = begins[row + 1]!;
    for (let i = begins[row]!; i < end; i++) {
      const span = spans[i]!;
      let at = base + (span >>> 16);
      const until = at + (span & 0xffff);
      let place = places[i]!;
      if (place >= EVEN) bytes.fill(place - EVEN, at, until);
      else if (place >= 0) while (at < until) bytes[at++] = solid[place++]!;
      else for (place = -1 - place; at < until; at++) bytes[at] = mixer(inks[place++]!, bytes[at]!);
    }
  }
}

/** The same where a part of it lies outside of the clip. */
function blitPart(rows: Rows, mixer: Mixer, sprite: Sprite, x: number, y: number, clip: Bounds): void {
  const { bytes, width } = rows;
  const { spans, places, solid, inks } = sprite;
  const left = x + sprite.left;
  const top = y + sprite.top;
  const first = Math.max(0, clip[1] - top);
  const last = Math.min(sprite.height, clip[3] - top);
  for (let row = first; row < last; row++) {
    const base = (top + row) * (width + 1) + 1;
    const end = sprite.rows[row + 1]!;
    for (let i = sprite.rows[row]!; i < end; i++) {
      const from = left + (spans[i]! >>> 16);
      const until = base + Math.min(from + (spans[i]! & 0xffff), clip[2]);
      const cut = Math.max(0, clip[0] - from);
      let at = base + from + cut;
      let place = places[i]!;
      if (place >= EVEN) {
        if (at < until) bytes.fill(place - EVEN, at, until);
      } else if (place >= 0) for (place += cut; at < until; at++) bytes[at] = solid[place++]!;
      else for (place = cut - 1 - place; at < until; at++) bytes[at] = mixer(inks[place++]!, bytes[at]!);
    }
  }
}

/** Layers that are kept, about a megabyte each, and how many keys are remembered. */
const LAYERS = 10;
const ASKED = 256;
/** By key; null where one was asked for once. What was used longest ago stands first. */
const layers = new Map<string, Uint8Array | null>();

/** Lays a layer that is kept; of one that was asked for before what was composed is kept from now on. */
function layer(rows: Rows, kept: Kept, key: string, compose: () => void): void {
  const name = `${kept.number} ${rows.width} ${rows.height} ${key}`;
  const known = layers.get(name);
  layers.delete(name);
  if (known) rows.bytes.set(known);
  else compose();
  if (known !== null) {
    layers.set(name, known ?? null);
    if (layers.size > ASKED) layers.delete(layers.keys().next().value!);
    return;
  }
  const held = [...layers].filter(([, bytes]) => bytes !== null);
  const [old] = held;
  const given = old && held.length >= LAYERS ? layers.get(old[0]) : null;
  if (old && given) layers.delete(old[0]);
  const place = given?.length === rows.bytes.length ? given : new Uint8Array(rows.bytes.length);
  place.set(rows.bytes);
  layers.set(name, place);
}

/** Number of a colour `#rrggbb`. */
function numberOf(palette: Palette, color: string): number {
  const [r, g, b] = rgb(color);
  return entryOf(palette, r | (g << 8) | (b << 16));
}

function fillRows(rows: Rows, palette: Palette, color: string): void {
  const { bytes, width, height } = rows;
  bytes.fill(numberOf(palette, color));
  for (let y = 0; y < height; y++) bytes[y * (width + 1)] = 0;
}

/** A stage that lays sprites. */
export function indexedStage(rows: Rows, palette: Palette): Stage {
  const kept = keptOf(palette);
  const sprite = (key: string, bounds: Bounds, scale: number, paint: (brush: Brush) => void): Sprite => {
    const name = scale === 1 ? key : `${scale} ${key}`;
    const known = kept.sprites.get(name);
    if (known) {
      // What is used moves to the end of the row of those that go.
      if (total > MOST / 2) {
        kept.sprites.delete(name);
        kept.sprites.set(name, known);
      }
      return known;
    }
    const made = spriteOf(palette, bounds, scale, paint);
    keep(kept, name, made);
    return made;
  };
  const made = (left: number, top: number, scale: number, clip: Bounds): Stage => {
    const lay = (key: string, x: number, y: number, bounds: Bounds, paint: (brush: Brush) => void) => {
      const [l, t] = [left + x * scale, top + y * scale];
      // What is not seen is not drawn, either; its pixels may reach a little further than its bounds.
      if (l + bounds[2] * scale < clip[0] - 2 || l + bounds[0] * scale > clip[2] + 2) return;
      if (t + bounds[3] * scale < clip[1] - 2 || t + bounds[1] * scale > clip[3] + 2) return;
      const one = sprite(key, bounds, scale, paint);
      blit(rows, kept.mixer, one, Math.round(l), Math.round(t), clip);
    };
    const write = (text: string, x: number, y: number, how: Lettering) => {
      const set = setText(text, how);
      const { size, weight, width } = set;
      const key = `" ${weight} ${size} ${how.color} ${text}`;
      // Marks above and below letters of other scripts reach further than ours do.
      const bounds = [-0.5 * size, -1.5 * size, width + 0.5 * size, 0.75 * size] as const;
      lay(key, startOf(x, width, how), y, bounds, (brush) => paintText(brush, text, set, how.color));
      return width;
    };
    return {
      scale,
      ground: (color) => fillRows(rows, palette, color),
      layer: (key, color, compose) =>
        layer(rows, kept, key, () => {
          fillRows(rows, palette, color);
          compose();
        }),
      stamp: lay,
      rect(x, y, width, height, color) {
        const [l, t, r, b] = edges(left, top, scale, [x, y, x + width, y + height], clip);
        const number = numberOf(palette, color);
        for (let row = t; row < b; row++) {
          const at = row * (rows.width + 1) + 1;
          rows.bytes.fill(number, at + l, at + Math.max(l, r));
        }
      },
      write,
      center: (text, x, y, how) => {
        write(text, x, baseline(y, how.size), { weight: BOLD, ...how, align: 'center' });
      },
      within: (x, y, more, area) => {
        const at = [left + x * scale, top + y * scale, scale * more] as const;
        return made(...at, area ? edges(...at, area, clip) : clip);
      },
    };
  };
  return made(0, 0, 1, [0, 0, rows.width, rows.height]);
}
