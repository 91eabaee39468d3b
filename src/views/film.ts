import { type Brush, brushOf, pixels, type Surface, surface } from './canvas.ts';
import { COLORS, gif } from './gif.ts';
import { indexedStage, rowsOf } from './kit/indexed.ts';
import type { Stage } from './kit/stage.ts';
import { picture } from './picture.ts';
import { indexed, type Palette, shortened } from './png.ts';
import type { Picture } from './presenter.ts';

/** Films: a game from its beginning to its end in one picture that moves. */

/** How the pictures of a film are drawn. */
export interface Reel {
  /** Measures in which they are laid out, in pixels. */
  readonly width: number;
  readonly height: number;
  /** The film is that large in proportion. */
  readonly scale: number;
  /** How many there are. */
  readonly frames: number;
  palette(): Palette | Promise<Palette>;
  /** Composes one, counted from 0, a layer first. */
  compose?(stage: Stage, at: number): Promise<void> | void;
  /** Where they are painted: what all of them have in common. */
  ground?(brush: Brush): void;
  /** Paints one over the ground, counted from 0. */
  paint?(brush: Brush, at: number): Promise<void> | void;
}

/** In milliseconds: a picture at leisure and at most, the last one, and how short and how long a whole film is, without that. */
const PACE = { usual: 600, slow: 1_500, last: 3_000, least: 8_000, most: 16_500 } as const;

/** How long each of so many pictures stands, in milliseconds; GIFs count hundredths of a second. */
export function delaysOf(frames: number): number[] {
  const moving = Math.max(1, frames - 1);
  const usual = Math.min(Math.max(moving * PACE.usual, PACE.least), PACE.most) / moving;
  const each = Math.floor(Math.min(usual, PACE.slow) / 10) * 10;
  return Array.from({ length: frames }, (_, i) => (i === frames - 1 ? PACE.last : each));
}

/** Whatever else is waiting comes first. */
const pause = (): Promise<void> =>
  new Promise((done) => {
    setImmediate(done);
  });

// A row that the ground fills in part only would be seen.
const sizeOf = ({ width, height, scale }: Pick<Reel, 'width' | 'height' | 'scale'>): [number, number] => [
  Math.floor(width * scale),
  Math.floor(height * scale),
];

/** Rows of one after the other. */
type Frames = (at: number) => Promise<Uint8Array>;

function composedFrames(reel: Reel, palette: Palette): Frames {
  const [width, height] = sizeOf(reel);
  return async (at) => {
    const rows = rowsOf(width, height);
    await reel.compose?.(indexedStage(rows, palette).within(0, 0, reel.scale), at);
    return rows.bytes;
  };
}

function paintedFrames(reel: Reel, palette: Palette): Frames {
  const [width, height] = sizeOf(reel);
  const brushOn = (on: Surface) => {
    const brush = brushOf(on);
    brush.scale(reel.scale, reel.scale);
    return brush;
  };
  const ground = surface(width, height);
  reel.ground?.(brushOn(ground));
  return async (at) => {
    const on = surface(width, height);
    brushOf(on).drawImage(ground, 0, 0);
    await reel.paint?.(brushOn(on), at);
    await pause();
    return indexed(pixels(on), width, height, palette);
  };
}

/** Between two pictures, and between the steps of one, others have their turn: a film takes seconds. */
async function develop(reel: Reel): Promise<Buffer> {
  const [width, height] = sizeOf(reel);
  const palette = shortened(await reel.palette(), COLORS);
  await pause();
  const frame = (reel.compose ? composedFrames : paintedFrames)(reel, palette);
  const film = gif(width, height, palette.colors);
  for (const [at, delay] of delaysOf(reel.frames).entries()) {
    await pause();
    const rows = await frame(at);
    await pause();
    film.add(rows, delay);
  }
  return film.done();
}

/** A film with its words: its picture is a GIF. */
export function filmOf(alt: string, reel: Reel): Picture {
  const [width, height] = sizeOf(reel);
  return picture(alt, { width, height, png: () => develop(reel) });
}
