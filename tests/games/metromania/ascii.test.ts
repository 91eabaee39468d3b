import { expect, test } from 'vitest';
import { draw } from '../../../src/games/metromania/ascii.ts';
import { laid } from './position.ts';

/**
 * Line 0.1 comes in at G10 and runs west along G: below its first edge it has dug G9-G10-H9, a place with a white arrow, and
 * above its second one the spot F9-G8-G9, where A.R lies. Line 1.1 comes in at K5 by K4-K5-J5 and goes on to I6.
 */
test('a position in plain text', () => {
  const state = laid({
    lines: { 0: 'G10 W-L W-R', 2: 'K5 NW-L NE-R .' },
    stations: ['G9'],
    points: [2, 0],
    signs: {
      'F9 G8 G9': 'residential',
      'C2 C3 D3': 'commercial',
      'H3 H4 I3': 'entertainment',
      'F5 F6 G5': 'lake',
      'E3 F3 F4': 'park',
    },
    marked: [['A.R', 'F9 G8 G9', 0]],
  });
  expect(draw(state)).toBe(
    `
0 turns, seat 0 (company 0): 0 dug

A                 .     .     .     .     .     .
                  b                             b
                     b     w           w     b
B              .     .     .     .     .     .     .
               w                                   w

C           .     .     .     .     .     .     .     .

                     c
D        .     .     .     .     .     .     .     .     .
         w                                               w

E     .     .     .     .     .     .     .     .     .     .
      b           #                                         b

F  .     .     .     .     .     .     .     .     .     .     .
                                                   A
      b                       ~                   0.1       b
G     .     .     .     .     .     .     .     .-----0-----.
                                                        0.1
         w                                               w
H        .     .     .     .     .     .     .     .     .

                        e
I           .     .     .     .     .     .     .     .
                                         /
               w                        /1.1       w
J              .     .     .     .     .     .     .
                     b     w           w\\    b
                  b                   1.1\\      b
K                 .     .     .     .     .     .
0 seat 0 built a station; 0.2 its line 2 dug here; A-F markers, r c e bare spots, ~ lake, # park

minutes so far: A -, B -, C -, D -, E -, F -

seat 0, company 0: 2 points for stations
  hand: B.C, C.E, D.R, E.E, F.C
  placed: A.R on F9-G8-G9
  line 0.1, open, from side 0: G10 G9 G8
  line 0.2, not started

seat 1, company 1: 0 points for stations
  hand: A.C, B.E, C.R, D.E, E.C, F.R
  placed: none
  line 1.1, complete, from side 1: K5 J5 I6
  line 1.2, not started
`.trim(),
  );
});
