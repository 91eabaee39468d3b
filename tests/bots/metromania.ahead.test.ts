import { describe, expect, test } from 'vitest';
import type { Player } from '../../src/bots/bot.ts';
import { easy, tunnelsLeft } from '../../src/bots/metromania/easy.ts';
import { hard } from '../../src/bots/metromania/hard.ts';
import { normal } from '../../src/bots/metromania/normal.ts';
import { looking } from '../../src/bots/metromania/search.ts';
import { leftFrom, leftOf, waysOf } from '../../src/bots/metromania/ways.ts';
import { playGame, sharesOf } from '../../src/bots/play.ts';
import { compactOf } from '../../src/games/metromania/compact.ts';
import { metromania } from '../../src/games/metromania/index.ts';
import { hasStation, headingOf, terminus } from '../../src/games/metromania/legal.ts';
import { markerText } from '../../src/games/metromania/setup.ts';
import type { Action, State, View } from '../../src/games/metromania/state.ts';
import { seeded as rngOf } from '../../src/games/rng.ts';
import { playOut, TABLES } from '../games/metromania/games.ts';
import { BOX, type Laid, laid, legal, mover } from '../games/metromania/position.ts';
import { freeze } from '../games/metrox/table.ts';

/** The players of MetroMania that look ahead. */

type Looking = Player<State, Action, View>;

const choice = (player: Looking, state: State, seed = 'look'): string => {
  const seat = mover(state);
  return metromania.code(player.choose(metromania, freeze(metromania.view(state, seat)), seat, rngOf(seed)));
};

/** Who holds what, in whatever order. */
const handsOf = ({ hands }: State): string =>
  hands.map((hand) => hand.map(markerText).sort().join()).join(' ');

describe.each(TABLES)('%d players, %j', (seats, options) => {
  const { states, last } = playOut({ seats, options, seed: `ahead ${seats}`, wits: 60 });
  const some = states.filter((state, at) => at % 7 === 0 && !state.over);
  const few = looking(12);

  test('what they choose is legal, and the same with the same chance', () => {
    for (const [at, state] of some.entries()) {
      const player = at === 3 ? normal : few;
      const code = choice(player, state);
      expect(legal(state)).toContain(code);
      expect(choice(player, structuredClone(state))).toBe(code);
    }
  });

  test('whatever the others hold, they do the same', () => {
    let compared = 0;
    for (const [at, state] of some.entries()) {
      const seat = mover(state);
      const other = metromania.imagine(metromania.view(state, seat), `other hands ${at}`);
      if (handsOf(other) !== handsOf(state)) compared += 1;
      expect(metromania.view(other, seat)).toEqual(metromania.view(state, seat));
      expect(choice(few, other)).toBe(choice(few, state));
    }
    // With two players, or given hands, everybody knows all of them.
    expect(compared > 0).toBe(seats > 2 && options.noCorruption === undefined);
  });

  test('ways are no longer than those that heed headings, and end where those do', () => {
    let [compared, ends] = [0, 0];
    for (const state of states) {
      const game = compactOf(state);
      const ways = waysOf(game);
      for (const [line, own] of state.lines.entries()) {
        if (own.side === null || own.done || own.tunnels.length >= BOX.tunnels) continue;
        const left = tunnelsLeft(state, line);
        const at = terminus(own);
        const near = leftFrom(game, ways, line, at, headingOf(own), hasStation(state, at));
        expect(near === 1).toBe(left === 1);
        if (left !== null) {
          expect(leftOf(ways, line, at)).toBeLessThanOrEqual(near);
          expect(near).toBeLessThanOrEqual(left);
        }
        compared += 1;
        if (left === 1) ends += 1;
      }
    }
    expect(compared).toBeGreaterThan(50);
    expect(ends).toBeGreaterThan(0);
  });

  test('when nothing is to be chosen they say so', () => {
    const view = metromania.view(last, 0);
    expect(() => normal.choose(metromania, view, 0, rngOf('end'))).toThrow('There is nothing to choose.');
  });
});

test('without a generator they choose as well, each time the same', () => {
  const view = metromania.view(laid({}), 0);
  const code = metromania.code(normal.choose(metromania, view, 0));
  expect(legal(laid({}))).toContain(code);
  expect(metromania.code(normal.choose(metromania, view, 0))).toBe(code);
});

describe('in small positions', () => {
  const row = (step: string, n: number) => Array(n).fill(step).join(' ');
  /** From the right border to F2, one tunnel before its end. */
  const left = `G10 ${row('W-L', 7)} NW-R W-R`;
  const at = (player: Looking, what: Laid) => choice(player, laid(what));

  test.each([
    ['normal', normal],
    ['hard', hard],
  ])('%s ends the game where that wins it', (_, player) => {
    // The other company has started nothing: its points are lost.
    const what = { lines: { 0: left, 1: 'A3 SW-R .' }, points: [9, 3] };
    expect(['dig.1.W-L', 'dig.1.W-R', 'dig.1.NW-L', 'dig.1.SW-R']).toContain(at(player, what));
  });

  test.each([
    ['normal', normal],
    ['hard', hard],
  ])('%s takes the bonus station that brings most', (_, player) => {
    // G5 touches two spots, G8 one.
    const signs = { 'F5 F6 G5': 'residential', 'F5 G4 G5': 'commercial', 'F8 F9 G8': 'commercial' } as const;
    const lines = { 0: `${left} W-R .`, 1: 'A3 SW-R .' };
    const state = laid({ lines, signs, points: [5, 5] });
    expect(choice(player, { ...state, bonus: 0 })).toBe('bonus.G5');
  });
});

/** The share of wins of one player among others, each deal played from all seats. */
function winsOf(player: Looking, others: Looking, seats: number, deals: number): number {
  let wins = 0;
  for (let deal = 0; deal < deals; deal += 1)
    for (let seat = 0; seat < seats; seat += 1) {
      const players = Array.from({ length: seats }, (_, at) => (at === seat ? player : others));
      const end = playGame(metromania, { map: BOX, players, seed: `strength ${deal}` });
      wins += sharesOf(metromania, end)[seat]!;
    }
  return wins / (deals * seats);
}

test('normal beats easy, clearly', () => {
  expect(winsOf(normal, easy, 2, 2)).toBeGreaterThanOrEqual(0.75);
});

test('who looks further ahead plays better', () => {
  expect(winsOf(looking(100), looking(10), 2, 2)).toBeGreaterThanOrEqual(0.75);
});
