import { describe, expect, test } from 'vitest';
import { metro } from '../../../src/games/metro/index.ts';
import type { Action, State, View } from '../../../src/games/metro/state.ts';
import { squareName } from '../../../src/games/metro/tracks.ts';
import { keys } from '../../../src/views/menus.ts';
import { candidatesOf, numbersOf } from '../../../src/views/metro/candidates.ts';
import { styleOf } from '../../../src/views/metro/colors.ts';
import { headAt, headRadius } from '../../../src/views/metro/field.ts';
import { metroPresenter as presenter } from '../../../src/views/metro/index.ts';
import { partOf } from '../../../src/views/metro/part.ts';
import { pageAt } from '../../../src/views/metro/paths.ts';
import { BOARD } from '../../../src/views/metro/ring.ts';
import { TILE } from '../../../src/views/metro/tracks.ts';
import { WIDTH as FULL } from '../../../src/views/metrox/frame.ts';
import { THEMES } from '../../../src/views/presenter.ts';
import { rgb } from '../../../src/views/theme.ts';
import { dealt } from '../../games/metro/table.ts';
import { read } from '../boards.ts';
import { outlineOf } from '../ink.ts';
import { writtenIn } from '../legible.ts';
import { foresee, moverOf, pagesOf, played } from './games.ts';
import { at, sceneOf, viewOf } from './positions.ts';

/** What the private pages of a turn show, for positions of whole games. */

const MOST = 215_000;

const scene = sceneOf();
const turn = presenter.pictures.turn!;

const keysOf = (state: State, path: readonly string[]) => {
  const view = moverOf(state);
  const actions = metro.actions(state, state.mover);
  const choices = { view, actions, foresee: (action: Action) => foresee(view, action) };
  return keys(presenter.menus, choices, path, scene);
};

const pageOf = (view: View, path: readonly string[]) => turn(view, scene, { seat: view.mover, path });

const spots = (names: string) => names.split(' ').map((name) => ({ square: at(name), turns: 0 as const }));

/** A page on which one tile goes to some squares. */
const choosing = (names: string, tile = 'acba', tiles: readonly string[] = []): View =>
  viewOf(tiles, { hand: [tile], legal: [{ tile, spots: spots(names) }] });

describe('a key bears what stands in the picture', () => {
  const tables: [string, State][] = [
    ['the first turn', played(2, 0)],
    ['many squares', played(4, 19)],
    ['few squares', played(3, 46)],
    ['the last turn', played(2, 59)],
    ['without the arrow', played(2, 50, { arrow: 'false' })],
    ['three tiles', played(3, 44, { hand: '3' })],
  ];
  test.each(tables)('%s', async (_, state) => {
    const view = moverOf(state);
    // One page of each kind is enough.
    const kinds = new Map(pagesOf(state).map((path) => [pageAt(view, path), path]));
    for (const [, path] of kinds) {
      const words = (await writtenIn(pageOf(view, path))).map(({ text }) => text);
      const said = keysOf(state, path).filter(({ path: way }) => way.at(-1) !== 'draw');
      expect(said.length).toBeGreaterThan(0);
      for (const { entry } of said) expect(words).toContain(entry.button);
    }
  });
});

describe('the squares', () => {
  test('of a quarter are shown as large as they can be, with the stations beside them', () => {
    const quarter = partOf([at('A5'), at('D8')], { w: 800, h: 860, most: 1.7 });
    expect(quarter.scale * TILE).toBe(159);
    expect(quarter.crop.x).toBe(0);
    expect(quarter.crop.y + quarter.crop.h).toBeCloseTo(1000);
  });

  test('of a part are shown with it; where it would be no larger than the whole board, that is shown', () => {
    const size = (names: string) => {
      const { width, height } = pageOf(choosing(names), []);
      return [width, height];
    };
    expect(size('C3 F3 D6')).toEqual([1100, 860]);
    expect(size('A1 H8')).toEqual([1000, 1240]);
    expect(size('A1 H1')).toEqual([1000, 1240]);
    expect(pageOf(choosing('C3 F3 D6'), []).alt).toContain(
      'Shown large: C3 to F6. Choices by number: 1 C3, 2 F3, 3 D6.',
    );
    expect(pageOf(choosing('A1 H8'), []).alt).toContain(' Choices by number: 1 A1, 2 H8.');
  });

  test('bear the tile as it would lie, with the lines it would carry on in their colours', async () => {
    // Straight down from station 5 of the first seat; nothing comes to D3 from below.
    const picture = pageOf(choosing('D3 E6', 'aaaa', ['D1 aaaa', 'D2 aaaa']), []);
    const image = await read(await picture.draw());
    const { crop, scale } = partOf([at('D3'), at('E6')], { w: 800, h: 860, most: 1.7 });
    const colors = (name: string, x: number, y: number) => {
      const px = Math.round(300 + (BOARD.x + (at(name) % 8) * TILE + x - crop.x) * scale);
      const py = Math.round((BOARD.y + (at(name) >> 3) * TILE + y - crop.y) * scale);
      return [...image.data.subarray((py * image.width + px) * 4, (py * image.width + px) * 4 + 3)];
    };
    const own = [...rgb(styleOf('dark', 0).color)];
    expect(colors('D3', 34, 80)).toEqual(own);
    expect(colors('D3', 68, 80)).not.toEqual(own);
    expect(colors('E6', 34, 80)).not.toEqual(own);
  });

  test('leave the heads of lines free', () => {
    for (const [seats, turns] of [
      [2, 30],
      [4, 40],
      [6, 36],
    ] as const) {
      const view = moverOf(played(seats, turns));
      const figure = 39;
      for (const path of pagesOf(played(seats, turns)).filter((way) => pageAt(view, way) === 'square')) {
        const discs = numbersOf(view, candidatesOf(view, path), figure, 'dark');
        for (const line of view.lines) {
          if (line.owner === null || !line.head || line.length === 0) continue;
          const [x, y] = headAt(line.head);
          for (const disc of discs) {
            const apart = Math.hypot(disc.x - x, disc.y - y) - headRadius(line.length, figure) - disc.r;
            expect(apart, `${squareName(disc.square)}, line ${line.station}`).toBeGreaterThan(-disc.r / 10);
          }
        }
      }
    }
  });
});

test('beside numbered squares the tile is named, and no other number stands', async () => {
  const legal = ['acba', 'dada'].map((tile) => ({ tile, spots: spots('A1 H8') }));
  const picture = pageOf(viewOf([], { hand: ['acba', 'dada'], legal }), ['dada']);
  expect(picture.width).toBe(1000);
  const words = (await writtenIn(picture)).map(({ text }) => text);
  expect(words).toContain('Tile 2');
  expect(words.slice(words.indexOf('Tile 2'))).not.toContain('1');
});

describe('ways up', () => {
  const view = (tile: string, more: readonly string[] = []) => {
    const state = dealt([tile, 'bbbb', 'aaaa', ...more], 2, { arrow: 'false' });
    return moverOf(state);
  };

  test('are told by their numbers, with what each does', () => {
    const picture = pageOf(view('aacb'), ['nw', 'B1']);
    expect([picture.width, picture.height]).toEqual([1100, 860]);
    expect(picture.alt).toMatch(
      /^Metro, the tile aacb on B1, the ways up that it may lie, by number\. 1 not turned: /,
    );
    expect(picture.alt.match(/\d (?:not turned|turned [a-z ]+): your line 7: 0 → 1 tile/g)).toHaveLength(4);
  });

  test('that lie alike are shown once', () => {
    const picture = pageOf(view('cbcb'), ['nw', 'B1']);
    expect([picture.width, picture.height]).toEqual([1100, 470]);
  });
});

describe('a draft', () => {
  test('is shown large, with what happens to each line', async () => {
    const state = dealt(['cccc', 'bbbb', 'aaaa']);
    const view = moverOf(state);
    const place = metro.actions(state, 0).find((action) => metro.code(action) === 'A1.0')!;
    const picture = turn(view, scene, { seat: 0, after: foresee(view, place) });
    expect([picture.width, picture.height]).toEqual([1100, 860]);
    expect(picture.alt).toContain(
      "Preview, not placed yet: cccc at A1: Ann's line 9: 0 → 1 tile, into A2 from above; Ben's line 8: 0 → 1 tile, arrives: +1.",
    );
    const words = (await writtenIn(picture)).map(({ text }) => text);
    expect(words).toEqual(expect.arrayContaining(['0 → 1', '+1']));
  });

  test('in which another tile is drawn shows what is kept', () => {
    const view = moverOf(dealt(['cccc', 'bbbb', 'aaaa']));
    const picture = turn(view, scene, { seat: 0, after: foresee(view, { kind: 'draw' }) });
    expect(picture.alt).toBe(
      'Metro, before another tile is drawn: that one, of which the back is seen, must be placed; cccc stays in hand.',
    );
  });
});

test('several tiles are shown large, with the squares of each', () => {
  const view = moverOf(dealt(['aaaa', 'bbbb', 'dada', 'cccc'], 2, { hand: '2' }));
  const { alt, width, height } = pageOf(view, []);
  expect([width, height]).toEqual([1100, 860]);
  expect(alt).toContain('In hand: tile 1 aaaa (');
  expect(alt).toMatch(/Tiles 1 and 2 may go to A2, H2, .*\. Tile 1 also to A1 to H1, /);
});

describe.each(THEMES)('every page, %s', (theme) => {
  const options = { hand: '2', arrow: 'false' };
  test.each([
    ['2 seats, the beginning', played(2, 3, options)],
    ['5 seats, the middle', played(5, 33, options)],
  ])('%s: is small, tells what it shows, and leaves the corner of the mark free', async (_, state) => {
    const view = moverOf(state);
    const kinds = new Map(pagesOf(state).map((path) => [pageAt(view, path), path]));
    const [place, draw] = [
      metro.actions(state, state.mover).find(({ kind }) => kind === 'place')!,
      { kind: 'draw' as const },
    ];
    const pictures = [
      ...[...kinds.values()].map((path) => turn(view, sceneOf(theme), { seat: view.mover, path })),
      ...[place, draw].map((action) =>
        turn(view, sceneOf(theme), { seat: view.mover, after: foresee(view, action) }),
      ),
    ];
    for (const picture of pictures) {
      const png = await picture.draw();
      expect(picture.alt.length).toBeLessThanOrEqual(1024);
      expect(png.length).toBeLessThan(MOST);
      const image = await outlineOf(png, FULL);
      expect([image.width, image.height]).toEqual([picture.width, picture.height]);
      expect(image.corner, picture.alt).toBe(1);
    }
  });
});

test('the same page gives the same bytes', async () => {
  const state = played(3, 46);
  const [view, path] = [moverOf(state), pagesOf(state).at(-1)!];
  expect((await pageOf(view, path).draw()).equals(await pageOf(view, path).draw())).toBe(true);
});
