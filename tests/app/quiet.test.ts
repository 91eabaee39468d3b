import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isQuiet, nextAt, type QuietHours, quietUntil, wallMinute } from '../../src/app/quiethours.ts';

const at = (text: string): number => Date.parse(text);
const MINUTE = 60_000;

const hours = (
  from: number | null,
  to: number | null,
  zone: string | null = 'Europe/Berlin',
): QuietHours => ({
  quietFrom: from === null ? null : from * 60,
  quietTo: to === null ? null : to * 60,
  zone,
});
const until = (quiet: QuietHours, instant: string): string | null => {
  const end = quietUntil(quiet, at(instant));
  return end === null ? null : new Date(end).toISOString();
};

describe('quiet hours', () => {
  test.each([
    [22, 7, '2026-01-10T20:59:59Z', false],
    [22, 7, '2026-01-10T21:00:00Z', true],
    [22, 7, '2026-01-10T23:30:00Z', true],
    [22, 7, '2026-01-11T05:59:59Z', true],
    [22, 7, '2026-01-11T06:00:00Z', false],
    [12, 14, '2026-01-10T10:59:59Z', false],
    [12, 14, '2026-01-10T11:00:00Z', true],
    [12, 14, '2026-01-10T12:59:59Z', true],
    [12, 14, '2026-01-10T13:00:00Z', false],
    [0, 6, '2026-01-10T23:00:00Z', true],
    [0, 6, '2026-01-10T22:59:00Z', false],
    [22, 0, '2026-01-10T22:59:00Z', true],
    [22, 0, '2026-01-10T23:00:00Z', false],
  ])('from %i to %i in Berlin, %s: %s', (from, to, instant, quiet) => {
    expect(isQuiet(hours(from, to), at(instant))).toBe(quiet);
    expect(quietUntil(hours(from, to), at(instant)) !== null).toBe(quiet);
  });

  test('summer time counts: the same hour of UTC is later on the wall', () => {
    expect(isQuiet(hours(22, 7), at('2026-07-10T20:00:00Z'))).toBe(true);
    expect(isQuiet(hours(22, 7), at('2026-01-10T20:00:00Z'))).toBe(false);
  });

  test('without a zone UTC counts, and so it does for one that is not known', () => {
    for (const zone of [null, 'UTC', 'Moon/Tycho']) {
      expect(isQuiet(hours(22, 7, zone), at('2026-07-10T21:59:00Z'))).toBe(false);
      expect(isQuiet(hours(22, 7, zone), at('2026-07-10T22:00:00Z'))).toBe(true);
    }
  });

  test('the same hour twice, or none, is no quiet at all', () => {
    for (const quiet of [hours(7, 7), hours(0, 0), hours(null, null), hours(22, null), hours(null, 7)]) {
      for (let hour = 0; hour < 24; hour++) {
        const instant = at('2026-01-10T00:00:00Z') + hour * 60 * MINUTE;
        expect(isQuiet(quiet, instant)).toBe(false);
        expect(quietUntil(quiet, instant)).toBeNull();
      }
    }
  });

  test.each([
    ['before midnight', '2026-01-10T21:00:00Z', '2026-01-11T06:00:00.000Z'],
    ['after midnight', '2026-01-11T02:17:31.123Z', '2026-01-11T06:00:00.000Z'],
    ['in its last second', '2026-01-11T05:59:59.999Z', '2026-01-11T06:00:00.000Z'],
    ['in summer', '2026-07-10T21:00:00Z', '2026-07-11T05:00:00.000Z'],
  ])('the night of 22 to 7 in Berlin ends, %s', (_when, instant, end) => {
    expect(until(hours(22, 7), instant)).toBe(end);
  });

  test('halves and quarters of hours, in zones that have them', () => {
    // Kathmandu is 5:45 ahead: 22:30 there is 16:45 UTC.
    const quiet = { quietFrom: 22 * 60 + 30, quietTo: 6 * 60 + 15, zone: 'Asia/Kathmandu' };
    expect(isQuiet(quiet, at('2026-05-01T16:44:59Z'))).toBe(false);
    expect(until(quiet, '2026-05-01T16:45:00Z')).toBe('2026-05-02T00:30:00.000Z');
  });
});

describe('29 March 2026 in Berlin, where 2:00 is followed by 3:00 at 1:00 UTC', () => {
  test('the night is an hour shorter', () => {
    expect(until(hours(22, 7), '2026-03-28T22:00:00Z')).toBe('2026-03-29T05:00:00.000Z');
    expect(until(hours(22, 7), '2026-03-29T02:00:00Z')).toBe('2026-03-29T05:00:00.000Z');
  });

  test('what ends in the hour that is left out ends where it begins', () => {
    const quiet = { quietFrom: 22 * 60, quietTo: 2 * 60 + 30, zone: 'Europe/Berlin' };
    expect(until(quiet, '2026-03-28T23:00:00Z')).toBe('2026-03-29T01:00:00.000Z');
    expect(isQuiet(quiet, at('2026-03-29T01:00:00Z'))).toBe(false);
  });

  test('what lies in it is left out', () => {
    const quiet = { quietFrom: 2 * 60, quietTo: 3 * 60, zone: 'Europe/Berlin' };
    for (let minute = 0; minute < 180; minute++)
      expect(isQuiet(quiet, at('2026-03-29T00:00:00Z') + minute * MINUTE)).toBe(false);
  });

  test('what begins in it begins after it', () => {
    const quiet = { quietFrom: 2 * 60 + 30, quietTo: 5 * 60, zone: 'Europe/Berlin' };
    expect(isQuiet(quiet, at('2026-03-29T00:59:00Z'))).toBe(false);
    expect(until(quiet, '2026-03-29T01:00:00Z')).toBe('2026-03-29T03:00:00.000Z');
  });
});

describe('25 October 2026 in Berlin, where 3:00 is followed by 2:00 at 1:00 UTC', () => {
  test('the night is an hour longer', () => {
    expect(until(hours(22, 7), '2026-10-24T20:00:00Z')).toBe('2026-10-25T06:00:00.000Z');
    expect(until(hours(22, 7), '2026-10-25T01:30:00Z')).toBe('2026-10-25T06:00:00.000Z');
  });

  test('what ends in the hour that comes twice ends at its first time, and comes again', () => {
    const quiet = { quietFrom: 22 * 60, quietTo: 2 * 60 + 30, zone: 'Europe/Berlin' };
    expect(until(quiet, '2026-10-24T23:00:00Z')).toBe('2026-10-25T00:30:00.000Z');
    expect(isQuiet(quiet, at('2026-10-25T00:45:00Z'))).toBe(false);
    expect(until(quiet, '2026-10-25T01:00:00Z')).toBe('2026-10-25T01:30:00.000Z');
  });

  test('what ends at its end ends at the second', () => {
    // The wall goes 2:59, 2:00: nothing that is not quiet lies between.
    expect(until(hours(1, 3), '2026-10-24T23:00:00Z')).toBe('2026-10-25T02:00:00.000Z');
  });
});

test('the end of a quiet stretch is the first minute after it that is not quiet, in any zone at any time', () => {
  const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC'];
  // Around the days on which clocks are moved, where it can go wrong.
  const near = ['2026-03-08', '2026-03-29', '2026-04-04', '2026-10-03', '2026-10-25', '2026-11-01'].map(
    (day) => at(`${day}T00:00:00Z`),
  );
  const minute = fc.integer({ min: 0, max: 1439 });
  fc.assert(
    fc.property(
      fc.record({ quietFrom: minute, quietTo: minute, zone: fc.constantFrom(...zones) }),
      fc.constantFrom(...near),
      fc.integer({ min: -1440, max: 2880 }),
      (quiet, day, offset) => {
        const start = day + offset * MINUTE;
        const end = quietUntil(quiet, start);
        expect(end === null).toBe(!isQuiet(quiet, start));
        if (end === null) return;
        let first = start;
        while (isQuiet(quiet, first)) first += MINUTE;
        expect(end).toBe(first);
      },
    ),
    { numRuns: 300 },
  );
});

test('the wall clock of a zone', () => {
  expect(wallMinute('Europe/Berlin', at('2026-01-10T23:05:00Z'))).toBe(5);
  expect(wallMinute('America/New_York', at('2026-01-10T03:59:00Z'))).toBe(22 * 60 + 59);
  expect(wallMinute(null, at('2026-01-10T00:00:00Z'))).toBe(0);
});

describe('the next time a clock shows a minute', () => {
  test.each([
    ['Europe/Berlin', 9, 0, '2026-01-10T07:59:59Z', '2026-01-10T08:00:00.000Z'],
    ['Europe/Berlin', 9, 0, '2026-01-10T08:00:00Z', '2026-01-11T08:00:00.000Z'],
    [null, 9, 0, '2026-01-10T08:00:00Z', '2026-01-10T09:00:00.000Z'],
    ['America/New_York', 9, 0, '2026-01-10T08:00:00Z', '2026-01-10T14:00:00.000Z'],
    // A day of 23 hours, and one of 25.
    ['Europe/Berlin', 9, 0, '2026-03-28T08:00:00Z', '2026-03-29T07:00:00.000Z'],
    ['Europe/Berlin', 9, 0, '2026-10-24T07:00:00Z', '2026-10-25T08:00:00.000Z'],
    // 2:30 is left out on 29 March and comes twice on 25 October.
    ['Europe/Berlin', 2, 30, '2026-03-28T12:00:00Z', '2026-03-29T01:00:00.000Z'],
    ['Europe/Berlin', 2, 30, '2026-03-29T01:00:00Z', '2026-03-30T00:30:00.000Z'],
    ['Europe/Berlin', 3, 0, '2026-03-28T12:00:00Z', '2026-03-29T01:00:00.000Z'],
    ['Europe/Berlin', 2, 30, '2026-10-24T12:00:00Z', '2026-10-25T00:30:00.000Z'],
    ['Europe/Berlin', 2, 30, '2026-10-25T00:30:00Z', '2026-10-26T01:30:00.000Z'],
    ['Europe/Berlin', 3, 0, '2026-10-24T12:00:00Z', '2026-10-25T02:00:00.000Z'],
    ['Europe/Berlin', 2, 0, '2026-10-25T00:00:00Z', '2026-10-26T01:00:00.000Z'],
  ])('in %s, %i:%i after %s', (zone, hour, minute, after, next) => {
    expect(new Date(nextAt(zone, hour * 60 + minute, at(after))).toISOString()).toBe(next);
  });

  test('comes once a day, for a year', () => {
    for (const minute of [0, 125, 150, 180, 540, 1439]) {
      let now = at('2026-01-01T00:00:00Z') - MINUTE;
      const days = new Set<string>();
      let count = 0;
      for (; now < at('2026-12-31T00:00:00Z'); count++) {
        const next = nextAt('Europe/Berlin', minute, now);
        expect(next).toBeGreaterThan(now);
        days.add(new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' }).format(next));
        now = next;
      }
      expect(days.size).toBe(count);
    }
  });
});
