import { createCanvas } from '@napi-rs/canvas';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { catalogueOf, LOCALES } from '../../src/locales.ts';
import { BOLD, brushOf, REGULAR, speak, surface, write } from '../../src/views/canvas.ts';
import { drawable, settable } from '../../src/views/fonts.ts';
import { codesOf, filesFor } from '../../src/views/shelf.ts';
import { textsOf } from '../../src/wording.ts';

/** The pixels of a text, as the pictures set it. */
function pixels(text: string, weight: typeof REGULAR | typeof BOLD): string {
  const on = surface(120, 90, '#ffffff');
  write(brushOf(on), text, 30, 60, { size: 44, weight, color: '#000000' });
  return on.data().toString('base64');
}

const NOBODY = '\u{10fffe}';
const blank = createCanvas(120, 90);
const white = blank.getContext('2d');
white.fillStyle = '#ffffff';
white.fillRect(0, 0, 120, 90);
const EMPTY = blank.data().toString('base64');

const SCRIPTS = {
  latin: 'Åsa Łukasz Nguyễn Ğül',
  cyrillic: 'Дмитрий Ђорђе',
  greek: 'Αθηνά Ωμέγα',
  hebrew: 'שלום',
  arabic: 'مرحبا',
  japanese: '山田さくらタロウ',
  chinese: '简体张伟龙',
  korean: '김민준한글',
  emoji: '🚇🎉🦊⭐🧿',
} as const;

describe('every script of a name has glyphs of its own', () => {
  test.each(Object.entries(SCRIPTS))('%s', async (_, name) => {
    expect(await drawable(name, 'nobody')).toBe(name);
    for (const weight of [REGULAR, BOLD] as const) {
      const missing = pixels(NOBODY, weight);
      for (const char of name.replaceAll(' ', '')) {
        expect(pixels(char, weight), `${char} at ${weight}`).not.toBe(missing);
        expect(pixels(char, weight), `${char} at ${weight}`).not.toBe(EMPTY);
      }
    }
  });
});

describe('what has no glyph is never drawn', () => {
  test('a name of nothing but strangers gives way to the seat', async () => {
    expect(await drawable('\u{10330}\u{10331}', 'Seat 3')).toBe('Seat 3');
    expect(await drawable('', 'Seat 3')).toBe('Seat 3');
    expect(await drawable(' \u200b\u2066 ', 'Seat 3')).toBe('Seat 3');
    expect(await drawable('\ud800', 'Seat 3')).toBe('Seat 3');
    expect(await drawable('\u3164\u00ad', 'Seat 3')).toBe('Seat 3');
  });
  test('strangers among letters are left out', async () => {
    expect(await drawable('Ann \u{10330} B', 'Seat 3')).toBe('Ann B');
  });
  test('ornamental letters become plain ones', async () => {
    expect(await drawable('𝕄𝕖𝕥𝕣𝕠', 'Seat 3')).toBe('Metro');
  });
  test('towers of marks are cut', async () => {
    const tower = `A${'\u0301'.repeat(40)}`;
    expect([...(await drawable(tower, 'Seat 3'))].length).toBeLessThanOrEqual(3);
  });
  test('joined emoji stay joined', async () => {
    expect(await drawable('👩‍👩‍👧 🇩🇪 👍🏽', 'Seat 3')).toBe('👩‍👩‍👧 🇩🇪 👍🏽');
  });
  test('whatever a name is, all that is drawn can be set', async () => {
    const names = fc.string({ unit: 'grapheme', maxLength: 16 });
    await fc.assert(
      fc.asyncProperty(names, async (name) => {
        const shown = await drawable(name, 'Seat 3');
        expect(shown.trim()).not.toBe('');
        expect(await settable(shown)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});

describe('words of ours', () => {
  afterAll(() => speak('en'));

  test.each(LOCALES)('%s: every letter is set by the first face that it is asked of', async (locale) => {
    speak(locale);
    const letters = new Set([...textsOf(catalogueOf(locale)).values()].join(''));
    const wrong: string[] = [];
    for (const letter of letters) {
      const code = letter.codePointAt(0)!;
      // What is drawn goes by what a file is meant for, without a look into it.
      const first = filesFor(locale).find(({ ranges }) =>
        ranges.some(([from, to]) => code >= from && code <= to),
      );
      // Signs beyond them stand in chat alone.
      if (code < 0x3000 || code === 0xfe0f || code > 0xffff || !first) continue;
      if (!(await settable(letter)) || codesOf(first)?.has(code) === false) wrong.push(letter);
    }
    expect(wrong).toEqual([]);
  });

  test('Han letters have the shapes of Taiwan where its language is spoken, and those of Japan elsewhere', () => {
    // 直 and 骨 differ between the two, 一 hardly.
    const shape = (locale: string, letter: string) => {
      speak(locale);
      return pixels(letter, REGULAR);
    };
    for (const letter of ['直', '骨']) expect(shape('zh-TW', letter)).not.toBe(shape('ja', letter));
    expect(shape('en', '直')).toBe(shape('ja', '直'));
  });
});
