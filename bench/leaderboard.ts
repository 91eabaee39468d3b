import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { dayOf, PERIODS, type Period, periodsOf, startOf } from '../src/daily/days.ts';
import { BYS, leaderboard, TIMELESS } from '../src/daily/leaderboard.ts';
import { recount } from '../src/daily/recount.ts';
import { statisticsOf } from '../src/daily/statistics.ts';
import { connectionOf } from '../src/store/engine/sqlite.ts';
import { openStore, type Store } from '../src/store/open.ts';
import { firstRow } from '../tests/lib/rows.ts';

/**
 * `npm run bench:leaderboard`: how long a page of each table takes, and a player's statistics, in a database with a
 * million results (or as many as the first argument says): a year of games by 50,000 people, 20,000 of whom have
 * played today, in a world with one small and one large server. With `--anew` it counts everything anew at the end.
 */

const RESULTS = Number(process.argv[2] ?? 1_000_000);
const PEOPLE = Math.max(100, RESULTS / 20);
const TODAY_PLAYERS = Math.min(20_000, PEOPLE / 2);
const SERVERS = { small: 500, large: 20_000 } as const;
const CALLS = 200;
const GAME = 'metrox';
const TODAY = dayOf(Date.UTC(2026, 10, 28));
const NOON = startOf(TODAY) + 12 * 3_600_000;

let state = 2_463_534_242;
/** The next number of a fixed sequence, below `n`. */
function roll(n: number): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return Math.floor(((state >>> 0) / 2 ** 32) * n);
}

const person = (n: number): string => `${100_000_000 + n}`;
/** Few play much and many play little. */
const somebody = (): number => Math.floor((roll(1e6) / 1e6) ** 2 * PEOPLE);
const score = (): number => roll(40) + roll(30) - 6;

function fill(store: Store): void {
  const raw = connectionOf(store);
  raw.pragma('foreign_keys = OFF');
  raw.pragma('synchronous = OFF');
  const begin = raw.prepare(
    `INSERT INTO matches (game, map, options, rules, seed, status, solo, guild, host, capacity, thread, to_act,
       day, created_at, ended_at, ended, rated)
     VALUES ('${GAME}', ?, '{}', 1, 'seed', 'over', ?, ?, ?, 25, 0, '[]', ?, ?, ?, ?, 1)`,
  );
  const end = raw.prepare(
    `INSERT INTO results (match, seat, player, score, rank, parts, facts, game, map, kind, people, at)
     VALUES (?, ?, ?, ?, ?, '{}', '{"lines":4,"transfers":3}', '${GAME}', ?, ?, ?, ?)`,
  );
  const play = raw.prepare(
    `INSERT OR IGNORE INTO daily (game, day, player, match, state, score, tallied, at)
     VALUES ('${GAME}', ?, ?, ?, ?, ?, ?, ?)`,
  );
  const maps = ['tokyo', 'osaka', 'metro-city', 'tube-town'];
  raw.transaction(() => {
    const meet = raw.prepare('INSERT INTO players (id, name) VALUES (?, ?)');
    const enter = raw.prepare('INSERT INTO members (guild, player) VALUES (?, ?)');
    for (let n = 0; n < PEOPLE; n++) meet.run(person(n), `Name ${n}`);
    for (const [guild, size] of Object.entries(SERVERS)) {
      const step = Math.max(1, Math.floor(PEOPLE / size));
      for (let n = 0; n < PEOPLE; n += step) enter.run(guild, person(n));
    }
    let made = 0;
    let ended = 0;
    const run = (day: number, n: number, finished: boolean): void => {
      const points = finished ? score() : null;
      const map = maps[day % maps.length]!;
      const at = startOf(day) + roll(80_000_000);
      const id = Number(begin.run(map, 1, null, person(n), day, at, at, ++ended).lastInsertRowid);
      const kept = play.run(
        day,
        person(n),
        id,
        finished ? 'finished' : 'open',
        points,
        day < TODAY ? 1 : 0,
        at,
      );
      if (kept.changes === 0 || points === null) return;
      end.run(id, 0, person(n), points, 1, map, 'daily', 1, at);
      made++;
    };
    for (let n = 0; n < TODAY_PLAYERS; n++) run(TODAY, Math.floor((n * PEOPLE) / TODAY_PLAYERS), true);
    while (made < RESULTS * 0.4) run(TODAY - 1 - roll(TODAY - 1), somebody(), roll(50) > 0);
    while (made < RESULTS) {
      const at = NOON - roll(330 * 86_400_000);
      const people = [...new Set([somebody(), somebody(), somebody(), somebody()])].slice(0, 2 + roll(3));
      const scores = people.map(score);
      const map = maps[roll(4)]!;
      const guild = roll(3) ? 'large' : 'small';
      const id = Number(begin.run(map, 0, guild, person(people[0]!), null, at, at, ++ended).lastInsertRowid);
      for (const [seat, n] of people.entries()) {
        const rank = 1 + scores.filter((other) => other > scores[seat]!).length;
        end.run(id, seat, person(n), scores[seat]!, rank, map, 'table', people.length, at);
        made++;
      }
    }
    count(raw);
  })();
  raw.pragma('wal_checkpoint(TRUNCATE)');
}

/** The rows that counting would have made, all at once. */
function count(raw: Database.Database): void {
  raw.exec('CREATE TEMP TABLE spans (day INTEGER, period TEXT, own INTEGER)');
  const span = raw.prepare('INSERT INTO spans VALUES (?, ?, ?)');
  for (let day = 1; day <= TODAY; day++)
    for (const [period, key] of Object.entries(periodsOf(day)))
      span.run(day, key, period === 'today' ? 1 : 0);
  raw.exec('CREATE INDEX spans_day ON spans (day, period, own)');
  const day = `(at - ${startOf(1)}) / 86400000 + 1`;
  raw.exec(
    `INSERT INTO tallies (game, period, player, dailies, points, games, wins, best)
     SELECT '${GAME}', period, player, sum(run), sum(points), sum(sat), sum(won), max(score) FROM (
       SELECT spans.period, player, 1 AS run, score AS points, 0 AS sat, NULL AS won, score
         FROM daily JOIN spans ON spans.day = daily.day AND own = 0 WHERE score IS NOT NULL AND daily.day < ${TODAY}
       UNION ALL
       SELECT spans.period, player, 0, NULL, 1, rank = 1, score
         FROM results JOIN spans ON spans.day = ${day} WHERE kind = 'table')
     GROUP BY period, player`,
  );
  raw.exec(
    `INSERT INTO streaks (game, player, length, longest, last)
     SELECT '${GAME}', player, 1 + abs(random()) % 40, 40, max(day) FROM daily WHERE state = 'finished' GROUP BY player`,
  );
  for (const scope of ["''", 'guild'])
    raw.exec(
      `INSERT INTO ratings (game, scope, player, mu, sigma, shown, games)
       SELECT '${GAME}', ${scope}, player, 25, 8, 1000 + abs(random()) % 900, count(*)
         FROM results JOIN matches ON matches.id = match WHERE kind = 'table' GROUP BY ${scope}, player`,
    );
}

/** Of many calls: median and 99th percentile of the time that passed, and the latter of the processor's time. */
async function timed(work: (i: number) => Promise<unknown>): Promise<string> {
  for (let i = 0; i < 20; i++) await work(i);
  const passed: number[] = [];
  const used: number[] = [];
  for (let i = 0; i < CALLS; i++) {
    const before = process.cpuUsage();
    const start = performance.now();
    await work(i);
    passed.push(performance.now() - start);
    const { user, system } = process.cpuUsage(before);
    used.push((user + system) / 1000);
  }
  return [at(passed, 0.5), at(passed, 0.99), at(used, 0.99)].join(' ');
}

const at = (times: readonly number[], share: number): string =>
  [...times]
    .sort((a, b) => a - b)
    [Math.min(times.length - 1, Math.floor(share * times.length))]!.toFixed(2)
    .padStart(8);

const folder = mkdtempSync(join(tmpdir(), 'metrox-bench-'));
try {
  const file = join(folder, 'bench.db');
  const store = openStore(file);
  const start = performance.now();
  fill(store);
  connectionOf(store).pragma('synchronous = FULL');
  const rows = async (table: string) =>
    ((await firstRow(store, `SELECT count(*) AS n FROM ${table}`)) as { n: number }).n;
  console.log(
    `${await rows('results')} results, ${await rows('matches')} games, ${await rows('tallies')} tallies, ${PEOPLE} people; ` +
      `${Math.round(statSync(file).size / 1e6)} MB, filled in ${Math.round((performance.now() - start) / 1000)} s; ` +
      `${cpus()[0]?.model}`,
  );
  console.log(
    `${'milliseconds'.padEnd(40)} ${'p50'.padStart(8)} ${'p99'.padStart(8)} ${'p99 cpu'.padStart(8)}`,
  );
  const ask = (by: (typeof BYS)[number], period: Period, guild: string | null, page: number) => (i: number) =>
    leaderboard(store, {
      game: GAME,
      guild,
      period,
      by,
      page: page < 0 ? i * 7 : page,
      asker: person((i * 7919) % PEOPLE),
      at: NOON,
    });
  for (const by of BYS)
    for (const period of TIMELESS.includes(by) ? (['all'] as const) : PERIODS)
      for (const guild of [null, 'small', 'large']) {
        const name = `${by} ${TIMELESS.includes(by) ? '' : period}, ${guild ? `${guild} server` : 'world'}`;
        console.log(`${name.padEnd(40)} ${await timed(ask(by, period, guild, 0))}`);
      }
  console.log(
    `${'daily all, world, pages far back'.padEnd(40)} ${await timed(ask('daily', 'all', null, -1))}`,
  );
  const facts = (i: number) =>
    statisticsOf(store, { game: GAME, player: person((i * 104_729) % PEOPLE), asker: person(i), at: NOON });
  console.log(`${'statistics of a player'.padEnd(40)} ${await timed(facts)}`);
  const busiest = (await firstRow(
    store,
    'SELECT player FROM results GROUP BY player ORDER BY count(*) DESC LIMIT 1',
  )) as { player: string };
  const most = () => statisticsOf(store, { game: GAME, player: busiest.player, asker: person(1), at: NOON });
  console.log(`${'statistics of whoever played most'.padEnd(40)} ${await timed(most)}`);
  if (process.argv.includes('--anew')) {
    const start = performance.now();
    const { matches } = await recount(store, NOON);
    console.log(`${matches} games counted anew in ${Math.round((performance.now() - start) / 1000)} s`);
  }
  await store.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
