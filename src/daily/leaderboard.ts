import { now } from '../clock.ts';
import { runOf } from '../store/daily.ts';
import { type Board, type Placed, slice } from '../store/leaderboard.ts';
import type { Store } from '../store/open.ts';
import { dayOf } from './days.ts';
import { type Period, periodsOf } from './periods.ts';
import { SETTLED } from './rating.ts';

/** What tables go by: the daily's scores, ratings, games won, days in a row, the best score of all. */
export const BYS = ['daily', 'rating', 'wins', 'streak', 'best'] as const;
export type By = (typeof BYS)[number];

/** Tables that are what they are now, whatever the period. */
export const TIMELESS: readonly By[] = ['rating', 'streak'];

export const PAGE = 10;

export interface Asked {
  readonly game: string;
  /** A server: those who have used the bot there. None: the world. */
  readonly guild: string | null;
  readonly period: Period;
  readonly by: By;
  /** 0-based; beyond the end it means the last. */
  readonly page: number;
  /** Player whose own row comes along. */
  readonly asker: string;
  /** Number of the day it is. */
  readonly today: number;
}

export interface Row extends Omit<Placed, 'games'> {
  /** A rating of fewer than ten games. */
  readonly provisional: boolean;
}

export interface Leaderboard {
  readonly rows: readonly Row[];
  readonly own: Row | undefined;
  /** Players in the table. */
  readonly total: number;
  readonly page: number;
  readonly pages: number;
}

/**
 * A page of a table of ten rows a page, best first; equal values share a rank (1, 1, 3), also across pages.
 *
 * By daily and today: scores of today's daily, which are to be shown only to those who have ended theirs (see
 * `mayPeek`). By daily in a longer period: sums of the scores. Those and the best scores take a day's dailies in when
 * the day is over, so they tell nobody what others reached today. Wins are of games with two or more seats.
 */
export function leaderboard(store: Store, asked: Asked): Leaderboard {
  const found = slice(store, boardOf(asked), asked.guild, asked.asker, Math.max(0, asked.page), PAGE);
  const { total, page } = found;
  return {
    rows: found.rows.map(rowOf),
    own: found.own && rowOf(found.own),
    total,
    page,
    pages: Math.max(1, Math.ceil(total / PAGE)),
  };
}

const rowOf = ({ games = SETTLED, ...row }: Placed): Row => ({ ...row, provisional: games < SETTLED });

function boardOf({ game, guild, period, by, today }: Asked): Board {
  switch (by) {
    case 'rating':
      return { of: 'rating', game, scope: guild ?? '' };
    case 'streak':
      return { of: 'streak', game, today };
    case 'daily':
      if (period === 'today') return { of: 'day', game, day: today };
      return { of: 'points', game, period: periodsOf(today)[period] };
    case 'wins':
    case 'best':
      return { of: by, game, period: periodsOf(today)[period] };
  }
}

/**
 * Whether a player may see what others reached in the daily of `day`: not before they have ended their own run. A day
 * that is over may be seen by whoever cannot play it any more.
 */
export function mayPeek(
  store: Store,
  game: string,
  day: number,
  player: string,
  today = dayOf(now()),
): boolean {
  const run = runOf(store, game, day, player);
  return run ? run.state !== 'open' : day < today;
}
