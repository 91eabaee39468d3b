import { type Board, type Placed, slice } from '../store/leaderboard.ts';
import type { Store } from '../store/open.ts';
import { dailiesIn } from '../store/statistics.ts';
import { firstOpen } from './closing.ts';
import { dayOf, daysIn, type Period, periodsOf } from './days.ts';
import { before, excusedBy } from './excused.ts';
import { BEST, TENTHS } from './figures.ts';
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
  /** What time it is (ms). */
  readonly at: number;
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
  /** Of dailies added up: which days count, and how many of the asker's do so far. */
  readonly counts: Counts | undefined;
}

export interface Counts {
  /** So many of the best. */
  readonly best: number;
  /** Days that the period has; undefined for all time. */
  readonly of: number | undefined;
  readonly own: number;
}

/**
 * A page of a table of ten rows a page, best first; equal values share a rank (1, 1, 3), also across pages.
 *
 * By daily and today: scores of today's daily, which are to be shown only to those who have ended theirs (see
 * `maySee`); ties are broken as the game does it. By daily in a longer period: what the best days come to (see
 * `pointsOf`), of all time their mean. Those and the best scores take a day's dailies in when the day is closed, so
 * they tell nobody what others reached on a day that somebody may still play. Wins are of games with two or more seats.
 */
export async function leaderboard(store: Store, asked: Asked): Promise<Leaderboard> {
  const found = await slice(
    store,
    await boardOf(store, asked),
    asked.guild,
    asked.asker,
    Math.max(0, asked.page),
    PAGE,
  );
  const { total, page } = found;
  const rowOf = ({ games = SETTLED, value, ...row }: Placed): Row => ({
    ...row,
    value: asked.by === 'daily' && asked.period === 'all' ? value / TENTHS : value,
    provisional: games < SETTLED,
  });
  return {
    rows: found.rows.map(rowOf),
    own: found.own && rowOf(found.own),
    total,
    page,
    pages: Math.max(1, Math.ceil(total / PAGE)),
    counts: await countsOf(store, asked),
  };
}

async function countsOf(store: Store, { game, period, by, asker, at }: Asked): Promise<Counts | undefined> {
  if (by !== 'daily' || period === 'today') return undefined;
  const today = dayOf(at);
  const own = await dailiesIn(store, game, periodsOf(today)[period], asker);
  return { best: BEST[period], of: period === 'all' ? undefined : daysIn(period, today), own };
}

async function boardOf(store: Store, { game, guild, period, by, at }: Asked): Promise<Board> {
  const today = dayOf(at);
  switch (by) {
    case 'rating':
      return { of: 'rating', game, scope: guild ?? '' };
    case 'streak':
      return { of: 'streak', game, ...(await streakDays(store, at)) };
    case 'daily':
      if (period === 'today') return { of: 'day', game, day: today };
      return { of: 'points', game, period: periodsOf(today)[period] };
    case 'wins':
    case 'best':
      return { of: by, game, period: periodsOf(today)[period] };
  }
}

/**
 * On which days a streak must have got to, to go on: `base` at least, and from there to each later one of the two that
 * is before today, neither excused nor with a run that may still be gone on with. There are never more: a day that is
 * not excused takes three quarters of the bot's time at least, and a run may be gone on with for two days of it.
 */
async function streakDays(
  store: Store,
  at: number,
): Promise<{ readonly yesterday: number; readonly second: number; readonly base: number }> {
  const today = dayOf(at);
  const excused = await excusedBy(store, today);
  const yesterday = Math.max(1, before(today, excused));
  const first = await firstOpen(store, at);
  if (yesterday < first) return { yesterday, second: yesterday, base: yesterday };
  const second = Math.max(1, before(yesterday, excused));
  if (second < first) return { yesterday, second, base: second };
  return { yesterday, second, base: Math.max(1, before(second, excused)) };
}
