/**
 * What is read without the invisible marks that keep names from turning lines around: most tests are about what a person
 * reads. Those of the marks themselves look at what was sent (see tests/app/direction.test.ts).
 */

const MARKS = /[\u2068\u2069]/gu;

/** A text, or whatever holds texts, without the marks. */
export function bare<T>(of: T): T {
  if (typeof of === 'string') return of.replace(MARKS, '') as T;
  if (Array.isArray(of)) return of.map(bare) as T;
  if (typeof of !== 'object' || of === null || Object.getPrototypeOf(of) !== Object.prototype) return of;
  return Object.fromEntries(Object.entries(of).map(([key, value]) => [key, bare(value)])) as T;
}
