import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { noteAbsence } from '../../src/store/absences.ts';
import { turnEnds } from '../../src/store/deadlines.ts';
import { matchesOf, rowOf } from '../../src/store/matches.ts';
import type { Store } from '../../src/store/open.ts';
import { change } from '../lib/rows.ts';
import { emptyStore } from '../lib/store.ts';
import { AT, acquaint, lobbyOf, running } from '../match/people.ts';

/** When a turn ends that the bot was away in. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let store: Store;
beforeEach(() => {
  store = emptyStore();
});
afterEach(() => store.close());

/** The bot was away between these minutes after AT. */
const away = (from: number, to: number) => noteAbsence(store, AT + from * MINUTE, AT + to * MINUTE);
/** When a turn of an hour that began at AT ends, in minutes. */
const ends = async (): Promise<number> => ((await store.read((db) => turnEnds(db, AT, HOUR))) - AT) / MINUTE;

describe('a turn of an hour', () => {
  test('lasts an hour; absences before it, after it and just at its end are none of it', async () => {
    expect(await ends()).toBe(60);
    await away(-30, 0);
    await away(60, 90);
    await away(120, 150);
    expect(await ends()).toBe(60);
  });

  test('lasts longer by an absence, also one that began before it', async () => {
    await away(-20, 10);
    expect(await ends()).toBe(70);
    await away(30, 45);
    expect(await ends()).toBe(85);
  });

  test('and by one that lies in the time that another gave', async () => {
    await away(10, 30);
    await away(70, 75);
    expect(await ends()).toBe(85 + 5);
  });

  test('has a quarter of an hour left at least when the bot is back, after every absence', async () => {
    await away(55, 200);
    expect(await ends()).toBe(215);
    await away(214, 300);
    expect(await ends()).toBe(315);
    await away(310, 311);
    expect(await ends()).toBe(326);
    // What came later is none of it.
    await away(326, 400);
    expect(await ends()).toBe(326);
  });
});

test('the bot was there for all of a turn, or for all but what a quarter more makes up for', () => {
  const stretches = fc.array(fc.tuple(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 90 })), {
    maxLength: 8,
  });
  return fc.assert(
    fc.asyncProperty(stretches, async (pairs) => {
      await change(store, 'DELETE FROM absences');
      let at = -60;
      const gone: [number, number][] = [];
      for (const [pause, length] of pairs) {
        gone.push([at + pause, at + pause + length]);
        at += pause + length;
      }
      for (const [from, to] of gone) await away(from, to);
      const end = await ends();
      const inside = gone.filter(([from, to]) => from < end && to > 0);
      const there = end - inside.reduce((sum, [from, to]) => sum + Math.min(to, end) - Math.max(from, 0), 0);
      expect(there).toBeGreaterThanOrEqual(60);
      expect(inside.every(([, to]) => end - to >= 15)).toBe(true);
      const shortest = inside.length === 0 || there === 60 || inside.some(([, to]) => end - to === 15);
      expect(shortest).toBe(true);
    }),
  );
});

test('rows carry it wherever they are read: of a turn, of a lobby’s day, and none where no time runs', async () => {
  await acquaint(store, 2);
  const timed = await running(store, 2, { limit: 3600, origin: 'a' });
  const open = await running(store, 2, { origin: 'b' });
  const lobby = await lobbyOf(store, 2, { origin: 'c' });
  await away(30, 90);
  const deadlines = { [timed]: AT + 2 * HOUR, [open]: null, [lobby]: AT + 25 * HOUR };
  for (const [id, deadline] of Object.entries(deadlines))
    expect((await rowOf(store, Number(id)))!.deadline).toBe(deadline);
  const listed = (await matchesOf(store, '1001')).map(({ id, deadline }) => [id, deadline]);
  expect(Object.fromEntries(listed)).toEqual(deadlines);
  // Nothing was rewritten.
  expect((await rowOf(store, timed))!.timedAt).toBe(AT);
});
