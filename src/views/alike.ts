import { createRequire } from 'node:module';
import type unhomoglyph from 'unhomoglyph';

/**
 * Whether two names would be taken for one another. What looks alike is Unicode's own list (UTS #39, confusables), and
 * upper and lower case are the same.
 */

const folded = (text: string): string => text.toUpperCase().toLowerCase().replaceAll('ς', 'σ');

let list: typeof unhomoglyph | undefined;

/** Unicode's list is long: it is loaded with the first name. */
function looks(text: string): string {
  list ??= createRequire(import.meta.url)('unhomoglyph') as typeof unhomoglyph;
  return list(text.normalize('NFD')).normalize('NFD');
}

const known = new Map<string, readonly string[]>();
const KNOWN_LIMIT = 4000;

/**
 * The skeletons of a name: two names are alike when one of either is the same. Case is folded before what looks alike is
 * put together, and after it, too: "I" looks like "l" where "i" does not.
 */
function skeletonsOf(name: string): readonly string[] {
  const found = known.get(name);
  if (found) return found;
  const flat = name.normalize('NFKC');
  const made = [`< ${looks(folded(flat))}`, `> ${looks(folded(looks(flat)))}`];
  if (known.size >= KNOWN_LIMIT) known.clear();
  known.set(name, made);
  return made;
}

/** Whether a name looks like one of the others. */
export function looksLike(name: string, others: readonly string[]): boolean {
  const own = skeletonsOf(name);
  return others.some((other) => skeletonsOf(other).some((one) => own.includes(one)));
}

/** Which of some names, as they are shown, look like another of them. */
export function alike(shown: readonly string[]): boolean[] {
  const counts = new Map<string, number>();
  for (const one of shown.flatMap(skeletonsOf)) counts.set(one, (counts.get(one) ?? 0) + 1);
  return shown.map((name) => skeletonsOf(name).some((one) => counts.get(one)! > 1));
}

/**
 * Which of some names are to bear a mark, so that no two look alike: those that do, and whatever looks as one of them
 * does with its mark. The marks are not alike.
 */
export function marked(shown: readonly string[], withMark: (name: string, at: number) => string): boolean[] {
  const bear = shown.map(() => false);
  for (;;) {
    const twins = alike(shown.map((name, at) => (bear[at] ? withMark(name, at) : name)));
    const more = twins.flatMap((is, at) => (is && !bear[at] ? [at] : []));
    if (more.length === 0) return bear;
    for (const at of more) bear[at] = true;
  }
}

/**
 * Numbers for names in their order, so that no two look alike: 1, which is not shown, for whoever looks like nobody
 * before them and like none of `taken`.
 */
export function numbered(
  shown: readonly string[],
  withNumber: (name: string, n: number) => string,
  taken: readonly string[] = [],
): number[] {
  const before = [...taken];
  return shown.map((name) => {
    let n = 1;
    let form = name;
    while (looksLike(form, before)) form = withNumber(name, ++n);
    before.push(form);
    return n;
  });
}
