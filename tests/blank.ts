import { printer } from '../src/views/picture.ts';

/** One pixel. */
const BLANK = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** What a bot says that was told to draw boards from now on, or to leave them blank. */
export const DRAWS = 'Pictures are drawn.';
export const LEAVES = 'Pictures are blank.';

const drawn = printer.print;

/** From now on boards, tables and cards are blank pictures, where the drawing is not the point: their words are the real ones. */
export function usePictures(pictures: 'blank' | 'drawn'): void {
  printer.print = pictures === 'blank' ? async () => BLANK : drawn;
}
