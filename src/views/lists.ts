import type { Translate } from '../locales.ts';

/** Joining words: lists of names and stations, and texts that must fit a limit. */

/** For samples, of which only the colours count. */
export const anyWords: Translate = Object.assign(() => '0', { locale: 'en' as const });

const OPEN = '\u2068';
const SHUT = '\u2069';

/**
 * Other people's text among words of ours: whatever direction it is written in, what stands beside it stays where it
 * is (Unicode's first strong isolate). Lines are joined so; files and logs have the text itself.
 */
export const isolated = (text: string): string => `${OPEN}${text}${SHUT}`;

/** Where a language is written as in one of its countries: no comma before "and". */
const WRITTEN: Readonly<Record<string, string>> = { en: 'en-GB' };

/** Made once a language: that takes much longer than joining. */
const joiners = new Map<Translate, Intl.ListFormat>();

/** "A", "A and B", "A, B and C", as the language of `t` does it. */
export function and(t: Translate, items: readonly string[]): string {
  if (items.length < 2) return items[0] ?? '';
  let joiner = joiners.get(t);
  if (joiner === undefined) {
    joiner = new Intl.ListFormat(WRITTEN[t.locale] ?? t.locale, { type: 'conjunction' });
    joiners.set(t, joiner);
  }
  return joiner.format(items);
}

/** Like `and`, naming `most` at most: "A, B, C and 4 more"; `what`: some languages count people in their own way. */
export function andMore(
  t: Translate,
  items: readonly string[],
  most: number,
  what: 'more' | 'people' = 'more',
): string {
  if (items.length <= most) return and(t, items);
  return and(t, [...items.slice(0, most), t(`list.${what}`, { count: items.length - most })]);
}

/** Rising places as spans, each three or more neighbours one "from to": "T3 and T5 to T9". */
export function spans(
  t: Translate,
  places: readonly number[],
  name: (place: number) => string,
  join: (t: Translate, items: readonly string[]) => string = and,
): string {
  const items: string[] = [];
  for (let at = 0; at < places.length; ) {
    let end = at;
    while (places[end + 1] === places[end]! + 1) end++;
    if (end - at >= 2) items.push(t('list.span', { from: name(places[at]!), to: name(places[end]!) }));
    else for (let single = at; single <= end; single++) items.push(name(places[single]!));
    at = end + 1;
  }
  return join(t, items);
}

/** "A, B, C". */
export const commas = (t: Translate, items: readonly string[]): string => items.join(t('list.comma'));

/** Sentences one after the other, as the language of `t` writes them; some may be missing. */
export const sentences = (t: Translate, parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join(t('list.sentence'));

/** The sentences, in order, as long as they fit in `max` UTF-16 units; the first is cut if it must be. */
export function fitted(t: Translate, max: number, parts: readonly (string | null)[]): string {
  const [first = '', ...rest] = parts.filter((part) => part !== null && part !== '') as string[];
  let text = cut(first, max);
  for (const part of rest) {
    const longer = sentences(t, [text, part]);
    if (longer.length <= max) text = longer;
  }
  return text;
}

/** The first of several forms, longest first, that fits; the last one cut if none does. */
export function ladder(max: number, forms: readonly (() => string)[]): string {
  let text = '';
  for (const form of forms) {
    text = form();
    if (text.length <= max) return text;
  }
  return cut(text, max);
}

let made: Intl.Segmenter | undefined;

/** Made when it is first needed, since that takes longer than all that it does at a start. */
function segmenter(): Intl.Segmenter {
  made ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return made;
}

/** The graphemes of a text: what people take for its letters. */
export const graphemesOf = (text: string): string[] =>
  [...segmenter().segment(text)].map(({ segment }) => segment);

/**
 * Cut after whole graphemes, with "…", so that it has at most `max` UTF-16 units. Where that is within other people's
 * text, it is closed before the "…".
 */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const short = shortened(text, max - 1);
  if (!isOpen(short)) return `${short}…`;
  const closed = shortened(text, max - 2);
  return isOpen(closed) ? `${closed}${SHUT}…` : `${closed}…`;
}

/** Its beginning, of whole graphemes and at most `max` UTF-16 units. */
function shortened(text: string, max: number): string {
  // Where a grapheme begins depends on what comes before it alone.
  const end =
    segmenter()
      .segment(text.slice(0, max + 2))
      .containing(max)?.index ?? 0;
  return text.slice(0, end).trimEnd();
}

const isOpen = (text: string): boolean => text.lastIndexOf(OPEN) > text.lastIndexOf(SHUT);
