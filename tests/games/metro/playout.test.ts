import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { describe, expect, test } from 'vitest';
import { actionOf, type Choice, type Compact, compactOf, setBack } from '../../../src/games/metro/compact.ts';
import { metro } from '../../../src/games/metro/index.ts';
import { choicesOf, choose, chooseAny, dealAnew, isOver, playOut } from '../../../src/games/metro/playout.ts';
import type { State } from '../../../src/games/metro/state.ts';
import { dice, type Roll } from '../../lib/chance.ts';
import { amount } from '../../lib/long.ts';
import { PARIS, scoresOf } from './table.ts';

/** The compact table held to the rules: the same games by both, compared after every move. */

const GAMES = amount(1, 30);

const SETTINGS = [2, 3, 4, 5, 6].flatMap((seats) =>
  ['none', 'classic'].flatMap((returns) =>
    ['true', 'false'].flatMap((arrow) =>
      ['1', '2', '3'].map((hand) => [seats, { returns, arrow, hand }] as const),
    ),
  ),
);

const deal = (seats: number, options: Record<string, string>, seed: string): State =>
  metro.setup({ map: PARIS, seats, options, chance: { seed }, rules: 1 });

/** All that a table says; what has no order is sorted, and what no longer counts is left out. */
function said(game: Compact) {
  const { plan: _, all: __, going, goings, hands, held, pool, left, ...rest } = game;
  return {
    ...rest,
    ...{ held, left },
    going: Array.from(going.subarray(0, goings)).sort((a, b) => a - b),
    hands: Array.from(held, (count, seat) => Array.from(hands.subarray(3 * seat, 3 * seat + count))),
    pool: Array.from(pool.subarray(0, left)),
  };
}

const codesOf = (game: Compact): string[] =>
  choicesOf(game).map((choice) => metro.code(actionOf(game, choice)));

/** Draws more often than one of so many choices would be. */
function any(game: Compact, roll: Roll): Choice {
  const choices = choicesOf(game);
  const last = choices.at(-1)!;
  return last < 0 && roll(5) === 0 ? last : choices[roll(choices.length)]!;
}

/** What tells the choices of one position apart. */
const boardOf = ({ squares, drawn }: Compact): string => `${squares} ${drawn}`;

const carriedOut = (state: State, code: string): State =>
  metro.apply(state, state.mover, metro.parse(state, state.mover, code)!);

test.each(SETTINGS)('%d seats, %j: the same choices lead to the same boards and points', (seats, options) => {
  for (let n = 0; n < GAMES; n += 1) {
    const roll = dice(100 * seats + n + 1);
    let state = deal(seats, options, `${JSON.stringify(options)} ${n}`);
    const game = compactOf(state);
    while (!metro.over(state)) {
      const legal = metro.actions(state, state.mover);
      expect(codesOf(game)).toEqual(legal.map(metro.code));
      const choice = any(game, roll);
      const action = actionOf(game, choice);
      expect(action).toStrictEqual(legal[choicesOf(game).indexOf(choice)]);
      choose(game, choice);
      state = metro.apply(state, state.mover, action);
      expect(said(game)).toEqual(said(compactOf(state)));
      expect(Array.from(game.points)).toEqual(scoresOf(state));
      expect(isOver(game)).toBe(metro.over(state));
    }
    expect(choicesOf(game)).toEqual([]);
  }
});

describe.each([
  [2, {}],
  [3, { returns: 'classic', arrow: 'false' }],
  [4, { hand: '3' }],
  [6, { hand: '2', arrow: 'false' }],
])('%d seats, %j', (seats, options) => {
  const start = deal(seats, options, `chance ${seats}`);
  /** A state so many choices on. */
  const played = (choices: number): State => {
    const roll = dice(seats);
    let state = start;
    for (let n = 0; n < choices && !state.over; n += 1)
      state = carriedOut(state, metro.code(actionOf(compactOf(state), any(compactOf(state), roll))));
    return state;
  };

  test('every legal choice is taken as often as any other', () => {
    for (const choices of [0, 25, 55]) {
      const state = played(choices);
      const [back, game] = [compactOf(state), compactOf(state)];
      const random = xoroshiro128plus(seats);
      const ways = new Map<string, number>();
      for (const action of metro.actions(state, state.mover))
        ways.set(boardOf(compactOf(metro.apply(state, state.mover, action))), 0);
      const often = 40;
      for (let n = 0; n < often * ways.size; n += 1) {
        setBack(game, back);
        chooseAny(game, random);
        const way = boardOf(game);
        ways.set(way, ways.get(way)! + 1);
      }
      const chi = [...ways.values()].reduce((sum, count) => sum + (count - often) ** 2 / often, 0);
      // Four standard deviations above what is expected of chance; a way that is not legal makes it no number.
      expect(chi).toBeLessThan(ways.size + 4 * Math.sqrt(2 * ways.size));
    }
  });

  test('a table is set back to where it was, and what a seat does not know is all that is dealt anew', () => {
    const state = played(20);
    const back = compactOf(metro.imagine(metro.view(state, state.mover)));
    const game = compactOf(metro.imagine(metro.view(state, state.mover)));
    const orders = new Set<string>();
    for (let n = 0; n < 20; n += 1) {
      dealAnew(game, state.mover, xoroshiro128plus(n));
      const { hands, pool, ...open } = said(game);
      const { hands: own, pool: order, ...known } = said(compactOf(state));
      expect(open).toEqual(known);
      expect(hands[state.mover]).toEqual(own[state.mover]);
      const unseen = (all: readonly number[][], rest: readonly number[]): number[] =>
        [...all.filter((_, seat) => seat !== state.mover), rest].flat().sort((a, b) => a - b);
      expect(unseen(hands, pool)).toEqual(unseen(own, order));
      orders.add(`${hands} ${pool}`);
      playOut(game, xoroshiro128plus(n));
      expect(isOver(game)).toBe(true);
      setBack(game, back);
      expect(said(game)).toEqual(said(back));
    }
    expect(orders.size).toBe(20);
  });

  test('with the same chance games are the same', () => {
    const [one, other] = [compactOf(start), compactOf(start)];
    playOut(one, xoroshiro128plus(11));
    playOut(other, xoroshiro128plus(11));
    expect(said(one)).toEqual(said(other));
  });
});
