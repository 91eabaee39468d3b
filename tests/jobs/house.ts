import { afterEach, beforeEach, expect, vi } from 'vitest';
import { createScheduler, type Scheduler } from '../../src/jobs/scheduler.ts';
import { play } from '../../src/match/play.ts';
import { type JobRow, jobOf } from '../../src/store/jobs.ts';
import type { Store } from '../../src/store/open.ts';
import { type Settings, setSettings } from '../../src/store/players.ts';
import { errorsOf, openStand, type Posted, type Stand } from '../app/stand.ts';
import { emptyStore } from '../lib/store.ts';
import { AT, acquaint, loaded, running, some } from '../match/people.ts';

/** A bot whose due work is served when the test says so; the date is the test's. */

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export interface House extends Stand {
  readonly store: Store;
  readonly due: Scheduler;
  /** Serves what is due now and brings the tables up to date. */
  look(): Promise<void>;
  /** Moves the date and looks, in steps no longer than `step`. */
  pass(time: number, step?: number): Promise<void>;
  job(kind: string, subject: number | string, key: string): Promise<JobRow | undefined>;
  /** Reminders that stand, the oldest first. */
  reminders(): Posted[];
  /** Messages that were posted, by the ends of their purposes. */
  posts(): string[];
}

export function openHouse(store: Store, holder?: string, stand = openStand(store)): House {
  const due = createScheduler(stand.app, holder);
  async function look(): Promise<void> {
    await due.look();
    await due.settled();
    await stand.tables.settled();
  }
  return {
    ...stand,
    store,
    due,
    look,
    async pass(time, step = HOUR) {
      const end = Date.now() + time;
      while (Date.now() < end) {
        vi.setSystemTime(Math.min(end, Date.now() + step));
        await look();
      }
    },
    job: (kind, subject, key) => jobOf(store, { kind, subject: String(subject), key }),
    reminders: () =>
      [...stand.chat.messages.values()].filter(({ screen }) => screen.body.content?.includes('⏳')),
    posts: () =>
      stand.chat.calls.filter(({ what, ok }) => what === 'post' && ok).map(({ purpose }) => purpose ?? ''),
  };
}

/** A table of so many that is posted. */
export async function seated(house: House, people: number, more: Parameters<typeof running>[2] = {}) {
  await acquaint(house.store, people);
  const id = await running(house.store, people, more);
  house.app.refresh(id);
  await house.tables.settled();
  return id;
}

/** What must hold of everything that was sent and logged. */
export const faultsOf = (house: House): unknown[] => [...house.chat.faults, ...errorsOf(house)];

export let store: Store;
export let house: House;

/** Each test of the file has a bot of its own, and no fault may be left at its end. AT is a Friday noon in UTC. */
export function housed(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(AT);
    store = emptyStore();
    house = openHouse(store);
  });
  afterEach(async () => {
    expect(faultsOf(house)).toEqual([]);
    await store.close();
    vi.useRealTimers();
  });
}

export const later = (time: number) => vi.setSystemTime(Date.now() + time);
export const codes = async (id: number) => (await loaded(store, id)).log.map(({ code }) => code);
export const set = (player: string, patch: Partial<Settings>) => setSettings(store, player, patch);
export const said = () => house.reminders().map(({ screen }) => screen.body.content!);
export const pinged = () =>
  house.reminders().map(({ screen }) => (screen.body.allowed_mentions as { users: string[] }).users);
export const reminded = () =>
  house
    .posts()
    .filter((purpose) => purpose.includes('/'))
    .map((purpose) => purpose.replace('reminder:', ''));

/** Somebody plays in the present turn, now. */
export async function plays(id: number, seat: number): Promise<void> {
  // Edits of one message come no closer together.
  later(5000);
  const match = await loaded(store, id);
  const turn = match.game.turn(match.state);
  const done = await play(store, {
    match: id,
    user: match.seats[seat]!.player!,
    turn,
    codes: [some(match, seat)],
    at: Date.now(),
  });
  if (!done.ok) throw new Error(done.why);
  house.app.refresh(id);
  await house.tables.settled();
}
