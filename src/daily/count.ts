import { setImmediate } from 'node:timers/promises';
import { now } from '../clock.ts';
import { GAMES } from '../modules.ts';
import { finishedIn } from '../store/daily.ts';
import { playedSince } from '../store/days.ts';
import type { Db, Store } from '../store/engine/types.ts';
import { anyStrengths, dropStrengths, putStrength, type Strength, strengthOf } from '../store/strengths.ts';
import {
  type Ended,
  entriesIn,
  holdersOf,
  markCounted,
  markTallied,
  nextUncounted,
  putStreak,
  putTally,
  type RatingRow,
  renewTallies,
  staleTallies,
  tablesOf,
  talliedOf,
  untalliedBefore,
} from '../store/tallies.ts';
import { firstOpen } from './closing.ts';
import { dayOf } from './days.ts';
import { type Excused, excusedIn, unwritten, writeExcused } from './excused.ts';
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
  while (await store.read(nextUncounted)) {
    const rate = await loadRate();
    const mine = await store.write('standings', async (db) => {
      const match = await nextUncounted(db);
      if (match) await countMatch(db, match, rate, await excusedIn(db, today));
      return match !== undefined;
    });
    if (mine) counted++;
    // Others' clicks come first.
    await setImmediate();
  }
  // Matches may also have ended without being rated.
  if (await store.read(anyStrengths)) await store.write('standings', dropStrengths);
  await excuseDays(store, today);
  const open = await firstOpen(store, at);
  await renewStale(store, open);
  await tallyDailies(store, open);
  return counted;
}

async function countMatch(db: Db, match: Ended, rate: Rate, excused: Excused): Promise<void> {
  await markCounted(db, match.id);
  const holders = await holdersOf(db, match.id);
  const players = holders.flatMap(({ player }) => player ?? []);
  if (match.day !== null) {
    for (const player of players) await makeStreak(db, match.game, player, excused);
  } else if (!match.solo && holders.length > 1) {
    const periods = new Set(periodsOfTable(holders[0]!.at));
    for (const player of players) await makeTallies(db, match.game, player, periods);
    const known: Known = {
      of: (scope, one) => strengthOf(db, match.game, scope, one),
      put: (row, gone) => putStrength(db, row, gone),
    };
    await rateGame(known, match, await entriesIn(db, match.id), rate);
  }
}

/** Makes the tallies of those anew that the newest schema marked, each person's in one piece. */
async function renewStale(store: Store, open: number): Promise<void> {
  for (const game of DAILY)
    while ((await store.read((db) => staleTallies(db, game, 1))).length > 0) {
      await store.write('standings', async (db) => {
        for (const player of await staleTallies(db, game, FEW)) {
          await renewTallies(db, game, player, open);
          await makeTallies(db, game, player);
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
  for (const day of await unwritten(store, today)) {
    for (const game of DAILY)
      for (let last = ''; ; ) {
        const players = await playedSince(store, game, day, last, BATCH);
        if (players.length === 0) break;
        await store.write('standings', async (db) => {
          const excused = await excusedIn(db, today);
          for (const player of players) await makeStreak(db, game, player, excused);
        });
        last = players.at(-1)!;
        await setImmediate();
      }
    await writeExcused(store, day);
  }
}

/** Takes the dailies of days before `open` into the tallies. */
async function tallyDailies(store: Store, open: number): Promise<void> {
  while ((await store.read((db) => untalliedBefore(db, open, 1))).length > 0) {
    await store.write('standings', async (db) => {
      const runs = await untalliedBefore(db, open, BATCH);
      for (const { game, day, player } of runs) await markTallied(db, game, day, player);
      for (const { game, day, player, gone } of runs)
        if (!gone) await makeTallies(db, game, player, new Set(periodsOfDaily(day)));
    });
    await setImmediate();
  }
}

export async function makeTallies(
  db: Db,
  game: string,
  player: string,
  only?: ReadonlySet<string>,
): Promise<void> {
  const figures = figuresOf(await tablesOf(db, game, player), await talliedOf(db, game, player), only);
  for (const [period, row] of figures) await putTally(db, { game, period, player, ...row });
}

export async function makeStreak(db: Db, game: string, player: string, excused: Excused): Promise<void> {
  // Whoever has played on excused days alone has a row that says nothing.
  if ((await finishedIn(db, game, player)).length > 0)
    await putStreak(db, { game, player, ...(await streakIn(db, game, player, excused)) });
}

/** Somebody for whom a match is rated. `gone`: their data was deleted since. */
export type Rated = Awaited<ReturnType<typeof entriesIn>>[number];

/** Where strengths are read and written while games are rated. */
interface Known {
  of(scope: string, one: Rated): Promise<Strength | undefined>;
  put(row: RatingRow, gone: boolean): Promise<unknown>;
}

/** Rates a game in its server and in the world, if it counts for two or more people (see `match/entries.ts`). */
export async function rateGame(
  known: Known,
  { game, guild }: Pick<Ended, 'game' | 'guild'>,
  people: readonly Rated[],
  rate: Rate,
): Promise<void> {
  if (people.length < 2) return;
  for (const scope of guild === null ? [''] : ['', guild]) {
    const before = await Promise.all(people.map((one) => known.of(scope, one)));
    const strengths = before.map((row) => row ?? UNKNOWN);
    const all = rate(
      strengths,
      people.map(({ place }) => place),
    );
    for (const [i, { player, gone, place, own }] of people.entries()) {
      if (own === null) continue;
      const alone = (): Rating[] =>
        rate(
          strengths,
          people.map((other, j) => (j === i ? own : other.place)),
        );
      const { mu, sigma } = (own === place ? all : alone())[i]!;
      const games = (before[i]?.games ?? 0) + 1;
      await known.put({ game, scope, player, mu, sigma, shown: shownOf({ mu, sigma }), games }, gone);
    }
  }
}
