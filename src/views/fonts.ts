import { readFileSync } from 'node:fs';
import { reading, register, textFonts } from './canvas.ts';
import { codesOf, type FontFile, filesFor, learn, mayHold } from './shelf.ts';

/**
 * Names that people chose may be in any script. A name that no file can set is shortened to what can be set, so that no
 * picture ever shows an empty box.
 */

let text: readonly FontFile[] | undefined;

/** The text face in one weight: all others have the same letters. */
function textFiles(): readonly FontFile[] {
  text ??= textFonts()
    .filter((_, i) => i % 2 === 0)
    .map(({ file, family }) => ({ path: file, family, ranges: [[0x20, 0x2fff]] }));
  return text;
}

/** Reads a file's own table of characters: the font it stands in takes many times the memory. */
async function load(file: FontFile): Promise<ReadonlySet<number>> {
  const known = codesOf(file);
  if (known) return known;
  const fontkit = await import('fontkit');
  const font = fontkit.create(readFileSync(file.path));
  if (!('characterSet' in font)) throw new Error(`${file.path}: a collection, not a font`);
  const codes = new Set(font.characterSet);
  learn(file, codes);
  return codes;
}

/** Joiners, variation selectors and marks of direction: they are shaped away and need no glyph. */
const INVISIBLE = /^\p{Default_Ignorable_Code_Point}$/u;

/** What the text face has for certain: most names need no look into a font. */
const PLAIN = /^[\x20-\x7e]*$/;

/** The file that can set a character, or null. */
async function fileFor(char: string): Promise<FontFile | null> {
  const code = char.codePointAt(0)!;
  for (const file of [...textFiles(), ...filesFor(reading())])
    if (mayHold(file, code) && (await load(file)).has(code)) return file;
  return null;
}

/** True when every character of a text can be set; the files it needs are then loaded. */
export async function settable(text: string): Promise<boolean> {
  if (PLAIN.test(text)) return true;
  const needed: FontFile[] = [];
  for (const char of text) {
    if (INVISIBLE.test(char)) continue;
    const file = await fileFor(char);
    if (!file) return false;
    needed.push(file);
  }
  for (const file of needed) register(file.path, file.family);
  return true;
}

const known = new Map<string, string>();
const KNOWN_LIMIT = 2000;

/**
 * A name as it can be drawn: whole if every character has a glyph, else with plain letters for ornamental ones and
 * without those that have no glyph at all, and `instead` when nothing that can be read is left.
 */
export async function drawable(name: string, instead: string): Promise<string> {
  const found = known.get(name);
  if (found !== undefined) return found === '' ? instead : found;
  let shown = '';
  // Towers of marks would grow out of the line.
  const flat = name.normalize('NFC').replace(/(\p{M}{2})\p{M}+/gu, '$1');
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(flat)) {
    if (/^[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]+$/u.test(segment)) shown += ' ';
    else if (await settable(segment)) shown += segment;
    else if (await settable(segment.normalize('NFKC'))) shown += segment.normalize('NFKC');
  }
  shown = shown.replace(/\s+/g, ' ').trim();
  if (!/[\p{L}\p{N}\p{S}\p{Extended_Pictographic}]/u.test(shown)) shown = '';
  if (known.size >= KNOWN_LIMIT) known.clear();
  known.set(name, shown);
  return shown === '' ? instead : shown;
}
