import type { Translate } from '../locales.ts';
import { andMore, commas } from '../views/lists.ts';

/**
 * Whom a message is for. A phone's notification shows only its beginning: it begins with them, and where they are many with
 * a few of them, so that what they are called for can still be read there.
 */

/** So many stand before the words; of more a few less do. */
const ALL = 4;
const FEW = 3;

export interface Called {
  /** What the message begins with; empty without people. */
  readonly who: string;
  /** Those who are only counted there. */
  readonly rest: readonly string[];
}

/** `people`: mentions and names as they are to be read, in their order. */
export function calling(people: readonly string[], t: Translate): Called {
  const first = people.length > ALL ? FEW : people.length;
  return { who: andMore(t, people, first, 'people'), rest: people.slice(first) };
}

/** The line at the end of a message that names the others; empty without others. Whoever is not mentioned is not pinged. */
export const alsoFor = (rest: readonly string[], t: Translate): string =>
  rest.length === 0 ? '' : t('list.also', { who: commas(t, rest) });
