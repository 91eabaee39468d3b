import { describe, expect, test } from 'vitest';
import { metro } from '../../../src/games/metro/index.ts';
import type { Action, State, View } from '../../../src/games/metro/state.ts';
import { metroLook as look } from '../../../src/views/metro/index.ts';
import { carried, dealt } from '../../games/metro/table.ts';
import { sceneOf } from './positions.ts';

/** What people read at a table of Metro, each position played by the game itself. */

const scene = sceneOf();
const seen = (state: State, seat?: number): View => metro.view(state, seat);

/** The mover's view, the action with such a code, and the view after it. */
function choice(state: State, code: string): [View, Action, View] {
  const view = seen(state, state.mover);
  const action = metro.actions(state, state.mover).find((one) => metro.code(one) === code)!;
  return [view, action, seen(metro.apply(metro.imagine(view), state.mover, action), state.mover)];
}

const label = (state: State, code: string) => look.label(...choice(state, code), scene);

describe('what a choice would do', () => {
  test('extends own lines and those of others', () => {
    // bbbb on B1: station 7 (Ann) turns right to C1; nothing else departs there.
    expect(label(dealt(['bbbb', 'aaaa', 'cccc']), 'B1.0')).toEqual({
      button: 'B1',
      label: 'B1: extends your 7 to 1',
      description: 'You +0, others +0',
      good: false,
    });
    expect(label(dealt(['bbbb', 'aaaa', 'cccc']), 'C1.0').label).toBe("C1: extends Ben's 6 to 1");
  });

  test('finishes: own lines first, and the entry is good where one of them arrives', () => {
    // cccc in the corner A1: station 8 (Ben) arrives at 9, the line from 9 (Ann) goes down.
    const corner = label(dealt(['cccc', 'bbbb', 'aaaa']), 'A1.0');
    expect(corner.label).toBe("A1: extends your 9 to 1, finishes Ben's 8 for 1");
    expect(corner).toMatchObject({ good: false, description: 'You +0, others +1' });
    // Straight down D1, D2; the third tile brings station 5 (Ann) into the centre.
    const down = carried(dealt(['aaaa', 'aaaa', 'aaaa', 'bbbb', 'bbbb']), 'D1.0', 'D2.0');
    expect(label(down, 'D3.0')).toMatchObject({
      label: 'D3: finishes your 5 for 6',
      good: true,
      description: 'You +6, others +0',
    });
  });

  test('changes nobody’s line', () => {
    const state = carried(dealt(['aaaa', 'aaaa', 'bbbb']), 'C1.0');
    expect(label(state, 'B1.0').label).toBe("B1: extends Ann's 7 to 1");
    // B2 lies under B1 alone once that bears a tile; beside C1 nothing leads into C2's neighbour.
    const inner = carried(dealt(['bbbb', 'dddd', 'aaaa']), 'D1.0');
    expect(label(inner, 'D2.0').label).toBe('D2: changes nobody’s line'.replace('’', "'"));
  });

  test('a turned tile says so', () => {
    const state = dealt(['aacb', 'bbbb', 'aaaa'], 2, { arrow: 'false' });
    expect(label(state, 'B1.1').label).toMatch(/^B1, turned once: /);
    expect(look.chosen(...choice(state, 'B1.3'), scene).title).toBe('B1, turned three times');
  });

  test('another tile has to be asked for', () => {
    const state = dealt(['aacb', 'bbbb', 'aaaa']);
    expect(look.chosen(...choice(state, 'draw'), scene)).toEqual({
      title: 'Draw another tile?',
      text: 'The drawn tile must be placed. Yours stays in your hand.',
      keep: 'Draw it',
    });
  });

  test('a draft names every line, and that it is final', () => {
    const { title, text } = look.chosen(...choice(dealt(['cccc', 'bbbb', 'aaaa']), 'A1.0'), scene);
    expect(title).toBe('A1');
    expect(text.split('\n')).toEqual([
      '- extends your 9 to 1',
      "- finishes Ben's 8 for 1",
      '-# A placement cannot be taken back.',
    ]);
  });
});

describe('the menu', () => {
  test('parts of the board in reading order, then the other tile', () => {
    expect(look.places(seen(dealt(['aaaa', 'bbbb']), 0))).toEqual(['nw', 'ne', 'sw', 'se', 'draw']);
    const drew = carried(dealt(['aaaa', 'bbbb', 'dada']), 'draw');
    expect(look.places(seen(drew, 0))).toEqual(['nw', 'ne', 'sw', 'se']);
  });

  test('nothing for those who do not move, nor for watchers', () => {
    expect(look.places(seen(dealt(['aaaa', 'bbbb']), 1))).toEqual([]);
    expect(look.places(seen(dealt(['aaaa', 'bbbb'])))).toEqual([]);
  });

  test('a part says which squares it has', () => {
    // dada goes to the sides without the corners: three squares in each quarter.
    const view = seen(dealt(['dada', 'bbbb']), 0);
    expect(look.narrow(view, ['sw'], scene)).toMatchObject({
      label: 'Bottom left',
      description: '3 squares: A5, A6, A7',
    });
  });

  test('tiles are numbered as in the picture, also where two are alike', () => {
    const state = dealt(['aaaa', 'bbbb', 'aaaa', 'bcbc', 'dada', 'cccc'], 2, { hand: '3' });
    const view = seen(state, 0);
    expect(view.hand).toEqual(['aaaa', 'aaaa', 'dada']);
    expect(look.places(view)).toEqual(['aaaa', 'dada', 'draw']);
    expect(look.narrow(view, ['dada'], scene)).toMatchObject({ label: 'Tile 3', button: 'Tile 3' });
  });

  test('turnings that lie alike are one way', () => {
    const state = dealt(['cbcb', 'aaaa'], 2, { arrow: 'false' });
    const ways = metro
      .actions(state, 0)
      .filter((action) => action.kind === 'place' && action.square === 1)
      .map((action) => look.paths(seen(state, 0), action)[0]!.join(' '));
    expect(ways).toEqual(['nw B1 t0', 'nw B1 t1', 'nw B1 t0', 'nw B1 t1']);
  });
});

describe('what everybody is told', () => {
  const before = dealt(['cccc', 'bbbb', 'aaaa']);
  const after = carried(before, 'A1.0');

  test('what was placed, and what arrived by it', () => {
    expect(look.say(seen(before), seen(after), scene)).toEqual([
      "**Ann placed A1**: Ben's line from 8 scores 1.",
    ]);
    const plain = carried(dealt(['bbbb', 'aaaa', 'cccc']), 'B1.0');
    expect(look.say(seen(dealt(['bbbb', 'aaaa', 'cccc'])), seen(plain), scene)).toEqual([
      '**Ann placed B1**.',
    ]);
  });

  test('a draw is no placement', () => {
    const drew = carried(before, 'draw');
    expect(look.say(seen(before), seen(drew), scene)).toEqual([]);
    expect(look.hint(seen(drew), scene)).toBe('🎴 Ann drew another tile and places it.');
    expect(look.hint(seen(before), scene)).toBe('');
  });

  test('the line that stays', () => {
    expect(look.diary(seen(before), seen(after), scene)).toBe('A1 · Ann · 🏁 Ben 8: 1');
  });

  test('whose turn it is', () => {
    expect(look.headline(seen(after), scene)).toBe('57 tiles left');
    expect(look.ask(seen(after, 1), scene)).toBe('Where does your tile go?');
    expect(look.ask(seen(after, 0), scene)).toBe("It is Ben's turn");
    expect(look.ask(seen(carried(before, 'draw'), 0), scene)).toBe('Place the tile you drew');
  });

  test('what a score is made of, and the longest line', () => {
    const centre = carried(dealt(['aaaa', 'aaaa', 'aaaa', 'bbbb', 'bbbb']), 'D1.0', 'D2.0', 'D3.0');
    expect(look.parts(seen(centre), 0, scene)).toBe('outside 0 · centre 6 · 15 lines under way');
    expect(look.parts({ ...seen(centre), over: true }, 0, scene)).toContain('5: 3 ×2');
    expect(look.remark([seen(before), seen(centre)], scene)).toBe(
      "Longest line: Ann's from station 5, 3 tiles.",
    );
    expect(look.remark([seen(before)], scene)).toBeNull();
  });
});
