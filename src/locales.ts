import { readFileSync } from 'node:fs';
import i18next from 'i18next';
import en from './locales/en.json' with { type: 'json' };

/**
 * Every sentence for people, by language. A language is its file in `locales/` and its line here: what Discord calls it,
 * whose English is always one of a country, and sees what everybody sees.
 */
const DISCORD = {
  en: [],
  de: ['de'],
  fr: ['fr'],
  es: ['es-ES', 'es-419'],
  ja: ['ja'],
  'zh-TW': ['zh-TW'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Locale = keyof typeof DISCORD;

/** A key with the plural forms of one sentence taken together: "lines_one" and "lines_other" are "lines". */
type Base<K extends string> = K extends `${infer B}_${Intl.LDMLPluralRule}` ? B : K;

/** Ways to the texts of a catalogue, joined by dots. */
type Ways<T> = {
  [K in keyof T & string]: T[K] extends string ? Base<K> : `${K}.${Ways<T[K]>}`;
}[keyof T & string];

/** A key of the catalogue, as English has it. */
export type Key = Ways<typeof en>;

/** Games that the catalogue has words for, each a section of it. */
type GameId = keyof typeof en.game;
type Within<G extends string> = Key extends infer K ? (K extends `${G}.${infer Way}` ? Way : never) : never;

/** What the sections of all games have in common: "table.boards". */
export type GameWay = {
  [Way in Within<GameId>]: `${GameId}.${Way}` extends Key ? Way : never;
}[Within<GameId>];

/** What the sections say of games in which something is played for the table: "tableAction.act". */
type ActionWay = Extract<Within<GameId>, `tableAction.${string}`>;

/** Looks a sentence up in the catalogue of its language and fills it in. */
export interface Translate {
  (key: Key, values?: Readonly<Record<string, string | number>>): string;
  readonly locale: Locale;
}

export const LOCALES = Object.keys(DISCORD) as readonly Locale[];

export const discordLocales = (locale: Locale): readonly string[] => DISCORD[locale];

/** Spoken where no other language was chosen or is known. */
export const FALLBACK: Locale = 'en';

const catalogues = i18next.createInstance();

catalogues.init({
  initAsync: false,
  lng: FALLBACK,
  fallbackLng: FALLBACK,
  supportedLngs: [...LOCALES],
  defaultNS: 'words',
  ns: ['words'],
  nsSeparator: false,
  resources: { [FALLBACK]: { words: en } },
});

export type Catalogue = { readonly [key: string]: string | Catalogue };

/** All that is said in a language, as its file has it. */
export const catalogueOf = (locale: Locale): Catalogue =>
  locale === FALLBACK
    ? en
    : JSON.parse(readFileSync(new URL(`./locales/${locale}.json`, import.meta.url), 'utf8'));

export const isLocale = (id: string): id is Locale => (LOCALES as readonly string[]).includes(id);

/** The language of ours for one of Discord's: "de" for "de", "en" for "en-GB", English for what we don't speak. */
export function localeOf(locale: string): Locale {
  const base = locale.split('-')[0]!;
  return isLocale(locale) ? locale : isLocale(base) ? base : FALLBACK;
}

const translators = new Map<Locale, Translate>();

/**
 * The catalogue of a language as a function: `t('metrox.count.stations', { count: 2 })`. `count` picks the plural
 * form. A key that a language lacks is taken from English.
 */
export function translator(locale: string): Translate {
  const id = localeOf(locale);
  let translate = translators.get(id);
  if (!translate) {
    translate = filled(id);
    translators.set(id, translate);
  }
  return translate;
}

const PLACEHOLDER = /\{\{(\w+)\}\}/;

/** Whole numbers below this have their sentences remembered, others are looked up each time. */
const FEW = 1000;

const isFew = (count: unknown): boolean =>
  Number.isInteger(count) && Number(count) >= 0 && Number(count) < FEW;

/**
 * Looks sentences up once, in the plural form that i18next finds for their count, and cuts them at their placeholders
 * once: a picture's words are some hundred sentences, and i18next takes about twenty times as long to fill one in. What
 * people write is put in once and never read again for keys or placeholders.
 */
function filled(locale: Locale): Translate {
  // Most bots speak few languages: a file is read when somebody asks for it.
  if (!catalogues.hasResourceBundle(locale, 'words'))
    catalogues.addResourceBundle(locale, 'words', catalogueOf(locale));
  const t = catalogues.getFixedT(locale);
  const cutUp = (key: Key, count: number | undefined): readonly string[] =>
    t(key, { ...(count === undefined ? {} : { count }), skipInterpolation: true }).split(PLACEHOLDER);
  const found = new Map<string, readonly string[]>();
  const translate = (key: Key, values: Readonly<Record<string, string | number>> = {}): string => {
    const count = values.count === undefined ? undefined : Number(values.count);
    const id = count === undefined ? key : `${key} ${count}`;
    let parts = found.get(id);
    if (parts === undefined) {
      parts = cutUp(key, count);
      if (count === undefined || isFew(count)) found.set(id, parts);
    }
    // What stands between two texts is the name of a value.
    let text = parts[0]!;
    for (let at = 1; at < parts.length; at += 2) {
      const name = parts[at]!;
      text += `${values[name] ?? `{{${name}}}`}${parts[at + 1]}`;
    }
    return text;
  };
  return Object.assign(translate, { locale });
}

const PLURAL = /_(?:zero|one|two|few|many|other)$/;

const keysIn = (tree: object, path = ''): string[] =>
  Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'object' ? keysIn(value, `${path}${name}.`) : [path + name.replace(PLURAL, '')],
  );

const KEYS: ReadonlySet<string> = new Set(keysIn(en));

export const isKey = (text: string): text is Key => KEYS.has(text);

/** The key that is put together of what the compiler cannot know, such as the ids of options. Throws where there is none. */
export function keyOf(text: string): Key {
  if (!isKey(text)) throw new Error(`The catalogue has no text "${text}"`);
  return text;
}

/** The key of what every game, or every one in which something is played for the table, says in its own words. */
export const ofGame = (game: string, way: GameWay | ActionWay): Key => keyOf(`${game}.${way}`);

/** The key of a game's name. */
export const nameOfGame = (game: string): Key => keyOf(`game.${game}`);
