import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isClosed } from '../../src/daily/closing.ts';
import { countFinished } from '../../src/daily/count.ts';
import { startOf } from '../../src/daily/days.ts';
import { mapOfDay, seedOf } from '../../src/daily/maps.ts';
import { beginRun, closeExpired, hasDaily, progressOf } from '../../src/daily/runs.ts';
import { endEarly } from '../../src/match/ending.ts';
import type { Match } from '../../src/match/match.ts';
import { open } from '../../src/match/open.ts';
import { openSolo } from '../../src/match/opening.ts';
import { type Played, play } from '../../src/match/play.ts';
import { bestElsewhere, placing, runOf, scoresOf, type Worth } from '../../src/store/daily.ts';
import { openStore, type Store } from '../../src/store/open.ts';
import { meet } from '../../src/store/players.ts';
import { dice } from '../lib/chance.ts';
import { change, rows } from '../lib/rows.ts';

const GAME = 'metrox';
const HOUR = 3_600_000;
const MINUTE = 60_000;
/** 2028-02-29. */
const LEAP = 790;

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'metrox-runs-'));
  store = openStore(join(folder, 'metrox.db'));
  for (const [i, name] of ['Ann', 'Ben', 'Cleo'].entries()) await meet(store, idOf(i), name, '77');
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const idOf = (i: number): string => String(1000 + i);
const [ANN, BEN, CLEO] = [idOf(0), idOf(1), idOf(2)];

let presses = 0;
const begin = async (player: string, at: number, into = store): Promise<number> =>
  (await beginRun(into, { game: GAME, player, guild: '77', origin: String(++presses), at })).id;

async function known(id: number): Promise<Match> {
  const match = await open(store, id);
  if (!match) throw new Error(`There is no match ${id}.`);
  return match;
}

/** Plays a run by chance, `turns` turns or to its end. */
async function go(
  id: number,
  at: number,
  { turns = 100, seed = id }: { turns?: number; seed?: number } = {},
): Promise<Match> {
  const roll = dice(seed * 7919 + 1);
  const match = await known(id);
  const { game } = match;
  const codes: string[] = [];
  let { state } = match;
  for (let n = 0; n < turns && !game.over(state); n++) {
    const legal = game.actions(state, 0);
    const action = legal[roll(legal.length)];
    codes.push(game.code(action!));
    state = game.apply(state, 0, action!);
  }
  await move(match, codes, at);
  return known(id);
}

const move = (match: Match, codes: readonly string[], at: number): Promise<Played> =>
  play(store, {
    match: match.id,
    user: match.seats[0]!.player!,
    turn: match.game.turn(match.state),
    codes,
    at,
  });

const found = <T>(text: string, ...values: unknown[]): Promise<T[]> => rows<T>(store, text, ...values);

describe('a run', () => {
  test('is one a person a day: twenty at once, on two servers and by two processes, begin one', async () => {
    const other = openStore(join(folder, 'metrox.db'));
    const at = startOf(LEAP) + HOUR;
    const begun = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        beginRun(i % 2 ? store : other, {
          game: GAME,
          player: ANN,
          guild: i % 3 ? '77' : '88',
          origin: `press-${i}`,
          at: at + i,
        }),
      ),
    );
    await other.close();
    const ids = begun.map(({ id }) => id);
    expect(new Set(ids).size).toBe(1);
    expect(await found('SELECT id FROM matches')).toHaveLength(1);
    expect(await found<{ day: number; state: string }>('SELECT day, state FROM daily')).toEqual([
      { day: LEAP, state: 'open' },
    ]);
    const done = await go(ids[0]!, at);
    // Neither is there a second one after the first.
    expect(await begin(ANN, at + HOUR)).toBe(done.id);
    expect(await begin(ANN, startOf(LEAP + 1))).not.toBe(done.id);
    expect(await begin(BEN, at + HOUR)).not.toBe(done.id);
  });

  test('has the same map and cards for everybody, and each day others', async () => {
    const at = startOf(LEAP);
    const [ann, ben, later] = [
      await known(await begin(ANN, at)),
      await known(await begin(BEN, at + 23 * HOUR)),
      await known(await begin(ANN, startOf(LEAP + 4))),
    ];
    expect([ann.row.map, ann.row.seed]).toEqual([ben.row.map, ben.row.seed]);
    expect(ann.row.seed).toBe(await seedOf(store, GAME, LEAP));
    expect(later.row.map).toBe(ann.row.map);
    expect(later.row.seed).not.toBe(ann.row.seed);
    const cards = async (id: number, seed: number) =>
      (await go(id, at, { seed })).phases.map(({ state }) => (state as { card: string | null }).card);
    // However they play; who fills a map sooner sees fewer of them.
    const [first, second] = [await cards(ann.id, 1), await cards(ben.id, 2)];
    const both = Math.min(first.length, second.length) - 1;
    expect(both).toBeGreaterThan(15);
    expect(first.slice(0, both)).toEqual(second.slice(0, both));
  });

  test('counts for the day on which it was begun, whenever it ends', async () => {
    const id = await begin(ANN, startOf(LEAP + 1) - 1);
    const done = await go(id, startOf(LEAP + 1) + 5 * MINUTE);
    expect(await runOf(store, GAME, LEAP, ANN)).toMatchObject({
      state: 'finished',
      match: id,
      score: done.game.score(done.state)[0]!.score,
    });
    expect(await runOf(store, GAME, LEAP + 1, ANN)).toBeUndefined();
    expect(await progressOf(store, GAME, ANN, startOf(LEAP + 1))).toMatchObject({ streak: 1, last: LEAP });
  });

  test('may be gone on with on its day and the next, to the last millisecond', async () => {
    const id = await begin(ANN, startOf(LEAP));
    const last = startOf(LEAP + 2) - 1;
    expect([await isClosed(store, LEAP, last), await isClosed(store, LEAP, last + 1)]).toEqual([false, true]);
    expect(await closeExpired(store, last)).toBe(0);
    expect((await progressOf(store, GAME, ANN, last)).pending.map(({ match }) => match)).toEqual([id]);
    expect((await go(id, last)).row.status).toBe('over');
    expect((await runOf(store, GAME, LEAP, ANN))?.state).toBe('finished');
  });

  test('that ran out counts as it stood: not finished, no day of a streak, and nothing can be added', async () => {
    const at = startOf(LEAP) + HOUR;
    await go(await begin(ANN, startOf(LEAP - 1)), startOf(LEAP - 1));
    const id = await begin(ANN, at);
    const left = await go(id, at, { turns: 12 });
    const { score, parts } = left.game.score(left.state)[0]!;
    expect(await closeExpired(store, startOf(LEAP + 2))).toBe(1);
    expect(await closeExpired(store, startOf(LEAP + 2))).toBe(0);
    expect(await endEarly(store, id, startOf(LEAP + 2))).toBeUndefined();
    expect(await runOf(store, GAME, LEAP, ANN)).toMatchObject({ state: 'unfinished', score });
    expect(await found('SELECT seat, player, score, kind, parts FROM results WHERE match = ?', id)).toEqual([
      { seat: 0, player: ANN, score, kind: 'daily', parts: JSON.stringify(parts) },
    ]);
    const legal = left.game.code(left.game.actions(left.state, 0)[0]!);
    expect(await move(left, [legal], startOf(LEAP + 2))).toMatchObject({ ok: false, why: 'over' });
    const after = await known(id);
    expect(after.game.over(after.state)).toBe(false);
    expect(after.game.turn(after.state)).toBe(13);
    expect(await progressOf(store, GAME, ANN, startOf(LEAP + 2))).toMatchObject({ streak: 0, longest: 1 });
  });

  test('that is put aside costs nothing when its day closes: it breaks no streak and adds none', async () => {
    await go(await begin(ANN, startOf(LEAP)), startOf(LEAP));
    const at = startOf(LEAP + 1);
    const [broken, bens] = [await begin(ANN, at), await begin(BEN, at)];
    for (const id of [broken, bens]) await go(id, at, { turns: 2 });
    await change(store, "UPDATE actions SET code = '?' WHERE match = ?", broken);
    await expect(open(store, broken)).rejects.toThrow('put aside');
    // As long as its day is open it may yet be gone on with.
    expect(await progressOf(store, GAME, ANN, startOf(LEAP + 2))).toMatchObject({ streak: 1, last: LEAP });
    await go(await begin(ANN, startOf(LEAP + 2)), startOf(LEAP + 2));
    // It holds nobody else's up.
    expect(await closeExpired(store, startOf(LEAP + 3))).toBe(1);
    expect(await closeExpired(store, startOf(LEAP + 3))).toBe(0);
    expect(await runOf(store, GAME, LEAP + 1, ANN)).toMatchObject({ state: 'aside', score: null });
    expect(await runOf(store, GAME, LEAP + 1, BEN)).toMatchObject({ state: 'unfinished' });
    expect(await found('SELECT * FROM results WHERE match = ?', broken)).toEqual([]);
    expect(await progressOf(store, GAME, ANN, startOf(LEAP + 3))).toMatchObject({ streak: 2, longest: 2 });
    await countFinished(store, startOf(LEAP + 3));
    expect(await found('SELECT length, longest FROM streaks WHERE player = ?', ANN)).toEqual([
      { length: 2, longest: 2 },
    ]);
    expect(await open(store, broken)).toBeUndefined();
  });

  test('that ran out is closed once by two processes at once, and never while somebody ends it', async () => {
    const other = openStore(join(folder, 'metrox.db'));
    const at = startOf(LEAP);
    const ids = [await begin(ANN, at), await begin(BEN, at), await begin(CLEO, at)];
    const late = startOf(LEAP + 2);
    await Promise.all([closeExpired(store, late), closeExpired(other, late), closeExpired(store, late)]);
    await other.close();
    for (const id of ids) {
      const ends = (await known(id)).log.filter(({ code }) => code === '/end');
      expect(ends).toHaveLength(1);
      expect(await found('SELECT * FROM results WHERE match = ?', id)).toHaveLength(1);
    }
  });
});

describe('where somebody stands', () => {
  test('with yesterday’s run open, the days before it still count; a day later they do not', async () => {
    for (const day of [LEAP - 2, LEAP - 1]) await go(await begin(ANN, startOf(day)), startOf(day));
    const id = await begin(ANN, startOf(LEAP));
    const streaks = await Promise.all(
      [LEAP, LEAP + 1, LEAP + 2].map(
        async (day) => (await progressOf(store, GAME, ANN, startOf(day))).streak,
      ),
    );
    expect(streaks).toEqual([2, 2, 0]);
    // Today's is finished first; yesterday's, finished then, joins them.
    const today = startOf(LEAP + 1) + HOUR;
    await go(await begin(ANN, today), today);
    expect(await progressOf(store, GAME, ANN, today)).toMatchObject({ streak: 1, longest: 2 });
    await go(id, today);
    expect(await progressOf(store, GAME, ANN, today)).toMatchObject({ streak: 4, longest: 4, pending: [] });
  });

  test('practice and earlier dailies change nothing', async () => {
    const at = startOf(LEAP);
    for (const seed of [undefined, await seedOf(store, GAME, LEAP - 1)]) {
      const { id } = await openSolo(store, {
        game: GAME,
        map: 'tokyo',
        host: ANN,
        guild: null,
        origin: null,
        at,
        seed,
      });
      expect((await go(id, at)).row.status).toBe('over');
    }
    expect(await found('SELECT * FROM daily')).toEqual([]);
    expect(await progressOf(store, GAME, ANN, at)).toMatchObject({ streak: 0, longest: 0, last: 0 });
    expect((await placing(store, GAME, LEAP - 1, { score: 0, tie: 0 })).of).toBe(0);
    expect(await bestElsewhere(store, GAME, ANN, LEAP)).toBeNull();
  });

  test('ranks share places, here only among those of the server', async () => {
    await meet(store, '2000', 'Dia', '88');
    const worths = new Map<string, Worth>();
    for (const [i, player] of [ANN, BEN, CLEO, '2000'].entries()) {
      const done = await go(await begin(player, startOf(LEAP)), startOf(LEAP), { seed: i % 2 });
      const { score, parts } = done.game.score(done.state)[0]!;
      worths.set(player, { score, tie: -parts.empty! });
      expect(await runOf(store, GAME, LEAP, player)).toMatchObject(worths.get(player)!);
    }
    // The same seed plays the same game.
    expect(worths.get(ANN)).toEqual(worths.get(CLEO));
    const counts = new Map<number, number>();
    for (const { score } of worths.values()) counts.set(score!, (counts.get(score!) ?? 0) + 1);
    expect(await scoresOf(store, GAME, LEAP)).toEqual([...counts].sort(([one], [other]) => one - other));
    expect(await scoresOf(store, GAME, LEAP - 1)).toEqual([]);
    for (const [player, worth] of worths) {
      const order = ({ score, tie }: Worth) => 1000 * score! + tie;
      const others = [...worths].filter(([other]) => other !== player);
      const above = others.filter(([, other]) => order(other) > order(worth));
      const below = others.filter(([, other]) => order(other) < order(worth));
      const rank = 1 + above.length;
      expect(await placing(store, GAME, LEAP, worth)).toEqual({ rank, of: 4, behind: below.length });
      const here = player === '2000' ? '88' : '77';
      const in_ = ([other]: [string, Worth]) => (other === '2000') === (here === '88');
      expect(await placing(store, GAME, LEAP, worth, here)).toEqual({
        rank: 1 + above.filter(in_).length,
        of: here === '88' ? 1 : 3,
        behind: below.filter(in_).length,
      });
    }
  });

  test('the best is of the same map, on other days', async () => {
    const scoreOn = async (day: number, seed: number): Promise<number> => {
      const done = await go(await begin(ANN, startOf(day)), startOf(day), { seed });
      return done.game.score(done.state)[0]!.score;
    };
    const [a, b, other] = [await scoreOn(LEAP, 3), await scoreOn(LEAP + 4, 4), await scoreOn(LEAP + 5, 5)];
    for (const day of [LEAP + 8, LEAP + 9]) await mapOfDay(store, GAME, day);
    expect(await bestElsewhere(store, GAME, ANN, LEAP + 8)).toBe(Math.max(a, b));
    expect(await bestElsewhere(store, GAME, ANN, LEAP + 4)).toBe(a);
    expect(await bestElsewhere(store, GAME, ANN, LEAP + 9)).toBe(other);
    expect(await bestElsewhere(store, GAME, BEN, LEAP + 8)).toBeNull();
  });
});

test('only games that one can play alone have a daily', () => {
  expect([hasDaily('metrox'), hasDaily('nothing')]).toEqual([true, false]);
});
