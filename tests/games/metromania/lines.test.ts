import { describe, expect, test } from 'vitest';
import { CORNERS, LABELS } from '../../../src/games/metromania/grid.ts';
import { metromania } from '../../../src/games/metromania/index.ts';
import { built, carried, labels, laid, legal, stationsIn, v } from './position.ts';

/** The definitions of the rules, each with small positions. Lines 0 and 1 are company 0's, 2 and 3 company 1's. */

//        F7    F8    F9    F10
//         \   /  \   /  \   /
//   G6 --- G7 --- G8 === G9 === G10    a line from the lower right, its terminus at G8
//         /   \  /   \  /   \   /
//        H6    H7    H8    H9
const WEST = 'G10 W-L W-R';

// From the top straight down: A3 B3 C4 D5 E6 F7 G7.
const DOWN = 'A3 SW-R SE-R SE-R SE-R SE-R SE-R';

const digs = (...ways: string[]) => ways.map((way) => `dig.1.${way}`).sort();
const row = (step: string, n: number) => Array(n).fill(step).join(' ');
/** From the left along row G, its triangles below it. */
const east = (n: number) => `G1 ${row('E-R', n)}`;

/** Thirty vertices far from what these tests are about. */
const FAR = LABELS.filter((label) => 'ABK'.includes(label[0]!)).concat(
  'J1',
  'J2',
  'I1',
  'I2',
  'C1',
  'C2',
  'C3',
  'D1',
  'D2',
  'E1',
  'E2',
);

describe('tunnel', () => {
  test('a triangle and an edge of it: one tunnel a triangle, two lines alongside one edge', () => {
    // Line 0 went from G8 to G7 above the edge; line 2 comes to G7 from the left.
    const lines = { 0: 'G10 W-L W-L W-R', 2: east(6) };
    const east7 = legal(laid({ lines, mover: 1 }), 'dig').filter((code) => code.includes('.E-'));
    expect(east7).toEqual(['dig.1.E-R']);
    const after = carried(laid({ lines, mover: 1 }), 'dig.1.E-R');
    expect([after.lines[0]!.vertices.at(-2), after.lines[2]!.vertices.at(-1)]).toEqual([v('G8'), v('G8')]);
    // A third has no place along it.
    const third = { ...lines, 1: 'I8 W-L NW-R', 2: east(7) };
    expect(laid({ lines: third }).lines[1]!.vertices.at(-1)).toBe(v('H7'));
    // From H7 to G7 lies free, but neither to the left nor to the right of G7-G8 is a triangle left.
    const both = carried(laid({ lines: third, stations: ['G7'] }), 'dig.2.NW-L');
    expect(legal(both, 'dig').filter((code) => code.startsWith('dig.2.E-'))).toEqual([]);
  });

  test('also the edge of one triangle or another: what is dug by one edge is taken for all three', () => {
    // G8-G7 left of it, G8-H7 right of it: the same triangle.
    const lines = { 0: WEST, 2: `${east(6)} SE-L` };
    expect(legal(laid({ lines }), 'dig')).toEqual(digs('NW-L', 'NW-R', 'SW-L', 'W-R'));
  });

  test('never on the lake or the park', () => {
    const signs = { 'F8 G7 G8': 'lake', 'G7 G8 H7': 'park' } as const;
    expect(legal(laid({ lines: { 0: WEST }, signs }), 'dig')).toEqual(digs('NW-R', 'SW-L'));
  });
});

describe('line', () => {
  test('its first vertex is the start marker’s, the last one its terminus', () => {
    const { lines } = carried(laid({}), 'start.G10', 'dig.1.W-R');
    expect(lines[0]).toMatchObject({ side: 0, done: false, vertices: ['G10', 'G9', 'G8'].map(v) });
    expect(lines[0]!.tunnels.map((triangle) => labels(CORNERS[triangle]!).join(' '))).toEqual([
      'G10 G9 H9'
        .split(' ')
        .sort((a, b) => v(a) - v(b))
        .join(' '),
      'F9 G8 G9',
    ]);
  });

  test('at most 18 tunnels', () => {
    // I8 along row I to I2, up, back along row G to G10, and up the right side.
    const long = `I8 ${row('W-L', 6)} NW-L NE-L ${row('E-L', 7)} NE-L NW-L`;
    const short = laid({ lines: { 0: long } });
    expect(short.lines[0]!.tunnels).toHaveLength(17);
    expect(legal(short, 'dig')).toContain('dig.1.NW-L');
    const full = laid({ lines: { 0: `${long} NW-L` } });
    expect(full.lines[0]!.tunnels).toHaveLength(18);
    expect(legal(full, 'dig')).toEqual([]);
    // As the last of a turn, too.
    expect(carried(short, 'dig.1.NW-L')).toMatchObject({ mover: 1, blocked: [true, false, false, false] });
  });

  test('no branching: a new tunnel begins at the terminus', () => {
    const state = laid({ lines: { 0: WEST, 1: 'A3 SW-R SE-R' }, stations: ['G9', 'G8', 'B3', 'C4'] });
    for (const action of metromania.actions(state, 0)) {
      if (action.kind !== 'dig') continue;
      expect(CORNERS[action.triangle]).toContain(v(action.line === 0 ? 'G8' : 'C4'));
      expect(CORNERS[action.triangle]).toContain(action.to);
    }
    expect(legal(state, 'dig').filter((code) => code.startsWith('dig.1.'))).toHaveLength(9);
  });
});

describe('no acute angle', () => {
  test('0 and 60 degrees always', () => {
    expect(legal(laid({ lines: { 0: WEST } }), 'dig')).toEqual(
      digs('NW-L', 'NW-R', 'SW-L', 'SW-R', 'W-L', 'W-R'),
    );
  });

  test('120 degrees only at a station, 180 never', () => {
    // Of the tunnels to the north-east, the one on the right is the second that this line has dug.
    expect(legal(laid({ lines: { 0: WEST }, stations: ['G8'] }), 'dig')).toEqual(
      digs('NE-L', 'NW-L', 'NW-R', 'SE-L', 'SE-R', 'SW-L', 'SW-R', 'W-L', 'W-R'),
    );
    // A station before it is none here.
    expect(legal(laid({ lines: { 0: WEST }, stations: ['G9'] }), 'dig')).toHaveLength(6);
  });
});

describe('no loop', () => {
  //   F8 --- F9
  //    \    /
  //     G8 = G9 = G10     from G8 down to H8: G9 is its own
  //      \\  /
  //       H8
  test('not back to a vertex of its own, station or not', () => {
    const state = laid({ lines: { 0: 'G10 W-L W-R SE-R' }, stations: ['G8', 'H8'] });
    expect(legal(state, 'dig').filter((code) => code.includes('.NE-'))).toEqual([]);
    expect(legal(state, 'dig').filter((code) => code.includes('.W-'))).toEqual(['dig.1.W-L']);
  });

  test('nor to its start', () => {
    //   G8 --- G9      from H9 round H8 to I8: H9 is the only vertex ahead that a free triangle leads to
    //   /       \\
    //  H7   H8   H9
    //   \       /
    //   I7 --- I8
    const state = laid({ lines: { 0: 'H9 NW-R W-R SW-R SE-R E-R' } });
    expect(legal(state, 'dig')).toEqual([]);
    const shorter = laid({ lines: { 0: 'H9 NW-R W-R SW-R SE-R' } });
    expect(legal(shorter, 'dig')).toEqual(digs('E-L', 'E-R', 'SE-L', 'SE-R', 'SW-L', 'SW-R'));
  });
});

describe('joins', () => {
  const signs = {
    'G6 G7 H6': 'residential',
    'F7 F8 G7': 'commercial',
    'G7 H6 H7': 'lake',
    'F8 G7 G8': 'park',
  } as const;

  test('a station where another line has the vertex; the digger scores, and digging goes on', () => {
    const state = carried(laid({ lines: { 0: WEST, 2: DOWN }, signs }), 'dig.1.W-L');
    expect(built(state.doing)).toEqual({ G7: 2 });
    expect(state).toMatchObject({ points: [2, 0], mover: 0, stations: [{ vertex: v('G7'), company: 0 }] });
    // Resolved before the next tunnel: with a station it may turn sharply.
    expect(legal(state)).toContain('dig.1.NE-L.B');
  });

  test('also at its terminus, at its start, on an ended line and on an own one', () => {
    const others: Record<number, string>[] = [
      { 2: DOWN },
      { 2: `${DOWN} SE-R` },
      { 2: `${DOWN} .` },
      { 2: 'G7 NW-L NW-L' },
      { 1: DOWN },
    ];
    for (const other of others)
      expect(stationsIn(carried(laid({ lines: { 0: WEST, ...other } }), 'dig.1.W-L'))).toEqual(['G7']);
  });

  test('none where one stands, none on a free vertex', () => {
    const lines = { 0: WEST, 2: DOWN };
    const state = carried(laid({ lines, stations: ['G7'], signs }), 'dig.1.W-L');
    expect([stationsIn(state), state.points]).toEqual([['G7'], [0, 0]]);
    expect(stationsIn(carried(laid({ lines }), 'dig.1.SW-L'))).toEqual([]);
  });

  test('not when the edge is shared: they run alongside', () => {
    const state = laid({ lines: { 0: 'G10 W-L W-L', 2: east(7) }, stations: ['G8'] });
    expect(stationsIn(carried(state, 'dig.1.W-R'))).toEqual(['G8']);
    // Also in the same direction, and below a line that is dug later.
    const other = laid({ lines: { 0: 'G10 W-L W-L W-L', 2: east(6) }, stations: ['G7'], mover: 1 });
    expect(stationsIn(carried(other, 'dig.1.E-L'))).toEqual(['G7']);
  });

  test('a third line that does not share the edge still asks for one', () => {
    const state = laid({ lines: { 0: 'G10 W-L W-L', 2: east(7), 3: DOWN }, stations: ['G8'] });
    expect(stationsIn(carried(state, 'dig.1.W-R'))).toEqual(['G8', 'G7']);
  });
});

describe('splits off', () => {
  test('a station at the vertex where they part', () => {
    //  F5
    //    \
    //     G6 === G7 === G8 ---      above the edges line 0, below them line 2, on to the left
    const state = laid({ lines: { 0: 'G10 W-L W-L', 2: east(7) }, stations: ['G8'] });
    const along = carried(state, 'dig.1.W-R', 'dig.1.W-R');
    expect(stationsIn(along)).toEqual(['G8']);
    expect(stationsIn(carried(along, 'dig.1.NW-R'))).toEqual(['G8', 'G6']);
  });

  //  D1
  //    E2             line 0 comes down to G2, there joins line 2 and runs above it to G4
  //   F2
  //     G2 == G3 == G4
  const ALONG = 'D1 SE-R SW-R SE-R E-L E-L';

  test('also when the other line ends there, finished or not', () => {
    for (const other of [east(3), `${east(3)} .`]) {
      const state = laid({ lines: { 0: ALONG, 2: other }, stations: ['G2'] });
      expect(stationsIn(carried(state, 'dig.1.E-R'))).toEqual(['G2', 'G4']);
    }
    // And when the other one goes on first, it is the other that splits off.
    const state = laid({ lines: { 0: ALONG, 2: east(3) }, stations: ['G2'], mover: 1 });
    const split = carried(state, 'dig.1.SE-R');
    expect([stationsIn(split), split.stations[1]!.company]).toEqual([['G2', 'G4'], 1]);
  });

  test('the split first, then the join; none for the join when the last one is placed', () => {
    // Line 3 comes up from the bottom to G5.
    const lines = { 0: ALONG, 2: east(3), 3: 'K4 NE-R NW-R NW-R NW-R' };
    const state = carried(laid({ lines, stations: ['G2'] }), 'dig.1.E-R');
    expect(stationsIn(state)).toEqual(['G2', 'G4', 'G5']);
    const scarce = carried(laid({ lines, stations: ['G2', ...FAR.slice(0, 28)] }), 'dig.1.E-R');
    expect(stationsIn(scarce).slice(-2)).toEqual([FAR[27], 'G4']);
  });

  test('none where one stands, none while it goes on alongside', () => {
    const lines = { 0: ALONG, 2: east(4) };
    expect(stationsIn(carried(laid({ lines, stations: ['G2'] }), 'dig.1.E-L'))).toEqual(['G2']);
    const stood = laid({ lines, stations: ['G2', 'G4'] });
    expect(stationsIn(carried(stood, 'dig.1.SE-R'))).toEqual(['G2', 'G4']);
  });
});

describe('a line whose start lies on another line', () => {
  // Line 2 runs along row G to the right border, its last triangle above it.
  const line = `${east(8)} E-L`;

  test('a station there; none at the other end of a shared edge', () => {
    const state = carried(laid({ lines: { 2: line } }), 'start.G10');
    expect(stationsIn(state)).toEqual(['G10']);
    expect(stationsIn(carried(state, 'dig.1.NW-L'))).toEqual(['G10', 'G9']);
  });

  test('from the other corner it only joins', () => {
    expect(stationsIn(carried(laid({ lines: { 2: line } }), 'start.H9'))).toEqual(['G9']);
  });

  test('its own second line counts as another', () => {
    const state = carried(laid({ lines: { 0: `A3 SW-R ${row('SE-R', 5)} E-R E-R E-L` } }), 'start.H9');
    expect(state.lines[0]!.vertices.map((one) => LABELS[one]).slice(-3)).toEqual(['G8', 'G9', 'G10']);
    expect(stationsIn(state)).toEqual(['G9']);
    const along = 'D1 SE-R SW-R SE-R E-L E-L';
    const split = laid({ lines: { 1: along, 0: east(3) }, stations: ['G2'] });
    expect(stationsIn(carried(split, 'dig.2.E-R'))).toEqual(['G2', 'G4']);
  });
});

describe('station', () => {
  const six = ['F7 F8 G7', 'F7 G6 G7', 'G6 G7 H6', 'G7 H6 H7', 'G7 G8 H7', 'F8 G7 G8'];

  test('touches the six triangles with that corner: a point for each destination spot, marked or not', () => {
    const kinds = ['residential', 'commercial', 'entertainment'] as const;
    const signs = Object.fromEntries(six.map((corners, i) => [corners, kinds[i % 3]!]));
    const state = laid({ lines: { 0: WEST, 2: DOWN }, signs, marked: [['A.R', 'F7 F8 G7', 1]] });
    // Its own tunnel is a spot, too: below the edge it is the fifth, commercial.
    const after = carried(state, 'dig.1.W-L.B');
    // All six are spots: with its marker placed it can dig no further in this turn.
    expect([built(after.last!), after.points]).toEqual([{ G7: 6 }, [6, 0]]);
  });

  test('one marker at most, for every line through it, whoever placed it', () => {
    // Both lines end at G7, where line 2 placed a station: line 0 may turn sharply there, too.
    const lines = { 0: `${WEST} W-L`, 2: DOWN };
    const state = laid({ lines, stations: ['G7'] });
    expect(legal(state, 'dig')).toEqual(expect.arrayContaining(['dig.1.NE-R', 'dig.1.SE-R']));
    expect(legal(state, 'station')).toEqual(['station.G8', 'station.G9']);
  });

  test('30 markers: then none is placed, and tunnels stay legal', () => {
    const state = laid({ lines: { 0: WEST, 2: DOWN }, stations: FAR.slice(0, 29) });
    expect(stationsIn(carried(state, 'dig.1.W-L'))).toHaveLength(30);
    const none = laid({ lines: { 0: WEST, 2: DOWN }, stations: FAR.slice(0, 30) });
    expect(legal(none, 'station')).toEqual([]);
    const dug = carried(none, 'dig.1.W-L');
    expect([stationsIn(dug), dug.over]).toEqual([FAR.slice(0, 30), false]);
    // Without a station no sharp turn.
    expect(legal(dug)).not.toContain('dig.1.NE-R');
  });

  test('the start marker is none: it only bounds intermediate stations', () => {
    const state = laid({ lines: { 0: 'G10 W-L W-L W-L' }, stations: ['G8'] });
    expect(legal(state, 'station')).toEqual(['station.G9']);
    expect(legal(laid({ lines: { 0: 'G10 W-L W-L W-L' }, stations: ['G10'] }), 'station')).toEqual([]);
  });
});
