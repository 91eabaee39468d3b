import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { describe, expect, test } from 'vitest';
import { gainOf, playOn, prefer } from '../../src/bots/metrox/policy.ts';
import { worthOf } from '../../src/bots/metrox/worth.ts';
import { playGame } from '../../src/bots/play.ts';
import {
  type Compact,
  compactOf,
  copyOf,
  countIn,
  lineIn,
  scoreOf,
  setBack,
} from '../../src/games/metrox/compact.ts';
import { metrox } from '../../src/games/metrox/index.ts';
import { choicesOf, choose, chooseAny, close, turnAny } from '../../src/games/metrox/playout.ts';
import { CARDS, type MetroxMap, type State } from '../../src/games/metrox/state.ts';
import { seeded } from '../../src/games/rng.ts';
import { STRENGTHS } from '../../src/games/strength.ts';
import { metroxModule, moduleOf } from '../../src/modules.ts';
import { freeze } from '../games/metrox/table.ts';
import { dice } from '../lib/chance.ts';
import { amount } from '../lib/long.ts';

/** Computers that look ahead: what they may know, what they go by, and how well they play. */

const { players } = metroxModule;
const maps = metroxModule.maps();

const deal = (map: MetroxMap, seats: number, seed: string): State =>
  freeze(metrox.setup({ map, seats, options: {}, chance: { seed }, rules: 1 }));

/** States of a game that is played at random, each before somebody chooses. */
function* positions(map: MetroxMap, seats: number, seed: number): Generator<State> {
  const roll = dice(seed);
  let state = deal(map, seats, `positions ${seed}`);
  while (!state.over) {
    yield state;
    const seat = metrox.toAct(state)[0]!;
    const actions = metrox.actions(state, seat);
    state = freeze(metrox.apply(state, seat, actions[roll(actions.length)]!));
  }
}

describe.each(maps.flatMap((map) => [1, 4].map((seats) => [map.id, seats, map] as const)))(
  '%s, %d seats',
  (_, seats, map) => {
    test('only what a seat may know decides what it chooses', () => {
      const player = players.normal!;
      const roll = dice(seats);
      let asked = 0;
      for (const state of positions(map, seats, 7)) {
        if (roll(seats) > 0) continue;
        const seat = metrox.toAct(state)[0]!;
        const rng = seeded(`${asked}`);
        const view = freeze(metrox.view(state, seat));
        const code = metrox.code(player.choose(metrox, view, seat, rng));
        expect(metrox.actions(state, seat).map((action) => metrox.code(action))).toContain(code);
        const again = (other: State) =>
          metrox.code(player.choose(metrox, metrox.view(other, seat), seat, rng));
        expect(again(state)).toBe(code);
        // Another order of the deck, and another choice that others have not shown yet.
        expect(again(metrox.imagine(view, 'another order'))).toBe(code);
        const other = metrox.toAct(state)[1];
        if (other !== undefined)
          expect(again(metrox.apply(state, other, metrox.actions(state, other).at(-1)!))).toBe(code);
        asked += 1;
      }
      expect(asked).toBeGreaterThan(12);
    });
  },
);

test('those who are as strong do not play alike, though they see the same', () => {
  for (const strength of STRENGTHS) {
    const player = players[strength]!;
    let state = deal(maps[0]!, 3, 'alike');
    for (let round = 0; round < (strength === 'hard' ? 1 : 4); round += 1)
      for (const seat of [0, 1, 2])
        state = metrox.apply(
          state,
          seat,
          player.choose(metrox, metrox.view(state, seat), seat, seeded('same')),
        );
    const boards = new Set(state.boards.map(({ stations }) => stations.join()));
    expect(boards.size, strength).toBeGreaterThan(1);
  }
});

test('what is left to chance hangs on the generator that is given', () => {
  const state = deal(maps[0]!, 1, 'chance');
  const view = metrox.view(state, 0);
  const codes = Array.from({ length: 30 }, (_, n) =>
    metrox.code(players.normal!.choose(metrox, view, 0, seeded(`${n}`))),
  );
  expect(new Set(codes).size).toBeGreaterThan(1);
  expect(() => players.normal!.choose(metrox, metrox.view(ended(maps[0]!), 0), 0)).toThrow(
    'nothing to choose',
  );
});

const ended = (map: MetroxMap): State => {
  let state = deal(map, 1, 'ended');
  while (!state.over) state = metrox.apply(state, 0, metrox.actions(state, 0)[0]!);
  return state;
};

/** Tables of a seat that plays at random, each with a card that lies open. */
function* tables(map: MetroxMap, seats: number, seed: number): Generator<Compact> {
  const random = xoroshiro128plus(seed);
  const game = compactOf(
    metrox.setup({ map, seats, options: { flip: 'manual' }, chance: { seed: 'x' }, rules: 1 }),
  );
  while (!game.over) {
    turnAny(game, random);
    yield game;
    for (const seat of game.playing) chooseAny(game, seat, random);
    close(game);
  }
}

describe.each(maps.map((map) => [map.id, map] as const))('%s', (_, map) => {
  /** What all lines of a seat are worth by the tables, asked one by one. */
  const linesOf = (game: Compact, seat: number): number => {
    const worth = worthOf(game.plan);
    const { lines, windows: width, needs, points } = worth;
    return map.lines.reduce((sum, _line, line) => {
      const at = seat * lines + line;
      const isFirst = game.taken[line] === 0 || game.taken[line] === game.round;
      const row = ((isFirst ? 0 : lines) + line) * width + game.windows[at]!;
      return sum + points[row * 256 + needs[game.gaps[at]!]!]!;
    }, 0);
  };

  test('a choice gains what the lines are worth more by it, with what its stations bring and cost', () => {
    let compared = 0;
    for (let seed = 0; seed < amount(3, 20); seed += 1)
      for (const game of tables(map, 3, seed)) {
        // A card that jumps may fill two stations of another line, and what each gains is added.
        if (CARDS[game.card]![0] === 'S') continue;
        for (const choice of choicesOf(game, 1)) {
          const { weights } = worthOf(game.plan);
          const left = game.windows
            .subarray(map.lines.length, 2 * map.lines.length)
            .reduce((sum, one) => sum + one, 0);
          const before = linesOf(game, 1);
          const gain = gainOf(game, 1, worthOf(game.plan), choice);
          const after = copyOf(game);
          choose(after, 1, choice);
          const marked = game.empty[1]! - after.empty[1]!;
          const written = after.numbers[1]! - game.numbers[1]!;
          const filled = map.stations
            .filter((_station, at) => isFilled(game, after, at))
            .map((station) => 2 * station.lines.length);
          const costs = weights.transfer * filled.reduce((sum, one) => sum + one, 0);
          const each = CARDS[game.card] === 'F' ? 0 : weights.station + weights.early * left;
          expect(gain).toBeCloseTo(linesOf(after, 1) - before + each * marked + written - costs, 8);
          compared += 1;
        }
      }
    expect(compared).toBeGreaterThan(100);
  });

  /** Whether a station of seat 1 was empty before and is not after. */
  const isFilled = (before: Compact, after: Compact, station: number): boolean => {
    const line = map.stations[station]!.lines[0]!;
    const bit = 1 << map.lines[line]!.stations.indexOf(station);
    const at = map.lines.length + line;
    return (before.gaps[at]! & bit) !== 0 && (after.gaps[at]! & bit) === 0;
  };

  test('the policy takes what gains most of all that it looks at', () => {
    for (const game of tables(map, 2, 11)) {
      const worth = worthOf(game.plan);
      const all = choicesOf(game, 1);
      // Of a line all stations that are reached, or none.
      const looked = all.filter(
        (choice) =>
          CARDS[game.card] === 'F' ||
          countIn(choice) === 0 ||
          !all.some((other) => lineIn(other) === lineIn(choice) && countIn(other) > countIn(choice)),
      );
      const most = Math.max(...looked.map((choice) => gainOf(game, 1, worth, choice)));
      expect(gainOf(game, 1, worth, prefer(game, 1, worth))).toBeCloseTo(most, 8);
    }
  });

  test('by the policy alone games score far more than the easy player does', () => {
    const start = compactOf(
      metrox.setup({ map, seats: 1, options: { flip: 'manual' }, chance: { seed: 'x' }, rules: 1 }),
    );
    const game = copyOf(start);
    const random = xoroshiro128plus(3);
    let sum = 0;
    for (let n = 0; n < 400; n += 1) {
      setBack(game, start);
      playOn(game, worthOf(game.plan), random);
      expect(game.over).toBe(true);
      sum += scoreOf(game, 0);
    }
    expect(sum / 400).toBeGreaterThan({ 'metro-city': 42, tokyo: 36, osaka: 30, 'tube-town': 30 }[map.id]!);
  });
});

const meanOf = (name: 'easy' | 'normal' | 'hard', on: readonly MetroxMap[], games: number): number => {
  const { rules, players: all } = moduleOf('metrox');
  const scores = on.flatMap((map) =>
    Array.from({ length: games }, (_, n) => {
      const end = playGame(rules, { map, players: [all[name]!], seed: `alone ${n}` });
      return rules.score(end)[0]!.score;
    }),
  );
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
};

test('the normal player scores far more than the easy one', () => {
  const games = amount(3, 50);
  expect(meanOf('normal', maps, games)).toBeGreaterThan(meanOf('easy', maps, games) + 12);
});

test('the hard player scores more than the normal one', () => {
  const on = maps.filter(({ id }) => id === 'metro-city');
  const games = amount(1, 20);
  expect(meanOf('hard', on, games)).toBeGreaterThan(meanOf('normal', on, games) + 2);
});
