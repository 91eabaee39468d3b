import { describe, expect, test } from 'vitest';
import { LABELS } from '../../../src/games/metromania/grid.ts';
import type { Sign } from '../../../src/games/metromania/state.ts';
import {
  t as at,
  carried,
  type Laid,
  laid,
  lakesAround,
  legal,
  stationsIn,
  v as vertex,
} from './position.ts';

/**
 * How building ends. In the drawings `==`, `\` and `/` are dug, a number is the line whose tunnel lies in the triangle, `*` a
 * station, `~~` a lake, `r` a residential spot and `c` a commercial one.
 */

const row = (step: string, n: number) => Array(n).fill(step).join(' ');

/** To F2, from where the next tunnel ends it: `dig.N.W-R`. */
const LEFT = `G10 ${row('W-L', 7)} NW-R W-R`;
/** From the top straight down: A3 B3 C4 D5 E6 F7 G7. */
const DOWN = `A3 SW-R ${row('SE-R', 5)}`;
const WEST = 'G10 W-L W-R';

/** Lakes around G7, by whatever a line from G8 would go on. */
const DEAD: Record<string, Sign> = {
  'F7 F8 G7': 'lake',
  'F7 G6 G7': 'lake',
  'G6 G7 H6': 'lake',
  'G7 H6 H7': 'lake',
};
const FAR = LABELS.filter((label) => 'ABJK'.includes(label[0]!)).concat('C1', 'C2', 'C3', 'C8', 'I1', 'I8');

describe('a player has completed both lines', () => {
  test('the turn is finished first, the bonus included; no extra turns', () => {
    //    E1    E2                      E6
    //     0     0                       1\
    // F1 == F2 == F3                      F7          line 1 has ended at G7, line 0 now ends at F1
    //               \ 0                    1\
    //                G3 == G4 == G5 == G6 == G7 == G8 == G9 == G10
    const state = laid({ lines: { 0: LEFT, 1: `${DOWN} .` } });
    const bonus = carried(state, 'dig.1.W-R');
    expect([bonus.over, legal(bonus)[0]]).toEqual([false, 'bonus.-']);
    expect(carried(bonus, 'bonus.G5')).toMatchObject({ over: true, ending: 'lines', turn: 1, closing: null });
    expect(legal(carried(bonus, 'bonus.-'))).toEqual([]);
  });

  test('not one line of each', () => {
    //    E1    E2                      E6
    //     0     0                       2\                                J4    J5
    // F1 == F2 == F3                      F7                                   / 1
    //               \ 0                    2\                                K4    K5
    //                G3 == G4 == G5 == G6 == G7 == G8 == G9 == G10
    // Line 2 has ended at G7, line 0 now ends at F1, and line 1 takes the other two tunnels.
    const state = carried(laid({ lines: { 0: LEFT, 2: `${DOWN} .`, 1: 'K4 NE-R' } }), 'dig.1.W-R', 'bonus.-');
    expect(carried(state, 'dig.2.NW-R', 'dig.2.NW-R')).toMatchObject({ over: false, mover: 1 });
  });

  test('advanced: a company, not two companies of one player', () => {
    //    E1    E2                      E6
    //     2     2                       3\
    // F1 == F2 == F3                      F7          the second time both are company 1's;
    //               \ 2                    3\         the first time they are lines 0 and 2
    //                G3 == G4 == G5 == G6 == G7 == G8 == G9 == G10
    const options = { game: 'advanced' };
    const apart = laid({ options, lines: { 0: LEFT, 2: `${DOWN} .` } });
    expect(carried(apart, 'dig.1.W-R', 'bonus.-')).toMatchObject({ over: false, mover: 1 });
    const one = laid({ options, lines: { 2: LEFT, 3: `${DOWN} .` }, mover: 1 });
    // Its seat counts them as 3 and 4.
    expect(carried(one, 'dig.3.W-R', 'bonus.-')).toMatchObject({ over: true, ending: 'lines', mover: 1 });
  });
});

describe('the last station is placed', () => {
  test('by an intermediate one at once', () => {
    //    F7    F8    F9
    //                 0
    // G6    G7 ==*G8 == G9 == G10     29 stand with the one at G8; the last one is built at G9
    //           0           0
    //    H6    H7    H8    H9
    const state = laid({ lines: { 0: `${WEST} W-L` }, stations: ['G8', ...FAR.slice(0, 28)] });
    expect(carried(state, 'station.G9')).toMatchObject({ over: true, ending: 'stations', turn: 1 });
  });

  test('on the way: the turn goes on, tunnels stay legal, and no more stations come', () => {
    // E6    E7    E8 == E9
    //  2\        / 0
    //    F7    F8    F9
    //     2\  / 0     0
    // G6   *G7 == G8 == G9 == G10
    // Joins at G7, where line 2 ends and the last one is placed, then at E8, where line 3 ends.
    const state = laid({ lines: { 0: WEST, 2: DOWN, 3: 'D9 SW-R W-R' }, stations: FAR.slice(0, 29) });
    const first = carried(state, 'dig.1.W-L');
    expect([stationsIn(first).length, first.over, first.mover]).toEqual([30, false, 0]);
    const second = carried(first, 'dig.1.NE-R', 'dig.1.NE-R');
    expect(second).toMatchObject({ over: true, ending: 'stations' });
    expect([second.last!.tunnels.length, stationsIn(second).length]).toEqual([3, 30]);
  });
});

describe('five lines are completed or blocked, all four when only two companies play', () => {
  const shut: Laid = { signs: { ...DEAD } };
  /** Dead where it ends: its heading is west, and lakes lie around G7. */
  const dead = `${WEST} W-L`;
  /** Three tunnels that end nothing. */
  const turn = ['dig.1.NW-R', 'dig.1.NW-R', 'dig.1.NW-R'];

  test('two: not with three of them', () => {
    //    F6    F7    F8    F9
    //           0\~~        1
    // G5    G6    G7 == G8 == G9 == G10     line 0 has ended, line 1 is dead, line 3 has ended at B5
    //   \ 2    ~~ ~~  1           1
    //    H5    H6    H7    H8    H9
    // Company 1's first line is the one that is dug; it can always go on.
    const lines = { 0: `${DOWN} .`, 1: dead, 2: 'K4 NE-R', 3: 'A5 SW-R .' };
    const state = carried(laid({ ...shut, lines, mover: 1 }), ...turn);
    expect(state).toMatchObject({ over: false, blocked: [false, true, false, false], mover: 1 });
  });

  test('two: all four, blocked or completed', () => {
    //    E1    E2          F6    F7    F8          A4    A5
    //     0     0                 2\~~ ~~          ~~  3/~~
    // F1 == F2 == F3          G6 == G7 == G8    B4    B5    B6
    //               \ 0     0     0  1\ 0          ~~ ~~ ~~
    //                G3    H5    H6    H7          C5    C6
    // Line 2 has ended, line 1 is dead at G7, line 3 at B5. The last one comes to its end in a turn of its own.
    const lines = { 0: LEFT, 1: 'J7 NW-R NW-R NW-L', 2: `${DOWN} .`, 3: 'A5 SW-R' };
    const state = laid({ lines, signs: lakesAround('G7', 'B5') });
    const end = carried(state, 'dig.1.W-R', 'bonus.-');
    expect(end).toMatchObject({ over: true, ending: 'blocked', blocked: [false, true, false, true] });
  });

  test('three: five of six, not four', () => {
    // F5    F6    F7    F8    F9                   H7    H8
    //   \ 1        0\~~        5                   ~~ ~~ ~~
    //    G5    G6    G7 == G8 == G9 == G10      I6    I7    I8
    //      \ 1    ~~ ~~  5           5             ~~ ~~\ 3
    //       H5    H6    H7    H8    H9             J6    J7
    // One line of each has ended, line 5 is dead at G7, line 3 at I7 where there are lakes, or none.
    const lines = {
      0: `${DOWN} .`,
      1: 'K4 NE-R NW-R',
      2: 'A5 SW-R .',
      3: 'J7 NW-R',
      4: 'B7 SW-R .',
      5: dead,
    };
    const four = carried(laid({ ...shut, seats: 3, lines }), 'dig.2.NW-R', 'dig.2.NW-R', 'dig.2.NW-R');
    expect(four).toMatchObject({ over: false, mover: 1, blocked: [false, false, false, false, false, true] });
    const signs = { ...DEAD, ...lakesAround('I7') };
    const five = carried(laid({ signs, seats: 3, lines }), 'dig.2.NW-R', 'dig.2.NW-R', 'dig.2.NW-R');
    expect(five).toMatchObject({ over: true, ending: 'blocked' });
  });

  test('four, and two in the advanced game: five of eight', () => {
    // F5    F6    F7    F8    F9                  A5    A6            B6    B7
    //   \ 1        0\~~        7                2/                        4/
    //    G5    G6    G7 == G8 == G9 == G10     B5    B6            C6    C7       I1 == I2
    //      \ 1    ~~ ~~  7           7                                                6
    //       H5    H6    H7    H8    H9                                               J1    J2
    // One line of each has ended, line 1 goes on, and line 7, which is there the second time only, is dead.
    const lines = { 0: `${DOWN} .`, 2: 'A5 SW-R .', 4: 'B7 SW-R .', 6: 'I1 E-R .', 1: 'K4 NE-R NW-R' };
    for (const what of [{ seats: 4 }, { options: { game: 'advanced' } }]) {
      const four = laid({ ...shut, ...what, lines });
      expect(carried(four, 'dig.2.NW-R', 'dig.2.NW-R', 'dig.2.NW-R')).toMatchObject({
        over: false,
        mover: 1,
      });
      const five = laid({ ...shut, ...what, lines: { ...lines, 7: dead } });
      const end = carried(five, 'dig.2.NW-R', 'dig.2.NW-R', 'dig.2.NW-R');
      expect(end).toMatchObject({ over: true, ending: 'blocked' });
    }
  });

  test('a line that cannot be started any more counts', () => {
    //    F7    F8    F9                A2    A3    A4    A5
    //     0\~~ ~~     1                    0/          0
    // G6   *G7 == G8 ==*G9 == G10         B3    B4    B5
    //    ~~ ~~  1           1
    //    H6    H7    H8    H9
    // Line 3 could start on the sides 2, 3 and 4 only, and there no white arrow is free.
    const lines = { 0: `${DOWN} .`, 1: dead, 2: 'I8 W-L .' };
    const state = laid({ signs: lakesAround('G7'), lines });
    const white = ['A2 A3 B3', 'A4 A5 B5', 'B1 C1 C2', 'D1 E1 E2', 'G1 G2 H1', 'I1 I2 J1'];
    const full = {
      ...state,
      dug: state.dug.map((line, n) => (white.some((one) => at(one) === n) ? 0 : line)),
    };
    const last = { ...full, stations: [...full.stations, { vertex: vertex('G7'), company: 0 }] };
    expect(carried(last, 'station.G9')).toMatchObject({ over: true, ending: 'blocked' });
    const open = { ...state, stations: last.stations };
    expect(carried(open, 'station.G9')).toMatchObject({ over: false, mover: 1 });
  });
});

describe('last turn', () => {
  const options = { lastTurn: 'true' };

  test('each of the others has one more, then it is over', () => {
    // G5 == G6 ==*G7 == G8 == G9 == G10     lines 2 and 3 have ended at F1 and G7
    //     2     2  0\ 2     2     2
    //    H5    H6    H7                     then line 4 comes up to H5
    //      \ 4         \ 0
    //       I5    I6    I7                  and line 0 to G7
    const lines = { 2: LEFT, 3: `${DOWN} .` };
    const state = carried(laid({ seats: 3, options, lines, mover: 1 }), 'dig.1.W-R', 'bonus.-');
    expect(state).toMatchObject({ over: false, ending: 'lines', closing: 1, mover: 2 });
    const next = carried(state, 'start.K4', 'dig.1.NW-R', 'dig.1.NW-R');
    expect(next).toMatchObject({ over: false, closing: 1, mover: 0 });
    expect(carried(next, 'start.J7', 'dig.1.NW-R', 'dig.1.NW-L')).toMatchObject({
      over: true,
      ending: 'lines',
      turn: 3,
    });
  });

  test('who can do nothing is passed over', () => {
    //    E1    E2             H7    H8
    //     2     2             ~~ ~~ ~~
    // F1 == F2 == F3       I6    I7    I8     line 3 has ended at G7, line 2 now ends at F1
    //               \ 2       ~~ ~~\ 0
    //                G3       J6    J7
    // Company 0 has a dead line and one that has ended.
    const lines = { 0: 'J7 NW-R', 1: 'B7 SW-R .', 2: LEFT, 3: `${DOWN} .` };
    const state = laid({ options, lines, signs: lakesAround('I7'), mover: 1 });
    const end = carried(state, 'dig.1.W-R', 'bonus.-');
    expect(end).toMatchObject({ over: true, ending: 'lines', last: { passed: [0] } });
  });

  test('it stays so when a station opens a blocked line again', () => {
    //    F7    F8    F9                H5    H6
    //          ~~ ~~  1                ~~ ~~ ~~
    // G6 == G7    G8 == G9 == G10   I4   *I5    I6
    //     3    c  ~~ r      1          ~~ ~~\ 5
    //    H6    H7    H8    H9          J4    J5
    // Line 1 is stuck at G8, line 5 at I5; only line 3 can go on, over the spot by which it joins at G8.
    const lines = {
      0: 'A3 SW-R .',
      1: WEST,
      2: 'A5 SW-R .',
      3: `G1 ${row('E-R', 6)}`,
      4: 'B7 SW-R .',
      5: 'K4 NE-R NW-R',
    };
    const signs: Record<string, Sign> = {
      ...lakesAround('G8', 'I5'),
      'G7 G8 H7': 'commercial',
      'G8 G9 H8': 'residential',
    };
    const hands = { 0: ['A.R'] };
    const state = laid({ seats: 3, options, lines, signs, hands, stations: ['I5'], mover: 2 });
    const closing = carried(state, 'station.J5');
    expect(closing).toMatchObject({ over: false, ending: 'blocked', closing: 2, mover: 1 });
    const end = carried(closing, 'dig.2.E-R.F');
    expect(end).toMatchObject({ over: true, ending: 'blocked' });
    expect([closing.blocked[1], end.blocked[1]]).toEqual([true, false]);
  });

  test('with no station left, none is offered', () => {
    //    F7    F8    F9
    //                 0
    // G6   *G7 == G8 == G9 == G10     29 stand with the one at G7, then 30
    //           0           0
    //    H6    H7    H8    H9
    const what = { seats: 3, options, lines: { 0: `${WEST} W-L` } };
    const state = laid({ ...what, stations: ['G7', ...FAR.slice(0, 28)] });
    expect(legal(state, 'station')).toEqual(['station.G8', 'station.G9']);
    const full = laid({ ...what, stations: ['G7', ...FAR.slice(0, 29)] });
    expect(legal(full, 'station')).toEqual([]);
  });

  test('without the option there is none', () => {
    //    E1    E2                      E6
    //     2     2                       3\
    // F1 == F2 == F3                      F7          both are company 1's, of three
    //               \ 2                    3\
    //                G3 == G4 == G5 == G6 == G7 == G8 == G9 == G10
    const lines = { 2: LEFT, 3: `${DOWN} .` };
    expect(carried(laid({ seats: 3, lines, mover: 1 }), 'dig.1.W-R', 'bonus.-')).toMatchObject({
      over: true,
    });
  });
});
