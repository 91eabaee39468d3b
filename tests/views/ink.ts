import { createCanvas, loadImage } from '@napi-rs/canvas';
import { CORNER } from '../../src/views/metrox/frame.ts';
import type { read } from './boards.ts';

/** What is drawn where in a picture read back. */

type Image = Awaited<ReturnType<typeof read>>;

/**
 * How many distinct colours there are in the lower left corner, which Discord covers; 1 when it is empty. `full` is the width
 * of the pictures for which the corner was measured, in pixels: others are shown larger or smaller.
 */
export function corner({ width, height, data }: Image, full = width): number {
  const scale = width / full;
  const colors = new Set<number>();
  for (let y = height - Math.floor(CORNER.height * scale); y < height; y++)
    for (let x = 0; x < Math.floor(CORNER.width * scale); x++) {
      const at = (y * width + x) * 4;
      colors.add((data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!);
    }
  return colors.size;
}

/** The size of a PNG, and how many colours there are in its corner: the rest of it is not read. */
export async function outlineOf(
  png: Buffer,
  full?: number,
): Promise<{ width: number; height: number; corner: number }> {
  const image = await loadImage(png);
  const { width, height } = image;
  const scale = width / (full ?? width);
  const [w, h] = [Math.floor(CORNER.width * scale), Math.floor(CORNER.height * scale)];
  const brush = createCanvas(w, h).getContext('2d');
  brush.drawImage(image, 0, h - height);
  const colors = new Set(new Uint32Array(brush.getImageData(0, 0, w, h).data.buffer));
  return { width, height, corner: colors.size };
}

/** Edges of shapes in the colour of the ground come out a shade off it, which nobody sees. */
const SHADE = 4;

/** How many pixels of a part of a picture differ visibly from the ground, which is the picture's first pixel. */
export function inkIn({ width, data }: Image, left: number, top: number, w: number, h: number): number {
  let count = 0;
  for (let y = top; y < top + h; y++)
    for (let x = left; x < left + w; x++) {
      const at = (y * width + x) * 4;
      const off = Math.max(
        Math.abs(data[at]! - data[0]!),
        Math.abs(data[at + 1]! - data[1]!),
        Math.abs(data[at + 2]! - data[2]!),
      );
      if (off > SHADE) count++;
    }
  return count;
}
