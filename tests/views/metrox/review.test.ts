import { describe, expect, test } from 'vitest';
import { metrox } from '../../../src/games/metrox/index.ts';
import type { Action, State } from '../../../src/games/metrox/state.ts';
import { LOCALES, translator } from '../../../src/locales.ts';
import { drawBoard } from '../../../src/views/metrox/board.ts';
import { metroxPresenter as presenter } from '../../../src/views/metrox/index.ts';
import { drawReview } from '../../../src/views/metrox/reviewcard.ts';
import { SLOT_COLORS } from '../../../src/views/metrox/slots.ts';
import { type Picture, type Review, THEMES, type Theme } from '../../../src/views/presenter.ts';
import { rgb } from '../../../src/views/theme.ts';
import { MAPS, playTo, read, sceneOf } from '../boards.ts';
import { likeness } from '../composed.ts';
import { inkIn, outlineOf } from '../ink.ts';
import { writtenIn } from '../legible.ts';
import { foresee, table } from '../positions.ts';

/** A page of a review: a choice beside the better one. */

type View = ReturnType<typeof metrox.view>;

/** The page of two choices of a position, by their codes. */
function pageOf(state: State, chosen: string, better: string, points = [13.4, 21.2]): [View, Review<View>] {
  const [view, , after] = foresee(state, 0, chosen);
  const [, , instead] = foresee(state, 0, better);
  const [expected, more] = points as [number, number];
  return [view, { seat: 0, chosen: { after, expected }, better: { after: instead, expected: more } }];
}

const drawn = ([view, review]: [View, Review<View>], theme: Theme = 'dark'): Picture =>
  presenter.pictures.review!(view, sceneOf(theme), review);

/** Two choices of a position that mark something, the first and the last of them. */
function ends(state: State): [string, string] {
  const filling = (one: Action) =>
    metrox.view(metrox.apply(state, 0, one)).boards[0]!.last!.stations.length > 0;
  const codes = metrox.actions(state, 0).filter(filling).map(metrox.code);
  return [codes[0]!, codes.at(-1)!];
}

describe.each(MAPS)('on %s', (id) => {
  const theme = THEMES[MAPS.indexOf(id) % THEMES.length]!;

  test.each([3, 15])(
    'in round %i: read on a phone, drawn as boards are, and Discord has its corner',
    async (round) => {
      const state = playTo(id, 1, round);
      const page = pageOf(state, ...ends(state));
      const picture = drawn(page, theme);
      for (const { text, phone } of await writtenIn(picture))
        expect(phone, text).toBeGreaterThanOrEqual(/^[−\d]+$|^[A-Z]$/.test(text) ? 11 : 8);
      const png = await picture.draw();
      const outline = await outlineOf(png);
      expect([outline.width, outline.height, outline.corner]).toEqual([picture.width, picture.height, 1]);
      // Neither side of what a desktop shows, 550 by 350, cuts it to less than nine tenths of the other.
      expect(outline.width / outline.height).toBeGreaterThan((550 / 350) * 0.95);
      expect(png.length).toBeLessThan((await drawBoard(page[0], sceneOf(theme), { seat: 0 }).png()).length);
      expect((await drawn(page, theme).draw()).equals(png)).toBe(true);
      const { far } = await likeness(drawReview(page[0], sceneOf(theme), page[1]));
      expect(far).toBe(0);
    },
  );
});

/** How many pixels of a half of the picture have the colour of a line. */
async function shining(
  picture: Picture,
  line: keyof (typeof SLOT_COLORS)['dark'],
): Promise<[number, number]> {
  const { width, height, data } = await read(await picture.draw());
  const color = rgb(SLOT_COLORS.dark[line]);
  const counts: [number, number] = [0, 0];
  // Between the head and what stands below the boards.
  for (let y = 180; y < height - 140; y++)
    for (let x = 0; x < width; x++)
      if (color.every((value, i) => data[(y * width + x) * 4 + i] === value)) counts[x < 600 ? 0 : 1]++;
  return counts;
}

test('on each board only the lines that its choice is about are bright', async () => {
  const state = table('tokyo', 'S2', [['T1', 'N1']]);
  const { lines } = state.map;
  const slot = (id: string) => state.map.layout.slots[id]!;
  const picture = drawn(pageOf(state, 'T.2', 'N.2'));
  const [chosen, not] = await shining(picture, slot('T'));
  expect(chosen).toBeGreaterThan(500);
  expect(not).toBe(0);
  const [dull, better] = await shining(picture, slot('N'));
  expect(dull).toBe(0);
  expect(better).toBeGreaterThan(500);
  for (const { id } of lines.filter((line) => !'TN'.includes(line.id)))
    expect(await shining(picture, slot(id)), id).toEqual([0, 0]);
});

test('a free card is about all lines at its station, and a line that is completed with them is bright as well', async () => {
  // T4 is N8 and Y8.
  const state = table('tokyo', 'F', [['T*', '-T4', 'N*', '-N8']]);
  const at = (names: string) =>
    metrox.actions(state, 0).find((one) => {
      if (!('station' in one) || one.station === null) return false;
      const lines = state.map.stations[one.station]!.lines.map((line) => state.map.lines[line]!.id);
      return lines.join('') === names;
    })!;
  const picture = drawn(pageOf(state, metrox.code(at('F')), metrox.code(at('YTN'))));
  for (const line of ['T', 'N', 'Y']) {
    const [dull, bright] = await shining(picture, state.map.layout.slots[line]!);
    expect(bright, line).toBeGreaterThan(100);
    expect(dull, line).toBe(0);
  }
});

test('it tells whole points that agree with each other, with a real minus', async () => {
  const state = table('tokyo', 'S2', [['T1', 'N1']]);
  const numbers = async (points: number[]) =>
    (await writtenIn(drawn(pageOf(state, 'T.2', 'N.2', points))))
      .map(({ text }) => text)
      .filter((text) => /^[−\d]+$/.test(text));
  // The card's number is among them.
  expect(await numbers([13.4, 21.2])).toEqual(['2', '−8', '13', '21']);
  // Of 7.8 points 7 are seen.
  expect(await numbers([12.6, 20.4])).toEqual(['2', '−7', '13', '20']);
  expect(await numbers([-3.4, -0.2])).toEqual(['2', '−3', '−3', '0']);
});

test('it says in words what was chosen, what was better, and what both do', () => {
  const state = table('tokyo', 'S2', [['T1', 'N1']]);
  const { alt } = drawn(pageOf(state, 'T.2', 'N.2'));
  expect(alt).toMatch(
    /^Round 1 · Skip 2 · You chose T Tozai: marks 2\. Points to expect at the end: 13 · T2 and T3\. .* · Better was N Namboku: marks 2: 21 · N2 and N3\. .* · About 8 points given away\.$/,
  );
  expect(alt).not.toContain('*');
});

test.each(LOCALES)('%s: it is read on a phone, and no word leaves its cell', async (language) => {
  for (const card of ['S2', 'N6R', 'T', 'F'] as const) {
    const state = table('tokyo', card, [['T1', 'N1']]);
    const [view, review] = pageOf(state, ...ends(state), [-13, -5.2]);
    const picture = presenter.pictures.review!(view, { ...sceneOf('dark'), t: translator(language) }, review);
    for (const { text, phone } of await writtenIn(picture)) expect(phone, text).toBeGreaterThanOrEqual(8);
    expect(picture.alt.length).toBeLessThanOrEqual(1024);
    const image = await read(await picture.draw());
    // Between the cells, beneath the better one, and at both edges of the head.
    expect(inkIn(image, 594, 190, 8, picture.height - 190)).toBe(0);
    expect(inkIn(image, 200, picture.height - 12, 1000, 12)).toBe(0);
    expect(inkIn(image, 1172, 0, 28, 160)).toBe(0);
  }
});
