import { describe, expect, test } from 'vitest';
import { metrox } from '../../src/games/metrox/index.ts';
import { FIRST, LATER, OPEN, type State, type View } from '../../src/games/metrox/state.ts';
import { news, remark, summary } from '../../src/views/metrox/news.ts';
import { map, round, scene, table } from './positions.ts';

describe('what happened', () => {
  const near = ['F*', '-F7'];
  const told = (boards: string[][], codes: string[], more: Partial<State> = {}, names?: number) => {
    const { before, after } = round(table('tokyo', 'N2', boards, more), codes);
    return news(before, after, scene, names);
  };

  test('one completes a line', () => {
    expect(told([[], near], ['T.2', 'F.1'])).toEqual([
      '🏁 **F Fukutoshin** is complete: Ben takes 2. From now on it pays 1.',
    ]);
    expect(told([[], []], ['T.2', 'F.2'])).toEqual([]);
  });

  test('several people, several lines in the order of the map', () => {
    const both = [...near, 'T*', '-T14'];
    expect(told([both, near, both], ['F.1', 'F.1', 'T.1'])).toEqual([
      '🏁 **F Fukutoshin** is complete: Ann and Ben take 2. From now on it pays 1.',
      '🏁 **T Tozai** is complete: Cleo takes 7. From now on it pays 5.',
    ]);
  });

  test('later ones take the later bonus', () => {
    const taken = map('tokyo').lines.map((line) => (line.id === 'F' ? 1 : 0));
    const more = { round: 2, taken };
    expect(told([['F*'], [], near], ['T.2', 'T.2', 'F.1'], more)).toEqual([
      '🏁 **F Fukutoshin**: Cleo takes 1.',
    ]);
    expect(told([['F*'], ['F*'], near], ['T.2', 'T.2', 'F.1'], more)).toEqual([
      '🏁 **F Fukutoshin**: Cleo takes 1. Everybody has it now.',
    ]);
  });

  test('more than three are counted, and with no room for names all are', () => {
    const boards = [...Array.from({ length: 6 }, () => near), []];
    const codes = [...Array.from({ length: 6 }, () => 'F.1'), 'T.2'];
    expect(told(boards, codes)).toEqual([
      '🏁 **F Fukutoshin** is complete: Ann, Ben, Cleo and 3 more take 2. From now on it pays 1.',
    ]);
    expect(told(boards, codes, {}, 0)).toEqual([
      '🏁 **F Fukutoshin** is complete: 6 players take 2. From now on it pays 1.',
    ]);
    expect(told([near, []], ['F.1', 'T.2'], {}, 0)[0]).toContain('1 player takes 2');
  });

  test('the deck is whole again', () => {
    const { before, after } = round(table('tokyo', 'N6R', [[], []]), ['T.6', 'M.6']);
    expect(news(before, after, scene)).toEqual(['🔀 The deck is whole again: 20 cards.']);
    const town = round(table('tube-town', 'N6R', [[], []]), ['M.6', 'M.6']);
    expect(news(town.before, town.after, scene)).toEqual(['🔀 The deck is whole again: 15 cards.']);
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
    expect(news(after, flipped, scene)).toEqual([]);
  });

  test('a free card that found no station', () => {
    const all = map('tokyo').lines.map(({ id }) => `${id}*`);
    const { before, after } = round(table('tokyo', 'F', [[], all]), ['free.s0203', 'free.-']);
    expect(news(before, after, scene)).toEqual(['⊠ Free card: no station was empty for Ben.']);
  });

  test('the diary', () => {
    const one = round(table('tokyo', 'N6R', [[], near], { round: 6 }), ['T.6', 'F.1']);
    expect(summary(one.before, one.after, scene)).toBe('Round 6 · Number 6 ↻ · 🏁 F: Ben +2');
    const none = round(table('tokyo', 'F', [[], []], { round: 5 }), ['free.s0203', 'free.s0203']);
    expect(summary(none.before, none.after, scene)).toBe('Round 5 · Free ⊠');
    const marks = ['T*', 'M*', 'K*', 'Y*', 'C*', 'N*', '-N4', '-N5', '-N6', '-N7', '-N8', '-N9'];
    const many = round(table('osaka', 'N6R', [marks, []]), ['N.6', 'I.6']);
    expect(summary(many.before, many.after, scene)).toBe(
      'Round 1 · Number 6 ↻ · 🏁 T: Ann +7 · 🏁 M: Ann +6 · 🏁 K: Ann +4 · 🏁 3 more lines',
    );
  });
});

describe('a remark at the end', () => {
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
