import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packaged, register, textFonts } from './canvas.ts';

/**
 * Names that people chose may be in any script. The faces beyond the text face come in many small files; a file is
 * loaded when a name first needs it, and a name that no file can set is shortened to what can be set, so that no
 * picture ever shows an empty box.
 */

const FACES = [
  'noto-sans-hebrew',
  'noto-sans-arabic',
  'noto-sans-jp',
  'noto-sans-sc',
  'noto-sans-kr',
  'noto-emoji',
] as const;

interface FontFile {
  readonly path: string;
  readonly family: string;
  /** The code points it is meant for, as pairs from..to. */
  readonly ranges: readonly (readonly [number, number])[];
  /** The code points it has, once they were looked up: the font they stand in takes many times the memory. */
  codes: ReadonlySet<number> | null;
}

/** `U+4E00-4E0F,U+4E1A` to pairs. */
function parseRanges(text: string): (readonly [number, number])[] {
  return text.split(',').map((part) => {
    const [from, to] = part.trim().replace(/^U\+/i, '').split('-');
    const start = Number.parseInt(from!, 16);
    return [start, to ? Number.parseInt(to, 16) : start] as const;
  });
}

function filesOf(face: string): FontFile[] {
  const table = packaged(`@fontsource-variable/${face}/unicode.json`);
  const subsets = JSON.parse(readFileSync(table, 'utf8')) as Record<string, string>;
  return Object.entries(subsets)
    .filter(([subset]) => !subset.startsWith('latin') && !/^(cyrillic|greek|vietnamese)/.test(subset))
    .map(([subset, ranges]) => {
      const part = subset.replace(/[[\]]/g, '');
      return {
        path: join(dirname(table), 'files', `${face}-${part}-wght-normal.woff2`),
        family: `Metro ${face} ${part}`,
        ranges: parseRanges(ranges),
        codes: null,
      };
    });
}

let shelf: FontFile[] | null = null;

/** The text face first, then the others in the order in which they are asked. */
function files(): FontFile[] {
  shelf ??= [
    ...textFonts()
      .filter((_, i) => i % 2 === 0)
      .map(({ file, family }) => ({
        path: file,
        family,
        ranges: [[0x20, 0x2fff]] as const,
        codes: null,
      })),
    ...FACES.flatMap(filesOf),
  ];
  return shelf;
}

/** Reads a file's own table of characters: the ranges it is sold under are wider than what it holds. */
async function load(file: FontFile): Promise<ReadonlySet<number>> {
  if (file.codes) return file.codes;
  const fontkit = await import('fontkit');
  const font = fontkit.create(readFileSync(file.path));
  if (!('characterSet' in font)) throw new Error(`${file.path}: a collection, not a font`);
  file.codes = new Set(font.characterSet);
  return file.codes;
}

/** Joiners, variation selectors and marks of direction: they are shaped away and need no glyph. */
const INVISIBLE = /^\p{Default_Ignorable_Code_Point}$/u;

/** What the text face has for certain: most names need no look into a font. */
const PLAIN = /^[\x20-\x7e]*$/;

/** The file that can set a character, or null. */
async function fileFor(char: string): Promise<FontFile | null> {
  const code = char.codePointAt(0)!;
  for (const file of files()) {
    if (!file.ranges.some(([from, to]) => code >= from && code <= to)) continue;
    if ((await load(file)).has(code)) return file;
  }
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
