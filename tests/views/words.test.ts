import { describe, expect, test } from 'vitest';
import { metrox } from '../../src/games/metrox/index.ts';
import { CARDS } from '../../src/games/metrox/state.ts';
import { KINDS } from '../../src/views/metrox/facts.ts';
import { paths, places } from '../../src/views/metrox/paths.ts';
import {
  about,
  breakdown,
  group,
  headline,
  hint,
  narrow,
  page,
  verdict,
} from '../../src/views/metrox/words.ts';
import { foresee, map, scene, table, windowless } from './positions.ts';

test('words know every card of the rules', () => {
  expect([...KINDS].sort()).toEqual([...CARDS].sort());
});

describe('a round', () => {
  const head = (card: Parameters<typeof table>[1], id = 'tokyo') => {
    const view = metrox.view(table(id, card, [[], []], { round: 7 }));
    const { title, note } = page(view, [], scene);
    return [headline(view, scene), hint(view, scene), title, note];
  };

  test('number', () => {
    expect(head('N3')).toEqual([
      'Round 7 · Number 3',
      'Pick a line. It gets up to 3 stations; the first filled one stops it.',
      'Number 3: where to?',
      '×2 fills two stations, 🏁 completes a line',
    ]);
  });

  test('the six that reshuffles', () => {
    const [line, what] = head('N6R');
    expect(line).toBe('Round 7 · Number 6 ↻');
    expect(what).toMatch(/stops it\. After this round all cards are shuffled again\.$/);
  });

  test('skip, where fewer may be marked', () => {
    expect(head('S2')[1]).toBe('Pick a line. It gets 2 stations; filled ones are jumped over.');
    expect(head('S2', 'tube-town')[1]).toMatch(/jumped over\. You may mark fewer\.$/);
  });

  test('transfer and free', () => {
    expect(head('T').slice(0, 3)).toEqual([
      'Round 7 · Transfer ★',
      'Pick a line. Its next station gets a number: twice the lines that meet there.',
      'Transfer ★: where to?',
    ]);
    expect(head('T', 'tube-town')[1]).not.toContain('fewer');
    expect(head('F').slice(0, 3)).toEqual([
      'Round 7 · Free ⊠',
      'Fill any one empty station. No window is used.',
      'Free: fill any one station',
    ]);
  });

  test('before a flip by hand, and when it is over', () => {
    const deal = { map: map('tokyo'), seats: 2, chance: { seed: 'x' }, rules: 1 };
    const waiting = metrox.view(metrox.setup({ ...deal, options: { flip: 'manual' } }));
    expect(headline(waiting, scene)).toBe('Before round 1');
    expect(hint(waiting, scene)).toBe('The next card is still face down.');
    const over = metrox.view({ ...table('tokyo', 'N2', [[]]), card: null, round: 24, over: true });
    expect(headline(over, scene)).toBe('Round 24 · the end');
    expect(page(over, [], scene).title).toBe('The game is over');
  });
});

describe('lines and places', () => {
  test('about a map', () => {
    expect(about(map('tokyo'), scene)).toBe('9 lines, 77 stations, okazu rules');
    expect(about(map('tube-town'), scene)).toBe('9 lines, 78 stations, gamewright rules');
  });

  test('the table menu tells what everybody knows', () => {
    const state = table('tokyo', 'N3', [['T1'], []]);
    expect(group(metrox.view(state), ['T'], scene)).toEqual({
      label: 'T Tozai',
      description: 'First 7 is open, later 5. 14 stations, 3 windows.',
    });
    const taken = state.map.lines.map((line) => (line.id === 'T' ? 3 : 0));
    expect(group(metrox.view({ ...state, taken }), ['T'], scene).description).toBe(
      'First is gone, it pays 5. 14 stations, 3 windows.',
    );
    const all = metrox.view(table('tokyo', 'N3', [['T*'], ['T*']]));
    expect(group(all, ['T'], scene).description).toBe('Everybody has it. 14 stations, 3 windows.');
    expect(group(all, ['-'], scene).label).toBe('No station is empty');
  });

  test('a line that says its letter itself is not doubled', () => {
    const view = metrox.view(table('metro-city', 'N3', [[], []]));
    expect(group(view, ['A'], scene).label).toBe('A line');
  });

  test('alone nobody else can be first', () => {
    const view = metrox.view(table('tokyo', 'N3', [[]]));
    expect(group(view, ['T'], scene).description).toBe('It pays 7. 14 stations, 3 windows.');
  });

  test('places keep their order, and every choice has its way', () => {
    const state = table('tokyo', 'F', [[], []]);
    const view = metrox.view(state, 0);
    expect(places(view)).toEqual(['F', 'Y', 'T', 'M', 'C', 'Z', 'G', 'H', 'N']);
    const [, free] = foresee(state, 0, 'free.s0906');
    expect(paths(view, free)).toEqual(['T', 'M', 'C', 'Z'].map((id) => [id, 's0906']));
    expect(paths(view, { kind: 'free', id: '-', station: null })).toEqual([['-']]);
    expect(paths(view, { kind: 'line', id: 'T', line: 2, n: 3 })).toEqual([['T']]);
    expect(paths(view, { kind: 'transfer', id: 'M', line: 3 })).toEqual([['M']]);
  });

  test('a line that cannot be played, and one whose station is to be chosen', () => {
    const full = windowless(table('tokyo', 'N3', [['T1', 'T2'], []]), 0, ['T']);
    expect(narrow(metrox.view(full, 0), ['T'], scene)).toEqual({
      button: 'T –',
      label: 'T Tozai: no window left',
      description: '2 of 14 filled. First 7 is open, later 5.',
      good: false,
    });
    const free = table('tokyo', 'F', [['F*', '-F1', '-F3', '-F4', '-F5', 'T*'], []]);
    expect(narrow(metrox.view(free, 0), ['F'], scene)).toEqual({
      button: 'F 4',
      label: 'F Fukutoshin: 4 stations empty',
      description: 'F1 and F3 to F5. First 2 is open, later 1.',
      good: false,
    });
    expect(narrow(metrox.view(free, 0), ['T'], scene)).toMatchObject({
      button: 'T –',
      label: 'T Tozai: no station empty',
    });
  });
});

describe('the end', () => {
  test('what a score is made of', () => {
    const view = metrox.view(table('tokyo', 'N2', [['F*', 'T*'], []]));
    const empty = view.scores[0]!.parts.empty!;
    expect(breakdown(view, 0, scene)).toBe(`9 points for lines · 0 for transfers · ${empty} empty: −10`);
    const scores = [{ score: 9, rank: 1, parts: { bonuses: 9, transfers: 0, empty: 5, penalty: 0 } }];
    expect(breakdown({ ...view, scores }, 0, scene)).toBe('9 points for lines · 0 for transfers · 5 empty');
  });

  test.each([
    [57, 'City legend'],
    [50, 'City legend'],
    [49, 'Chief of the network'],
    [40, 'Chief of the network'],
    [39, 'Line designer'],
    [30, 'Line designer'],
    [29, 'Night-shift engineer'],
    [20, 'Night-shift engineer'],
    [19, 'Platform conductor'],
    [10, 'Platform conductor'],
    [9, 'Map folder'],
    [5, 'Map folder'],
    [4, 'Lost tourist'],
    [1, 'Lost tourist'],
    [0, 'Rail replacement bus'],
    [-10, 'Rail replacement bus'],
  ])('%d points: %s', (score, words) => {
    const view = metrox.view(table('tokyo', 'N2', [[]]));
    expect(verdict({ ...view, scores: [{ score, rank: 1, parts: {} }] }, scene)).toBe(words);
  });
});
