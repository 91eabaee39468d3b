import { describe, expect, test } from 'vitest';
import { metrox } from '../../../src/games/metrox/index.ts';
import { FIRST, LATER, OPEN } from '../../../src/games/metrox/state.ts';
import { mapOf, metroxModule } from '../../../src/modules.ts';
import { codes, deal, done, filled, marks, play, smallMap, windows } from './table.ts';

const three = smallMap({
  A: { stations: 'a1 a2 a3 a4 a5 a6' },
  B: { stations: 'b1 b2 m b3' },
  C: { stations: 'c1 m c2' },
});
const osaka = mapOf(metroxModule, 'osaka');
const city = mapOf(metroxModule, 'metro-city');

describe('number', () => {
  test('marks from the first empty station on, as many as its number', () => {
    const state = play(deal(three, ['N4']), 'A.4');
    expect(marks(state)).toEqual({ a1: 'x', a2: 'x', a3: 'x', a4: 'x' });
    expect(windows(state).A).toEqual(['N4']);
  });

  test('begins behind filled stations at the start', () => {
    const state = play(filled(deal(three, ['N2']), { a1: 'x', a2: 6 }), 'A.2');
    expect(marks(state)).toEqual({ a1: 'x', a2: 6, a3: 'x', a4: 'x' });
  });

  test('stops at a filled station', () => {
    const state = filled(deal(three, ['N5']), { a3: 'x' });
    expect(codes(state)).toContain('A.2');
    expect(marks(play(state, 'A.2'))).toEqual({ a1: 'x', a2: 'x', a3: 'x' });
  });

  test('a number stops at the number of a transfer just so', () => {
    const state = filled(deal(three, ['N4']), { m: 4 });
    expect(marks(play(state, 'B.2'))).toEqual({ b1: 'x', b2: 'x', m: 4 });
  });

  test('where the first empty station is followed by a filled one it marks just that one', () => {
    const state = filled(deal(three, ['N5']), { a1: 'x', a3: 'x' });
    expect(codes(state)).toContain('A.1');
    expect(marks(play(state, 'A.1'))).toEqual({ a1: 'x', a2: 'x', a3: 'x' });
  });

  test('stops at the terminus', () => {
    expect(codes(deal(three, ['N5']))).toEqual(['A.5', 'B.4', 'C.3']);
  });
});

describe('skip', () => {
  test('jumps over filled stations', () => {
    const state = play(filled(deal(three, ['S3']), { a2: 'x', a4: 2 }), 'A.3');
    expect(marks(state)).toEqual({ a1: 'x', a2: 'x', a3: 'x', a4: 2, a5: 'x' });
    expect(windows(state).A).toEqual(['S3']);
  });

  test('ends at the terminus', () => {
    const state = filled(deal(three, ['S3']), { b1: 'x', m: 'x' });
    expect(codes(state)).toContain('B.2');
    expect(marks(play(state, 'B.2'))).toEqual({ b1: 'x', b2: 'x', m: 'x', b3: 'x' });
  });
});

describe('transfer', () => {
  test('writes twice the number of lines that stop at the first empty station', () => {
    const state = play(filled(deal(three, ['T']), { b1: 'x', b2: 'x' }), 'B.T');
    expect(marks(state)).toEqual({ b1: 'x', b2: 'x', m: 4 });
    expect(windows(state).B).toEqual(['T']);
  });

  test('writes 2 where only one line stops', () => {
    expect(marks(play(deal(three, ['T']), 'A.T'))).toEqual({ a1: 2 });
  });

  test('fills the first empty station, also behind filled ones, and no second', () => {
    expect(marks(play(filled(deal(three, ['T']), { c1: 'x' }), 'C.T'))).toEqual({ c1: 'x', m: 4 });
  });

  test('counts lines that begin or end there: Metro City writes 6 at s0307', () => {
    expect(marks(play(deal(city, ['T']), 'F.T'))).toEqual({ s0307: 6 });
    expect(marks(play(deal(city, ['T']), 'G.T'))).toEqual({ s0307: 6 });
  });

  test("Osaka's common terminus of P and Y is one station: it writes 4 and is filled on both", () => {
    const others = { s0007: 'x', s0008: 'x', s0109: 'x', s0210: 'x', s0310: 'x' } as const;
    const state = play(filled(deal(osaka, ['T']), others), 'P.T');
    expect(marks(state)).toEqual({ ...others, s0410: 4 });
    expect(done(state)).toMatchObject({ P: FIRST, Y: OPEN });
    const y = osaka.lines.find((line) => line.id === 'Y')!;
    expect(osaka.stations[y.stations.at(-1)!]!.id).toBe('s0410');
  });
});

describe('free', () => {
  test('marks any one empty station and fills no window', () => {
    const state = filled(deal(three, ['F']), { a1: 'x', m: 4 });
    expect(codes(state)).toEqual(
      ['a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'b2', 'b3', 'c1', 'c2'].map((id) => `free.${id}`),
    );
    const after = play(state, 'free.c2');
    expect(marks(after)).toEqual({ a1: 'x', m: 4, c2: 'x' });
    expect(windows(after)).toEqual({ A: [], B: [], C: [] });
  });

  test('does nothing when no station is empty', () => {
    const all = Object.fromEntries(three.stations.map((station) => [station.id, 'x' as const]));
    const state = filled(deal(three, ['F', 'N2']), all);
    expect(codes(state)).toEqual(['free.-']);
    const after = play(state, 'free.-');
    expect(after.card).toBe('N2');
    expect(windows(after)).toEqual({ A: [], B: [], C: [] });
  });
});

describe('windows', () => {
  test('a line without an empty window cannot be chosen', () => {
    const state = play(deal(three, ['N2', 'N2', 'N3']), 'A.2', 'A.2');
    expect(codes(state)).toEqual(['B.3', 'C.3']);
  });

  test('a line whose stations are all filled may be chosen while it has an empty window', () => {
    const full = { c1: 'x', m: 'x', c2: 'x' } as const;
    const number = filled(deal(three, ['N3']), full);
    expect(codes(number)).toContain('C.0');
    expect(windows(play(number, 'C.0')).C).toEqual(['N3']);
    const transfer = filled(deal(three, ['T']), full);
    expect(codes(transfer)).toContain('C.T');
    const after = play(transfer, 'C.T');
    expect(windows(after).C).toEqual(['T']);
    expect(marks(after)).toEqual(full);
  });

  test('a window must be filled also if nothing can be marked', () => {
    const all = Object.fromEntries(three.stations.map((station) => [station.id, 'x' as const]));
    expect(codes(filled(deal(three, ['N5']), all))).toEqual(['A.0', 'B.0', 'C.0']);
    expect(codes(filled(deal(three, ['T']), all))).toEqual(['A.T', 'B.T', 'C.T']);
  });
});

describe('marking fewer stations', () => {
  const lines = { A: { stations: 'a1 a2 a3 a4' }, B: { stations: 'b1 b2' } };
  const wright = smallMap(lines, 'gamewright');

  test('okazu marks all that the card reaches', () => {
    expect(codes(deal(smallMap(lines), ['N3']))).toEqual(['A.3', 'B.2']);
  });

  test('gamewright goes down to none on number cards, fullest first', () => {
    expect(codes(deal(wright, ['N3']))).toEqual(['A.3', 'A.2', 'A.1', 'A.0', 'B.2', 'B.1', 'B.0']);
  });

  test('gamewright goes down to none on skip cards', () => {
    expect(codes(filled(deal(wright, ['S2']), { a2: 'x' }))).toEqual([
      'A.2',
      'A.1',
      'A.0',
      'B.2',
      'B.1',
      'B.0',
    ]);
  });

  test('those marked are always the first ones, and the window is filled all the same', () => {
    const number = play(deal(wright, ['N3']), 'A.2');
    expect(marks(number)).toEqual({ a1: 'x', a2: 'x' });
    expect(windows(number).A).toEqual(['N3']);
    expect(marks(play(filled(deal(wright, ['S2']), { a1: 'x' }), 'A.1'))).toEqual({ a1: 'x', a2: 'x' });
    const none = play(deal(wright, ['N3']), 'A.0');
    expect(marks(none)).toEqual({});
    expect(windows(none).A).toEqual(['N3']);
  });

  test('transfer and free are compulsory', () => {
    expect(codes(deal(wright, ['T']))).toEqual(['A.T', 'B.T']);
    expect(codes(deal(wright, ['F']))).toEqual(
      ['a1', 'a2', 'a3', 'a4', 'b1', 'b2'].map((id) => `free.${id}`),
    );
  });
});

describe('complete lines', () => {
  test('a line is complete when all its stations are filled, whatever its windows', () => {
    const state = play(deal(three, ['N3']), 'C.3');
    expect(done(state)).toEqual({ A: OPEN, B: OPEN, C: FIRST });
    expect(windows(state).C).toEqual(['N3']);
  });

  test('used-up windows do not complete a line', () => {
    const state = play(deal(three, ['N2', 'N2', 'N3']), 'A.2', 'A.2');
    expect(done(state).A).toBe(OPEN);
  });

  test('a number of a transfer fills like a mark', () => {
    expect(done(play(filled(deal(three, ['T']), { c1: 'x', m: 'x' }), 'C.T')).C).toBe(FIRST);
  });

  test('all who complete it in the first round in which anyone does take the first bonus', () => {
    const state = play(
      deal(three, ['N3', 'N3', 'N4'], 3),
      '0 C.3',
      '1 C.3',
      '2 A.3',
      '0 A.3',
      '1 A.3',
      '2 C.3',
    );
    expect([0, 1, 2].map((seat) => done(state, seat).C)).toEqual([FIRST, FIRST, LATER]);
    expect(state.taken).toEqual([0, 0, 1]);
  });

  test('several lines may complete at once', () => {
    const start = filled(deal(three, ['F']), { b1: 'x', b2: 'x', b3: 'x', c1: 'x', c2: 'x' });
    const state = play(start, 'free.m');
    expect(done(state)).toEqual({ A: OPEN, B: FIRST, C: FIRST });
    expect(state.boards[0]!.last!.lines).toEqual([1, 2]);
  });

  test('a shared station completes a line that was not chosen', () => {
    const start = filled(deal(three, ['N3']), { c1: 'x', c2: 'x' });
    const state = play(start, 'B.3');
    expect(done(state)).toEqual({ A: OPEN, B: OPEN, C: FIRST });
    expect(windows(state).C).toEqual([]);
  });

  test('a line completed through others has its windows still to be used up', () => {
    const start = filled(deal(three, ['N3', 'N4']), { c1: 'x', c2: 'x' });
    const state = play(start, 'B.3');
    expect(codes(state)).toContain('C.0');
  });

  test("Osaka's common terminus completes P and Y together", () => {
    const p = { s0007: 'x', s0008: 'x', s0109: 'x', s0210: 'x', s0310: 'x' } as const;
    const y = Object.fromEntries(
      ['s0403', 's0404', 's0505', 's0506', 's0507', 's0508', 's0509', 's0409'].map((id) => [
        id,
        'x' as const,
      ]),
    );
    const state = play(filled(deal(osaka, ['N2']), { ...p, ...y }), 'Y.1');
    expect(done(state)).toMatchObject({ P: FIRST, Y: FIRST });
    expect(metrox.score(state)[0]!.parts.bonuses).toBe(2 + 3);
  });
});
