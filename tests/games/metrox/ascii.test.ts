import { expect, test } from 'vitest';
import { draw } from '../../../src/games/metrox/ascii.ts';
import { deal, play, smallMap } from './table.ts';

/**
 * Seat 1 completes B in the first round, so nobody else gets its first bonus; seat 0 completes A in the second. All that is
 * empty costs nothing, since it is fewer than six stations. The transfer of seat 0 is chosen, and not carried out.
 */
test('a position in plain text', () => {
  const map = smallMap({
    A: { stations: 'a b c d', windows: 2, bonus: [5, 3] },
    B: { stations: 'c e', windows: 1, bonus: [4, 2] },
  });
  const state = play(deal(map, ['N2', 'N3', 'T'], 2), '0 A.2', '1 B.2', '0 A.2', '1 A.2', '0 B.T');
  expect(draw(state)).toBe(
    `
round 3: T lies open
deck: N2 N3 N3 N3 N4 N4 N4 N4 N5 N5 N6R S2 S2 S3 T T F

seat 0: 5 for lines + 0 for transfers - 0 for 1 empty = 5, chose B.T
  last: N3 as A.2 filled c d and completed A
  A  +5    N2  N3   x  x  x  x
  B  -/2   _        x  .

seat 1: 4 for lines + 0 for transfers - 0 for 1 empty = 4
  last: N3 as A.2 filled a b
  A  -/3   N3  _    x  x  x  .
  B  +4    N2       x  x

5/3 bonuses, -/3 the first is taken, +5 got; _ a window; x a mark
stations
  A  a b c d
  B  c e
`.trim(),
  );
});

test('before the first card, and of a station in which a transfer stands', () => {
  const map = smallMap({ A: { stations: 'a b', windows: 2 }, B: { stations: 'a c', windows: 1 } });
  const closed = deal(map, [], 1);
  expect(draw(closed)).toContain('round 0: no card lies open\ndeck: N2 N2 N3');
  // Two lines stop at a: 4.
  const state = play(deal(map, ['T'], 1), 'A.T');
  expect(draw(state)).toContain('0 for lines + 4 for transfers - 0 for 2 empty = 4');
  expect(draw(state)).toContain('\n  A  5/3   T   _    4  .\n  B  5/3   _        4  .\n');
});
