import { afterEach, beforeEach, expect, test } from 'vitest';
import { awayBetween, endOf, noteAbsence, startOf } from '../../src/store/absences.ts';
import type { Store } from '../../src/store/open.ts';
import { emptyStore } from '../lib/store.ts';

let store: Store;
beforeEach(() => {
  store = emptyStore();
});
afterEach(() => store.close());

test('absences add up, as far as they lie between two moments', async () => {
  await noteAbsence(store, 100, 200);
  await noteAbsence(store, 300, 350);
  expect(await awayBetween(store, 0, 100)).toBe(0);
  expect(await awayBetween(store, 0, 1000)).toBe(150);
  expect(await awayBetween(store, 150, 310)).toBe(60);
  expect(await awayBetween(store, 200, 300)).toBe(0);
  // The same once more, and then longer.
  await noteAbsence(store, 300, 350);
  await noteAbsence(store, 300, 400);
  expect(await awayBetween(store, 0, 1000)).toBe(200);
});

test('what lasts for a while lasts longer by the absences in it, and by those in what was added', async () => {
  await noteAbsence(store, 100, 200);
  expect(await endOf(store, 0, 100)).toBe(100);
  expect(await endOf(store, 0, 150)).toBe(250);
  // The second one begins only in the time that the first one gave.
  await noteAbsence(store, 240, 290);
  expect(await endOf(store, 0, 150)).toBe(300);
  expect(await endOf(store, 150, 10)).toBe(210);
});

test('backwards it is the same: since when the bot has been there for so long', async () => {
  await noteAbsence(store, 100, 200);
  await noteAbsence(store, 240, 290);
  expect(await startOf(store, 300, 10)).toBe(290);
  expect(await startOf(store, 300, 20)).toBe(230);
  expect(await startOf(store, 300, 60)).toBe(90);
  for (const length of [1, 9, 11, 49, 51, 70, 200])
    expect(await endOf(store, await startOf(store, 300, length), length)).toBe(300);
});
