import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { catalogueOf, isKey, keyOf, LOCALES, localeOf, ofGame, translator } from '../src/locales.ts';
import { GAMES, moduleOf } from '../src/modules.ts';
import { presenterOf } from '../src/presenters.ts';
import { findings, formsOf } from '../src/wording.ts';
import { literalsOf } from './literals.ts';

const ROOT = join(import.meta.dirname, '..');

type Tree = { readonly [key: string]: string | Tree };

const flat = (tree: Tree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value]] : flat(value, `${path}${key}.`),
  );

const catalogue = (locale: string): Map<string, string> =>
  new Map(flat(JSON.parse(readFileSync(join(ROOT, 'src/locales', `${locale}.json`), 'utf8'))));

const PLURAL = /_(zero|one|two|few|many|other)$/;

/** Placeholders of each key, plural forms taken together: a form for one may leave the number out. */
function placeholders(words: Map<string, string>): Map<string, string[]> {
  const found = new Map<string, Set<string>>();
  for (const [key, text] of words) {
    const base = key.replace(PLURAL, '');
    const names = found.get(base) ?? new Set();
    for (const [, name] of text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)) names.add(name!);
    found.set(base, names);
  }
  return new Map([...found].map(([key, names]) => [key, [...names].sort()]));
}

const english = catalogue('en');
const keys = new Set([...english.keys()].map((key) => key.replace(PLURAL, '')));

/** A source without its comments, which may name keys, too. */
const code = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

/** Sources that speak to people; the playground is Discord and has words of its own, others speak to operators. */
const sources = ['src', 'commands']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => file.endsWith('.ts') && !/^src.(?:playground|release|store.engine)./.test(file))
  .map((file) => ({ file, text: code(readFileSync(join(ROOT, file), 'utf8')) }));

/** Names that a game's guide gives to its sentences: these and no others are put into the templates of `app/rules.ts`. */
const GUIDED = GAMES.flatMap(({ id }) => {
  const { minute, full, lessons } = presenterOf(moduleOf(id)).lessons;
  return [
    ...minute.map((key) => `${id}.rules.${key}`),
    ...full.map((key) => `${id}.rules.full.${key}`),
    ...lessons.flatMap(({ key }) =>
      ['text', 'right', 'wrong'].map((what) => `${id}.tutorial.${key}.${what}`),
    ),
    // Answers of all questions; one may have answers of its own.
    `${id}.tutorial.a`,
    `${id}.tutorial.b`,
  ];
});
const OWN_ANSWERS = GAMES.flatMap(({ id }) =>
  presenterOf(moduleOf(id)).lessons.lessons.flatMap(({ key }) => [
    `${id}.tutorial.${key}.a`,
    `${id}.tutorial.${key}.b`,
  ]),
);

/** What the source says of whatever is played for the table, in games in which something is. */
const tableWays = new Set(sources.flatMap(({ text }) => text.match(/(?<=')tableAction\.[\w.]+(?=')/g) ?? []));

/** Keys that hang on what a game has: the compiler cannot see whether they are there. */
const BY_DATA = GAMES.flatMap(({ id, options, tie, pace, tableAction }) => [
  `game.${id}`,
  `lobby.pitch.${id}`,
  `end.tied.${id}`,
  ...(tie ? [`standings.ties.${id}`] : []),
  ...(tableAction ? [...tableWays].map((way) => `${id}.${way}`) : []),
  ...(pace === 'together' ? ['menu', 'last'].map((what) => `${id}.table.${what}`) : []),
  ...options.flatMap((option) => [
    `command.option.${option.id}`,
    `option.${id}.${option.id}.title`,
    ...option.values.flatMap((value) =>
      ['label', 'lobby'].map((what) => `option.${id}.${option.id}.${value}.${what}`),
    ),
  ]),
]);

const together = new Set([...GUIDED, ...OWN_ANSWERS]);
const literals = sources.map(({ text }) => literalsOf(text));
const written = new Set(
  literals.flatMap(({ texts }) => texts.flatMap((parts) => (parts.length > 1 ? [] : parts))),
);
const words = new Set(literals.flatMap((one) => [...one.words]));

/** Templates of keys: each value is one part of the name or less, and one in front is a game's. */
const templates = literals
  .flatMap(({ texts }) => texts)
  .filter((parts) => parts.length > 1 && /^[\w.-]*[a-z][\w.-]*$/i.test(parts.join('')))
  .filter(([front, next]) => front !== '' || /^\.[a-z]/.test(next!))
  .filter((parts) => !/^\.(rules|rules\.full|tutorial)\.$/.test(parts.join('')))
  .map(([front, ...parts]) => {
    const [start, ...rest] = [front, ...parts].map((part) => part!.replaceAll('.', '\\.'));
    const game = `(${GAMES.map(({ id }) => id).join('|')})`;
    return new RegExp(`^${[start === '' ? `${game}${rest.shift()}` : start, ...rest].join('([\\w-]+)')}$`);
  });

/** What comes after a game's id in a key that all games have: the source says it without. */
const sharedPart = (key: string): string | undefined =>
  /^(?:\w+)\.((?:table|tableAction|replay|rules|tutorial)\..+)$/.exec(key)?.[1];

/** Whether the source says a key, or a template of it with values that stand in the source as well. */
const isReached = (key: string): boolean =>
  written.has(key) ||
  together.has(key) ||
  written.has(sharedPart(key) ?? key) ||
  templates.some((template) =>
    template
      .exec(key)
      ?.slice(1)
      .every((value) => words.has(value)),
  );

describe('the catalogue', () => {
  test('every file of words is a language, and English is among them', () => {
    const files = readdirSync(join(ROOT, 'src/locales')).map((file) => basename(file, '.json'));
    expect([...LOCALES].sort()).toEqual(files.sort());
    expect(LOCALES).toContain('en');
  });

  test.each([...LOCALES])('%s has every key with the same placeholders', (locale) => {
    expect(placeholders(catalogue(locale))).toEqual(placeholders(english));
  });

  test.each([...LOCALES])('%s is a catalogue with which nothing is wrong', (locale) => {
    expect(findings(locale, catalogueOf(locale), catalogueOf('en'))).toEqual([]);
  });

  test.each([...LOCALES])('%s has every plural form its language needs', (locale) => {
    const words = catalogue(locale);
    const forms = formsOf(locale);
    const plural = new Set(
      [...words.keys()].filter((key) => PLURAL.test(key)).map((key) => key.replace(PLURAL, '')),
    );
    expect(plural.size).toBeGreaterThan(0);
    for (const base of plural)
      for (const form of forms) expect(words.has(`${base}_${form}`), `${base}_${form}`).toBe(true);
  });

  test('placeholders are plain names', () => {
    for (const locale of LOCALES)
      for (const [key, text] of catalogue(locale))
        expect(text.replace(/\{\{\w+\}\}/g, ''), key).not.toMatch(/\{\{|\}\}/);
  });

  test('every game has the same words for its table', () => {
    const of = (game: string) =>
      [...keys]
        .filter((key) => [`${game}.table.`, `${game}.replay.`].some((group) => key.startsWith(group)))
        .map((key) => key.slice(game.length))
        // Only where there is something to say: all choose at once, cards are turned.
        .filter((key) => !['.table.menu', '.table.quiet', '.table.last'].includes(key));
    for (const { id } of GAMES) expect(of(id), id).toEqual(of('metrox'));
  });

  test('no key is left over', () => {
    expect([...keys].filter((key) => !isReached(key))).toEqual([]);
    // Nor does anything pass for a key that is none.
    for (const none of [
      'metrox.fewer.button',
      'metrox.tutorial.other',
      'metro.rules.free',
      'lobby.limit.12345',
      'x.y',
    ])
      expect(isReached(none), none).toBe(false);
  });

  test('what hangs on the data of a game is there, each of it', () => {
    expect([...GUIDED, ...BY_DATA].filter((key) => !isKey(key))).toEqual([]);
  });

  test('no text begins a line with a name, and none holds a dash that stands for a minus before a number', () => {
    for (const [key, text] of english) {
      if (/^metrox\.(say|diary|remark|hint|headline|chosen)\./.test(key))
        expect(text, key).not.toMatch(/^\{\{(who|name|next)\}\}/);
      expect(text, key).not.toMatch(/(^|\s)-\{\{/);
    }
  });
});

describe('the translator', () => {
  const t = translator('en');

  test('picks the plural form', () => {
    expect(t('metrox.count.stations', { count: 1 })).toBe('1 station');
    expect(t('metrox.count.stations', { count: 0 })).toBe('0 stations');
    expect(t('metrox.count.stations', { count: 77 })).toBe('77 stations');
  });

  test('speaks English to whom it has no better language for', () => {
    expect(localeOf('en-GB')).toBe('en');
    expect(localeOf('xx')).toBe('en');
    expect(localeOf('')).toBe('en');
    expect(translator('xx')('metrox.card.skip', { n: 2 })).toBe('Skip 2');
  });

  test('speaks a language for all countries in which Discord has it', () => {
    expect(['de', 'fr', 'es-ES', 'es-419', 'ja', 'zh-TW'].map(localeOf)).toEqual([
      'de',
      'fr',
      'es',
      'es',
      'ja',
      'zh-TW',
    ]);
    // The letters of China are others.
    expect(localeOf('zh-CN')).toBe('en');
    expect(translator('de')('metrox.card.skip', { n: 2 })).not.toBe('Skip 2');
  });

  test('the compiler knows every key: what is missing has to be looked up by force', () => {
    const cards = ['skip', 'joker'] as const;
    // @ts-expect-error: there is no such text.
    expect(t('metrox.no.such')).toBe('metrox.no.such');
    // @ts-expect-error: nor for one of the parts it is put together of.
    expect(cards.map((card) => t(`metrox.card.${card}`, { n: 2 }))).toEqual(['Skip 2', 'metrox.card.joker']);
    // @ts-expect-error: forms for one and for many are one key.
    expect(t('metrox.count.stations_one', { count: 1 })).toBe('1 station');
    // @ts-expect-error: not all games have it.
    expect(() => ofGame('metro', 'table.menu')).toThrow('metro.table.menu');
    expect(t(ofGame('metro', 'table.boards'))).toBe(t('metro.table.boards'));
  });

  test('a key is known, or its fault is told; what was not filled in is shown', () => {
    expect(isKey('metrox.count.stations')).toBe(true);
    for (const none of ['metrox.no.such', 'metrox.count', 'metrox.count.stations_one', ''])
      expect(() => keyOf(none), none).toThrow(`The catalogue has no text "${none}"`);
    expect(t('metrox.card.skip')).toBe('Skip {{n}}');
  });

  test('reads nothing in what people write', () => {
    const put = (head: string) => t('list.span', { from: head, to: 'Z' });
    for (const name of [
      '$t(metrox.about)',
      '{{to}}',
      '$&',
      '$1',
      "$'",
      '<b>&amp;',
      '{{- from}}',
      '$t(',
      '\\{{to}}',
    ])
      expect(put(name)).toBe(`${name} to Z`);
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (name) => put(name) === `${name} to Z`));
  });
});
