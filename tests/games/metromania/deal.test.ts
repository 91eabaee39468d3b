import { describe, expect, test } from 'vitest';
import { metromania } from '../../../src/games/metromania/index.ts';
import { markerText } from '../../../src/games/metromania/setup.ts';
import type { State } from '../../../src/games/metromania/state.ts';
import { BOX, carried, given, HANDS, LEFT, legal, mover, RIGHT, seeded } from './position.ts';

/** Markers, players and variants. */

const SEEDS = Array.from({ length: 60 }, (_, i) => `deal ${i}`);
const handsOf = (state: State): string[][] => state.hands.map((hand) => hand.map(markerText).sort());
const kinds = (hand: readonly string[]): string =>
  hand
    .map((text) => text[2])
    .sort()
    .join('');
const letters = (hand: readonly string[]): string[] => hand.map((text) => text[0]!);

/** All twelve, as the rules list them: left and right column. */
const ALL = [...LEFT, ...RIGHT].sort();

describe('markers', () => {
  test('two of each letter, of the types that the rules list', () => {
    const { markers } = BOX;
    expect(Object.entries(markers).map(([letter, { left, right }]) => `${letter} ${left}/${right}`)).toEqual([
      'A residential/commercial',
      'B commercial/entertainment',
      'C entertainment/residential',
      'D residential/entertainment',
      'E entertainment/commercial',
      'F commercial/residential',
    ]);
  });

  test.each([
    [2, {}],
    [2, { game: 'advanced' }],
    [3, {}],
    [4, {}],
    [4, { noCorruption: 'true' }],
  ] as const)('all twelve are dealt: %d players, %j', (seats, options) => {
    for (const seed of SEEDS)
      expect(
        handsOf(seeded(seats, options, seed))
          .flat()
          .sort(),
      ).toEqual(ALL);
  });
});

describe('the deal', () => {
  test('4 players: one of each type, three different letters', () => {
    for (const seed of SEEDS)
      for (const hand of handsOf(seeded(4, {}, seed)))
        expect([kinds(hand), new Set(letters(hand)).size]).toEqual(['CER', 3]);
  });

  test('3 players: four different letters, one type twice, a different one for each', () => {
    const orders = new Set<string>();
    for (const seed of SEEDS) {
      const hands = handsOf(seeded(3, {}, seed));
      for (const hand of hands) expect(new Set(letters(hand)).size).toBe(4);
      expect(hands.map(kinds).sort()).toEqual(['CCER', 'CEER', 'CERR']);
      orders.add(hands.map(kinds).join());
    }
    // Whose type is which is left to chance.
    expect(orders.size).toBe(6);
  });

  test('2 players: a column each', () => {
    const firsts = SEEDS.map((seed) => handsOf(seeded(2, {}, seed)));
    for (const hands of firsts)
      expect([
        [LEFT, RIGHT],
        [RIGHT, LEFT],
      ]).toContainEqual(hands);
    expect(new Set(firsts.map((hands) => hands[0]!.join())).size).toBe(2);
  });

  test('advanced: A to C by lot, D to F by a lot of its own, a company for each', () => {
    const seen = SEEDS.map((seed) => handsOf(seeded(2, { game: 'advanced' }, seed)));
    const column = (side: readonly string[], from: number) => side.slice(from, from + 3);
    for (const [one, two, three, four] of seen) {
      expect([
        [column(LEFT, 0), column(RIGHT, 0)],
        [column(RIGHT, 0), column(LEFT, 0)],
      ]).toContainEqual([one, three]);
      expect([
        [column(LEFT, 3), column(RIGHT, 3)],
        [column(RIGHT, 3), column(LEFT, 3)],
      ]).toContainEqual([two, four]);
    }
    expect(new Set(seen.map(([one, two]) => `${one} ${two}`)).size).toBe(4);
  });

  test('No Corruption: hands as the rules name them', () => {
    expect(handsOf(seeded(4, { noCorruption: 'true' }))).toEqual([
      ['A.R', 'B.C', 'C.E'],
      ['A.C', 'D.R', 'E.E'],
      ['B.E', 'E.C', 'F.R'],
      ['C.R', 'D.E', 'F.C'],
    ]);
  });

  test('the pieces are put in at random, in any orientation', () => {
    const cities = SEEDS.map((seed) => seeded(2, {}, seed).city);
    for (let sector = 0; sector < 6; sector++) {
      expect(new Set(cities.map((city) => city[sector]!.piece)).size).toBe(6);
      expect(new Set(cities.map((city) => city[sector]!.turn)).size).toBe(3);
    }
    for (const city of cities) expect(new Set(city.map(({ piece }) => piece)).size).toBe(6);
  });
});

describe('players', () => {
  /** The companies that move, one turn after the other. */
  const order = (first: State, turns: number): number[] => {
    const movers: number[] = [];
    let state = first;
    while (movers.length < turns) {
      if (state.turn === movers.length) movers.push(state.mover);
      else state = carried(state, legal(state).at(-1)!);
      if (state.turn < movers.length) state = carried(state, legal(state).at(-1)!);
    }
    return movers;
  };

  test('clockwise', () => {
    expect(order(given(2), 4)).toEqual([0, 1, 0, 1]);
    expect(order(given(4), 5)).toEqual([0, 1, 2, 3, 0]);
  });

  test('advanced: first, first, second, second, as separate turns; a seat counts four lines', () => {
    const state = seeded(2, { game: 'advanced' });
    expect(state.setting.owners).toEqual([0, 0, 1, 1]);
    expect(order(state, 5)).toEqual([0, 1, 2, 3, 0]);
    expect(state.lines.map(({ number }) => number)).toEqual([1, 2, 3, 4, 1, 2, 3, 4]);
    expect(metromania.toAct(state)).toEqual([0]);
    expect(metromania.actions(state, 1)).toEqual([]);
  });
});

describe('hidden letters', () => {
  const shown = (state: State, seat?: number) =>
    metromania.view(state, seat).hands.map((hand) => hand.map(({ letter }) => letter ?? '-').join(''));

  test('the own ones are seen, those of others only by their type', () => {
    const state = given(3);
    expect(shown(state, 1)).toEqual(['----', 'CAFE', '----']);
    expect(shown(state)).toEqual(['----', '----', '----']);
    expect(metromania.view(state, 1).hands[0]!.map(({ kind }) => kind[0])).toEqual(['r', 'r', 'c', 'e']);
  });

  test('Loyal Municipality: all lie open, also for a watcher', () => {
    const state = given(3, { markers: 'open' });
    expect(shown(state, 1)).toEqual(['ADBC', 'CAFE', 'FEBD']);
    expect(shown(state)).toEqual(['ADBC', 'CAFE', 'FEBD']);
  });

  test('No Corruption: the rules name all hands, so they lie open, also for a watcher', () => {
    const state = seeded(4, { noCorruption: 'true' });
    expect(shown(state, 2)).toEqual(['ABC', 'DAE', 'FEB', 'CFD']);
    expect(shown(state)).toEqual(['ABC', 'DAE', 'FEB', 'CFD']);
  });

  test('advanced: both companies of a seat are its own', () => {
    const state = seeded(2, { game: 'advanced' });
    expect(shown(state, 1)).toEqual(['---', '---', 'ABC', 'DEF']);
  });

  test('once the game is over all are seen', () => {
    expect(shown({ ...given(3), over: true, ending: 'blocked' })).toEqual(['ADBC', 'CAFE', 'FEBD']);
  });

  test('a letter that was placed lies open, and is known of its player', () => {
    const first = seeded(4, {}, 'placed');
    let state = first;
    while (state.marked.length === 0) {
      const codes = legal(state);
      state = carried(state, codes.find((code) => /\.[A-F]$/.test(code)) ?? codes.at(-1)!);
    }
    const [mark] = state.marked;
    for (const seat of [undefined, 0, 1, 2, 3]) expect(metromania.view(state, seat).marked).toEqual([mark]);
    expect(metromania.view(state).hands[mark!.company]).toHaveLength(2);
  });

  test('what may be done is told to whoever moves only', () => {
    const state = given(3);
    expect(metromania.view(state, mover(state)).legal).toHaveLength(24);
    expect([metromania.view(state, 1).legal, metromania.view(state).legal]).toEqual([[], []]);
  });

  test('the order in which types are shown tells nothing about the letters', () => {
    // Left column: R C E R E C, right column: C E R E C R. Whoever watches must not know who has which.
    const [one, other] = [given(2, {}, [LEFT, RIGHT]), given(2, {}, [RIGHT, LEFT])];
    expect(metromania.view(one).hands).toEqual(metromania.view(other).hands);
    // So with hands that a record gives in the order of their letters.
    const reversed = HANDS[4]!.map((hand) => hand.toReversed());
    expect(metromania.view(given(4, {}, reversed)).hands).toEqual(metromania.view(given(4)).hands);
  });
});
