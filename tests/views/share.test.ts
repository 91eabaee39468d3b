import { describe, expect, test } from 'vitest';
import { metrox } from '../../src/games/metrox/index.ts';
import type { View } from '../../src/games/metrox/state.ts';
import { metroxPresenter } from '../../src/views/metrox/index.ts';
import { completed, longLines } from '../../src/views/metrox/share.ts';
import { type ShareInfo, THEMES } from '../../src/views/presenter.ts';
import { MAPS, read, sceneOf } from './boards.ts';
import { corner, inkIn, outlineOf } from './ink.ts';
import { action, map, table } from './positions.ts';

interface Played {
  readonly map: string;
  readonly seed: string;
  readonly codes: string;
}

const GREAT: Played = {
  map: 'tokyo',
  seed: 'great b6',
  codes: 'G.T Z.T Z.6 G.T T.4 F.4 H.6 T.2 T.6 F.4 C.2 Y.3 C.2 Y.2 C.5 H.2 H.4 N.2 M.5 M.T M.3 N.3 N.2',
};
const MIDDLING: Played = {
  map: 'tokyo',
  seed: 'middling 171',
  codes:
    'Z.2 Z.T G.4 G.5 T.6 free.s1101 T.3 T.4 F.T F.T Y.4 H.4 M.5 N.3 N.2 M.4 H.T N.3 H.2 C.2 free.s0300 Y.2 C.1 C.2 M.0',
};
const LOST: Played = {
  map: 'tokyo',
  seed: 'lost 31',
  codes:
    'M.4 N.3 C.T F.4 H.2 T.T C.4 T.3 Z.1 G.2 M.2 N.1 H.2 N.3 Y.3 F.T H.4 G.1 Y.2 Z.3 free.s0900 C.2 M.1 T.4',
};

/** The views of a solo game from its deal on, `seat` undefined for a watcher's; the first `rounds` rounds of it. */
function viewsOf({ map: id, seed, codes }: Played, rounds = 99, seat?: number): View[] {
  let state = metrox.setup({
    map: map(id),
    seats: 1,
    options: { flip: 'auto' },
    chance: { seed },
    rules: 1,
  });
  const views = [metrox.view(state, seat)];
  for (const code of codes.split(' ').slice(0, rounds)) {
    state = metrox.apply(state, 0, action(state, 0, code));
    views.push(metrox.view(state, seat));
  }
  return views;
}

const scene = sceneOf('dark', ['Ann']);
const info = (more: Partial<ShareInfo> = {}): ShareInfo => ({
  day: 412,
  streak: 12,
  finished: true,
  ...more,
});
const textOf = (views: readonly View[], more?: Partial<ShareInfo>) =>
  metroxPresenter.solo!.share(views, info(more), scene).text;

describe('the text', () => {
  test('a great run', () => {
    const views = viewsOf(GREAT);
    expect(views.at(-1)!.over).toBe(true);
    expect(textOf(views, { par: 41 })).toBe(
      [
        'Metro X Daily #412 · Tokyo',
        '55 points, City legend',
        '⭐🟩🟩⭐🟩🟩🟩⬜⬜ 7 of 9 lines',
        'Par 41 (+14) · 🔥 12',
      ].join('\n'),
    );
  });

  test('a middling run', () => {
    const views = viewsOf(MIDDLING);
    expect(views.at(-1)!.over).toBe(true);
    expect(textOf(views, { par: 41, streak: 3 })).toBe(
      [
        'Metro X Daily #412 · Tokyo',
        '33 points, Line designer',
        '🟩⭐🟩🟩⬜⬜⬜⬜⬜ 4 of 9 lines',
        'Par 41 (−8) · 🔥 3',
      ].join('\n'),
    );
  });

  test('a lost run', () => {
    const views = viewsOf(LOST);
    expect(views.at(-1)!.over).toBe(true);
    expect(textOf(views, { par: 41, streak: 1 })).toBe(
      [
        'Metro X Daily #412 · Tokyo',
        '−4 points, Rail replacement bus',
        '⬜⬜⬜⬜⬜⬜⬜⬜⬜ 0 of 9 lines',
        'Par 41 (−45) · 🔥 1',
      ].join('\n'),
    );
  });

  test('a run that stood still at the end of its day says so, and has no last line', () => {
    const views = viewsOf(MIDDLING, 16);
    const { score } = views.at(-1)!.scores[0]!;
    const lines = completed(views).length;
    expect(lines).toBeLessThan(4);
    const text = textOf(views, { finished: false, streak: 0 }).split('\n');
    expect(text).toHaveLength(3);
    expect(text[1]).toBe(`${String(score).replace('-', '−')} points, not finished`);
    expect(text[2]).toMatch(new RegExp(` ${lines} of 9 lines$`));
  });

  test.each([
    [undefined, 12, '🔥 12'],
    [55, 12, 'Par 55 (±0) · 🔥 12'],
    [-3, 0, 'Par −3 (+58)'],
  ])('par %s and %s days', (par, streak, last) => {
    expect(textOf(viewsOf(GREAT), { par, streak }).split('\n').at(-1)).toBe(last);
  });

  test('one point is one point', () => {
    const [last] = viewsOf(GREAT).slice(-1);
    const worth = (score: number): View => ({ ...last!, scores: [{ ...last!.scores[0]!, score }] });
    expect(textOf([worth(1)]).split('\n')[1]).toBe('1 point, Lost tourist');
    expect(textOf([worth(0)]).split('\n')[1]).toBe('0 points, Rail replacement bus');
  });

  test('names no line and nobody, and links nowhere', () => {
    for (const run of [GREAT, MIDDLING, LOST]) {
      const text = textOf(viewsOf(run));
      expect(text).not.toMatch(/@|<|http|Ann/);
      for (const { name } of map(run.map).lines) expect(text).not.toContain(name);
    }
  });

  test('watcher and seat tell the same', () => {
    for (const run of [GREAT, MIDDLING, LOST]) expect(textOf(viewsOf(run, 99, 0))).toBe(textOf(viewsOf(run)));
  });

  test('without any view there is nothing to tell', () => {
    expect(() => textOf([])).toThrow('A run without any view cannot be shared');
  });
});

describe('the signs of lines', () => {
  test('long lines are the two with the highest first bonuses', () => {
    const ids = (id: string) => longLines(map(id)).map((line) => map(id).lines[line]!.id);
    expect(MAPS.map(ids)).toEqual([
      ['T', 'H'],
      ['T', 'M'],
      ['C', 'H'],
      ['J', 'R'],
    ]);
  });

  test('of equal bonuses those count that the map names first', () => {
    const tokyo = map('tokyo');
    const even = { ...tokyo, lines: tokyo.lines.map((line) => ({ ...line, bonus: { first: 4, later: 2 } })) };
    expect(longLines(even)).toEqual([0, 1]);
    const one = even.lines.map((line, i) => (i === 5 ? { ...line, bonus: { first: 5, later: 2 } } : line));
    expect(longLines({ ...even, lines: one })).toEqual([0, 5]);
  });

  test('the order is that of the rounds, within a round that of the map', () => {
    // T4 is N8 and Y8; with N complete but for it, one mark completes both N and T.
    const start = table('tokyo', 'S2', [['T*', '-T4', 'N*', '-N8']]);
    const ready = {
      ...start,
      boards: start.boards.map((board) => ({ ...board, done: board.done.map(() => 0) })),
    };
    const after = metrox.apply(ready, 0, action(ready, 0, 'N.1'));
    const tokyo = map('tokyo');
    const views = [metrox.view(ready), metrox.view(after)];
    expect(completed(views).map((line) => tokyo.lines[line]!.id)).toEqual(['T', 'N']);
    expect(textOf(views, { finished: false }).split('\n')[2]).toBe('⭐🟩⬜⬜⬜⬜⬜⬜⬜ 2 of 9 lines');
    // Whatever came before stands before.
    const earlier = completed(viewsOf(GREAT).slice(0, -1));
    expect(completed(viewsOf(GREAT)).slice(0, earlier.length)).toEqual(earlier);
  });
});

describe('the card', () => {
  const cardOf = (run: Played, more: Partial<ShareInfo> = {}, theme: (typeof THEMES)[number] = 'dark') =>
    metroxPresenter.solo!.share(viewsOf(run), info(more), sceneOf(theme, ['Ann'])).card;

  test('says in words what it shows', () => {
    expect(cardOf(GREAT).alt).toBe(
      'Daily 412, Tokyo: 55 points, 7 of 9 lines, 12 days in a row. No board shown.',
    );
    expect(cardOf(LOST, { streak: 1 }).alt).toBe(
      'Daily 412, Tokyo: −4 points, 0 of 9 lines, 1 day in a row. No board shown.',
    );
    expect(cardOf(MIDDLING, { streak: 0, finished: false }).alt).toBe(
      'Daily 412, Tokyo: 33 points, not finished, 4 of 9 lines. No board shown.',
    );
  });

  test('a title without end does not lengthen its words beyond what Discord takes', () => {
    const views = viewsOf(GREAT).map((view) => ({
      ...view,
      map: { ...view.map, title: 'Loop '.repeat(400) },
    }));
    expect(metroxPresenter.solo!.share(views, info(), scene).card.alt.length).toBeLessThanOrEqual(1024);
  });

  describe.each(THEMES)('%s', (theme) => {
    test.each([
      ['great', GREAT, {}],
      ['middling', MIDDLING, { streak: 1234, day: 98765 }],
      ['lost', LOST, { streak: 1 }],
      ['not finished', LOST, { streak: 0, finished: false }],
    ] as const)('%s: its size, its corner, the same bytes each time', async (_, run, more) => {
      const card = cardOf(run, more, theme);
      const png = await card.draw();
      const image = await outlineOf(png);
      expect([image.width, image.height, card.width, card.height]).toEqual([1200, 630, 1200, 630]);
      expect(image.corner).toBe(1);
      expect(png.length).toBeLessThan(60_000);
      expect((await cardOf(run, more, theme).draw()).equals(png)).toBe(true);
    });
  });

  test('words, lines and number keep apart, and nothing is cut off but the lines', async () => {
    for (const run of [GREAT, MIDDLING, LOST]) {
      const image = await read(await cardOf(run, { streak: 1234, day: 98765 }).draw());
      // Between the words and the first line, beneath and above everything.
      expect(inkIn(image, 490, 0, 26, 630)).toBe(0);
      expect(inkIn(image, 0, 0, 40, 630)).toBe(0);
      expect(inkIn(image, 0, 0, 1200, 40)).toBe(0);
      expect(inkIn(image, 0, 606, 1200, 24)).toBe(0);
      expect(inkIn(image, 1156, 470, 44, 160)).toBe(0);
    }
  });

  test('the flame burns only when days are counted', async () => {
    const burning = await read(await cardOf(GREAT).draw());
    const out = await read(await cardOf(GREAT, { streak: 0 }).draw());
    const place = [510, 530, 200, 80] as const;
    expect(inkIn(burning, ...place)).toBeGreaterThan(500);
    expect(inkIn(out, ...place)).toBe(0);
  });

  test('shows nothing of the board: two runs with the same lines and score look the same', async () => {
    const views = viewsOf(GREAT);
    const last = views.at(-1)!;
    const other = last.boards.map((board) => ({
      ...board,
      stations: board.stations.map(() => 0),
      windows: board.windows.map(() => []),
    }));
    const twin = [...views.slice(0, -1), { ...last, boards: other }];
    const [a, b] = await Promise.all(
      [views, twin].map((all) => metroxPresenter.solo!.share(all, info(), scene).card.draw()),
    );
    expect(a!.equals(b!)).toBe(true);
  });

  test('maps with few lines and with many have their place', async () => {
    const tokyo = map('tokyo');
    for (const lines of [tokyo.lines.slice(0, 1), [...tokyo.lines, ...tokyo.lines, ...tokyo.lines]]) {
      const done = lines.map((_, i) => i % 2);
      const view = { ...viewsOf(LOST).at(-1)!, map: { ...tokyo, lines } };
      const views = [{ ...view, boards: view.boards.map((board) => ({ ...board, done })) }];
      const image = await read(await metroxPresenter.solo!.share(views, info(), scene).card.draw());
      expect(corner(image)).toBe(1);
      expect(inkIn(image, 490, 0, 26, 630)).toBe(0);
      expect(inkIn(image, 1156, 470, 44, 160)).toBe(0);
    }
  });
});
