import { describe, expect, test } from 'vitest';
import { LABELS, SPACES } from '../../../src/games/metromania/grid.ts';
import { metromania } from '../../../src/games/metromania/index.ts';
import type { View } from '../../../src/games/metromania/state.ts';
import { SIGN_HEIGHT } from '../../../src/views/metromania/badges.ts';
import { BOARD, drawBoard } from '../../../src/views/metromania/board.ts';
import { badgeOf } from '../../../src/views/metromania/ground.ts';
import { PANELS, panelOf } from '../../../src/views/metromania/panels.ts';
import { THEMES } from '../../../src/views/presenter.ts';
import { laid, v } from '../../games/metromania/position.ts';
import { read, sceneOf } from '../boards.ts';
import { box } from './games.ts';

/** Panels above the city and the signs of lines around it. */

/** Half a sign with its casing: of the usual ones, and up from its middle. */
const WIDE = 32;
const HIGH = SIGN_HEIGHT + 3;
/** Upper edge of the trips beneath the city. */
const TRIPS = 1249;

test('panels of two to four companies stand side by side over the whole width', () => {
  for (const companies of [2, 3, 4]) {
    const panels = Array.from({ length: companies }, (_, company) => panelOf(company, companies));
    for (const [i, { left }] of panels.entries())
      expect(left).toBeGreaterThan(i === 0 ? 0 : panels[i - 1]!.left + panels[i - 1]!.width);
    const last = panels.at(-1)!;
    expect(last.left + last.width).toBeLessThan(BOARD.width);
    // Three markers have room in the narrowest, six in the widest.
    expect(last.width).toBeGreaterThan(24 + 66 * (companies === 4 ? 3 : companies === 3 ? 4 : 6));
  }
});

describe('signs of lines', () => {
  const spaces = SPACES.filter(({ position }) =>
    [...box.arrows.black, ...box.arrows.white].includes(position),
  );

  test('wherever a line can start or end, its sign is seen whole, beneath the panels and above the trips', () => {
    expect(spaces).toHaveLength(24);
    for (const space of spaces)
      for (const vertex of space.border) {
        const [x, y] = badgeOf(space, vertex);
        expect(x - WIDE, LABELS[vertex]).toBeGreaterThanOrEqual(0);
        expect(x + WIDE, LABELS[vertex]).toBeLessThanOrEqual(BOARD.width);
        expect(y + BOARD.city - HIGH, LABELS[vertex]).toBeGreaterThan(PANELS);
        expect(y + BOARD.city + HIGH, LABELS[vertex]).toBeLessThan(TRIPS);
      }
  });

  test('those of two lines that meet at one point of the limit do not cover each other', () => {
    for (const one of spaces)
      for (const other of spaces)
        for (const vertex of one.border) {
          if (one === other || !other.border.includes(vertex)) continue;
          const [[ax, ay], [bx, by]] = [badgeOf(one, vertex), badgeOf(other, vertex)];
          // Letters keep apart; only the casings may touch.
          expect(Math.abs(ax - bx) > 44 || Math.abs(ay - by) > 44, LABELS[vertex]).toBe(true);
        }
  });

  /** Lines that have ended by both of the lower corners. */
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
          const space = SPACES.find(
            ({ border, position }) => box.arrows.black.includes(position) && border.includes(v(label)),
          )!;
          const [x, y] = badgeOf(space, v(label)).map(Math.round) as [number, number];
          const row = (dy: number) => ((y + BOARD.city + dy) * width + x) * 4;
          return Array.from({ length: 2 * HIGH }, (_, i) =>
            data.subarray(row(i - HIGH) - HIGH * 4, row(i - HIGH) + HIGH * 4).join(),
          ).join();
        });
      }),
    );
    for (const at of [0, 1]) expect(new Set(seen.map((one) => one[at])).size).toBe(1);
  });
});
