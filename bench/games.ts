import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { countFinished } from '../src/daily/count.ts';
import { recount } from '../src/daily/recount.ts';
import { statisticsOf } from '../src/daily/statistics.ts';
import { openLobby } from '../src/match/opening.ts';
import { openBefore } from '../src/store/daily.ts';
import { connectionOf } from '../src/store/engine/sqlite.ts';
import { foldable, foldMatch } from '../src/store/folding.ts';
import { runningAway } from '../src/store/guilds.ts';
import { claimDue, sweep } from '../src/store/jobs.ts';
import { load, matchesOf } from '../src/store/matches.ts';
import { openStore, type Store } from '../src/store/open.ts';
import { sweepOpened } from '../src/store/opened.ts';
import { withGone } from '../src/store/privacy.ts';
import { versus } from '../src/store/statistics.ts';
import { behind, isTablesThread } from '../src/store/tables.ts';
import { copy, fill, type Game, guild, MAPS, person, played, SEATS } from './archive.ts';
import { cpu, interleaved, type Measured, type Part, table } from './measure.ts';

/** What a finished game takes in the file, what folding it costs, and what queries take where there are 100,000. */
export const part: Part = { name: 'games', run };

const STORED = 100_000;
/** So many of each game are played; the rest are copies of them. */
const PLAYED = 4;
const RUNNING = 300;
/** Copies that are measured as rows, and folded. */
const UNFOLDED = 300;
const DAY = 24 * 3_600_000;
const FROM = Date.UTC(2026, 0, 5);
const LATER = FROM + 300 * DAY;
/** So many are counted anew to see what one costs. */
const RECOUNTED = 400;
const [ROUNDS, CALLS] = [5, 20] as const;

const GAMES = Object.keys(MAPS) as Game[];

async function run(): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'metrox-games-'));
  const store = openStore(join(folder, 'metrox.db'));
  try {
    return await measured(store);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the file holds, without what is free in it. */
function bytesOf(raw: Database.Database): number {
  const read = (what: string): number => raw.pragma(what, { simple: true }) as number;
  return (read('page_count') - read('freelist_count')) * read('page_size');
}

async function measured(store: Store): Promise<Measured> {
  const raw = connectionOf(store);
  // Filling is not measured: it need not survive anything, and has the whole file in memory.
  raw.pragma('synchronous = OFF');
  raw.pragma('cache_size = -600000');
  await fill(store);
  const rows = [['bytes a finished game in the file', 'as rows', 'folded', 'folding, ms CPU']];
  const bytes: Record<string, number> = {};
  const folding: number[] = [];
  const folded: number[] = [];
  for (const game of GAMES) {
    const ids: number[] = [];
    for (let n = 0; n < PLAYED; n++) ids.push(await played(store, game, FROM + n * DAY));
    await countFinished(store, LATER);
    const grown = async (times: number): Promise<number> => {
      const before = bytesOf(raw);
      copy(raw, ids, times);
      return (bytesOf(raw) - before) / times;
    };
    const asRows = await grown(UNFOLDED);
    const copies = raw.prepare('SELECT id FROM matches WHERE id > ?').pluck().all(ids.at(-1)!) as number[];
    const from = cpu();
    await Promise.all([...ids, ...copies].map((id) => foldMatch(store, id, LATER)));
    const spent = (cpu() - from) / (ids.length + copies.length);
    bytes[game] = Math.round(await grown(Math.floor(STORED / GAMES.length) - UNFOLDED));
    folding.push(spent);
    folded.push(...ids);
    rows.push([game, String(Math.round(asRows)), String(bytes[game]), spent.toFixed(2)]);
  }
  const games = raw.prepare('SELECT count(*) FROM matches').pluck().get() as number;
  const running: number[] = [];
  for (const game of GAMES) running.push(await played(store, game, LATER - DAY, 20));
  copy(raw, running, RUNNING);
  raw.pragma('synchronous = NORMAL');
  raw.pragma('cache_size = -2000');
  raw.pragma('wal_checkpoint(TRUNCATE)');
  // Counting them is not measured here; all of it stands in the tables of scores.
  raw.exec('UPDATE matches SET rated = 1 WHERE ended IS NOT NULL');
  const times = await queries(store, folded, running);
  const slow = Object.entries(times).sort(([, a], [, b]) => b - a);
  const list = [
    [`ms CPU a query, ${games} games stored, ${RUNNING} running`, ''],
    ...slow.map(([name, time]) => [name, time.toFixed(3)]),
  ];
  const anew = await recounted();
  return {
    lines: [
      ...table(rows),
      '',
      ...table(list),
      '',
      `counting anew: ${anew.toFixed(2)} ms CPU a game of ${SEATS}`,
    ],
    figures: { bytes, folding, queries: times, recount: anew },
  };
}

/** Each is asked of the one who has played most, where it is about somebody. */
async function queries(store: Store, folded: readonly number[], running: readonly number[]) {
  const [most, second] = [person(0), person(1)];
  const about = (player: string) => ({ game: 'metrox', player, asker: second, at: LATER });
  const pick = <T>(list: readonly T[], call: number): T => list[call % list.length]!;
  return interleaved(ROUNDS, CALLS, {
    'a folded game, opened': (call) => load(store, pick(folded, call)),
    'a running game, opened': (call) => load(store, pick(running, call)),
    'a lobby, made': (call) =>
      openLobby(store, {
        ...{ game: 'metrox', map: 'tokyo', options: {}, host: most, guild: guild(1), channel: '1' },
        ...{ message: null, capacity: 3, thread: true, origin: `o${call}`, rematchOf: null, at: LATER },
      }),
    'games of somebody': () => matchesOf(store, most),
    'what is behind': () => behind(store, LATER),
    'what is due': () => claimDue(store, LATER - 300 * DAY, 'bench', LATER, 50),
    'work that was done, swept': () => sweep(store, LATER - 400 * DAY),
    'what may be folded': () => foldable(store, LATER, 20),
    'what is to be counted': () => countFinished(store, LATER),
    'runs of past days': () => openBefore(store, 300),
    'games without their people': () => withGone(store),
    'games of servers that are gone': () => runningAway(store),
    'buttons of what is over': () => sweepOpened(store, LATER - DAY),
    'whether a channel is a thread': (call) => isTablesThread(store, String(call)),
    'two who played together': () => versus(store, 'metrox', most, second),
    'statistics of one who played a little': () => statisticsOf(store, about(person(2_500))),
    'statistics of the one who played most': () => statisticsOf(store, about(most)),
  });
}

/** Counts a part of the games anew, in a database of its own: ms CPU a game. */
async function recounted(): Promise<number> {
  const other = openStore(':memory:');
  try {
    await fill(other);
    const ids: number[] = [];
    for (const game of GAMES) ids.push(await played(other, game, FROM));
    copy(connectionOf(other), ids, RECOUNTED);
    const from = cpu();
    await recount(other, LATER);
    return (cpu() - from) / RECOUNTED;
  } finally {
    await other.close();
  }
}
