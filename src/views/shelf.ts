import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Faces beyond the text face: each comes in many small files, of which those are loaded that a text needs. Han letters have
 * other shapes in Japan, Taiwan and China, so it depends on the language whose face comes first.
 */

/** Path of a file of an installed package. */
export function packaged(file: string): string {
  return fileURLToPath(import.meta.resolve(file));
}

const FACES = [
  'noto-sans-hebrew',
  'noto-sans-arabic',
  'noto-sans-jp',
  'noto-sans-tc',
  'noto-sans-sc',
  'noto-sans-kr',
  'noto-emoji',
] as const;

type Face = (typeof FACES)[number];

/** Languages with a face of their own; in all others, names in Han letters are set as in Japan. */
const FIRST: Readonly<Record<string, Face>> = { 'zh-TW': 'noto-sans-tc' };

export interface FontFile {
  readonly path: string;
  readonly family: string;
  /** The code points it is meant for, as pairs from..to. */
  readonly ranges: readonly (readonly [number, number])[];
}

/** `U+4E00-4E0F,U+4E1A` to pairs. */
function parseRanges(text: string): (readonly [number, number])[] {
  return text.split(',').map((part) => {
    const [from, to] = part.trim().replace(/^U\+/i, '').split('-');
    const start = Number.parseInt(from!, 16);
    return [start, to ? Number.parseInt(to, 16) : start] as const;
  });
}

function filesOf(face: Face): FontFile[] {
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
      };
    });
}

const shelves = new Map<string, readonly FontFile[]>();

/** The files of all faces, in the order in which a language asks them. */
export function filesFor(locale: string): readonly FontFile[] {
  const first = FIRST[locale];
  const key = first ?? '';
  let files = shelves.get(key);
  if (!files) {
    const faces = first ? [first, ...FACES.filter((face) => face !== first)] : FACES;
    files = faces.flatMap(filesOf);
    shelves.set(key, files);
  }
  return files;
}

/** What files hold, by their paths, where that was looked up: the ranges they are sold under are wider. */
const held = new Map<string, ReadonlySet<number>>();

export const learn = ({ path }: FontFile, codes: ReadonlySet<number>): void => {
  held.set(path, codes);
};

export const codesOf = ({ path }: FontFile): ReadonlySet<number> | undefined => held.get(path);

/** Whether a file is meant for a code point, and is not known to lack it. */
export const mayHold = (file: FontFile, code: number): boolean =>
  file.ranges.some(([from, to]) => code >= from && code <= to) && codesOf(file)?.has(code) !== false;
