import { describe, expect, test } from 'vitest';
import { inHindsight } from '../../src/bots/metrox/beam.ts';
import { playGame } from '../../src/bots/play.ts';
import { metrox } from '../../src/games/metrox/index.ts';
import type { Card, MetroxMap, State } from '../../src/games/metrox/state.ts';
import { metroxModule, moduleOf } from '../../src/modules.ts';
import { amount } from '../lib/long.ts';

/** What could have been reached alone, had the cards been known. */

const dealt = (map: MetroxMap, seed: string): State =>
  metrox.setup({ map, seats: 1, options: {}, chance: { seed }, rules: 1 });

/** The cards of a game as they come up, whatever is chosen. */
function cardsOf(map: MetroxMap, seed: string): Card[] {
  const cards: Card[] = [];
  for (
    let state = dealt(map, seed);
    !state.over;
    state = metrox.apply(state, 0, metrox.actions(state, 0)[0]!)
  )
    cards.push(state.card!);
  return cards;
}

describe.each(metroxModule.maps().map((map) => [map.id, map] as const))('%s', (id, map) => {
  test('the choices are legal, end the game, and come to that very score', () => {
    for (let n = 0; n < amount(3, 20); n += 1) {
      const cards = cardsOf(map, `hindsight ${n}`);
      const { score, choices } = inHindsight(map, cards, [40]);
      let state = dealt(map, `hindsight ${n}`);
      for (const choice of choices) {
        const legal = metrox.actions(state, 0).map((action) => metrox.code(action));
        expect(legal).toContain(metrox.code(choice));
        state = metrox.apply(state, 0, choice);
      }
      expect(state.over).toBe(true);
      expect(choices).toHaveLength(cards.length);
      expect(metrox.score(state)[0]!.score).toBe(score);
    }
  });

  test('it is more than who does not know the cards reaches with them', () => {
    const { rules, maps, players } = moduleOf('metrox');
    const games = Array.from({ length: amount(3, 20) }, (_, n) => `known ${n}`);
    for (const seed of games) {
      const played = playGame(rules, {
        map: maps().find((one) => one.id === id)!,
        players: [players.normal!],
        seed,
      });
      const { score } = inHindsight(map, cardsOf(map, seed), [200]);
      expect(score).toBeGreaterThan(rules.score(played)[0]!.score);
    }
  });
});

test('the search is widened as long as more is found, and is the same each time', () => {
  const map = metroxModule.maps()[0]!;
  const cards = cardsOf(map, 'wide');
  const found = [1, 20, 400].map((width) => inHindsight(map, cards, [width]).score);
  expect(found[1]).toBeGreaterThan(found[0]!);
  expect(found[2]).toBeGreaterThan(found[1]!);
  expect(inHindsight(map, cards, [1, 20, 400]).score).toBe(found[2]);
  // Nothing more is found with as many, so the last is not tried.
  expect(inHindsight(map, cards, [20, 20, 400]).score).toBe(found[1]);
  expect(inHindsight(map, cards, [20])).toEqual(inHindsight(map, cards, [20]));
});

test('cards after the end are ignored, too few are refused', () => {
  const map = metroxModule.maps()[3]!;
  const cards = cardsOf(map, 'ends');
  expect(inHindsight(map, [...cards, 'N2', 'F'], [10])).toEqual(inHindsight(map, cards, [10]));
  expect(() => inHindsight(map, cards.slice(1), [10])).toThrow(RangeError);
  expect(() => inHindsight(map, [], [10])).toThrow('0 cards do not end a game on tube-town.');
});
