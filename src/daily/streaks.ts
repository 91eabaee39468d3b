/**
 * Days in a row, always worked out from the days themselves and never counted up. Excused days are as if they were not
 * there: they break nothing and add nothing.
 */

export interface Streak {
  /** Days in a row that end on `last`. */
  readonly length: number;
  readonly longest: number;
  /** The newest finished day that counts; 0 when there is none. */
  readonly last: number;
}

const NONE: ReadonlySet<number> = new Set();

/** The streak in day numbers of finished dailies, in any order, without repeats. */
export function streakOf(days: readonly number[], excused: ReadonlySet<number> = NONE): Streak {
  const sorted = days.filter((day) => !excused.has(day)).sort((a, b) => a - b);
  let length = 0;
  let longest = 0;
  let last = 0;
  for (const day of sorted) {
    length = allBetween(last, day, excused) ? length + 1 : 1;
    longest = Math.max(longest, length);
    last = day;
  }
  return { length, longest, last };
}

/**
 * Whether a streak can still go on. It ends when a day went by unfinished that is neither excused nor one of those
 * whose run may still be gone on with (`pending`).
 */
export const alive = (
  streak: Streak,
  today: number,
  pending: ReadonlySet<number> = NONE,
  excused: ReadonlySet<number> = NONE,
): boolean => streak.last > 0 && allBetween(streak.last, today, pending, excused);

/** Whether each day between two, themselves left out, is in one of the sets. */
function allBetween(from: number, to: number, ...sets: readonly ReadonlySet<number>[]): boolean {
  for (let day = from + 1; day < to; day++) if (!sets.some((set) => set.has(day))) return false;
  return true;
}
