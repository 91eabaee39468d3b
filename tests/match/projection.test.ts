import { describe, expect, test } from 'vitest';
import { isUntouched, LIMITS } from '../../src/match/projection.ts';
import { noteAbsence } from '../../src/store/absences.ts';
import type { Store } from '../../src/store/open.ts';
import { rows } from '../lib/rows.ts';
import { emptyStore } from '../lib/store.ts';
import { table } from './company.ts';
import { AT } from './people.ts';
import { HOUR } from './table.ts';

/** When a turn is reminded of and ends, and when a match counts as left lying, for every limit a table offers. */

const MINUTE = HOUR / 60;
const DAY = 24 * HOUR;

/** What is due, by its kind and the last part of its key, in time since the turn began. */
async function dueIn(store: Store, id: number): Promise<Record<string, number>> {
  const jobs = await rows<{ kind: string; key: string; due: number }>(
    store,
    "SELECT kind, key, due FROM jobs WHERE subject = ? AND kind IN ('late', 'remind') ORDER BY due",
    String(id),
  );
  return Object.fromEntries(jobs.map(({ kind, key, due }) => [`${kind} ${key.split('/')[1]}`, due - AT]));
}

const BOUNDS: readonly (readonly [limit: number, half: number, end: number, late: number])[] = [
  [300, 2.5 * MINUTE, 4 * MINUTE, 5 * MINUTE],
  [3600, 30 * MINUTE, 54 * MINUTE, HOUR],
  [43_200, 6 * HOUR, 10 * HOUR + 48 * MINUTE, 12 * HOUR],
  [86_400, 12 * HOUR, 22 * HOUR, DAY],
  [259_200, 36 * HOUR, 70 * HOUR, 3 * DAY],
  [604_800, 84 * HOUR, 166 * HOUR, 7 * DAY],
];

describe('a turn', () => {
  test.each(BOUNDS)('of %i seconds is reminded of at half time and near its end', async (limit, ...due) => {
    const [store, id] = await table(2, { limit });
    const [half, end, late] = due;
    expect(await dueIn(store, id)).toEqual({
      'remind half': half,
      'remind end': end,
      'late undefined': late,
    });
  });

  test('without a limit is reminded of after a day, eight and fifteen', async () => {
    const [store, id] = await table(2, { limit: 0 });
    expect(await dueIn(store, id)).toEqual({ 'remind 1': DAY, 'remind 8': 8 * DAY, 'remind 15': 15 * DAY });
  });

  test('has none but these limits', () => {
    expect([0, ...BOUNDS.map(([limit]) => limit)]).toEqual([...LIMITS]);
  });
});

test.each([
  [0, 14],
  [300, 14],
  [86_400, 14],
  [259_200, 14],
  [604_800, 21],
])('a match with %i seconds a turn is left lying after %i days', async (limit, days) => {
  const store = emptyStore();
  const row = { limit, touchedAt: AT };
  expect(await isUntouched(store, row, AT + days * DAY - 1)).toBe(false);
  expect(await isUntouched(store, row, AT + days * DAY)).toBe(true);
  // Absences aside.
  await noteAbsence(store, AT + DAY, AT + 3 * DAY);
  expect(await isUntouched(store, row, AT + (days + 2) * DAY - 1)).toBe(false);
  expect(await isUntouched(store, row, AT + (days + 2) * DAY)).toBe(true);
  await store.close();
});
