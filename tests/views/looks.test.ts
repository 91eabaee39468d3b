import { describe, expect, test } from 'vitest';
import { metrox } from '../../src/games/metrox/index.ts';
import { isKey, keyOf } from '../../src/locales.ts';
import { metroxModule } from '../../src/modules.ts';
import { metroxPresenter } from '../../src/views/metrox/index.ts';
import { SLOT_COLORS } from '../../src/views/metrox/slots.ts';
import { map, scene, table } from './positions.ts';

test('accents: each map its own, a line its own', () => {
  const accents = metroxModule.maps().map((one) => metroxPresenter.pictures.accent(one));
  expect(new Set(accents).size).toBe(accents.length);
  expect(metroxPresenter.pictures.accent(map('tokyo'), 'M')).toBe(0xf72c0b);
  const plain = { ...map('osaka'), id: 'mine' };
  expect(metroxPresenter.pictures.accent(plain)).toBe(Number.parseInt(SLOT_COLORS.light.purple.slice(1), 16));
});

test('a picture has its size and its words before it is drawn', () => {
  const state = table('tokyo', 'S2', [['T1'], []]);
  const view = metrox.view(state, 0);
  const pictures = [
    metroxPresenter.pictures.map(map('tokyo'), scene),
    metroxPresenter.pictures.table(view, scene),
    metroxPresenter.pictures.board(view, scene, { seat: 0 }),
    metroxPresenter.pictures.sheet(view, scene),
  ];
  expect(pictures.map(({ alt }) => alt.split(/[:.,] /)[0])).toEqual([
    'Map of Tokyo',
    'Card',
    "Ann's board",
    'All boards',
  ]);
  for (const { width, height } of pictures) expect(Math.min(width, height)).toBeGreaterThan(100);
});

describe('the guide', () => {
  const { lessons: guide } = metroxPresenter;
  const { t } = scene;

  test('all rules have their sentences and fit on one screen', () => {
    const full = ['title', ...guide.full].map((key) => `metrox.rules.full.${key}`);
    expect(full.filter((key) => !isKey(key))).toEqual([]);
    expect(full.map((key) => t(keyOf(key))).join('\n\n').length).toBeLessThan(3900);
    const minute = ['title', ...guide.minute].map((key) => `metrox.rules.${key}`);
    expect(minute.filter((key) => !isKey(key))).toEqual([]);
  });

  test('what the rules say of the deck is what is dealt', () => {
    const [, okazu, gamewright] = /Okazu, (.*?)\. Gamewright, (.*?)\.$/.exec(t('metrox.rules.full.deck'))!;
    const counts: Readonly<Record<string, number>> = { once: 1, twice: 2, one: 1, two: 2, three: 3, four: 4 };
    const cards = (text: string): string[] => {
      const found: string[] = [];
      const add = (card: string, count: string) =>
        found.push(...Array.from({ length: counts[count]! }, () => card));
      for (const part of text.split(/[;,:] /).slice(1)) {
        const numbers = /^(the |skip )?(\d)(?: and (\d))? (once|twice|three|four)/.exec(part);
        const sign = /^(one|two|three) ([★⊠])$/.exec(part);
        if (sign) add(sign[2] === '★' ? 'T' : 'F', sign[1]!);
        for (const n of numbers ? [numbers[2], numbers[3]].filter(Boolean) : [])
          add(numbers![1] === 'skip ' ? `S${n}` : n === '6' ? 'N6R' : `N${n}`, numbers![4]!);
      }
      return found.sort();
    };
    expect(okazu).toMatch(/^20 cards: /);
    expect(gamewright).toMatch(/^15 cards: /);
    expect(cards(okazu!)).toEqual([...map('tokyo').deck].sort());
    expect(cards(gamewright!)).toEqual([...map('tube-town').deck].sort());
  });

  test('the rules name all eight verdicts with their bands', () => {
    const text = t('metrox.rules.full.solo');
    const bands = {
      50: '50 points and more',
      40: '40 to 49',
      30: '30 to 39',
      20: '20 to 29',
      10: '10 to 19',
    };
    const low = { 5: '5 to 9', 1: '1 to 4', 0: '0 and below' };
    for (const [least, band] of Object.entries({ ...bands, ...low }))
      expect(text).toContain(`${band}: ${t(keyOf(`metrox.verdict.${least}`))}.`);
  });

  test('what the rules say of penalties is what is counted', () => {
    for (const [id, key] of [
      ['tokyo', 'okazu'],
      ['tube-town', 'gamewright'],
    ] as const) {
      const text = t(`metrox.rules.full.${key}`);
      const steps = [...text.matchAll(/(\d+)(?:-(\d+))?(?:: | cost | on: )(\d+)/g)].map(
        ([, from, , cost]) => [Number(from), Number(cost)] as const,
      );
      expect(steps.map(([, cost]) => cost)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      for (const [empty, cost] of steps) {
        const stations = map(id).stations.map((_, i) => (i < empty ? 0 : -1));
        const start = table(id, 'N3', [[]]);
        const state = { ...start, boards: [{ ...start.boards[0]!, stations }] };
        expect(metrox.score(state)[0]!.parts, `${id} ${empty}`).toMatchObject({ empty, penalty: cost });
        const before = {
          ...state,
          boards: [{ ...state.boards[0]!, stations: stations.with(empty - 1, -1) }],
        };
        expect(metrox.score(before)[0]!.parts.penalty).toBe(cost - 1);
      }
    }
  });

  test('each lesson asks, answers both ways and is described without the answer', () => {
    for (const { key, right } of guide.lessons) {
      const words = ['text', 'wrong', 'right', 'alt'].map((part) => `metrox.tutorial.${key}.${part}`);
      expect(words.filter((word) => !isKey(word))).toEqual([]);
      expect(['a', 'b']).toContain(right);
      expect(t(keyOf(`metrox.tutorial.${key}.alt`))).not.toContain(t(keyOf(`metrox.tutorial.${key}.right`)));
    }
  });
});
