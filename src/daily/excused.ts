import { absencesIn, awayIn } from '../store/absences.ts';
import { excuse, excusedDaysIn } from '../store/days.ts';
import type { Db, Store } from '../store/engine/types.ts';
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
export const excusedBy = (store: Store, today: number): Promise<Excused> =>
  store.read((db) => excusedIn(db, today));

/** As `excusedBy`, inside a transaction. */
export async function excusedIn(db: Db, today: number): Promise<Excused> {
  const found = new Set(await excusedDaysIn(db));
  for (const { from, to } of await absencesIn(db, startOf(today - JUDGED)))
    for (let day = Math.max(1, dayOf(from)); day <= Math.min(today, dayOf(to)); day++)
      if (!found.has(day) && (await awayIn(db, startOf(day), startOf(day) + LENGTH)) > LONG) found.add(day);
  return found;
}

/** Excused days that are over and not written yet. */
export async function unwritten(store: Store, today: number): Promise<number[]> {
  return store.read(async (db) => {
    const written = new Set(await excusedDaysIn(db));
    return [...(await excusedIn(db, today))]
      .filter((day) => day < today && !written.has(day))
      .sort((a, b) => a - b);
  });
}

/** Writes that a day is excused. */
export const writeExcused = (store: Store, day: number): Promise<void> => excuse(store, day);

/** The newest day before `day` that is not excused. */
export function before(day: number, excused: Excused): number {
  let found = day - 1;
  while (excused.has(found)) found--;
  return found;
}
