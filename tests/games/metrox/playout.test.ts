import { isDeepStrictEqual } from 'node:util';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { expect, test } from 'vitest';
import {
  actionOf,
  type Compact,
  choiceOf,
  compactOf,
  NO_CARD,
  scoreOf,
  setBack,
} from '../../../src/games/metrox/compact.ts';
import { metrox } from '../../../src/games/metrox/index.ts';
import {
  choicesOf,
  choose,
  chooseAny,
  close,
  isAwaited,
  playOut,
  turn,
} from '../../../src/games/metrox/playout.ts';
import { carryOut } from '../../../src/games/metrox/rules.ts';
import { type Board, CARDS, type Card, type MetroxMap, type State } from '../../../src/games/metrox/state.ts';
import { tablesOf } from '../../../src/games/metrox/tables.ts';
import { below, seeded } from '../../../src/games/rng.ts';
import { metroxModule } from '../../../src/modules.ts';
import { amount } from '../../lib/long.ts';
import { freeze } from './table.ts';

/** The compact table held to the rules: the same games by both, compared after every move. */

const GAMES = amount(3, 40);

const maps = metroxModule.maps();
const tables = maps.flatMap((map) => [1, 3, 25].map((seats) => [map.id, seats, map] as const));

const dice = (seed: string) => {
  let rng = seeded(seed);
  return (count: number): number => {
    const [value, next] = below(count, rng);
    rng = next;
    return value;
  };
};

const deal = (map: MetroxMap, seats: number, seed: string): State =>
  freeze(metrox.setup({ map, seats, options: {}, chance: { seed }, rules: 1 }));

const scoresOf = (game: Compact): number[] => Array.from(game.opens.keys(), (seat) => scoreOf(game, seat));

/** All that a table says; what has no order is sorted. */
function said(game: Compact) {
  const { plan, playing, round, card, down, chosen, over, all: _, deck, open, ...lists } = game;
  const width = plan.routes.length;
  const numbers = Object.entries(lists).map(([name, list]) => [name, Array.from(list)]);
  return {
    ...{ playing, round, card, down, chosen, over },
    face: Array.from(deck.subarray(0, down)).sort(),
    printed: Array.from(deck).sort(),
    open: Array.from(game.opens, (count, seat) =>
      Array.from(open.subarray(seat * width, seat * width + count)).sort(),
    ),
    ...Object.fromEntries(numbers),
  };
}

/** Turns a card of which it is known that it comes up. */
function turnTo(game: Compact, card: Card): void {
  const place = game.deck.subarray(0, game.down).indexOf(CARDS.indexOf(card));
  expect(place).toBeGreaterThanOrEqual(0);
  turn(game, place);
}

const codesOf = (game: Compact, seat: number): string[] =>
  choicesOf(game, seat).map((choice) => metrox.code(actionOf(game, choice)));

test.each(tables)(
  '%s, %d seats: the same choices lead to the same boards, bonuses and scores',
  (id, seats, map) => {
    for (let n = 0; n < GAMES; n += 1) {
      const roll = dice(`${id} ${seats} ${n}`);
      let state = deal(map, seats, `${n}`);
      let game = compactOf(state);
      while (!metrox.over(state)) {
        const before = state;
        if (game.card === NO_CARD) turnTo(game, state.card!);
        expect(said(game)).toEqual(said(compactOf(state)));
        expect(game.playing.filter((seat) => isAwaited(game, seat))).toEqual(metrox.toAct(state));
        for (const seat of metrox.toAct(state)) {
          const legal = metrox.actions(state, seat);
          expect(codesOf(game, seat).sort()).toEqual(legal.map((action) => metrox.code(action)).sort());
          const action = legal[roll(legal.length)]!;
          expect(actionOf(game, choiceOf(action))).toStrictEqual(action);
          choose(game, seat, choiceOf(action));
          state = freeze(metrox.apply(state, seat, action));
        }
        expect(state.round > before.round || state.over).toBe(true);
        close(game);
        if (state.over || state.dropped.length >= seats - 1 || roll(20) > 0) continue;
        state = freeze(metrox.drop!(state, roll(seats)));
        game = compactOf(state);
      }
      expect(said(game)).toEqual({ ...said(compactOf(state)), chosen: 0 });
      expect(scoresOf(game)).toEqual(metrox.score(state).map(({ score }) => score));
    }
  },
);

/** The numbers of one seat's board, as a table of its own. */
const alone = (state: State, board: Board) => said(compactOf({ ...state, boards: [board], dropped: [] }));

/** A table with no other board but that of a seat. */
const aloneOn = (game: Compact, state: State, seat: number) => {
  const width = game.plan.routes.length;
  const one = compactOf({ ...state, boards: [state.boards[seat]!], dropped: [] });
  for (const name of ['gaps', 'windows', 'done', 'open'] as const)
    one[name].set(game[name].subarray(seat * width, (seat + 1) * width));
  for (const name of ['opens', 'empty', 'numbers', 'bonuses'] as const) one[name][0] = game[name][seat]!;
  return said(one);
};

test.each(maps.flatMap((map) => [1, 3].map((seats) => [map.id, seats, map] as const)))(
  '%s, %d seats: what is chosen by chance is legal, to the end',
  (id, seats, map) => {
    const random = xoroshiro128plus(seats);
    for (let n = 0; n < GAMES; n += 1) {
      let state = deal(map, seats, `${id} ${n}`);
      const game = compactOf(state);
      while (!metrox.over(state)) {
        if (game.card === NO_CARD) turnTo(game, state.card!);
        for (const seat of metrox.toAct(state)) {
          chooseAny(game, seat, random);
          const { boards, card, taken } = state;
          const became = aloneOn(game, state, seat);
          const made = metrox.actions(state, seat).filter((action) => {
            const board = carryOut(tablesOf(map), boards[seat]!, card!, action, taken);
            return isDeepStrictEqual(alone(state, board), became);
          });
          expect(made).toHaveLength(1);
          state = metrox.apply(state, seat, made[0]!);
        }
        close(game);
      }
      expect(scoresOf(game)).toEqual(metrox.score(state).map(({ score }) => score));
    }
  },
);

test.each(['N4', 'S2', 'T', 'F'] as const)(
  '%s: every legal choice is taken as often as any other',
  (card) => {
    for (const map of maps) {
      const state: State = { ...played(deal(map, 2, map.id), 12), card };
      const start = compactOf(state);
      const game = compactOf(state);
      const random = xoroshiro128plus(7);
      const boards = new Map<string, number>();
      const ways = metrox.actions(state, 1).length;
      for (let n = 0; n < 200 * ways; n += 1) {
        setBack(game, start);
        chooseAny(game, 1, random);
        const board = `${game.gaps} ${game.windows}`;
        boards.set(board, (boards.get(board) ?? 0) + 1);
      }
      expect(boards.size).toBe(ways);
      const chi = [...boards.values()].reduce((sum, count) => sum + (count - 200) ** 2 / 200, 0);
      // Four standard deviations above what is expected of chance.
      expect(chi).toBeLessThan(ways + 4 * Math.sqrt(2 * ways));
    }
  },
);

/** A state some rounds on, in which everybody has taken the first choice. */
function played(state: State, rounds: number): State {
  while (state.round < rounds)
    for (const seat of metrox.toAct(state))
      state = metrox.apply(state, seat, metrox.actions(state, seat)[0]!);
  return state;
}

test('a table is set back to where it was, and what a seat knows makes the same table', () => {
  for (const map of maps) {
    const state = freeze(played(deal(map, 3, 'back'), 9));
    const start = compactOf(state);
    const game = compactOf(metrox.view(state, 2));
    expect(said(game)).toEqual(said(start));
    playOut(game, xoroshiro128plus(5));
    expect(game.over).toBe(true);
    expect(said(game)).not.toEqual(said(start));
    setBack(game, start);
    expect(said(game)).toEqual(said(compactOf(state)));
  }
});

test('with the same chance games are the same', () => {
  const state = deal(maps[2]!, 4, 'same');
  const [one, other] = [compactOf(state), compactOf(state)];
  playOut(one, xoroshiro128plus(11));
  playOut(other, xoroshiro128plus(11));
  expect(said(one)).toEqual(said(other));
});
