import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encode, indexed, paletteFrom } from '../../src/views/png.ts';
import { read } from './boards.ts';

/** RGBA bytes of colours 0xRRGGBB. */
function rgba(colors: readonly number[]): Buffer {
  return Buffer.from(colors.flatMap((c) => [c >> 16, (c >> 8) & 255, c & 255, 255]));
}

const hex = (c: number) => `#${c.toString(16).padStart(6, '0')}`;

test('colours of the palette come back as they were, whatever the size', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.integer({ min: 0, max: 0xffffff }), { minLength: 1, maxLength: 200 }),
      fc.integer({ min: 1, max: 17 }),
      fc.integer({ min: 1, max: 9 }),
      async (colors, width, height) => {
        const pixels = Array.from({ length: width * height }, (_, i) => colors[(i * 7) % colors.length]!);
        const data = rgba(pixels);
        const palette = paletteFrom([], colors.map(hex));
        const png = await encode(indexed(data, width, height, palette), width, height, palette);
        const back = await read(png);
        expect([back.width, back.height]).toEqual([width, height]);
        expect(Buffer.from(back.data).equals(data)).toBe(true);
      },
    ),
    { numRuns: 60 },
  );
});

test('few colours are kept exactly without being named', async () => {
  const pixels = Array.from({ length: 256 }, (_, i) => i * 0x010203);
  const palette = paletteFrom([rgba(pixels)], []);
  const png = await encode(indexed(rgba(pixels), 16, 16, palette), 16, 16, palette);
  expect(Buffer.from((await read(png)).data).equals(rgba(pixels))).toBe(true);
});

test('a colour nobody foresaw takes the nearest entry, also when many have been met', () => {
  const palette = paletteFrom([], ['#000000', '#ff0000', '#00ff00', '#0000ff', '#ffffff']);
  const near = (c: number) => indexed(rgba([c]), 1, 1, palette)[1];
  const first = [0x100808, 0xe01010, 0x20d010, 0x1010d0, 0xf0f0e8].map(near);
  expect(first).toEqual([0, 1, 2, 3, 4]);
  const many = Array.from({ length: 90_000 }, (_, i) => (i * 186) & 0xffffff);
  indexed(rgba(many), 300, 300, palette);
  expect([0x100808, 0xe01010, 0x20d010, 0x1010d0, 0xf0f0e8].map(near)).toEqual(first);
});

test('the file is an indexed PNG of eight bits', async () => {
  const palette = paletteFrom([], ['#123456', '#ffffff']);
  const png = await encode(indexed(rgba([0x123456, 0xffffff]), 2, 1, palette), 2, 1, palette);
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([...png.subarray(24, 29)]).toEqual([8, 3, 0, 0, 0]);
  const at = png.indexOf('IDAT');
  const length = png.readUInt32BE(at - 4);
  expect([...inflateSync(png.subarray(at + 4, at + 4 + length))]).toEqual([0, 0, 1]);
});
