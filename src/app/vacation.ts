import type { Store } from '../store/open.ts';
import type { Vacation } from '../store/rows.ts';
import { vacationsSince } from '../store/vacations.ts';
import { DEFAULT_ZONE } from './quiethours.ts';

/**
 * How long somebody may be on vacation: two weeks of each quarter of a year. Quarters begin with January, April, July and
 * October, in UTC.
 */

const DAY = 24 * 3_600_000;

/** Of a quarter of a year. */
export const ALLOWED = 14 * DAY;

/** When the quarter of a year begins that holds a moment, and when the next one does. */
export function quarterOf(at: number): readonly [from: number, to: number] {
  const date = new Date(at);
  const [year, month] = [date.getUTCFullYear(), Math.floor(date.getUTCMonth() / 3) * 3];
  return [Date.UTC(year, month), Date.UTC(year, month + 3)];
}

/**
 * Until when somebody may be on vacation who is so from `at` on, or was since earlier: what they had of the present
 * quarter counts, and what is left of it ends with it; then the next one's begins. At `at` itself nothing is left.
 */
export function latestEnd(vacations: readonly Omit<Vacation, 'player'>[], at: number): number {
  const [from, to] = quarterOf(at);
  const had = vacations
    .map((one) => Math.min(one.to, at) - Math.max(one.from, from))
    .filter((time) => time > 0)
    .reduce((sum, time) => sum + time, 0);
  const left = Math.max(0, ALLOWED - had);
  return at + left < to ? at + left : to + ALLOWED;
}

/** Until when a player may be on vacation at most, if they are so from `at` on. */
export const mayRestUntil = async (store: Store, player: string, at: number): Promise<number> =>
  latestEnd(await vacationsSince(store, [player], quarterOf(at)[0]), at);

/** When a day begins (ms) in a time zone; undefined where there is no such day. */
export function dayStart(zone: string, year: number, month: number, day: number): number | undefined {
  const meant = Date.UTC(year, month - 1, day);
  const date = new Date(meant);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  let at = meant;
  // The second time it is known how far the clocks of that moment are off.
  for (let i = 0; i < 2; i++) at += meant - wallTime(zone, at);
  return at;
}

/** What calendar and clock on the wall show in a zone, as if they told UTC (ms). */
function wallTime(zone: string, at: number): number {
  const parts = calendarOf(zone).formatToParts(at);
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
}

const SHAPE = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  hourCycle: 'h23',
} as const;

function calendarOf(zone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en', { ...SHAPE, timeZone: zone });
  } catch {
    // A zone that was known when it was saved may be missing in another version of the tables.
    return new Intl.DateTimeFormat('en', { ...SHAPE, timeZone: DEFAULT_ZONE });
  }
}

const DATE = /^(?:(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4}))$/;

/** When the day that was typed begins in a time zone: "2026-12-24" or "24.12.2026"; undefined for what is no day. */
export function dateTyped(typed: string, zone: string): number | undefined {
  const found = DATE.exec(typed.trim());
  if (!found) return undefined;
  const [, year, month, day, other, otherMonth, otherYear] = found.map(Number);
  return found[1] === undefined
    ? dayStart(zone, otherYear!, otherMonth!, other!)
    : dayStart(zone, year!, month!, day!);
}
