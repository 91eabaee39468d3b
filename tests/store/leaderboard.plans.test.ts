import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PERIODS, periodsOf } from '../../src/daily/days.ts';
import { type Asked, BYS } from '../../src/daily/leaderboard.ts';
import { scoresOf } from '../../src/store/daily.ts';
import { LARGE } from '../../src/store/leaderboard.ts';
import type { Store } from '../../src/store/open.ts';
import { acquaint, GAME, join, largePlans, person, plansOf, run, TODAY } from '../daily/world.ts';
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

describe('a very large server', () => {
  const SIZE = LARGE + 60;
  const crowd = async (): Promise<void> => {
    await acquaint(store, SIZE + 40);
    for (let n = 0; n < SIZE; n++) await join(store, GUILD, n);
    for (let n = 0; n < SIZE + 40; n++) {
      await tally(n, periodsOf(TODAY).month, { points: (n * 7) % 500 });
      await tally(n, 'all', { wins: n % 9, best: (n * 13) % 60 });
      await streak(n, n % 50, TODAY - (n % 4));
    }
    for (let n = 0; n < 30; n++) await run(store, { player: SIZE - 10 + n, day: TODAY, score: n });
  };

  test('has the same tables as by hand, and each takes an index', async () => {
    await crowd();
    const all = Array.from({ length: SIZE }, (_, n) => ({ player: person(n), value: (n * 7) % 500 })).sort(
      (a, b) => b.value - a.value || (b.player < a.player ? -1 : 1),
    );
    const rank = (value: number): number => 1 + all.filter((one) => one.value > value).length;
    const expected = all.map(({ player, value }) => [rank(value), player, value]);
    const wish = { period: 'month', by: 'daily', guild: GUILD, asker: person(5) } as const;
    const boards = await Promise.all([0, 1, 77, 9999].map((page) => ask({ ...wish, page })));
    expect(boards.map(({ page }) => page)).toEqual([0, 1, 77, 205]);
    for (const board of boards)
      expect(told(board)).toEqual(expected.slice(board.page * 10, board.page * 10 + 10));
    expect(boards[0]!.own).toMatchObject({ rank: rank(35), value: 35 });
    expect(boards[0]!.total).toBe(SIZE);
    expect((await ask({ ...wish, asker: person(SIZE + 1) })).own).toBeUndefined();
    // Only ten of those who have played today are members.
    expect((await ask({ guild: GUILD })).total).toBe(10);
    expect((await ask({ guild: GUILD, by: 'streak' })).total).toBe(SIZE / 2);
    expect((await ask({ guild: GUILD, by: 'wins', period: 'all' })).rows[0]!.value).toBe(8);
  });

  test('walks the world’s index', async () => {
    await crowd();
    const plans = await plansOf(store, async () => {
      // Nobody's own row stands on a first page, so that it is looked for, too.
      for (const by of BYS) await ask({ by, period: 'all', guild: GUILD, asker: person(0) });
      for (const period of ['today', 'month'] as const) await ask({ period, guild: GUILD, asker: person(0) });
    });
    const walked = [...plans].filter(([text]) => /exists \(select 1 from "members"/.test(text));
    expect(walked.length).toBe(20);
    for (const [text, plan] of walked) {
      expect(plan, text).not.toMatch(/TEMP B-TREE|SCAN/);
      expect(plan, text).toMatch(/^SEARCH (daily|tallies|streaks) USING/);
    }
  });
});

describe('query plans', () => {
  const BIG = [
    'results',
    'matches',
    'daily',
    'tallies',
    'streaks',
    'ratings',
    'players',
    'members',
    'seats',
    'actions',
  ];
  const scans = (plan: string): boolean => BIG.some((name) => new RegExp(`\\bSCAN ${name}\\b`).test(plan));

  const plans = async (guild: string | null): Promise<[string, string][]> => {
    await acquaint(store, 12, GUILD);
    for (let n = 0; n < 12; n++) {
      await run(store, { player: n, day: TODAY, score: n });
      for (const key of Object.values(periodsOf(TODAY))) await tally(n, key, { points: n, wins: n, best: n });
      await rating(n, guild ?? '', 1000 + n);
      await streak(n, n, TODAY);
    }
    const found = await plansOf(store, async () => {
      for (const by of BYS)
        for (const period of PERIODS)
          for (const page of [0, 1]) await ask({ by, period, guild, page, asker: person(0) });
      await scoresOf(store, GAME, TODAY);
    });
    return largePlans(found);
  };

  test('of the world: an index for every query, and nothing is sorted', async () => {
    const all = (await plans(null)).filter(([text]) => !text.includes('"members"'));
    expect(all.length).toBeGreaterThan(20);
    for (const [text, plan] of all) {
      expect(plan, text).toMatch(/USING (COVERING )?INDEX/);
      expect(scans(plan), `${text}\n${plan}`).toBe(false);
      expect(plan, text).not.toMatch(/TEMP B-TREE/);
    }
    const used = new Set(
      all.flatMap(([, plan]) => [...plan.matchAll(/COVERING INDEX (\w+)/g)].map(([, name]) => name)),
    );
    for (const index of [
      'daily_table',
      'tallies_points',
      'tallies_wins',
      'tallies_best',
      'ratings_shown',
      'streaks_length',
    ])
      expect([...used]).toContain(index);
  });

  test('of a server: its members first, each found by the key', async () => {
    const all = await plans(GUILD);
    const joined = all.filter(([text]) => text.includes('cross join'));
    expect(joined.length).toBeGreaterThanOrEqual(5);
    for (const [text, plan] of all) expect(scans(plan), `${text}\n${plan}`).toBe(false);
    for (const [, plan] of joined) {
      const steps = plan.split('\n').filter((step) => step.startsWith('SEARCH'));
      expect(steps[0]).toMatch(/SEARCH members USING COVERING INDEX sqlite_autoindex_members_1 \(guild=\?\)/);
      expect(steps[1]).toMatch(
        /SEARCH (daily|tallies|streaks) USING INDEX sqlite_autoindex_\w+_1 \(.*player=\?\)/,
      );
    }
  });
});
