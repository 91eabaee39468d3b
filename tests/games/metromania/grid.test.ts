import { describe, expect, test } from 'vitest';
import {
  AROUND,
  beside,
  CORNERS,
  HEADINGS,
  type Heading,
  LABELS,
  next,
  onLimit,
  opposite,
  POINTS,
  placed,
  SPACES,
  touch,
} from '../../../src/games/metromania/grid.ts';
import { given, heading, labels, legal, t, v } from './position.ts';

/** The ground, as the rules have it under Geometry. */

const count = (text: string, list: readonly unknown[]): number => list.filter((one) => one === text).length;

describe('geometry', () => {
  test('a hexagon of side 5: 91 vertices, 240 edges, 150 triangles', () => {
    expect([POINTS.length, CORNERS.length]).toEqual([91, 150]);
    const edges = POINTS.flatMap((_, from) =>
      [0, 1, 2].filter((way) => next(from, way as Heading) !== undefined),
    );
    expect(edges).toHaveLength(240);
    expect(new Set(CORNERS.map((corners) => corners.toSorted().join())).size).toBe(150);
    for (const { q, r } of POINTS)
      expect(Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r))).toBeLessThan(6);
  });

  test('rows A to K from the top, numbered from the left', () => {
    const rows = 'ABCDEFGHIJK'.split('').map((row) => LABELS.filter((label) => label[0] === row).length);
    expect(rows).toEqual([6, 7, 8, 9, 10, 11, 10, 9, 8, 7, 6]);
    // The centre, the six corners clockwise from the east, and one in the upper half.
    const at = (label: string) => [POINTS[v(label)]!.q, POINTS[v(label)]!.r];
    expect(['F6', 'F11', 'K6', 'K1', 'F1', 'A1', 'A6', 'B2'].map(at)).toEqual([
      [0, 0],
      [5, 0],
      [0, 5],
      [-5, 5],
      [-5, 0],
      [0, -5],
      [5, -5],
      [0, -4],
    ]);
  });

  //    E5 -- E6           NW    NE
  //    / \  / \             \  /
  //  F5--F6--F7       W ---- F6 ---- E
  //    \ /  \ /             /  \
  //    G5 -- G6           SW    SE
  test('six directions, also from the upper half and the lower', () => {
    const around = (label: string) => HEADINGS.map((name) => LABELS[next(v(label), heading(name))!]);
    expect(around('F6')).toEqual(['F7', 'G6', 'G5', 'F5', 'E5', 'E6']);
    expect(around('C4')).toEqual(['C5', 'D5', 'D4', 'C3', 'B3', 'B4']);
    expect(around('I4')).toEqual(['I5', 'J4', 'J3', 'I3', 'H4', 'H5']);
    expect(around('F11')).toEqual([undefined, undefined, 'G10', 'F10', 'E10', undefined]);
  });

  test('a tunnel’s triangle lies left or right of its edge, looking along it', () => {
    const sides = (from: string, way: string) =>
      (['L', 'R'] as const).map((side) => {
        const triangle = beside(v(from), heading(way), side);
        return triangle === undefined ? undefined : labels(CORNERS[triangle]!).join(' ');
      });
    expect(sides('F6', 'E')).toEqual(['E6 F6 F7', 'F6 F7 G6']);
    expect(sides('F7', 'W')).toEqual(['F6 F7 G6', 'E6 F6 F7']);
    expect(sides('F6', 'SE')).toEqual(['F6 F7 G6', 'F6 G5 G6']);
    expect(sides('F6', 'NW')).toEqual(['E5 F5 F6', 'E5 E6 F6']);
    // Along the city limit only one of them is there.
    expect(sides('A1', 'E')).toEqual([undefined, 'A1 A2 B2']);
    expect(sides('F11', 'SW')).toEqual([undefined, 'F10 F11 G10']);
    expect(sides('G10', 'NE')).toEqual(['F10 F11 G10', undefined]);
  });

  test('every inner edge has two triangles, one of the limit has one', () => {
    const sums = { 1: 0, 2: 0 };
    for (const from of POINTS.keys())
      for (const way of [0, 1, 2] as const) {
        const to = next(from, way);
        if (to === undefined) continue;
        const here = CORNERS.filter((corners) => corners.includes(from) && corners.includes(to)).length;
        sums[here as 1 | 2]++;
      }
    expect(sums).toEqual({ 1: 30, 2: 210 });
  });

  test('a vertex touches up to six triangles', () => {
    expect(['F6', 'A2', 'A1'].map((label) => AROUND[v(label)]!.length)).toEqual([6, 3, 2]);
    expect(POINTS.filter((_, vertex) => onLimit(vertex))).toHaveLength(30);
    expect(['A3', 'F1', 'J7', 'K2', 'J6', 'F6'].map((label) => onLimit(v(label)))).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  test('five triangles a side, clockwise: white arrows on the second and fourth, black on the first and fifth', () => {
    const side = (n: number) =>
      SPACES.filter((space) => space.side === n).map(
        ({ position, border, inner }) => `${position} ${labels(border).join('-')} ${LABELS[inner]}`,
      );
    // The lower right side runs from the corner F11 to K6, the top from A1 to A6.
    expect(side(0)).toEqual(['1 F11-G10 F10', '2 G10-H9 G9', '3 H9-I8 H8', '4 I8-J7 I7', '5 J7-K6 J6']);
    expect(side(4)).toEqual(['1 A1-A2 B2', '2 A2-A3 B3', '3 A3-A4 B4', '4 A4-A5 B5', '5 A5-A6 B6']);
    expect(SPACES).toHaveLength(30);
    expect(new Set(SPACES.map(({ triangle }) => triangle)).size).toBe(30);
    for (const { triangle, border, inner } of SPACES)
      expect(triangle).toBe(t(labels([...border, inner]).join(' ')));
  });

  test('opposite side s lie s+2, s+3 and s+4', () => {
    const table = [0, 1, 2, 3, 4, 5].map((s) => [0, 1, 2, 3, 4, 5].filter((other) => opposite(s, other)));
    expect(table).toEqual([
      [2, 3, 4],
      [3, 4, 5],
      [0, 4, 5],
      [0, 1, 5],
      [0, 1, 2],
      [1, 2, 3],
    ]);
  });

  test('destinations touch when their triangles share a corner or an edge', () => {
    expect(touch(t('F6 F7 G6'), t('E6 F6 F7'))).toBe(true);
    expect(touch(t('F6 F7 G6'), t('F5 F6 E5'))).toBe(true);
    expect(touch(t('F6 F7 G6'), t('F8 F9 G8'))).toBe(false);
    expect(touch(t('F6 F7 G6'), t('G7 H6 H7'))).toBe(false);
    // Its own, three across the edges and nine at the corners.
    expect(CORNERS.filter((_, other) => touch(t('F6 F7 G6'), other))).toHaveLength(13);
  });
});

describe('the six pieces', () => {
  // Sector 0 is F6, F11, K6. Corner 0 of the piece at the centre: cell 0 there, cell 16 at corner 0's next one, the east.
  //        F6
  //       /0 \       row 0: cell 0
  //      /1 2 3\     row 1: cells 1 to 3
  test('lie in a sector with the corner that is turned to the centre', () => {
    const where = (cell: number, sector: number, turn: number) =>
      labels(CORNERS[placed(cell, sector, turn)]!).join(' ');
    expect([0, 1, 2].map((turn) => where(0, 0, turn))).toEqual(['F6 F7 G6', 'J6 J7 K6', 'F10 F11 G10']);
    expect([0, 1, 2].map((turn) => where(16, 0, turn))).toEqual(['F10 F11 G10', 'F6 F7 G6', 'J6 J7 K6']);
    // The one in the middle stays there, however the piece is turned.
    expect([0, 1, 2].map((turn) => where(12, 0, turn))).toEqual(Array(3).fill(where(12, 0, 0)));
    expect([0, 1, 2, 3, 4, 5].map((sector) => where(0, sector, 0))).toEqual([
      'F6 F7 G6',
      'F6 G5 G6',
      'F5 F6 G5',
      'E5 F5 F6',
      'E5 E6 F6',
      'E6 F6 F7',
    ]);
  });

  test('each of the 150 triangles is one cell of one sector, in every orientation', () => {
    for (const turn of [0, 1, 2]) {
      const all = [0, 1, 2, 3, 4, 5].flatMap((sector) =>
        Array.from({ length: 25 }, (_, cell) => placed(cell, sector, turn)),
      );
      expect(new Set(all).size).toBe(150);
    }
  });

  test('bear 18 destination spots, six of each kind, one lake and one park, none of them on the limit', () => {
    const { signs } = given(2);
    expect(
      ['residential', 'commercial', 'entertainment', 'lake', 'park'].map((one) => count(one, signs)),
    ).toEqual([6, 6, 6, 1, 1]);
    for (const { triangle } of SPACES) expect(signs[triangle]).toBeNull();
  });

  test('where they lie makes the city: piece 2 in sector 0, its second corner at the centre', () => {
    // Cell 21 (row 4, place 5, pointing down) has weights (1,2,2), (1,1,3), (0,2,3) for the corners 0, 1, 2. Corner 1 at the
    // centre puts corner 2 in the east and corner 0 in the south-east: q = 2, 3, 3 and r = 1, 1, 0.
    const city = [
      [2, 1],
      [1, 0],
      [3, 0],
      [4, 0],
      [5, 0],
      [6, 0],
    ];
    const { signs } = given(2, {}, undefined, city);
    expect(signs[t('G8 G9 F9')]).toBe('residential');
    expect(legal(given(2))).toHaveLength(24);
  });
});
