import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { expect, test } from 'vitest';
import { actionOf, choiceOf } from '../../../src/games/metromania/choice.ts';
import { choicesOf, MOST_CHOICES } from '../../../src/games/metromania/choices.ts';
import { type Compact, compactOf, setBack } from '../../../src/games/metromania/compact.ts';
import { metromania } from '../../../src/games/metromania/index.ts';
import { keyOf, pointsIn, totals } from '../../../src/games/metromania/outcome.ts';
import { choose, playOut } from '../../../src/games/metromania/playout.ts';
import type { State } from '../../../src/games/metromania/state.ts';
import { amount } from '../../lib/long.ts';
import { playOut as played } from './games.ts';
import { seeded } from './position.ts';

/** The compact table held to the rules: the same games by both, compared after every move. */

const GAMES = amount(4, 20);

/** Each table there can be, with each option on its own, and some together. */
const TABLES: readonly (readonly [number, Record<string, string>])[] = [
  [2, {}],
  [3, {}],
  [4, {}],
  [2, { game: 'advanced' }],
  [2, { game: 'advanced', digging: 'free', lastTurn: 'true' }],
  [2, { digging: 'free' }],
  [3, { digging: 'free', markers: 'open' }],
  [3, { lastTurn: 'true' }],
  [4, { lastTurn: 'true', digging: 'free' }],
  [4, { noCorruption: 'true' }],
];

const room = new Int16Array(MOST_CHOICES);
const legal = (game: Compact): number[] => Array.from(room.subarray(0, choicesOf(game, room)));
const codesOf = (game: Compact): string[] =>
  legal(game).map((choice) => metromania.code(actionOf(game, choice)));

/** All that a table says. */
function said({ plan: _, all: __, ...lists }: Compact) {
  return Object.fromEntries(
    Object.entries(lists).map(([name, one]) => [name, one instanceof Int16Array ? Array.from(one) : one]),
  );
}

/** By seat: points and place. */
function standingsOf(game: Compact): { score: number; rank: number }[] {
  const { companies, seats } = game.plan.setting;
  const all = new Int16Array(companies);
  totals(game, all);
  const keys = Array.from({ length: seats }, (_, seat) => keyOf(game, seat, all));
  return keys.map((key) => ({ score: pointsIn(key), rank: 1 + keys.filter((one) => one > key).length }));
}

test.each(TABLES)('%d players, %j: the same choices lead to the same board and scores', (seats, options) => {
  for (let n = 0; n < GAMES; n += 1) {
    // Players at random seldom complete a line; easy ones end by them.
    const setting = { seats, options, seed: `compact ${seats} ${n}`, wits: [0, 100, 70, 30][n % 4]! };
    const { states, log, last } = played(setting);
    const game = compactOf(states[0]!);
    for (const [step, { seat, code }] of log.entries()) {
      const state = states[step]!;
      expect(said(game)).toEqual(said(compactOf(state)));
      const actions = metromania.actions(state, seat);
      expect(codesOf(game).sort()).toEqual(actions.map(metromania.code).sort());
      const action = actions.find((one) => metromania.code(one) === code)!;
      expect(actionOf(game, choiceOf(game, action))).toStrictEqual(action);
      choose(game, choiceOf(game, action));
    }
    expect(said(game)).toEqual(said(compactOf(last)));
    expect(codesOf(game)).toEqual([]);
    expect(standingsOf(game)).toEqual(metromania.score(last).map(({ score, rank }) => ({ score, rank })));
  }
});

test.each(TABLES)(
  '%d players, %j: from anywhere in a game it is played to its end by the rules',
  (seats, options) => {
    const random = xoroshiro128plus(seats);
    const { states } = played({ seats, options, seed: `middle ${seats}`, wits: 60 });
    for (const state of states.filter((one, at) => at % 12 === 5 && !one.over)) {
      const game = compactOf(state);
      let follow: State = state;
      while (!game.over) {
        const choices = legal(game);
        const choice = choices[(random.next() >>> 0) % choices.length]!;
        follow = metromania.apply(follow, metromania.toAct(follow)[0]!, actionOf(game, choice));
        choose(game, choice);
      }
      expect(said(game)).toEqual(said(compactOf(follow)));
      expect(standingsOf(game)).toEqual(metromania.score(follow).map(({ score, rank }) => ({ score, rank })));
    }
  },
);

test('every legal choice is taken as often as any other', () => {
  const start = compactOf(seeded(3));
  const game = compactOf(seeded(3));
  const random = xoroshiro128plus(3);
  const first = new Map<number, number>();
  const GAMES = 100 * legal(start).length;
  for (let n = 0; n < GAMES; n += 1) {
    setBack(game, start);
    playOut(game, random);
    const from = game.path[0]!;
    first.set(from, (first.get(from) ?? 0) + 1);
  }
  expect(first.size).toBe(legal(start).length);
  const chi = [...first.values()].reduce((sum, count) => sum + (count - 100) ** 2 / 100, 0);
  // Four standard deviations above what is expected of chance.
  expect(chi).toBeLessThan(first.size + 4 * Math.sqrt(2 * first.size));
});

test('a table is set back to where it was, and with the same chance games are the same', () => {
  const start = compactOf(seeded(4));
  const [one, other] = [compactOf(seeded(4)), compactOf(seeded(4), start.plan)];
  playOut(one, xoroshiro128plus(5));
  expect(one.over).toBe(true);
  expect(said(one)).not.toEqual(said(start));
  playOut(other, xoroshiro128plus(5));
  expect(said(other)).toEqual(said(one));
  setBack(one, start);
  expect(said(one)).toEqual(said(start));
});
