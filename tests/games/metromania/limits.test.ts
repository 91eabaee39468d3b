import { describe, expect, test } from 'vitest';
import { LABELS } from '../../../src/games/metromania/grid.ts';
import { metromania } from '../../../src/games/metromania/index.ts';
import type { Sign, State } from '../../../src/games/metromania/state.ts';
import { carried, DEAD, labels, laid, lakesAround, legal, stationsIn, t, taken } from './position.ts';

/**
 * A turn, rule by rule: how lines end, are blocked, and who passes. In the drawings beside tests `==`, `\` and `/` are dug, a
 * number is the line whose tunnel lies in the triangle, `*` a station, `~~` a lake, `r` a residential spot, `c` a commercial
 * one, and a capital letter the marker on it.
 */

//        F7    F8    F9    F10
//   G6 --- G7 --- G8 === G9 === G10    its terminus at G8
//        H6    H7    H8    H9
const WEST = 'G10 W-L W-R';
const DOWN = 'A3 SW-R SE-R SE-R SE-R SE-R SE-R';
const row = (step: string, n: number) => Array(n).fill(step).join(' ');
const east = (n: number) => `G1 ${row('E-R', n)}`;

describe('6 end', () => {
  // From the right border along row G and F to F2, before the corner F1.
  //      E1--E2          the black triangles there: E1 F1 F2 of side 3, F1 F2 G1 of side 2
  //     / \  /
  //   F1---F2===
  //     \  / \
  //      G1--G2
  const LEFT = `G10 ${row('W-L', 7)} NW-R W-R`;
  const ends = (state: State, code: string) => carried(state, code).lines[0]!.done;

  test('a black-arrow triangle of an opposite side, the head on the city limit', () => {
    const state = laid({ lines: { 0: LEFT } });
    expect(labels(state.lines[0]!.vertices).at(-1)).toBe('F2');
    for (const code of ['dig.1.W-L', 'dig.1.W-R', 'dig.1.NW-L', 'dig.1.SW-R'])
      expect([code, ends(state, code)]).toEqual([code, true]);
    // On the limit, but in a triangle without an arrow there.
    for (const code of ['dig.1.NW-R', 'dig.1.SW-L']) expect([code, ends(state, code)]).toEqual([code, false]);
  });

  test('with its head elsewhere it only takes up the space', () => {
    // Along the upper left side down to E1, and in to F2.
    const lines = { 0: `E10 ${row('W-R', 6)} NW-L W-R W-R SW-L` };
    const state = carried(laid({ lines }), 'dig.1.SE-R');
    expect(state.lines[0]).toMatchObject({ done: false });
    expect(state.dug[t('E1 F1 F2')]).toBe(0);
    expect(labels(state.lines[0]!.vertices).at(-1)).toBe('F2');
  });

  test('not on a side that is not opposite, while a black arrow is free on those that are', () => {
    // G10 H9 to G9 and F10: the black triangles F10 E10 F11 of side 5 and F10 F11 G10 of side 0.
    const state = laid({ lines: { 0: 'H9 NW-R NE-L', 2: 'K4 NE-R' } });
    for (const code of ['dig.1.NE-R', 'dig.1.E-R', 'dig.1.E-L']) expect(ends(state, code)).toBe(false);
    expect(ends(taken(state, [1, 5], [2, 3]), 'dig.1.NE-R')).toBe(false);
    const full = taken(state, [1, 5], [2, 3, 4]);
    for (const code of ['dig.1.NE-R', 'dig.1.E-R', 'dig.1.E-L']) expect(ends(full, code)).toBe(true);
  });

  test('then one bonus station at any inner vertex without one, if wished', () => {
    const signs = { 'F5 G4 G5': 'residential', 'G4 G5 H4': 'lake' } as const;
    const state = carried(laid({ lines: { 0: LEFT }, stations: ['G9', 'G7', 'F3'], signs }), 'dig.1.W-R');
    expect(state.bonus).toBe(0);
    // Neither at the start G10 nor at the end F1.
    const inner = ['F2', 'G3', 'G4', 'G5', 'G6', 'G8'].map((label) => `bonus.${label}`);
    expect(legal(state)).toEqual(['bonus.-', ...inner]);
    expect(carried(state, 'bonus.G5')).toMatchObject({ points: [1, 0], bonus: null, mover: 1 });
    expect(carried(state, 'bonus.-')).toMatchObject({ points: [0, 0], bonus: null, mover: 1 });
  });

  test('at once, and the turn goes on', () => {
    const state = carried(laid({ lines: { 0: LEFT, 1: 'A3 SW-R' } }), 'dig.1.W-R', 'bonus.G5');
    expect(state).toMatchObject({ mover: 0, turn: 0 });
    expect(legal(state).every((code) => code.startsWith('dig.2.'))).toBe(true);
    expect(carried(state, 'dig.2.SE-R', 'dig.2.SE-R')).toMatchObject({ mover: 1, turn: 1 });
  });

  test('no bonus where every inner vertex has a station, or none is left', () => {
    const inner = ['G9', 'G8', 'G7', 'G6', 'G5', 'G4', 'G3', 'F3', 'F2'];
    expect(carried(laid({ lines: { 0: LEFT }, stations: inner }), 'dig.1.W-R').mover).toBe(1);
    const spent = LABELS.filter((label) => 'ABCJK'.includes(label[0]!)).slice(0, 30);
    expect(carried(laid({ lines: { 0: LEFT }, stations: spent }), 'dig.1.W-R')).toMatchObject({
      bonus: null,
    });
  });

  test('an ended line is closed to intermediate stations, whether the bonus was taken or not', () => {
    for (const bonus of ['bonus.-', 'bonus.G5']) {
      const state = carried(laid({ lines: { 0: LEFT }, stations: ['F2'] }), 'dig.1.W-R', bonus);
      expect(legal({ ...state, mover: 0, doing: { ...state.doing, company: 0 } }, 'station')).toEqual([]);
      expect(legal({ ...state, mover: 0, doing: { ...state.doing, company: 0 } }, 'dig')).toEqual([]);
    }
  });
});

describe('7 blocked', () => {
  const blockedBy = (state: State) => carried(state, legal(state, 'start')[0]!).blocked;
  /** The same, tested at the end of a turn of company 1 that starts a line. */
  const later = (what: Parameters<typeof laid>[0]) => {
    const state = carried(laid({ ...what, mover: 1 }), 'start.K4', 'dig.1.NW-R', 'dig.1.NW-R');
    return state.blocked[0];
  };

  test('no legal tunnel now', () => {
    //    F7    F8    F9
    //    ~~ ~~        0
    // G6    G7 == G8 == G9 == G10
    //    ~~ ~~  0           0
    //    H6    H7    H8    H9
    expect(later({ lines: { 0: WEST } })).toBe(false);
    expect(later({ lines: { 0: `${WEST} W-L` }, signs: DEAD })).toBe(true);
    expect(later({ lines: { 0: `${WEST} W-L .` }, signs: DEAD })).toBe(false);
    expect(blockedBy(laid({}))).toEqual([false, false, false, false]);
  });

  test('only spots left: blocked without a marker for them', () => {
    //    F7    F8    F9
    //    r  ~~        0
    // G6    G7 == G8 == G9 == G10
    //    ~~ ~~  0           0
    //    H6    H7    H8    H9
    const signs = { ...DEAD, 'F7 G6 G7': 'residential' } as const;
    expect(later({ lines: { 0: `${WEST} W-L` }, signs })).toBe(false);
    expect(later({ lines: { 0: `${WEST} W-L` }, signs, hands: { 0: ['B.C'] } })).toBe(true);
  });

  test('the one-marker-a-turn rule aside', () => {
    //    F7    F8    F9
    //    r  ~~        0
    // G6    G7 == G8 == G9 == G10     an A on the spot by which it came to G7
    //    ~~ ~~ rA           0
    //    H6    H7    H8    H9
    // The marker of this turn is placed on the way in; on with the next in the turn to come.
    const signs = { ...DEAD, 'G7 G8 H7': 'residential', 'F7 G6 G7': 'residential' } as const;
    const state = carried(laid({ lines: { 0: WEST }, signs }), 'dig.1.W-L.A');
    expect(state).toMatchObject({ mover: 1, blocked: [false, false, false, false] });
  });

  test('tested anew each turn: a station at its terminus opens it again', () => {
    //    F7    F8    F9
    //          ~~ ~~  0
    // G6 == G7    G8 == G9 == G10
    //     2    c  ~~        0
    //    H6    H7    H8    H9
    // Ahead of G8 there are lakes, and a commercial spot for which company 0 has no marker; behind it, to the south-east, it
    // is free. Line 2 comes from the left over that spot and joins at G8.
    const signs: Record<string, Sign> = {
      'F8 G7 G8': 'lake',
      'G7 G8 H7': 'commercial',
      'F8 F9 G8': 'lake',
      'G8 H7 H8': 'lake',
    };
    const first = laid({ lines: { 0: WEST, 2: east(6) }, signs, hands: { 0: ['A.R'] }, mover: 1 });
    const shut = carried(first, 'start.A3', 'dig.2.SE-R', 'dig.2.SE-R');
    expect(shut.blocked[0]).toBe(true);
    const still = carried(shut, 'start.C1', 'dig.2.SE-R', 'dig.2.SE-R');
    expect(still.blocked[0]).toBe(true);
    const open = carried(still, 'dig.2.SE-R', 'dig.2.SE-R', 'dig.1.E-R.A');
    expect([stationsIn(open), open.blocked[0]]).toEqual([['G8'], false]);
    expect(legal(open, 'dig').filter((code) => code.startsWith('dig.1.'))).toEqual(['dig.1.SE-L']);
  });
});

describe('8 pass', () => {
  test('who can do nothing is passed over', () => {
    //    F6    F7    F8    F9
    //           1\~~        0
    // G5    G6    G7 == G8 == G9 == G10     line 0 is dead, line 1 has ended; company 1's line 2 goes on
    //   \ 2    ~~ ~~  0           0
    //    H5    H6    H7    H8    H9
    const lines = { 0: `${WEST} W-L`, 1: `${DOWN} .`, 2: 'K4 NE-R' };
    const signs: Record<string, Sign> = { ...DEAD };
    const state = carried(laid({ lines, signs, mover: 1 }), 'dig.1.NW-R', 'dig.1.NW-R', 'dig.1.NW-R');
    expect(state).toMatchObject({ mover: 1, turn: 1, last: { company: 1, passed: [0] }, over: false });
    // Not while it can still build a station.
    const able = { ...laid({ lines, signs, mover: 1, stations: ['G8'] }) };
    const after = carried(able, 'dig.1.NW-R', 'dig.1.NW-R', 'dig.1.NW-R');
    expect([after.mover, legal(after)]).toEqual([0, ['station.G9']]);
  });

  test('all pass in a row: building ends', () => {
    //    F7    F8    F9                B3    B4             H7    H8             H2    H3
    //    ~~ ~~        4                r  ~~ ~~             ~~ ~~ ~~             ~~ ~~ ~~
    // G6    G7    G8 == G9 == G10   C3    C4    C5       I6    I7    I8       I1 == I2    I3
    //    ~~ ~~              4          ~~ ~~ ~~             ~~ ~~\ 0              2 ~~ ~~
    //    H6    H7    H8    H9          D4    D5             J6    J7             J1    J2
    // Companies 0 and 1 have a dead line each, at I7 and I2, and another that has ended. Of company 2's, line 4 can run into a
    // dead end at G7, and line 5, which stands at B3, over a spot into one at C4.
    const lines = { 0: 'J7 NW-R', 1: 'A5 SW-R .', 2: 'I1 E-R', 3: 'B7 SW-R .', 4: WEST, 5: 'A3 SW-R' };
    const signs: Record<string, Sign> = {
      ...DEAD,
      ...lakesAround('I7', 'I2', 'C4'),
      'B3 C3 C4': 'residential',
    };
    const what = { seats: 3, lines, signs, mover: 2 };
    // Two in a row are not all of them: four lines are closed, and company 2 has another turn.
    const on = carried(laid(what), 'dig.1.NW-R', 'dig.1.NW-R', 'dig.1.NW-R');
    expect(on).toMatchObject({ over: false, mover: 2, turn: 1, last: { passed: [0, 1] } });
    // With its lines dead as well six are closed, more than it takes to end building: nobody is asked to pass.
    const end = carried(laid(what), 'dig.1.W-L', 'dig.2.SE-R.F');
    const blocked = [true, false, true, false, true, true];
    expect(end).toMatchObject({ over: true, ending: 'blocked', turn: 1, blocked });
    expect([0, 1, 2].flatMap((seat) => metromania.actions(end, seat))).toEqual([]);
    // And where each of the others would have one more turn, they pass.
    const options = { lastTurn: 'true' };
    const passed = carried(laid({ ...what, options }), 'dig.1.W-L', 'dig.2.SE-R.F');
    expect(passed).toMatchObject({ over: true, ending: 'blocked', turn: 1, last: { passed: [0, 1] } });
  });
});
