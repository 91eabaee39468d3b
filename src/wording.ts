import { type Catalogue, discordLocales, isLocale } from './locales.ts';

/** What is wrong with a catalogue beside the English one, as far as a program can tell. */

/** Where it is, by its key, and what it is, in a sentence. */
export interface Finding {
  readonly key: string;
  readonly what: string;
}

const PLURAL = /_(zero|one|two|few|many|other)$/;

/** Names of commands and options, as Discord takes them. */
const NAME = /^[-_\u0027\p{L}\p{N}]{1,32}$/u;
/** Descriptions of commands and options, in UTF-16 units. */
const DESCRIPTION = 100;
/** What stands on a button. */
const LABEL = 80;

/** Every text of a catalogue by its key, parts of which are joined by dots. */
export const textsOf = (catalogue: Catalogue, path = ''): Map<string, string> =>
  new Map(
    Object.entries(catalogue).flatMap(([key, value]) =>
      typeof value === 'string' ? [[path + key, value] as const] : [...textsOf(value, `${path}${key}.`)],
    ),
  );

const baseOf = (key: string): string => key.replace(PLURAL, '');

/** The plural forms that a language has for counts of anything in the games: French has one for millions, too. */
export function formsOf(locale: string): Intl.LDMLPluralRule[] {
  const rules = new Intl.PluralRules(locale);
  return [...new Set(Array.from({ length: 1000 }, (_, count) => rules.select(count)))];
}

/** The keys that a language needs: those of English, each that counts something in the forms of the language. */
export function keysFor(locale: string, english: ReadonlyMap<string, string>): Set<string> {
  const forms = formsOf(locale);
  return new Set(
    [...english.keys()].flatMap((key) => {
      if (!PLURAL.test(key) || key.endsWith('_zero')) return [key];
      return forms.map((form) => `${baseOf(key)}_${form}`);
    }),
  );
}

const placeholdersOf = (text: string): string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!);

const times = (text: string, mark: string): number => text.split(mark).length - 1;

/** Signs that Discord reads: each sentence has as many of them in every language. */
const MARKS = ['**', '`', '-# ', '~~', '||', '](', '\n'];

/** Messages that ping. */
const PINGS = /^(?:round|reminder|table|metrox\.tableAction|lobby)\./;

/** What a text must be, whatever it says. */
function faultsOf(key: string, text: string, english: string): string[] {
  const faults: string[] = [];
  const bare = text.replace(/\{\{\w+\}\}/g, '');
  // A push begins with the message's own words: whom it is for comes first.
  if (PINGS.test(key) && english.startsWith('{{who}}') && !text.startsWith('{{who}}'))
    faults.push('pings somebody, and does not begin with {{who}}');
  if (text.trim() === '' && english.trim() !== '') faults.push('is empty');
  if (/\{\{|\}\}/.test(bare)) faults.push('has a placeholder that is not a plain name in two braces');
  for (const mark of MARKS)
    if (times(text, mark) !== times(english, mark))
      faults.push(`has ${JSON.stringify(mark)} ${times(text, mark)} times, English ${times(english, mark)}`);
  // Of a joined text its own end counts.
  if (!/comma|list\.sentence|\.then$/.test(key) && /\s$/.test(text) !== /\s$/.test(english))
    faults.push('ends with a space, or lacks it');
  if (key.startsWith('name.') && (!NAME.test(text) || text !== text.toLowerCase()))
    faults.push('is no name of a command: letters without capitals, figures and "-", 32 at most');
  if (key.startsWith('command.') && bare.length > DESCRIPTION - 10)
    faults.push(`has ${bare.length} characters: with what is put in, Discord takes ${DESCRIPTION}`);
  if (key.startsWith('button.') && bare.length > LABEL - 20)
    faults.push(`has ${bare.length} characters: with what is put in, Discord takes ${LABEL} on a button`);
  return faults;
}

/** Commands that stand beside each other: each has a name of its own. */
const BESIDE: readonly (readonly string[])[] = [
  ['new', 'flip', 'board', 'rules', 'solo', 'practice', 'leaderboard', 'stats'],
  ['games', 'privacy', 'settings', 'server'],
  ['show', 'export', 'delete'],
];

function twins(texts: ReadonlyMap<string, string>): Finding[] {
  const groups = [
    ...BESIDE.map((names) => names.map((name) => `name.command.${name}`)),
    [...texts.keys()].filter((key) => key.startsWith('name.option.')),
  ];
  return groups.flatMap((keys) =>
    keys.flatMap((key, at) => {
      const before = keys.slice(0, at).find((one) => texts.get(one) === texts.get(key));
      return before !== undefined && texts.has(key) ? [{ key, what: `is called like ${before}` }] : [];
    }),
  );
}

/** Commands that sentences name have to be called so. */
function unknownCommands(texts: ReadonlyMap<string, string>): Finding[] {
  const names = new Set([...texts].flatMap(([key, text]) => (key.startsWith('name.command.') ? [text] : [])));
  return [...texts].flatMap(([key, text]) =>
    [...text.matchAll(/(?<![\p{L}\p{N}}/<:])\/([-_\u0027\p{L}]{3,})/gu)].flatMap(([, name]) =>
      names.has(name!) || /^metro/.test(name!)
        ? []
        : [{ key, what: `names a command /${name} that there is not` }],
    ),
  );
}

/**
 * What is wrong with a language's catalogue, in the order of its keys: texts that are missing, that nobody asks for, that lose
 * or invent a placeholder, that Discord would not take or would read otherwise. Whether it is well said only people can tell.
 */
export function findings(locale: string, catalogue: Catalogue, original: Catalogue): Finding[] {
  const [texts, english] = [textsOf(catalogue), textsOf(original)];
  const wanted = keysFor(locale, english);
  const byBase = new Map<string, string[]>();
  for (const [key, text] of english) byBase.set(baseOf(key), [...(byBase.get(baseOf(key)) ?? []), text]);
  const found: Finding[] = [...wanted].flatMap((key) =>
    texts.has(key) ? [] : [{ key, what: 'is missing' }],
  );
  for (const [key, text] of texts) {
    const originals = byBase.get(baseOf(key)) ?? [];
    if (!wanted.has(key)) found.push({ key, what: 'is asked for by nobody' });
    if (originals.length === 0) continue;
    const known = new Set(originals.flatMap(placeholdersOf));
    for (const name of new Set(placeholdersOf(text)))
      if (!known.has(name)) found.push({ key, what: `has a placeholder {{${name}}} that English lacks` });
    const nearest = english.get(key) ?? originals.at(-1)!;
    // A form for one, or for none, may leave the number out.
    for (const name of new Set(placeholdersOf(nearest)))
      if (!placeholdersOf(text).includes(name) && !(name === 'count' && PLURAL.test(key)))
        found.push({ key, what: `lacks the placeholder {{${name}}}` });
    for (const what of faultsOf(key, text, nearest)) found.push({ key, what });
  }
  return [...found, ...twins(texts), ...unknownCommands(texts)];
}

/** Whether the bot speaks a language, and Discord has it. */
export const isSpoken = (locale: string): boolean =>
  isLocale(locale) && (locale === 'en' || discordLocales(locale).length > 0);
