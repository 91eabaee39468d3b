import { setImmediate } from 'node:timers/promises';
import { now } from '../clock.ts';
import { finishedDays } from '../store/daily.ts';
import { type Store, writing } from '../store/open.ts';
import { isGone } from '../store/players.ts';
import {
  dropGone,
  type Ended,
  emptyStandings,
  endedAfter,
  everybody,
  holdersOf,
  leaversOf,
  markAllCounted,
  markCounted,
  markTallied,
  nextUncounted,
  putRating,
  putStreak,
  putTally,
  ratingOf,
  tablesOf,
  talliedOf,
  untalliedBefore,
} from '../store/tallies.ts';
import { dayOf } from './days.ts';
import { figuresOf, periodsOfDaily, periodsOfTable } from './figures.ts';
import { loadRate, type Rate, shownOf, UNKNOWN } from './rating.ts';
import { streakOf } from './streaks.ts';

/**
 * Counting of finished games. Tallies and streaks are made anew from what is stored and never counted up, so that
 * doing it twice changes nothing; ratings follow the order in which games ended, each exactly once.
 *
 * A daily is a streak day at once, but it enters the tallies only when its day is over: a week's table would
 * otherwise tell what others reached today to those who still have to play.
 */

const BATCH = 50;

/** Counts every match that has ended and is not counted yet. Returns how many this call counted. */
export async function countFinished(store: Store, at = now()): Promise<number> {
  let counted = 0;
  while (nextUncounted(store)) {
    const rate = await loadRate();
    const mine = await writing(store, () => {
      const match = nextUncounted(store);
      if (match) countMatch(store, match, rate);
      return match !== undefined;
    });
    if (mine) counted++;
    // Others' clicks come first.
    await setImmediate();
  }
  await tallyDailies(store, dayOf(at));
  return counted;
}

function countMatch(store: Store, match: Ended, rate: Rate): void {
  markCounted(store, match.id);
  const holders = holdersOf(store, match.id);
  const players = holders.flatMap(({ player }) => (player === null || isGone(player) ? [] : [player]));
  if (match.day !== null) {
    for (const player of players) makeStreak(store, match.game, player);
  } else if (!match.solo && holders.length > 1) {
    const periods = new Set(periodsOfTable(holders[0]!.at));
    for (const player of players) makeTallies(store, match.game, player, periods);
    rateMatch(store, match, rate, (player) => !isGone(player));
  }
}

/** Takes the dailies of days before `today` into the tallies. */
async function tallyDailies(store: Store, today: number): Promise<void> {
  while (untalliedBefore(store, today, 1).length > 0) {
    await writing(store, () => {
      const runs = untalliedBefore(store, today, BATCH);
      for (const { game, day, player } of runs) markTallied(store, game, day, player);
      for (const { game, day, player } of runs)
        if (!isGone(player)) makeTallies(store, game, player, new Set(periodsOfDaily(day)));
    });
    await setImmediate();
  }
}

function makeTallies(store: Store, game: string, player: string, only?: ReadonlySet<string>): void {
  const figures = figuresOf(tablesOf(store, game, player), talliedOf(store, game, player), only);
  for (const [period, row] of figures) putTally(store, { game, period, player, ...row });
}

function makeStreak(store: Store, game: string, player: string): void {
  const streak = streakOf(finishedDays(store, game, player));
  if (streak.last > 0) putStreak(store, { game, player, ...streak });
}

/** Behind everybody who played on. */
const LAST = Number.MAX_SAFE_INTEGER;

/**
 * Whom a game is rated for: those who held a seat from its beginning to its end by their rank, and those who had gone
 * behind them. A seat that changed hands is not rated for whoever took it over.
 */
function ratedIn(store: Store, id: number): { player: string; rank: number }[] {
  const people = holdersOf(store, id).flatMap(({ player, rank, rated }) =>
    player === null || rated === 'not' ? [] : [{ player, rank: rated === 'last' ? LAST : rank }],
  );
  const known = new Set(people.map(({ player }) => player));
  const leavers = leaversOf(store, id).filter((player) => !known.has(player));
  return [...people, ...leavers.map((player) => ({ player, rank: LAST }))];
}

/** Rates a game in its server and in the world, if two or more people ended it; keeps the ratings of whom `keeps` says. */
function rateMatch(
  store: Store,
  { id, game, guild }: Ended,
  rate: Rate,
  keeps: (player: string) => boolean,
): void {
  const people = ratedIn(store, id);
  if (people.length < 2) return;
  const ranks = people.map(({ rank }) => rank);
  for (const scope of guild === null ? [''] : ['', guild]) {
    const before = people.map(({ player }) => ratingOf(store, game, scope, player));
    const after = rate(
      before.map((row) => row ?? UNKNOWN),
      ranks,
    );
    for (const [i, { player }] of people.entries()) {
      if (!keeps(player)) continue;
      const { mu, sigma } = after[i]!;
      const games = (before[i]?.games ?? 0) + 1;
      putRating(store, { game, scope, player, mu, sigma, shown: shownOf({ mu, sigma }), games });
    }
  }
}

/**
 * Makes all tallies, streaks and ratings anew from the results, in one transaction: the outcome is the same, row for
 * row, as that of counting each match when it ended. Returns how many matches and people it counted.
 */
export async function recount(store: Store, at = now()): Promise<{ matches: number; people: number }> {
  const rate = await loadRate();
  return writing(store, () => {
    emptyStandings(store);
    let count = 0;
    for (let last = 0; ; ) {
      const some = endedAfter(store, last);
      for (const match of some)
        if (match.day === null && !match.solo) rateMatch(store, match, rate, () => true);
      count += some.length;
      if (some.length === 0) break;
      last = some.at(-1)!.ended!;
    }
    markAllCounted(store, dayOf(at));
    const people = everybody(store).filter(({ player }) => !isGone(player));
    for (const { game, player } of people) {
      makeTallies(store, game, player);
      makeStreak(store, game, player);
    }
    dropGone(store);
    return { matches: count, people: people.length };
  });
}
