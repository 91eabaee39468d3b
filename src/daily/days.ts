/** Days of the daily: the same everywhere, in UTC. Day 1 is 2026-01-01. */

/** Milliseconds of a day. */
export const LENGTH = 24 * 60 * 60_000;
const FIRST = Date.UTC(2026, 0, 1);

/** The number of the day a moment (milliseconds since 1970) lies in. */
export const dayOf = (at: number): number => Math.floor((at - FIRST) / LENGTH) + 1;

/** The moment a day begins. */
export const startOf = (day: number): number => FIRST + (day - 1) * LENGTH;
