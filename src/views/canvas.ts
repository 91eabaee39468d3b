import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Canvas, Path2D, SKRSContext2D } from '@napi-rs/canvas';

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
const families: string[] = [];
/** The families as a font is set in them. */
let stack = '';
const registered = new Set<string>();

/** Path of a file of an installed package. */
export function packaged(file: string): string {
  return fileURLToPath(import.meta.resolve(file));
}

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

/** Makes a font file known under a family of its own, once; later families stand behind earlier ones. */
export function register(path: string, family: string): void {
  const { GlobalFonts } = library();
  if (registered.has(path)) return;
  registered.add(path);
  if (!GlobalFonts.registerFromPath(path, family)) throw new Error(`${path}: not a font that can be used`);
  if (families.includes(family)) return;
  families.push(family);
  widths.clear();
  stack = families.map((one) => `"${one}"`).join(',');
}

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

/** Sets the text face, with those of other scripts behind it. */
export function setFont(brush: Brush, weight: number, size: number): void {
  brush.font = `${weight} ${size}px ${stack}`;
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
    setFont(ruler, weight, MEASURE);
    width = ruler.measureText(text).width;
    if (widths.size >= WIDTHS) widths.clear();
    widths.set(key, width);
  }
  return (width * size) / MEASURE;
}

/** Width of a text in pixels. */
export function widthOf(brush: Brush, text: string, size: number, weight: number = REGULAR): number {
  setFont(brush, weight, size);
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
