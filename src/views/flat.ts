import { pixels, type Surface } from './canvas.ts';
import { encode, indexed, paletteFrom } from './png.ts';

/**
 * The PNG of a finished surface with a palette made for it alone, `pinned` colours (`#rrggbb`) exact in it. For
 * pictures that are drawn seldom; what is drawn all the time shares a palette.
 */
export async function flat(on: Surface, pinned: readonly string[]): Promise<Buffer> {
  const rgba = pixels(on);
  const palette = paletteFrom([rgba], pinned);
  return encode(indexed(rgba, on.width, on.height, palette), on.width, on.height, palette);
}
