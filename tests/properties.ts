import fc from 'fast-check';

/** Properties are tried with the same examples in every run; `SEED=random`, or a number, tries others. */
const { SEED = '20260101' } = process.env;
if (SEED !== 'random') fc.configureGlobal({ seed: Number(SEED) });
