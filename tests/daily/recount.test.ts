import { afterEach, beforeEach, expect, test } from 'vitest';
import { countFinished } from '../../src/daily/count.ts';
import { recount } from '../../src/daily/recount.ts';
import { forget } from '../../src/match/people.ts';
import type { Store } from '../../src/store/open.ts';
import { change, firstRow } from '../lib/rows.ts';
import { emptyStore, imageOf, storeFrom } from '../lib/store.ts';
import { acquaint, NOON, person, run, standings, TODAY, table } from './world.ts';

let store: Store;
beforeEach(async () => {
  store = emptyStore();
  await acquaint(store, 6);
});
afterEach(() => store.close());

/** So many games of the same people, and a daily of each. */
async function played(games: number, dailies = 6): Promise<void> {
  for (let n = 0; n < games; n++)
    await table(store, {
      players: [n % 5, (n + 1) % 5, 5],
      scores: [n % 7, 3, 5],
      guild: n % 2 ? '77' : '78',
    });
  for (let n = 0; n < dailies; n++) await run(store, { player: n, day: TODAY - 3 - n, score: 20 + n });
  await countFinished(store, NOON);
}

/** All of it is wrong: too much, too little, and of people who have played nothing. */
const spoil = (): Promise<void> =>
  change(
    store,
    `UPDATE ratings SET mu = 1 WHERE player = '${person(1)}'; DELETE FROM ratings WHERE player = '${person(2)}';
     INSERT INTO ratings SELECT 'metro', scope, player, mu, sigma, shown, games FROM ratings;
     UPDATE tallies SET games = 99, wins = 98; UPDATE streaks SET length = 99;
     INSERT INTO streaks SELECT 'metro', player, 1, 1, 1 FROM streaks; UPDATE daily SET tallied = 0`,
  );

test('whoever is killed in the middle of it begins again, and it becomes what it should be', async () => {
  await played(9);
  const right = await standings(store);
  await spoil();
  const image = await imageOf(store);
  let deaths = 0;
  for (let last = 1, done = false; !done; last += 7) {
    let sent = 0;
    const dying = storeFrom(image, () => {
      if (++sent === last) throw new Error('It dies.');
    });
    done = await recount(dying, NOON).then(
      () => true,
      () => false,
    );
    sent = Number.NEGATIVE_INFINITY;
    if (!done) {
      deaths++;
      expect(await firstRow(dying, 'SELECT count(*) > 0 AS some FROM tallies')).toEqual({ some: 1 });
      await recount(dying, NOON);
    }
    expect(await standings(dying), `statement ${last}`).toBe(right);
    await dying.close();
  }
  expect(deaths).toBeGreaterThan(10);
});

test('no piece of it grows with the games that there are', async () => {
  const longest = async (games: number): Promise<number> => {
    await played(games, 0);
    let [most, inside] = [0, 0];
    const watched = storeFrom(await imageOf(store), (text) => {
      inside = /^BEGIN/.test(text) ? 0 : inside + 1;
      most = Math.max(most, inside);
    });
    await recount(watched, NOON);
    await watched.close();
    return most;
  };
  // A hundred games are read in one piece.
  const before = await longest(110);
  expect(await longest(120)).toBe(before);
});

test('what ends meanwhile is counted, and whoever is deleted meanwhile is not', async () => {
  const open = await table(store, { players: [3, 4], scores: [1, 2], guild: '77' });
  await change(store, 'UPDATE matches SET ended = NULL WHERE id = ?', open);
  await played(12);
  await spoil();
  const ends = 'UPDATE matches SET ended = (SELECT max(ended) + 1 FROM matches) WHERE id = ?';
  await Promise.all([recount(store, NOON), forget(store, person(0), NOON), change(store, ends, open)]);
  await countFinished(store, NOON);
  const after = await standings(store);
  expect(after).not.toContain(person(0));
  expect(await firstRow(store, 'SELECT rated FROM matches WHERE id = ?', open)).toEqual({ rated: 1 });
  await recount(store, NOON);
  expect(await standings(store)).toBe(after);
});
