import { expect, test } from 'vitest';
import type { AnyState } from '../../src/games/game.ts';
import { hasPar, workOut } from '../../src/match/par.ts';
import { mapOf, moduleOf } from '../../src/modules.ts';

/** What the cards of a game for one are worth. */

const module = moduleOf('metrox');
const cards = { game: 'metrox', map: 'osaka', options: {}, rules: 1, seed: 'worth' };

/** The score of such choices, each of which must be legal when its turn comes. */
function scoreOf(moves: readonly string[]): number {
  const { rules } = module;
  const { map, options, seed } = cards;
  let state: AnyState = rules.setup({
    map: mapOf(module, map),
    seats: 1,
    options,
    chance: { seed },
    rules: 1,
  });
  for (const code of moves) {
    const action = rules.actions(state, 0).find((one) => rules.code(one) === code);
    if (!action) throw new Error(`${code} is not legal.`);
    state = rules.apply(state, 0, action);
  }
  expect(rules.over(state)).toBe(true);
  return rules.score(state)[0]!.score;
}

test('the best game comes to its score by legal choices and is worth more than par', () => {
  const found = workOut(cards);
  expect(scoreOf(found.moves)).toBe(found.best);
  expect(found.best).toBeGreaterThan(found.par);
  // Who plays at random scores nothing like it: about 13 on this map even by the easy player.
  expect(found.par).toBeGreaterThan(25);
});

test('a game that is not played alone has none', () => {
  expect(hasPar(module)).toBe(true);
  expect(hasPar(moduleOf('metro'))).toBe(false);
  expect(() => workOut({ ...cards, game: 'metro', map: 'paris' })).toThrow('metro has no par.');
});
