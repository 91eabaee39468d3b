import { moduleOf } from '../modules.ts';
import type { Store } from '../store/open.ts';
import { distanceOf } from '../store/pars.ts';
import { countedOf, type Versus, versus, type WithComputers, withComputers } from '../store/statistics.ts';
import { hiddenFrom } from './closing.ts';
import { dayOf } from './days.ts';
import { hasDaily, progressOf } from './runs.ts';

/** Dailies that the run of days shows. */
export const DAYS = 30;

/** What is known of a player's games. Dailies that were closed unfinished count with their score. */
export interface Statistics {
  /** Games in company, and how many of them were won (shared wins count). */
  readonly games: number;
  readonly wins: number;
  readonly dailies: number;
  /** They count for nothing else here. */
  readonly computers: WithComputers;
  /** Every score, oldest first. */
  readonly scores: readonly number[];
  readonly average: number;
  readonly best: number;
  /** Best score by map, in the order maps are offered; maps never played are left out. */
  readonly maps: readonly { readonly map: string; readonly best: number }[];
  /** Sums of what the game counts beside points (see `Game.facts`). */
  readonly facts: Readonly<Record<string, number>>;
  readonly streak: number;
  readonly longest: number;
  /** The last thirty dailies, oldest first; null where there is no score to show. */
  readonly days: readonly { readonly day: number; readonly score: number | null }[];
  /** Days that are left out, since the asker may still play them; for everybody, those that are not closed. */
  readonly hidden: readonly number[];
  /** Finished dailies that have a par, and by how much they were above it in all. */
  readonly par: { readonly dailies: number; readonly sum: number };
  /** Games that the player and the asker played together, as the player did. */
  readonly versus: Versus | null;
}

export interface Question {
  readonly game: string;
  readonly player: string;
  /** Who will see it; null: everybody. */
  readonly asker: string | null;
  readonly at: number;
}

/**
 * A player's statistics for one who asks, or undefined when nothing has ended yet. Scores of days that the asker may
 * still play are left out; for everybody, those of all days that are not closed.
 */
export async function statisticsOf(
  store: Store,
  { game, player, asker, at }: Question,
): Promise<Statistics | undefined> {
  const today = dayOf(at);
  const hidden = await hiddenDays(store, game, asker, at);
  const results = await countedOf(store, game, player, hidden);
  if (results.length === 0) return undefined;
  const scores = results.map(({ score }) => score);
  const tables = results.filter(({ kind }) => kind === 'table');
  const byDay = new Map(results.flatMap(({ day, score }) => (day === null ? [] : [[day, score] as const])));
  // A day that can still be played, or that is not to be told, is no day that was missed.
  let last = today;
  if (!byDay.has(last)) last--;
  while (!byDay.has(last) && hidden.includes(last)) last--;
  const { streak, longest } = await progressOf(store, game, player, at);
  return {
    games: tables.length,
    wins: tables.filter(({ rank }) => rank === 1).length,
    dailies: byDay.size,
    computers: await withComputers(store, game, player),
    par: hasDaily(game) ? await distanceOf(store, game, player, hidden) : NO_PAR,
    scores,
    average: scores.reduce((sum, score) => sum + score, 0) / scores.length,
    best: Math.max(...scores),
    maps: moduleOf(game)
      .maps()
      .flatMap(({ id }) => {
        const here = results.filter(({ map }) => map === id).map(({ score }) => score);
        return here.length > 0 ? [{ map: id, best: Math.max(...here) }] : [];
      }),
    facts: sums(results.flatMap(({ facts }) => (facts ? [facts] : []))),
    streak,
    longest,
    days: Array.from({ length: DAYS }, (_, i) => last - DAYS + 1 + i).map((day) => ({
      day,
      score: byDay.get(day) ?? null,
    })),
    hidden,
    versus: asker === null || asker === player ? null : await versus(store, game, player, asker),
  };
}

const NO_PAR = { dailies: 0, sum: 0 };

/** The days of which `asker` (null: everybody) is shown nothing now. */
export const hiddenDays = async (
  store: Store,
  game: string,
  asker: string | null,
  at: number,
): Promise<number[]> => (hasDaily(game) ? await hiddenFrom(store, game, asker, at) : []);

function sums(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const total: Record<string, number> = {};
  for (const facts of all)
    for (const [name, count] of Object.entries(facts)) total[name] = (total[name] ?? 0) + count;
  return total;
}
