import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayOf, daysIn, periodsAt, periodsOf, startOf } from '../../src/daily/days.ts';
import { figuresOf, periodsOfDaily, periodsOfTable, pointsOf } from '../../src/daily/figures.ts';

const on = (text: string) => periodsAt(Date.parse(`${text}T12:00:00Z`));

describe('periods', () => {
  test.each([
    // The turns of years, where weeks belong to the year of their Thursday.
    ['2026-01-01', 'w2026-01', 'm2026-01', 's2026-1'],
    ['2026-11-28', 'w2026-48', 'm2026-11', 's2026-4'],
    ['2026-11-29', 'w2026-48', 'm2026-11', 's2026-4'],
    ['2026-11-30', 'w2026-49', 'm2026-11', 's2026-4'],
    ['2026-12-31', 'w2026-53', 'm2026-12', 's2026-4'],
    ['2027-01-03', 'w2026-53', 'm2027-01', 's2027-1'],
    ['2027-01-04', 'w2027-01', 'm2027-01', 's2027-1'],
    ['2027-04-01', 'w2027-13', 'm2027-04', 's2027-2'],
    ['2029-12-31', 'w2030-01', 'm2029-12', 's2029-4'],
    ['2028-02-29', 'w2028-09', 'm2028-02', 's2028-1'],
  ])('%s', (date, week, month, season) => {
    expect(on(date)).toMatchObject({ week, month, season, all: 'all' });
  });

  test('begin and end at midnight UTC', () => {
    const day = dayOf(Date.parse('2026-12-01T00:00:00Z'));
    expect(periodsAt(startOf(day)).month).toBe('m2026-12');
    expect(periodsAt(startOf(day) - 1).month).toBe('m2026-11');
  });

  test('a week has seven days from Monday on, a season three months', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40_000 }), (day) => {
        const monday = day - ((new Date(startOf(day)).getUTCDay() + 6) % 7);
        const { week, season, month } = periodsOf(day);
        for (let i = 0; i < 7; i++) expect(periodsOf(monday + i).week).toBe(week);
        expect(periodsOf(monday - 1).week).not.toBe(week);
        expect(periodsOf(monday + 7).week).not.toBe(week);
        expect(season).toBe(`s${month.slice(1, 5)}-${Math.ceil(Number(month.slice(6)) / 3)}`);
      }),
    );
  });
});

describe('figures', () => {
  const at = Date.parse('2026-11-28T12:00:00Z');

  test('a game counts in five periods, a daily in four', () => {
    expect(periodsOfTable(at)).toEqual([`d${dayOf(at)}`, 'w2026-48', 'm2026-11', 's2026-4', 'all']);
    expect(periodsOfDaily(dayOf(at))).toEqual(['w2026-48', 'm2026-11', 's2026-4', 'all']);
  });

  test('are added up by period; of these alone that are asked for', () => {
    const tables = [{ at, score: -3, rank: 2 }];
    const dailies = [{ day: dayOf(at), score: -7 }];
    const all = figuresOf(tables, dailies);
    expect(all.get('m2026-11')).toEqual({ dailies: 1, points: 0, games: 1, wins: 0, best: -3 });
    expect(all.get('all')).toEqual({ dailies: 1, points: null, games: 1, wins: 0, best: -3 });
    expect([...all.keys()]).toHaveLength(5);
    expect([...figuresOf(tables, dailies, new Set(['all', 'w2020-01']))]).toEqual([['all', all.get('all')]]);
    expect(figuresOf([], []).size).toBe(0);
  });
});

describe('points of dailies', () => {
  const many = (count: number, score: number): number[] => Array.from({ length: count }, () => score);

  test('of a week are its best five days, of a month the best twenty, of a season the best sixty', () => {
    expect(pointsOf('week', [10, 20, 30, 40])).toBe(100);
    expect(pointsOf('week', [1, 50, 2, 40, 30, 20, 10])).toBe(150);
    expect(pointsOf('month', [...many(20, 30), ...many(10, 29)])).toBe(600);
    expect(pointsOf('season', [...many(10, 5), ...many(60, 31)])).toBe(1860);
  });

  test('a day counts nothing at worst, so that a bad day is never worse than none', () => {
    expect(pointsOf('week', [12, -9])).toBe(12);
    expect(pointsOf('week', [-9])).toBe(0);
    expect(pointsOf('all', [...many(19, 40), -9])).toBe(380);
  });

  test('of all time are the mean of the best hundred days, in tenths, from twenty days on', () => {
    expect(pointsOf('all', many(19, 60))).toBeNull();
    expect(pointsOf('all', many(20, 60))).toBe(600);
    // 11 x 38 + 10 x 39 = 808, by 21 is 38.476.
    expect(pointsOf('all', [...many(11, 38), ...many(10, 39)])).toBe(385);
    // A hundred and twenty days, of which the twenty worst count no more.
    expect(pointsOf('all', [...many(20, 1), ...many(100, 33)])).toBe(330);
  });

  test('a period has so many days', () => {
    const day = (text: string) => dayOf(Date.parse(`${text}T12:00:00Z`));
    expect(daysIn('week', day('2026-12-31'))).toBe(7);
    expect(
      ['2026-11-28', '2028-02-01', '2026-02-28', '2026-12-01'].map((text) => daysIn('month', day(text))),
    ).toEqual([30, 29, 28, 31]);
    expect(['2026-11-28', '2028-02-01', '2026-03-31'].map((text) => daysIn('season', day(text)))).toEqual([
      92, 91, 90,
    ]);
  });
});
