/** Days of the daily: the same everywhere, in UTC. Day 1 is 2026-01-01. */

/** Milliseconds of a day. */
export const LENGTH = 24 * 60 * 60_000;
const FIRST = Date.UTC(2026, 0, 1);

/** The number of the day a moment (milliseconds since 1970) lies in. */
export const dayOf = (at: number): number => Math.floor((at - FIRST) / LENGTH) + 1;

/** The moment a day begins. */
export const startOf = (day: number): number => FIRST + (day - 1) * LENGTH;

/** Stretches of days over which tables add up; weeks are ISO weeks, seasons are quarters, all in UTC. */
export const PERIODS = ['today', 'week', 'month', 'season', 'all'] as const;
export type Period = (typeof PERIODS)[number];

const two = (n: number): string => String(n).padStart(2, '0');

/** The keys of the periods that a day lies in: "d332", "w2026-48", "m2026-11", "s2026-4", "all". */
export function periodsOf(day: number): Readonly<Record<Period, string>> {
  const date = new Date(startOf(day));
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  return {
    today: `d${day}`,
    week: weekOf(date),
    month: `m${year}-${two(month + 1)}`,
    season: `s${year}-${Math.floor(month / 3) + 1}`,
    all: 'all',
  };
}

/** The keys of the periods that a moment (milliseconds since 1970) lies in. */
export const periodsAt = (at: number): Readonly<Record<Period, string>> => periodsOf(dayOf(at));

/** How many days the period has that a day lies in. */
export function daysIn(period: 'week' | 'month' | 'season', day: number): number {
  if (period === 'week') return 7;
  const date = new Date(startOf(day));
  const months = period === 'month' ? 1 : 3;
  const first = Math.floor(date.getUTCMonth() / months) * months;
  const year = date.getUTCFullYear();
  return (Date.UTC(year, first + months, 1) - Date.UTC(year, first, 1)) / LENGTH;
}

/** A week belongs to the year in which its Thursday lies. */
function weekOf(date: Date): string {
  const weekday = (date.getUTCDay() + 6) % 7;
  const thursday = new Date(date.getTime() + (3 - weekday) * LENGTH);
  const year = thursday.getUTCFullYear();
  const week = 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * LENGTH));
  return `w${year}-${two(week)}`;
}
