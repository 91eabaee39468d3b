import { setImmediate } from 'node:timers/promises';
import { now } from '../clock.ts';
import { GAMES } from '../modules.ts';
import { finishedDays } from '../store/daily.ts';
import { playedSince } from '../store/days.ts';
import { type Store, writing } from '../store/open.ts';
import { isGone } from '../store/players.ts';
import { anyStrengths, dropStrengths, putStrength, strengthOf } from '../store/strengths.ts';
import {
  type Ended,
  emptyStandings,
  endedAfter,
  entriesIn,
  everybody,
  holdersOf,
  markAllCounted,
  markCounted,
  markTallied,
  nextUncounted,
  putStreak,
  putTally,
  renewTallies,
  staleTallies,
  tablesOf,
  talliedOf,
  untalliedBefore,
} from '../store/tallies.ts';
import { firstOpen } from './closing.ts';
import { dayOf } from './days.ts';
import { type Excused, excusedBy, unwritten, writeExcused } from './excused.ts';
import { figuresOf, periodsOfDaily, periodsOfTable } from './figures.ts';
import { loadRate, type Rate, type Rating, shownOf, UNKNOWN } from './rating.ts';
import { hasDaily, streakIn } from './runs.ts';

/**
 * Counting of finished games. Tallies and streaks are made anew from what is stored and never counted up, so that
 * doing it twice changes nothing; ratings follow the order in which games ended, each exactly once.
 *
 * A daily is a streak day at once, but it enters the tallies only when its day is closed: a week's table would
 * otherwise tell what others reached to those who still have to play, today or yesterday.
 */

const BATCH = 50;
/** People whose tallies are made anew in one piece: that takes longer. */
const FEW = 5;

/** Games with a daily. */
const DAILY = GAMES.map(({ id }) => id).filter(hasDaily);

/** Counts every match that has ended and is not counted yet. Returns how many this call counted. */
export async function countFinished(store: Store, at = now()): Promise<number> {
  const today = dayOf(at);
  let counted = 0;
  while (nextUncounted(store)) {
    const rate = await loadRate();
    const mine = await writing(store, () => {
      const match = nextUncounted(store);
      if (match) countMatch(store, match, rate, excusedBy(store, today));
      return match !== undefined;
    });
    if (mine) counted++;
    // Others' clicks come first.
    await setImmediate();
  }
  // Matches may also have ended without being rated.
  if (anyStrengths(store)) await writing(store, () => dropStrengths(store));
  await excuseDays(store, today);
  const open = firstOpen(store, at);
  await renewStale(store, open);
  await tallyDailies(store, open);
  return counted;
}

function countMatch(store: Store, match: Ended, rate: Rate, excused: Excused): void {
  markCounted(store, match.id);
  const holders = holdersOf(store, match.id);
  const players = holders.flatMap(({ player }) => (player === null || isGone(player) ? [] : [player]));
  if (match.day !== null) {
    for (const player of players) makeStreak(store, match.game, player, excused);
  } else if (!match.solo && holders.length > 1) {
    const periods = new Set(periodsOfTable(holders[0]!.at));
    for (const player of players) makeTallies(store, match.game, player, periods);
    rateMatch(store, match, rate);
  }
}

/** Makes the tallies of those anew that the newest schema marked, each person's in one piece. */
async function renewStale(store: Store, open: number): Promise<void> {
  for (const game of DAILY)
    while (staleTallies(store, game, 1).length > 0) {
      await writing(store, () => {
        for (const player of staleTallies(store, game, FEW)) {
          renewTallies(store, game, player, open);
          makeTallies(store, game, player);
        }
      });
      await setImmediate();
    }
}

/**
 * Writes which days are excused. Before a day is, the streaks of all who have played on it or since are made anew, so
 * that whoever dies halfway begins again.
 */
async function excuseDays(store: Store, today: number): Promise<void> {
  for (const day of unwritten(store, today)) {
    for (const game of DAILY)
      for (let last = ''; ; ) {
        const players = playedSince(store, game, day, last, BATCH);
        if (players.length === 0) break;
        await writing(store, () => {
          const excused = excusedBy(store, today);
          for (const player of players) if (!isGone(player)) makeStreak(store, game, player, excused);
        });
        last = players.at(-1)!;
        await setImmediate();
      }
    await writeExcused(store, day);
  }
}

/** Takes the dailies of days before `open` into the tallies. */
async function tallyDailies(store: Store, open: number): Promise<void> {
  while (untalliedBefore(store, open, 1).length > 0) {
    await writing(store, () => {
      const runs = untalliedBefore(store, open, BATCH);
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

function makeStreak(store: Store, game: string, player: string, excused: Excused): void {
  // Whoever has played on excused days alone has a row that says nothing.
  if (finishedDays(store, game, player).length > 0)
    putStreak(store, { game, player, ...streakIn(store, game, player, excused) });
}

/** Rates a game in its server and in the world, if it counts for two or more people (see `match/entries.ts`). */
function rateMatch(store: Store, { id, game, guild }: Ended, rate: Rate): void {
  const people = entriesIn(store, id);
  if (people.length < 2) return;
  for (const scope of guild === null ? [''] : ['', guild]) {
    const before = people.map(({ player }) => strengthOf(store, game, scope, player));
    const strengths = before.map((row) => row ?? UNKNOWN);
    const all = rate(
      strengths,
      people.map(({ place }) => place),
    );
    for (const [i, { player, place, own }] of people.entries()) {
      if (own === null) continue;
      const alone = (): Rating[] =>
        rate(
          strengths,
          people.map((other, j) => (j === i ? own : other.place)),
        );
      const { mu, sigma } = (own === place ? all : alone())[i]!;
      const games = (before[i]?.games ?? 0) + 1;
      putStrength(store, { game, scope, player, mu, sigma, shown: shownOf({ mu, sigma }), games });
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
      for (const match of some) if (match.day === null && !match.solo) rateMatch(store, match, rate);
      count += some.length;
      if (some.length === 0) break;
      last = some.at(-1)!.ended!;
    }
    markAllCounted(store, firstOpen(store, at));
    const excused = excusedBy(store, dayOf(at));
    const people = everybody(store).filter(({ player }) => !isGone(player));
    for (const { game, player } of people) {
      makeTallies(store, game, player);
      makeStreak(store, game, player, excused);
    }
    dropStrengths(store);
    return { matches: count, people: people.length };
  });
}
