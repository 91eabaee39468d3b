import { type Period, periodsAt, periodsOf } from './periods.ts';

/** A game in company that counts. */
export interface TableGame {
  readonly at: number;
  readonly score: number;
  readonly rank: number;
}

/** A daily whose day is over. */
export interface DailyRun {
  readonly day: number;
  readonly score: number;
}

/** What a player did in a period; null where there was nothing of the kind. */
export interface Figures {
  readonly dailies: number;
  readonly points: number | null;
  readonly games: number;
  readonly wins: number | null;
  readonly best: number | null;
}

const NOTHING: Figures = { dailies: 0, points: null, games: 0, wins: null, best: null };

/** Keys of the periods in which a daily counts: not the day's own, since it counts when its day is over. */
export const periodsOfDaily = (day: number): string[] => keys(periodsOf(day)).filter((key) => key[0] !== 'd');

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
  for (const { day, score } of dailies) {
    add(periodsOfDaily(day), (before) => ({
      ...before,
      dailies: before.dailies + 1,
      points: (before.points ?? 0) + score,
      best: Math.max(before.best ?? score, score),
    }));
  }
  return found;
}
