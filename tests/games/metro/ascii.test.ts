import { expect, test } from 'vitest';
import { draw } from '../../../src/games/metro/ascii.ts';
import { carried, dealt } from './table.ts';

/**
 * Two play, so the first has the odd lines. `aaaa` on A1 leads line 8 down to A2 and line 9 right to B1. `bbbb` on A2 turns
 * every train to the left as it goes: line 8 goes on to B2, and line 10, come in from the left, goes up over A1 to station 8.
 * Nobody knows more than the four tiles that were given.
 */
test('a position in plain text', () => {
  const state = carried(dealt(['aaaa', 'bbbb', 'cccc', 'dddd']), 'A1.0', 'A2.0');
  expect(draw(state)).toBe(
    `
2 placed, seat 0 is to place; returns none, arrow up, hands of 1
last: seat 1 on A2, arrived: 10
to draw: 56 unknown

        8:1    7:0    6:1    5:0    4:1    3:0    2:1    1:0
        A      B      C      D      E      F      G      H
  9:0  1 aaaa.0 .      .      .      .      .      .      .      32:1
10:1*  2 bbbb.0 .      .      .      .      .      .      .      31:0
 11:0  3 .      .      .      .      .      .      .      .      30:1
 12:1  4 .      .      .      ###### ###### .      .      .      29:0
 13:0  5 .      .      .      ###### ###### .      .      .      28:1
 14:1  6 .      .      .      .      .      .      .      .      27:0
 15:0  7 .      .      .      .      .      .      .      .      26:1
 16:1  8 .      .      .      .      .      .      .      .      25:0
        17:0   18:1   19:0   20:1   21:0   22:1   23:0   24:1
8:1* line 8 of seat 1 has arrived; 8 (5 to B2.6) after 5 tiles it enters B2 by connector 6

seat 0: 0 points, holds cccc
  open: 1, 3, 5, 7, 9 (1 to B1.6), 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31

seat 1: 2 points, holds dddd
  arrived: 10 (2 to 8: 2)
  open: 2, 4, 6, 8 (2 to B2.6), 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32
`
      .slice(1)
      .trimEnd(),
  );
});
