import { describe, expect, test } from 'vitest';
import { DealError, TABLE } from '../../../src/games/game.ts';
import { metrox } from '../../../src/games/metrox/index.ts';
import { CARDS } from '../../../src/games/metrox/state.ts';
import { below, seeded, shuffle } from '../../../src/games/rng.ts';
import { mapOf, metroxModule } from '../../../src/modules.ts';
import { codes, deal, play, smallMap } from './table.ts';

const tokyo = mapOf(metroxModule, 'tokyo');
const small = smallMap({ A: { stations: 'a1 a2 a3 a4' }, B: { stations: 'b1 b2' } });

describe('the generator', () => {
  test('golden values: a running game must never change', () => {
    expect(seeded('metro')).toEqual([197677528, -393864416, -634970845, -1723098174]);
    const [order, next] = shuffle([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], seeded('metro'));
    expect(order).toEqual([9, 6, 5, 4, 2, 1, 0, 3, 7, 8]);
    expect(next).toEqual([-1142375256, -1433210758, 1594462274, -1614561788]);
    expect(shuffle(order, next)[0]).toEqual([4, 3, 0, 8, 6, 2, 1, 5, 9, 7]);
    const rolls: number[] = [];
    let rng = seeded('metro');
    for (let i = 0; i < 8; i += 1) {
      const [value, then] = below(6, rng);
      rolls.push(value);
      rng = then;
    }
    expect(rolls).toEqual([0, 1, 3, 0, 1, 3, 4, 4]);
    expect(cardsOf('metro', 40)).toBe(
      'F N3 N3 N5 N2 N3 N4 N4 N3 N4 N2 T T N4 N6R N5 N4 S3 N3 N4 F N6R F N3 T S3',
    );
  });

  test('a shuffle changes neither items nor generator', () => {
    const items = Object.freeze([1, 2, 3]);
    const rng = Object.freeze(seeded('x'));
    expect(shuffle(items, rng)).toEqual(shuffle(items, rng));
  });

  test('every order of four items is equally likely (chi-squared over 24 orders, p > 0.0001)', () => {
    const counts = new Map<string, number>();
    const rounds = 24_000;
    let rng = seeded('fair');
    for (let i = 0; i < rounds; i += 1) {
      const [order, next] = shuffle(['a', 'b', 'c', 'd'], rng);
      rng = next;
      counts.set(order.join(''), (counts.get(order.join('')) ?? 0) + 1);
    }
    expect(counts.size).toBe(24);
    const expected = rounds / 24;
    let chi = 0;
    for (const count of counts.values()) chi += (count - expected) ** 2 / expected;
    expect(chi).toBeLessThan(57);
  });

  test('different seeds give different games, the same seed the same', () => {
    const games = new Set(Array.from({ length: 200 }, (_, at) => cardsOf(`seed ${at}`, 12)));
    expect(games.size).toBe(200);
    expect(cardsOf('seed 7', 12)).toBe(cardsOf('seed 7', 12));
  });
});

/** The first cards of a game in which seat 0 always takes its first action. */
function cardsOf(seed: string, count: number): string {
  let state = metrox.setup({ map: tokyo, seats: 1, options: {}, chance: { seed }, rules: 1 });
  const cards: string[] = [];
  while (state.card !== null && cards.length < count) {
    cards.push(state.card);
    state = metrox.apply(state, 0, metrox.actions(state, 0)[0]!);
  }
  return cards.join(' ');
}

describe('given draws', () => {
  test('when they are used up, nobody is to act and the game is not over', () => {
    const state = play(deal(small, ['N3']), 'A.3');
    expect([state.card, metrox.toAct(state), metrox.over(state), metrox.turn(state)]).toEqual([
      null,
      [],
      false,
      1,
    ]);
    expect(codes(state)).toEqual([]);
  });

  test('none at all: the game waits before its first card', () => {
    const state = deal(small, []);
    expect([state.card, metrox.toAct(state), metrox.turn(state)]).toEqual([null, [], 0]);
  });

  test('one that is not left in the deck does not come up', () => {
    const state = play(deal(small, ['S3', 'S3', 'N2']), 'A.3');
    expect([state.card, metrox.toAct(state), metrox.turn(state)]).toEqual([null, [], 1]);
  });

  test('it can come up again after a reshuffle', () => {
    const state = play(deal(small, ['S3', 'N6R', 'S3']), 'A.3', 'B.2');
    expect(state.card).toBe('S3');
  });

  test('flipping by hand: the table is not to act when no card can come up', () => {
    const used = play(deal(small, ['N3'], 1, 'manual'), '-1 flip', 'A.3');
    expect(metrox.toAct(used)).toEqual([]);
    expect(codes(used, TABLE)).toEqual([]);
    expect(metrox.toAct(deal(small, ['N9'], 1, 'manual'))).toEqual([]);
  });

  test('what is no text is no card, and is ignored where it is not reached', () => {
    const draws = ['N3', ['N2'], 5, null] as unknown as string[];
    const state = deal(small, draws);
    expect(state.card).toBe('N3');
    expect(play(state, 'A.3').card).toBeNull();
  });

  test.each(CARDS.filter((card) => card !== 'N6'))('%s can be the first card of an okazu game', (card) => {
    expect(deal(small, [card]).card).toBe(card);
  });

  test('N6 without the sign is in no deck', () => {
    expect(deal(small, ['N6']).card).toBeNull();
  });
});

describe('a deal that cannot be made', () => {
  const good = { map: small, seats: 2, options: {}, chance: { seed: 's' }, rules: 1 };
  test.each([
    ['no seats', { seats: 0 }, 'Metro X has 1 to 25 seats, not 0.'],
    ['26 seats', { seats: 26 }, 'Metro X has 1 to 25 seats, not 26.'],
    ['half a seat', { seats: 1.5 }, 'Metro X has 1 to 25 seats, not 1.5.'],
    ['rules of the future', { rules: 2 }, 'There are no rules 2 of Metro X; the newest are 1.'],
    ['rules 0', { rules: 0 }, 'There are no rules 0 of Metro X; the newest are 1.'],
    ['an unknown option', { options: { speed: 'fast' } }, 'Metro X has no option "speed"; it has flip.'],
    ['an unknown value', { options: { flip: 'never' } }, 'The option "flip" is auto or manual, not "never".'],
    ['no draws', { chance: { given: {} } }, 'The given chance needs "draws", a list of cards.'],
  ])('%s', (_, change, message) => {
    expect(() => metrox.setup({ ...good, ...change })).toThrow(new DealError(message));
  });

  test('1 and 25 seats are dealt', () => {
    expect(metrox.toAct(metrox.setup({ ...good, seats: 1 }))).toHaveLength(1);
    expect(metrox.toAct(metrox.setup({ ...good, seats: 25 }))).toHaveLength(25);
  });
});
