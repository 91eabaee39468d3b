import { describe, expect, test } from 'vitest';
import { metrox } from '../../src/games/metrox/index.ts';
import type { MetroxMap, View } from '../../src/games/metrox/state.ts';
import { metroxModule } from '../../src/modules.ts';
import { cut } from '../../src/views/lists.ts';
import { mapAlt, sheetAlt, tableAlt } from '../../src/views/metrox/alt.ts';
import { boardAlt } from '../../src/views/metrox/boardalt.ts';
import { stationName } from '../../src/views/metrox/facts.ts';
import { confirm, label } from '../../src/views/metrox/moves.ts';
import { news, summary } from '../../src/views/metrox/news.ts';
import { paths } from '../../src/views/metrox/paths.ts';
import { group, narrow } from '../../src/views/metrox/words.ts';
import type { Scene } from '../../src/views/presenter.ts';
import { ALT } from '../../src/views/spoken.ts';
import { action, foresee, map, round, scene, table, windowless } from './positions.ts';

describe('the map and the table', () => {
  test('the map names every line with its size and what it pays', () => {
    const alt = mapAlt(map('tokyo'), scene);
    expect(alt).toMatch(
      /^Map of Tokyo: 9 lines, 77 stations, 23 windows\. F Fukutoshin, 11 stations, 2 windows, first 2, later 1\./,
    );
    expect(alt).toContain('T Tozai, 14 stations, 3 windows, first 7, later 5.');
    expect(mapAlt(map('osaka'), scene)).toContain(' N, 13 stations, 3 windows, first 4, later 2.');
    expect(mapAlt(map('metro-city'), scene)).toContain('A line, 11 stations');
  });

  test('the table says the card, the deck by kind and what is still to be had', () => {
    const state = table('tokyo', 'S2', [['F*'], []]);
    const taken = state.map.lines.map((line) => (line.id === 'F' ? 1 : 0));
    expect(tableAlt(metrox.view({ ...state, taken }), scene)).toBe(
      'Card: skip 2. 19 cards left: two 2, four 3, four 4, two 5, one 6 that reshuffles, one skip 2, one skip 3, ' +
        'three transfers, one free. Bonus first, later: F gone, 1. Y 4, 2. T 7, 5. M 5, 3. C 4, 2. Z 4, 2. G 5, 3. ' +
        'H 6, 4. N 4, 2.',
    );
  });
});

describe('a board', () => {
  const state = windowless(table('tokyo', 'S2', [['T1', 'T2', 'T4'], []], { round: 7 }), 0, ['G']);
  const lines = (alt: string) => alt.split(/(?<=\.) /);

  test('says whose it is, what lies open, and of each line what is empty', () => {
    const alt = lines(boardAlt(metrox.view(state, 0), scene, { seat: 0 }));
    expect(alt.slice(0, 4)).toEqual([
      "Ann's board, Tokyo, round 7.",
      '0 points before the penalty, 74 empty.',
      'Card: skip 2.',
      expect.stringMatching(/^19 cards left: two 2, /),
    ]);
    expect(alt).toContain('T: 3 of 14 filled, empty T3 and T5 to T14; 3 windows empty; first 7 open.');
    expect(alt).toContain('G: all 13 empty; windows 2 and 2, none empty; out of reach.');
    expect(alt).toContain('N: 1 of 13 filled, empty N1 to N7 and N9 to N13; 3 windows empty; first 4 open.');
    expect(alt).toHaveLength(4 + 9);
  });

  test('a pending choice comes first, and only for its owner', () => {
    const chosen = metrox.apply(state, 0, action(state, 0, 'T.2'));
    const own = boardAlt(metrox.view(chosen, 0), scene, { seat: 0 });
    expect(own).toMatch(/^You play T: T3 and T5\. Ann's board, Tokyo, round 7\./);
    expect(own).toContain('T: 5 of 14 filled, empty T6 to T14; windows skip 2 and two empty; first 7 open.');
    for (const viewer of [undefined, 1])
      expect(boardAlt(metrox.view(chosen, viewer), scene, { seat: 0 })).toBe(
        boardAlt(metrox.view(state, viewer), scene, { seat: 0 }),
      );
    expect(boardAlt(metrox.view(state), scene, { seat: 0 })).toMatch(/^Ann's board, Tokyo, after round 6\./);
  });

  test('a preview says that it is one, and shows the board after it', () => {
    const [view, , after] = foresee(state, 0, 'T.2');
    const alt = boardAlt(view, scene, { seat: 0, after });
    expect(alt).toMatch(/^Preview, not played yet: T: T3 and T5\. Ann's board, Tokyo, round 7\./);
    expect(alt).toContain('72 empty. Card: skip 2.');
    const near = table('tokyo', 'N3', [['F*', 'M*', '-F9', '-F10', '-F11']]);
    const [solo, , done] = foresee(near, 0, 'F.3');
    expect(boardAlt(solo, scene, { seat: 0, after: done })).toMatch(
      /^Preview, not played yet: F: F9 to F11, completes F \+2 and M \+5\. .*F: complete, took 2; windows 3 and one empty\./,
    );
  });

  test('what each card did last', () => {
    const last = (from: ReturnType<typeof table>, code: string) =>
      /Last move ([^.]*)\./.exec(boardAlt(round(from, [code]).after, scene, { seat: 0 }))![1];
    expect(last(table('tokyo', 'T', [['G1', 'G2', 'G3', 'G4']]), 'G.T')).toBe('G: 8 at G5');
    expect(last(table('tokyo', 'F', [[]]), 'free.s0906')).toBe('free at T6/M11/C8/Z7');
    expect(last(table('tokyo', 'N3', [['H*']]), 'H.0')).toBe('H, which marks nothing');
  });

  test('a line that nobody can save any more is out of reach', () => {
    const stuck = windowless(
      table('tokyo', 'N2', [[]], { deck: ['N2', 'N3'] }),
      0,
      [...'FYTMCZGHN'].slice(0, -1),
    );
    const alt = lines(boardAlt(metrox.view(stuck, 0), scene, { seat: 0 }));
    expect(alt).toContain('T: all 14 empty; windows 2, 2 and 2, none empty; out of reach.');
    expect(alt).toContain('N: all 13 empty; 3 windows empty; pays 4.');
  });

  test('the line whose stations are to be chosen from', () => {
    const free = table('tokyo', 'F', [['T*', '-T6', '-T9'], []]);
    expect(boardAlt(metrox.view(free, 0), scene, { seat: 0, name: 'T' })).toContain(
      'T is to be chosen from: T6 and T9.',
    );
  });

  test('at the end the result', () => {
    const boards = [['F*', 'Y*', 'T1'], ['T*'], ['T*']];
    const end = { ...table('tokyo', 'N2', boards), card: null, over: true };
    const done = end.boards.map((board, seat) => ({
      ...board,
      stations: board.stations.map((value, i) =>
        seat === 0 && i === end.map.lines[2]!.stations[0] ? 8 : value,
      ),
    }));
    const view = metrox.view({ ...end, boards: done });
    expect(boardAlt(view, scene, { seat: 0 })).toMatch(
      /^Ann, first, 4\. Complete: F first, Y first\. Transfers 8\. \d+ empty\.$/,
    );
    expect(boardAlt(view, scene, { seat: 1 })).toMatch(
      /^Ben, second, shared, −3\. Complete: T first\. No transfers\. \d+ empty\.$/,
    );
  });
});

/** A map as large as the rules allow one of one's own to be. */
function vast(): MetroxMap {
  const ids = [...'ABCDEFGHIJKLMNOPQRSTUVWX'];
  const each = 12;
  const lines = ids.map((id, line) => ({
    id,
    name: `${id.toLowerCase()} very long name of a line`.repeat(3),
    windows: 4,
    bonus: { first: 12, later: 10 },
    stations: Array.from({ length: each }, (_, place) => line * each + place),
  }));
  const stations = lines.flatMap(({ stations }, line) =>
    stations.map((_, place) => ({ id: `s${line}x${place}`, x: place, y: line, lines: [line] })),
  );
  const tokyo = map('tokyo');
  return { ...tokyo, id: 'vast', title: 'Vast', lines, stations, layout: { ...tokyo.layout, slots: {} } };
}

const HOSTILE = [
  '# **x** @everyone',
  '$t(metrox.about) {{t}}',
  '1. \n> `',
  '👨‍👩‍👧‍👦'.repeat(16),
  `z${'\u0351'.repeat(900)}`,
  '',
  '<@1>',
];

function crowd(seats: number): Scene {
  const plain = Array.from({ length: seats }, (_, seat) => HOSTILE[seat % HOSTILE.length]!);
  return { ...scene, names: plain.map((name) => cut(name, 32).replace(/[#>*`_[\]<@.-]/g, '\\$&')), plain };
}

/** Everything said about a view fits, and nothing was left to be filled in. */
function proof(texts: readonly (readonly [string, number])[]): void {
  for (const [text, most] of texts) {
    expect(text.length, text).toBeLessThanOrEqual(most);
    expect(text, text).not.toMatch(/\{\{(?!t\}\})|(^|[^(])metrox\.\w|undefined|NaN|\[object/);
  }
}

describe('every word of whole games', () => {
  test.each([
    ...metroxModule.maps().map((one) => [one.id, 3, one] as const),
    ['osaka', 25, map('osaka')] as const,
    ['vast', 2, vast()] as const,
  ])('fits and is true on %s with %d seats', (_, seats, on) => {
    const many = crowd(seats);
    let state = metrox.setup({ map: on, seats, options: {}, chance: { seed: `words ${on.id}` }, rules: 1 });
    proof([[mapAlt(on, many), ALT]]);
    let turns = 0;
    while (!metrox.over(state)) {
      const before = metrox.view(state);
      const view = metrox.view(state, 0);
      proof([
        [tableAlt(before, many), ALT],
        [sheetAlt(before, many), ALT],
        [boardAlt(view, many, { seat: 0, name: on.lines[turns % on.lines.length]!.id }), ALT],
        [boardAlt(before, many, { seat: seats - 1 }), ALT],
      ]);
      for (const { id } of on.lines) {
        const words = [group(view, [id], many), narrow(view, [id], many)];
        proof(
          words.flatMap(
            (one) =>
              [
                [one.label, 100],
                [one.description, 100],
              ] as const,
          ),
        );
      }
      const legal = metrox.actions(state, 0);
      for (const choice of legal.filter(
        (_, i) => i % Math.ceil(legal.length / 12) === turns % Math.ceil(legal.length / 12),
      )) {
        const after = metrox.view(metrox.apply(metrox.imagine(view), 0, choice), 0);
        check(view, after, choice, many);
      }
      for (let seat = 0; seat < seats; seat++) {
        const own = metrox.actions(state, seat);
        state = metrox.apply(state, seat, own[(turns * 7 + seat * 3) % own.length]!);
      }
      const after = metrox.view(state);
      const lines = news(before, after, many);
      proof([...lines.map((line) => [line, 400] as const), [summary(before, after, many), 2000]]);
      for (const line of lines) expect(line).toMatch(/^(🏁|⊠|🔀) /u);
      turns += 1;
    }
    const end = metrox.view(state);
    proof(Array.from({ length: seats }, (_, seat) => [boardAlt(end, many, { seat }), ALT] as const));
    proof([[sheetAlt(end, many), ALT]]);
    expect(turns).toBeGreaterThan(20);
  });
});

/** Holds a choice's words against the board that the rules make of it. */
function check(view: View, after: View, choice: Parameters<typeof label>[1], many: Scene): void {
  const { map: on } = view;
  const board = after.mine!;
  const change = board.last!;
  const path = paths(view, choice).at(-1)!;
  const entry = label(view, choice, after, many, path);
  const { title, text } = confirm(view, choice, after, many);
  proof([
    [entry.button, 34],
    [entry.label, 100],
    [entry.description, 100],
    [title, 200],
    [text, 1000],
    [boardAlt(view, many, { seat: 0, after }), ALT],
  ]);
  expect(entry.good).toBe(change.lines.length > 0);
  if (choice.kind === 'line') {
    expect(entry.button).toMatch(new RegExp(`^${choice.id} ×${change.stations.length}( |$)`));
    expect(entry.label).toMatch(new RegExp(`: marks ${change.stations.length}$`));
  }
  const line =
    choice.kind === 'line' || choice.kind === 'transfer'
      ? choice.line
      : on.lines.findIndex(({ id }) => id === path[0]);
  const left = on.lines[line]?.stations.filter((station) => board.stations[station] === 0).length;
  const said = /Then (\d+) to go/.exec(entry.description)?.[1];
  if (said !== undefined) expect(Number(said)).toBe(left);
  for (const station of change.stations)
    if (choice.kind === 'free' || change.stations.length < 3)
      expect(text, text).toContain(
        stationName(on, station, choice.kind === 'free' ? on.stations[station]!.lines[0]! : line),
      );
}

test('a text is cut after whole signs', () => {
  expect(cut('short', 10)).toBe('short');
  expect(cut('a long name', 8)).toBe('a long…');
  expect(cut('👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 15)).toBe('👨‍👩‍👧‍👦…');
  expect(cut('👨‍👩‍👧‍👦', 5)).toBe('…');
});
