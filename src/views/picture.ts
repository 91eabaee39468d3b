import type { Picture } from './look.ts';

interface Drawing {
  readonly width: number;
  readonly height: number;
  png(): Promise<Buffer>;
}

/** A drawing and its words. */
export const picture = (alt: string, drawing: Drawing): Picture => ({
  alt,
  width: drawing.width,
  height: drawing.height,
  draw: () => drawing.png(),
});
