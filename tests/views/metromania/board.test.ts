import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, test } from 'vitest';
import { SPACES } from '../../../src/games/metromania/grid.ts';
import { metromania } from '../../../src/games/metromania/index.ts';
import type { View } from '../../../src/games/metromania/state.ts';
import { lineSign } from '../../../src/views/metromania/badges.ts';
import { BOARD, boardPalette, boardPicture, drawBoard } from '../../../src/views/metromania/board.ts';
import type { BoardOptions } from '../../../src/views/metromania/boardalt.ts';
import { PAPERS, PATTERNS, styleOf } from '../../../src/views/metromania/colors.ts';
import { EDGE, edgeOf, middleOf, onEdge, outward, pointOf } from '../../../src/views/metromania/ground.ts';
import { metromaniaPresenter as presenter } from '../../../src/views/metromania/index.ts';
import { whoPlays } from '../../../src/views/metromania/players.ts';
import { exampleOf } from '../../../src/views/metromania/positions.ts';
import { OFF, ribbonOf } from '../../../src/views/metromania/ribbon.ts';
import { drawMarker, MARKER, markerLook } from '../../../src/views/metromania/signs.ts';
import { WIDTH as FULL } from '../../../src/views/metrox/frame.ts';
import { type Scene, THEMES } from '../../../src/views/presenter.ts';
import { luminance, rgb } from '../../../src/views/theme.ts';
import { LONG } from '../../lib/long.ts';
import { read, said, sceneOf } from '../boards.ts';
import { outlineOf } from '../ink.ts';
import { botGame, box, momentOf, sightOf, TABLES, wildGame } from './games.ts';

const MOST = 256_000;

const png = (view: View, options: BoardOptions = {}, scene = sceneOf('dark')): Promise<Buffer> =>
  drawBoard(view, scene, options).png();

type Image = Awaited<ReturnType<typeof read>>;

/** Where a place of the city is in the picture. */
const down = ([x, y]: readonly [number, number]) => [x, y + BOARD.city] as const;

const pixel = ({ width, data }: Image, x: number, y: number): number[] => {
  const from = (Math.floor(y) * width + Math.floor(x)) * 4;
  return [...data.subarray(from, from + 3)];
};

/** Whether a colour is found within so many pixels of a place. */
function has(image: Image, [x, y]: readonly [number, number], r: number, color: string): boolean {
  const wanted = rgb(color).join();
  for (let dy = -r; dy <= r; dy++)
    for (let dx = -r; dx <= r; dx++) if (pixel(image, x + dx, y + dy).join() === wanted) return true;
  return false;
}

/** As WCAG measures it. */
function contrastOf(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

describe.each(THEMES)('%s', (theme) => {
  test.each(TABLES)('boards of $seats seats $options, from the first turn to the end', async (table) => {
    const game = botGame(table);
    // Of two neighbouring moments each theme shows one, but in the long form.
    const shares = [0, 0.4, 0.75, 1].filter((_, n) => LONG > 0 || n % 2 === THEMES.indexOf(theme));
    for (const share of shares) {
      const view = sightOf(momentOf(game, share));
      const bytes = await png(view, {}, sceneOf(theme));
      const image = await outlineOf(bytes, FULL);
      expect([image.width, image.height]).toEqual([BOARD.width, BOARD.height]);
      expect(bytes.length).toBeLessThan(MOST);
      expect(image.corner).toBe(1);
    }
  });

  test('what is dug, stands and is placed has its colour', async () => {
    const state = botGame(TABLES[3]).at(-1)!;
    const image = await read(await png(metromania.view(state), {}, sceneOf(theme)));
    const paper = PAPERS[theme];
    for (const [triangle, line] of state.dug.entries()) {
      const marked = state.marked.find((one) => one.triangle === triangle);
      const sign = state.signs[triangle];
      const expected = marked
        ? styleOf(theme, marked.company).color
        : line !== null
          ? paper.dug
          : sign === 'lake'
            ? paper.lake
            : sign === 'park'
              ? paper.park
              : sign
                ? paper.symbol
                : null;
      if (expected) expect(has(image, down(middleOf(triangle)), 16, expected), `${triangle}`).toBe(true);
    }
    for (const { vertex } of state.stations)
      expect(pixel(image, ...down(pointOf(vertex))), `station ${vertex}`).toEqual([...rgb(paper.plate)]);
    for (const [i, line] of state.lines.entries()) {
      const { color } = styleOf(theme, line.company);
      for (const [at, triangle] of line.tunnels.entries()) {
        const edge = edgeOf(line.vertices[at]!, line.vertices[at + 1]!, triangle);
        expect(has(image, down(onEdge(edge, EDGE / 2, OFF)), 8, color), `line ${i}`).toBe(true);
      }
    }
  });

  test('what is dug and what is free differ as plainly as in the light', () => {
    const least = (paper: (typeof PAPERS)[typeof theme]) =>
      Math.min(...paper.pieces.map((piece) => contrastOf(piece, paper.dug)));
    expect(least(PAPERS[theme])).toBeGreaterThanOrEqual(least(PAPERS.light));
  });

  test('arrows are hollow where lines start and full where they end', async () => {
    const image = await read(await png(metromania.view(botGame(TABLES[0])[0]!), {}, sceneOf(theme)));
    const { bg, arrow } = PAPERS[theme];
    for (const { side, position, border } of SPACES) {
      const white = box.arrows.white.includes(position);
      if (!white && !box.arrows.black.includes(position)) continue;
      const [[ax, ay], [bx, by]] = [pointOf(border[0]), pointOf(border[1])];
      const [nx, ny] = outward(side);
      // Near the middle of its shaft.
      const at = down([(ax + bx) / 2 + nx * 25, (ay + by) / 2 + ny * 25]);
      expect(pixel(image, ...at), `${side} ${position}`).toEqual([...rgb(white ? bg : arrow)]);
    }
    expect(contrastOf(arrow, bg)).toBeGreaterThan(4.5);
  });

  test('companies differ in more than their colours: each has marks of its own', () => {
    const looks = PATTERNS.map((_, company) => styleOf(theme, company));
    expect(new Set(looks.map(({ pattern }) => pattern)).size).toBe(looks.length);
    expect(new Set(looks.map(({ color }) => luminance(color).toFixed(2))).size).toBe(looks.length);
  });

  test.each(['residential', 'commercial', 'entertainment'] as const)(
    'a %s marker tells who placed it even where all colours are one',
    (kind) => {
      const { color, text } = styleOf(theme, 0);
      const drawn = PATTERNS.map((pattern) => {
        const canvas = createCanvas(60, 60);
        const brush = canvas.getContext('2d');
        const style = { ...styleOf(theme, 0), color, text, pattern };
        drawMarker(brush, 30, 30, markerLook(kind, 'A', MARKER, style, [PAPERS[theme].dug, 2.5]));
        return brush.getImageData(0, 0, 60, 60).data;
      });
      for (const [i, one] of drawn.entries())
        for (const other of drawn.slice(i + 1)) {
          let differ = 0;
          for (let at = 3; at < one.length; at += 4)
            if (isOn(one, at, color) !== isOn(other, at, color)) differ++;
          expect(differ).toBeGreaterThan(45);
        }
    },
  );
});

/** Whether the pixel whose opacity stands at `at` has that colour. */
function isOn(data: Uint8ClampedArray, at: number, color: string): boolean {
  return data[at]! > 0 && rgb(color).every((part, i) => Math.abs(data[at - 3 + i]! - part) < 40);
}

test('everything that was built since the last message is new; with one turn in between it is what the last turn built', async () => {
  const states = wildGame(TABLES[1]!, 'since').filter(({ doing }) => doing.tunnels.length === 0);
  const [three, two, one, now] = states.slice(8, 12).map((state) => sightOf(state));
  const bytes = async (since?: View) => (await png(now!, { since })).toString('base64');
  expect(await bytes(one)).toBe(await bytes());
  const all = await Promise.all([bytes(one), bytes(two), bytes(three)]);
  expect(new Set(all).size).toBe(3);
});

test('the same view gives the same bytes, whatever was drawn between', async () => {
  const view = sightOf(momentOf(botGame(TABLES[3]), 0.6));
  const first = await png(view);
  for (const seed of ['one', 'two', 'three', 'four', 'five'])
    await png(sightOf(wildGame(TABLES[0], seed)[0]!));
  expect((await png(view)).equals(first)).toBe(true);
});

test('a preview, the last turn and who moves all show', async () => {
  const game = botGame(TABLES[3]);
  const from = game.findIndex(({ turn, doing }) => turn > 6 && doing.tunnels.length === 0);
  const view = sightOf(game[from]!);
  const after = (step: number) => metromania.view(game[from + step]!, view.seat!);
  const drawn = [
    await png(view),
    await png(view, { after: after(1) }),
    await png(view, { after: after(2) }),
    await png(after(1)),
    await png({ ...view, last: null }),
    await png({ ...view, mover: (view.mover + 1) % 4 }),
    await png({ ...view, blocked: view.lines.map((line) => line.tunnels.length > 0) }),
    await png({ ...view, hands: view.hands.map(() => []) }),
  ];
  expect(new Set(drawn.map((bytes) => bytes.toString('base64'))).size).toBe(drawn.length);
});

test('winners of an advanced game keep the letters of their companies', async () => {
  const view = metromania.view(botGame(TABLES[1]).at(-1)!);
  const scene = sceneOf('dark');
  const other = (key: string): Scene => ({
    ...scene,
    t: said((one, values) => (one === key ? 'X' : scene.t(one, values))),
  });
  const all = { ...view, ranks: [1, 1] };
  const drawn = await png(all);
  for (const key of ['metromania.picture.first', 'metromania.picture.second'])
    expect((await png(all, {}, other(key))).equals(drawn)).toBe(false);
});

test('each map has a palette of its own', () => {
  expect(boardPalette(box, 'dark')).toBe(boardPalette(box, 'dark'));
  expect(boardPalette({ ...box }, 'dark')).not.toBe(boardPalette(box, 'dark'));
});

test('the picture of a map is an example in play, all of it played by the rules, without panels and names', async () => {
  const view = exampleOf(box);
  expect([view.lines.filter(({ tunnels }) => tunnels.length > 2).length, view.over]).toEqual([8, false]);
  expect([view.turn, view.stations.length, view.marked.length]).toEqual([19, 17, 7]);
  const bytes = async (plain: string[]) => presenter.pictures.map(box, sceneOf('light', plain)).draw();
  const drawn = await bytes(['Ann']);
  expect(drawn.equals(await bytes(['Somebody else']))).toBe(true);
  const image = await read(drawn);
  const { bg } = PAPERS.light;
  for (let x = 0; x < 200; x += 3)
    for (let y = 0; y < 100; y += 3) expect(pixel(image, x, y)).toEqual([...rgb(bg)]);
});

test('every line bears a sign of its own, whoever plays', async () => {
  for (const table of TABLES)
    for (const plain of [
      ['Ann', 'Ben', 'Cleo', 'Dia'],
      ['Ann', 'Abe', 'Cleo', '2'],
    ]) {
      const view = sightOf(botGame(table)[0]!);
      const who = await whoPlays(view, sceneOf('dark', plain));
      const signs = view.lines.map((line) => lineSign(who, line));
      expect(new Set(signs).size, signs.join()).toBe(view.lines.length);
    }
  const [view] = [sightOf(botGame(TABLES[1])[0]!)];
  const who = await whoPlays(view, sceneOf('dark'));
  expect(view.lines.map((line) => lineSign(who, line))).toEqual([
    'A1',
    'A2',
    'A3',
    'A4',
    'B1',
    'B2',
    'B3',
    'B4',
  ]);
});

test('a computer has the letter of its name, not the sign that all computers have', async () => {
  const view = sightOf(botGame(TABLES[3])[0]!);
  const who = await whoPlays(view, sceneOf('dark', ['Ann', '🤖 Bolt', '🤖 Cog', '🤖 Fuse']));
  expect(who.initials).toEqual(['A', 'B', 'C', 'F']);
});

test('names of any kind are drawn; alike initials become seats', async () => {
  const view = sightOf(momentOf(botGame(TABLES[3]), 0.6));
  const names = ['W'.repeat(16), '🚇'.repeat(16), 'שלום עולם', ''];
  const others = ['شركة المترو', '山田太郎さくら', 'Å\u0301\u0301\u0301\u0301', '\u202e\u0000<@1>'];
  for (const plain of [names, others]) {
    const bytes = await png(view, {}, sceneOf('light', plain));
    expect(bytes.length).toBeLessThan(MOST);
    expect(bytes.equals(await png(view, {}, sceneOf('light')))).toBe(false);
  }
  // The ends of lines bear what stands for a player: the same when both names begin alike, numbers for all.
  const ends = async (plain: string[]) => {
    const image = await read(await png(view, {}, sceneOf('light', plain)));
    const line = view.lines.find(({ tunnels, company }) => tunnels.length > 0 && company === 3)!;
    const [x, y] = down(ribbonOf(line, view).points[0]!);
    return Array.from({ length: 24 * 24 }, (_, i) =>
      pixel(image, x - 12 + (i % 24), y - 12 + Math.floor(i / 24)).join(),
    ).join(';');
  };
  expect(await ends(['Ann', 'Ben', 'Cleo', 'Dia'])).not.toBe(await ends(['Ann', 'Abe', 'Cleo', 'Dia']));
  expect(await ends(['Ann', 'Abe', 'Cleo', 'Dia'])).toBe(await ends(['Bo', 'Bea', 'Bill', 'Bob']));
});

test('a picture says its size and its words', async () => {
  const view = sightOf(momentOf(botGame(TABLES[0]), 0.5));
  const picture = boardPicture(view, sceneOf('dark'));
  const image = await read(await picture.draw());
  expect([picture.width, picture.height]).toEqual([image.width, image.height]);
  expect(picture.alt).toContain('MetroMania');
});
