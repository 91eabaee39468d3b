import type { Translate } from '../locales.ts';
import { numbered } from '../views/alike.ts';
import { cut, graphemesOf, isolated } from '../views/lists.ts';

/**
 * Names are other people's text: here they lose what could become markup, a mention, or a mess.
 */

const LONGEST = 16;
const MOST_MARKS = 3;

// Control and format characters: bidirectional overrides, zero-width marks, line breaks, tags.
const UNSEEN = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u2028\u2029]|(?!\u200d)\p{Cf}/gu;
// Letters and signs that are blank.
const BLANK = /[\u115f\u1160\u2800\u3164\uffa0]/g;
const SOMETHING = /[\p{L}\p{N}\p{P}\p{S}]/u;
const MARKS = new RegExp(`(\\p{M}{${MOST_MARKS}})\\p{M}+`, 'gu');

const known = new Map<string, string>();
const KNOWN_LIMIT = 4000;

/** A display name for pictures: visible characters only, at most 16 graphemes, never empty. */
export function plainName(name: string): string {
  // The names of a table are asked for many times at each press, and to find their letters is most of what they cost.
  const found = known.get(name);
  if (found !== undefined) return found;
  const plain = cleaned(name);
  if (known.size >= KNOWN_LIMIT) known.clear();
  known.set(name, plain);
  return plain;
}

function cleaned(name: string): string {
  const clean = name
    .replace(UNSEEN, '')
    .normalize('NFC')
    .replace(BLANK, ' ')
    .replace(MARKS, '$1')
    .replace(/\s+/gu, ' ')
    .trim();
  if (!SOMETHING.test(clean)) return '?';
  const parts = graphemesOf(clean);
  const cut = parts.length > LONGEST ? `${parts.slice(0, LONGEST - 1).join('')}…` : clean;
  return cut.replace(/^[\s\u200d]+|[\s\u200d]+$/g, '') || '?';
}

/**
 * A display name for chat text: as `plainName`, with everything escaped that Discord would read as markup, and kept from
 * turning around what stands beside it.
 */
export function chatName(name: string): string {
  return isolated(escapeChat(plainName(name)));
}

/** A stored name as chat text. People who deleted everything about them left an empty one. */
export const called = (name: string, t: Translate): string =>
  name === '' ? t('privacy.someone') : chatName(name);

/** A stored name for pictures; see `called`. */
export const calledPlain = (name: string, t: Translate): string =>
  name === '' ? t('privacy.someone') : plainName(name);

/** A stored name for alt text and labels; see `called`. */
export const calledAloud = (name: string, t: Translate): string =>
  name === '' ? t('privacy.someone') : isolated(plainName(name));

/** A name with what tells its seat from another whose name looks the same. */
export const withSeat = (name: string, seat: number, t: Translate): string =>
  t('list.marked', { name, seat: t('list.seat', { n: seat + 1 }) });

/**
 * Stored names of a list, in its order, `as` chat text or labels: whoever looks like somebody before them bears a number, and so does
 * who calls themselves what those are called who are not to be known.
 */
export function calledInOrder(names: readonly string[], t: Translate, as = called): string[] {
  const withNumber = (name: string, n: number) => t('list.numbered', { name, n });
  const shown = names.filter((name) => name !== '').map(plainName);
  const numbers = numbered(shown, withNumber, [t('privacy.someone')]);
  return names.map((name) => {
    const n = name === '' ? 1 : numbers.shift()!;
    return n === 1 ? as(name, t) : withNumber(as(name, t), n);
  });
}

/** The unique name of somebody's account, for labels. */
export const accountName = (username: string): string => isolated(`@${username.replace(UNSEEN, '')}`);

/** What somebody typed, in a line of chat: at most so many characters of it. */
export const quoted = (typed: string, most: number): string =>
  isolated(escapeChat(cut(typed.replace(UNSEEN, ' ').replace(/\s+/gu, ' ').trim(), most)));

/** Any text, shown literally in a message. */
export function escapeChat(text: string): string {
  return text.replace(/[\\`*_~|<>#()[\]{}:@&/.+=-]/g, '\\$&');
}
