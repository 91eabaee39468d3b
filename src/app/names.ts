/**
 * Names are other people's text: here they lose what could become markup, a mention, or a mess.
 */

const LONGEST = 16;
const MOST_MARKS = 3;
const segments = new Intl.Segmenter('en', { granularity: 'grapheme' });

// Control and format characters: bidirectional overrides, zero-width marks, line breaks, tags.
const UNSEEN = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u2028\u2029]|(?!\u200d)\p{Cf}/gu;
const MARKS = new RegExp(`(\\p{M}{${MOST_MARKS}})\\p{M}+`, 'gu');

/** A display name for pictures and alt text: visible characters only, at most 16 graphemes, never empty. */
export function plainName(name: string): string {
  const clean = name.normalize('NFC').replace(UNSEEN, '').replace(MARKS, '$1').replace(/\s+/gu, ' ').trim();
  const parts = [...segments.segment(clean)].map((part) => part.segment);
  const cut = parts.length > LONGEST ? `${parts.slice(0, LONGEST - 1).join('')}…` : clean;
  return cut.replace(/^\u200d+|\u200d+$/g, '') || '?';
}

/** A display name for chat text: as `plainName`, with everything escaped that Discord would read as markup. */
export function chatName(name: string): string {
  return escapeChat(plainName(name));
}

/** Any text, shown literally in a message. */
export function escapeChat(text: string): string {
  return text.replace(/[\\`*_~|<>#()[\]{}:@&/.+=-]/g, '\\$&');
}
