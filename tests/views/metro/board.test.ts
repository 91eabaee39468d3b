import { describe, expect, test } from 'vitest';
import { metro } from '../../../src/games/metro/index.ts';
import type { Line } from '../../../src/games/metro/state.ts';
import { drawBoard } from '../../../src/views/metro/board.ts';
import type { BoardOptions } from '../../../src/views/metro/boardalt.ts';
import type { Candidate } from '../../../src/views/metro/candidates.ts';
import { PAPERS, styleOf } from '../../../src/views/metro/colors.ts';
import { metroPresenter } from '../../../src/views/metro/index.ts';
import { EXAMPLE, positionOf } from '../../../src/views/metro/positions.ts';
import { BOARD } from '../../../src/views/metro/ring.ts';
import { TILE } from '../../../src/views/metro/tracks.ts';
import { WIDTH as FULL } from '../../../src/views/metrox/frame.ts';
import { THEMES } from '../../../src/views/presenter.ts';
import { rgb } from '../../../src/views/theme.ts';
import { carried, dealt } from '../../games/metro/table.ts';
import { LONG } from '../../lib/long.ts';
import { read } from '../boards.ts';
import { outlineOf } from '../ink.ts';
import { at, crowded, map, placing, sceneOf, viewOf } from './positions.ts';

const MOST = 205_000;

type Drawn = Parameters<typeof drawBoard>[0];

const png = (view: Drawn, options: BoardOptions = {}, scene = sceneOf()): Promise<Buffer> =>
  drawBoard(view, scene, options).png();

/** The same tile on a square. */
const candidate = (square: number, n: number | null): Candidate => ({ square, tile: 'acba', turns: 0, n });

type Image = Awaited<ReturnType<typeof read>>;

const pixel = ({ width, data }: Image, x: number, y: number): number[] => {
  const from = (Math.floor(y) * width + Math.floor(x)) * 4;
  return [...data.subarray(from, from + 3)];
};

/** Pixel of a place within a square. */
const within = (image: Image, name: string, x: number, y: number): number[] =>
  pixel(image, BOARD.x + (at(name) % 8) * TILE + x, BOARD.y + (at(name) >> 3) * TILE + y);

describe.each(THEMES)('%s', (theme) => {
  // Tables take turns between the themes, but in the long form.
  const tables = [2, 3, 4, 6].filter((_, n) => LONG > 0 || (n >> 1) % 2 === THEMES.indexOf(theme) || n === 3);
  test.each(tables)('boards of %i seats, from empty to full', async (seats) => {
    const scene = sceneOf(theme);
    const chosen = Array.from({ length: 8 }, (_, i) => candidate(i, i + 1));
    for (const [tiles, more] of [
      [[], {}],
      [crowded(['A1', 'B1', 'E7']), { hand: ['aacb', 'dddd', 'bbbb'] }],
      [crowded(), { over: true, hand: [], left: 0 }],
    ] as const) {
      const view = viewOf(tiles, { setting: { seats }, left: 30, ...more });
      const options = tiles.length === 0 ? { candidates: chosen } : {};
      const bytes = await png(view, options, scene);
      const image = await outlineOf(bytes, FULL);
      expect([image.width, image.height]).toEqual([1000, 1240]);
      expect(bytes.length).toBeLessThan(MOST);
      expect(image.corner).toBe(1);
    }
  });

  test('a line that is open is full, one that has arrived is pale, one of nobody is bare', async () => {
    const view = viewOf(['H1 aaaa', 'F1 dddd', 'B1 aaaa', 'B2 dddd']);
    const lines = view.lines.map((line) => (line.station === 7 ? { ...line, owner: null, points: 0 } : line));
    const image = await read(await png({ ...view, lines }, {}, sceneOf(theme)));
    const style = styleOf(theme, 0);
    expect(within(image, 'H1', 34, 17)).toEqual([...rgb(style.color)]);
    expect(within(image, 'F1', 51, 15)).toEqual([...rgb(style.pale)]);
    expect(within(image, 'B1', 34, 51)).toEqual([...rgb(PAPERS[theme].railInside)]);
  });

  test('lines that arrived since the last message shine, and their tiles are outlined with the last one', async () => {
    const style = styleOf(theme, 0);
    const ink = [...rgb(PAPERS[theme].ink)];
    const since = viewOf(['H1 aaaa']);
    const view = viewOf(['H1 aaaa', 'F1 dddd', 'C6 aaaa'], {
      last: { seat: 1, square: at('C6'), arrived: [] },
    });
    const alone = await read(await png(view, {}, sceneOf(theme)));
    const shown = await read(await png(view, { since }, sceneOf(theme)));
    expect(within(alone, 'F1', 51, 15)).toEqual([...rgb(style.pale)]);
    expect(within(shown, 'F1', 51, 15)).toEqual([...rgb(style.color)]);
    // Above its left edge, half way down, where no track runs.
    const outlined = (image: Image) => ['H1', 'F1', 'C6'].map((name) => within(image, name, -1, 70).join());
    expect(outlined(shown).map((color) => color === ink.join())).toEqual([false, true, true]);
    expect(outlined(alone).map((color) => color === ink.join())).toEqual([false, false, true]);
    // What was there by then is nothing new: with one turn in between it is the same picture.
    const before = viewOf(['H1 aaaa', 'F1 dddd']);
    const same = await Promise.all(
      [{}, { since: before }].map((options) => png(view, options, sceneOf(theme))),
    );
    expect(same[0]!.equals(same[1]!)).toBe(true);
  });

  test('a line shines once more as it arrives: by the last tile, or by one that is thought of', async () => {
    const style = styleOf(theme, 0);
    const view = viewOf(['F1 dddd'], { last: { seat: 0, square: at('F1'), arrived: [3] } });
    const shown = await read(await png(view, {}, sceneOf(theme)));
    expect(within(shown, 'F1', 51, 15)).toEqual([...rgb(style.color)]);
    const draft = { after: placing(viewOf([]), 'F1', 'dddd') };
    const thought = await read(await png(viewOf([]), draft, sceneOf(theme)));
    expect(within(thought, 'F1', 51, 15)).toEqual([...rgb(style.color)]);
  });
});

test('the same view gives the same bytes; what is to be chosen, thought of and last shows', async () => {
  const view = viewOf(['A1 aaaa', 'A2 bcbc']);
  const plain = await png(view);
  expect((await png(view)).equals(plain)).toBe(true);
  const others = [
    await png(view, { candidates: [candidate(at('A3'), 1), candidate(at('B1'), 2)] }),
    await png(view, { candidates: [candidate(at('A3'), 2), candidate(at('B1'), 1)] }),
    await png(view, { candidates: [candidate(at('A3'), null), candidate(at('B1'), null)] }),
    await png(view, { candidates: [candidate(at('A3'), null), candidate(at('B1'), null)], quarters: true }),
    await png(view, { tile: 'acba' }),
    await png(view, { after: placing(view, 'A3', 'acba') }),
    await png(view, { after: placing(view, 'A3', 'acba', 1) }),
    await png({ ...view, last: { seat: 1, square: at('A2'), arrived: [] } }),
    await png({ ...view, setting: { ...view.setting, arrow: false } }),
    await png({ ...view, drew: true, drawn: 'bbbb' }),
  ];
  expect(new Set([plain, ...others].map((bytes) => bytes.toString('base64'))).size).toBe(others.length + 1);
});

describe('pictures differ that differ only in', () => {
  const view = viewOf(['A1 aaaa']);
  // The line of station 8 runs over A1 and belongs to the second seat.
  const changed = (what: Partial<Line>): Drawn => ({
    ...view,
    lines: view.lines.map((line) => (line.station === 8 ? { ...line, ...what } : line)),
  });

  test.each<[string, Drawn]>([
    ['the length at the head of a line', changed({ length: 2 })],
    ['the tiles to be placed', { ...view, turn: view.turn + 1 }],
    ['a score', changed({ points: 1 })],
  ])('%s', async (_, other) => {
    expect((await png(other)).equals(await png(view))).toBe(false);
  });
});

test('nobody sees from a picture what others hold, what was drawn or what will be', async () => {
  const { seat: _, hand: __, drawn: ___, drew: ____, ...open } = viewOf(['A1 aaaa']);
  const state = (hands: string[][], pool: string[], drawn: string | null) => ({
    ...open,
    hands,
    pool,
    drawn,
  });
  const one = await png(state([['acba'], ['dddd']], ['aaaa', 'bbbb'], null));
  expect((await png(state([['bbbb'], ['aacb']], ['cccc', 'dada'], 'adad'))).equals(one)).toBe(true);
  expect((await png(open)).equals(one)).toBe(true);
  const watcher = viewOf(['A1 aaaa'], { seat: null, hand: [] });
  expect((await png(watcher)).equals(one)).toBe(true);
  expect((await png({ ...watcher, drew: true })).equals(one)).toBe(false);
});

test.each([1, 3])(
  'names of ten letters are whole beside five others, with %i tiles in hand',
  async (count) => {
    const hand = ['acba', 'bbbb', 'cccc'].slice(0, count);
    const view = viewOf([], { setting: { seats: 6 }, hand });
    const named = (name: string) =>
      png(view, {}, sceneOf('dark', ['Ann', name, 'Cleo', 'Dia', 'Eli', 'Fay']));
    expect((await named('Maximilian')).equals(await named('Maximiliam'))).toBe(false);
  },
);

test('names of any kind are drawn', async () => {
  const names = ['W'.repeat(16), '🚇'.repeat(16), 'שלום עולם', '山田太郎さくらもも', '', 'Å'];
  const view = viewOf([], { setting: { seats: 6 }, hand: ['acba', 'bbbb', 'cccc'] });
  const bytes = await png(view, {}, sceneOf('light', names));
  expect(bytes.length).toBeLessThan(MOST);
  expect(bytes.equals(await png(view, {}, sceneOf('light')))).toBe(false);
});

test('the board of the lobby is one in play, as it may be by the rules', async () => {
  const { seats, placed } = EXAMPLE;
  const texts = placed.map((text) => text.split(' ') as [string, string]);
  const draws = texts.map(([, tile]) => tile);
  const end = carried(dealt(draws, seats), ...texts.map(([square]) => `${square}.0`));
  expect(metro.over(end)).toBe(false);
  expect(positionOf(placed, { seats }).lines).toEqual(metro.view(end).lines);
  const drawn = await metroPresenter.pictures.map(map, sceneOf()).draw();
  expect((await outlineOf(drawn, FULL)).corner).toBe(1);
  // A4 bears the second seat's line from the left.
  expect(within(await read(drawn), 'A4', 50, 72)).toEqual([...rgb(styleOf('dark', 1).color)]);
});

test('the colour beside messages is the blue of the seats', () => {
  const [red, green, blue] = rgb(styleOf('light', 1).color);
  expect(metroPresenter.pictures.accent(map)).toBe((red << 16) | (green << 8) | blue);
});
