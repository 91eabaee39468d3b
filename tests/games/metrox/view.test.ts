import { describe, expect, test } from 'vitest';
import { TABLE } from '../../../src/games/game.ts';
import { metrox } from '../../../src/games/metrox/index.ts';
import { FIRST, LATER, OPEN, type State } from '../../../src/games/metrox/state.ts';
import { deal, filled, freeze, legal, marksOf, play, smallMap } from './table.ts';

const map = smallMap({
  A: { stations: 'a1 a2 a3 a4 a5 a6', bonus: [7, 4] },
  B: { stations: 'b1 m b2', bonus: [5, 3] },
  C: { stations: 'c1 m', bonus: [2, 1] },
});

describe('a view', () => {
  const state = play(deal(map, ['N3', 'S2', 'T'], 3), '0 A.3', '1 B.3', '2 B.3', '1 A.2');

  test("of a watcher has no seat, no choice and no board of one's own", () => {
    const view = metrox.view(state);
    expect([view.seat, view.choice, view.mine]).toEqual([null, null, null]);
    expect([view.round, view.card, view.toAct, view.over]).toEqual([2, 'S2', [0, 2], false]);
  });

  test('of a seat that has chosen shows its choice carried out on its own board only', () => {
    const view = metrox.view(state, 1);
    expect(view.seat).toBe(1);
    expect(view.choice).toEqual(legal(state, 'A.2', 1));
    expect(marksOf(map, view.mine!)).toEqual({ b1: 'x', m: 'x', b2: 'x', a1: 'x', a2: 'x' });
    expect(view.mine!.last).toMatchObject({ card: 'S2', stations: [0, 1], lines: [] });
    expect(marksOf(map, view.boards[1]!)).toEqual({ b1: 'x', m: 'x', b2: 'x' });
  });

  test("of a seat that has not chosen has its public board as one's own", () => {
    const view = metrox.view(state, 0);
    expect(view.choice).toBeNull();
    expect(view.mine).toBe(view.boards[0]);
  });

  test("shows nothing of another seat's pending choice", () => {
    const before = play(deal(map, ['N3', 'S2', 'T'], 3), '0 A.3', '1 B.3', '2 B.3');
    const one = play(before, '1 A.2');
    const other = play(before, '1 C.1');
    for (const seat of [0, 2, undefined]) expect(metrox.view(one, seat)).toEqual(metrox.view(other, seat));
    expect(metrox.view(one, 1)).not.toEqual(metrox.view(other, 1));
  });

  test('lists the deck in the order of the kinds', () => {
    const view = metrox.view(deal(map, ['N3']));
    expect(view.deck.join(' ')).toBe('N2 N2 N3 N3 N3 N4 N4 N4 N4 N5 N5 N6R S2 S2 S3 T T T F');
  });

  test('the table and unknown seats see what a watcher sees', () => {
    expect(metrox.view(state, TABLE)).toEqual(metrox.view(state));
    expect(metrox.view(state, 3)).toEqual(metrox.view(state));
  });

  test('scores: the own seat by its pending choice, all others and all ranks by the public boards', () => {
    // Seats 1 and 2 have B first (5), with six and four stations of A and c1 empty.
    const chosen = play(filled(deal(map, ['N3', 'N2'], 2), { b1: 'x', b2: 'x' }), '0 B.1');
    expect(metrox.view(chosen).scores.map((score) => score.parts.bonuses)).toEqual([0, 0]);
    expect(metrox.view(chosen, 0).scores.map((score) => score.parts.bonuses)).toEqual([5, 0]);
    expect(metrox.view(chosen, 1).scores.map((score) => score.parts.bonuses)).toEqual([0, 0]);
    expect(metrox.view(chosen, 0).scores.map((score) => score.rank)).toEqual([1, 2]);
  });
});

describe('rounds that are certain', () => {
  const roundsOf = (state: State) => metrox.view(state).rounds;

  test('begin with the number of windows and grow with each free card', () => {
    let state = deal(map, ['N3', 'F', 'N2', 'T']);
    expect([state.round, roundsOf(state)]).toEqual([1, 6]);
    state = play(state, 'A.3');
    expect([state.round, state.card, roundsOf(state)]).toEqual([2, 'F', 7]);
    state = play(state, 'free.m');
    expect([state.round, roundsOf(state)]).toEqual([3, 7]);
  });

  test('flipping by hand: before a flip they are not fewer', () => {
    const state = deal(map, ['N3', 'N2'], 1, 'manual');
    expect(roundsOf(state)).toBe(6);
    const closed = play(state, '-1 flip', 'A.3');
    expect([closed.round, roundsOf(closed)]).toEqual([1, 6]);
  });
});

describe('the own board with a pending choice', () => {
  test('a completed line counts as first where nobody took its first bonus', () => {
    const state = play(deal(map, ['N3', 'N2'], 2), '0 B.3');
    expect(metrox.view(state, 0).mine!.done).toEqual([OPEN, FIRST, OPEN]);
    expect(metrox.view(state, 0).boards[0]!.done).toEqual([OPEN, OPEN, OPEN]);
  });

  test('as later where somebody did in an earlier round', () => {
    const state = play(deal(map, ['N3', 'N4'], 2), '0 B.3', '1 A.3', '1 B.3');
    expect(metrox.view(state, 1).mine!.done).toEqual([OPEN, LATER, OPEN]);
  });
});

describe('imagine', () => {
  test("gives a state with nobody's choice pending, the own one neither", () => {
    const state = play(deal(map, ['N3', 'N2'], 3), '0 A.3', '1 B.3');
    const imagined = metrox.imagine(metrox.view(state, 1));
    expect(imagined.choices).toEqual([null, null, null]);
    expect(metrox.toAct(imagined)).toEqual([0, 1, 2]);
    expect(metrox.actions(imagined, 1)).toEqual(metrox.actions(state, 1));
  });

  test('a preview of another choice shows that one alone', () => {
    const state = play(deal(map, ['N3', 'N2'], 2), '0 A.3');
    const imagined = metrox.imagine(metrox.view(state, 0));
    const after = metrox.view(metrox.apply(imagined, 0, legal(state, 'B.3', 0)), 0);
    expect(marksOf(map, after.mine!)).toEqual({ b1: 'x', m: 'x', b2: 'x' });
    expect(after.mine).toEqual(metrox.view(play(state, '0 B.3'), 0).mine);
  });

  test('without a seed the last choice closes the round and nothing comes up', () => {
    for (const flip of ['auto', 'manual'] as const) {
      let state = deal(map, ['N3', 'S2'], 1, flip);
      if (flip === 'manual') state = play(state, '-1 flip');
      const after = metrox.apply(metrox.imagine(metrox.view(state, 0)), 0, legal(state, 'B.3'));
      expect([after.round, after.card, metrox.toAct(after)]).toEqual([1, null, []]);
      expect(metrox.view(after, 0).mine!.done).toEqual([OPEN, FIRST, OPEN]);
      expect(metrox.over(after)).toBe(false);
    }
  });

  test('a flip in a state without chance changes nothing', () => {
    const waiting = deal(map, ['N3'], 1, 'manual');
    const imagined = metrox.imagine(metrox.view(waiting));
    expect(metrox.apply(imagined, TABLE, { kind: 'flip' })).toBe(imagined);
  });

  test('with a seed the deck that is left is shuffled, and goes on to the end', () => {
    const state = play(deal(map, ['N3', 'S2']), 'A.3');
    const view = freeze(metrox.view(state, 0));
    const orders = new Set<string>();
    for (let seed = 0; seed < 20; seed += 1) {
      let imagined = metrox.imagine(view, `${seed}`);
      expect([...imagined.deck].sort()).toEqual([...state.deck].sort());
      orders.add(imagined.deck.join());
      while (!metrox.over(imagined)) imagined = metrox.apply(imagined, 0, metrox.actions(imagined, 0)[0]!);
      expect(metrox.turn(imagined)).toBeGreaterThanOrEqual(6);
    }
    expect(orders.size).toBe(20);
    expect(metrox.imagine(view, '3')).toEqual(metrox.imagine(view, '3'));
  });
});

describe('a seat struck from the scoring', () => {
  const drop = metrox.drop!;

  test('is not waited for: if only it was, the round closes', () => {
    const state = play(deal(map, ['N3', 'N2', 'N2'], 3), '0 A.3', '1 A.3');
    const without = drop(state, 2);
    expect([without.round, metrox.toAct(without), without.dropped]).toEqual([2, [0, 1], [2]]);
    expect(metrox.actions(without, 2)).toEqual([]);
    expect(marksOf(map, without.boards[2]!)).toEqual({});
    expect(play(without, '1 A.2', '0 A.2').round).toBe(3);
  });

  test('its pending choice is void', () => {
    const state = play(deal(map, ['N3', 'N2'], 3), '0 B.3');
    const after = play(drop(state, 0), '1 A.3', '2 B.3');
    expect(marksOf(map, after.boards[0]!)).toEqual({});
    expect(after.boards[2]!.done).toEqual([OPEN, FIRST, OPEN]);
  });

  test('ranks behind all others, whatever its score', () => {
    const start = deal(map, ['N3', 'N2'], 3);
    const state = drop(play(start, '0 B.3', '1 A.3', '2 A.3'), 0);
    expect(metrox.score(state).map((score) => score.rank)).toEqual([3, 1, 1]);
    expect(metrox.view(state).dropped).toEqual([0]);
  });

  test('the others play on to the end', () => {
    let state = drop(metrox.setup({ map, seats: 2, options: {}, chance: { seed: 'd' }, rules: 1 }), 0);
    while (!metrox.over(state)) {
      expect(metrox.toAct(state)).toEqual([1]);
      state = metrox.apply(state, 1, metrox.actions(state, 1)[0]!);
    }
    expect(metrox.view(state).rounds).toBe(metrox.turn(state));
  });

  test('when nobody is left the game is over', () => {
    const state = drop(drop(deal(map, ['N3'], 2), 1), 0);
    expect([metrox.over(state), state.card, metrox.toAct(state), state.dropped]).toEqual([
      true,
      null,
      [],
      [0, 1],
    ]);
  });

  test('twice is once, and an unknown seat is none', () => {
    const state = drop(deal(map, ['N3'], 2), 1);
    expect(drop(state, 1)).toBe(state);
    expect(drop(state, 5)).toBe(state);
  });
});
