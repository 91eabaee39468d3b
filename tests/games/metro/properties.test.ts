import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { metro } from '../../../src/games/metro/index.ts';
import type { State } from '../../../src/games/metro/state.ts';
import { recordOf } from '../../../src/match/export.ts';
import { play as replayed } from '../../../src/match/record.ts';
import { dice } from '../../lib/chance.ts';
import { amount } from '../../lib/long.ts';
import { placesOf, totals, tracks, ways } from './second.ts';
import { PARIS, scoresOf } from './table.ts';

/** What holds in every game, played at random to its end. */

const SETTINGS: readonly [number, Record<string, string>][] = [
  [2, {}],
  [3, { returns: 'classic' }],
  [4, { hand: '2' }],
  [5, { arrow: 'false' }],
  [6, { hand: '3', arrow: 'false', returns: 'classic' }],
];

/** The states of a game, and its log. */
function game(seats: number, options: Record<string, string>, seed: string) {
  const roll = dice(seats * 101);
  const states: State[] = [metro.setup({ map: PARIS, seats, options, chance: { seed }, rules: 1 })];
  const log: { seat: number; code: string }[] = [];
  for (let state = states[0]!; !metro.over(state); ) {
    const [seat] = metro.toAct(state);
    const legal = metro.actions(state, seat!);
    // Another tile is drawn more often than one of so many choices would be.
    const draw = legal.find(({ kind }) => kind === 'draw');
    const action = draw && roll(5) === 0 ? draw : legal[roll(legal.length)]!;
    log.push({ seat: seat!, code: metro.code(action) });
    state = metro.apply(state, seat!, action);
    states.push(state);
  }
  return { states, log, last: states.at(-1)! };
}

/** With other tiles wherever a seat, or a watcher, must not look. */
function disguised(state: State, seat: number | undefined): State {
  const other = (tiles: readonly string[]): string[] =>
    tiles.map((tile) => (tile === 'aaaa' ? 'bbbb' : 'aaaa'));
  const mine = seat === state.mover || state.drawn === null;
  return {
    ...state,
    hands: state.hands.map((hand, i) => (i === seat ? hand : other(hand))),
    drawn: mine ? state.drawn : other([state.drawn!])[0]!,
    pool: other(state.pool),
    dealt: other(state.dealt),
  };
}

test('every tile joins each even connector to an odd one of its own', () => {
  for (const pairs of Object.values(tracks)) {
    expect(pairs.map(([a]) => a)).toEqual([0, 2, 4, 6]);
    expect(pairs.map(([, b]) => b).sort()).toEqual([1, 3, 5, 7]);
  }
});

describe.each(SETTINGS)('%d players, %j', (seats, options) => {
  const { states, log, last } = game(seats, options, `properties ${seats}`);

  test('on the full board every line has arrived, at a place of its own', () => {
    expect(last.squares.filter(Boolean)).toHaveLength(60);
    const arrivals = last.lines.map(({ arrival }) => JSON.stringify(arrival));
    expect(arrivals).not.toContain('null');
    expect(new Set(arrivals).size).toBe(32);
  });

  test('every line arrives once, and keeps what it came to', () => {
    const arrived = states.flatMap((state, i) =>
      state.turn > (states[i - 1]?.turn ?? 0) ? state.last!.arrived : [],
    );
    expect(arrived.sort((a, b) => a - b)).toEqual(PARIS.stations.map(({ n }) => n));
    for (const { lines } of states)
      for (const [i, line] of lines.entries()) if (line.arrival) expect(line).toEqual(last.lines[i]);
  });

  test('no line comes to the departure of another, nor do two share a track', () => {
    const departures = new Set(
      PARIS.stations.map(({ row, col, departure }) => `${row * 8 + col} ${departure}`),
    );
    for (const { lines } of states) {
      const heads = lines.flatMap(({ head, length }) =>
        head ? [{ at: `${head.square} ${head.connector}`, length }] : [],
      );
      expect(new Set(heads.map(({ at }) => at)).size).toBe(heads.length);
      for (const { at, length } of heads) if (length > 0) expect(departures.has(at)).toBe(false);
    }
  });

  test('totals are those of a second tracing, and never fall', () => {
    expect(scoresOf(last)).toEqual(totals(last));
    for (const [i, state] of states.slice(1).entries())
      for (const [seat, score] of scoresOf(state).entries())
        expect(score).toBeGreaterThanOrEqual(scoresOf(states[i]!)[seat]!);
  });

  test('nobody sees another’s hand, nor what comes', () => {
    for (const state of states.slice(0, 30)) {
      for (const seat of [undefined, ...state.hands.keys()]) {
        const view = metro.view(state, seat);
        expect(view).not.toHaveProperty('pool');
        expect(view).not.toHaveProperty('hands');
        expect(view).not.toHaveProperty('dealt');
        expect(view.hand).toEqual(seat === undefined ? [] : state.hands[seat]);
        if (seat !== state.mover) expect([view.drawn, view.legal]).toEqual([null, []]);
        // Beside what lies on the board and the own tiles, no tile is named however deep in it.
        const { map: _, squares: __, hand: ___, drawn: ____, legal: _____, ...rest } = view;
        expect(JSON.stringify(rest)).not.toMatch(/[abcd]{4}/);
        // Whatever else were hidden, it would be the same.
        expect(metro.view(disguised(state, seat), seat)).toEqual(view);
      }
    }
  });

  test('what anybody can imagine looks the same to them', () => {
    for (const state of states.filter((one, i) => i % 7 === 0 || one.drawn !== null)) {
      for (const seat of [undefined, ...state.hands.keys()]) {
        const view = metro.view(state, seat);
        for (const seed of [undefined, 'dream'])
          expect(metro.view(metro.imagine(view, seed), seat)).toEqual(view);
      }
    }
  });

  test('what a seat can imagine can be played: each of its actions, also with a seed to the end', () => {
    const drawn = states.filter((one) => one.drawn !== null).slice(0, 3);
    expect(drawn).not.toHaveLength(0);
    for (const state of [...drawn, ...states.filter((one, i) => i % 9 === 0 && !metro.over(one))]) {
      const view = metro.view(state, state.mover);
      const thought = metro.imagine(view);
      expect(metro.actions(thought, state.mover)).toEqual(metro.actions(state, state.mover));
      for (const action of metro.actions(thought, state.mover)) metro.apply(thought, state.mover, action);
      let seeded = metro.imagine(view, 'dream');
      while (!metro.over(seeded)) {
        const [seat] = metro.toAct(seeded);
        seeded = metro.apply(seeded, seat!, metro.actions(seeded, seat!)[0]!);
      }
      expect(seeded.turn).toBe(60);
    }
  });

  test('its record, written down, comes to the same; of a running game it tells nothing', () => {
    const logged = {
      game: 'metro',
      rules: 1,
      map: 'paris',
      seats: Array.from({ length: seats }, (_, i) => `P${i}`),
      options,
      chance: { seed: `properties ${seats}` },
    };
    const record = recordOf({ ...logged, log });
    expect(record.draws).toHaveLength(60);
    expect(replayed(record)).toMatchObject({ over: true, scores: scoresOf(last) });
    expect(recordOf({ ...logged, log: log.slice(0, -1) })).toMatchObject({ draws: [], actions: [] });
  });
});

/** A table with any options, and the dice by which its game is played. */
const table = fc.record({
  seats: fc.integer({ min: 2, max: 6 }),
  options: fc.record({
    returns: fc.constantFrom('none', 'classic'),
    arrow: fc.constantFrom('true', 'false'),
    hand: fc.constantFrom('1', '2', '3'),
  }),
  seed: fc.string({ minLength: 1, maxLength: 8 }),
});

test('in any game, at any time, lines, scores and legal squares are those of a second reckoning', () => {
  fc.assert(
    fc.property(table, ({ seats, options, seed }) => {
      for (const [at, state] of game(seats, options, seed).states.entries()) {
        expect(state.lines.map(({ length, arrival }) => [length, arrival !== null])).toEqual(
          ways(state.squares).map(({ length, end }) => [length, end !== null]),
        );
        expect(scoresOf(state)).toEqual(totals(state));
        if (metro.over(state) || at % 5 > 0) continue;
        const tiles = state.drawn === null ? new Set(state.hands[state.mover]) : [state.drawn];
        const placements = metro
          .actions(state, state.mover)
          .flatMap((one) => (one.kind === 'place' ? [`${one.tile} ${one.square}.${one.turns}`] : []));
        expect(placements).toEqual(
          [...tiles].flatMap((tile) => placesOf(state, tile).map((place) => `${tile} ${place}`)),
        );
        // The mover sees the same.
        const { legal } = metro.view(state, state.mover);
        expect(
          legal.flatMap(({ tile, spots }) => spots.map(({ square, turns }) => `${tile} ${square}.${turns}`)),
        ).toEqual(placements);
      }
    }),
    { numRuns: amount(8, 12) },
  );
});

test('in any game every tile of the box comes up once, and a pool that is left can be drawn from', () => {
  fc.assert(
    fc.property(table, ({ seats, options, seed }) => {
      const { states, last } = game(seats, options, seed);
      const box = PARIS.tiles.flatMap(({ tile, count }) => Array<string>(count).fill(tile)).sort();
      expect(last.squares.flatMap((placed) => (placed ? [placed.tile] : [])).sort()).toEqual(box);
      for (const state of states) {
        const placed = state.squares.flatMap((one) => (one ? [one.tile] : []));
        const drawn = state.drawn === null ? [] : [state.drawn];
        expect([...placed, ...state.hands.flat(), ...drawn, ...state.pool].sort()).toEqual(box);
        expect(state.held).toEqual(state.hands.map((hand) => hand.length));
        const may = metro.actions(state, state.mover).some(({ kind }) => kind === 'draw');
        expect(may).toBe(!metro.over(state) && state.drawn === null && state.left > 0);
      }
    }),
    { numRuns: amount(6, 8) },
  );
});
