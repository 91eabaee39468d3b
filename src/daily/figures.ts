import { type Period, periodsAt, periodsOf } from './days.ts';

/** A game in company that counts. */
export interface TableGame {
  readonly at: number;
  readonly score: number;
  readonly rank: number;
}

/** A daily whose day is closed. */
export interface DailyRun {
  readonly day: number;
  readonly score: number;
}

/** What a player did in a period; null where there was nothing of the kind. */
export interface Figures {
  readonly dailies: number;
  /** See `pointsOf`. */
  readonly points: number | null;
  readonly games: number;
  readonly wins: number | null;
  readonly best: number | null;
}

const NOTHING: Figures = { dailies: 0, points: null, games: 0, wins: null, best: null };

/** Periods in which the dailies of days are added up. */
export type Span = Exclude<Period, 'today'>;

/** How many of the best days count in a period. */
export const BEST: Readonly<Record<Span, number>> = { week: 5, month: 20, season: 60, all: 100 };

/** Of all time the mean counts, from so many days on. */
export const LEAST = 20;

/** Of all time points are tenths, so that a mean has one decimal. */
export const TENTHS = 10;

/**
 * What the scores of dailies come to in a period: the sum of the best days, of all time their mean in tenths of a point
 * (null before there are enough). A day counts nothing at worst, so that playing is never worse than not playing.
 */
export function pointsOf(span: Span, scores: readonly number[]): number | null {
  const best = scores
    .map((score) => Math.max(0, score))
    .sort((a, b) => b - a)
    .slice(0, BEST[span]);
  const sum = best.reduce((total, score) => total + score, 0);
  if (span !== 'all') return sum;
  return scores.length < LEAST ? null : Math.round((TENTHS * sum) / best.length);
}

/** Keys of the periods in which a daily counts: not the day's own, since it counts when its day is closed. */
export const periodsOfDaily = (day: number): string[] => spansOf(day).map(([, key]) => key);

const spansOf = (day: number): [Span, string][] =>
  (Object.entries(periodsOf(day)) as [Period, string][]).filter(
    (entry): entry is [Span, string] => entry[0] !== 'today',
  );

/** Keys of the periods in which a game in company that ended at a moment counts. */
export const periodsOfTable = (at: number): string[] => keys(periodsAt(at));

const keys = (periods: Readonly<Record<Period, string>>): string[] => Object.values(periods);

/** A player's figures by period, from all that counts for them; with `only`, of these periods alone. */
export function figuresOf(
  tables: readonly TableGame[],
  dailies: readonly DailyRun[],
  only?: ReadonlySet<string>,
): Map<string, Figures> {
  const found = new Map<string, Figures>();
  const add = (periods: readonly string[], change: (before: Figures) => Figures): void => {
    for (const period of periods) {
      if (only && !only.has(period)) continue;
      found.set(period, change(found.get(period) ?? NOTHING));
    }
  };
  for (const { at, score, rank } of tables) {
    add(periodsOfTable(at), (before) => ({
      ...before,
      games: before.games + 1,
      wins: (before.wins ?? 0) + (rank === 1 ? 1 : 0),
      best: Math.max(before.best ?? score, score),
    }));
  }
  const scores = new Map<string, { span: Span; of: number[] }>();
  for (const { day, score } of dailies) {
    for (const [span, key] of spansOf(day)) {
      const sofar = scores.get(key);
      if (sofar) sofar.of.push(score);
      else scores.set(key, { span, of: [score] });
    }
  }
  for (const [key, { span, of }] of scores) {
    add([key], (before) => ({
      ...before,
      dailies: of.length,
      points: pointsOf(span, of),
      best: Math.max(before.best ?? -Infinity, ...of),
    }));
  }
  return found;
}
