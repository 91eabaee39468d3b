import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { noteHeartbeat, noteStart } from '../../src/store/heartbeat.ts';
import type { Store } from '../../src/store/open.ts';
import { allow, refuse, rows } from '../lib/rows.ts';
import { emptyStore } from '../lib/store.ts';
import { AT } from '../match/people.ts';

/** What lies between two heartbeats. */

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

let store: Store;
beforeEach(() => {
  store = emptyStore();
});
afterEach(() => store.close());

const absences = () => rows(store, 'SELECT "from", "to" FROM absences ORDER BY "from"');

describe('at the start of a process', () => {
  test('the first of all ends no absence', async () => {
    expect(await noteHeartbeat(store, AT)).toBe(0);
    expect(await absences()).toEqual([]);
  });

  test('a minute since the last one is none, and a moment more is one', async () => {
    await noteHeartbeat(store, AT);
    expect(await noteHeartbeat(store, AT + 60 * SECOND)).toBe(0);
    expect(await noteHeartbeat(store, AT + 120 * SECOND + 1)).toBe(60 * SECOND + 1);
    expect(await absences()).toEqual([{ from: AT + 60 * SECOND, to: AT + 120 * SECOND + 1 }]);
  });

  test('it is given once, however often starts are killed before and after', async () => {
    await noteHeartbeat(store, AT);
    // Those that were killed before the first heartbeat have written nothing.
    await noteHeartbeat(store, AT + HOUR);
    for (const later of [1, 2, 3]) await noteHeartbeat(store, AT + HOUR + later * SECOND);
    expect(await absences()).toEqual([{ from: AT, to: AT + HOUR }]);
  });

  test('it is known before the first heartbeat, which lengthens it, as starts do that are killed', async () => {
    await noteHeartbeat(store, AT);
    expect(await noteStart(store, AT + 60 * SECOND)).toBe(0);
    for (const later of [HOUR, 2 * HOUR]) {
      expect(await noteStart(store, AT + later)).toBe(later);
      expect(await absences()).toEqual([{ from: AT, to: AT + later }]);
    }
    expect(await noteHeartbeat(store, AT + 3 * HOUR)).toBe(3 * HOUR);
    expect(await absences()).toEqual([{ from: AT, to: AT + 3 * HOUR }]);
    expect(await noteStart(store, AT + 3 * HOUR + SECOND)).toBe(0);
  });

  test('heartbeat and absence are written together or not at all', async () => {
    await noteHeartbeat(store, AT);
    await refuse(store, 'INSERT', 'absences', 'no');
    await expect(noteHeartbeat(store, AT + HOUR)).rejects.toThrow('no');
    await allow(store, 'absences');
    expect(await noteHeartbeat(store, AT + 2 * HOUR)).toBe(2 * HOUR);
    expect(await absences()).toEqual([{ from: AT, to: AT + 2 * HOUR }]);
  });

  test('a date that was set back is none', async () => {
    await noteHeartbeat(store, AT);
    expect(await noteHeartbeat(store, AT - DAY)).toBe(0);
    expect(await noteHeartbeat(store, AT - DAY + HOUR)).toBe(HOUR);
    expect(await absences()).toEqual([{ from: AT - DAY, to: AT - DAY + HOUR }]);
  });
});

describe('while a process runs', () => {
  test('a date that was moved is none; what the machine’s clock says is', async () => {
    await noteHeartbeat(store, AT);
    expect(await noteHeartbeat(store, AT + 5 * DAY, { at: AT, ago: 10 * SECOND })).toBe(0);
    const moved = AT + 5 * DAY;
    expect(await noteHeartbeat(store, moved + HOUR, { at: moved, ago: HOUR })).toBe(HOUR);
    expect(await absences()).toEqual([{ from: moved, to: moved + HOUR }]);
  });

  test('of both the absence is as long as the machine’s clock says', async () => {
    await noteHeartbeat(store, AT);
    expect(await noteHeartbeat(store, AT + 5 * DAY, { at: AT, ago: HOUR })).toBe(HOUR);
    expect(await absences()).toEqual([{ from: AT + 5 * DAY - HOUR, to: AT + 5 * DAY }]);
  });

  test('as long as another process was there the bot was not away', async () => {
    await noteHeartbeat(store, AT);
    await noteHeartbeat(store, AT + HOUR - 20 * SECOND, { at: AT, ago: 10 * SECOND });
    expect(await noteHeartbeat(store, AT + HOUR, { at: AT, ago: HOUR })).toBe(0);
    expect(await absences()).toEqual([]);
  });
});
