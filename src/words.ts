import i18next from 'i18next';
import type { Translate } from './views/look.ts';
import en from './words/en.json' with { type: 'json' };

/** Every sentence for people, by language. A language is its file in `words/` and its line here. */
const CATALOGUES = { en } as const;

export type Locale = keyof typeof CATALOGUES;

export const LOCALES = Object.keys(CATALOGUES) as readonly Locale[];

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
  resources: Object.fromEntries(LOCALES.map((locale) => [locale, { words: CATALOGUES[locale] }])),
});

/** The language of ours for one of Discord's: "de" for "de", "en" for "en-GB", English for what we don't speak. */
export function localeOf(locale: string): Locale {
  const known = (id: string): id is Locale => (LOCALES as readonly string[]).includes(id);
  const base = locale.split('-')[0]!;
  return known(locale) ? locale : known(base) ? base : FALLBACK;
}

const translators = new Map<Locale, Translate>();

/**
 * The catalogue of a language as a function: `t('metrox.count.stations', { count: 2 })`. `count` picks the plural
 * form. A key that a language lacks is taken from English; one that none has comes back as it is.
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

const PLACEHOLDER = /\{\{(\w+)\}\}/g;

/**
 * Looks sentences up once and fills them in here: a picture's words are some hundred sentences, which is most of
 * what they cost, and what people write is put in once and never read again for keys or placeholders.
 */
function filled(locale: Locale): Translate {
  const t = catalogues.getFixedT(locale);
  const plurals = new Intl.PluralRules(locale);
  const found = new Map<string, string>();
  return (key, values = {}) => {
    const { count } = values;
    // Zero may have a form of its own in any language.
    const form = count === undefined ? '' : count === 0 ? 'zero' : plurals.select(Number(count));
    const id = `${key} ${form}`;
    let text = found.get(id);
    if (text === undefined) {
      text = t(key, { count: count as number | undefined, skipInterpolation: true });
      found.set(id, text);
    }
    return text.replace(PLACEHOLDER, (placeholder, name: string) => String(values[name] ?? placeholder));
  };
}
