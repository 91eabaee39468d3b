import { vi } from 'vitest';
import { createDue, type Due } from '../../src/jobs/due.ts';
import { type JobRow, jobOf } from '../../src/store/jobs.ts';
import type { Store } from '../../src/store/open.ts';
import { errorsOf, openStand, type Posted, type Stand } from '../app/stand.ts';
import { acquaint, running } from '../match/people.ts';

/** A bot whose due work is served when the test says so; the date is the test's. */

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export interface House extends Stand {
  readonly store: Store;
  readonly due: Due;
  /** Serves what is due now and brings the tables up to date. */
  look(): Promise<void>;
  /** Moves the date and looks, in steps no longer than `step`. */
  pass(time: number, step?: number): Promise<void>;
  job(kind: string, subject: number | string, key: string): JobRow | undefined;
  /** Reminders that stand, the oldest first. */
  reminders(): Posted[];
  /** Messages that were posted, by the ends of their nonces. */
  posts(): string[];
}

export function openHouse(store: Store, holder?: string, stand = openStand(store)): House {
  const due = createDue(stand.app, holder);
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
      [...stand.chat.messages.values()].filter(({ screen }) => screen.body.content?.startsWith('⏳')),
    posts: () =>
      stand.chat.calls.filter(({ what, ok }) => what === 'post' && ok).map(({ nonce }) => nonce ?? ''),
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
