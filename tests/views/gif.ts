/** A reader of GIFs, after the standard and not after what writes them. */

export interface Shot {
  /** Milliseconds. */
  readonly delay: number;
  /** What of the picture it replaces. */
  readonly part: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** The whole picture with it: r, g, b of each pixel. */
  readonly rgb: Uint8Array;
}

export interface Animation {
  readonly width: number;
  readonly height: number;
  /** How often it is repeated; 0: for ever, null: it is not. */
  readonly loops: number | null;
  readonly shots: readonly Shot[];
}

/** No code may be longer (bits), so there are no more strings. */
const LONGEST = 12;
const STRINGS = 1 << LONGEST;

/** The pixels of LZW codes; throws for a code that can stand nowhere, and where there are too few or too many pixels. */
function inflated(data: Uint8Array, bits: number, count: number): Uint8Array {
  const clear = 1 << bits;
  const end = clear + 1;
  const pixels = new Uint8Array(count);
  // Each string stands among the pixels where it came up first: from where, and how long it is.
  const [froms, lengths] = [new Int32Array(STRINGS), new Int32Array(STRINGS)];
  let [strings, size, before] = [clear + 2, bits + 1, -1];
  let done = 0;
  let start = 0;
  for (let at = 0; at + size <= data.length * 8; ) {
    let code = 0;
    for (let i = 0; i < size; i++, at++) code |= ((data[at >> 3]! >> (at & 7)) & 1) << i;
    if (code === end) {
      if (done !== count) throw new Error(`${done} pixels, not ${count}`);
      return pixels;
    }
    if (code === clear) {
      [strings, size, before] = [clear + 2, bits + 1, -1];
      continue;
    }
    if (code > strings || (code === strings && (before < 0 || strings === STRINGS)))
      throw new Error(`Code ${code} is not known.`);
    // A string longer by one than the one before: that one and its neighbour, which for the newest is its own first pixel.
    const fresh = before >= 0 && strings < STRINGS ? strings++ : -1;
    if (fresh >= 0) {
      froms[fresh] = start;
      lengths[fresh] = (before < clear ? 1 : lengths[before]!) + 1;
    }
    const length = code < clear ? 1 : lengths[code]!;
    if (done + length > count) throw new Error(`More than ${count} pixels`);
    start = done;
    if (code < clear) pixels[done++] = code;
    else for (let from = froms[code]!, i = 0; i < length; i++) pixels[done++] = pixels[from + i]!;
    if (strings === 1 << size && size < LONGEST) size++;
    before = code;
  }
  throw new Error('The codes do not end.');
}

/** Reads a whole file; throws where it is none. */
export function readGif(file: Buffer): Animation {
  if (file.toString('latin1', 0, 6) !== 'GIF89a') throw new Error('It is no GIF.');
  const [width, height] = [file.readUInt16LE(6), file.readUInt16LE(8)];
  const tableAt = (at: number, flags: number): [Buffer | null, number] => {
    const bytes = flags & 0x80 ? 3 << ((flags & 7) + 1) : 0;
    return [bytes > 0 ? file.subarray(at, at + bytes) : null, at + bytes];
  };
  const [common, first] = tableAt(13, file[10]!);
  let at = first;
  const blocks = (): Buffer => {
    const parts: Buffer[] = [];
    for (;;) {
      const length = file[at++]!;
      if (length === 0) return Buffer.concat(parts);
      parts.push(file.subarray(at, at + length));
      at += length;
    }
  };
  let loops: number | null = null;
  let delay = 0;
  let through = -1;
  const shots: Shot[] = [];
  const now = new Uint8Array(width * height * 3);
  for (;;) {
    const kind = file[at++];
    if (kind === 0x3b) {
      if (at !== file.length) throw new Error('There is more behind its end.');
      return { width, height, loops, shots };
    }
    if (kind === 0x21) {
      const label = file[at++];
      const data = blocks();
      if (label === 0xff && data.toString('latin1', 0, 11) === 'NETSCAPE2.0') loops = data.readUInt16LE(12);
      if (label === 0xf9) {
        delay = data.readUInt16LE(1) * 10;
        through = data[0]! & 1 ? data[3]! : -1;
        const disposal = (data[0]! >> 2) & 7;
        if (disposal > 1) throw new Error('A picture does not stay.');
      }
    } else if (kind === 0x2c) {
      const part = {
        x: file.readUInt16LE(at),
        y: file.readUInt16LE(at + 2),
        width: file.readUInt16LE(at + 4),
        height: file.readUInt16LE(at + 6),
      };
      const flags = file[at + 8]!;
      if (flags & 0x40) throw new Error('Rows that are interlaced are not read here.');
      const [own, next] = tableAt(at + 9, flags);
      const colors = own ?? common;
      if (!colors) throw new Error('There are no colours.');
      at = next;
      const bits = file[at++]!;
      const pixels = inflated(blocks(), bits, part.width * part.height);
      if (part.x + part.width > width || part.y + part.height > height) throw new Error('It is outside.');
      pixels.forEach((pixel, i) => {
        if (pixel === through) return;
        const x = part.x + (i % part.width);
        const y = part.y + Math.floor(i / part.width);
        now.set(colors.subarray(3 * pixel, 3 * pixel + 3), 3 * (y * width + x));
      });
      shots.push({ delay, part, rgb: now.slice() });
    } else throw new Error(`A block of kind ${kind} at ${at - 1}.`);
  }
}
