import { describe, expect, test } from 'vitest';
import { metrox } from '../../../src/games/metrox/index.ts';
import { leastFor, MOST_PENALTY, penaltyOf } from '../../../src/games/metrox/score.ts';
import { EDITIONS, FIRST, LATER, OPEN } from '../../../src/games/metrox/state.ts';
import { mapOf, metroxModule } from '../../../src/modules.ts';
import { deal, filled, play, smallMap } from './table.ts';

const two = smallMap({
  A: { stations: 'a1 a2 m a3 a4 a5', bonus: [7, 4] },
  B: { stations: 'b1 m b2', bonus: [5, 3] },
});

describe('penalty for empty stations', () => {
  test('okazu', () => {
    const expected = [
      ...[0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10],
      ...[10, 10, 10],
    ];
    expect(expected.map((_, empty) => penaltyOf('okazu', empty))).toEqual(expected);
    expect(penaltyOf('okazu', 77)).toBe(10);
  });

  test('gamewright', () => {
    const expected = [...[0, 0, 0, 0, 0, 1, 2, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10], ...[10, 10, 10]];
    expect(expected.map((_, empty) => penaltyOf('gamewright', empty))).toEqual(expected);
    expect(penaltyOf('gamewright', 78)).toBe(10);
  });

  test.each(EDITIONS)('%s: each step begins where it is said to, and the last is the tenth', (edition) => {
    const steps = Array.from({ length: MOST_PENALTY + 1 }, (_, penalty) => leastFor(edition, penalty));
    expect(steps.map((empty) => penaltyOf(edition, empty))).toEqual([...steps.keys()]);
    expect(steps.slice(1).map((empty) => penaltyOf(edition, empty - 1))).toEqual(
      [...steps.keys()].slice(0, -1),
    );
  });
});

describe('score', () => {
  test('an empty board has only the penalty', () => {
    expect(metrox.score(deal(mapOf(metroxModule, 'tokyo'), ['N3']))).toEqual([
      { score: -10, rank: 1, parts: { bonuses: 0, transfers: 0, empty: 77, penalty: 10 } },
    ]);
  });

  test('bonuses and numbers in stations count, numbers in windows do not', () => {
    // B is complete first (5), its shared station holds 4; empty are a1 a2 a3 a4 a5: no penalty yet.
    const state = play(filled(deal(two, ['N2', 'N5']), { m: 4 }), 'B.1');
    expect(metrox.score(state)[0]!.parts).toEqual({ bonuses: 0, transfers: 4, empty: 6, penalty: 1 });
    const after = play(state, 'B.1');
    expect(metrox.score(after)).toEqual([
      { score: 9, rank: 1, parts: { bonuses: 5, transfers: 4, empty: 5, penalty: 0 } },
    ]);
  });

  test('the later bonus counts for who is later', () => {
    const state = deal(two, ['N2'], 2);
    const boards = [FIRST, LATER].map((how) => ({ ...state.boards[0]!, done: [how, OPEN] }));
    expect(metrox.score({ ...state, boards }).map((one) => one.parts.bonuses)).toEqual([7, 4]);
  });

  test('the higher score ranks first, then fewer empty stations; equal ones share and the next is skipped', () => {
    let state = deal(two, ['N2'], 5);
    // Eight stations. Seats 0 and 1 write 4, with 5 and 4 empty; 2 and 3 write 2 with 5 empty; 4 has nothing.
    state = filled(state, { m: 4, a1: 'x', a2: 'x' }, 0);
    state = filled(state, { m: 4, a1: 'x', a2: 'x', a3: 'x' }, 1);
    state = filled(state, { a1: 2, b1: 'x', b2: 'x' }, 2);
    state = filled(state, { b1: 2, a1: 'x', b2: 'x' }, 3);
    const scores = metrox.score(state);
    expect(scores.map((one) => one.score)).toEqual([4, 4, 2, 2, -3]);
    expect(scores.map((one) => one.parts.empty)).toEqual([5, 4, 5, 5, 8]);
    expect(scores.map((one) => one.rank)).toEqual([2, 1, 3, 3, 5]);
  });

  test('three at the top share rank 1, the next is fourth', () => {
    const state = filled(deal(two, ['N2'], 4), { a1: 'x' }, 3);
    expect(metrox.score(state).map((one) => one.rank)).toEqual([2, 2, 2, 1]);
    const other = [0, 1, 2].reduce((now, seat) => filled(now, { a1: 4 }, seat), state);
    expect(metrox.score(other).map((one) => one.rank)).toEqual([1, 1, 1, 4]);
  });
});

test('solo: the first bonus is always taken', () => {
  const state = play(deal(two, ['N3', 'N2']), 'B.3');
  expect(state.boards[0]!.done).toEqual([OPEN, FIRST]);
});
