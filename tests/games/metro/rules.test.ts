import { describe, expect, test } from 'vitest';
import { metro } from '../../../src/games/metro/index.ts';
import { exit, follow, neighbour, squareName, turned } from '../../../src/games/metro/tracks.ts';
import { carried, dealt, legalAt, lineOf, PARIS, scoresOf } from './table.ts';

/** Every rule of Metro, with values worked out by hand. Squares: columns A to H, rows 1 to 8 from the top. */

const names = (texts: readonly string[]): string[] => [...new Set(texts.map((text) => text.split('.')[0]!))];

/** The 28 squares on the edge. */
const EDGE = [...'ABCDEFGH'].flatMap((column) =>
  [1, 2, 3, 4, 5, 6, 7, 8].map((row) => `${column}${row}`).filter((name) => /[AH]|[18]/.test(name)),
);

describe('board and tiles', () => {
  test('a straight across, b to the next side clockwise, c counter-clockwise, d back', () => {
    const exits = (tile: string) => [0, 2, 4, 6].map((connector) => exit(tile, 0, connector));
    expect(exits('aaaa')).toEqual([5, 7, 1, 3]);
    expect(exits('bbbb')).toEqual([3, 5, 7, 1]);
    expect(exits('cccc')).toEqual([7, 1, 3, 5]);
    expect(exits('dddd')).toEqual([1, 3, 5, 7]);
    expect(exits('aacb')).toEqual([5, 7, 3, 1]);
  });

  test('a quarter turn clockwise moves the last letter to the front', () => {
    expect([0, 1, 2, 3].map((turns) => turned('aacb', turns as 0))).toEqual(['aacb', 'baac', 'cbaa', 'acba']);
  });

  // Straight on over one tile at the edge, away from each side of the board.
  test.each([
    ['D8', 20, 1, 'D7', 4],
    ['A4', 12, 3, 'B4', 6],
    ['D1', 5, 5, 'D2', 0],
    ['H4', 29, 7, 'G4', 2],
  ])('from %s the line of station %d leaves by %d, into %s by %d', (on, station, _, into, connector) => {
    const { head } = lineOf(carried(dealt(['aaaa', 'bbbb']), `${on}.0`), station);
    expect([squareName(head!.square), head!.connector]).toEqual([into, connector]);
  });

  test('a line stands still where no tile lies', () => {
    const state = carried(dealt(['aaaa', 'aaaa', 'cbaa', 'cbaa']), 'D1.0');
    expect(neighbour(3, 2)).toBe(11);
    expect(neighbour(3, 0)).toBeUndefined();
    expect(follow(PARIS, state.squares, lineOf(state, 5))).toBe(lineOf(state, 5));
  });

  test('60 tiles of 24 types', () => {
    expect(PARIS.tiles).toHaveLength(24);
    expect(PARIS.tiles.reduce((sum, { count }) => sum + count, 0)).toBe(60);
  });

  test('stations counter-clockwise from the top right: top 1-8, left 9-16, bottom 17-24, right 25-32', () => {
    const at = (n: number) => [PARIS.stations[n - 1]!.row, PARIS.stations[n - 1]!.col];
    expect([1, 8, 9, 16, 17, 24, 25, 32].map(at)).toEqual([
      [0, 7],
      [0, 0],
      [0, 0],
      [7, 0],
      [7, 0],
      [7, 7],
      [7, 7],
      [0, 7],
    ]);
  });

  test.each([3, 5, 6])('with %d players stations 16 and 17 are nobody’s', (seats) => {
    const state = metro.setup({ map: PARIS, seats, options: {}, chance: { seed: 's' }, rules: 1 });
    expect(state.lines.filter(({ owner }) => owner === null).map(({ station }) => station)).toEqual([16, 17]);
  });

  test('the k-th seat takes card k', () => {
    const state = dealt([], 4);
    const own = (seat: number) =>
      state.lines.filter(({ owner }) => owner === seat).map(({ station }) => station);
    expect(own(0)).toEqual([4, 7, 11, 16, 20, 23, 27, 32]);
    expect(own(3)).toEqual([2, 5, 9, 14, 17, 22, 26, 29]);
  });
});

describe('a turn', () => {
  test('the tile in hand is placed, and one is drawn', () => {
    const state = carried(dealt(['aaaa', 'bbbb', 'cccc']), 'B1.0');
    expect(state).toMatchObject({ hands: [['cccc'], ['bbbb']], mover: 1, turn: 1, left: 57 });
  });

  test('or one is drawn, which must be placed, and the tile in hand is kept', () => {
    const drew = carried(dealt(['aaaa', 'bbbb', 'dada', 'cccc']), 'draw');
    expect(drew).toMatchObject({ drawn: 'dada', mover: 0, turn: 0, hands: [['aaaa'], ['bbbb']] });
    // Legal for dada, not for aaaa, are the left and right edge without the corners.
    expect(legalAt(drew)).toHaveLength(12);
    expect(legalAt(drew)).not.toContain('draw');
    const state = carried(drew, 'A4.0');
    expect(state).toMatchObject({ hands: [['aaaa'], ['bbbb']], drawn: null, mover: 1, left: 57 });
  });

  test('with an empty pool the tile in hand must be placed; who has none is skipped', () => {
    const start = dealt(['aaaa', 'bbbb', 'cccc']);
    const bare = { ...start, pool: [], left: 0, unknown: 0, hands: [['aaaa'], []], held: [1, 0] };
    expect(legalAt(bare)).not.toContain('draw');
    const state = carried({ ...bare, hands: [['aaaa', 'bbbb'], []], held: [2, 0] }, 'aaaa.B1.0');
    expect(state).toMatchObject({ mover: 0, hands: [['bbbb'], []] });
    // Of three, the one in the middle has none.
    const three = { ...dealt(['aaaa', 'bbbb', 'cccc'], 3), pool: [], left: 0, unknown: 0 };
    const gap = { ...three, hands: [['aaaa'], [], ['cccc']], held: [1, 0, 1] };
    expect(carried(gap, 'B1.0')).toMatchObject({ mover: 2, held: [0, 0, 1] });
  });

  test('a tile lies there as its player’s', () => {
    const { squares } = carried(dealt(['aaaa', 'bbbb']), 'B1.0', 'C1.0');
    expect([squares[1], squares[2]]).toEqual([
      { tile: 'aaaa', turns: 0, seat: 0 },
      { tile: 'bbbb', turns: 0, seat: 1 },
    ]);
  });

  test('where a record names no more tiles, those in hand are still placed; then nobody is to act', () => {
    const first = carried(dealt(['aaaa', 'bbbb']), 'B1.0');
    expect(first).toMatchObject({ mover: 1, hands: [[], ['bbbb']], held: [1, 1], left: 57 });
    expect(metro.toAct(first)).toEqual([1]);
    const second = carried(first, 'C1.0');
    expect(second).toMatchObject({ mover: 0, hands: [[], []], held: [1, 1], left: 56 });
    expect(metro.toAct(second)).toEqual([]);
    expect([metro.actions(second, 0), metro.over(second)]).toEqual([[], false]);
    // The next of the pool is one that the record does not name.
    expect(metro.toAct(carried(first, 'draw'))).toEqual([]);
  });
});

describe('where a tile may go', () => {
  test('on an empty square of the outer edge', () => {
    expect(names(legalAt(dealt(['aaaa', 'bbbb']))).sort()).toEqual([...EDGE, 'draw'].sort());
    expect(names(legalAt(carried(dealt(['aaaa', 'aaaa', 'bbbb']), 'B1.0')))).not.toContain('B1');
  });

  test('or beside a placed tile', () => {
    const state = carried(dealt(['aaaa', 'aaaa', 'bbbb']), 'C1.0');
    expect(names(legalAt(state))).toContain('C2');
    expect(names(legalAt(state))).not.toContain('E2');
  });

  test('the central station is no neighbour', () => {
    // D3 lies above it: free only once D2 bears a tile.
    const down = carried(dealt(['aaaa', 'aaaa', 'acba', 'acba']), 'D1.0');
    expect(names(legalAt(down))).not.toContain('D3');
    expect(names(legalAt(carried(down, 'D2.0')))).toContain('D3');
    for (const square of ['D4', 'E4', 'D5', 'E5']) expect(names(legalAt(down))).not.toContain(square);
  });

  test('the arrow points up', () => {
    expect(
      legalAt(dealt(['aacb', 'bbbb'])).filter((text) => text !== 'draw' && !text.endsWith('.0')),
    ).toEqual([]);
  });

  test('no arrow: four turns', () => {
    const legal = legalAt(dealt(['aacb', 'bbbb'], 2, { arrow: 'false' }));
    expect(legal).toEqual(expect.arrayContaining(['C1.0', 'C1.1', 'C1.2', 'C1.3']));
    // dada turns back at the top, turned once it goes straight down there.
    const back = legalAt(dealt(['dada', 'bbbb'], 2, { arrow: 'false' }));
    expect(back.filter((text) => text.startsWith('D1.'))).toEqual(['D1.1', 'D1.3']);
  });

  test('no line ends in the station it began at, whosever it is', () => {
    // dada turns back at top and bottom: left are the sides without the corners, in both players' colours.
    const sides = ['A', 'H'].flatMap((column) => [2, 3, 4, 5, 6, 7].map((row) => `${column}${row}`));
    expect(names(legalAt(dealt(['dada', 'bbbb']))).sort()).toEqual([...sides, 'draw'].sort());
    // Station 17 below A8 is nobody's among three.
    expect(names(legalAt(dealt(['dada', 'bbbb', 'aaaa'], 3)))).not.toContain('A8');
  });

  test('of any length: also by way of another tile', () => {
    //  D1 |  straight
    //  D2 U  turns back
    const state = carried(dealt(['aaaa', 'dada', 'bbbb']), 'D1.0');
    expect(names(legalAt(state))).not.toContain('D2');
    expect(names(legalAt(state))).toContain('A4');
  });

  test('classic short lines: no line of one tile, also round a corner; longer returns are allowed', () => {
    const classic = { returns: 'classic' };
    expect(names(legalAt(dealt(['cccc', 'bbbb'], 2, classic)))).not.toContain('A1');
    expect(names(legalAt(dealt(['cccc', 'bbbb'])))).toContain('A1');
    const state = carried(dealt(['aaaa', 'dada', 'bbbb'], 2, classic), 'D1.0');
    expect(names(legalAt(state))).toContain('D2');
  });

  test('where the tile at hand has no square left under this rule, it is dropped for it alone', () => {
    // dddd turns back at every edge, which classic short lines forbid, too.
    expect(names(legalAt(dealt(['dddd', 'bbbb'], 2, { returns: 'classic' })))).toEqual(
      expect.arrayContaining(EDGE),
    );
    const state = dealt(['dddd', 'bbbb', 'dada', 'aaaa']);
    expect(names(legalAt(state))).toEqual(expect.arrayContaining(EDGE));
    // A drawn one is judged by itself.
    expect(names(legalAt(carried(state, 'draw')))).not.toContain('D1');
    // As soon as there is a square that does not return, the rule holds again: below D1 no line comes in.
    const later = carried(dealt(['bbbb', 'dddd', 'aaaa']), 'D1.0');
    expect(names(legalAt(later))).toEqual(['D2', 'draw']);
  });

  test('no arrow: one turning that keeps the rule makes the other turnings of its square illegal', () => {
    const onD1 = (tile: string, arrow: string) => {
      const start = dealt([tile, 'bbbb'], 2, { arrow });
      // Straight tiles on every other square: only the line of station 5 comes to D1.
      const squares = start.squares.map((_, square) =>
        [3, 27, 28, 35, 36].includes(square) ? null : { tile: 'aaaa', turns: 0 as const, seat: 0 },
      );
      return legalAt({ ...start, squares }).filter((text) => text !== 'draw');
    };
    // With its arrow up dada can only turn back there; turned once it goes straight down.
    expect(onD1('dada', 'true')).toEqual(['D1.0']);
    expect(onD1('dada', 'false')).toEqual(['D1.1', 'D1.3']);
    // dddd turns back in every way.
    expect(onD1('dddd', 'false')).toEqual(['D1.0', 'D1.1', 'D1.2', 'D1.3']);
  });

  test('several in hand are judged each by itself', () => {
    const state = dealt(['dddd', 'aaaa', 'dada', 'bbbb'], 2, { hand: '2' });
    expect(legalAt(state)).toContain('dddd.D1.0');
    expect(legalAt(state)).not.toContain('dada.D1.0');
  });
});

describe('scoring', () => {
  test('a line that arrives scores at once for the owner of its departure, whoever placed the tile', () => {
    // cccc in the corner A1: station 8 (seat 1) to station 9; the line from 9 goes down into A2.
    const state = carried(dealt(['cccc', 'bbbb', 'aaaa']), 'A1.0');
    expect(lineOf(state, 8)).toMatchObject({ arrival: { station: 9 }, length: 1, points: 1, owner: 1 });
    expect(lineOf(state, 9)).toMatchObject({ arrival: null, length: 1 });
    expect(scoresOf(state)).toEqual([0, 1]);
    expect(state.last).toEqual({ seat: 0, square: 0, arrived: [8] });
  });

  test('one point for each tile, doubled at a central entrance', () => {
    // Station 5 (seat 0) straight down D1, D2, D3 into the centre: three tiles.
    const state = carried(dealt(['aaaa', 'aaaa', 'aaaa', 'bbbb', 'bbbb']), 'D1.0', 'D2.0', 'D3.0');
    expect(lineOf(state, 5)).toMatchObject({ length: 3, points: 6, owner: 0 });
    expect(PARIS.entrances[(lineOf(state, 5).arrival as { central: number }).central]).toEqual({
      row: 2,
      col: 3,
      connector: 5,
    });
    // The track beside it, out of the centre and up to station 5, is nobody's.
    expect(scoresOf(state)).toEqual([6, 0]);
    expect(metro.score(state)[0]).toMatchObject({ score: 6, rank: 1, parts: { outer: 0, centre: 6 } });
  });

  test('every pass of a tile counts', () => {
    // Down D1, back at D2, up D1 again: three passes of two tiles.
    const state = carried(dealt(['aaaa', 'dada', 'bbbb'], 2, { returns: 'classic' }), 'D1.0', 'D2.0');
    expect(lineOf(state, 5)).toMatchObject({ length: 3, points: 3, arrival: { station: 5 } });
  });

  test('one tile may finish several lines', () => {
    // dddd in a corner, for want of another square: the lines of stations 8 and 9 return.
    const state = carried(dealt(['dddd', 'bbbb', 'aaaa']), 'A1.0');
    expect(state.last!.arrived).toEqual([8, 9]);
    expect(scoresOf(state)).toEqual([1, 1]);
    // They have arrived once and for all.
    expect(carried(state, 'B1.0').last).toEqual({ seat: 1, square: 1, arrived: [] });
  });

  test('a line of a player that ends at an arrival of nobody scores for its owner', () => {
    // Station 15 (seat 0 of three) turns down at A7 and left at A8, into nobody's station 16.
    const draws = ['cccc', 'bbbb', 'aaaa', 'cbcb'];
    const state = carried(dealt(draws, 3), 'A7.0', 'B1.0', 'E1.0', 'A8.0');
    expect(lineOf(state, 16).owner).toBeNull();
    expect(lineOf(state, 15)).toMatchObject({ owner: 0, arrival: { station: 16 }, length: 2, points: 2 });
    expect(scoresOf(state)).toEqual([2, 0, 0]);
  });

  test('departures of nobody score for nobody', () => {
    const state = carried(dealt(['dddd', 'bbbb', 'aaaa', 'cccc'], 3), 'A8.0');
    expect(lineOf(state, 16)).toMatchObject({ owner: null, arrival: { station: 16 }, points: 0 });
    expect(scoresOf(state)).toEqual([0, 0, 0]);
  });

  test('who has no line left still places tiles', () => {
    const start = dealt(['aaaa', 'bbbb', 'cccc']);
    const done = { ...start, lines: start.lines.map((line) => ({ ...line, head: null })) };
    expect(names(legalAt(done)).sort()).toEqual([...EDGE, 'draw'].sort());
  });

  test('the highest total wins, ties share the win, and the next rank is left out', () => {
    // Among three, station 1 is of seat 0, station 2 of seat 1 and station 3 of seat 2.
    const start = dealt([], 3);
    const points = [7, 3, 7];
    const lines = start.lines.map((line, i) => ({ ...line, points: points[i] ?? 0 }));
    expect(metro.score({ ...start, lines }).map(({ rank }) => rank)).toEqual([1, 3, 1]);
    expect(metro.score(dealt(['aaaa', 'bbbb'])).map(({ rank }) => rank)).toEqual([1, 1]);
  });
});
