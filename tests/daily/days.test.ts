import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayOf, startOf } from '../../src/daily/days.ts';
import { scheduled } from '../../src/daily/maps.ts';

const HOUR = 3_600_000;
const MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The number of a date, counted on a calendar and not on a clock. */
function numberOf(year: number, month: number, date: number): number {
  let days = date;
  for (let y = 2026; y < year; y++) days += isLeap(y) ? 366 : 365;
  for (let m = 1; m < month; m++) days += MONTHS[m - 1]! + (m === 2 && isLeap(year) ? 1 : 0);
  return days;
}

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

describe('the number of a day', () => {
  test.each([
    ['2026-01-01T00:00:00.000Z', 1],
    ['2026-01-01T23:59:59.999Z', 1],
    ['2026-01-02T00:00:00.000Z', 2],
    ['2026-12-31T23:59:59.999Z', 365],
    ['2027-01-01T00:00:00.000Z', 366],
    ['2028-02-28T23:59:59.999Z', 789],
    ['2028-02-29T00:00:00.000Z', 790],
    ['2028-03-01T00:00:00.000Z', 791],
    ['2028-12-31T12:00:00.000Z', 1096],
    ['2100-02-28T12:00:00.000Z', 27087],
    ['2100-03-01T12:00:00.000Z', 27088],
  ])('%s is in day %i', (moment, day) => {
    expect(dayOf(Date.parse(moment))).toBe(day);
  });

  test('is that of the date in UTC, in any year', () => {
    const moments = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2130, 0, 1) });
    fc.assert(
      fc.property(moments, (at) => {
        const [year, month, date] = new Date(at).toISOString().slice(0, 10).split('-').map(Number);
        expect(dayOf(at)).toBe(numberOf(year!, month!, date!));
        expect(startOf(dayOf(at))).toBeLessThanOrEqual(at);
        expect(startOf(dayOf(at) + 1)).toBeGreaterThan(at);
      }),
    );
  });

  test('changes once in 24 hours, at the same moment in all time zones, also when their clocks change', () => {
    const zone = process.env.TZ;
    try {
      for (const [name, day] of [
        ['Europe/Berlin', Date.UTC(2026, 2, 29)],
        ['Europe/Berlin', Date.UTC(2026, 9, 25)],
        ['America/New_York', Date.UTC(2026, 10, 1)],
        ['Pacific/Kiritimati', Date.UTC(2026, 11, 31)],
        ['Etc/GMT+12', Date.UTC(2026, 11, 31)],
        ['Asia/Kathmandu', Date.UTC(2028, 1, 29)],
      ] as const) {
        process.env.TZ = name;
        // The zone is in force: its clock is not that of UTC.
        expect(new Date(day).getHours()).not.toBe(0);
        const numbers = Array.from({ length: 24 * 60 }, (_, minute) => dayOf(day + minute * 60_000));
        expect(new Set(numbers).size).toBe(1);
        expect(dayOf(day - 1)).toBe(numbers[0]! - 1);
        expect(dayOf(day + 24 * HOUR)).toBe(numbers[0]! + 1);
      }
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });
});

test('Tokyo, Osaka, Metro City and Tube Town take turns', () => {
  const titles = Array.from({ length: 9 }, (_, i) => scheduled('metrox', i + 1));
  const round = ['tokyo', 'osaka', 'metro-city', 'tube-town'];
  expect(titles).toEqual([...round, ...round, 'tokyo']);
});
