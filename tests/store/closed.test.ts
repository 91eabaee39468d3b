import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { countFinished } from '../../src/daily/count.ts';
import { dayOf, periodsOf, startOf } from '../../src/daily/days.ts';
import { leaderboard } from '../../src/daily/leaderboard.ts';
import { scheduled } from '../../src/daily/maps.ts';
import { connectionOf } from '../../src/store/engine/sqlite.ts';
import { openStore, type Store } from '../../src/store/open.ts';
import { all, before, earlier, openFormer, scratch } from './folders.ts';

/** A database of before days were closed: every day keeps its map, ties are told apart, and tables are made anew. */

const GAME = 'metrox';
/** A Monday late in its month, ahead of the clock of this machine, up to which the migration writes days at least. */
const TODAY = dayOf(Date.UTC(2037, 10, 23));
const NOON = startOf(TODAY) + 12 * 3_600_000;

let file: string;
beforeEach(() => {
  file = join(scratch(), 'metrox.db');
});

interface Run {
  readonly player: string;
  readonly day: number;
  readonly score: number;
  readonly empty: number;
  readonly map?: string;
}

/** A file as the program left it then: each of the runs has ended and is counted in the old way. */
async function filled(
  runs: readonly Run[],
  tables: readonly { player: string; at: number; score: number }[] = [],
): Promise<void> {
  const store = openFormer(file, earlier(before('closed')));
  const raw = connectionOf(store);
  raw.pragma('foreign_keys = OFF');
  const begin = raw.prepare(
    `INSERT INTO matches (game, map, options, rules, seed, status, solo, host, capacity, thread, to_act, day, created_at, ended_at, ended, rated)
     VALUES ('${GAME}', ?, '{}', 1, 's', 'over', 1, ?, 1, 0, '[]', ?, 0, 0, (SELECT coalesce(max(ended), 0) + 1 FROM matches), 1)`,
  );
  const end = raw.prepare(
    `INSERT INTO results (match, seat, player, score, rank, parts, game, map, kind, people, at)
     VALUES (?, 0, ?, ?, 1, ?, '${GAME}', 'tokyo', ?, ?, ?)`,
  );
  const play = raw.prepare(
    `INSERT INTO daily (game, day, player, match, state, score, tallied, at) VALUES ('${GAME}', ?, ?, ?, 'finished', ?, 1, 0)`,
  );
  const tally = raw.prepare(
    `INSERT INTO tallies (game, period, player, dailies, points, games, wins, best) VALUES ('${GAME}', ?, ?, 1, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET dailies = dailies + 1, points = points + excluded.points, best = max(best, excluded.best)`,
  );
  for (const player of new Set([...runs, ...tables].map((one) => one.player)))
    raw.prepare('INSERT INTO players (id, name) VALUES (?, ?)').run(player, player);
  for (const { player, day, score, empty, map = 'tokyo' } of runs) {
    const id = begin.run(map, player, day).lastInsertRowid;
    end.run(id, player, score, JSON.stringify({ bonuses: score, empty }), 'daily', 1, startOf(day));
    play.run(day, player, id, score);
    const { today: _, ...periods } = periodsOf(day);
    for (const period of Object.values(periods)) tally.run(period, player, score, 0, null, score);
  }
  for (const { player, at, score } of tables) {
    const id = begin.run('tokyo', player, null).lastInsertRowid;
    end.run(id, player, score, '{}', 'table', 2, at);
  }
  await store.close();
}

describe('the maps of days', () => {
  test('are those of the runs, else those that took turns; up to today, and to a clock that is ahead', async () => {
    // A map that no day would have had in turn.
    const odd = [10, TODAY - 1].map((day) => ({ player: 'a', day, score: 1, empty: 0, map: 'osaka' }));
    await filled([...odd, { player: 'b', day: TODAY, score: 1, empty: 0, map: 'tube-town' }]);
    const store = openStore(file);
    const days = all(store, "SELECT day, map FROM days WHERE game = 'metrox' ORDER BY day");
    const maps = Array.from({ length: TODAY }, (_, i) => ({ day: i + 1, map: scheduled(GAME, i + 1) }));
    for (const { day } of odd) maps[day - 1]!.map = 'osaka';
    maps[TODAY - 1]!.map = 'tube-town';
    expect(days).toEqual(maps);
    await store.close();
  });

  test('of a new file are written up to today', async () => {
    const store = openStore(file);
    const today = dayOf(Date.now());
    const [{ n, last }] = all(store, 'SELECT count(*) AS n, max(day) AS last FROM days') as [
      { n: number; last: number },
    ];
    expect(n).toBe(last);
    // The day may have ended since.
    expect([today - 1, today]).toContain(last);
    await store.close();
  });
});

test('runs of equal score are told apart by their empty stations', async () => {
  await filled([
    { player: 'a', day: TODAY, score: 30, empty: 7 },
    { player: 'b', day: TODAY, score: 30, empty: 4 },
    { player: 'c', day: TODAY, score: 30, empty: 7 },
  ]);
  const store = openStore(file);
  const found = await leaderboard(store, {
    game: GAME,
    guild: null,
    period: 'today',
    by: 'daily',
    page: 0,
    asker: 'a',
    at: NOON,
  });
  expect(found.rows.map(({ player, rank }) => [player, rank])).toEqual([
    ['b', 1],
    ['c', 2],
    ['a', 2],
  ]);
  await store.close();
});

describe('tables', () => {
  const points = (store: Store) =>
    all(store, 'SELECT period, player, dailies, points, games, best FROM tallies ORDER BY player, period');
  const runs: Run[] = [
    // Seven days of one week; the newest of them is yesterday and not closed.
    ...[50, 40, 30, 20, 10, 60, -5].map((score, i) => ({ player: 'a', day: TODAY - 1 - i, score, empty: 0 })),
    { player: 'b', day: TODAY - 1, score: 44, empty: 0 },
    { player: 'c', day: TODAY - 20, score: -3, empty: 0 },
  ];
  const tables = [{ player: 'b', at: NOON, score: 12 }];

  test('are as if they had always been counted so, and nothing old is shown meanwhile', async () => {
    await filled(runs, tables);
    const store = openStore(file);
    // Whoever asks before it is done sees nobody rather than sums of the old kind.
    const month = await leaderboard(store, {
      game: GAME,
      guild: null,
      period: 'month',
      by: 'daily',
      page: 0,
      asker: 'a',
      at: NOON,
    });
    expect(month).toMatchObject({ total: 0, counts: { own: 0 } });
    // There are such sums, of that month, too.
    const { month: key } = periodsOf(TODAY);
    expect(all(store, `SELECT player FROM tallies WHERE period = '${key}' AND dailies = -1`)).toHaveLength(3);
    await countFinished(store, NOON);
    const made = points(store);
    // By hand: of 40, 30, 20, 10, 60 and -5 that are closed the best of a week are five, of a month and a season all, the
    // last at 0; for a mean of all time they are too few.
    const row = (player: string, dailies: number, best: number) => (period: string, sum: number | null) => ({
      period,
      player,
      dailies,
      points: sum,
      games: 0,
      best,
    });
    const [ofA, ofC] = [row('a', 6, 60), row('c', 1, -3)];
    expect(made.filter((one) => (one as { player: string }).player !== 'b')).toEqual([
      ofA('all', null),
      ofA('m2037-11', 160),
      ofA('s2037-4', 160),
      ofA('w2037-47', 160),
      ofC('all', null),
      ofC('m2037-11', 0),
      ofC('s2037-4', 0),
      ofC('w2037-45', 0),
    ]);
    expect(made).not.toContainEqual(expect.objectContaining({ dailies: -1 }));
    // Yesterday's score of b is in no table yet; the game at a table is.
    expect(made.filter((row) => (row as { player: string }).player === 'b')).toEqual(
      Object.values(periodsOf(TODAY))
        .sort()
        .map((period) => ({ period, player: 'b', dailies: 0, points: null, games: 1, best: 12 })),
    );
    await countFinished(store, startOf(TODAY + 1));
    expect(points(store)).toContainEqual(
      expect.objectContaining({
        period: periodsOf(TODAY - 1).month,
        player: 'b',
        dailies: 1,
        points: 44,
        best: 44,
      }),
    );
    await store.close();
  });

  test('that were not all made anew before a kill are made by the next start', async () => {
    await filled(runs, tables);
    const store = openStore(file);
    await countFinished(store, NOON);
    const whole = points(store);
    // One was left when the process died.
    connectionOf(store).exec(
      "UPDATE tallies SET dailies = -1, points = NULL WHERE player = 'a'; UPDATE daily SET tallied = 0 WHERE player = 'a'",
    );
    await store.close();
    const again = openStore(file);
    await countFinished(again, NOON);
    expect(points(again)).toEqual(whole);
    await again.close();
  });
});
