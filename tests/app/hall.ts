import { afterEach, beforeEach, expect, vi } from 'vitest';
import { now } from '../../src/clock.ts';
import { start } from '../../src/match/lobby.ts';
import type { Store } from '../../src/store/open.ts';
import { passing } from '../lib/clock.ts';
import { standingTable } from '../lib/messages.ts';
import { choose, ids, loaded, lobbyOf, peopled, some } from '../match/people.ts';
import { type Call, errorsOf, openStand, type Posted, type Stand } from './stand.ts';

/** A chat in which tables stand, its database, and time that passes when it is told to. */

type More = Parameters<typeof lobbyOf>[2];

export interface Hall {
  readonly store: Store;
  readonly stand: Stand;
  /** Lets time pass until nothing is under way. */
  settle(milliseconds?: number): Promise<void>;
  refresh(id: number): Promise<void>;
  /** What the chat has done, of one kind or of all. */
  done(what?: Call['what']): Call[];
  /** A lobby that stands in its channel. */
  lobby(count: number, more?: More): Promise<number>;
  started(count: number, more?: More): Promise<number>;
  /** The message of a table. */
  shown(id: number): Promise<Posted>;
  /** Everybody chooses the first thing there is. */
  round(id: number, count: number): Promise<void>;
}

/**
 * Lets time pass, and then more of it until no table is being brought up to date: what reads a file takes as long as it takes,
 * whatever the clock says.
 */
export async function pass(stand: Pick<Stand, 'tables'>, milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  await passing(stand.tables.settled(), 1000);
}

/**
 * Opens a hall with so many people, or with a database of the test's own, before each test; afterwards nothing in it may have
 * been faulty, nor what was still on its way and came within `later` milliseconds.
 */
export function useHall(people: number | (() => Promise<Store>), later = 0): Hall {
  let store: Store;
  let stand: Stand;
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
    vi.setSystemTime(Date.UTC(2026, 10, 27, 12));
    store = typeof people === 'number' ? await peopled(people) : await people();
    stand = openStand(store);
  });
  afterEach(async () => {
    if (later > 0) await pass(stand, later);
    expect(stand.chat.faults).toEqual([]);
    expect(errorsOf(stand)).toEqual([]);
    vi.useRealTimers();
  });
  const hall: Hall = {
    get store() {
      return store;
    },
    get stand() {
      return stand;
    },
    async settle(milliseconds = 10_000) {
      await pass(stand, milliseconds);
    },
    async refresh(id) {
      stand.app.refresh(id);
      await hall.settle();
    },
    done: (what) => stand.chat.calls.filter((call) => call.ok && (what === undefined || call.what === what)),
    async lobby(count, more = {}) {
      const id = await lobbyOf(store, count, { at: now(), ...more });
      await hall.refresh(id);
      return id;
    },
    async started(count, more = {}) {
      const id = await hall.lobby(count, more);
      await start(store, id, '1000', now(), { alone: true });
      await hall.refresh(id);
      return id;
    },
    shown: async (id) => stand.chat.messages.get((await standingTable(store, id))!.message!)!,
    async round(id, count) {
      const match = await loaded(store, id);
      for (const [seat, user] of ids(count).entries()) await choose(store, id, user, some(match, seat));
    },
  };
  return hall;
}
