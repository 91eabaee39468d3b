/**
 * How much of the long tests is done: `npm run test:long` does all, and with `LONG=0.1` a tenth, for machines that do it at
 * each change. Without `LONG` the tests that `npm test` shares with them are short.
 */
export const LONG = Number(process.env.LONG ?? 0);

/** A share of the full amount, but not less than the tests of every day have. */
export const amount = (least: number, full: number): number => Math.max(least, Math.round(full * LONG));
