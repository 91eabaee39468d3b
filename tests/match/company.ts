import { play } from '../../src/match/play.ts';
import { waitedFor } from '../../src/match/timeline.ts';
import type { Store } from '../../src/store/open.ts';
import { dice } from '../lib/chance.ts';
import { AT, loaded, peopled, running, some } from './people.ts';
import { chooses, runsOut } from './table.ts';

/** Tables at which people leave, are late and come back. They are 1000 (the host, seat 0), 1001, 1002, …; 1009 sits nowhere. */

export const STRANGER = '1009';
export const limit = 12 * 3600;
export const by = (user: string, match: number, at = AT) => ({ match, user, at });

export async function table(count = 3, more: Parameters<typeof running>[2] = {}): Promise<[Store, number]> {
  const store = await peopled(10);
  return [store, await running(store, count, { limit, ...more })];
}

/** Plays on with those who are here until it is over. */
export async function playOut(store: Store, id: number): Promise<void> {
  const roll = dice(5);
  for (let match = await loaded(store, id); match.row.status === 'running'; ) {
    const [seat] = waitedFor(match);
    if (seat === undefined) throw new Error('It stands still.');
    const codes = [some(match, seat, roll(9))];
    const turn = match.game.turn(match.state);
    const done = await play(store, { match, user: match.seats[seat]!.player!, turn, codes, at: AT });
    if (!done.ok) throw new Error(done.why);
    match = done.match;
  }
}

/** A seat is late so often that it is not waited for any more; the others choose in time. */
export async function becomesAway(store: Store, id: number, seat: number): Promise<void> {
  for (let time = 0; time < 3; time++) {
    const match = await loaded(store, id);
    for (const other of waitedFor(match))
      if (other !== seat) await chooses(store, id, match.seats[other]!.player!);
    await runsOut(store, id);
  }
}

/** All of them are late until nobody is waited for. */
export async function allBecomeAway(store: Store, id: number): Promise<void> {
  for (let time = 0; time < 3; time++) await runsOut(store, id);
}
