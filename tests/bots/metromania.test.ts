import { describe, expect, test } from 'vitest';
import { easy, tunnelsLeft } from '../../src/bots/metromania/easy.ts';
import { metromania } from '../../src/games/metromania/index.ts';
import { markerText } from '../../src/games/metromania/setup.ts';
import type { State } from '../../src/games/metromania/state.ts';
import { dice, playOut, TABLES } from '../games/metromania/games.ts';
import { type Laid, laid, legal, mover, seeded } from '../games/metromania/position.ts';

/** How the easy player of MetroMania plays. */

const choice = (state: State): string =>
  metromania.code(easy.choose(metromania, metromania.view(state, mover(state)), mover(state)));

/** Who holds what, in whatever order. */
const handsOf = ({ hands }: State): string =>
  hands.map((hand) => hand.map(markerText).sort().join()).join(' ');

const row = (step: string, n: number) => Array(n).fill(step).join(' ');
/** From the right border to F2, one tunnel before its end. */
const LEFT = `G10 ${row('W-L', 7)} NW-R W-R`;

describe.each(TABLES)('%d players, %j', (seats, options) => {
  const { states, last } = playOut({ seats, options, seed: `easy ${seats}`, wits: 30 });
  const some = states.filter((state, i) => i % 9 === 0 && !state.over);

  test('it only does what is legal, and the same in the same position', () => {
    for (const state of some) {
      const code = choice(state);
      expect(legal(state)).toContain(code);
      expect(choice(structuredClone(state))).toBe(code);
    }
  });

  test('whatever the others hold, it does the same', () => {
    let compared = 0;
    for (const [i, state] of some.entries()) {
      const seat = mover(state);
      const other = metromania.imagine(metromania.view(state, seat), `other hands ${i}`);
      if (handsOf(other) !== handsOf(state)) compared++;
      expect(choice(other)).toBe(choice(state));
    }
    // With two players, or given hands, everybody knows all of them.
    expect(compared > 0).toBe(seats > 2 && options.noCorruption === undefined);
  });

  test('when nothing is to be chosen it says so', () => {
    expect(() => easy.choose(metromania, metromania.view(last, 0), 0)).toThrow('There is nothing to choose.');
  });
});

describe('in small positions', () => {
  const at = (what: Laid) => choice(laid(what));

  test('it ends a line when it can', () => {
    expect(['dig.1.W-L', 'dig.1.W-R', 'dig.1.NW-L', 'dig.1.SW-R']).toContain(at({ lines: { 0: LEFT } }));
  });

  test('and takes the bonus station that brings most', () => {
    // G5 touches two spots, G8 one.
    const signs = { 'F5 F6 G5': 'residential', 'F5 G4 G5': 'commercial', 'F8 F9 G8': 'commercial' } as const;
    const state = laid({ lines: { 0: `${LEFT} W-R .` }, signs });
    expect(choice({ ...state, bonus: 0 })).toBe('bonus.G5');
  });

  test('it does not dig into a dead end where it can go on', () => {
    // Straight on and to the left there is no way out of G7; to the right there is.
    const signs = { 'F7 G6 G7': 'lake', 'G6 G7 H6': 'lake', 'F7 F8 G7': 'lake', 'G7 H6 H7': 'lake' } as const;
    expect(at({ lines: { 0: 'G10 W-L W-R', 1: 'A3 SW-R' }, signs })).not.toMatch(/^dig\.1\.W-/);
  });

  test('tunnels left: the fewest to the city limit opposite; none where there is no way', () => {
    expect(tunnelsLeft(laid({ lines: { 0: LEFT } }), 0)).toBe(1);
    // From G3 to F3 or G2, on to F2 or G1, and to F1.
    expect(tunnelsLeft(laid({ lines: { 0: `G10 ${row('W-L', 7)}` } }), 0)).toBe(3);
    const signs = { 'F7 G6 G7': 'lake', 'G6 G7 H6': 'lake', 'F7 F8 G7': 'lake', 'G7 H6 H7': 'lake' } as const;
    expect(tunnelsLeft(laid({ lines: { 0: 'G10 W-L W-R W-L' }, signs }), 0)).toBeNull();
  });
});

test.each([2, 3, 4])('among %d it beats those who play at random, clearly', (seats) => {
  const GAMES = 6;
  let [clever, blind] = [0, 0];
  for (let n = 0; n < GAMES; n++) {
    const roll = dice(`random ${seats} ${n}`);
    let state = seeded(seats, {}, `beats ${seats} ${n}`);
    while (!metromania.over(state)) {
      const seat = mover(state);
      const actions = metromania.actions(state, seat);
      const own = seat === n % seats;
      const action = own
        ? easy.choose(metromania, metromania.view(state, seat), seat)
        : actions[roll(actions.length)]!;
      state = metromania.apply(state, seat, action);
    }
    const scores = metromania.score(state).map(({ score }) => score);
    const mine = scores[n % seats]!;
    clever += mine / GAMES;
    blind += scores.reduce((sum, score) => sum + score, -mine) / (seats - 1) / GAMES;
  }
  expect(clever, `${clever} against ${blind}`).toBeGreaterThan(blind + 8);
});
