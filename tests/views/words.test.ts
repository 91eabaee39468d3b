import { describe, expect, test } from 'vitest';
import { metrox } from '../../src/games/metrox/index.ts';
import {
  CARDS,
  EMPTY,
  FIRST,
  LATER,
  MARK,
  OPEN,
  type State,
  type View,
} from '../../src/games/metrox/state.ts';
import * as facts from '../../src/views/metrox/facts.ts';
import { chosen, label } from '../../src/views/metrox/moves.ts';
import { diary, remark, say } from '../../src/views/metrox/news.ts';
import { paths, places } from '../../src/views/metrox/paths.ts';
import {
  about,
  ask,
  askNote,
  group,
  headline,
  hint,
  narrow,
  parts,
  verdict,
} from '../../src/views/metrox/words.ts';
import { foresee, map, round, scene, table, windowless } from './positions.ts';

const entry = (state: State, code: string, path?: string[]) => label(...foresee(state, 0, code), scene, path);
const told = (state: State, code: string) => chosen(...foresee(state, 0, code), scene);

test('the values and cards that words compare with are those of the rules', () => {
  expect([facts.EMPTY, facts.OPEN, facts.FIRST]).toEqual([EMPTY, OPEN, FIRST]);
  expect([...facts.KINDS].sort()).toEqual([...CARDS].sort());
  expect(MARK).toBeLessThan(facts.EMPTY);
  expect(LATER).not.toBe(facts.FIRST);
});

describe('a round', () => {
  const head = (card: Parameters<typeof table>[1], id = 'tokyo') => {
    const view = metrox.view(table(id, card, [[], []], { round: 7 }));
    return [headline, hint, ask, askNote].map((say) => say(view, scene));
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
    expect(ask(over, scene)).toBe('The game is over');
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

describe('what a choice would do', () => {
  test('skip jumps over what is filled', () => {
    const state = table('tokyo', 'S2', [['T1', 'T2', 'T4'], []]);
    expect(entry(state, 'T.2')).toEqual({
      button: 'T ×2',
      label: 'T Tozai: marks 2',
      description: 'T3 and T5, jumps T4. Then 9 to go. First 7 is open.',
      good: false,
    });
    expect(told(state, 'T.2')).toEqual({
      title: 'You play T Tozai',
      text: 'Skip 2 marks **T3** and **T5**; T4 was filled and is jumped over. Tozai has 9 stations to go.',
    });
  });

  test('a long jump is counted', () => {
    const state = table('tokyo', 'S3', [['M*', '-M1', '-M4', '-M15'], []]);
    expect(entry(state, 'M.3').description).toBe(
      'M1, M4 and M15, jumps M2, M3 and M5 to M14. Completes M +5.',
    );
    const far = table('tokyo', 'S3', [['M1', 'M3', 'M5', 'M7', 'M9', 'M11', 'M12', '-M13', 'M4', 'M6'], []]);
    expect(entry(far, 'M.3').description).toContain('M2, M8 and M10, jumps M3 to M7 and M9.');
  });

  test('a filled station stops a number, and so does the end of the line', () => {
    const state = table('tokyo', 'N3', [['M1', 'M2', 'M3', 'M4', 'M6'], []]);
    expect(entry(state, 'M.1').description).toBe(
      'M5; M6 is filled and stops it. Then 10 to go. First 5 is open.',
    );
    expect(told(state, 'M.1').text).toBe(
      'Number 3 marks **M5**; M6 is filled and stops it. Marunouchi has 10 stations to go.',
    );
    const end = table('tokyo', 'N5', [['N*', '-N12', '-N13'], []]);
    expect(entry(end, 'N.2')).toMatchObject({
      button: 'N ×2 🏁4',
      description: 'N12 and N13; the line ends there. Completes N +4.',
      good: true,
    });
    expect(told(end, 'N.2').text).toBe(
      'Number 5 marks **N12** and **N13**; the line ends there. That completes **N** +4.',
    );
  });

  test('one choice completes several lines', () => {
    const state = table('tokyo', 'N3', [['F*', 'M*', '-F9', '-F10', '-F11'], []]);
    expect(entry(state, 'F.3')).toEqual({
      button: 'F ×3 🏁2 🏁5',
      label: 'F Fukutoshin: marks 3',
      description: 'F9 to F11. Completes F +2 and M +5.',
      good: true,
    });
    expect(told(state, 'F.3').text).toBe(
      'Number 3 marks **F9** to **F11**. That completes **F** +2 and **M** +5.',
    );
  });

  test('the longest one still fits', () => {
    const marks = ['T*', 'M*', 'K*', 'Y*', 'C*', 'N1', 'N2', 'N3'];
    const state = table('osaka', 'N6R', [[...marks, '-N4', '-N5', '-N6', '-N7', '-N8', '-N9'], []]);
    expect(entry(state, 'N.6')).toEqual({
      button: 'N ×6 🏁7 🏁6 🏁4 🏁3 🏁5',
      label: 'N Nagahori Tsurumi-ryokuchi: marks 6',
      description: 'N4 to N9. Completes T +7, M +6, K +4 and 2 more. Then 4 to go. First 4 is open.',
      good: true,
    });
  });

  test('a later bonus is what is promised when the first is gone', () => {
    const state = table('tokyo', 'N2', [['F*', '-F7'], []]);
    const taken = state.map.lines.map((line) => (line.id === 'F' ? 1 : 0));
    expect(entry({ ...state, round: 2, taken }, 'F.1')).toMatchObject({
      button: 'F ×1 🏁1',
      description: expect.stringContaining('Completes F +1.'),
    });
    const open = { ...table('tokyo', 'N2', [[], []]), round: 2, taken };
    expect(entry(open, 'F.2').description).toBe('F1 and F2. Then 9 to go. First is gone, it pays 1.');
  });

  test('a line with nothing left to mark uses up a window', () => {
    const state = table('tokyo', 'N3', [['H*'], []]);
    expect(entry(state, 'H.0')).toEqual({
      button: 'H ×0',
      label: 'H Hibiya: marks 0',
      description: 'Complete already. Uses up a window.',
      good: false,
    });
    expect(told(state, 'H.0').text).toBe('Nothing to mark on **H**; its window is used up.');
    const star = table('tokyo', 'T', [['H*'], []]);
    expect(entry(star, 'H.T')).toMatchObject({ button: 'H ★0', label: 'H Hibiya: writes nothing' });
    expect(told(star, 'H.T').text).toBe('Nothing to mark on **H**; its window is used up.');
  });

  test('a transfer writes twice the lines that meet', () => {
    const state = table('tokyo', 'T', [['G1', 'G2', 'G3', 'G4'], []]);
    expect(entry(state, 'G.T')).toEqual({
      button: 'G ★8',
      label: 'G Ginza: writes 8',
      description: 'At G5, where 4 lines meet. Then 8 to go. First 5 is open.',
      good: false,
    });
    expect(told(state, 'G.T')).toEqual({
      title: 'You play G Ginza',
      text: 'The star writes **8** at G5, where 4 lines meet. Ginza has 8 stations to go.',
    });
    expect(told(state, 'T.T').text).toContain('The star writes **2** at T1, where only this line stops.');
  });

  test('the free card, by the line its station was looked for on', () => {
    const state = table('tokyo', 'F', [['M*', '-M11'], []]);
    const code = 'free.s0906';
    expect(entry(state, code, ['T', 's0906'])).toEqual({
      button: 'T6 🏁5',
      label: 'T6',
      description: 'Also M11, C8, Z7. Completes M +5. Then 13 to go. First 7 is open.',
      good: true,
    });
    expect(entry(state, code, ['Z', 's0906'])).toMatchObject({
      label: 'Z7',
      description: expect.stringMatching(/^Also T6, M11, C8\./),
    });
    expect(entry(state, code).label).toBe('T6');
    expect(entry(state, 'free.s0203').description).toMatch(/^Only line T stops there\./);
    expect(told(state, code)).toEqual({
      title: 'You fill T6',
      text: 'You fill **T6**, which is also M11, C8 and Z7. That completes **M** +5.',
    });
    expect(told(state, 'free.s0203').text).toBe('You fill **T1**.');
  });

  test('the free card that finds nothing', () => {
    const all = map('tokyo').lines.map(({ id }) => `${id}*`);
    const state = table('tokyo', 'F', [all, []]);
    expect(entry(state, 'free.-')).toMatchObject({ label: 'No station is empty', good: false });
    expect(told(state, 'free.-').text).toBe('No station is empty, so the free card does nothing.');
  });

  test('marking fewer is said to be a wish, never a wall', () => {
    const state = table('metro-city', 'N4', [['A1', 'A5'], []]);
    expect(entry(state, 'A.3').description).toMatch(/^A2 to A4; A5 is filled and stops it\./);
    expect(entry(state, 'A.2').description).toMatch(/^A2 and A3\. Then 7 to go\./);
    expect(told(state, 'A.2').text).toBe(
      'Number 4 marks **A2** and **A3**, fewer than it could. The window is used all the same. A line has 7 stations to go.',
    );
    expect(told(state, 'A.0').text).toMatch(
      /^You mark nothing on \*\*A\*\*; its window is used up all the same\./,
    );
    const skip = table('metro-city', 'S3', [['A1', 'A3', '-A4'], []]);
    expect(told(skip, 'A.2').text).toMatch(/^Skip 3 marks \*\*A2\*\* and \*\*A4\*\*, fewer than it could\./);
  });

  test('the last chooser sees the same words as the others', () => {
    const state = table('tokyo', 'S2', [['T1', 'T2', 'T4'], []]);
    const [, , later] = foresee(state, 0, 'T.2');
    const other = metrox.actions(state, 1)[0]!;
    const waiting = metrox.apply(state, 1, other);
    expect(later.card).toBe('S2');
    expect(label(...foresee(waiting, 0, 'T.2'), scene)).toEqual(entry(state, 'T.2'));
    const solo = table('tokyo', 'S2', [['T1', 'T2', 'T4']]);
    expect(entry(solo, 'T.2').description).toBe('T3 and T5, jumps T4. Then 9 to go. It pays 7.');
  });
});

describe('what happened', () => {
  const near = ['F*', '-F7'];
  const news = (boards: string[][], codes: string[], more: Partial<State> = {}, names?: number) => {
    const { before, after } = round(table('tokyo', 'N2', boards, more), codes);
    return say(before, after, scene, names);
  };

  test('one completes a line', () => {
    expect(news([[], near], ['T.2', 'F.1'])).toEqual([
      '🏁 **F Fukutoshin** is complete: Ben takes 2. From now on it pays 1.',
    ]);
    expect(news([[], []], ['T.2', 'F.2'])).toEqual([]);
  });

  test('several people, several lines in the order of the map', () => {
    const both = [...near, 'T*', '-T14'];
    expect(news([both, near, both], ['F.1', 'F.1', 'T.1'])).toEqual([
      '🏁 **F Fukutoshin** is complete: Ann and Ben take 2. From now on it pays 1.',
      '🏁 **T Tozai** is complete: Cleo takes 7. From now on it pays 5.',
    ]);
  });

  test('later ones take the later bonus', () => {
    const taken = map('tokyo').lines.map((line) => (line.id === 'F' ? 1 : 0));
    const more = { round: 2, taken };
    expect(news([['F*'], [], near], ['T.2', 'T.2', 'F.1'], more)).toEqual([
      '🏁 **F Fukutoshin**: Cleo takes 1.',
    ]);
    expect(news([['F*'], ['F*'], near], ['T.2', 'T.2', 'F.1'], more)).toEqual([
      '🏁 **F Fukutoshin**: Cleo takes 1. Everybody has it now.',
    ]);
  });

  test('more than three are counted, and with no room for names all are', () => {
    const boards = [...Array.from({ length: 6 }, () => near), []];
    const codes = [...Array.from({ length: 6 }, () => 'F.1'), 'T.2'];
    expect(news(boards, codes)).toEqual([
      '🏁 **F Fukutoshin** is complete: Ann, Ben, Cleo and 3 more take 2. From now on it pays 1.',
    ]);
    expect(news(boards, codes, {}, 0)).toEqual([
      '🏁 **F Fukutoshin** is complete: 6 players take 2. From now on it pays 1.',
    ]);
    expect(news([near, []], ['F.1', 'T.2'], {}, 0)[0]).toContain('1 player takes 2');
  });

  test('the deck is whole again', () => {
    const { before, after } = round(table('tokyo', 'N6R', [[], []]), ['T.6', 'M.6']);
    expect(say(before, after, scene)).toEqual(['🔀 The deck is whole again: 20 cards.']);
    const town = round(table('tube-town', 'N6R', [[], []]), ['M.6', 'M.6']);
    expect(say(town.before, town.after, scene)).toEqual(['🔀 The deck is whole again: 15 cards.']);
  });

  test('a flip by hand brings no news a second time', () => {
    const start = {
      ...table('tokyo', 'N6R', [[]]),
      flip: 'manual' as const,
      chance: { draws: ['N6R', 'N2'] },
    };
    const { after, state } = round(start, ['T.6']);
    expect(after.reshuffled).toBe(true);
    const flipped = metrox.view(metrox.apply(state, -1, { kind: 'flip' }));
    expect(flipped.card).toBe('N2');
    expect(say(after, flipped, scene)).toEqual([]);
  });

  test('a free card that found no station', () => {
    const all = map('tokyo').lines.map(({ id }) => `${id}*`);
    const { before, after } = round(table('tokyo', 'F', [[], all]), ['free.s0203', 'free.-']);
    expect(say(before, after, scene)).toEqual(['⊠ Free card: no station was empty for Ben.']);
  });

  test('the diary', () => {
    const one = round(table('tokyo', 'N6R', [[], near], { round: 6 }), ['T.6', 'F.1']);
    expect(diary(one.before, one.after, scene)).toBe('Round 6 · Number 6 ↻ · 🏁 F: Ben +2');
    const none = round(table('tokyo', 'F', [[], []], { round: 5 }), ['free.s0203', 'free.s0203']);
    expect(diary(none.before, none.after, scene)).toBe('Round 5 · Free ⊠');
    const marks = ['T*', 'M*', 'K*', 'Y*', 'C*', 'N*', '-N4', '-N5', '-N6', '-N7', '-N8', '-N9'];
    const many = round(table('osaka', 'N6R', [marks, []]), ['N.6', 'I.6']);
    expect(diary(many.before, many.after, scene)).toBe(
      'Round 1 · Number 6 ↻ · 🏁 T: Ann +7 · 🏁 M: Ann +6 · 🏁 K: Ann +4 · 🏁 3 more lines',
    );
  });
});

describe('the end', () => {
  test('what a score is made of', () => {
    const view = metrox.view(table('tokyo', 'N2', [['F*', 'T*'], []]));
    const empty = view.scores[0]!.parts.empty!;
    expect(parts(view, 0, scene)).toBe(`lines 9 · transfers 0 · ${empty} empty −10`);
    const scores = [{ score: 9, rank: 1, parts: { bonuses: 9, transfers: 0, empty: 5, penalty: 0 } }];
    expect(parts({ ...view, scores }, 0, scene)).toBe('lines 9 · transfers 0 · 5 empty');
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

  /** Views after each round: `done[seat][line id]` is the round in which the seat completed it. */
  const history = (done: Record<string, number>[], rounds: number): View[] => {
    const state = table('tokyo', 'N2', [...done.map(() => [])]);
    const { lines } = state.map;
    const first = lines.map(({ id }) => Math.min(...done.map((seat) => seat[id] ?? Infinity)));
    return Array.from({ length: rounds }, (_, i) => {
      const closed = i + 1;
      const boards = state.boards.map((board, seat) => ({
        ...board,
        done: lines.map(({ id }, line) => {
          const at = done[seat]![id] ?? Infinity;
          return at > closed ? OPEN : at === first[line] ? FIRST : LATER;
        }),
      }));
      const taken = first.map((at) => (at <= closed ? at : 0));
      const over = closed === rounds;
      return metrox.view({
        ...state,
        boards,
        taken,
        round: over ? closed : closed + 1,
        over,
        card: over ? null : 'N2',
      });
    });
  };

  test('the closest line is the one finished first by several', () => {
    const views = history([{ F: 3 }, { Z: 8, F: 3 }, { Z: 8 }, { Z: 12 }], 14);
    expect(remark(views, scene)).toBe(
      'Closest line: **Z Hanzomon**, finished by Ben and Cleo in the same round. Both took 4.',
    );
    expect(remark(history([{ F: 3 }, { F: 3 }, { F: 3 }], 4), scene)).toBe(
      'Closest line: **F Fukutoshin**, finished by Ann, Ben and Cleo in the same round. Each took 2.',
    );
  });

  test('else the one where a single round lay between', () => {
    expect(
      remark(
        history(
          [
            { Z: 8, F: 2 },
            { Z: 9, F: 6 },
          ],
          14,
        ),
        scene,
      ),
    ).toBe('Closest line: **Z Hanzomon**, finished by Ann one round before Ben: 4 against 2.');
  });

  test('else what nobody finished, or nothing at all', () => {
    const most = { F: 1, Y: 2, M: 3, C: 4, Z: 5, G: 6, H: 7 };
    expect(remark(history([most, {}], 14), scene)).toBe('Nobody finished **T Tozai** and **N Namboku**.');
    expect(remark(history([{}, {}], 14), scene)).toBeNull();
    expect(remark(history([{ F: 3 }], 14), scene)).toBeNull();
    expect(remark([], scene)).toBeNull();
  });
});
