import { describe, expect, test } from 'vitest';
import { metromania } from '../../../src/games/metromania/index.ts';
import type { Trip, View } from '../../../src/games/metromania/state.ts';
import { metromaniaPresenter } from '../../../src/views/metromania/index.ts';
import { heightOf, layoutOf, SHEET, toldTrips } from '../../../src/views/metromania/tripcells.ts';
import { laid } from '../../games/metromania/position.ts';
import { read, sceneOf } from '../boards.ts';
import { writtenIn } from '../legible.ts';
import { botGame, TABLES, wildGame } from './games.ts';

const scene = sceneOf('dark');
const ends: View[] = TABLES.flatMap((table) =>
  [botGame(table), botGame(table, 'trips'), wildGame(table, 'trips')].map((game) =>
    metromania.view(game.at(-1)!),
  ),
);
const sheetOf = (view: View, theme: 'dark' | 'light' = 'dark') =>
  metromaniaPresenter.pictures.finale!(view, sceneOf(theme))!;

/** Trips of which the first so many are possible. */
const tripsWith = (possible: number): Trip[] =>
  ends[0]!.trips.map((trip, i) => ({ ...trip, minutes: i < possible ? 1 + (i % 3) : null }));

describe('the places on the sheet', () => {
  test.each([0, 1, 2, 3, 4, 5, 6, 7])('with %i of seven trips possible none covers another', (possible) => {
    const { cells, sum, height } = layoutOf(tripsWith(possible));
    const boxes = [
      ...cells.map(({ x, y, height: h }) => ({ x, y, w: SHEET.cell, h })),
      { x: SHEET.margin, y: sum, w: 2 * SHEET.cell + SHEET.gap, h: heightOf(2) },
    ];
    for (const [i, one] of boxes.entries()) {
      expect(one.x + one.w).toBeLessThanOrEqual(SHEET.width - SHEET.margin);
      expect(one.y + one.h).toBeLessThanOrEqual(height - SHEET.margin);
      for (const other of boxes.slice(i + 1)) {
        const beside = one.x + one.w + SHEET.gap <= other.x || other.x + other.w + SHEET.gap <= one.x;
        const below = one.y + one.h + SHEET.gap <= other.y || other.y + other.h + SHEET.gap <= one.y;
        expect(beside || below).toBe(true);
      }
    }
    // A trip without a route takes half the height, and nothing stands in Discord's corner but the last of the sum.
    for (const { trip, height: h } of cells) expect(h).toBe(heightOf(trip.minutes === null ? 1 : 2));
    expect(cells.every(({ x, y, height: h }) => x > 190 || y + h <= height - 110)).toBe(true);
  });

  test('is as low as its cells allow', () => {
    const rows = [0, 1, 2, 3, 4, 5, 6, 7].map(
      (possible) => (layoutOf(tripsWith(possible)).height - SHEET.margin) / (SHEET.half + SHEET.gap),
    );
    expect(rows.map((n) => Math.round(n))).toEqual([4, 4, 5, 5, 5, 6, 6, 6]);
  });

  test('the longest trip is first, and those without a route are last', () => {
    const told = toldTrips(ends[9]!.trips).map(({ minutes }) => minutes);
    expect(told).toHaveLength(7);
    expect(told.toSorted((a, b) => (b ?? -1) - (a ?? -1))).toEqual(told);
  });
});

// From F9 to F7 Ann rides by F8, Ben by G8 and G7: a minute for both.
const two = {
  seats: 3,
  over: true,
  lines: { 0: 'F10 W-L W-L W-L', 2: 'E9 SW-R SW-L W-L NW-L' },
  stations: ['F9', 'F7'],
  marked: [
    ['A.C', 'E8 E9 F9', 1],
    ['A.R', 'F7 F8 G7', 0],
  ],
} as const;

describe('in words', () => {
  test('a line for each trip, the longest first: minutes and points, or why there is no route, once for those alike', () => {
    const view = metromania.view(laid({ ...two, hands: { 0: ['B.C'], 1: [], 2: ['B.E'] } }));
    const lines = metromaniaPresenter.words.remark([view], scene)!.split('\n');
    expect(lines.slice(0, 2)).toEqual([
      '**Trip A**, 1 minute: Ann +6, Ben +6',
      '**Trip B**, impossible: Ann −6 (never placed), Cleo −6 (never placed)',
    ]);
    expect(lines.at(-1)).toBe('**From park to lake**, impossible: nobody gains or loses');
    // Of the others no marker is in a hand, so nobody is at fault.
    expect(lines).toHaveLength(4);
  });

  test('of two players for whom a trip counts alike neither gains or loses', () => {
    const view = metromania.view(laid({ ...two, seats: 2, hands: { 0: ['B.C'], 1: ['B.E'] } }));
    expect(metromaniaPresenter.words.remark([view], scene)!.split('\n').slice(0, 2)).toEqual([
      '**Trip A**, 1 minute: both took part, nobody earns',
      '**Trip B**, impossible: both at fault, nobody loses',
    ]);
  });

  test('the sheet says the same, and what every score is made of', () => {
    for (const view of ends) {
      const { alt } = sheetOf(view);
      expect(alt.length).toBeLessThanOrEqual(1024);
      expect(alt).not.toMatch(/\{\{|metromania\.|undefined|NaN|\*|\.\./);
      for (const { id, minutes } of view.trips) {
        const name = id === 'park' ? 'From park to lake' : `Trip ${id}`;
        if (minutes !== null) expect(alt).toContain(`${name}, ${minutes} minute`);
        else
          expect(alt).toMatch(
            id === 'park'
              ? /lake, impossible: /
              : new RegExp(`Trips? [A-F, and]*${id}[A-F, and]*, impossible: `),
          );
      }
      expect(alt).toMatch(/Ann −?\d+: stations \d+, trips \d+, park to lake \d+, taken off (0|−\d+)\./);
    }
  });

  test('nothing is said of trips while a game runs', () => {
    const view = metromania.view(botGame(TABLES[0])[3]!);
    expect(metromaniaPresenter.words.remark([view], scene)).toBeNull();
    expect(metromaniaPresenter.pictures.finale!(view, scene)).toBeNull();
  });
});

describe('the picture', () => {
  test.each(['dark', 'light'] as const)('can be read on a phone (%s)', async (theme) => {
    // One of every table: those of the second game have the most trips.
    for (const view of ends.filter((_, i) => i % 3 === 1)) {
      const written = await writtenIn(sheetOf(view, theme));
      expect(written.length).toBeGreaterThan(20);
      for (const { text, phone } of written) {
        // Why there is no route is told, not counted with.
        const least = /^(never placed|no station|no way there)$/.test(text) ? 8 : 11;
        expect(phone, text).toBeGreaterThanOrEqual(least);
      }
    }
  });

  test('has the same bytes again, in few enough of them', async () => {
    const view = ends[9]!;
    const png = await sheetOf(view).draw();
    expect(png.length).toBeLessThan(200_000);
    expect((await sheetOf(view).draw()).equals(png)).toBe(true);
    const { width, height } = await read(png);
    expect([width, height]).toEqual([sheetOf(view).width, sheetOf(view).height]);
  });

  test('four who lose by one trip, in names of any kind', async () => {
    const end = ends[9]!;
    const view: View = {
      ...end,
      hands: end.hands.map((hand) => [{ letter: 'A', kind: 'residential' }, ...hand]),
      trips: end.trips.map((trip) => ({
        ...trip,
        ...(trip.id === 'A' ? { minutes: null, route: [], involved: [] } : {}),
        ...(trip.id === 'A' ? { guilty: [0, 1, 2, 3], points: [-6, -6, -6, -6] } : {}),
      })),
    };
    for (const names of [
      ['W'.repeat(16), '🚇'.repeat(16), 'שלום עולם', ''],
      ['Ann', 'Anna', 'Ava', 'Al'],
    ]) {
      const drawn = metromaniaPresenter.pictures.finale!(view, sceneOf('dark', names))!;
      expect((await drawn.draw()).length).toBeGreaterThan(1000);
      expect(drawn.alt).not.toContain('undefined');
    }
  });
});
