import { endOf } from '../store/absences.ts';
import { runOf } from '../store/daily.ts';
import { dayOnce, onceOf } from '../store/once.ts';
import type { Store } from '../store/open.ts';
import { dayOf, LENGTH, startOf } from './days.ts';

/**
 * When a day is closed, and who may see what of it before. A run may be gone on with on its day and the next, and for
 * as long as the bot was away meanwhile; then no run of the day can be gone on with, whoever's it is: the day is closed.
 */

/** The moment (ms) at which a day closes, as far as is known by now: the same for everybody. */
export const closesAt = (store: Store, day: number): number => endOf(store, startOf(day), 2 * LENGTH);

export const isClosed = (store: Store, day: number, at: number): boolean =>
  // Most days were closed long ago, and some cannot be yet.
  day < dayOf(at) - 1 && closesAt(store, day) <= at;

/** The first day that is not closed: all days before it are. */
export function firstOpen(store: Store, at: number): number {
  let day = dayOf(at) - 1;
  while (day > 1 && !isClosed(store, day - 1, at)) day--;
  return day;
}

/**
 * Whether somebody may see what was reached in a day's daily: scores, boards, places, and whatever contains them. A
 * closed day is for everybody (`player` null: for all to see, as in a channel). Of any other day somebody sees
 * something once they have ended their own run of it, or when they have none and cannot begin one any more.
 */
export function maySee(store: Store, game: string, day: number, player: string | null, at: number): boolean {
  const today = dayOf(at);
  if (day > today) return false;
  if (isClosed(store, day, at)) return true;
  if (player === null) return false;
  const run = runOf(store, game, day, player);
  return run ? run.state !== 'open' : day < today;
}

/** The days of which somebody may see nothing (see `maySee`), among those that have begun. */
export function hiddenFrom(store: Store, game: string, player: string | null, at: number): number[] {
  const first = firstOpen(store, at);
  const open = Array.from({ length: dayOf(at) - first + 1 }, (_, i) => first + i);
  return open.filter((day) => !maySee(store, game, day, player, at));
}

/** The days that are open, and when they close (ms). */
export function openDays(store: Store, at: number): Map<number, number> {
  const days = new Map<number, number>();
  for (let day = firstOpen(store, at); day <= dayOf(at); day++) days.set(day, closesAt(store, day));
  return days;
}

/** Whether a run of that day was begun by somebody who has had their data deleted since: another one counts for nothing. */
export const begunBefore = (store: Store, game: string, day: number, player: string): boolean =>
  onceOf(store, 'day', dayOnce(game, day), player);
