import { describe, expect, test } from 'vitest';
import { metromania } from '../../../src/games/metromania/index.ts';
import type { State } from '../../../src/games/metromania/state.ts';
import { built, carried, DEAD, given, laid, legal, stationsIn, t, taken, v } from './position.ts';

/**
 * A turn, rule by rule: the first five; the others are in `limits.test.ts`. In the drawings beside tests `==`, `\` and `/` are
 * dug, a number is the line whose tunnel lies in the triangle, `*` a station, `~~` the lake, `p` the park, `r` a residential
 * spot, `c` a commercial one, and a capital letter the marker on it.
 */

//        F7    F8    F9    F10
//   G6 --- G7 --- G8 === G9 === G10    its terminus at G8
//        H6    H7    H8    H9
const WEST = 'G10 W-L W-R';
const DOWN = 'A3 SW-R SE-R SE-R SE-R SE-R SE-R';
const row = (step: string, n: number) => Array(n).fill(step).join(' ');
const east = (n: number) => `G1 ${row('E-R', n)}`;

/** White arrows of the sides 2, 3 and 4: lower left, upper left, top. */
const OPPOSITE = ['A2', 'A3', 'A4', 'A5', 'B1', 'C1', 'D1', 'E1', 'G1', 'H1', 'I1', 'J1'];
const starts = (names: readonly string[]) => names.map((name) => `start.${name}`).sort();

describe('1 start a line', () => {
  test('from either border corner of any free white-arrow triangle to its inner corner', () => {
    const state = given(2);
    expect(legal(state)).toHaveLength(24);
    expect(legal(state)).toEqual(expect.arrayContaining(['start.G10', 'start.H9', 'start.I8', 'start.J7']));
    const { lines, dug } = carried(state, 'start.H9');
    expect(lines[0]).toMatchObject({ side: 0, vertices: [v('H9'), v('G9')], tunnels: [t('G10 H9 G9')] });
    expect(dug[t('G10 H9 G9')]).toBe(0);
  });

  test('the first turn starts the first line, and goes on with it', () => {
    const state = carried(given(2), 'start.H9');
    expect(legal(state).every((code) => code.startsWith('dig.1.'))).toBe(true);
    const [digA] = legal(state);
    const second = carried(state, digA!);
    const done = carried(second, legal(second)[0]!);
    expect([done.mover, done.turn, done.last!.tunnels.map(({ line }) => line)]).toEqual([1, 1, [0, 0, 0]]);
    expect(legal(done)).toHaveLength(22);
    expect(legal(done)).not.toContain('start.H9');
  });

  test('the second line starts on an opposite side', () => {
    expect(legal(laid({ lines: { 0: WEST } }), 'start')).toEqual(starts(OPPOSITE));
    const top = laid({ lines: { 0: DOWN } });
    // Opposite the top, side 4, lie 0, 1 and 2.
    const below = ['G10', 'H9', 'I8', 'J7', 'K2', 'K3', 'K4', 'K5', 'G1', 'H1', 'I1', 'J1'];
    expect(legal(top, 'start')).toEqual(starts(below));
  });

  test('where no white arrow is free there it cannot be started, and is blocked', () => {
    const state = taken(laid({ lines: { 0: WEST, 2: 'K4 NE-R' } }), [2, 4], [2, 3, 4]);
    expect(legal(state, 'start')).toEqual([]);
    const after = carried(state, 'dig.1.W-L', 'dig.1.W-L', 'dig.1.W-L');
    // Company 1's second line may still start on the lower right.
    expect(after.blocked).toEqual([false, true, false, false]);
    expect(carried(taken(state, [2, 4], [0, 5]), 'dig.1.W-L', 'dig.1.W-L', 'dig.1.W-L').blocked[3]).toBe(
      true,
    );
  });

  test('with a turn’s first tunnel only', () => {
    for (const digging of ['line', 'free']) {
      const state = carried(laid({ lines: { 0: WEST }, options: { digging } }), 'dig.1.W-L');
      expect(legal(state, 'start')).toEqual([]);
      expect(legal(state)).not.toHaveLength(0);
    }
  });

  test('the rest of that turn goes on with it; free digging: on either line', () => {
    const lines = (digging: string) => {
      const state = carried(laid({ lines: { 0: WEST }, options: { digging } }), 'start.A3');
      return [...new Set(legal(state).map((code) => code.slice(0, 6)))];
    };
    expect(lines('line')).toEqual(['dig.2.']);
    expect(lines('free')).toEqual(['dig.1.', 'dig.2.']);
  });
});

describe('2 dig', () => {
  test('three in all, shared between both lines as one likes', () => {
    const state = laid({ lines: { 0: WEST, 1: 'A3 SW-R' } });
    const after = carried(state, 'dig.1.W-L', 'dig.2.SE-R', 'dig.1.W-L');
    expect(after).toMatchObject({ mover: 1, turn: 1 });
    expect(after.last!.tunnels.map(({ line }) => line)).toEqual([0, 1, 0]);
  });

  test('dig or build: no station once a tunnel was dug, and none after one', () => {
    const state = laid({ lines: { 0: `${WEST} W-L` }, stations: ['G7'] });
    expect(legal(state, 'station')).toEqual(['station.G8', 'station.G9']);
    expect(legal(carried(state, 'dig.1.W-L'), 'station')).toEqual([]);
    expect(carried(state, 'station.G8')).toMatchObject({ mover: 1, turn: 1 });
  });

  test('fewer only when none is legal, tunnel by tunnel: into a dead end is allowed', () => {
    const state = laid({ lines: { 0: WEST }, signs: DEAD });
    const after = carried(state, 'dig.1.W-L');
    expect(after).toMatchObject({ mover: 1, turn: 1, blocked: [true, false, false, false] });
    expect(after.last!.tunnels).toHaveLength(1);
    // With a second line the turn goes on there, and must.
    const two = carried(laid({ lines: { 0: WEST, 1: 'A3 SW-R' }, signs: DEAD }), 'dig.1.W-L');
    expect(two.mover).toBe(0);
    expect(legal(two).every((code) => code.startsWith('dig.2.'))).toBe(true);
  });

  test('each is resolved before the next: at a station that one placed the other may turn sharply', () => {
    const state = laid({ lines: { 0: WEST, 2: DOWN } });
    expect(carried(state, 'dig.1.W-L', 'dig.1.NE-R').lines[0]!.vertices.at(-1)).toBe(v('F8'));
  });
});

describe('3 destination spot', () => {
  const signs = { 'G7 G8 H7': 'residential', 'F8 G7 G8': 'commercial' } as const;
  const spots = (state: State) => legal(state, 'dig').filter((code) => code.startsWith('dig.1.W-'));

  test('needs an own marker of its type; the owner picks which', () => {
    //    F7    F8    F9
    //          c      0
    // G6    G7    G8 == G9 == G10     from G8 to G7, its triangle above or below
    //          r            0
    //    H6    H7    H8    H9
    expect(spots(laid({ lines: { 0: WEST }, signs }))).toEqual([
      'dig.1.W-L.A',
      'dig.1.W-L.D',
      'dig.1.W-R.B',
      'dig.1.W-R.F',
    ]);
    expect(spots(laid({ lines: { 0: WEST }, signs, hands: { 0: ['D.R', 'E.E'] } }))).toEqual(['dig.1.W-L.D']);
  });

  test('is placed letter up, out of the hand', () => {
    //    F7    F8    F9
    //          c      0
    // G6    G7 == G8 == G9 == G10
    //          rD           0
    //    H6    H7    H8    H9
    const state = carried(laid({ lines: { 0: WEST }, signs, hands: { 0: ['A.R', 'D.R'] } }), 'dig.1.W-L.D');
    const mark = { triangle: t('G7 G8 H7'), company: 0, marker: { letter: 'D', kind: 'residential' } };
    expect(state.marked).toEqual([mark]);
    expect(state.hands[0]).toEqual([{ letter: 'A', kind: 'residential' }]);
    expect(metromania.view(state).marked).toEqual([mark]);
  });

  test('one marker a turn, on either line; in the next turn another', () => {
    //    F7    F8    F9                  A3    A4
    //    r     c      0                1/
    // G6    G7 == G8 == G9 == G10     B3    B4
    //          rA           0            r
    //    H6    H7    H8    H9      C3    C4
    const more = { ...signs, 'F7 G6 G7': 'residential', 'B3 B4 C4': 'residential' } as const;
    const state = carried(laid({ lines: { 0: WEST, 1: 'A3 SW-R' }, signs: more }), 'dig.1.W-L.A');
    expect(legal(state).filter((code) => /\.[A-F]$/.test(code))).toEqual([]);
    const next = { ...state, doing: { ...state.doing, tunnels: [], marked: null } };
    expect(legal(next)).toEqual(expect.arrayContaining(['dig.1.W-R.D', 'dig.2.SE-L.D']));
  });

  test('a letter may not touch its twin, by a corner or an edge', () => {
    //    F6    F7    F8    F9
    //     A        A c      0
    // G5    G6    G7    G8 == G9 == G10     another's A on one of three triangles; the one on the left
    //              A r            0         touches neither spot
    //    H5    H6    H7    H8    H9
    const twin = (triangle: string) =>
      spots(laid({ lines: { 0: WEST }, signs, marked: [['A.C', triangle, 1]] })).slice(0, 2);
    expect(twin('F7 F8 G7')).toEqual(['dig.1.W-L.D', 'dig.1.W-R.B']);
    expect(twin('G7 H6 H7')).toEqual(['dig.1.W-L.D', 'dig.1.W-R.B']);
    expect(twin('F6 G5 G6')).toEqual(['dig.1.W-L.A', 'dig.1.W-L.D']);
    // With no other marker of its type the tunnel is not legal.
    const only = laid({
      lines: { 0: WEST },
      signs,
      marked: [['A.C', 'F7 F8 G7', 1]],
      hands: { 0: ['A.R'] },
    });
    expect(spots(only)).toEqual([]);
  });
});

describe('4 automatic stations', () => {
  test('the split first, then the join, each with its points, and digging goes on', () => {
    //    F2    F3    F4    F5
    //     0\    0     0 r
    // G1 ==*G2 == G3 == G4    G5    G6
    //     2     2     2       c \p3
    //    H1    H2    H3    H4    H5
    // Line 0 above line 2 to G4; line 3 comes up from below to G5.
    const lines = { 0: 'D1 SE-R SW-R SE-R E-L E-L', 2: east(3), 3: 'K4 NE-R NW-R NW-R NW-R' };
    const signs = { 'F4 F5 G4': 'residential', 'G5 H4 H5': 'commercial', 'G5 G6 H5': 'park' } as const;
    const state = carried(laid({ lines, stations: ['G2'], signs }), 'dig.1.E-R');
    expect(stationsIn(state)).toEqual(['G2', 'G4', 'G5']);
    expect(built(state.doing)).toEqual({ G4: 1, G5: 1 });
    expect(state).toMatchObject({ points: [2, 0], mover: 0 });
  });

  test('score for whoever digs, whosever the other line is', () => {
    //    F6    F7    F8    F9
    //       ~~ r            0
    // G5 == G6    G7 == G8 == G9 == G10     line 2 is company 1's, which digs from G6 to G7
    //     2    c      0           0
    //    H5    H6    H7    H8    H9
    const signs = { 'F7 G6 G7': 'residential', 'G6 G7 H6': 'commercial', 'F6 F7 G6': 'lake' } as const;
    const lines = { 0: `${WEST} W-L`, 2: 'G1 E-R E-R E-R E-R E-R' };
    const state = carried(laid({ lines, signs, mover: 1 }), 'dig.1.E-L.C');
    expect(state).toMatchObject({ points: [0, 2], stations: [{ vertex: v('G7'), company: 1 }] });
  });
});

describe('5 intermediate station', () => {
  // G6 --- G7 --- G8 --- G9 --- G10
  const line = 'G10 W-L W-L W-L W-L';

  test('at an inner vertex, with the start marker or a station before it and a station after it', () => {
    const at = (...stations: string[]) => legal(laid({ lines: { 0: line }, stations }), 'station');
    expect(at()).toEqual([]);
    expect(at('G7')).toEqual(['station.G8', 'station.G9']);
    expect(at('G6')).toEqual(['station.G7', 'station.G8', 'station.G9']);
    expect(at('G9', 'G7')).toEqual(['station.G8']);
    expect(at('G9')).toEqual([]);
  });

  test('on an own unfinished line', () => {
    const lines = { 0: 'G10 W-L W-L W-L W-L .', 1: 'A3 SW-R SE-R SE-R', 2: 'J7 NW-L NW-R NW-L' };
    // C4 on line 1 only: line 0 has ended, line 2 is another's.
    const state = laid({ lines, stations: ['G7', 'D5', 'G8'] });
    expect(legal(state, 'station')).toEqual(['station.B3', 'station.C4']);
  });

  test('brings its points, and the turn is over', () => {
    const signs = { 'F8 G7 G8': 'residential', 'G8 H7 H8': 'entertainment', 'F9 G8 G9': 'lake' } as const;
    const state = carried(laid({ lines: { 0: line }, stations: ['G6'], signs }), 'station.G8');
    expect(state).toMatchObject({ points: [2, 0], mover: 1, turn: 1 });
    expect(built(state.last!)).toEqual({ G8: 2 });
  });
});
