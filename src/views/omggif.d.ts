/** The part of `omggif` that writes, which brings no types of its own. */
declare module 'omggif' {
  export class GifWriter {
    /** `bytes` grows where it is a list; `palette` holds 2 to 256 colours, 0xrrggbb, a power of two of them; `loop`: 0 is for ever. */
    constructor(
      bytes: number[] | Uint8Array,
      width: number,
      height: number,
      options: { readonly palette: readonly number[]; readonly loop?: number },
    );
    /** Adds a picture of colours' numbers; `delay` in hundredths of a second. */
    addFrame(
      x: number,
      y: number,
      width: number,
      height: number,
      pixels: ArrayLike<number>,
      options: { readonly delay: number; readonly disposal: 0 | 1 | 2 | 3; readonly transparent?: number },
    ): void;
    /** Ends the file; its length. */
    end(): number;
  }
}
