import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as path } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { countFinished } from '../../src/daily/count.ts';
import { dayOf, periodsOf, startOf } from '../../src/daily/days.ts';
import { leaderboard } from '../../src/daily/leaderboard.ts';
import { recount } from '../../src/daily/recount.ts';
import { forget } from '../../src/match/people.ts';
import { openStore, type Store } from '../../src/store/open.ts';
import { allow, firstRow, refuse, rows } from '../lib/rows.ts';
import { SERVER } from '../lib/server.ts';
import { emptyStore } from '../lib/store.ts';
import {
  acquaint,
  endRun,
  GAME,
  largePlans,
  NOON,
  person,
  plansOf,
  practice,
  ratingOf,
  run,
  standings,
  TODAY,
  table,
  tallyOf,
} from './world.ts';

let store: Store;
beforeEach(async () => {
  store = emptyStore();
  await acquaint(store, 8);
});
afterEach(() => store.close());

/** Of today and the days before it. */
const MONTH = 'm2026-11';

const streakOf = async (n: number) =>
  (
    await rows<{ length: number; longest: number; last: number }>(
      store,
      'SELECT length, longest, last FROM streaks WHERE player = ?',
      person(n),
    )
  )[0];

describe('games in company', () => {
  test('count in each period they lie in, once', async () => {
    await table(store, { players: [0, 1, 2], scores: [30, 41, 41] });
    await table(store, { players: [0, 1], scores: [12, 3], at: NOON - 86_400_000 * 3 });
    expect(await countFinished(store, NOON)).toBe(2);
    expect(await countFinished(store, NOON)).toBe(0);
    const now = periodsOf(TODAY);
    expect(now).toEqual({
      today: `d${TODAY}`,
      week: 'w2026-48',
      month: 'm2026-11',
      season: 's2026-4',
      all: 'all',
    });
    expect(await tallyOf(store, 0, now.today)).toEqual({
      dailies: 0,
      points: null,
      games: 1,
      wins: 0,
      best: 30,
    });
    for (const period of [now.week, now.month, now.season, 'all'])
      expect(await tallyOf(store, 0, period)).toEqual({
        dailies: 0,
        points: null,
        games: 2,
        wins: 1,
        best: 30,
      });
    expect(await tallyOf(store, 2, now.week)).toEqual({
      dailies: 0,
      points: null,
      games: 1,
      wins: 1,
      best: 41,
    });
  });

  test('practice, a table for one and an empty seat count nowhere', async () => {
    await practice(store, 0, 60);
    await table(store, { players: [1], scores: [50] });
    await table(store, { players: [2, null], scores: [20, 30] });
    expect(await countFinished(store, NOON)).toBe(3);
    expect(await rows(store, 'SELECT * FROM ratings')).toEqual([]);
    expect(await rows<{ player: string }>(store, 'SELECT DISTINCT player FROM tallies')).toEqual([
      { player: person(2) },
    ]);
    expect(await tallyOf(store, 2, 'all')).toMatchObject({ games: 1, wins: 0, best: 20 });
  });
});

describe('dailies', () => {
  test('are a streak day at once, and enter the tables when their day is closed', async () => {
    await run(store, { player: 0, day: TODAY, score: 33 });
    await run(store, { player: 0, day: TODAY - 1, score: 20 });
    expect(await countFinished(store, NOON)).toBe(2);
    expect(await streakOf(0)).toEqual({ length: 2, longest: 2, last: TODAY });
    // Yesterday's may still be played by somebody.
    expect(await tallyOf(store, 0, MONTH)).toBeUndefined();
    await countFinished(store, startOf(TODAY + 1) - 1);
    expect(await tallyOf(store, 0, MONTH)).toBeUndefined();
    expect(await countFinished(store, startOf(TODAY + 1))).toBe(0);
    expect(await tallyOf(store, 0, MONTH)).toEqual({
      dailies: 1,
      points: 20,
      games: 0,
      wins: null,
      best: 20,
    });
    await countFinished(store, startOf(TODAY + 2));
    expect(await tallyOf(store, 0, MONTH)).toEqual({
      dailies: 2,
      points: 53,
      games: 0,
      wins: null,
      best: 33,
    });
    expect(await tallyOf(store, 0, `d${TODAY}`)).toBeUndefined();
  });

  test('belong to their day, whenever they were finished', async () => {
    const last = dayOf(Date.UTC(2026, 10, 30));
    await run(store, { player: 0, day: last, score: 7, at: startOf(last + 1) + 5 });
    await countFinished(store, startOf(last + 2));
    expect(await tallyOf(store, 0, 'm2026-11')).toMatchObject({ points: 7 });
    expect(await tallyOf(store, 0, 'm2026-12')).toBeUndefined();
  });

  test('one that was not finished counts with its score, and is no streak day', async () => {
    await run(store, { player: 0, day: TODAY - 3, score: 10 });
    await run(store, { player: 0, day: TODAY - 2, score: -4, unfinished: true });
    await run(store, { player: 0, day: TODAY - 1, score: 5 });
    await countFinished(store, startOf(TODAY + 1));
    expect(await streakOf(0)).toEqual({ length: 1, longest: 1, last: TODAY - 1 });
    // A bad day counts nothing, and is no worse than none.
    expect(await tallyOf(store, 0, MONTH)).toEqual({
      dailies: 3,
      points: 15,
      games: 0,
      wins: null,
      best: 10,
    });
  });

  test("yesterday's, finished after today's, closes the gap", async () => {
    await run(store, { player: 0, day: TODAY - 2, score: 1 });
    const open = await run(store, { player: 0, day: TODAY - 1 });
    await run(store, { player: 0, day: TODAY, score: 2 });
    await countFinished(store, NOON);
    expect(await streakOf(0)).toEqual({ length: 1, longest: 1, last: TODAY });
    await endRun(store, open, 0, 3);
    await countFinished(store, NOON);
    expect(await streakOf(0)).toEqual({ length: 3, longest: 3, last: TODAY });
    await countFinished(store, startOf(TODAY + 1));
    expect(await tallyOf(store, 0, MONTH)).toMatchObject({ dailies: 2, points: 4 });
  });

  test('many of one day are all taken in', async () => {
    await acquaint(store, 130);
    for (let n = 0; n < 130; n++) await run(store, { player: n, day: TODAY - 2, score: n });
    expect(await countFinished(store, NOON)).toBe(130);
    const board = await leaderboard(store, {
      game: GAME,
      guild: null,
      period: 'month',
      by: 'daily',
      page: 0,
      asker: person(0),
      at: NOON,
    });
    expect([board.total, board.rows[0]!.value]).toEqual([130, 129]);
  });
});

describe('exactly once', () => {
  test('twenty at once, over two connections', async () => {
    const file = path(mkdtempSync(path(tmpdir(), 'metrox-count-')), 'metrox.db');
    const two = [openStore(file), openStore(file)];
    await acquaint(two[0]!, 4);
    for (let i = 0; i < 12; i++)
      await table(two[0]!, { players: [i % 4, (i + 1) % 4], scores: [i, 5], guild: '77' });
    for (let n = 0; n < 4; n++) await run(two[0]!, { player: n, day: TODAY - 1, score: n });
    const counts = await Promise.all(Array.from({ length: 20 }, (_, i) => countFinished(two[i % 2]!, NOON)));
    expect(counts.reduce((a, b) => a + b)).toBe(16);
    const games = await firstRow(two[1]!, "SELECT sum(games) AS n FROM ratings WHERE scope = ''");
    expect(games).toEqual({ n: 24 });
    const live = await standings(two[0]!);
    await recount(two[1]!, NOON);
    expect(await standings(two[0]!)).toBe(live);
    for (const one of two) await one.close();
  });

  test('a game that cannot be counted is not half counted', async () => {
    await table(store, { players: [0, 1], scores: [2, 1], guild: '77' });
    await refuse(store, 'INSERT', 'ratings', 'no', "NEW.scope = '77'");
    await expect(countFinished(store, NOON)).rejects.toThrow('no');
    expect([await rows(store, 'SELECT * FROM tallies'), await rows(store, 'SELECT * FROM ratings')]).toEqual([
      [],
      [],
    ]);
    await allow(store, 'ratings');
    expect(await countFinished(store, NOON)).toBe(1);
    expect(await ratingOf(store, 0, '77')).toMatchObject({ games: 1 });
  });
});

test('anew is the same, row for row, as one by one', async () => {
  const who = fc.integer({ min: 0, max: 7 });
  const score = fc.integer({ min: -5, max: 60 });
  const event = fc.oneof(
    fc.record({
      kind: fc.constant('table' as const),
      players: fc.uniqueArray(who, { minLength: 1, maxLength: 6 }),
      scores: fc.array(score, { minLength: 6, maxLength: 6 }),
      guild: fc.constantFrom(null, '77', '78'),
      // What the first of them is rated at, for themselves and for the others.
      own: fc.constantFrom<'place' | null | 1000>('place', null, 1000),
      counted: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('forget' as const), player: who }),
    fc.record({ kind: fc.constant('daily' as const), player: who, score, unfinished: fc.boolean() }),
    fc.record({ kind: fc.constant('practice' as const), player: who, score }),
    fc.record({ kind: fc.constant('pass' as const), hours: fc.integer({ min: 1, max: 60 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 30 }), async (events) => {
      await store.close();
      store = emptyStore();
      await acquaint(store, 8);
      let at = NOON;
      const played = new Set<string>();
      for (const one of events) {
        const day = dayOf(at);
        if (one.kind === 'pass') at += one.hours * 3_600_000;
        if (one.kind === 'table') {
          const scores = one.scores.slice(0, one.players.length);
          const rated = one.players.map((n, seat) => {
            const place = 1 + scores.filter((other) => other > scores[seat]!).length;
            const own = seat > 0 || one.own === 'place' ? place : one.own;
            return { seat, player: person(n), place, own };
          });
          await table(store, { ...one, scores, at, rated: rated.length > 1 ? rated : [] });
          if (!one.counted) continue;
        }
        if (one.kind === 'forget') {
          await forget(store, person(one.player), at);
          await acquaint(store, 8);
        }
        if (one.kind === 'practice') await practice(store, one.player, one.score, at);
        if (one.kind === 'daily' && !played.has(`${one.player} ${day}`)) {
          played.add(`${one.player} ${day}`);
          await run(store, { ...one, day, at });
        }
        if (one.kind !== 'pass' || one.hours % 2) await countFinished(store, at);
      }
      await countFinished(store, at);
      const live = await standings(store);
      await recount(store, at);
      expect(await standings(store)).toBe(live);
      expect(await countFinished(store, at)).toBe(0);
      expect(await standings(store)).toBe(live);
    }),
    { numRuns: 25 },
  );
});

test.skipIf(SERVER !== '')('what is to be counted is found by an index', async () => {
  const plans = await plansOf(store, async () => {
    await firstRow(store, 'SELECT 1');
    await countFinished(store, NOON);
  });
  const reads = largePlans(plans).filter(([text]) => text !== 'SELECT 1');
  expect(reads.length).toBeGreaterThan(3);
  for (const [text, plan] of reads) {
    expect(plan, text).toMatch(/SEARCH \w+ USING (COVERING INDEX|INDEX|INTEGER PRIMARY KEY)/);
    expect(plan, text).not.toMatch(/SCAN|TEMP B-TREE/);
  }
  const all = reads.map(([, plan]) => plan).join('\n');
  expect(all).toContain('matches_unrated');
  expect(all).toContain('daily_untallied');
});
