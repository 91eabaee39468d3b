import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { maySee } from '../../src/daily/closing.ts';
import { startOf } from '../../src/daily/days.ts';
import { statisticsOf } from '../../src/daily/statistics.ts';
import type { Store } from '../../src/store/open.ts';
import { SERVER } from '../lib/server.ts';
import { emptyStore } from '../lib/store.ts';
import { acquaint, endRun, GAME, NOON, person, plansOf, practice, run, TODAY, table } from './world.ts';

let store: Store;
beforeEach(async () => {
  store = emptyStore();
  await acquaint(store, 4);
});
afterEach(() => store.close());

const of = (n: number, asker: number | null = n, at = NOON) =>
  statisticsOf(store, { game: GAME, player: person(n), asker: asker === null ? null : person(asker), at });

describe('statistics', () => {
  test('add up games in company and dailies, and no practice', async () => {
    await table(store, {
      players: [0, 1, 2],
      scores: [41, 30, 41],
      map: 'osaka',
      facts: [
        { lines: 5, transfers: 2 },
        { lines: 1, transfers: 0 },
        { lines: 0, transfers: 0 },
      ],
    });
    await table(store, {
      players: [0, 1],
      scores: [-4, 30],
      facts: [
        { lines: 2, transfers: 1 },
        { lines: 9, transfers: 9 },
      ],
    });
    await table(store, { players: [0], scores: [99] });
    await practice(store, 0, 99);
    await run(store, { player: 0, day: TODAY - 1, score: 20, unfinished: true });
    await run(store, { player: 0, day: TODAY - 40, score: 57 });
    await run(store, { player: 0, day: TODAY });
    const found = (await of(0))!;
    expect(found).toMatchObject({ games: 2, wins: 1, dailies: 2, best: 57, average: (41 - 4 + 20 + 57) / 4 });
    expect([...found.scores].sort((a, b) => a - b)).toEqual([-4, 20, 41, 57]);
    expect(found.maps).toEqual([
      { map: 'tokyo', best: 57 },
      { map: 'osaka', best: 41 },
    ]);
    expect(found.facts).toEqual({ lines: 7, transfers: 3 });
    expect(found.days).toHaveLength(30);
    // Today can still be played.
    expect(found.days.at(-1)).toEqual({ day: TODAY - 1, score: 20 });
    expect(found.days.at(-2)).toEqual({ day: TODAY - 2, score: null });
    expect([found.streak, found.longest]).toEqual([0, 1]);
    expect(found.versus).toBeNull();
    expect(await of(3)).toBeUndefined();
  });

  test('head to head: games both sat in, won, lost and shared', async () => {
    await table(store, { players: [0, 1], scores: [5, 4] });
    await table(store, { players: [1, 0, 2], scores: [5, 4, 9] });
    await table(store, { players: [0, 1], scores: [4, 4] });
    await table(store, { players: [0, 2], scores: [4, 3] });
    expect((await of(0, 1))!.versus).toEqual({ won: 1, lost: 1, shared: 1 });
    expect((await of(1, 0))!.versus).toEqual({ won: 1, lost: 1, shared: 1 });
    expect((await of(0, 3))!.versus).toEqual({ won: 0, lost: 0, shared: 0 });
    expect((await of(0, null))!.versus).toBeNull();
  });

  test("today's daily is one's own until the asker has ended theirs", async () => {
    await run(store, { player: 0, day: TODAY, score: 33 });
    await run(store, { player: 0, day: TODAY - 2, score: 10 });
    expect((await of(0))!.scores).toEqual([10, 33]);
    const found = (await of(0, 1))!;
    expect(found.scores).toEqual([10]);
    expect(found).toMatchObject({ best: 10, average: 10, dailies: 1, hidden: [TODAY] });
    expect(found.days.at(-1)).toEqual({ day: TODAY - 1, score: null });
    const public_ = (await of(0, null))!;
    expect(public_).toMatchObject({ scores: [10], best: 10, hidden: [TODAY - 1, TODAY] });
    expect(public_.days.at(-1)).toEqual({ day: TODAY - 2, score: 10 });
    const open = await run(store, { player: 1, day: TODAY });
    expect((await of(0, 1))!.scores).toEqual([10]);
    await endRun(store, open, 1, 5);
    expect((await of(0, 1))!.scores).toEqual([10, 33]);
    expect((await of(0, null))!.scores).toEqual([10]);
    // The day after somebody may still be playing it.
    expect((await of(0, null, startOf(TODAY + 2) - 1))!.scores).toEqual([10]);
    expect((await of(0, null, startOf(TODAY + 2)))!.scores).toEqual([10, 33]);
  });

  test("yesterday's, too, while the asker may still go on with it", async () => {
    await run(store, { player: 0, day: TODAY - 1, score: 33 });
    await run(store, { player: 0, day: TODAY - 2, score: 10 });
    await run(store, { player: 1, day: TODAY - 1 });
    expect((await of(0, 1))!.scores).toEqual([10]);
    expect((await of(0, 1))!.days.at(-1)).toEqual({ day: TODAY - 2, score: 10 });
    expect((await of(0, 2))!.scores).toEqual([10, 33]);
  });

  test.skipIf(SERVER !== '')('are found by indexes', async () => {
    await table(store, { players: [0, 1], scores: [5, 4] });
    const plans = await plansOf(store, async () => void (await of(0, 1)));
    const days = [...plans].find(([text]) => text.includes("'finished'"));
    expect(days?.[1]).toMatch(/^SEARCH daily USING (COVERING )?INDEX daily_player \(player=\? AND game=\?/);
    const about = [...plans].filter(([text]) => text.includes('results'));
    expect(about).toHaveLength(3);
    for (const [text, plan] of about) {
      expect(plan, text).not.toMatch(/SCAN/);
      expect(plan, text).toMatch(/USING INDEX results_player_game \(player=\? AND game=\?/);
    }
  });
});

test('who may see the scores of a day', async () => {
  const may = (n: number, day: number) => maySee(store, GAME, day, person(n), NOON);
  await run(store, { player: 0, day: TODAY, score: 1 });
  await run(store, { player: 1, day: TODAY });
  await run(store, { player: 2, day: TODAY, score: 1, unfinished: true });
  await run(store, { player: 1, day: TODAY - 1 });
  expect(await Promise.all([0, 1, 2, 3].map((n) => may(n, TODAY)))).toEqual([true, false, true, false]);
  expect(await Promise.all([0, 1].map((n) => may(n, TODAY - 1)))).toEqual([true, false]);
  expect(await may(0, TODAY + 1)).toBe(false);
});
