import { describe, expect, test } from 'vitest';
import { LABELS, SPACES } from '../../../src/games/metromania/grid.ts';
import { metromania } from '../../../src/games/metromania/index.ts';
import type { View } from '../../../src/games/metromania/state.ts';
import { drawBoard } from '../../../src/views/metromania/board.ts';
import { badgeOf, type Spot } from '../../../src/views/metromania/ground.ts';
import { cornersOf, outlineOf } from '../../../src/views/metromania/panels.ts';
import { THEMES } from '../../../src/views/presenter.ts';
import { laid, v } from '../../games/metromania/position.ts';
import { read, sceneOf } from '../boards.ts';
import { box } from './games.ts';

/** Panels in the corners and the signs of lines near to them. */

/** Half the sign of a line's end, with its casing. */
const HALF = 20;

const square = ([x, y]: Spot): Spot[] => [
  [x - HALF, y - HALF],
  [x + HALF, y - HALF],
  [x + HALF, y + HALF],
  [x - HALF, y + HALF],
];

/** How far apart two convex shapes are along the best of their edges' normals; below zero they overlap. */
function gap(one: readonly Spot[], other: readonly Spot[]): number {
  const gaps = [one, other].flatMap((shape) =>
    shape.flatMap(([x, y], i) => {
      const [tx, ty] = shape[(i + 1) % shape.length]!;
      const length = Math.hypot(tx - x, ty - y);
      const along = (of: readonly Spot[], way: number) =>
        of.map(([px, py]) => (way * (px * (ty - y) - py * (tx - x))) / length);
      return [1, -1].map((way) => Math.min(...along(other, way)) - Math.max(...along(one, way)));
    }),
  );
  return Math.max(...gaps);
}

describe('signs of ends', () => {
  const ends = SPACES.filter(({ position }) => box.arrows.black.includes(position));

  test('wherever a line can end, its sign keeps clear of every panel', () => {
    expect(ends).toHaveLength(12);
    for (const space of ends)
      for (const vertex of space.border)
        for (const corner of cornersOf(4)) {
          const name = `${LABELS[vertex]}, ${JSON.stringify(corner)}`;
          // A panel's edge is drawn up to two pixels over its outline.
          expect(gap(outlineOf(corner), square(badgeOf(space, vertex))), name).toBeGreaterThan(1);
        }
  });

  /** Lines that have ended beside both of the lower panels. */
  const state = laid({ seats: 4, lines: { 0: 'J4 W-L W-L W-L .', 2: 'J4 E-R E-R E-R .' } });
  const over = metromania.view({ ...state, over: true });
  const views: View[] = [
    ...[0, 1, 2, 3].map((mover) => ({ ...metromania.view(state), mover })),
    ...[2, 3].map((seat) => ({ ...metromania.view(state), seat })),
    ...[0, 2, 3].map((winner) => ({ ...over, ranks: [0, 1, 2, 3].map((seat) => (seat === winner ? 1 : 2)) })),
  ];

  test.each(THEMES)('whoever moves, looks on or has won, both are seen whole, %s', async (theme) => {
    const scene = sceneOf(
      theme,
      ['A', 'B', 'C', 'D'].map((letter) => letter + 'w'.repeat(15)),
    );
    const seen = await Promise.all(
      views.map(async (view) => {
        const { width, data } = await read(await drawBoard(view, scene).png());
        return ['J1', 'J7'].map((label) => {
          const space = ends.find(({ border }) => border.includes(v(label)))!;
          const [x, y] = badgeOf(space, v(label)).map(Math.round) as [number, number];
          const row = (dy: number) => ((y + dy) * width + x) * 4;
          return Array.from({ length: 2 * HALF }, (_, i) =>
            data.subarray(row(i - HALF) - HALF * 4, row(i - HALF) + HALF * 4).join(),
          ).join();
        });
      }),
    );
    for (const at of [0, 1]) expect(new Set(seen.map((one) => one[at])).size).toBe(1);
  });
});
