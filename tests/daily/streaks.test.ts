import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alive, streakOf } from '../../src/daily/streaks.ts';

const days = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 60 });

/** How many days in a row end on `day`, one by one. */
function backFrom(day: number, finished: ReadonlySet<number>): number {
  let length = 0;
  while (finished.has(day - length)) length++;
  return length;
}

describe('days in a row', () => {
  test.each([
    [[], { length: 0, longest: 0, last: 0 }],
    [[1], { length: 1, longest: 1, last: 1 }],
    [[7], { length: 1, longest: 1, last: 7 }],
    [[1, 2, 3, 5], { length: 1, longest: 3, last: 5 }],
    [[1, 3, 4, 5], { length: 3, longest: 3, last: 5 }],
    [[9, 7, 8, 2], { length: 3, longest: 3, last: 9 }],
    [[364, 365, 366], { length: 3, longest: 3, last: 366 }],
  ])('%j', (finished, streak) => {
    expect(streakOf(finished)).toEqual(streak);
  });

  test('equal a brute-force count, whatever the order', () => {
    fc.assert(
      fc.property(days, (finished) => {
        const set = new Set(finished);
        const last = Math.max(0, ...finished);
        const lengths = Array.from({ length: 61 }, (_, day) => backFrom(day, set));
        expect(streakOf(finished)).toEqual({ length: lengths[last], longest: Math.max(...lengths), last });
      }),
    );
  });

  test('a day that is filled in later joins what is before and after it', () => {
    expect(streakOf([1, 2, 4, 5]).length).toBe(2);
    expect(streakOf([1, 2, 4, 5, 3])).toEqual({ length: 5, longest: 5, last: 5 });
  });
});

test('a streak lives through today and, with a run still open, through yesterday', () => {
  const at = (last: number) => ({ length: 1, longest: 1, last });
  const lives = [7, 8, 9, 10].map((last) => [alive(at(last), 10), alive(at(last), 10, new Set([9]))]);
  expect(lives).toEqual([
    [false, false],
    [false, true],
    [true, true],
    [true, true],
  ]);
});

describe('an excused day', () => {
  test('breaks no streak and adds none, whoever played on it', () => {
    const excused = new Set([4, 5]);
    // 3, then 4 and 5 away, then 6.
    expect(streakOf([2, 3, 6], excused)).toEqual({ length: 3, longest: 3, last: 6 });
    expect(streakOf([2, 3, 4, 6], excused)).toEqual({ length: 3, longest: 3, last: 6 });
    expect(streakOf([2, 3, 4, 5], excused)).toEqual({ length: 2, longest: 2, last: 3 });
    // 7 is not excused, and was missed.
    expect(streakOf([2, 3, 6, 8], excused)).toEqual({ length: 1, longest: 3, last: 8 });
    expect(streakOf([4, 5], excused)).toEqual({ length: 0, longest: 0, last: 0 });
  });

  test('is looked over by whether a streak can go on, together with runs that are open', () => {
    const at = (last: number) => ({ length: 1, longest: 1, last });
    const may = (last: number, pending: number[], excused: number[]) =>
      alive(at(last), 10, new Set(pending), new Set(excused));
    expect(may(7, [], [8, 9])).toBe(true);
    expect(may(7, [], [9])).toBe(false);
    expect(may(7, [8], [9])).toBe(true);
    expect(may(7, [9], [8])).toBe(true);
    expect(may(6, [8], [9])).toBe(false);
    expect(may(0, [], [1, 2, 3, 4, 5, 6, 7, 8, 9])).toBe(false);
  });
});
