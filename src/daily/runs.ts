import { gameOf } from '../games/index.ts';
import { maps } from '../maps.ts';
import { endEarly } from '../match/end.ts';
import { openSolo } from '../match/lobby.ts';
import { finishedDays, openBefore, type RunRow, runOf } from '../store/daily.ts';
import type { Store } from '../store/open.ts';
import { dayOf } from './days.ts';
import { seedOf } from './seed.ts';
import { alive, streakOf } from './streaks.ts';

/** The daily challenge of a game: one run a person a day, on the same cards for everybody. */

/** The map of a day: the game's maps take turns. */
export function mapOfDay(game: string, day: number): { readonly id: string; readonly title: string } {
  const all = maps(game);
  return all[(day - 1) % all.length]!;
}

/** Games with a daily: those that one can play alone. */
export const hasDaily = (game: string): boolean => gameOf(game)?.seats[0] === 1;

/** Where a player stands with the daily. */
export interface Standing {
  readonly today: number;
  readonly run: RunRow | undefined;
  /** Yesterday's run, if it may still be gone on with. */
  readonly pending: RunRow | undefined;
  /** Days in a row that can still go on, today's included once it is finished. */
  readonly streak: number;
  readonly longest: number;
  /** The newest finished day; 0 when there is none. */
  readonly last: number;
}

export function standingOf(store: Store, game: string, player: string, at: number): Standing {
  const today = dayOf(at);
  const before = runOf(store, game, today - 1, player);
  const pending = before?.state === 'open' ? before : undefined;
  const streak = streakOf(finishedDays(store, game, player));
  const { longest, last } = streak;
  return {
    today,
    run: runOf(store, game, today, player),
    pending,
    streak: alive(streak, today, pending !== undefined) ? streak.length : 0,
    longest,
    last,
  };
}

/** Begins today's run, or finds the one that was begun; returns its match. */
export async function beginRun(
  store: Store,
  run: {
    readonly game: string;
    readonly player: string;
    readonly guild: string | null;
    readonly origin: string;
    readonly at: number;
  },
): Promise<number> {
  const { game, player, ...rest } = run;
  const day = dayOf(run.at);
  return openSolo(store, {
    ...rest,
    game,
    host: player,
    map: mapOfDay(game, day).id,
    seed: await seedOf(store, game, day),
    day,
  });
}

/** A run may be gone on with on its day and the next. */
export const expired = (day: number, at: number): boolean => dayOf(at) > day + 1;

/** Closes runs that can no longer be gone on with, as they stand. Returns how many. */
export async function closeExpired(store: Store, at: number): Promise<number> {
  const old = openBefore(store, dayOf(at) - 1);
  for (const match of old) await endEarly(store, match, at);
  return old.length;
}
