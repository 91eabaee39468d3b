import { describe, expect, test } from 'vitest';
import type { Line } from '../../../src/games/metro/state.ts';
import { drawBoard } from '../../../src/views/metro/board.ts';
import { PAPERS, styleOf } from '../../../src/views/metro/colors.ts';
import { BOARD, cornerOf } from '../../../src/views/metro/ring.ts';
import { connectorAt } from '../../../src/views/metro/tracks.ts';
import { THEMES } from '../../../src/views/presenter.ts';
import { rgb } from '../../../src/views/theme.ts';
import { read } from '../boards.ts';
import { map, sceneOf, viewOf } from './positions.ts';

/** What stands around the board and at the centre: plates, arrows, porticoes. */

type Image = Awaited<ReturnType<typeof read>>;

const pixel = ({ width, data }: Image, x: number, y: number): number[] => {
  const from = (Math.floor(y) * width + Math.floor(x)) * 4;
  return [...data.subarray(from, from + 3)];
};

describe.each(THEMES)('a station whose line has arrived, %s', (theme) => {
  const style = styleOf(theme, 0);
  // Station 3 stands above F1 and belongs to the first seat, whose plates bear no pattern.
  const [left] = cornerOf(0, 5);
  const shown = async (over: boolean) => {
    const view = viewOf(['F1 dddd'], { over });
    return read(await drawBoard(view, sceneOf(theme), {}).png());
  };
  const plate = (image: Image) => pixel(image, left + 11, 26);
  const arrow = (image: Image) => pixel(image, left + 34, BOARD.y - 25);

  test('is faded while the game goes on, and its arrow is small', async () => {
    const image = await shown(false);
    expect([plate(image), arrow(image)]).toEqual([[...rgb(style.spent)], [...rgb(PAPERS[theme].bg)]]);
  });

  test('is full again when it is over, as its line is', async () => {
    const image = await shown(true);
    expect([plate(image), arrow(image)]).toEqual([[...rgb(style.color)], [...rgb(style.color)]]);
  });
});

describe('three figures in a portico', () => {
  const paper = PAPERS.light;
  // White figures on blue, with a dark edge: the second seat's.
  const [white, blue, edge] = [styleOf('light', 1).text, styleOf('light', 1).color, paper.edge].map((color) =>
    rgb(color).join(),
  );

  const spots: [string, NonNullable<Line['arrival']>][] = [
    ['above', { station: 4 }],
    ['left', { station: 12 }],
    ['below', { station: 20 }],
    ['right', { station: 28 }],
    ...map.entrances.map((_, central): [string, { central: number }] => [
      `centre ${central + 1}`,
      { central },
    ]),
  ];

  const placeOf = (arrival: NonNullable<Line['arrival']>) => {
    if ('central' in arrival) return map.entrances[arrival.central]!;
    const { row, col, arrival: connector } = map.stations[arrival.station - 1]!;
    return { row, col, connector };
  };

  /** How high the figures are, and what lies two pixels from them. */
  async function figures(arrival: NonNullable<Line['arrival']>, points: number) {
    const view = viewOf([]);
    const lines = view.lines.map((line) =>
      line.station === 4 ? { ...line, head: null, arrival, points } : line,
    );
    const image = await read(await drawBoard({ ...view, lines }, sceneOf('light'), {}).png());
    const { row, col, connector } = placeOf(arrival);
    const [left, top] = cornerOf(row, col);
    const [x, y, dx, dy] = connectorAt(connector);
    const [cx, cy] = [left + x + 18 * dx, top + y + 18 * dy].map(Math.round) as [number, number];
    const found: [number, number][] = [];
    const reach = { x: dx === 0 ? 26 : 32, y: 13 };
    for (let py = cy - reach.y; py < cy + reach.y; py++)
      for (let px = cx - reach.x; px < cx + reach.x; px++)
        if (pixel(image, px, py).join() === white) found.push([px, py]);
    const near = new Set(
      found.flatMap(([px, py]) =>
        [-2, 0, 2].flatMap((ox) => [-2, 0, 2].map((oy) => pixel(image, px + ox, py + oy).join())),
      ),
    );
    const rows = found.map(([, py]) => py);
    return { height: Math.max(...rows) - Math.min(...rows) + 1, near };
  }

  test.each(spots)('%s: are large and keep clear of its edge', async (_, arrival) => {
    for (const points of [118, 200]) {
      const { height, near } = await figures(arrival, points);
      expect(height).toBeGreaterThanOrEqual(14);
      expect(near).toContain(blue);
      expect(near).not.toContain(edge);
    }
  });
});
