import type { Surface } from './canvas.ts';
import type { Picture } from './presenter.ts';

interface Drawing {
  readonly width: number;
  readonly height: number;
  png(): Promise<Buffer>;
  /** The same painted anew on a canvas, where it is composed of what is kept. */
  canvas?(): Promise<Surface>;
}

/** How a drawing becomes a file. Tests in which nobody looks at pictures put a blank one here. */
export const printer = { print: (drawing: Drawing): Promise<Buffer> => drawing.png() };

/** A drawing and its words. */
export const picture = (alt: string, drawing: Drawing): Picture => ({
  alt,
  width: drawing.width,
  height: drawing.height,
  draw: () => printer.print(drawing),
});
