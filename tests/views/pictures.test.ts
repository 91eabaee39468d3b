import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { metrox } from '../../src/games/metrox/index.ts';
import type { View } from '../../src/games/metrox/state.ts';
import { mapOf, metroxModule } from '../../src/modules.ts';
import type { Drawing } from '../../src/views/kit/drawing.ts';
import { boardPalette, drawBoard, drawMap } from '../../src/views/metrox/board.ts';
import { planOf, WIDTH } from '../../src/views/metrox/frame.ts';
import { lives, outlookOf } from '../../src/views/metrox/life.ts';
import { drawRules } from '../../src/views/metrox/rulescard.ts';
import { drawSheet } from '../../src/views/metrox/sheet.ts';
import { drawTable } from '../../src/views/metrox/table.ts';
import { drawTutorial, TUTORIAL } from '../../src/views/metrox/tutorial.ts';
import { THEMES, type Theme } from '../../src/views/presenter.ts';
import { COLORS, rgb } from '../../src/views/theme.ts';
import { amount, LONG } from '../lib/long.ts';
import { MAPS, playTo, sceneOf } from './boards.ts';
import { likeness } from './composed.ts';
import { outlineOf } from './ink.ts';

const ROUNDS = [0, 13, 99];

const digest = (png: Buffer): string => createHash('sha256').update(png).digest('hex');

async function check(drawing: Drawing, most: number): Promise<Buffer> {
  const png = await drawing.png();
  const image = await outlineOf(png);
  expect([image.width, image.height]).toEqual([drawing.width, drawing.height]);
  expect(image.width).toBe(WIDTH);
  expect(png.length).toBeLessThan(most);
  expect(image.corner).toBe(1);
  return png;
}

/** The view of seat 0 and the one after its first action. */
function foresee(state: ReturnType<typeof playTo>): [View, View] {
  const view = metrox.view(state, 0);
  const [action] = metrox.actions(state, 0);
  return [view, metrox.view(metrox.apply(metrox.imagine(view), 0, action!), 0)];
}

describe.each(MAPS)('%s', (id) => {
  // The colours of each theme are held below, for every map; here maps take turns, but in the long form.
  const themes = LONG > 0 ? THEMES : [THEMES[MAPS.indexOf(id) % THEMES.length]!];
  test.each(themes)('all its pictures, %s', async (theme) => {
    const scene = sceneOf(theme);
    await check(drawMap(mapOf(metroxModule, id), scene), 120_000);
    for (const rounds of ROUNDS) {
      const state = playTo(id, 4, rounds);
      const view = metrox.view(state);
      const png = await check(drawBoard(view, scene, { seat: 1 }), 120_000);
      if (rounds === 13) expect((await drawBoard(view, scene, { seat: 1 }).png()).equals(png)).toBe(true);
      await check(drawTable(view, scene), 80_000);
      await check(drawSheet(view, scene), 400_000);
    }
  });

  test('what a choice would do is drawn, and differs from what is and from what will be', async () => {
    const scene = sceneOf('dark');
    const state = playTo(id, 2, 8);
    const [view, after] = foresee(state);
    const now = await check(drawBoard(view, scene, { seat: 0 }), 120_000);
    const preview = await check(drawBoard(view, scene, { seat: 0, after }), 120_000);
    const pending = await check(drawBoard(after, scene, { seat: 0 }), 120_000);
    const chosen = metrox.apply(state, 0, metrox.actions(state, 0)[0]!);
    const closed = metrox.apply(chosen, 1, metrox.actions(chosen, 1)[0]!);
    const done = await check(drawBoard(metrox.view(closed, 0), scene, { seat: 0 }), 120_000);
    expect(new Set([now, preview, pending, done].map(digest)).size).toBe(4);
  });

  test('others see nothing of a pending choice', async () => {
    const scene = sceneOf('light');
    const state = playTo(id, 3, 8);
    const chosen = metrox.apply(state, 0, metrox.actions(state, 0)[0]!);
    for (const seat of [1, undefined]) {
      const before = await drawBoard(metrox.view(state, seat), scene, { seat: 0 }).png();
      const after = await drawBoard(metrox.view(chosen, seat), scene, { seat: 0 }).png();
      expect(after.equals(before)).toBe(true);
    }
    const sheet = (of: typeof state) => drawSheet(metrox.view(of, 0), scene).png();
    expect((await sheet(chosen)).equals(await sheet(state))).toBe(true);
  });

  test.each(THEMES)('the palette loses nothing that is seen, %s', async (theme) => {
    const map = mapOf(metroxModule, id);
    const { colors } = boardPalette(map, theme);
    expect(colors.length).toBeLessThanOrEqual(256 * 3);
    const entries = Array.from({ length: colors.length / 3 }, (_, i) => [
      ...colors.subarray(i * 3, i * 3 + 3),
    ]);
    for (const want of Object.values(COLORS[theme])) expect(entries.map(String)).toContain(String(rgb(want)));
  });

  test.each(THEMES)('what is composed looks as it does when it is painted, %s', async (theme) => {
    const scene = sceneOf(theme);
    for (const n of Array(amount(1, 12)).keys()) {
      const state = playTo(id, 3, (5 + n * 4) % 24, `alike ${n}`);
      const view = metrox.view(state, 0);
      const after = metrox.over(state) ? undefined : foresee(state)[1];
      for (const drawing of [
        drawBoard(view, scene, { seat: 0 }),
        drawBoard(view, scene, { seat: 0, name: '*' }),
        ...(after ? [drawBoard(view, scene, { seat: 0, after })] : []),
        drawSheet(view, scene),
        drawTable(view, scene),
      ]) {
        const { psnr, far, at } = await likeness(drawing);
        expect(psnr).toBeGreaterThan(44);
        expect(far, at.join()).toBeLessThanOrEqual(4);
      }
    }
    await expect(likeness(drawMap(mapOf(metroxModule, id), scene))).resolves.toMatchObject({ far: 0 });
  });
});

test('a line whose stations are named differs, and only where stations are empty', async () => {
  const view = metrox.view(playTo('tokyo', 2, 8), 0);
  const scene = sceneOf('dark');
  const bytes = async (name?: string) => digest(await drawBoard(view, scene, { seat: 0, name }).png());
  const all = await Promise.all([undefined, 'T', 'H', '*'].map(bytes));
  expect(new Set(all).size).toBe(4);
  expect(await bytes('nobody')).toBe(all[0]);
});

test('a sheet of 25 boards stays small', async () => {
  const names = Array.from({ length: 25 }, (_, i) => `Player ${i + 1}`);
  const drawing = drawSheet(metrox.view(playTo('osaka', 25, 99)), sceneOf('light', names));
  expect(drawing.width * drawing.height).toBeLessThan(20_000_000);
  await check(drawing, 1_000_000);
});

test('names of any kind are drawn, none grows out of its picture', async () => {
  const names = [
    'W'.repeat(16),
    '🚇'.repeat(16),
    'שלום עולם',
    '\u{10330}',
    '山田太郎さくらもも',
    '',
    'ß',
    '1.',
  ];
  const state = playTo('metro-city', names.length, 99);
  await check(drawSheet(metrox.view(state), sceneOf('dark', names)), 600_000);
  for (const seat of names.keys())
    await check(drawBoard(metrox.view(state), sceneOf('dark', names), { seat }), 120_000);
});

test('a seat struck from the scoring has no rank in its picture', async () => {
  const playing = playTo('tokyo', 3, 6);
  const struck = metrox.drop!(playing, 0);
  const scene = sceneOf('dark');
  const sheets = await Promise.all(
    [playing, struck].map((state) => check(drawSheet(metrox.view(state), scene), 400_000)),
  );
  expect(sheets[0]!.equals(sheets[1]!)).toBe(false);
  const ended = [
    { ...playing, over: true },
    { ...struck, over: true },
  ];
  const boards = await Promise.all(
    ended.map((state) => drawBoard(metrox.view(state), scene, { seat: 0 }).png()),
  );
  expect(boards[0]!.equals(boards[1]!)).toBe(false);
});

test('before the first flip the card lies face down', async () => {
  const map = mapOf(metroxModule, 'tokyo');
  const deal = { map, seats: 2, options: { flip: 'manual' }, chance: { seed: 'x' }, rules: 1 };
  const view = metrox.view(metrox.setup(deal), 0);
  expect(view.card).toBeNull();
  await check(drawTable(view, sceneOf('dark')), 80_000);
  await check(drawBoard(view, sceneOf('dark'), { seat: 0 }), 120_000);
});

test.each(THEMES)('cards and tutorial, %s', async (theme: Theme) => {
  const scene = sceneOf(theme);
  await check(drawRules(scene), 60_000);
  const lessons = await Promise.all(TUTORIAL.map((step) => check(drawTutorial(scene, step), 60_000)));
  expect(new Set(lessons.map(digest)).size).toBe(TUTORIAL.length);
});

describe('the life of a line', () => {
  const map = mapOf(metroxModule, 'tokyo');
  const start = metrox.view(playTo('tokyo', 1, 0)).boards[0]!;
  const line = (id: string) => map.lines.findIndex((one) => one.id === id);
  const full = (ids: readonly string[]) =>
    map.lines.map((one) =>
      ids.includes(one.id) ? Array.from({ length: one.windows }, () => 'N2' as const) : [],
    );
  const N = line('N');
  /** Line N with all of its stations filled but those at the given places, counted from 1. */
  const lacking = (...places: number[]) => {
    const stations = start.stations.map((_, station) => {
      const place = map.lines[N]!.stations.indexOf(station) + 1;
      return place > 0 && !places.includes(place) ? -1 : 0;
    });
    return { ...start, stations, windows: full(['N']) };
  };
  const life = (board: typeof start, deck: readonly ('F' | 'N6R' | 'N2')[], card: 'F' | 'N2' | null = 'N2') =>
    lives(map, board, { deck, card, over: false })[N];

  test('with an empty window it is open', () => {
    expect(life({ ...lacking(12, 13), windows: full([]) }, [])).toBe('open');
  });
  test('with full windows it lives as long as free cards suffice', () => {
    // N12 and N13 lie on no other line.
    expect(life(lacking(12, 13), [])).toBe('dead');
    expect(life(lacking(12, 13), ['F'])).toBe('dead');
    expect(life(lacking(13), ['F'])).toBe('open');
    expect(life(lacking(13), [])).toBe('dead');
  });
  test('the reshuffle sign brings one more, if two windows are empty', () => {
    expect(life(lacking(12, 13), ['F', 'N6R'])).toBe('open');
    expect(life(lacking(13), ['N6R'])).toBe('open');
    const others = map.lines.map((one) => one.id);
    const spent = { ...lacking(13), windows: full(others) };
    const oneLeft = spent.windows.map((cards, i) => (i === line('T') ? cards.slice(1) : cards));
    expect(life({ ...spent, windows: oneLeft }, ['N6R'])).toBe('dead');
    const twoLeft = spent.windows.map((cards, i) => (i === line('T') ? cards.slice(2) : cards));
    expect(life({ ...spent, windows: twoLeft }, ['N6R'])).toBe('open');
  });
  test('a free card that lies open may still be played', () => {
    expect(life(lacking(13), [], 'F')).toBe('open');
  });
  test('stations where a line with an empty window stops do not count', () => {
    // N8 is T4 and Y8, too.
    expect(life(lacking(8), [])).toBe('open');
    const withoutOthers = { ...lacking(8), windows: full(['N', 'T', 'Y']) };
    expect(life(withoutOthers, [])).toBe('dead');
  });
  test('a complete line is lit, in a game that is over all others are dead', () => {
    const view = metrox.view(playTo('tokyo', 2, 99));
    view.boards.forEach((board) => {
      lives(map, board, outlookOf(view, false)).forEach((one, i) => {
        expect(one).toBe(board.done[i] === 0 ? 'dead' : 'lit');
      });
    });
  });
});

test('a picture is as high as its map needs', () => {
  for (const id of MAPS) {
    const map = mapOf(metroxModule, id);
    expect(drawBoard(metrox.view(playTo(id, 1, 0)), sceneOf('dark'), { seat: 0 }).height).toBeLessThan(1300);
    expect(planOf(map)).toBe(planOf(map));
  }
});
