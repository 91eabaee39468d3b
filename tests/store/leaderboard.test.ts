import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PERIODS, periodsOf } from '../../src/daily/days.ts';
import { type Asked, BYS } from '../../src/daily/leaderboard.ts';
import type { Store } from '../../src/store/open.ts';
import { acquaint, join, person, run, TODAY } from '../daily/world.ts';
import { emptyStore } from '../lib/store.ts';
import { ask as askOf, putRating, putStreak, putTally, type Rest, told } from './boards.ts';

const GUILD = '77';

let store: Store;
beforeEach(() => {
  store = emptyStore();
});
afterEach(() => store.close());

const ask = (more: Partial<Asked> = {}) => askOf(store, more);
const tally = (...of: Rest<typeof putTally>) => putTally(store, ...of);
const rating = (...of: Rest<typeof putRating>) => putRating(store, ...of);
const streak = (...of: Rest<typeof putStreak>) => putStreak(store, ...of);

describe('a page', () => {
  test('equal values share a rank, the next is skipped, also across pages', async () => {
    await acquaint(store, 12);
    for (const [player, score] of [57, 46, 46, 41, 38, 38, 38, 33, 31, 30, 30, -4].entries())
      await run(store, { player, day: TODAY, score });
    const first = await ask();
    expect(first.rows.map(({ rank, value }) => [rank, value])).toEqual([
      [1, 57],
      [2, 46],
      [2, 46],
      [4, 41],
      [5, 38],
      [5, 38],
      [5, 38],
      [8, 33],
      [9, 31],
      [10, 30],
    ]);
    const second = await ask({ page: 1 });
    expect(second.rows.map(({ rank, value }) => [rank, value])).toEqual([
      [10, 30],
      [12, -4],
    ]);
    expect([first.total, first.pages, second.page]).toEqual([12, 2, 1]);
    const seen = [...first.rows, ...second.rows].map(({ player }) => player);
    expect(new Set(seen).size).toBe(12);
  });

  test('the asker always has a row, on the page or off it; nobody has none', async () => {
    await acquaint(store, 30, GUILD);
    for (let n = 0; n < 30; n++) await run(store, { player: n, day: TODAY, score: 60 - n });
    for (const guild of [null, GUILD]) {
      const off = await ask({ guild, asker: person(25) });
      expect(off.rows.some(({ player }) => player === person(25))).toBe(false);
      expect(off.own).toMatchObject({ rank: 26, value: 35, name: 'Name 25' });
      expect((await ask({ guild, asker: person(3) })).own).toMatchObject({ rank: 4, value: 57 });
      expect((await ask({ guild, page: 1, asker: person(3) })).own).toMatchObject({ rank: 4, value: 57 });
      expect((await ask({ guild })).own).toBeUndefined();
    }
  });

  test('beyond the end is the last; an empty table has one page', async () => {
    await acquaint(store, 11, GUILD);
    expect(await ask({ page: 7 })).toEqual({ rows: [], own: undefined, total: 0, page: 0, pages: 1 });
    expect(await ask({ page: 7, guild: GUILD })).toEqual({
      rows: [],
      own: undefined,
      total: 0,
      page: 0,
      pages: 1,
    });
    for (let n = 0; n < 11; n++) await run(store, { player: n, day: TODAY, score: n });
    for (const guild of [null, GUILD]) {
      const last = await ask({ page: 99, guild });
      expect([last.page, last.pages, last.total, last.rows.length]).toEqual([1, 2, 11, 1]);
    }
  });

  test('who has left the server stands there with the stored name; of who is gone there is only a row', async () => {
    await acquaint(store, 3, GUILD, (n) => ['Ann', 'Ben who left', ''][n]!);
    for (let n = 0; n < 3; n++) await run(store, { player: n, day: TODAY, score: 9 - n });
    for (const guild of [null, GUILD])
      expect((await ask({ guild })).rows.map(({ name }) => name)).toEqual(['Ann', 'Ben who left', '']);
  });

  test('here means those who have used the bot here', async () => {
    await acquaint(store, 6);
    for (let n = 0; n < 6; n++) await run(store, { player: n, day: TODAY, score: n });
    for (const n of [1, 3, 5]) await join(store, GUILD, n);
    expect(told(await ask({ guild: GUILD }))).toEqual([
      [1, person(5), 5],
      [2, person(3), 3],
      [3, person(1), 1],
    ]);
    expect((await ask({ guild: GUILD })).total).toBe(3);
    expect((await ask({ guild: 'other' })).rows).toEqual([]);
  });
});

describe('what tables go by', () => {
  test('today: runs that have ended, finished or not, of this day alone', async () => {
    await acquaint(store, 4);
    await run(store, { player: 0, day: TODAY, score: 12 });
    await run(store, { player: 1, day: TODAY });
    await run(store, { player: 2, day: TODAY, score: 20, unfinished: true });
    await run(store, { player: 3, day: TODAY - 1, score: 50 });
    expect(told(await ask())).toEqual([
      [1, person(2), 20],
      [2, person(0), 12],
    ]);
  });

  test('each period has its own rows', async () => {
    await acquaint(store, 5);
    const keys = periodsOf(TODAY);
    // Of all time points are tenths.
    for (const [n, period] of PERIODS.entries())
      await tally(n, keys[period], {
        points: period === 'all' ? 10 * n : n,
        dailies: 1,
        wins: n + 1,
        games: 9,
        best: n * 2,
      });
    for (const [n, period] of PERIODS.entries()) {
      if (period !== 'today') expect(told(await ask({ period }))).toEqual([[1, person(n), n]]);
      expect(told(await ask({ period, by: 'wins' }))).toEqual([[1, person(n), n + 1]]);
      expect(told(await ask({ period, by: 'best' }))).toEqual([[1, person(n), n * 2]]);
    }
  });

  test('who has won nothing, or played no daily, is not in that table', async () => {
    await acquaint(store, 3);
    await tally(0, 'all', { games: 4, wins: 0, best: 3 });
    await tally(1, 'all', { games: 4, wins: 2, best: 9 });
    await tally(2, 'all', { dailies: 1, points: 384, best: -4 });
    expect(told(await ask({ period: 'all', by: 'wins' }))).toEqual([[1, person(1), 2]]);
    expect(told(await ask({ period: 'all', by: 'daily' }))).toEqual([[1, person(2), 38.4]]);
    expect(told(await ask({ period: 'all', by: 'best' }))).toEqual([
      [1, person(1), 9],
      [2, person(0), 3],
      [3, person(2), -4],
    ]);
  });

  test('ratings: of the server or of the world, provisional before the tenth game', async () => {
    await acquaint(store, 3);
    await rating(0, '', 1200, 10);
    await rating(1, '', 1480, 9);
    await rating(2, GUILD, 1900, 1);
    const world = await ask({ by: 'rating' });
    expect(world.rows.map(({ value, provisional }) => [value, provisional])).toEqual([
      [1480, true],
      [1200, false],
    ]);
    expect((await ask({ by: 'rating', asker: person(1) })).own).toMatchObject({ rank: 1, provisional: true });
    expect(told(await ask({ by: 'rating', guild: GUILD }))).toEqual([[1, person(2), 1900]]);
    expect((await ask()).rows.every(({ provisional }) => !provisional)).toBe(true);
  });

  test('streaks: only those that can still go on', async () => {
    await acquaint(store, 6, GUILD);
    await streak(0, 3, TODAY);
    await streak(1, 9, TODAY - 1);
    await streak(2, 40, TODAY - 2);
    await streak(3, 5, TODAY - 2);
    await run(store, { player: 3, day: TODAY - 1 });
    await streak(4, 7, TODAY - 2);
    await run(store, { player: 4, day: TODAY - 1, score: 3, unfinished: true });
    await streak(5, 8, TODAY - 3);
    await run(store, { player: 5, day: TODAY - 1 });
    for (const guild of [null, GUILD])
      expect(told(await ask({ by: 'streak', guild }))).toEqual([
        [1, person(1), 9],
        [2, person(3), 5],
        [3, person(0), 3],
      ]);
  });
});

test('every table is what sorting all rows by hand gives', async () => {
  const filling = fc.record({
    values: fc.array(
      fc.record({ value: fc.integer({ min: -6, max: 12 }), here: fc.boolean(), games: fc.nat(20) }),
      { maxLength: 45 },
    ),
    by: fc.constantFrom(...BYS),
    guild: fc.constantFrom(null, GUILD),
    page: fc.nat(5),
    asker: fc.nat(45),
  });
  await fc.assert(
    fc.asyncProperty(filling, async ({ values, by, guild, page, asker }) => {
      await store.close();
      store = emptyStore();
      await acquaint(store, values.length);
      const period = by === 'daily' ? ('week' as const) : ('month' as const);
      const key = periodsOf(TODAY)[period];
      const all: { player: string; value: number }[] = [];
      for (const [n, { value, here, games }] of values.entries()) {
        if (here) await join(store, GUILD, n);
        if (by === 'daily') await tally(n, key, { points: value, dailies: 1 });
        if (by === 'wins') await tally(n, key, { wins: value, games: 20 });
        if (by === 'best') await tally(n, key, { best: value, games: 1 });
        if (by === 'streak') await streak(n, value, TODAY - (games % 3));
        if (by === 'rating') await rating(n, here ? GUILD : '', value, games);
        const inScope = by === 'rating' ? here === (guild !== null) : guild === null || here;
        const alive = by !== 'streak' || games % 3 < 2;
        const counts = by !== 'wins' || value > 0;
        if (inScope && alive && counts) all.push({ player: person(n), value });
      }
      all.sort((a, b) => b.value - a.value || (b.player < a.player ? -1 : 1));
      const placed = all.map((row) => ({
        ...row,
        rank: 1 + all.filter((other) => other.value > row.value).length,
      }));
      const last = Math.max(0, Math.ceil(all.length / 10) - 1);
      const at = Math.min(page, last);
      const found = await ask({ by, guild, period, page, asker: person(asker) });
      const plain = ({ player, value, rank }: (typeof placed)[number]) => ({ player, value, rank });
      expect(found.rows.map(plain)).toEqual(placed.slice(at * 10, at * 10 + 10));
      expect(found.own && plain(found.own)).toEqual(placed.find(({ player }) => player === person(asker)));
      expect([found.total, found.page, found.pages]).toEqual([all.length, at, last + 1]);
    }),
    { numRuns: 150 },
  );
});
