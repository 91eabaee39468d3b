import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mapOfDay, mapsOfDays, scheduled } from '../../src/daily/maps.ts';
import { hasDaily } from '../../src/daily/runs.ts';
import { GAMES, moduleOf, type Turns } from '../../src/modules.ts';
import type { Store } from '../../src/store/open.ts';
import { emptyStore } from '../lib/store.ts';

/** The map of a day is written when anybody first needs the day, and no schedule changes it afterwards. */

const GAME = 'metrox';
/** 2080-10-03: a migration has written the days up to the one of this machine's clock. */
const TODAY = 20_000;

let store: Store;
beforeEach(() => {
  store = emptyStore();
});
afterEach(() => store.close());

const FIRST: Turns = { from: 1, maps: ['tokyo', 'osaka'] };
const ids = async (from: number, to: number, ...schedule: Turns[]): Promise<string[]> =>
  [...(await mapsOfDays(store, GAME, from, to, schedule)).values()].map(({ id }) => id);

describe('a schedule', () => {
  test('lets maps take turns from a day on, the first of them on that day', () => {
    const schedule = [FIRST, { from: 10, maps: ['tube-town', 'tokyo', 'osaka'] }];
    const days = Array.from({ length: 15 }, (_, i) => scheduled(GAME, i + 1, schedule));
    expect(days.slice(0, 9)).toEqual([
      ...['tokyo', 'osaka', 'tokyo', 'osaka', 'tokyo', 'osaka', 'tokyo', 'osaka', 'tokyo'],
    ]);
    expect(days.slice(9)).toEqual(['tube-town', 'tokyo', 'osaka', 'tube-town', 'tokyo', 'osaka']);
    expect(() => scheduled(GAME, 0, schedule)).toThrow('No map of metrox is scheduled for day 0.');
    expect(() => scheduled('metro', 1)).toThrow('No map of metro is');
  });

  test.each([
    ['in the past', TODAY - 3],
    ['today', TODAY],
    ['tomorrow', TODAY + 1],
  ])('that begins %s changes no day that is written', async (_, from) => {
    const before = await ids(TODAY - 5, TODAY, FIRST);
    expect(before).toEqual(['tokyo', 'osaka', 'tokyo', 'osaka', 'tokyo', 'osaka']);
    const newer: Turns = { from, maps: ['tube-town'] };
    expect(await ids(TODAY - 5, TODAY, FIRST, newer)).toEqual(before);
    expect(await mapOfDay(store, GAME, TODAY, [FIRST, newer])).toMatchObject({ id: 'osaka', title: 'Osaka' });
    // Days that nobody has needed are the newer one's.
    expect(await ids(TODAY + 1, TODAY + 2, FIRST, newer)).toEqual(['tube-town', 'tube-town']);
    // And stay it, when that schedule is gone again.
    expect(await ids(TODAY, TODAY + 2, FIRST)).toEqual(['osaka', 'tube-town', 'tube-town']);
  });
});

test('every game with a daily has a schedule, of maps that there are', () => {
  const daily = GAMES.map(({ id }) => id).filter(hasDaily);
  expect(daily).toContain(GAME);
  for (const id of daily) {
    const known = moduleOf(id)
      .maps()
      .map((map) => map.id);
    for (let day = 1; day < 3000; day++) expect(known).toContain(scheduled(id, day));
  }
});

test('two processes that need a day at once under two schedules have one map', async () => {
  const other: Turns = { from: 1, maps: ['tube-town'] };
  const both = await Promise.all([
    mapOfDay(store, GAME, TODAY, [FIRST]),
    mapOfDay(store, GAME, TODAY, [other]),
  ]);
  expect(both[0]).toEqual(both[1]);
});
