import { pixels } from '../../src/views/canvas.ts';
import type { Composition } from '../../src/views/kit/drawing.ts';

/** How far what is composed of kept sprites is from the same painted anew on a canvas, in all colours. */
export interface Likeness {
  /** Peak signal-to-noise ratio in dB. */
  readonly psnr: number;
  /** Largest difference of a channel, and where it is. */
  readonly worst: number;
  readonly at: readonly [x: number, y: number];
  /** Pixels of which a channel differs by more than `FAR`: an edge is less, a part that is cut off or missing is more. */
  readonly far: number;
}

const FAR = 64;

export async function likeness(drawing: Composition): Promise<Likeness> {
  const full = pixels(await drawing.canvas());
  const { colors } = await drawing.palette();
  const { bytes, width, height } = await drawing.rows();
  let [worst, place, squares, far] = [0, 0, 0, 0];
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const entry = bytes[i + 1 + y]! * 3;
      let most = 0;
      for (let c = 0; c < 3; c++) {
        const off = Math.abs(full[i * 4 + c]! - colors[entry + c]!);
        most = Math.max(most, off);
        squares += off * off;
      }
      if (most > FAR) far++;
      if (most > worst) [worst, place] = [most, i];
    }
  const psnr = 10 * Math.log10((255 * 255 * width * height * 3) / Math.max(1, squares));
  return { psnr, worst, at: [place % width, Math.floor(place / width)], far };
}
