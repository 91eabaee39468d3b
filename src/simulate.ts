import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { ticks } from './clock.ts';
import { findMap, findModule, MODULES } from './modules.ts';
import { playersOf, type Result, type SimulateJob, type Simulation, simulated } from './simulating.ts';
import { createThread, type Thread } from './threads.ts';

/**
 * `npm run simulate -- --game metrox --map tokyo --players hard,normal --games 1000 --seed 1`: has computers play games, on all cores,
 * and tells how many points they make and how long they think.
 */

const USAGE = [
  'Usage: npm run --silent simulate -- --game GAME --players NAME[,NAME...] [--map MAP] [--games 100] [--seed 1] [--json]',
  `       GAME: ${MODULES.map(({ rules }) => rules.id).join(', ')}; NAME: random, easy, normal, hard, as the game has them`,
].join('\n');

const MOST_GAMES = 1_000_000;
/** Below these shares of a player's games lie the quantiles that are told, in percent. */
const SHARES = [5, 25, 50, 75, 95] as const;

interface Order {
  readonly simulation: Simulation;
  readonly games: number;
  readonly json: boolean;
}

/** What is asked for, or a sentence on what is wrong with it. */
export function orderOf(words: readonly string[]): Order | string {
  const given = optionsOf(words);
  if (typeof given === 'string') return given;
  const { game = '', map, players = '', games = '100', seed = '1', json = false } = given;
  const ids = MODULES.map(({ rules }) => rules.id).join(', ');
  if (game === '') return `Which game is to be played? --game ${ids.replaceAll(', ', ' or --game ')}`;
  const module = findModule(game);
  if (!module) return `There is no game "${game}": there are ${ids}.`;
  const maps = module.maps();
  const found = map === undefined ? maps[0] : findMap(module, map);
  if (!found) return `There is no map "${map}" of ${game}: there are ${maps.map(({ id }) => id).join(', ')}.`;
  const can = playersOf(module);
  const names = players.split(',').map((name) => name.trim());
  const stranger = names.find((name) => !can.includes(name));
  if (players === '')
    return `Who is to play? --players with names from ${can.join(', ')}, with commas between them.`;
  if (stranger !== undefined)
    return `There is no player "${stranger}" of ${game}: there are ${can.join(', ')}.`;
  const [fewest, most] = module.rules.seats;
  if (names.length < fewest || names.length > most)
    return `${game} is played by ${fewest} to ${most}, not by ${names.length}.`;
  const count = /^\d+$/.test(games) ? Number(games) : 0;
  if (count < 1 || count > MOST_GAMES)
    return `--games must be a whole number from 1 to ${MOST_GAMES}, not "${games}".`;
  return { simulation: { game, map: found.id, players: names, seed }, games: count, json };
}

function optionsOf(words: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...words],
      options: { game: text, map: text, players: text, games: text, seed: text, json: { type: 'boolean' } },
    }).values;
  } catch {
    return USAGE;
  }
}

/** A number of games for one thread at a time: few enough that all threads end at about the same time. */
const pieceOf = (games: number, threads: number): number =>
  Math.max(1, Math.min(50, Math.floor(games / (16 * threads))));

/** By game and player. `told` is called with the number of games that have been played. */
async function played(
  simulation: Simulation,
  games: number,
  told: (done: number) => void,
): Promise<Result[][]> {
  const threads = Array.from({ length: Math.min(games, availableParallelism()) }, createThread);
  const piece = pieceOf(games, threads.length);
  const results: Result[][] = [];
  let [next, done] = [0, 0];
  async function work(thread: Thread): Promise<void> {
    while (next < games) {
      const job: SimulateJob = { simulate: simulation, from: next, to: Math.min(games, next + piece) };
      next = job.to;
      const some = thread.able() ? await thread.ask<Result[][]>(job) : simulated(job);
      for (const [at, one] of some.entries()) results[job.from + at] = one;
      done += some.length;
      told(done);
    }
  }
  try {
    await Promise.all(threads.map(work));
  } finally {
    for (const thread of threads) await thread.end();
  }
  return results;
}

interface Summary {
  readonly player: string;
  readonly mean: number;
  /** The standard deviation of one game. */
  readonly deviation: number;
  /** By share in percent. */
  readonly quantiles: Readonly<Record<string, number>>;
  /** The share of all wins, from 0 to 1. */
  readonly wins: number;
  readonly ms_a_move: number;
}

/** What the results of one player come to. */
export function summaryOf(player: string, results: readonly Result[]): Summary {
  const mean = (of: (one: Result) => number): number =>
    results.reduce((sum, one) => sum + of(one), 0) / results.length;
  const middle = mean(({ score }) => score);
  const squares = results.reduce((sum, { score }) => sum + (score - middle) ** 2, 0);
  const sorted = results.map(({ score }) => score).sort((one, other) => one - other);
  return {
    player,
    mean: middle,
    deviation: Math.sqrt(squares / Math.max(1, results.length - 1)),
    quantiles: Object.fromEntries(
      SHARES.map((share) => [share, sorted[Math.max(0, Math.ceil((share / 100) * sorted.length) - 1)]!]),
    ),
    wins: mean(({ win }) => win),
    ms_a_move: mean(({ spent }) => spent) / mean(({ moves }) => moves),
  };
}

function tableOf(summaries: readonly Summary[]): string {
  const rows = [
    ['player', 'mean', 'deviation', ...SHARES.map((share) => `${share} %`), 'wins', 'ms a move'],
    ...summaries.map(({ player, mean, deviation, quantiles, wins, ms_a_move }) => [
      player,
      mean.toFixed(2),
      deviation.toFixed(2),
      ...SHARES.map((share) => `${quantiles[share]}`),
      `${(100 * wins).toFixed(1)} %`,
      ms_a_move.toFixed(2),
    ]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (row: readonly string[]): string =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join('  ');
  return rows.map(line).join('\n');
}

const WIDTH = 30;

/** How far it has come after so many milliseconds, as a bar and in words. */
export function barOf(done: number, games: number, spent: number): string {
  const full = Math.floor((WIDTH * done) / games);
  const left = Math.ceil((spent / 1000) * (games / done - 1));
  const time = `${Math.floor(left / 60)}:${`${left % 60}`.padStart(2, '0')}`;
  return `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${done} of ${games} games, ${time} left`;
}

/** Shows that on a terminal, on one line, which is gone in the end; errors that go to a file are left alone. */
function progressOf(games: number): (done: number) => void {
  const begun = ticks();
  return (done) => {
    if (!process.stderr.isTTY) return;
    process.stderr.write(`\r${done < games ? barOf(done, games, ticks() - begun) : ''}\u001b[K`);
  };
}

/** Figures with three places behind the point at most: more are noise. */
const short = (_key: string, value: unknown): unknown =>
  typeof value === 'number' ? Number(value.toFixed(3)) : value;

export async function main(): Promise<void> {
  const order = orderOf(process.argv.slice(2));
  if (typeof order === 'string') {
    process.stderr.write(`${order}\n`);
    process.exitCode = 2;
    return;
  }
  const { simulation, games, json } = order;
  const results = await played(simulation, games, progressOf(games));
  const summaries = simulation.players.map((name, player) =>
    summaryOf(
      name,
      results.map((one) => one[player]!),
    ),
  );
  const { game, map, seed } = simulation;
  if (json)
    process.stdout.write(`${JSON.stringify({ game, map, games, seed, players: summaries }, short)}\n`);
  else process.stdout.write(`${game} on ${map}, ${games} games, seed ${seed}\n\n${tableOf(summaries)}\n`);
}
