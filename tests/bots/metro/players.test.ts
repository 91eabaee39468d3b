import { describe, expect, test } from 'vitest';
import type { AnyPlayer } from '../../../src/bots/bot.ts';
import { easy } from '../../../src/bots/metro/easy.ts';
import { EFFORT, searching } from '../../../src/bots/metro/hard.ts';
import { normal } from '../../../src/bots/metro/normal.ts';
import { playGame, sharesOf } from '../../../src/bots/play.ts';
import { metro } from '../../../src/games/metro/index.ts';
import type { State } from '../../../src/games/metro/state.ts';
import { seeded } from '../../../src/games/rng.ts';
import { PARIS } from '../../games/metro/table.ts';
import { dice } from '../../lib/chance.ts';
import { amount } from '../../lib/long.ts';

/** What the normal and the hard player of Metro keep to, and how well they play. */

/** The hard one, but for how much it tries: what it keeps to does not depend on that. */
const hasty = searching({ ...EFFORT, depth: 4, playouts: 20 });
/** So many turns are between two that are looked at. */
const APART = 5 - amount(0, 4);

const SETTINGS: readonly [number, Record<string, string>][] = [
  [2, {}],
  [3, { arrow: 'false' }],
  [4, { returns: 'classic' }],
  [5, { hand: '3' }],
  [6, { hand: '2', arrow: 'false', returns: 'classic' }],
];

describe.each([
  ['normal', normal],
  ['hard', hasty],
] as const)('%s', (_name, player) => {
  const rng = seeded('rng');
  const choice = (state: State, seat = state.mover): string =>
    metro.code(player.choose(metro, metro.view(state, seat), seat, rng));

  test.each(SETTINGS)(
    '%d seats, %j: its choice is legal, the same in the same position',
    (seats, options) => {
      const roll = dice(seats);
      let state = metro.setup({ map: PARIS, seats, options, chance: { seed: `legal ${seats}` }, rules: 1 });
      let looked = 0;
      while (!state.over) {
        const view = metro.view(state, state.mover);
        const legal = metro.actions(state, state.mover);
        const action = player.choose(metro, view, state.mover, rng);
        expect(legal).toContainEqual(action);
        expect(choice(structuredClone(state))).toBe(metro.code(action));
        expect(view).toEqual(metro.view(state, state.mover));
        looked += 1;
        // Now and then something else is played, so that it meets what it would not choose.
        state = metro.apply(state, state.mover, roll(3) === 0 ? legal[roll(legal.length)]! : action);
      }
      expect(looked).toBeGreaterThanOrEqual(60 / APART);
      expect(() => choice(state, 0)).toThrow('There is nothing to choose.');
    },
  );

  test.each(SETTINGS)('%d seats, %j: it plays the same whatever it does not see', (seats, options) => {
    const roll = dice(seats);
    let state = metro.setup({ map: PARIS, seats, options, chance: { seed: `view ${seats}` }, rules: 1 });
    let differed = 0;
    while (!state.over) {
      const { mover } = state;
      const legal = metro.actions(state, mover);
      const before = state;
      state = metro.apply(state, mover, legal[roll(legal.length)]!);
      if (before.turn % APART > 0) continue;
      const view = metro.view(before, mover);
      const other = metro.imagine(view, `other ${before.turn}`);
      expect(metro.view(other, mover)).toEqual(view);
      if (`${other.hands} ${other.pool}` !== `${before.hands} ${before.pool}`) differed += 1;
      expect(choice(other)).toBe(choice(before));
    }
    expect(differed).toBeGreaterThan(40 / APART);
  });

  test('whose turn it is not has nothing to choose', () => {
    const state = metro.setup({ map: PARIS, seats: 2, options: {}, chance: { seed: 'turn' }, rules: 1 });
    expect(() => choice(state, 1)).toThrow('There is nothing to choose.');
  });
});

/** The share of wins of one who sits in each seat in turn, on the same deals, among others. */
function winsOf(one: AnyPlayer, others: AnyPlayer, seats: number, deals: number): number {
  let wins = 0;
  for (let deal = 0; deal < deals; deal += 1)
    for (let seat = 0; seat < seats; seat += 1) {
      const players = Array.from({ length: seats }, (_, at) => (at === seat ? one : others));
      const end = playGame(metro, { map: PARIS, players, seed: `strength ${deal}` });
      wins += sharesOf(metro, end)[seat]!;
    }
  return wins / deals / seats;
}

// A sample: the bench plays many more.
test.each([
  [2, amount(10, 100), 0.8],
  [4, amount(5, 50), 0.4],
])('of %d, the normal player beats easy ones', (seats, deals, least) => {
  expect(winsOf(normal, easy, seats, deals)).toBeGreaterThanOrEqual(least);
});

test.each([
  [2, amount(3, 40), 0.8],
  [4, amount(1, 20), 0.4],
])(
  'of %d, the hard player beats normal ones even with a twentieth of its games ahead',
  (seats, deals, least) => {
    const hurried = searching({ ...EFFORT, playouts: EFFORT.playouts / 20 });
    expect(winsOf(hurried, normal, seats, deals)).toBeGreaterThanOrEqual(least);
  },
);
