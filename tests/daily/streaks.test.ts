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
  const lives = [7, 8, 9, 10].map((last) => [alive(at(last), 10, false), alive(at(last), 10, true)]);
  expect(lives).toEqual([
    [false, false],
    [false, true],
    [true, true],
    [true, true],
  ]);
});
