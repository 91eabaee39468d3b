import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { translator } from '../../src/locales.ts';
import { alike, looksLike, marked, numbered } from '../../src/views/alike.ts';
import { nameOf, wholeName } from '../../src/views/names.ts';

/** Names that a person would take for one another. */

const both = (a: string, b: string): boolean => looksLike(a, [b]) && looksLike(b, [a]);

describe('two names', () => {
  test.each([
    ['letter for letter', 'Ann', 'Ann'],
    ['in upper and lower case', 'ANN', 'ann'],
    ['with a letter of another script', 'Ann', 'Аnn'],
    ['in another script altogether', 'ТОМ', 'TOM'],
    ['in capitals of another script', 'ΗΛΙΟΣ', 'ηλιος'],
    ['with a capital i for an l', 'Bill', 'BiII'],
    ['with a one for an l', 'Bill', 'Bi11'],
    ['with the case of a letter that looks like another', 'Ian', 'ian'],
    ['with a nought for an o', 'zorro', 'z0rr0'],
    ['with two letters for one', 'Tom', 'Torn'],
    ['in ornamental letters', 'Anna', '𝕬𝖓𝖓𝖆'],
    ['in wide letters', 'Anna', 'Ａｎｎａ'],
    ['with one sign for two letters', 'ﬁnn', 'finn'],
    ['composed and not', 'Zoë', 'Zoe\u0308'],
    ['with a sharp s', 'Strauß', 'STRAUSS'],
  ])('are alike %s', (_what, a, b) => {
    expect(both(a, b)).toBe(true);
  });

  test.each([
    ['Ann', 'Anna'],
    ['Ann', 'Ben'],
    ['Zoë', 'Zoe'],
    ['Дима', 'Дина'],
    ['東京', '京東'],
    ['🚇', '🚉'],
    ['משה', 'משא'],
  ])('%s and %s are not', (a, b) => {
    expect(both(a, b)).toBe(false);
  });

  test('a name is like itself, and whose is like whose does not depend on who asks', () => {
    const names = fc.string({ unit: 'grapheme', maxLength: 16 });
    fc.assert(
      fc.property(names, names, (a, b) => {
        expect(looksLike(a, [a])).toBe(true);
        expect(looksLike(a, [b])).toBe(looksLike(b, [a]));
        expect(looksLike(a.toUpperCase(), [a.toUpperCase().toLowerCase()])).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe('several names', () => {
  const withSeat = (name: string, at: number) => `${name} (seat ${at + 1})`;
  const withNumber = (name: string, n: number) => `${name} (${n})`;
  const seats = (names: readonly string[]) => {
    const bear = marked(names, withSeat);
    return names.map((name, at) => (bear[at] ? withSeat(name, at) : name));
  };
  const rows = (names: readonly string[], taken?: readonly string[]) =>
    numbered(names, withNumber, taken).map((n, at) => (n > 1 ? withNumber(names[at]!, n) : names[at]));

  test('those that are alike bear a mark, all of them, and nobody else does', () => {
    expect(seats(['Ann', 'Ben', 'аnn', 'Cleo'])).toEqual(['Ann (seat 1)', 'Ben', 'аnn (seat 3)', 'Cleo']);
    expect(seats(['Ann', 'Ben'])).toEqual(['Ann', 'Ben']);
  });

  test('whoever is called as another is with a mark bears one, too', () => {
    expect(seats(['Ann', 'Ann', 'Ann (seat 2)'])).toEqual([
      'Ann (seat 1)',
      'Ann (seat 2)',
      'Ann (seat 2) (seat 3)',
    ]);
  });

  test('in a table the first stands as they are, the others have numbers that are free', () => {
    expect(rows(['Ann', 'ANN', 'Ben', 'Ann'])).toEqual(['Ann', 'ANN (2)', 'Ben', 'Ann (3)']);
    expect(rows(['Ann', 'Ann (2)', 'Ann'])).toEqual(['Ann', 'Ann (2)', 'Ann (3)']);
    expect(rows(['Someone', 'Ann'], ['someone'])).toEqual(['Someone (2)', 'Ann']);
  });

  test('whatever they are called, afterwards no two are alike', () => {
    const bits = fc.constantFrom('A', 'a', 'А', 'l', 'I', '1', ' (seat 1)', ' (seat 2)', ' (2)', ' (3)', 'b');
    const name = fc.array(bits, { minLength: 1, maxLength: 3 }).map((all) => all.join(''));
    fc.assert(
      fc.property(fc.array(name, { maxLength: 25 }), (names) => {
        for (const shown of [seats(names), rows(names) as string[]])
          expect(alike(shown).filter(Boolean)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

describe('in pictures', () => {
  const drawn = (plain: readonly string[]) =>
    Promise.all(plain.map(async (_, seat) => wholeName(await nameOf({ plain, t: translator('en') }, seat))));

  test('names that begin alike have the numbers of their seats, since they are cut in narrow rooms', async () => {
    expect(await drawn(['Maximilian', 'Maximiliane', 'Max', 'Ben'])).toEqual([
      'Maximilian (1)',
      'Maximiliane (2)',
      'Max',
      'Ben',
    ]);
  });

  test('so have those that differ in what cannot be drawn alone', async () => {
    expect(await drawn(['Ann', 'Ann \u{10330}', '\u{10330}', ''])).toEqual([
      'Ann (1)',
      'Ann (2)',
      'Seat 3',
      'Seat 4',
    ]);
  });
});
