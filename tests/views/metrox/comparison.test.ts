import { describe, expect, test } from 'vitest';
import { metrox } from '../../../src/games/metrox/index.ts';
import { LOCALES, type Locale, translator } from '../../../src/locales.ts';
import { brushOf, pixels, surface } from '../../../src/views/canvas.ts';
import { metroxPresenter as presenter } from '../../../src/views/metrox/index.ts';
import { barsOf, scaleFor } from '../../../src/views/metrox/scale.ts';
import { drawMark } from '../../../src/views/metrox/signs.ts';
import { standingOf } from '../../../src/views/par.ts';
import { type Comparison, type Picture, THEMES, type Theme } from '../../../src/views/presenter.ts';
import { COLORS, rgb } from '../../../src/views/theme.ts';
import { MAPS, playTo, read, sceneOf } from '../boards.ts';
import { inkIn, outlineOf } from '../ink.ts';
import { writtenIn } from '../legible.ts';

/** The card of a score beside par and beside others' scores. */

type Scores = Comparison['scores'];

/** Many players, most of them in the middle. */
const MANY: Scores = Array.from(
  { length: 51 },
  (_, i) => [i + 10, 1 + Math.round(40 * Math.exp(-((i - 25) ** 2) / 160))] as const,
);
const FEW: Scores = [
  [-12, 1],
  [18, 2],
  [27, 1],
  [34, 1],
  [45, 1],
];
const NONE: Comparison = { day: 412, streak: 12, finished: true, par: undefined, scores: [], ahead: null };
const CASES: readonly (readonly [what: string, score: number, more: Partial<Comparison>])[] = [
  ['among many', 34, { par: { par: 41, best: 63 }, scores: MANY, ahead: 38 }],
  ['near the best', 58, { par: { par: 41, best: 63 }, scores: MANY, ahead: 99, streak: 1234, day: 98765 }],
  ['among few, below nothing, without a par', -12, { scores: FEW, ahead: 0, streak: 0 }],
  ['not finished', 18, { scores: FEW, ahead: 16, streak: 0, finished: false }],
  ['in practice', 45, { day: null, streak: 0, par: { par: 41, best: 48 } }],
  ['where all three are one', 41, { day: null, streak: 0, par: { par: 41, best: 41 } }],
  ['better than all that was found', 64, { par: { par: 63, best: 63 } }],
  ['where par is below nothing', 3, { day: null, streak: 0, par: { par: -20, best: -18 } }],
];

function cardOf(
  score: number,
  more: Partial<Comparison>,
  theme: Theme = 'dark',
  map = 'tokyo',
  language: Locale = 'en',
): Picture {
  const view = metrox.view(playTo(map, 1, 99), 0);
  const scored = { ...view, scores: [{ ...view.scores[0]!, score }] };
  return presenter.solo!.compare(
    scored,
    { ...NONE, ...more },
    {
      ...sceneOf(theme),
      t: translator(language),
    },
  );
}

const textsOf = async (picture: Picture) => (await writtenIn(picture)).map(({ text }) => text);

describe.each(CASES)('%s', (what, score, more) => {
  const at = CASES.findIndex(([name]) => name === what);
  const theme = THEMES[at % 2]!;

  test('it is read on a phone, keeps within its edges, leaves Discord its corner, and is the same each time', async () => {
    for (const map of [MAPS[at % 4]!, MAPS[(at + 1) % 4]!]) {
      const card = cardOf(score, more, theme, map);
      for (const { text, phone } of await writtenIn(card))
        expect(phone, text).toBeGreaterThanOrEqual(/^−?\d+$/.test(text) ? 11 : 8);
      const png = await card.draw();
      const { width, height, corner } = await outlineOf(png);
      expect([width, height, corner]).toEqual([1200, 630, 1]);
      expect(png.length).toBeLessThan(60_000);
      const image = await read(png);
      expect(inkIn(image, 0, 0, 1200, 30)).toBe(0);
      expect(inkIn(image, 0, 604, 1200, 26)).toBe(0);
      expect(inkIn(image, 0, 0, 40, 630)).toBe(0);
      expect(inkIn(image, 1172, 0, 28, 630)).toBe(0);
      expect((await cardOf(score, more, theme, map).draw()).equals(png)).toBe(true);
    }
  });

  test('it tells the score, what it stands beside, and nothing else', async () => {
    const texts = await textsOf(cardOf(score, more));
    const minus = (n: number) => String(n).replace('-', '−');
    const { par, ahead = null, streak = NONE.streak } = more;
    const numbers = [
      score,
      ...(ahead === null ? [] : [ahead]),
      ...(par ? [par.par, par.best] : []),
      score,
      ...(streak > 0 ? [streak] : []),
    ];
    expect(texts.filter((text) => /^−?\d+$/.test(text))).toEqual(numbers.map(minus));
    expect(texts.includes('par') && texts.includes('best')).toBe(par !== undefined);
    expect(texts.some((text) => text.includes('ahead of'))).toBe(ahead !== null);
    expect(texts.includes('Not finished')).toBe(more.finished === false);
  });

  test('its words tell the same', () => {
    const { alt } = cardOf(score, more);
    expect(alt.length).toBeLessThanOrEqual(1024);
    expect(alt).not.toMatch(/[*]|\{\{|undefined|NaN/);
    expect(alt).toContain(`${String(score).replace('-', '−')} points · `);
    expect(alt.includes('best found for these cards') || alt.includes('the best that was found')).toBe(
      more.par !== undefined,
    );
    expect(alt.includes('How many games in which scores')).toBe((more.scores ?? []).length > 0);
  });
});

test('the words of a whole card', () => {
  expect(cardOf(34, { par: { par: 41, best: 63 }, scores: FEW, ahead: 80 }).alt).toBe(
    'Metro X · Daily #412 · Tokyo · 34 points · Line designer · ▼ 7 short of par 41 · best found for these cards 63' +
      ' · You beat 80 of 100 players so far (6) · 12 days in a row' +
      ' · How many games in which scores: −13 to −9: 1, 17 to 21: 2, 27 to 31: 1, 32 to 36: 1, 42 to 46: 1.',
  );
  expect(cardOf(41, { day: null, streak: 0, par: { par: 41, best: 63 } }).alt).toMatch(
    /^Metro X · Practice on Tokyo · 41 points · [\w ]+ · ● at par 41 · best found for these cards 63$/,
  );
});

describe('the scale', () => {
  const of = (own: number, more: Partial<Comparison>) => scaleFor(own, { ...NONE, ...more });

  test.each(CASES)('%s: all have room, and one’s own is in the middle of its bar', (_, own, more) => {
    const { from, to, step } = of(own, more);
    const { par, scores = [] } = more;
    const all = [0, own, ...(par ? [par.par, par.best] : []), ...scores.map(([score]) => score)];
    expect(from).toBeLessThanOrEqual(Math.min(...all));
    expect(to).toBeGreaterThanOrEqual(Math.max(...all));
    expect((to - from + 1) % step).toBe(0);
    expect((own - from) % step).toBe((step - 1) / 2);
    expect((to - from + 1) / step).toBeLessThanOrEqual(37);
  });

  test('bars count all players', () => {
    for (const scores of [MANY, FEW]) {
      const bars = barsOf(scores, of(34, { scores }));
      const players = scores.reduce((sum, [, count]) => sum + count, 0);
      expect(bars.reduce((sum, count) => sum + count, 0)).toBe(players);
    }
    // Of the many, 34 stands with 33 and 35.
    const scale = of(34, { scores: MANY });
    expect(scale.step).toBe(3);
    const three = MANY.filter(([score]) => score >= 33 && score <= 35).reduce((sum, [, n]) => sum + n, 0);
    expect(barsOf(MANY, scale)[(33 - scale.from) / 3]).toBe(three);
  });

  test('a score far from all others leaves bars that can be told apart', () => {
    const scores: Scores = [...MANY, [-400, 1]];
    const { from, to, step } = of(34, { scores });
    expect((to - from + 1) / step).toBeLessThanOrEqual(37);
    expect(from).toBeLessThanOrEqual(-400);
  });
});

/** How many pixels of a part of a card have a colour exactly. */
async function counted(
  card: Picture,
  color: string,
  [left, top, width, height]: readonly [number, number, number, number],
) {
  const { data, width: whole } = await read(await card.draw());
  const wanted = rgb(color);
  let count = 0;
  for (let y = top; y < top + height; y++)
    for (let x = left; x < left + width; x++)
      if (wanted.every((value, i) => data[(y * whole + x) * 4 + i] === value)) count++;
  return count;
}

test('one’s own bar stands out, where there are bars', async () => {
  const par = { par: 41, best: 63 };
  const bars = [506, 250, 664, 90] as const;
  const { gold, ghost } = COLORS.dark;
  const among = cardOf(34, { par, scores: MANY, ahead: 38 });
  expect(await counted(among, gold, bars)).toBeGreaterThan(1000);
  expect(await counted(among, ghost, bars)).toBeGreaterThan(5000);
  expect(await counted(cardOf(34, { par }), ghost, bars)).toBe(0);
});

test.each(LOCALES)(
  '%s: words stand in their column, are read on a phone, and touch nothing',
  async (language) => {
    for (const score of [-4, 12, 34, 61]) {
      const more = {
        par: { par: 41, best: 42 },
        day: 1412,
        ...(score > 20 ? { scores: MANY, ahead: 100 } : {}),
      };
      const card = cardOf(score, more, 'dark', 'tokyo', language);
      for (const { text, phone } of await writtenIn(card)) expect(phone, text).toBeGreaterThanOrEqual(8);
      const image = await read(await card.draw());
      // Between the two columns, and beside them.
      expect(inkIn(image, 484, 0, 14, 630)).toBe(0);
      expect(inkIn(image, 1172, 0, 28, 630)).toBe(0);
      expect(card.alt.length).toBeLessThanOrEqual(1024);
    }
  },
);

test('where there are no bars the line has their room', async () => {
  const sizes = async (more: Partial<Comparison>) =>
    (await writtenIn(cardOf(34, { par: { par: 41, best: 63 }, ...more })))
      .filter(({ text }) => text === '41' || text === '63')
      .map(({ size }) => size);
  const [among, alone] = [await sizes({ scores: MANY, ahead: 38 }), await sizes({})];
  expect(among).toHaveLength(2);
  for (const [i, size] of alone.entries()) expect(size).toBeGreaterThan(among[i]! * 1.2);
});

test('marks are shapes of one colour: only near the best and beyond it is the same one', () => {
  const scores = { short: 34, at: 41, above: 50, near: 58, beyond: 64 };
  const shapes = Object.values(scores).map((score) => {
    const on = surface(40, 40, '#ffffff');
    drawMark(brushOf(on), standingOf(score, { par: 41, best: 63 }), 20, 20, 34, '#000000');
    return pixels(on).toString('base64');
  });
  expect(Object.values(scores).map((score) => standingOf(score, { par: 41, best: 63 }))).toEqual(
    Object.keys(scores),
  );
  expect(new Set(shapes).size).toBe(4);
  expect(shapes[3]).toBe(shapes[4]);
});
