import { type Brush, brushOf, pixels, type Surface, surface } from '../canvas.ts';
import { encode, indexed, type Palette } from '../png.ts';
import { indexedStage, type Rows, release, rowsOf } from './indexed.ts';
import { canvasStage, type Stage } from './stage.ts';

/** A picture ready to be drawn. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** Draws it; the same input gives the same bytes. */
  png(): Promise<Buffer>;
}

/** A drawing that is composed of stamps. */
export interface Composition extends Drawing {
  readonly palette: () => Palette | Promise<Palette>;
  /** Its pixels as numbers of the palette's colours. */
  rows(): Promise<Rows>;
  /** The same painted anew on a canvas, in all colours: what the stamps are held against. */
  canvas(): Promise<Surface>;
}

interface Composed {
  readonly width: number;
  readonly height: number;
  readonly palette: () => Palette | Promise<Palette>;
  /** Lays all of it, a layer first. */
  compose(stage: Stage): Promise<void> | void;
}

export function composition({ width, height, palette, compose }: Composed): Composition {
  const rows = async (): Promise<Rows> => {
    const colors = await palette();
    const made = rowsOf(width, height);
    await compose(indexedStage(made, colors));
    return made;
  };
  return {
    width,
    height,
    palette,
    rows,
    async canvas() {
      const on = surface(width, height);
      await compose(canvasStage(brushOf(on)));
      return on;
    },
    async png() {
      const colors = await palette();
      const made = await rows();
      const png = await encode(made.bytes, width, height, colors);
      release(made);
      return png;
    },
  };
}

/** A picture that is painted on a canvas each time: for what is drawn seldom, and has nothing in common with other pictures. */
export function painting({
  width,
  height,
  palette,
  ground,
  paint,
}: Omit<Composed, 'compose'> & {
  /** What it is filled with first. */
  readonly ground: string;
  paint(brush: Brush): Promise<void> | void;
}): Drawing {
  return {
    width,
    height,
    async png() {
      const on = surface(width, height, ground);
      await paint(brushOf(on));
      const colors = await palette();
      return encode(indexed(pixels(on), width, height, colors), width, height, colors);
    },
  };
}
