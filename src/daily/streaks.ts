/** Days in a row, always worked out from the days themselves and never counted up. */

export interface Streak {
  /** Days in a row that end on `last`. */
  readonly length: number;
  readonly longest: number;
  /** The newest finished day; 0 when there is none. */
  readonly last: number;
}

/** The streak in day numbers of finished dailies, in any order, without repeats. */
export function streakOf(days: readonly number[]): Streak {
  const sorted = [...days].sort((a, b) => a - b);
  let length = 0;
  let longest = 0;
  let last = 0;
  for (const day of sorted) {
    length = day === last + 1 ? length + 1 : 1;
    longest = Math.max(longest, length);
    last = day;
  }
  return { length, longest, last };
}

/**
 * Whether a streak can still go on. It ends when a day went by unfinished; a run that was begun yesterday and may be
 * gone on with today (`pending`) keeps it up.
 */
export const alive = (streak: Streak, today: number, pending: boolean): boolean =>
  streak.last >= today - 1 || (pending && streak.last === today - 2);
