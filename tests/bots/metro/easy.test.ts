import { describe, expect, test } from 'vitest';
import { easy } from '../../../src/bots/metro/easy.ts';
import { metro } from '../../../src/games/metro/index.ts';
import type { State } from '../../../src/games/metro/state.ts';
import { carried, dealt, PARIS } from '../../games/metro/table.ts';

/** How the easy player of Metro plays, with values worked out by hand. Of two, seat 0 owns the odd stations. */

const choice = (state: State): string =>
  metro.code(easy.choose(metro, metro.view(state, state.mover), state.mover));

const CORNERS = ['A1.0', 'H1.0', 'A8.0', 'H8.0'];

test('it ends lines of others while they are short', () => {
  // cccc in a corner ends the line of an even station after one tile and carries that of an odd one on.
  expect(choice(dealt(['cccc', 'aaaa']))).toBe('A1.0');
});

test('it rather ends a line of another than only carry on two of its own', () => {
  // cccc on B1 carries on the lines of stations 7 and 9; in the corner H1 it ends that of 32, and carries on that of 1.
  const state = carried(dealt(['aaaa', 'aaaa', 'cccc', 'aaaa']), 'A1.0', 'D8.0');
  expect(choice(state)).toBe('H1.0');
});

test('it places even where every placement costs it something', () => {
  // All lines are its own, and dddd ends one wherever it lies.
  const state = dealt(['dddd', 'aaaa']);
  const own = { ...state, lines: state.lines.map((line) => ({ ...line, owner: 0 })) };
  expect(choice(own)).toBe('B1.0');
});

test('it does not end its own ones that early', () => {
  const state = carried(dealt(['aaaa', 'cccc', 'aaaa']), 'D1.0');
  for (const corner of CORNERS) expect(metro.actions(state, 1).map(metro.code)).toContain(corner);
  expect(CORNERS).not.toContain(choice(state));
});

describe('a line before the central station', () => {
  // Station 5 straight down D1 and D2: D3 leads into the centre.
  const state = carried(dealt(['aaaa', 'aaaa', 'aaaa', 'aaaa']), 'D1.0', 'D2.0');
  const long = (length: number): State => ({
    ...state,
    lines: state.lines.map((line) => (line.station === 5 ? { ...line, length } : line)),
  });

  test('is brought home when it is long', () => {
    // 2 × 13 for what is worth 12, and 8 that it might still gain.
    expect(choice(long(12))).toBe('D3.0');
  });

  test('is kept under way while it is short', () => {
    expect(choice(state)).not.toBe('D3.0');
  });
});

test.each([2, 6])(
  'a whole game of %d such players ends after 60 tiles, none of them drawn in vain',
  (seats) => {
    let state = metro.setup({ map: PARIS, seats, options: {}, chance: { seed: 'easy' }, rules: 1 });
    let steps = 0;
    for (; !metro.over(state); steps++) {
      const [seat] = metro.toAct(state);
      state = metro.apply(state, seat!, easy.choose(metro, metro.view(state, seat), seat!));
    }
    // Whoever draws needs a step for that, too.
    expect(steps).toBe(60);
  },
);
