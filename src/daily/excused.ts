import { absencesSince, awayBetween } from '../store/absences.ts';
import { excuse, excusedDays } from '../store/days.ts';
import type { Store } from '../store/open.ts';
import { dayOf, LENGTH, startOf } from './days.ts';

/**
 * Excused days: of which the bot was away for more than six hours in all. They break no streak and add none, for
 * nobody. Once such a day is over that is written for good; who needs to know before works it out.
 */

const LONG = 6 * 60 * 60_000;
/** Absences that ended longer ago than this many days were judged when they ended. */
const JUDGED = 60;

export type Excused = ReadonlySet<number>;

/** All excused days up to today, today too once the bot has been away for that long. */
export function excusedBy(store: Store, today: number): Excused {
  const found = new Set(excusedDays(store));
  for (const { from, to } of absencesSince(store, startOf(today - JUDGED)))
    for (let day = Math.max(1, dayOf(from)); day <= Math.min(today, dayOf(to)); day++)
      if (!found.has(day) && awayBetween(store, startOf(day), startOf(day) + LENGTH) > LONG) found.add(day);
  return found;
}

/** Excused days that are over and not written yet. */
export function unwritten(store: Store, today: number): number[] {
  const written = new Set(excusedDays(store));
  return [...excusedBy(store, today)].filter((day) => day < today && !written.has(day)).sort((a, b) => a - b);
}

/** Writes that a day is excused. */
export const writeExcused = (store: Store, day: number): Promise<void> => excuse(store, day);

/** The newest day before `day` that is not excused. */
export function before(day: number, excused: Excused): number {
  let found = day - 1;
  while (excused.has(found)) found--;
  return found;
}
