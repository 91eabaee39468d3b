import { printer } from '../src/views/picture.ts';

/** One pixel. */
const BLANK = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const drawn = printer.print;

/** From now on boards, tables and cards are blank pictures, where the drawing is not the point: their words are the real ones. */
export function usePictures(pictures: 'blank' | 'drawn'): void {
  printer.print = pictures === 'blank' ? async () => BLANK : drawn;
}
