import { type Key, LOCALES, type Translate, translator } from '../../src/locales.ts';

const ALL = LOCALES.map(translator);

/** Says each sentence in the language in which it is longest: what fits then fits in all of them. */
export const longest: Translate = Object.assign(
  (key: Key, values?: Parameters<Translate>[1]): string =>
    ALL.map((t) => t(key, values)).reduce((one, other) => (other.length > one.length ? other : one)),
  { locale: 'en' as const },
);

const ENGLISH =
  /(?<![\p{L}\p{M}'’-])(?:the|of|and|you|your|yours|with|this|that|these|from|have|been|will|which|what|who|whose|where|when|there|their|they|them|everybody|nobody|somebody|another|choose|pick|your|wait|waits|waiting|turned|board)(?![\p{L}\p{M}'’-])/giu;

/** English words in a text that is in another language; none of them is a word there. Records and names are no sentences. */
export const englishIn = (text: string): string[] =>
  text.replace(/`[^`]*`|\{\{\w+\}\}|<[^>]*>|https?:\S+|[\w-]+\.(?:png|json|gif)/g, ' ').match(ENGLISH) ?? [];
