/**
 * What is read without the invisible marks that keep names from turning lines around: most tests are about what a person
 * reads. Those of the marks themselves look at what was sent (see tests/app/direction.test.ts).
 */

const MARKS = /[\u2068\u2069]/gu;
const marked = (text: string): boolean => text.includes('\u2068') || text.includes('\u2069');

/** A text, or whatever holds texts, without the marks: the same thing where there are none in it. */
export function bare<T>(of: T): T {
  if (typeof of === 'string') return (marked(of) ? of.replace(MARKS, '') : of) as T;
  if (Array.isArray(of)) {
    const all = of.map(bare);
    return all.some((one, at) => one !== of[at]) ? (all as T) : of;
  }
  if (typeof of !== 'object' || of === null || Object.getPrototypeOf(of) !== Object.prototype) return of;
  const from = of as Record<string, unknown>;
  let changed: Record<string, unknown> | undefined;
  for (const key of Object.keys(from)) {
    const value = bare(from[key]);
    if (value === from[key]) continue;
    changed ??= { ...from };
    changed[key] = value;
  }
  return (changed as T) ?? of;
}
