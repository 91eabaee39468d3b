/**
 * How long is waited for what comes at once on a quiet machine, in milliseconds: longer than it takes until a request
 * that was lost is sent again (15 s, twice). No test is about how fast that is.
 */
export const PATIENCE = 45_000;
