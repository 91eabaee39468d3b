import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { countFinished } from '../../src/daily/count.ts';
import { leaderboard } from '../../src/daily/leaderboard.ts';
import { loadRate, UNKNOWN } from '../../src/daily/rating.ts';
import { recount } from '../../src/daily/recount.ts';
import { forget } from '../../src/match/people.ts';
import type { Store } from '../../src/store/open.ts';
import { seats } from '../../src/store/schema.ts';
import { change, rows } from '../lib/rows.ts';
import { emptyStore } from '../lib/store.ts';
import { rate } from './rate.ts';
import {
  acquaint,
  GAME,
  NOON,
  type Played,
  person,
  ratingOf,
  run,
  standings,
  TODAY,
  table,
  tallyOf,
} from './world.ts';

/** What a game in company does to the ratings of those who sat there. */

let store: Store;
beforeEach(async () => {
  store = emptyStore();
  await acquaint(store, 8);
});
afterEach(() => store.close());

describe('a rating after a game', () => {
  const unknown = UNKNOWN;
  // Ratings of years are in databases: what a game does to them stays the same, whichever version of the library works it out.
  test.each([
    [
      [unknown, unknown],
      [1, 2],
      [
        [27.635389493140497, 8.06590141354368],
        [22.364610506859503, 8.06590141354368],
      ],
    ],
    [
      [unknown, unknown],
      [1, 1],
      [
        [25, 8.06590141354368],
        [25, 8.06590141354368],
      ],
    ],
    [
      [unknown, unknown, unknown],
      [1, 1, 3],
      [
        [25.717262170187357, 8.205243377397993],
        [25.717262170187357, 8.205243377397993],
        [23.565475659625285, 8.205243377397993],
      ],
    ],
    [
      [{ mu: 31.5, sigma: 2.25 }, { mu: 22, sigma: 4 }, unknown, { mu: 28, sigma: 1 }],
      [4, 2, 2, 1],
      [
        [31.166035681825665, 2.2485324679579746],
        [22.132069108966785, 3.9810415856091232],
        [24.995816423568645, 7.881789694818747],
        [28.05808799900587, 1.0034175112619583],
      ],
    ],
    [
      [
        { mu: 40, sigma: 0.9 },
        { mu: 12, sigma: 7.5 },
        { mu: 25, sigma: 3 },
      ],
      [3, 1, 2],
      [
        [39.88334959244929, 0.9037597654714916],
        [16.87867243473164, 7.43360697226091],
        [25.50499611991366, 2.991218469429118],
      ],
    ],
  ])('of %j at the places %j', async (before, ranks, wanted) => {
    const after = (await loadRate())(before, ranks);
    expect(after).toHaveLength(wanted.length);
    for (const [i, [mu, sigma]] of wanted.entries()) {
      expect(after[i]!.mu).toBeCloseTo(mu!, 12);
      expect(after[i]!.sigma).toBeCloseTo(sigma!, 12);
    }
  });
});

describe('ratings', () => {
  test('are those of the library, in the world and in the server, ties as ties', async () => {
    await table(store, { players: [0, 1, 2], scores: [40, 40, 10], guild: '77' });
    await table(store, { players: [2, 0], scores: [9, 3] });
    await countFinished(store, NOON);
    const new_ = { mu: 25, sigma: 25 / 3 };
    const [[a], [b], [c]] = rate([[new_], [new_], [new_]], { rank: [1, 1, 3] });
    expect(a).toEqual(b);
    expect(await ratingOf(store, 1)).toEqual({
      ...b,
      shown: Math.round(1000 + 40 * (b.mu - 3 * b.sigma)),
      games: 1,
    });
    expect(await ratingOf(store, 0, '77')).toMatchObject({ ...a, games: 1 });
    const [[c2], [a2]] = rate([[c], [a]], { rank: [1, 2] });
    expect(await ratingOf(store, 2)).toMatchObject({ ...c2, games: 2 });
    expect(await ratingOf(store, 0)).toMatchObject({ ...a2, games: 2 });
    expect(await ratingOf(store, 2, '77')).toMatchObject({ ...c, games: 1 });
    expect(c2.mu).toBeGreaterThan(c.mu);
  });

  test('start at 1,000', async () => {
    await table(store, { players: [0, 1], scores: [1, 1] });
    await countFinished(store, NOON);
    const { mu, sigma } = (await ratingOf(store, 0))!;
    expect([mu, (await ratingOf(store, 1))!.mu]).toEqual([25, 25]);
    expect(sigma).toBeLessThan(25 / 3);
    expect((await ratingOf(store, 0))!.shown).toBe(Math.round(1000 + 40 * (25 - 3 * sigma)));
  });

  test('follow the order in which games ended, not that in which they began', async () => {
    const first = await table(store, { players: [0, 1], scores: [2, 1] });
    const second = await table(store, { players: [1, 2], scores: [2, 1] });
    await change(store, 'UPDATE matches SET ended = 99 WHERE id = ?', first);
    await countFinished(store, NOON);
    const new_ = { mu: 25, sigma: 25 / 3 };
    const [[one], [two]] = rate([[new_], [new_]], { rank: [1, 2] });
    const [[zero]] = rate([[new_], [one]], { rank: [1, 2] });
    expect(second).toBeGreaterThan(first);
    expect(await ratingOf(store, 2)).toMatchObject(two);
    expect(await ratingOf(store, 0)).toMatchObject(zero);
  });
});

describe('for whom a game is rated', () => {
  const new_ = { mu: 25, sigma: 25 / 3 };
  const of = (seat: number, place: number, own: number | null = place) => ({
    seat,
    player: person(seat),
    place,
    own,
  });

  test('places of their own, which need not be those of the scores', async () => {
    await table(store, {
      players: [0, 1, 2],
      scores: [50, 10, 20],
      rated: [of(0, 1000), of(1, 3), of(2, 2)],
    });
    await countFinished(store, NOON);
    const [[leaver], [one], [two]] = rate([[new_], [new_], [new_]], { rank: [3, 2, 1] });
    expect(await ratingOf(store, 0)).toMatchObject(leaver!);
    expect(await ratingOf(store, 1)).toMatchObject(one!);
    expect(await ratingOf(store, 2)).toMatchObject(two!);
    expect(await tallyOf(store, 0, 'all')).toMatchObject({ games: 1, wins: 1, best: 50 });
  });

  test('one whose own rating does not change counts for the others, with their strength', async () => {
    await table(store, { players: [2, 3], scores: [9, 1] });
    await countFinished(store, NOON);
    const strong = (await ratingOf(store, 2))!;
    await table(store, {
      players: [0, 1, 2],
      scores: [50, 10, 20],
      rated: [of(0, 1), of(1, 3), of(2, 2, null)],
    });
    await countFinished(store, NOON);
    const [[zero], [one]] = rate([[new_], [new_], [strong]], { rank: [1, 3, 2] });
    expect(await ratingOf(store, 0)).toMatchObject(zero!);
    expect(await ratingOf(store, 1)).toMatchObject(one!);
    expect(await ratingOf(store, 2)).toEqual(strong);
  });

  test('one who counts for the others at another place than for themselves', async () => {
    await table(store, {
      players: [0, 1, 2],
      scores: [50, 10, 20],
      rated: [of(0, 1, 1000), of(1, 3), of(2, 2)],
    });
    await countFinished(store, NOON);
    const [, [one], [two]] = rate([[new_], [new_], [new_]], { rank: [1, 3, 2] });
    const [[zero]] = rate([[new_], [new_], [new_]], { rank: [4, 3, 2] });
    expect([await ratingOf(store, 0), await ratingOf(store, 1), await ratingOf(store, 2)]).toMatchObject([
      zero!,
      one!,
      two!,
    ]);
  });

  test('two are needed, and then somebody is rated whoever keeps it', async () => {
    await table(store, { players: [0, 1], scores: [30, 10], rated: [of(0, 1)] });
    await countFinished(store, NOON);
    for (const who of [0, 1]) expect(await ratingOf(store, who)).toBeUndefined();
    await table(store, { players: [0, 1], scores: [30, 10], rated: [of(0, 1), of(1, 2, null)] });
    await countFinished(store, NOON);
    expect((await ratingOf(store, 0))!.mu).toBeGreaterThan(25);
    expect(await ratingOf(store, 1)).toBeUndefined();
  });
});

describe('who is not to be known any more', () => {
  const rated = async (): Promise<unknown[]> => JSON.parse(await standings(store)).slice(2);
  const strengths = () =>
    rows<{ scope: string; mu: number }>(store, 'SELECT scope, mu FROM strengths ORDER BY scope');
  /** A game of 1 and 2 that is not over yet. */
  const begun = async (more: Partial<Played> = {}): Promise<number> => {
    const id = await table(store, { players: [1, 2], scores: [9, 1], ...more });
    await change(store, "UPDATE matches SET status = 'running', ended = NULL WHERE id = ?", id);
    await store.write('meta', (db) =>
      db
        .insert(seats)
        .values({ match: id, seat: 0, player: person(1), since: 0 })
        .run(),
    );
    return id;
  };

  test('leaves nothing behind in lists, and a recount gives the others what they won', async () => {
    await table(store, { players: [0, 1], scores: [9, 1], guild: '77' });
    await table(store, { players: [1, 2], scores: [9, 1] });
    await run(store, { player: 1, day: TODAY - 1, score: 4 });
    await countFinished(store, NOON);
    await forget(store, person(1), NOON);
    expect(await strengths()).toEqual([]);
    const live = await standings(store);
    expect(live).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
    await recount(store, NOON);
    expect(await standings(store)).toBe(live);
  });

  test('is rated anew when they come back, provisionally and from the beginning', async () => {
    for (let times = 0; times < 12; times++) await table(store, { players: [1, 0], scores: [9, 1] });
    await countFinished(store, NOON);
    const row = async () =>
      (
        await leaderboard(store, {
          game: GAME,
          guild: null,
          period: 'all',
          by: 'rating',
          page: 0,
          asker: person(1),
          at: NOON,
        })
      ).own;
    expect(await row()).toMatchObject({ provisional: false });
    await forget(store, person(1), NOON);
    await change(store, "INSERT INTO players (id, name) VALUES (?, 'Ben')", person(1));
    await table(store, { players: [1, 2], scores: [9, 1] });
    await countFinished(store, NOON);
    const [[first]] = rate([[{ mu: 25, sigma: 25 / 3 }], [{ mu: 25, sigma: 25 / 3 }]], { rank: [1, 2] });
    expect(await ratingOf(store, 1)).toMatchObject({ ...first, games: 1 });
    expect(await row()).toMatchObject({ provisional: true });
  });

  test('counts with the strength they had, until no game of theirs waits to be rated', async () => {
    await table(store, { players: [0, 1], scores: [1, 9], guild: '77' });
    // Only the world knows of this one, so that it knows them as stronger than the server does.
    await table(store, { players: [0, 1], scores: [1, 9] });
    await countFinished(store, NOON);
    const strength = (await ratingOf(store, 1))!;
    const here = (await ratingOf(store, 1, '77'))!;
    expect(strength.mu).toBeGreaterThan(here.mu);
    const open = await begun({ guild: '77' });
    await forget(store, person(1), NOON);
    expect(await ratingOf(store, 1)).toBeUndefined();
    expect(await strengths()).toEqual([
      { scope: '', mu: strength.mu },
      { scope: '77', mu: here.mu },
    ]);
    for (const guild of [null, '77']) {
      const board = await leaderboard(store, {
        game: GAME,
        guild,
        period: 'all',
        by: 'rating',
        page: 0,
        asker: person(0),
        at: NOON,
      });
      expect(board.rows.map(({ player }) => player)).toEqual([person(0)]);
    }
    const live = await rated();
    await recount(store, NOON);
    expect(await rated()).toEqual(live);
    await change(store, "UPDATE matches SET status = 'over', ended = 99, rated = 0 WHERE id = ?", open);
    await change(store, 'UPDATE entries SET own = NULL WHERE match = ? AND seat = 0', open);
    await countFinished(store, NOON);
    const [, [two]] = rate([[strength], [{ mu: 25, sigma: 25 / 3 }]], { rank: [1, 2] });
    expect(await ratingOf(store, 2)).toMatchObject(two!);
    expect(await strengths()).toEqual([]);
    const after = await standings(store);
    await recount(store, NOON);
    expect(await standings(store)).toBe(after);
  });

  test('a strength for which a match waited that ended without a rating goes, too', async () => {
    await table(store, { players: [0, 1], scores: [1, 9] });
    await countFinished(store, NOON);
    const open = await begun({ rated: [] });
    await forget(store, person(1), NOON);
    expect(await strengths()).toHaveLength(1);
    await change(store, "UPDATE matches SET status = 'over' WHERE id = ?", open);
    await countFinished(store, NOON);
    expect(await strengths()).toEqual([]);
  });
});
