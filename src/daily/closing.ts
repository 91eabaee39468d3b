import { endIn } from '../store/absences.ts';
import { runIn } from '../store/daily.ts';
import type { Db, Store } from '../store/engine/types.ts';
import { dayOnce, onceIn } from '../store/once.ts';
import { dayOf, LENGTH, startOf } from './days.ts';

/**
 * When a day is closed, and who may see what of it before. A run may be gone on with on its day and the next, and for
 * as long as the bot was away meanwhile; then no run of the day can be gone on with, whoever's it is: the day is closed.
 */

/** The moment (ms) at which a day closes, as far as is known by now: the same for everybody. */
export const closesAt = (store: Store, day: number): Promise<number> => store.read((db) => closesIn(db, day));

/** As `closesAt`, inside a transaction. */
export const closesIn = (db: Db, day: number): Promise<number> => endIn(db, startOf(day), 2 * LENGTH);

export const isClosed = (store: Store, day: number, at: number): Promise<boolean> =>
  store.read((db) => isClosedIn(db, day, at));

/** As `isClosed`, inside a transaction. */
export const isClosedIn = async (db: Db, day: number, at: number): Promise<boolean> =>
  // Most days were closed long ago, and some cannot be yet.
  day < dayOf(at) - 1 && (await closesIn(db, day)) <= at;

/** The first day that is not closed: all days before it are. */
export const firstOpen = (store: Store, at: number): Promise<number> =>
  store.read((db) => firstOpenIn(db, at));

/** As `firstOpen`, inside a transaction. */
export async function firstOpenIn(db: Db, at: number): Promise<number> {
  let day = dayOf(at) - 1;
  while (day > 1 && !(await isClosedIn(db, day - 1, at))) day--;
  return day;
}

/**
 * Whether somebody may see what was reached in a day's daily: scores, boards, places, and whatever contains them. A
 * closed day is for everybody (`player` null: for all to see, as in a channel). Of any other day somebody sees
 * something once they have ended their own run of it, or when they have none and cannot begin one any more.
 */
export const maySee = (
  store: Store,
  game: string,
  day: number,
  player: string | null,
  at: number,
): Promise<boolean> => store.read((db) => maySeeIn(db, game, day, player, at));

/** As `maySee`, inside a transaction. */
export async function maySeeIn(
  db: Db,
  game: string,
  day: number,
  player: string | null,
  at: number,
): Promise<boolean> {
  const today = dayOf(at);
  if (day > today) return false;
  if (await isClosedIn(db, day, at)) return true;
  if (player === null) return false;
  const run = await runIn(db, game, day, player);
  return run ? run.state !== 'open' : day < today;
}

/** The days of which somebody may see nothing (see `maySee`), among those that have begun. */
export async function hiddenFrom(
  store: Store,
  game: string,
  player: string | null,
  at: number,
): Promise<number[]> {
  return store.read(async (db) => {
    const first = await firstOpenIn(db, at);
    const open = Array.from({ length: dayOf(at) - first + 1 }, (_, i) => first + i);
    const hidden: number[] = [];
    for (const day of open) if (!(await maySeeIn(db, game, day, player, at))) hidden.push(day);
    return hidden;
  });
}

/** The days that are open, and when they close (ms). */
export async function openDays(store: Store, at: number): Promise<Map<number, number>> {
  return store.read(async (db) => {
    const days = new Map<number, number>();
    for (let day = await firstOpenIn(db, at); day <= dayOf(at); day++) days.set(day, await closesIn(db, day));
    return days;
  });
}

/** Whether a run of that day was begun by somebody who has had their data deleted since: another one counts for nothing. */
export const begunBefore = (store: Store, game: string, day: number, player: string): Promise<boolean> =>
  store.read(async (db) => onceIn(db, 'day', dayOnce(game, day), player));
