import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { closesAt, firstOpen, hiddenFrom, isClosed, maySee } from '../../src/daily/closing.ts';
import { countFinished } from '../../src/daily/count.ts';
import { startOf } from '../../src/daily/days.ts';
import { excusedBy } from '../../src/daily/excused.ts';
import { leaderboard } from '../../src/daily/leaderboard.ts';
import { recount } from '../../src/daily/recount.ts';
import { closeExpired, progressOf } from '../../src/daily/runs.ts';
import { statisticsOf } from '../../src/daily/statistics.ts';
import { noteAbsence } from '../../src/store/absences.ts';
import { excusedDays } from '../../src/store/days.ts';
import type { Store } from '../../src/store/open.ts';
import { change } from '../lib/rows.ts';
import { emptyStore } from '../lib/store.ts';
import { acquaint, endRun, GAME, NOON, person, run, standings, TODAY } from './world.ts';

/** When a day is closed, who may see what of it before, and days on which the bot was away. */

const HOUR = 3_600_000;

let store: Store;
beforeEach(async () => {
  store = emptyStore();
  await acquaint(store, 4);
});
afterEach(() => store.close());

/** The bot is away on a day, from one hour to another; these may lie in later days. */
const away = (day: number, from: number, to: number) =>
  noteAbsence(store, startOf(day) + from * HOUR, startOf(day) + to * HOUR);
const may = (n: number | null, day: number, at = NOON) =>
  maySee(store, GAME, day, n === null ? null : person(n), at);
const streak = (n: number, at: number) => progressOf(store, GAME, person(n), at);
const board = async (by: 'streak' | 'daily', at: number, period: 'month' | 'all' = 'month') =>
  (await leaderboard(store, { game: GAME, guild: null, period, by, page: 0, asker: 'nobody', at })).rows.map(
    ({ player, value }) => [player, value],
  );

describe('a day', () => {
  test('closes when the next one is over', async () => {
    expect(await closesAt(store, TODAY)).toBe(startOf(TODAY + 2));
    expect(await isClosed(store, TODAY, startOf(TODAY + 2) - 1)).toBe(false);
    expect(await isClosed(store, TODAY, startOf(TODAY + 2))).toBe(true);
    expect(await firstOpen(store, NOON)).toBe(TODAY - 1);
  });

  test('closes later by what the bot was away since it began, and by what it was away in that time again', async () => {
    // Before the day: no matter.
    await away(TODAY - 1, 10, 14);
    await away(TODAY, 22, 27);
    expect(await closesAt(store, TODAY)).toBe(startOf(TODAY + 2) + 5 * HOUR);
    await away(TODAY + 2, 3, 4);
    expect(await closesAt(store, TODAY)).toBe(startOf(TODAY + 2) + 6 * HOUR);
    // After it closed.
    await away(TODAY + 2, 6, 9);
    expect(await closesAt(store, TODAY)).toBe(startOf(TODAY + 2) + 6 * HOUR);
    const at = startOf(TODAY + 2) + 5.5 * HOUR;
    expect(await firstOpen(store, at)).toBe(TODAY);
    expect(await firstOpen(store, at + HOUR)).toBe(TODAY + 1);
  });

  test('that the bot was away on for long can be gone on with, and is closed then, once', async () => {
    const open = await run(store, { player: 0, day: TODAY });
    await away(TODAY, 12, 12 + 72);
    const closes = startOf(TODAY + 5);
    expect(await closesAt(store, TODAY)).toBe(closes);
    expect((await streak(0, closes - 1)).pending.map(({ match }) => match)).toEqual([open]);
    expect((await streak(0, closes)).pending).toEqual([]);
    expect(await closeExpired(store, closes - 1)).toBe(0);
    expect(await may(1, TODAY, closes - 1)).toBe(true);
    expect(await may(0, TODAY, closes - 1)).toBe(false);
    expect(await may(null, TODAY, closes - 1)).toBe(false);
    expect(await Promise.all([0, null].map((n) => may(n, TODAY, closes)))).toEqual([true, true]);
  });
});

describe('who may see a day', () => {
  test('today: who has ended their run; yesterday: who cannot play it; all: closed days', async () => {
    await run(store, { player: 0, day: TODAY, score: 1 });
    await run(store, { player: 1, day: TODAY });
    await run(store, { player: 2, day: TODAY, score: 1, unfinished: true });
    await run(store, { player: 1, day: TODAY - 1 });
    expect(await Promise.all([0, 1, 2, 3, null].map((n) => may(n, TODAY)))).toEqual([
      true,
      false,
      true,
      false,
      false,
    ]);
    expect(await Promise.all([0, 1, 2, null].map((n) => may(n, TODAY - 1)))).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(await Promise.all([0, 1, null].map((n) => may(n, TODAY - 2)))).toEqual([true, true, true]);
    expect(await Promise.all([0, null].map((n) => may(n, TODAY + 1)))).toEqual([false, false]);
    expect(await hiddenFrom(store, GAME, person(1), NOON)).toEqual([TODAY - 1, TODAY]);
    expect(await hiddenFrom(store, GAME, null, NOON)).toEqual([TODAY - 1, TODAY]);
    expect(await hiddenFrom(store, GAME, person(0), NOON)).toEqual([]);
  });

  test('no table and no statistics hold it for somebody who has it open, whatever the period', async () => {
    await run(store, { player: 0, day: TODAY - 1, score: 57 });
    await run(store, { player: 0, day: TODAY - 2, score: 11 });
    const open = await run(store, { player: 1, day: TODAY - 1 });
    await countFinished(store, NOON);
    expect(await board('daily', NOON)).toEqual([[person(0), 11]]);
    const of = (asker: number) =>
      statisticsOf(store, { game: GAME, player: person(0), asker: person(asker), at: NOON });
    expect(await of(1)).toMatchObject({ scores: [11], best: 11, hidden: [TODAY - 1, TODAY] });
    await endRun(store, open, 1, 3);
    expect(await of(1)).toMatchObject({ scores: [11, 57], best: 57, hidden: [TODAY] });
  });
});

describe('an excused day', () => {
  test('is one of which the bot was away for more than six hours in all', async () => {
    await away(TODAY - 1, 1, 4);
    await away(TODAY - 1, 20, 23);
    expect([...(await excusedBy(store, TODAY))]).toEqual([]);
    await noteAbsence(store, startOf(TODAY - 1) + 10 * HOUR, startOf(TODAY - 1) + 10 * HOUR + 1);
    expect([...(await excusedBy(store, TODAY))]).toEqual([TODAY - 1]);
    // Over midnight: seven hours of the one, five of the other.
    await away(TODAY - 4, 17, 29);
    expect([...(await excusedBy(store, TODAY))].sort()).toEqual([TODAY - 4, TODAY - 1]);
  });

  test('is known while it lasts, and written for good when it is over', async () => {
    await away(TODAY, 1, 8);
    await countFinished(store, NOON);
    expect([...(await excusedBy(store, TODAY))]).toEqual([TODAY]);
    expect(await excusedDays(store)).toEqual([]);
    await countFinished(store, startOf(TODAY + 1));
    expect(await excusedDays(store)).toEqual([TODAY]);
    await change(store, 'DELETE FROM absences');
    expect([...(await excusedBy(store, TODAY + 90))]).toEqual([TODAY]);
  });

  test('breaks no streak and adds none: on screens, in the table, counted at once and anew', async () => {
    // 0 plays on each day, 1 not on the excused one, 2 on neither of the last two.
    for (const day of [TODAY - 4, TODAY - 3])
      for (const player of [0, 1, 2]) await run(store, { player, day, score: 9 });
    await run(store, { player: 0, day: TODAY - 2, score: 9 });
    await countFinished(store, startOf(TODAY - 2) + 3 * HOUR);
    expect((await streak(0, startOf(TODAY - 2) + 3 * HOUR)).streak).toBe(3);
    await away(TODAY - 2, 4, 11);
    const next = startOf(TODAY - 1) + HOUR;
    await countFinished(store, next);
    expect(await Promise.all([0, 1, 2].map(async (n) => (await streak(n, next)).streak))).toEqual([2, 2, 2]);
    expect((await board('streak', next)).sort()).toEqual([0, 1, 2].map((n) => [person(n), 2]));
    for (const player of [0, 1]) await run(store, { player, day: TODAY - 1, score: 9 });
    await countFinished(store, NOON);
    expect(await Promise.all([0, 1, 2].map(async (n) => (await streak(n, NOON)).streak))).toEqual([3, 3, 0]);
    expect((await board('streak', NOON)).sort()).toEqual([0, 1].map((n) => [person(n), 3]));
    const live = await standings(store);
    await recount(store, NOON);
    expect(await standings(store)).toBe(live);
  });

  test('that is noted late makes the streaks anew of all who have played since', async () => {
    await run(store, { player: 0, day: TODAY - 3, score: 9 });
    await run(store, { player: 0, day: TODAY - 1, score: 9 });
    await countFinished(store, NOON);
    expect(await board('streak', NOON)).toEqual([[person(0), 1]]);
    await away(TODAY - 2, 4, 11);
    await countFinished(store, NOON);
    expect(await board('streak', NOON)).toEqual([[person(0), 2]]);
  });

  test('whoever has played on it alone has no streak', async () => {
    await run(store, { player: 0, day: TODAY - 1, score: 9 });
    await countFinished(store, startOf(TODAY) - 1);
    await away(TODAY - 1, 0, 7);
    await countFinished(store, NOON);
    expect(await streak(0, NOON)).toMatchObject({ streak: 0, longest: 0, last: 0 });
    expect(await board('streak', NOON)).toEqual([]);
  });

  test('a streak lives in the table as on screens while two days may be gone on with', async () => {
    // Five hours on each of two days excuse none, but let the first be gone on with for longer.
    await away(TODAY - 2, 10, 15);
    await away(TODAY - 1, 10, 15);
    const at = startOf(TODAY) + 3 * HOUR;
    expect(await firstOpen(store, at)).toBe(TODAY - 2);
    for (const player of [0, 1, 2]) await run(store, { player, day: TODAY - 3, score: 9 });
    for (const player of [0, 1]) await run(store, { player, day: TODAY - 2 });
    for (const player of [0, 2]) await run(store, { player, day: TODAY - 1 });
    await countFinished(store, at);
    expect(await Promise.all([0, 1, 2].map(async (n) => (await streak(n, at)).streak))).toEqual([1, 0, 0]);
    expect(await board('streak', at)).toEqual([[person(0), 1]]);
  });
});

describe('a run whose match is put aside', () => {
  const aside = (match: number) => change(store, 'UPDATE matches SET aside = 1 WHERE id = ?', match);

  test('costs no streak, holds no other up, and nothing is promised of it', async () => {
    for (const day of [TODAY - 3, TODAY - 1]) await run(store, { player: 0, day, score: 9 });
    const broken = await run(store, { player: 0, day: TODAY - 2 });
    await aside(broken);
    const other = await run(store, { player: 1, day: TODAY - 2, score: 7 });
    expect(other).toBeGreaterThan(broken);
    expect(await closeExpired(store, NOON)).toBe(0);
    await countFinished(store, NOON);
    expect(await streak(0, NOON)).toMatchObject({
      streak: 2,
      pending: [],
      ahead: { today: 3, pending: 2, both: 3 },
    });
    expect(await board('streak', NOON)).toContainEqual([person(0), 2]);
    expect(await board('daily', NOON)).toEqual([
      [person(0), 9],
      [person(1), 7],
    ]);
  });
});

describe('what is promised before a run', () => {
  const promised = async (at = NOON) => {
    const { streak: now, ahead } = await streak(0, at);
    return [now, ahead.today, ahead.pending, ahead.both];
  };
  const finished = async (...days: number[]) => {
    for (const day of days) await run(store, { player: 0, day, score: 1 });
  };

  test('one day more, if this run alone is finished', async () => {
    await finished(TODAY - 2, TODAY - 1);
    expect(await promised()).toEqual([2, 3, 2, 3]);
  });

  test('with yesterday open: with that one, and with both; today’s alone begins anew', async () => {
    await finished(TODAY - 3, TODAY - 2);
    await run(store, { player: 0, day: TODAY - 1 });
    expect(await promised()).toEqual([2, 1, 3, 4]);
  });

  test('yesterday open and nothing before it', async () => {
    await finished(TODAY - 4);
    await run(store, { player: 0, day: TODAY - 1 });
    expect(await promised()).toEqual([0, 1, 1, 2]);
  });

  test('an excused yesterday is looked over, and its open run adds nothing', async () => {
    await away(TODAY - 1, 0, 7);
    await finished(TODAY - 3, TODAY - 2);
    await run(store, { player: 0, day: TODAY - 1 });
    expect(await promised()).toEqual([2, 3, 2, 3]);
  });

  test('a today that is excused already adds nothing', async () => {
    await away(TODAY, 0, 7);
    await finished(TODAY - 2, TODAY - 1);
    expect(await promised()).toEqual([2, 2, 2, 2]);
  });

  test('what was promised is what comes, for every choice of five days', async () => {
    for (let which = 0; which < 3 ** 5; which++) {
      await change(store, 'DELETE FROM daily');
      const states = Array.from({ length: 5 }, (_, i) => Math.floor(which / 3 ** i) % 3);
      const open: number[] = [];
      for (const [i, state] of states.entries()) {
        const day = TODAY - 1 - i;
        if (state === 1) await finished(day);
        if (state === 2) open.push(await run(store, { player: 0, day }));
      }
      const ahead = (await streak(0, NOON)).ahead;
      const end = async (days: number[]) => {
        for (const day of days)
          if (day === TODAY) await finished(day);
          else await change(store, "UPDATE daily SET state = 'finished', score = 1 WHERE day = ?", day);
        return (await streak(0, NOON)).streak;
      };
      const pending = (await streak(0, NOON)).pending.map(({ day }) => day);
      expect(await end([TODAY]), String(states)).toBe(ahead.today);
      expect(await end(pending), String(states)).toBe(ahead.both);
      // As it was before.
      await change(store, 'DELETE FROM daily WHERE day = ?', TODAY);
      for (const day of pending)
        await change(store, "UPDATE daily SET state = 'open', score = NULL WHERE day = ?", day);
      expect(await end(pending), String(states)).toBe(ahead.pending);
    }
  });
});
