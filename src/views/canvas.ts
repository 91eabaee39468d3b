import { createRequire } from 'node:module';
import type { Canvas, Path2D, SKRSContext2D } from '@napi-rs/canvas';
import { filesFor, mayHold, packaged } from './shelf.ts';

/**
 * The only place that knows the drawing library: surfaces, text and small shapes. Text is set in bundled fonts
 * alone, never in what happens to be installed, so that a picture has the same pixels everywhere.
 */

export type Surface = Canvas;
export type Brush = SKRSContext2D;
/** A path that is kept and drawn more than once. */
export type Outline = Path2D;

export const REGULAR = 500;
export const BOLD = 800;

const INTER = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'];
/** The text face, and the families beyond it that are not chosen letter by letter, as a font is set in them. */
let stack = '';
const families: string[] = [];
const registered = new Set<string>();

type Library = typeof import('@napi-rs/canvas');

let loaded: Library | undefined;

/** Loaded with the text face at the first drawing: most of what asks for words and menus draws nothing. */
function library(): Library {
  if (loaded) return loaded;
  const canvas: Library = createRequire(import.meta.url)('@napi-rs/canvas');
  loaded = canvas;
  for (const { file, family } of textFonts()) register(file, family);
  return canvas;
}

/** Makes a font file known under a family of its own, once. */
export function register(path: string, family: string): void {
  const { GlobalFonts } = library();
  if (registered.has(path)) return;
  registered.add(path);
  if (!GlobalFonts.registerFromPath(path, family)) throw new Error(`${path}: not a font that can be used`);
  if (families.includes(family)) return;
  families.push(family);
  widths.clear();
  // There are hundreds of the others, and a font is set again and again.
  stack = families
    .filter((one) => !HAN_FACE.test(one))
    .map((one) => `"${one}"`)
    .join(',');
}

const HAN_FACE = /-(?:jp|tc|sc|kr) /;
/** Letters of the faces that are chosen letter by letter, and whatever else those have. */
const BEYOND = /[\u2000-\uffff]/;
/** Below it only those are set in such a face that a name was looked up in. */
const HAN = 0x2e80;

let spoken = 'en';

/** From now on texts are in this language: Han letters have the shapes of its country. */
export function speak(locale: string): void {
  spoken = locale;
}

export const reading = (): string => spoken;

/** Families of letters, by language. */
const chosen = new Map<string, Map<number, string | null>>();

/** The family of a letter beyond the text face, its file made known; null where no file is meant for it. */
function familyOf(code: number): string | null {
  const known = chosen.get(spoken) ?? new Map<number, string | null>();
  chosen.set(spoken, known);
  let family = known.get(code);
  if (family === undefined) {
    const file = filesFor(spoken).find((one) => mayHold(one, code));
    if (file) register(file.path, file.family);
    family = file?.family ?? null;
    known.set(code, family);
  }
  return family;
}

/** The families that a text needs: the text face first, which has no Han letters. */
function stackOf(text: string): string {
  library();
  if (!BEYOND.test(text)) return stack;
  const needed = new Set<string>();
  for (const letter of text) {
    const code = letter.codePointAt(0)!;
    if (code < HAN && !OUTSIDE.test(letter)) continue;
    const family = familyOf(code);
    if (family !== null) needed.add(family);
  }
  return [stack, ...[...needed].map((one) => `"${one}"`)].join(',');
}

/** Signs that the text face may lack. */
const OUTSIDE = /[\p{So}\p{Sk}\p{Sm}]/u;

/** Files of the text face: two weights in all its scripts. */
export const textFonts = (): readonly { readonly file: string; readonly family: string }[] =>
  INTER.flatMap((part) =>
    [REGULAR, BOLD].map((weight) => ({
      file: packaged(`@fontsource/inter/files/inter-${part}-${weight}-normal.woff2`),
      family: `Metro ${part}`,
    })),
  );

/** A new surface of so many pixels, filled with a colour. */
export function surface(width: number, height: number, color?: string): Surface {
  const made = library().createCanvas(width, height);
  if (color) {
    const brush = made.getContext('2d');
    brush.fillStyle = color;
    brush.fillRect(0, 0, width, height);
  }
  return made;
}

export function brushOf(on: Surface): Brush {
  const brush = on.getContext('2d');
  brush.lang = 'en';
  return brush;
}

/** A path with nothing in it yet. */
export const outline = (): Outline => new (library().Path2D)();

/** RGBA bytes of an opaque surface, row by row. */
export function pixels(of: Surface): Buffer {
  return of.data();
}

export interface Lettering {
  readonly size: number;
  readonly weight?: typeof REGULAR | typeof BOLD;
  readonly color: string;
  readonly align?: 'left' | 'center' | 'right';
  /** Smaller letters are used until the text is at most this wide, in pixels. */
  readonly fit?: number;
}

/** Sets the text face, with those behind it that a text needs. */
export function setFont(brush: Brush, weight: number, size: number, text: string): void {
  brush.font = `${weight} ${size}px ${stackOf(text)}`;
}

/** Widths of texts at size 100: what is measured is asked again with every picture. */
const widths = new Map<string, number>();
const WIDTHS = 4096;
const MEASURE = 100;
let ruler: Brush | undefined;

/** Width of a text in pixels, without a brush at hand. */
export function textWidth(text: string, size: number, weight: number = REGULAR): number {
  const key = `${weight} ${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    ruler ??= brushOf(surface(1, 1));
    setFont(ruler, weight, MEASURE, text);
    width = ruler.measureText(text).width;
    if (widths.size >= WIDTHS) widths.clear();
    widths.set(key, width);
  }
  return (width * size) / MEASURE;
}

/** Width of a text in pixels. */
export function widthOf(brush: Brush, text: string, size: number, weight: number = REGULAR): number {
  setFont(brush, weight, size, text);
  return brush.measureText(text).width;
}

/** Writes one line with its baseline at y; gives back the width it took. */
export function write(brush: Brush, text: string, x: number, y: number, how: Lettering): number {
  const weight = how.weight ?? REGULAR;
  let size = how.size;
  let width = widthOf(brush, text, size, weight);
  if (how.fit !== undefined && width > how.fit) {
    size = (size * how.fit) / width;
    width = widthOf(brush, text, size, weight);
  }
  brush.fillStyle = how.color;
  brush.textAlign = how.align ?? 'left';
  brush.textBaseline = 'alphabetic';
  brush.fillText(text, x, y);
  return width;
}

/** Height of figures and capitals in the text face, as a share of its size. */
export const CAP = 0.727;

/** Writes figures or a letter centred on a point. */
export function center(
  brush: Brush,
  text: string,
  x: number,
  y: number,
  how: Omit<Lettering, 'align'>,
): void {
  write(brush, text, x, y + (how.size * CAP) / 2, { weight: BOLD, ...how, align: 'center' });
}

/** A rounded rectangle as the present path. */
export function box(
  brush: Brush,
  x: number,
  y: number,
  w: number,
  h: number,
  radius: number | number[],
): void {
  brush.beginPath();
  brush.roundRect(x, y, w, h, radius);
}

/** A closed polygon as the present path. */
export function polygon(brush: Brush, points: readonly (readonly [number, number])[]): void {
  brush.beginPath();
  points.forEach(([x, y], i) => {
    if (i === 0) brush.moveTo(x, y);
    else brush.lineTo(x, y);
  });
  brush.closePath();
}

export function circle(brush: Brush, x: number, y: number, r: number): void {
  brush.beginPath();
  brush.arc(x, y, r, 0, Math.PI * 2);
}

export function fill(brush: Brush, color: string): void {
  brush.fillStyle = color;
  brush.fill();
}

export function stroke(brush: Brush, color: string, width: number): void {
  brush.strokeStyle = color;
  brush.lineWidth = width;
  brush.stroke();
}

const RAYS = 12;

/** A sun of twelve rays as the present path. */
export function sunburst(brush: Brush, x: number, y: number, r: number): void {
  polygon(
    brush,
    Array.from({ length: 2 * RAYS }, (_, i) => {
      const angle = (i / RAYS - 0.5) * Math.PI;
      const far = i % 2 === 0 ? r : r * 0.74;
      return [x + far * Math.cos(angle), y + far * Math.sin(angle)] as const;
    }),
  );
}
