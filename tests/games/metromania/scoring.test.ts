import { describe, expect, test } from 'vitest';
import { metromania } from '../../../src/games/metromania/index.ts';
import type { Sign } from '../../../src/games/metromania/state.ts';
import { type Laid, laid, scoresOf, tripOf } from './position.ts';

/** Scoring, rule by rule. Lines 0 and 1 are company 0's, 2 and 3 company 1's, and so on. */

const row = (step: string, n: number) => Array(n).fill(step).join(' ');
const partsOf = (what: Laid) => metromania.score(laid({ over: true, ...what })).map(({ parts }) => parts);

/** Nothing placed: no letter is anybody's fault twice when two play. */
const two = (what: Laid) => laid({ over: true, ...what });

//     F4                        F9 -- F10
//    /  \                         \  /
//  G3 -- G4 - G5 - G6 - G7 - G8 - G9 - G10    line 0 from the right to G4, an A at either end above it
const LINE = `G10 ${row('W-L', 6)}`;
const AT9 = 'F9 F10 G9';
const AT4 = 'F4 G3 G4';
const A_ENDS = [
  ['A.R', AT9, 0],
  ['A.C', AT4, 1],
] as const;
/** Stations at G9, G7 and G4 of line 0: two minutes from A to A. */
const SERVED: Laid = { lines: { 0: LINE }, stations: ['G9', 'G7', 'G4'], marked: A_ENDS };

describe('1 both lines completed: all points kept; one: half lost, rounded down; none: all lost', () => {
  const points = [7, 7, 8, 7];
  const lines = { 0: `${LINE} .`, 1: 'A3 SW-R .', 2: 'A5 SW-R .', 4: 'B7 SW-R .', 6: 'K4 NE-R' };

  test('while building, all of it', () => {
    expect(scoresOf(laid({ seats: 4, points, lines }))).toEqual([7, 7, 8, 7]);
  });

  test('in the end', () => {
    const parts = partsOf({ seats: 4, points, lines });
    expect(parts.map(({ stations }) => stations)).toEqual([7, 7, 8, 7]);
    expect(parts.map(({ unfinished }) => unfinished)).toEqual([0, 3, 4, 7]);
  });
});

describe('2 trips', () => {
  test('a minute between neighbouring stations; 6 points for who placed a marker of the letter', () => {
    expect(tripOf(two(SERVED), 'A')).toMatchObject({ minutes: 2, involved: [0], points: [6, 0], guilty: [] });
  });

  test('3 for who placed neither', () => {
    const marked = [
      ['A.R', AT9, 2],
      ['A.C', AT4, 1],
    ] as const;
    expect(tripOf(two({ ...SERVED, seats: 3, marked }), 'A').points).toEqual([3, 0, 0]);
    const own = { ...SERVED, seats: 3, lines: { 4: LINE }, marked };
    expect(tripOf(two(own), 'A').points).toEqual([0, 0, 6]);
  });

  test('once a trip, with both lines and both markers', () => {
    // Both lines are company 0's: G9 to G7 by line 0, changing there, G7 to G4 by line 1.
    const lines = { 0: `G10 ${row('W-L', 3)}`, 1: `A3 SW-R ${row('SE-R', 4)} SE-L W-R W-R W-R` };
    const marked = [
      ['A.R', AT9, 0],
      ['A.C', AT4, 0],
    ] as const;
    const state = two({ seats: 3, lines, stations: ['G9', 'G7', 'G4'], marked });
    expect(tripOf(state, 'A')).toMatchObject({ minutes: 5, involved: [0], points: [6, 0, 0] });
  });

  test('three minutes to change line', () => {
    // The same, line 1 being another company's: 1 + 3 + 1.
    const lines = { 0: `G10 ${row('W-L', 3)}`, 4: `A3 SW-R ${row('SE-R', 4)} SE-L W-R W-R W-R` };
    const state = two({ seats: 3, lines, stations: ['G9', 'G7', 'G4'], marked: A_ENDS });
    expect(tripOf(state, 'A')).toMatchObject({ minutes: 5, involved: [0, 2], points: [6, 0, 3] });
    expect(tripOf(state, 'A').route.map(({ line }) => line)).toEqual([0, 4]);
  });

  test('a longer ride on one line is faster than a change', () => {
    // Line 0 all the way by four rides; changing at G7 would save none of them.
    const lines = { 0: LINE, 4: `A3 SW-R ${row('SE-R', 4)} SE-L W-R W-R W-R` };
    const stations = ['G9', 'G8', 'G7', 'G5', 'G4'];
    const state = two({ seats: 3, lines, stations, marked: A_ENDS });
    expect(tripOf(state, 'A')).toMatchObject({ minutes: 4, involved: [0], points: [6, 0, 0] });
  });

  test('on any fastest route: those that tie bring points to all of them', () => {
    // Line 0 below, line 4 above the same vertices G4 to G9, both with the same stations.
    const lines = { 0: LINE, 4: 'G9 W-R W-R W-R W-R W-R' };
    const state = two({ ...SERVED, seats: 3, lines });
    expect(tripOf(state, 'A')).toMatchObject({ minutes: 2, involved: [0, 2], points: [6, 0, 3] });
  });

  test('getting on and off is free at any station that touches the destination', () => {
    // G10 does not touch it, G9, F9 and F10 would; a station between the two takes one minute.
    const near = { ...SERVED, stations: ['G10', 'G9', 'G8', 'G4'] };
    expect(tripOf(two(near), 'A').minutes).toBe(2);
    // Line 2 along row F touches both ends, too, and there is no station between.
    const lines = { 0: LINE, 2: `F10 ${row('W-R', 6)}` };
    const state = two({ ...SERVED, lines, stations: ['G9', 'G7', 'G4', 'F10', 'F4'] });
    expect(tripOf(state, 'A')).toMatchObject({ minutes: 1, involved: [1], points: [0, 6] });
  });

  test('one station at both ends: no minute, and nobody is involved', () => {
    const marked = [
      ['A.R', 'F9 F10 G9', 0],
      ['A.C', 'G8 G9 H8', 1],
    ] as const;
    const state = two({ lines: { 0: LINE }, stations: ['G9'], marked });
    expect(tripOf(state, 'A')).toMatchObject({ minutes: 0, involved: [], guilty: [], points: [0, 0] });
  });

  test('the start marker is no station; at the start and at the terminus there may be one', () => {
    expect(tripOf(two({ ...SERVED, stations: ['G4'] }), 'A')).toMatchObject({ minutes: null, guilty: [0] });
    const marked = [
      ['A.R', 'F10 F11 G10', 0],
      ['A.C', AT4, 1],
    ] as const;
    const state = two({ lines: { 0: LINE }, stations: ['G10', 'G4'], marked });
    expect(tripOf(state, 'A')).toMatchObject({ minutes: 1, points: [6, 0] });
  });
});

describe('3 impossible trips', () => {
  const three = (what: Laid) => tripOf(laid({ over: true, seats: 3, lines: { 0: LINE }, ...what }), 'A');

  // Of three, seat 0 holds A.R and seat 1 A.C.
  test('a marker never placed: its holder', () => {
    expect(three({})).toMatchObject({ minutes: null, guilty: [0, 1], points: [-6, -6, 0] });
    const one = { marked: [['A.R', AT9, 0]], stations: ['G9'] } as const;
    expect(three(one)).toMatchObject({ guilty: [1], points: [0, -6, 0] });
  });

  test('placed but untouched: its placer', () => {
    expect(three({ marked: A_ENDS, stations: ['G9'] })).toMatchObject({ guilty: [1], points: [0, -6, 0] });
    expect(three({ marked: A_ENDS, stations: ['G7'] })).toMatchObject({ guilty: [0, 1] });
    expect(three({ marked: [A_ENDS[0]] })).toMatchObject({ guilty: [0, 1] });
  });

  test('both served but no route: both placers', () => {
    //         F4                        F9 -- F10
    //        /  \                         \  /
    //    G2 - G3 - G4   G5   G6   G7   G8 - G9 - G10    line 4 from the left to G4, line 0 from the right to G8
    //   /
    // H1                                                stations at G4 and G9, an A above either
    const lines = { 0: `G10 ${row('W-L', 2)}`, 4: 'H1 NE-R E-R E-R' };
    const state = { lines, marked: A_ENDS, stations: ['G9', 'G4'] };
    expect(three(state)).toMatchObject({ minutes: null, guilty: [0, 1], points: [-6, -6, 0] });
  });

  test('once a trip, and scores may go below zero', () => {
    const both = [
      ['A.R', AT9, 0],
      ['A.C', AT4, 0],
    ] as const;
    expect(three({ marked: both })).toMatchObject({ guilty: [0], points: [-6, 0, 0] });
    // Nothing placed: each loses 6 for each of four letters.
    expect(scoresOf(laid({ over: true, seats: 3 }))).toEqual([-24, -24, -24]);
    expect(partsOf({ seats: 3 })[0]).toMatchObject({ faults: 24, trips: 0 });
  });
});

describe('4 park to lake', () => {
  const signs: Record<string, Sign> = { [AT9]: 'park', [AT4]: 'lake' };
  const park = (what: Laid) =>
    tripOf(laid({ over: true, seats: 3, signs, lines: { 0: LINE }, ...what }), 'park');

  test('5 points for each player involved', () => {
    expect(park({ stations: ['G9', 'G4'] })).toMatchObject({ minutes: 1, involved: [0], points: [5, 0, 0] });
    const lines = { 0: LINE, 4: 'G9 W-R W-R W-R W-R W-R' };
    expect(park({ stations: ['G9', 'G4'], lines }).points).toEqual([5, 0, 5]);
    expect(partsOf({ seats: 3, signs, lines, stations: ['G9', 'G4'] }).map((parts) => parts.park)).toEqual([
      5, 0, 5,
    ]);
  });

  test('no route: nothing', () => {
    expect(park({ stations: ['G9'] })).toMatchObject({ minutes: null, guilty: [], points: [0, 0, 0] });
  });
});

describe('5 ties', () => {
  const ranks = (what: Laid) => metromania.score(laid({ over: true, ...what })).map(({ rank }) => rank);

  test('more completed lines, then more tunnels placed, then shared', () => {
    // Two: nobody loses for letters that neither has placed.
    expect(ranks({ lines: { 0: 'A3 SW-R SE-R', 2: 'K4 NE-R .' } })).toEqual([2, 1]);
    expect(ranks({ lines: { 0: 'A3 SW-R SE-R .', 2: 'K4 NE-R .' } })).toEqual([1, 2]);
    expect(ranks({ lines: { 0: 'A3 SW-R .', 2: 'K4 NE-R .' } })).toEqual([1, 1]);
    expect(ranks({ lines: { 0: 'A3 SW-R', 1: 'H1 NE-R', 2: 'K4 NE-R NW-R NW-R' } })).toEqual([2, 1]);
    // Points come first, and the next rank is left out.
    expect(ranks({ points: [0, 2], lines: { 0: 'A3 SW-R .', 2: 'K4 NE-R .' } })).toEqual([2, 1]);
    expect(ranks({ seats: 3, lines: { 2: 'A3 SW-R' } })).toEqual([2, 1, 2]);
  });

  test('while building only the points', () => {
    expect(ranks({ over: false, lines: { 0: 'A3 SW-R' } })).toEqual([1, 1]);
  });
});

describe('two players, regular', () => {
  test('both involved in a trip, park to lake included: nobody scores', () => {
    const lines = { 0: LINE, 2: 'G9 W-R W-R W-R W-R W-R' };
    expect(tripOf(two({ ...SERVED, lines }), 'A')).toMatchObject({ involved: [0, 1], points: [0, 0] });
    const signs: Record<string, Sign> = { [AT9]: 'park', [AT4]: 'lake' };
    const state = two({ lines, stations: ['G9', 'G4'], signs });
    expect(tripOf(state, 'park')).toMatchObject({ involved: [0, 1], points: [0, 0] });
  });

  test('both guilty: nobody loses; one of them does', () => {
    expect(tripOf(two({ lines: { 0: LINE } }), 'A')).toMatchObject({ guilty: [0, 1], points: [0, 0] });
    const one = two({ lines: { 0: LINE }, marked: [A_ENDS[0]], stations: ['G9'] });
    expect(tripOf(one, 'A')).toMatchObject({ guilty: [1], points: [0, -6] });
  });
});

describe('advanced', () => {
  const options = { game: 'advanced' };

  test('each company is scored as a player of its own, and the sum counts', () => {
    // Company 0 has both lines, company 1 one of them: 6 + (5 - 2); company 2 none.
    const lines = { 0: `${LINE} .`, 1: 'A3 SW-R .', 2: 'A5 SW-R .' };
    const state = laid({ over: true, options, lines, points: [6, 5, 4, 0] });
    expect(metromania.score(state)[0]!.parts).toMatchObject({ stations: 11, unfinished: 2 });
    expect(metromania.score(state)[1]!.parts).toMatchObject({ stations: 4, unfinished: 4 });
    // No letter is placed: each of the four companies has three of them.
    expect(scoresOf(state)).toEqual([9 - 36, -36]);
  });

  test('6 and 3 by company, and both seats score', () => {
    // A by companies 0 and 2; the lines are companies 1's and 3's.
    const marked = [
      ['A.R', AT9, 0],
      ['A.C', AT4, 2],
    ] as const;
    const lines = { 2: LINE, 6: 'G9 W-R W-R W-R W-R W-R' };
    const state = laid({ over: true, options, lines, stations: ['G9', 'G4'], marked });
    expect(tripOf(state, 'A').points).toEqual([0, 3, 0, 3]);
    const own = laid({
      over: true,
      options,
      lines: { 0: LINE, 6: lines[6] },
      stations: ['G9', 'G4'],
      marked,
    });
    expect(tripOf(own, 'A').points).toEqual([6, 0, 0, 3]);
  });

  test('ties compare summed lines, then summed tunnels', () => {
    const ranks = (lines: Record<number, string>) =>
      metromania.score(laid({ over: true, options, lines })).map(({ rank }) => rank);
    expect(ranks({ 0: 'A3 SW-R .', 2: 'A5 SW-R .', 4: 'K4 NE-R NW-R NW-R .' })).toEqual([1, 2]);
    expect(ranks({ 0: 'A3 SW-R', 2: 'A5 SW-R', 4: 'K4 NE-R NW-R NW-R' })).toEqual([2, 1]);
    expect(ranks({ 0: 'A3 SW-R', 2: 'A5 SW-R', 6: 'K4 NE-R NW-R' })).toEqual([1, 1]);
  });
});
