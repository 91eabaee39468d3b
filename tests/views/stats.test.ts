import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { binsOf, ceiling } from '../../src/views/bins.ts';
import { TINTS } from '../../src/views/charts.ts';
import { rounded } from '../../src/views/numbers.ts';
import { THEMES } from '../../src/views/presenter.ts';
import { type StatsData, statsPicture } from '../../src/views/stats.ts';
import { rgb } from '../../src/views/theme.ts';
import { bare } from '../bare.ts';
import { read, sceneOf } from './boards.ts';
import { corner, inkIn } from './ink.ts';
import { writtenIn } from './legible.ts';

const scene = sceneOf('dark');

/** The statistics of scores and of the dailies that end with #412. */
function data(scores: readonly number[], days: readonly (number | null)[], name = 'Ann'): StatsData {
  const first = 413 - days.length;
  return {
    name,
    title: 'Metro X',
    scores,
    days: days.map((score, i) => ({ day: first + i, score })),
    average: scores.length === 0 ? 0 : scores.reduce((a, b) => a + b, 0) / scores.length,
    best: scores.length === 0 ? 0 : Math.max(...scores),
  };
}

const thirty = (score: (i: number) => number | null) => Array.from({ length: 30 }, (_, i) => score(i));
/** Many scores around the middle of -20 to 70, the same each time. */
const many = (count: number) =>
  Array.from({ length: count }, (_, i) => ((i * 37) % 46) + ((i * 61) % 47) - 21);

const CASES: Readonly<Record<string, StatsData>> = {
  many: data(
    many(400),
    thirty((i) => ([3, 4, 11].includes(i) ? null : 10 + ((i * 17) % 47))),
  ),
  thousands: data(
    many(5000).map((score) => score * 3),
    thirty((i) => 100 + i),
  ),
  three: data(
    [12, 57, 31],
    thirty((i) => (i === 29 ? 57 : null)),
  ),
  one: data(
    [33],
    thirty((i) => (i === 29 ? 33 : null)),
  ),
  negative: data(
    [-4, -10, -7, 3, -12],
    thirty((i) => (i < 9 ? null : ((i * 5) % 17) - 12)),
  ),
  'slightly negative': data(
    [-1, 64],
    thirty((i) => [-1, 64][i % 2]!),
  ),
  missed: data(
    [20, 21],
    thirty(() => null),
  ),
  nothing: data(
    [],
    thirty(() => null),
  ),
  'no days': data([20, 20, 21], []),
  'few days': data([33, 41], [33, 41]),
  'one day': data([33], [33]),
  zero: data([0], [0]),
};

describe('the picture', () => {
  describe.each(THEMES)('%s', (theme) => {
    test.each(Object.entries(CASES))(
      '%s: its size, margins and corner, the same bytes each time',
      async (_, of) => {
        const picture = statsPicture(of, sceneOf(theme));
        const png = await picture.draw();
        const image = await read(png);
        expect([image.width, image.height]).toEqual([picture.width, picture.height]);
        expect(image.width).toBe(1200);
        expect(corner(image)).toBe(1);
        const margins: readonly [number, number, number, number][] = [
          [0, 0, 30, image.height],
          [1170, 0, 30, image.height],
          [0, 0, 1200, 30],
          [0, image.height - 24, 1200, 24],
          [596, 130, 36, image.height - 240],
        ];
        for (const margin of margins) expect(inkIn(image, ...margin)).toBe(0);
        expect(png.length).toBeLessThan(60_000);
        expect((await statsPicture(of, sceneOf(theme)).draw()).equals(png)).toBe(true);
      },
    );
  });

  test('the average stands over its own score', async () => {
    // All scores in 30 to 34 and 50 to 54, the average between them, where no bar is.
    const image = await read(await statsPicture(data([30, 34, 50, 54], []), scene).draw());
    const at = (x: number) => inkIn(image, x, 310, 1, 100);
    const columns = Array.from({ length: 530 }, (_, i) => 40 + i).filter((x) => at(x) > 0);
    const bars = columns.filter((x) => at(x) === 100);
    const [low, high] = [Math.min(...bars), Math.max(...bars)];
    const dashed = columns.filter((x) => at(x) < 100 && x > low + 100 && x < high - 100);
    expect(dashed.length).toBeGreaterThan(2);
    expect(dashed.length).toBeLessThan(8);
    // Bins of 5 from 30 to 60 in six: the average 42 lies at 12 of 25 points from the left bar to the right.
    expect(dashed[0]!).toBeCloseTo(low + ((high - low) * 12) / 25, -1);
  });

  test('days in a row are joined, missed ones lie open', async () => {
    const row = async (days: readonly (number | null)[]) => {
      const { width, data: bytes } = await read(await statsPicture(data([5], days), scene).draw());
      const [r, g, b] = rgb(TINTS.dark.row);
      let runs = 0;
      let inside = false;
      for (let x = 640; x < 1170; x++) {
        const at = (528 * width + x) * 4;
        const red = bytes[at] === r && bytes[at + 1] === g && bytes[at + 2] === b;
        if (red && !inside) runs++;
        inside = red;
      }
      return runs;
    };
    expect(await row(thirty(() => 20))).toBe(1);
    expect(await row(thirty((i) => (i === 10 || i === 20 ? null : 20)))).toBe(3);
    expect(await row(thirty((i) => (i % 2 ? null : 0)))).toBe(15);
    expect(await row(thirty(() => null))).toBe(0);
  });

  test('names of any kind', async () => {
    for (const name of [
      'W'.repeat(16),
      '山田太郎さくらもも',
      'שלום עולם',
      '🚇'.repeat(16),
      '',
      '\u{10330}',
    ]) {
      const image = await read(await statsPicture(data([33], [33], name), scene).draw());
      expect(corner(image)).toBe(1);
      expect(inkIn(image, 1170, 0, 30, 720)).toBe(0);
      expect(inkIn(image, 40, 30, 400, 90)).toBeGreaterThan(200);
    }
  });

  test('on a phone its figures are eleven pixels high, and nothing is smaller than eight', async () => {
    for (const of of Object.values(CASES)) {
      const written = await writtenIn(statsPicture(of, scene));
      expect(written.length).toBeGreaterThan(4);
      const small = written.filter(({ text, phone }) => phone < (/\d/.test(text) ? 11 : 8));
      expect(small).toEqual([]);
    }
  });

  test('only the newest thirty days are shown', async () => {
    const days = Array.from({ length: 50 }, (_, i) => i);
    const [all, newest] = [data([1], days), data([1], days.slice(-30))];
    expect(statsPicture(all, scene).alt).toBe(statsPicture(newest, scene).alt);
    const drawn = await Promise.all([all, newest].map((of) => statsPicture(of, scene).draw()));
    expect(drawn[0]!.equals(drawn[1]!)).toBe(true);
  });
});

describe('in words', () => {
  const altOf = (of: StatsData) => bare(statsPicture(of, scene).alt);

  test('all numbers', () => {
    expect(altOf(data([-4, 12, 33, 34, 57], [33, null, null, null, 12, -4, null, 57]))).toBe(
      'Ann, Metro X: 5 games, average 26.4, best 57. ' +
        'How many games in which scores: −10 to −1: 1, 10 to 19: 1, 30 to 39: 2, 50 to 59: 1. ' +
        '4 of 8 dailies from #405 to #412 played: 33, 3 missed, 12, −4, missed, 57.',
    );
  });

  test('one game, none, and thirty days missed', () => {
    expect(altOf(CASES.one!)).toBe(
      'Ann, Metro X: 1 game, average 33, best 33. How many games in which scores: 30 to 34: 1. ' +
        '1 of 30 dailies from #383 to #412 played: 29 missed, 33.',
    );
    expect(altOf(CASES.nothing!)).toBe('Ann, Metro X: 0 games. 0 of 30 dailies from #383 to #412 played.');
    expect(altOf(data([], []))).toBe('Ann, Metro X: 0 games.');
  });

  test('never more than Discord takes', () => {
    for (const of of Object.values(CASES)) expect(altOf(of).length).toBeLessThanOrEqual(1024);
    const wide = (n: number) => -123_456_789_012_345 - n * 1_000_000_007;
    const longest = altOf(data(many(5000).map(wide), thirty(wide), '👩‍👩‍👧‍👦'.repeat(16)));
    expect(longest.length).toBeLessThanOrEqual(1024);
    expect(longest).toMatch(/^Player, Metro X: 5000 games/);
  });
});

describe('bins', () => {
  test.each([
    [[33], 5, 20, [0, 0, 1, 0, 0, 0]],
    [[0], 5, 0, [1, 0, 0, 0, 0, 0]],
    [[], 5, 0, [0, 0, 0, 0, 0, 0]],
    [[-4, 3], 5, -15, [0, 0, 1, 1, 0, 0]],
    [[3], 5, 0, [1, 0, 0, 0, 0, 0]],
    [[0, 4, 5, 59], 5, 0, [2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]],
    [[0, 60], 10, 0, [1, 0, 0, 0, 0, 0, 1]],
    [[-10, -1, 10, 71], 10, -10, [2, 0, 1, 0, 0, 0, 0, 0, 1]],
    [[0, 265], 50, 0, [1, 0, 0, 0, 0, 1]],
  ])('%j in bins of %i from %i', (scores, step, from, counts) => {
    expect(binsOf(scores)).toEqual({ step, from, counts });
  });

  test('hold every score once, in six to twelve', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5000, max: 100_000 }), { maxLength: 200 }), (scores) => {
        const { step, from, counts } = binsOf(scores);
        expect(counts.reduce((a, b) => a + b, 0)).toBe(scores.length);
        expect(counts.length).toBeGreaterThanOrEqual(6);
        expect(counts.length).toBeLessThanOrEqual(12);
        expect(Math.abs(from % step)).toBe(0);
        for (const [i, count] of counts.entries()) {
          const low = from + i * step;
          expect(scores.filter((score) => score >= low && score < low + step)).toHaveLength(count);
        }
      }),
    );
  });

  test('scores that are no numbers are refused, not counted for ever', () => {
    expect(() => binsOf([Number.POSITIVE_INFINITY])).toThrow('finite');
    expect(() => binsOf([Number.NaN])).toThrow('finite');
  });

  test('the end of an axis is round and not below the highest', () => {
    expect([0, 3, 5, 6, 7, 10, 11, 57, 71, 107, 1693].map(ceiling)).toEqual([
      5, 5, 5, 6, 8, 10, 12, 60, 80, 120, 2000,
    ]);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (most) => {
        expect(ceiling(most)).toBeGreaterThanOrEqual(most);
        expect(ceiling(most)).toBeLessThanOrEqual(Math.max(5, most * 1.5));
        expect(Number.isInteger(ceiling(most))).toBe(true);
      }),
    );
  });

  test('averages have one digit after the point, and no minus before nothing', () => {
    const in_ = (locale: string) => [29.44, 29.96, 30, -0.04, -1.25, 0].map((n) => rounded(n, locale));
    expect(in_('en')).toEqual(['29.4', '30', '30', '0', '−1.2', '0']);
    expect(in_('de')).toEqual(['29,4', '30', '30', '0', '−1,2', '0']);
  });
});
