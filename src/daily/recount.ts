import { setImmediate } from 'node:timers/promises';
import { now } from '../clock.ts';
import type { Db, Store } from '../store/engine/types.ts';
import { dropStrengths, putStrengths, type Strength } from '../store/strengths.ts';
import {
  dropStreak,
  type Ended,
  endedAfter,
  entriesIn,
  gamesOf,
  goneIn,
  markAllCounted,
  playersAfter,
  putRatings,
  type RatingRow,
  renewTallies,
} from '../store/tallies.ts';
import { firstOpen, firstOpenIn } from './closing.ts';
import { makeStreak, makeTallies, type Rated, rateGame } from './count.ts';
import { dayOf } from './days.ts';
import { excusedIn } from './excused.ts';
import { loadRate, type Rate } from './rating.ts';

/**
 * Counting all finished games anew, as after a fix of how they count: the outcome is the same, row for row, as that of counting
 * each when it ended. It is done in small pieces, so that nobody who plays meanwhile waits, and what lists show is whole at any
 * time: ratings are worked out in memory and replaced at once, then each person's tallies and streak in a piece of their own.
 * Whoever is killed begins again.
 */

/** People whose tallies are made anew in one piece. */
const FEW = 5;

type Game = Ended & { readonly people: readonly Rated[] };

/** Returns how many matches it counted, and for how many people, one for each game that they play. */
export async function recount(store: Store, at = now()): Promise<{ matches: number; people: number }> {
  const rate = await loadRate();
  let matches: number | undefined;
  while (matches === undefined) matches = await recountRatings(store, rate, at);
  return { matches, people: await recountTallies(store, at) };
}

/** Undefined where somebody had their data deleted meanwhile: they are called otherwise then. */
async function recountRatings(store: Store, rate: Rate, at: number): Promise<number | undefined> {
  const book = bookOf(rate);
  const gone = await store.read(goneIn);
  let last = 0;
  for (;;) {
    const some = await store.read((db) => gamesAfter(db, last));
    if (some.length === 0) break;
    for (const game of some) await book.add(game);
    last = some.at(-1)!.ended!;
    await setImmediate();
  }
  return store.write('standings', async (db) => {
    if ((await goneIn(db)) !== gone) return undefined;
    // What ended since.
    for (let some = await gamesAfter(db, last); some.length > 0; some = await gamesAfter(db, last)) {
      for (const game of some) await book.add(game);
      last = some.at(-1)!.ended!;
    }
    await putRatings(db, book.rows(false));
    await putStrengths(db, book.rows(true));
    await dropStrengths(db);
    await markAllCounted(db, await firstOpenIn(db, at));
    return book.counted();
  });
}

async function gamesAfter(db: Db, last: number): Promise<Game[]> {
  const games: Game[] = [];
  for (const match of await endedAfter(db, last))
    games.push({
      ...match,
      people: match.day === null && !match.solo ? await entriesIn(db, match.id) : [],
    });
  return games;
}

/** Ratings as games are added to them, in the order in which those ended. */
function bookOf(rate: Rate) {
  const known = new Map<string, { readonly row: RatingRow; readonly gone: boolean }>();
  const keyOf = (game: string, scope: string, player: string): string => [game, scope, player].join('\n');
  let count = 0;
  return {
    add: async (match: Game): Promise<void> => {
      count++;
      await rateGame(
        {
          of: async (scope, { player }): Promise<Strength | undefined> =>
            known.get(keyOf(match.game, scope, player))?.row,
          put: async (row, gone) => void known.set(keyOf(row.game, row.scope, row.player), { row, gone }),
        },
        match,
        match.people,
        rate,
      );
    },
    rows: (gone: boolean): RatingRow[] =>
      [...known.values()].flatMap((one) => (one.gone === gone ? [one.row] : [])),
    counted: () => count,
  };
}

async function recountTallies(store: Store, at: number): Promise<number> {
  const open = await firstOpen(store, at);
  let count = 0;
  for (let last = ''; ; ) {
    const players = await store.read((db) => playersAfter(db, last, FEW));
    if (players.length === 0) return count;
    count += await store.write('standings', async (db) => {
      const excused = await excusedIn(db, dayOf(at));
      let played = 0;
      for (const player of players)
        for (const { game, plays } of await gamesOf(db, player)) {
          await renewTallies(db, game, player, open);
          await dropStreak(db, game, player);
          if (!plays) continue;
          await makeTallies(db, game, player);
          await makeStreak(db, game, player, excused);
          played++;
        }
      return played;
    });
    last = players.at(-1)!;
    await setImmediate();
  }
}
