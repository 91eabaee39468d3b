import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { barOf, orderOf, summaryOf } from '../src/simulate.ts';
import { type Result, type SimulateJob, simulated } from '../src/simulating.ts';
import { createThread, threadsFrom } from '../src/threads.ts';
import { PATIENCE } from './patience.ts';
import { command, run } from './store/programs.ts';

/** `npm run simulate`: games among computers. */

const asked = (line: string) => orderOf(line.split(' '));

describe('what is asked for', () => {
  test('is a game with its first map, unless another is named', () => {
    expect(asked('--game metrox --players easy')).toEqual({
      simulation: { game: 'metrox', map: 'tokyo', players: ['easy'], seed: '1' },
      games: 100,
      json: false,
    });
    expect(asked('--json --map=osaka --seed x --games 7 --players hard,random,normal --game metrox')).toEqual(
      {
        simulation: { game: 'metrox', map: 'osaka', players: ['hard', 'random', 'normal'], seed: 'x' },
        games: 7,
        json: true,
      },
    );
  });

  test.each([
    ['--players easy', /^Which game .*--game metrox or --game metro or --game metromania$/],
    ['--game chess --players easy', /^There is no game "chess": there are metrox, metro, metromania\.$/],
    [
      '--game metrox --map paris --players easy',
      /^There is no map "paris" of metrox: there are tokyo, .*\.$/,
    ],
    [
      '--game metrox --players easy,best',
      /^There is no player "best" of metrox: there are random, easy, .*\.$/,
    ],
    ['--game metrox --players easy,', /^There is no player "" of metrox/],
    ['--game metrox', /^Who is to play\? --players .*random, easy, /],
    ['--game metro --players easy', /^metro is played by 2 to 6, not by 1\.$/],
    ['--game metrox --players easy --games 0', /^--games must be a whole number from 1 .*, not "0"\.$/],
    ['--game metrox --players easy --games 1e3', /^--games must be a whole number from 1 .*, not "1e3"\.$/],
    ['--game metrox --players easy --gmaes 3', /^Usage: /],
    ['--game metrox --players', /^Usage: /],
    ['tokyo', /^Usage: /],
  ])('%s is told what is wrong', (line, sentence) => {
    expect(asked(line)).toMatch(sentence);
  });
});

describe('games', () => {
  const job = (players: string[], from: number, to: number): SimulateJob => ({
    simulate: { game: 'metrox', map: 'tokyo', players, seed: 's' },
    from,
    to,
  });
  const scoresOf = (results: readonly (readonly Result[])[]): number[][] =>
    results.map((game) => game.map(({ score }) => score));

  test('are the same, however they are shared out', () => {
    const players = ['easy', 'random', 'normal'];
    const all = scoresOf(simulated(job(players, 0, 5)));
    expect(scoresOf([...simulated(job(players, 0, 2)), ...simulated(job(players, 2, 5))])).toEqual(all);
    expect(new Set(all.map(String)).size).toBeGreaterThan(1);
  });

  test('of one deal are as many as there are players, each in another seat', () => {
    // All are as strong and have the same cards, so it matters alone where they sit.
    const games = simulated(job(['easy', 'easy', 'easy'], 3, 6));
    const bySeat = games[0]!.map(({ score }) => score);
    expect(new Set(bySeat).size).toBe(3);
    for (const [turn, game] of games.entries()) {
      expect(game.map(({ score }) => score)).toEqual([0, 1, 2].map((player) => bySeat[(player + turn) % 3]));
      expect(game.reduce((sum, { win }) => sum + win, 0)).toBe(1);
      for (const { moves, spent } of game) {
        expect(moves).toBeGreaterThanOrEqual(23);
        expect(spent).toBeGreaterThan(0);
      }
    }
    // In Metro who begins has another game.
    const metro = simulated({
      simulate: { game: 'metro', map: 'paris', players: ['easy', 'random'], seed: 's' },
      from: 0,
      to: 2,
    });
    expect(metro[0]!.map(({ score }) => score)).not.toEqual(metro[1]!.map(({ score }) => score));
  });

  test('are played in a thread as they are here', async () => {
    threadsFrom({ file: fileURLToPath(new URL('lib/thread.mjs', import.meta.url)) });
    const thread = createThread();
    try {
      const there = await thread.ask<Result[][]>(job(['easy', 'normal'], 0, 2));
      expect(scoresOf(there)).toEqual(scoresOf(simulated(job(['easy', 'normal'], 0, 2))));
    } finally {
      await thread.end();
    }
  });
});

test('results come to a mean, a deviation, quantiles, wins and the time of a move', () => {
  const scores = [1, 2, 3, 4, 10];
  const results = scores.map((score, at) => ({ score, win: at === 4 ? 1 : 0, moves: 2, spent: 2 * at }));
  expect(summaryOf('easy', results)).toEqual({
    player: 'easy',
    mean: 4,
    deviation: Math.sqrt((9 + 4 + 1 + 0 + 36) / 4),
    quantiles: { 5: 1, 25: 2, 50: 3, 75: 4, 95: 10 },
    wins: 0.2,
    ms_a_move: 2,
  });
});

test('a bar tells how far it has come and how long it will take', () => {
  expect(barOf(1, 10, 1000)).toBe(`${'█'.repeat(3)}${'░'.repeat(27)} 1 of 10 games, 0:09 left`);
  expect(barOf(500, 1000, 125_000)).toBe(`${'█'.repeat(15)}${'░'.repeat(15)} 500 of 1000 games, 2:05 left`);
});

describe('the program', () => {
  const simulate = (line: string) => run(command('simulate', ...line.split(' ')), '');
  const patience = { timeout: PATIENCE };

  test('prints a table, and a line for programs where that is asked for', patience, async () => {
    const { code, out, errors } = await simulate('--game metrox --players easy,random --games 6 --seed 2');
    expect([code, errors]).toEqual([0, '']);
    const lines = out.split('\n');
    expect(lines[0]).toBe('metrox on tokyo, 6 games, seed 2');
    expect(lines[2]).toMatch(/^player +mean +deviation +5 % +25 % +50 % +75 % +95 % +wins +ms a move$/);
    expect(lines.slice(3).map((line) => line.split(' ')[0])).toEqual(['easy', 'random', '']);
    const told = await simulate('--game metrox --players easy,random --games 6 --seed 2 --json');
    expect([told.code, told.errors, told.out.split('\n').length]).toEqual([0, '', 2]);
    const { players, ...head } = JSON.parse(told.out);
    expect(head).toEqual({ game: 'metrox', map: 'tokyo', games: 6, seed: '2' });
    expect(players.map(({ player }: { player: string }) => player)).toEqual(['easy', 'random']);
    expect(players[0].mean.toFixed(2)).toBe(lines[3]!.split(/ +/)[1]);
    expect(players[0].ms_a_move).toBeGreaterThan(0);
    expect(players[0].wins + players[1].wins).toBeCloseTo(1);
  });

  test('says what is wrong in a sentence', patience, async () => {
    const { code, out, errors } = await simulate('--game chess --players easy');
    expect([code, out]).toEqual([2, '']);
    expect(errors).toBe('There is no game "chess": there are metrox, metro, metromania.\n');
  });
});
