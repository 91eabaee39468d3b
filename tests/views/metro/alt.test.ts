import { describe, expect, test } from 'vitest';
import { boardAlt } from '../../../src/views/metro/boardalt.ts';
import { metroPresenter } from '../../../src/views/metro/index.ts';
import { at, crowded, map, NAMES, placing, sceneOf, viewOf } from './positions.ts';

const scene = sceneOf();

const squares = (names: string) => names.split(' ').map(at);
const targets = (names: string, tile = 'acba') => [{ tile, squares: squares(names) }];

/** What acba does with trains from each side: straight, counter-clockwise, clockwise, straight. */
const ACBA = 'acba (from above down, from the right up, from below left, from the left right)';

/** Two seats: the first has the odd stations, the second the even ones. */
const ALL = '1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31';

describe('the board in words', () => {
  test('before the first tile', () => {
    expect(boardAlt(viewOf([]), scene, { legal: targets('A1 H8') })).toBe(
      `Metro, Ann to move, 60 tiles to place. Scores: Ann 0, Ben 0. In hand: ${ACBA}. Ann has no line under way. Not begun: ${ALL}. The tile may go to A1, H8.`,
    );
  });

  test('the last tile with what it finished, lines under way with where they go on', () => {
    // Station 5 turns back on D2; station 8 runs straight down A1; station 9 crosses to B1.
    const view = viewOf(['A1 aaaa', 'D1 aaaa', 'D2 dddd'], {
      last: { seat: 1, square: at('D2'), arrived: [5] },
      mover: 1,
    });
    expect(boardAlt(view, scene)).toBe(
      "Metro, Ben to move, 57 tiles to place. Scores: Ann 3, Ben 0. Last tile: dddd at D2 by Ben, which finished Ann's line 5 for 3 points. In hand: " +
        `${ACBA}. Lines of Ann under way: 9 length 1 into B1 from the left. Not begun: 1, 3, 7, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31. Lines of Ben under way: 8 length 1 into A2 from above.`,
    );
  });

  test('a tile that is only thought of', () => {
    const view = viewOf(['D1 aaaa', 'A1 aaaa']);
    const at2 = (square: string, tile: string, turns: 0 | 1) =>
      boardAlt(view, scene, { after: placing(view, square, tile, turns) });
    expect(at2('D2', 'dada', 1)).toContain(
      "Preview, not placed yet: dada at D2, 1 quarter turn clockwise: Ann's line 5: 1 → 2 tiles, into D3 from above. ",
    );
    expect(at2('D2', 'dddd', 0)).toContain(
      "Preview, not placed yet: dddd at D2: Ann's line 5: 1 → 3 tiles, arrives: +3. ",
    );
    expect(at2('E2', 'aaaa', 0)).toContain(
      "Preview, not placed yet: aaaa at E2, which changes no player's line. ",
    );
  });

  test('of several tiles it says where each may go, and names each square once', () => {
    const spots = (names: string) => squares(names).map((square) => ({ square, turns: 0 as const }));
    const legal = [
      { tile: 'acba', spots: spots('A1 B1 D1') },
      { tile: 'dada', spots: spots('A2') },
    ];
    const view = viewOf([], { hand: ['acba', 'dada', 'acba'], legal });
    const alt = boardAlt(view, scene, {
      legal: [...targets('A1 B1 D1'), ...targets('A2', 'dada')],
    });
    expect(alt).toContain(
      `In hand: tile 1 ${ACBA}; tile 2 dada (from above back, from the right left, from below back, from the left right); tile 3 ${ACBA}. `,
    );
    expect(alt).toMatch(/ Tiles 1 and 3 may go to A1, B1, D1\. Tile 2 may go to A2\.$/);
    // On the page of one of them.
    expect(boardAlt(view, scene, { legal: targets('A2', 'dada') })).toMatch(/\. Tile 2 may go to A2\.$/);
    const mixed = [...targets('A1 B1'), ...targets('B1 A2', 'dada')];
    expect(boardAlt(view, scene, { legal: mixed })).toMatch(
      / Tiles 1, 2 and 3 may go to B1\. Tiles 1 and 3 also to A1\. Tile 2 also to A2\.$/,
    );
    const alike = [...targets('B1', 'acba'), ...targets('B1', 'dada')];
    expect(boardAlt(view, scene, { legal: alike })).toMatch(/\. Tiles 1, 2 and 3 may go to B1\.$/);
  });

  test('where only that makes room for all lines, the letters of tiles are explained once', () => {
    // Two lines of each of six players, whose names are as long as names get.
    const tiles = [1, 8].flatMap((row) => [...'BCDEFG'].map((col) => `${col}${row} aaaa`));
    const hand = ['acba', 'dada', 'aaaa'];
    const spots = squares('A1').map((square) => ({ square, turns: 0 as const }));
    const legal = hand.map((tile) => ({ tile, spots }));
    const view = viewOf(tiles, { setting: { seats: 6 }, hand, legal });
    const alt = boardAlt(
      view,
      sceneOf(
        'dark',
        NAMES.map((name) => name.padEnd(16, '!')),
      ),
    );
    expect(alt).toContain(
      'In hand: tile 1 acba; tile 2 dada; tile 3 aaaa. Letters, for trains from above, right, below, left: a straight on, b to the next side clockwise, c counter-clockwise, d back. ',
    );
    expect(alt.match(/Lines of /g)).toHaveLength(6);
  });

  test('neighbours in a row stand together, and no row runs on into the next', () => {
    const alt = boardAlt(viewOf([]), scene, { legal: targets('A1 B1 F1 G1 H1 A2 B2 C2 E2') });
    expect(alt).toMatch(/ The tile may go to A1, B1, F1 to H1, A2 to C2, E2\.$/);
  });

  test('where not all fits, those who move next are told of and the others not', () => {
    const names = NAMES.map((name) => `${name} ${'long'.repeat(14)}`);
    // A tile on each square of the upper and the lower edge: every seat has lines under way.
    const tiles = [1, 8].flatMap((row) => [...'BCDEFG'].map((col) => `${col}${row} aaaa`));
    const view = viewOf(tiles, { setting: { seats: 6 }, mover: 3, seat: 3 });
    const alt = boardAlt(view, sceneOf('dark', names));
    // Their tile is told of by its sides all the same.
    expect(alt).toContain(`In hand: ${ACBA}.`);
    const told = [...alt.matchAll(/Lines of (\w+) /g)].map(([, name]) => name);
    expect(told).toEqual(['Dia', 'Eli']);
    expect(alt.length).toBeLessThanOrEqual(1024);
  });

  test('a drawn tile: the mover sees which, others that there is one', () => {
    const mover = viewOf([], { drew: true, drawn: 'bbbb' });
    expect(boardAlt(mover, scene)).toContain(
      'Metro, Ann drew a tile and must place it, 60 tiles to place. Scores: Ann 0, Ben 0. Drawn and to be placed: bbbb (from above right, from the right down, from below left, from the left up); kept: acba.',
    );
    const watcher = boardAlt({ ...mover, seat: null, hand: [], drawn: null }, scene);
    expect(watcher).toContain('Ann drew a tile and must place it');
    expect(watcher).not.toMatch(/bbbb|acba/);
  });

  test('the end: best first', () => {
    const view = viewOf(['A1 dddd'], { over: true, left: 0, hand: [] });
    // Both lines come back at once: station 8 to the second seat, station 9 to the first.
    const lines = view.lines.map((line) => (line.station === 8 ? { ...line, points: 4 } : line));
    expect(boardAlt({ ...view, lines }, scene)).toBe('Metro, the game is over. Final scores: Ben 4, Ann 1.');
  });

  test('never longer than a picture may have, and the head always stays', () => {
    const names = NAMES.map((name) => `${name} ${'long'.repeat(14)}`);
    for (const seats of [2, 4, 6]) {
      const view = viewOf(crowded(['A1', 'C3', 'H8', 'F6']), {
        setting: { seats },
        last: { seat: 1, square: at('B1'), arrived: Array.from({ length: 32 }, (_, i) => i + 1) },
      });
      const alt = boardAlt(view, sceneOf('dark', names), { legal: targets('A1 C3 H8 F6') });
      expect(alt.length).toBeLessThanOrEqual(1024);
      expect(alt).toMatch(/^Metro, Ann long/);
      expect(alt).toContain('Scores: ');
    }
  });
});

test('the board of the lobby says that it is an example, and where which station is, as the map has them', () => {
  const { alt } = metroPresenter.pictures.map(map, scene);
  expect(alt).toMatch(
    /^An example of Metro in play, by 3 players: 36 of 60 tiles lie on 8 by 8 squares of Paris /,
  );
  expect(alt.length).toBeLessThanOrEqual(1024);
  expect(alt).toContain(
    '1 above H1: 1 to 8 along the top from right to left, 9 to 16 down the left side, 17 to 24 along the bottom from left to right, 25 to 32 up the right side.',
  );
  const squareOf = (n: number) => {
    const { row, col } = map.stations[n - 1]!;
    return `${'ABCDEFGH'[col]}${row + 1}`;
  };
  // 0 above, 2 to the right, 4 below, 6 to the left.
  expect([1, 8, 9, 16, 17, 24, 25, 32].map((n) => [squareOf(n), map.stations[n - 1]!.departure])).toEqual([
    ['H1', 0],
    ['A1', 0],
    ['A1', 6],
    ['A8', 6],
    ['A8', 4],
    ['H8', 4],
    ['H8', 2],
    ['H1', 2],
  ]);
});

test('whoever has no name, or an endless one, is a seat', () => {
  const alt = boardAlt(viewOf([]), sceneOf('dark', ['', 'x'.repeat(65)]));
  expect(alt).toContain('Metro, seat 1 to move, 60 tiles to place. Scores: seat 1 0, seat 2 0.');
});
