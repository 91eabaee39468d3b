import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chatName, escapeChat, plainName } from '../../src/app/names.ts';
import { markdown } from '../../src/playground/page/markdown.ts';
import type { Block, Inline } from '../../src/playground/page/markup.ts';
import { bare } from '../bare.ts';

/** Names are other people's text, and must stay text: they are read here as Discord's client reads a message. */

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' });
const graphemes = (text: string): number => [...segments.segment(text)].length;

/** The text of a message in which nothing is markup; undefined as soon as something is. */
function literal(text: string): string | undefined {
  const inlines = (nodes: readonly Inline[]): string | undefined => {
    let all = '';
    for (const node of nodes) {
      if (node.type !== 'text') return undefined;
      all += node.text;
    }
    return all;
  };
  const blocks: readonly Block[] = markdown(bare(text));
  if (blocks.length !== 1 || blocks[0]!.type !== 'paragraph') return undefined;
  return inlines(blocks[0]!.children);
}

const HOSTILE = [
  '@everyone',
  '@here and now',
  '<@123456789012>',
  '<@&123456789012>',
  '<#123456789012>',
  '<t:0:R>',
  '<:pwn:123456789>',
  '</metrox new:123>',
  '**bold** _em_ __u__',
  '~~gone~~ ||boo||',
  '`code` ```fence```',
  '# Heading',
  '-# small print',
  '> quoted',
  '>>> quoted',
  '- a list',
  '1. a list',
  '* a list',
  '+ a list',
  '[a](http://b.c)',
  '<http://b.c>',
  'http://b.c',
  'https://b.c/_d_',
  'discord.gg/abc',
  '\\',
  '\\\\**x**\\',
  'a\\`b`c',
  'Ann\nBen',
  'Ann\r\n# Ben',
  '{{name}}',
  '$t(metrox.card)',
  '$&',
];

/** Pieces that names are made of when somebody means harm. */
const bits = fc.constantFrom(
  ...HOSTILE,
  ...'*_~`|<>#@:/\\()[]{}!-+.=&$ \n\t0123456789abcÄß漢字한'.split(''),
  '\u202e',
  '\u200b',
  '\u200d',
  '\u0301',
  '\u3164',
  '👩‍👩‍👧‍👦',
  '🇩🇪',
  '\ud800',
);
const names = fc.array(bits, { maxLength: 24 }).map((all) => all.join(''));

describe('a name in chat', () => {
  test.each(HOSTILE)('%j is shown literally', (name) => {
    for (const [before, after] of [
      ['', ''],
      ['🧑 ', ' · Ben'],
      ['**', ' 35**'],
    ] as const) {
      if (before === '**') {
        const [paragraph] = markdown(bare(`${before}${chatName(name)}${after}`)) as [
          Extract<Block, { type: 'paragraph' }>,
        ];
        expect(paragraph.children).toEqual([
          { type: 'strong', children: [{ type: 'text', text: `${plainName(name)}${after.slice(0, -2)}` }] },
        ]);
      } else {
        expect(literal(`${before}${chatName(name)}${after}`)).toBe(`${before}${plainName(name)}${after}`);
      }
    }
  });

  test('whatever it is made of, it is read as that text', () => {
    fc.assert(
      fc.property(names, (name) => {
        expect(literal(`x ${chatName(name)} y`)).toBe(`x ${plainName(name)} y`);
        expect(literal(chatName(name))).toBe(plainName(name));
      }),
      { numRuns: 700 },
    );
  });

  test('any text is, also beside another', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (one, two) => {
        const [a, b] = [plainName(one), plainName(two)];
        expect(literal(`x ${escapeChat(a)}${escapeChat(b)} y`)).toBe(`x ${a}${b} y`);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a name in a picture', () => {
  test('is never empty, never longer than sixteen graphemes, and has no breaks', () => {
    fc.assert(
      fc.property(fc.oneof(names, fc.string({ unit: 'binary', maxLength: 40 })), (name) => {
        const plain = plainName(name);
        expect(plain).not.toBe('');
        expect(plain).toBe(plain.trim());
        expect(graphemes(plain)).toBeLessThanOrEqual(16);
        expect(plain).not.toMatch(/[\n\r\t\p{Cc}\p{Cs}]/u);
      }),
      { numRuns: 700 },
    );
  });

  test.each([
    ['nothing', ''],
    ['blanks', ' \t\n\u00a0\u3000 '],
    ['zero widths', '\u200b\u200c\u200d\u2060\ufeff'],
    ['letters that show nothing', '\u3164\u115f\u1160\uffa0\u2800'],
    ['only a mark', '\u0301'],
    ['only a variation selector', '\ufe0f'],
    ['tags', '\u{e0041}\u{e0042}'],
    ['half a character', '\ud83d'],
  ])('of %s is a question mark', (_what, name) => {
    expect(plainName(name)).toBe('?');
    expect(literal(chatName(name))).toBe('?');
  });

  test('loses joiners that join nothing, and the blanks behind them', () => {
    expect(plainName('\u200d Ann \u200d \u200d')).toBe('Ann');
    expect(plainName('\u200d\u200d')).toBe('?');
  });

  test('keeps what people write in any script', () => {
    for (const name of [
      'Ann',
      'Zoë',
      '東京太郎',
      'محمد',
      'Дима',
      'ไทย',
      'Ó Néill',
      'x_Ann_x',
      '🚇 Max',
      '👩‍🚒 Eva',
    ])
      expect(plainName(name)).toBe(name);
  });

  test('runs no text backwards', () => {
    expect(plainName('\u202eevil\u202c')).toBe('evil');
    expect(plainName('a\u2066b\u2069c\u200fd')).toBe('abcd');
  });

  test('thirty-two emoji of families are cut between people, not within them', () => {
    const plain = plainName('👨‍👩‍👧‍👦'.repeat(32));
    expect(plain).toBe(`${'👨‍👩‍👧‍👦'.repeat(15)}…`);
    expect(plainName('🇩🇪'.repeat(16))).toBe('🇩🇪'.repeat(16));
  });

  test('a hundred marks on one letter do not climb over the lines above', () => {
    const plain = plainName(`Z${'\u0301\u0302\u0303\u0304'.repeat(25)}oe`);
    expect((plain.match(/\p{M}/gu) ?? []).length).toBeLessThanOrEqual(3);
    expect(plain.endsWith('oe')).toBe(true);
    expect(graphemes(plain)).toBe(3);
  });

  test('a name cut stays the same when cut again', () => {
    fc.assert(
      fc.property(names, (name) => {
        expect(plainName(plainName(name))).toBe(plainName(name));
      }),
      { numRuns: 1000 },
    );
  });
});
