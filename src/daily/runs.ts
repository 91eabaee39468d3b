import { endEarly } from '../match/ending.ts';
import type { Match } from '../match/match.ts';
import { BrokenLog } from '../match/open.ts';
import { openSolo } from '../match/opening.ts';
import { findModule } from '../modules.ts';
import { asideIn, finishedIn, openBefore, putRunAside, type RunRow, runIn, runsIn } from '../store/daily.ts';
import type { Db, Store } from '../store/engine/types.ts';
import { closesIn, firstOpen, firstOpenIn } from './closing.ts';
import { dayOf } from './days.ts';
import { type Excused, excusedIn } from './excused.ts';
import { mapOfDay, seedOf } from './maps.ts';
import { alive, type Streak, streakOf } from './streaks.ts';

/** The daily challenge of a game: one run a person a day, on the same cards for everybody. */

/** Games with a daily: those that one can play alone. */
export const hasDaily = (game: string): boolean => findModule(game)?.rules?.seats[0] === 1;

/** How far a player has come with the daily. */
export interface Progress {
  readonly today: number;
  readonly run: RunRow | undefined;
  /** Runs of days before today that may still be gone on with, oldest first. */
  readonly pending: readonly RunRow[];
  /** Days in a row that can still go on, today's included once it is finished. */
  readonly streak: number;
  readonly longest: number;
  /** The newest finished day that counts; 0 when there is none. */
  readonly last: number;
  /** Days in a row as they would be: with today's run alone finished, with the pending ones alone, with all of them. */
  readonly ahead: { readonly today: number; readonly pending: number; readonly both: number };
  /** Days up to today that break no streak and add none. */
  readonly excused: Excused;
  /** The moment (ms) until which today's run may be gone on with. */
  readonly closes: number;
}

export async function progressOf(store: Store, game: string, player: string, at: number): Promise<Progress> {
  return store.read(async (db) => {
    const today = dayOf(at);
    const first = await firstOpenIn(db, at);
    const still = await runsIn(db, game, player, today);
    const pending = still.filter(({ day, aside }) => day >= first && !aside);
    const open = pending.map(({ day }) => day);
    const excused = await withAside(db, game, player, await excusedIn(db, today), still);
    const finished = await finishedIn(db, game, player);
    const streak = streakOf(finished, excused);
    const with_ = (days: readonly number[], waiting: readonly number[]): number => {
      const then = streakOf([...finished, ...days], excused);
      return alive(then, today, new Set(waiting), excused) ? then.length : 0;
    };
    const next = finished.includes(today) ? [] : [today];
    return {
      today,
      run: await runIn(db, game, today, player),
      pending,
      streak: with_([], open),
      longest: streak.longest,
      last: streak.last,
      ahead: { today: with_(next, open), pending: with_(open, []), both: with_([...open, ...next], []) },
      excused,
      closes: await closesIn(db, today),
    };
  });
}

/** A run whose match is, or was when its day closed, put aside costs nothing: for its player the day is as if it were excused. */
async function withAside(
  db: Db,
  game: string,
  player: string,
  excused: Excused,
  open: readonly { readonly day: number; readonly aside: boolean }[],
): Promise<Excused> {
  const resting = open.filter(({ aside }) => aside).map(({ day }) => day);
  return new Set([...excused, ...resting, ...(await asideIn(db, game, player))]);
}

/** The days in a row of a player, as they are counted: see `streakOf`. */
export async function streakIn(db: Db, game: string, player: string, excused: Excused): Promise<Streak> {
  const open = await runsIn(db, game, player, Number.MAX_SAFE_INTEGER);
  return streakOf(await finishedIn(db, game, player), await withAside(db, game, player, excused, open));
}

/** Begins today's run, or finds the one that was begun. */
export async function beginRun(
  store: Store,
  run: {
    readonly game: string;
    readonly player: string;
    readonly guild: string | null;
    readonly origin: string;
    readonly at: number;
  },
): Promise<Match> {
  const { game, player, ...rest } = run;
  const day = dayOf(run.at);
  return openSolo(store, {
    ...rest,
    game,
    host: player,
    map: (await mapOfDay(store, game, day)).id,
    seed: await seedOf(store, game, day),
    day,
  });
}

/**
 * Closes runs that can no longer be gone on with, as they stand; those that are put aside count for nothing. Returns how
 * many. One that cannot be closed holds no other up.
 */
export async function closeExpired(store: Store, at: number): Promise<number> {
  const failed: unknown[] = [];
  let closed = 0;
  for (const match of await openBefore(store, await firstOpen(store, at)))
    await close(store, match, at).then(
      (mine) => (closed += Number(mine)),
      (error) => failed.push(error),
    );
  if (failed.length > 0) throw failed[0];
  return closed;
}

/** Whether it was ended here; one that is put aside is laid by. */
async function close(store: Store, match: number, at: number): Promise<boolean> {
  try {
    return (await endEarly(store, match, at)) !== undefined;
  } catch (error) {
    if (!(error instanceof BrokenLog)) throw error;
    await putRunAside(store, match, at);
    return false;
  }
}
