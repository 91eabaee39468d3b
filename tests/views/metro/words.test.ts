import { describe, expect, test } from 'vitest';
import { metro } from '../../../src/games/metro/index.ts';
import type { Action, State, View } from '../../../src/games/metro/state.ts';
import { metroPresenter as presenter } from '../../../src/views/metro/index.ts';
import { carried, dealt } from '../../games/metro/table.ts';
import { sceneOf, viewOf } from './positions.ts';

/** What people read at a table of Metro, each position played by the game itself. */

const scene = sceneOf();
const seen = (state: State, seat?: number): View => metro.view(state, seat);

/** The mover's view, the action with such a code, and the view after it. */
function choice(state: State, code: string): [View, Action, View] {
  const view = seen(state, state.mover);
  const action = metro.actions(state, state.mover).find((one) => metro.code(one) === code)!;
  return [view, action, seen(metro.apply(metro.imagine(view), state.mover, action), state.mover)];
}

const label = (state: State, code: string) => presenter.menus.effect(...choice(state, code), scene);

/** The ways to all placements of the mover. */
const ways = (state: State): string[] =>
  metro
    .actions(state, state.mover)
    .filter(({ kind }) => kind === 'place')
    .map((action) => presenter.menus.paths(seen(state, state.mover), action)[0]!.join(' '));

describe('what a choice would do', () => {
  test('extends own lines and those of others', () => {
    // bbbb on B1: station 7 (Ann) turns right to C1; nothing else departs there.
    expect(label(dealt(['bbbb', 'aaaa', 'cccc']), 'B1.0')).toEqual({
      button: 'B1',
      label: 'B1: your line 7: 0 → 1 tile',
      description: 'Your line 7 goes on into C1',
      good: false,
    });
    expect(label(dealt(['bbbb', 'aaaa', 'cccc']), 'C1.0').label).toBe("C1: Ben's line 6: 0 → 1 tile");
  });

  test('finishes: own lines first, and the entry is good where one of them arrives', () => {
    // cccc in the corner A1: station 8 (Ben) arrives at 9, the line from 9 (Ann) goes down.
    const corner = label(dealt(['cccc', 'bbbb', 'aaaa']), 'A1.0');
    expect(corner.label).toBe("A1: your line 9: 0 → 1 tile; Ben's line 8: 0 → 1 tile, arrives: +1");
    expect(corner).toMatchObject({ good: false, description: 'You +0, others +1' });
    // Straight down D1, D2; the third tile brings station 5 (Ann) into the centre.
    const down = carried(dealt(['aaaa', 'aaaa', 'aaaa', 'bbbb', 'bbbb']), 'D1.0', 'D2.0');
    expect(label(down, 'D3.0')).toMatchObject({
      label: 'D3: your line 5: 2 → 3 tiles, arrives: +6',
      good: true,
      description: 'You +6, others +0',
    });
  });

  test('changes no player’s line', () => {
    const state = carried(dealt(['aaaa', 'aaaa', 'bbbb']), 'C1.0');
    expect(label(state, 'B1.0')).toMatchObject({
      label: "B1: Ann's line 7: 0 → 1 tile",
      description: "Ann's line 7 goes on into B2",
    });
    // B2 lies under B1 alone once that bears a tile; beside C1 nothing leads into C2's neighbour.
    const inner = carried(dealt(['bbbb', 'dddd', 'aaaa']), 'D1.0');
    expect(label(inner, 'D2.0')).toMatchObject({
      label: "D2: changes no player's line",
      description: 'You +0, others +0',
    });
  });

  test('a turned tile says so', () => {
    const state = dealt(['aacb', 'bbbb', 'aaaa'], 2, { arrow: 'false' });
    expect(label(state, 'B1.1').label).toMatch(/^B1, turned once: /);
    expect(presenter.menus.confirm(...choice(state, 'B1.3'), scene).title).toBe('B1, turned three times');
    // aacb lies differently in each turning: the first one has a name, too.
    expect(label(state, 'B1.0').label).toMatch(/^B1, not turned: /);
  });

  test('a tile that lies alike however it is turned says nothing of turning', () => {
    const state = dealt(['aaaa', 'bbbb', 'cccc'], 2, { arrow: 'false' });
    expect(label(state, 'B1.0').label).toBe('B1: your line 7: 0 → 1 tile');
  });

  test('where only one turning may be, it is said with the square', () => {
    // adad sends what comes from the left back; turned once it takes it straight on.
    const state = dealt(['adad', 'bbbb', 'aaaa'], 2, { arrow: 'false' });
    expect(label(state, 'A2.1').label).toBe("A2, turned once: Ben's line 10: 0 → 1 tile");
    expect(label(state, 'B1.0').label).toBe('B1: your line 7: 0 → 1 tile');
  });

  test('one of several tiles is named, but not again on its own page', () => {
    const state = dealt(['aaaa', 'bbbb', 'dada', 'cccc'], 2, { hand: '2' });
    const [view, action, after] = choice(state, 'dada.A2.0');
    expect(presenter.menus.effect(view, action, after, scene)).toMatchObject({
      button: 'Tile 2, A2',
      label: "Tile 2, A2: Ben's line 10: 0 → 1 tile",
    });
    expect(presenter.menus.effect(view, action, after, scene, ['dada', 'A2']).label).toBe(
      "1 · A2: Ben's line 10: 0 → 1 tile",
    );
    expect(presenter.menus.confirm(view, action, after, scene).title).toBe('Tile 2, A2');
  });

  test('another tile has to be asked for', () => {
    const state = dealt(['aacb', 'bbbb', 'aaaa']);
    expect(presenter.menus.confirm(...choice(state, 'draw'), scene)).toEqual({
      title: 'Draw another tile?',
      text: 'The drawn tile must be placed. What you hold stays in your hand.',
      keep: 'Draw it',
    });
  });

  test('a draft names every line, and that it is final', () => {
    const { title, text } = presenter.menus.confirm(
      ...choice(dealt(['cccc', 'bbbb', 'aaaa']), 'A1.0'),
      scene,
    );
    expect(title).toBe('A1');
    expect(text.split('\n')).toEqual([
      '- Your line 9: 0 → 1 tile',
      "- Ben's line 8: 0 → 1 tile, arrives: +1",
      '-# A placement cannot be taken back.',
    ]);
  });
});

describe('the menu', () => {
  test('parts of the board in reading order, then the other tile', () => {
    expect(presenter.menus.places(seen(dealt(['aaaa', 'bbbb']), 0), [])).toEqual([
      'nw',
      'ne',
      'sw',
      'se',
      'draw',
    ]);
  });

  test('no parts where one menu holds all squares: then there is no fixed order', () => {
    // dada goes to the sides without the corners: three squares in each quarter.
    const drew = carried(dealt(['aaaa', 'bbbb', 'dada']), 'draw');
    expect(presenter.menus.places(seen(drew, 0), [])).toEqual([]);
    expect(ways(drew).slice(0, 2)).toEqual(['A2', 'H2']);
    expect(ways(drew)).toHaveLength(12);
  });

  test('parts where squares, other tiles and the one to be drawn are more than twenty keys', () => {
    const spots = (count: number) =>
      Array.from({ length: count }, (_, square) => ({ square, turns: 0 as const }));
    const first = (tiles: Record<string, number>, drawn: string | null = null) => {
      const legal = Object.entries(tiles).map(([tile, count]) => ({ tile, spots: spots(count) }));
      const view = viewOf([], { hand: Object.keys(tiles), legal, drawn });
      return presenter.menus.page(view, legal.length > 1 ? ['acba'] : [], scene).prompt;
    };
    const [square, part] = ['Pick a square (with details)', 'Pick a part (with details)'];
    expect(first({ acba: 19 })).toBe(square);
    expect(first({ acba: 20 })).toBe(part);
    expect(first({ acba: 20 }, 'acba')).toBe(square);
    expect(first({ acba: 21 }, 'acba')).toBe(part);
    expect(first({ acba: 18, dada: 4 })).toBe(square);
    expect(first({ acba: 19, dada: 4 })).toBe(part);
    expect(first({ acba: 17, dada: 4, aaaa: 4 })).toBe(square);
    expect(first({ acba: 18, dada: 4, aaaa: 4 })).toBe(part);
  });

  test('no page has more choices, with those beside it, than there can be keys for', () => {
    const tables: Record<string, string>[] = [{}, { arrow: 'false' }, { hand: '3', arrow: 'false' }];
    for (const options of tables) {
      let state = dealt(['aaaa', 'bbbb', 'dada', 'cbcb', 'bcbc', 'acba', 'aacb'], 2, options);
      for (let turn = 0; turn < 2; turn++) {
        const pages = new Map<string, Set<string>>();
        for (const way of [...ways(state).map((text) => text.split(' ')), ['draw']])
          way.forEach((step, i) => {
            const page = way.slice(0, i).join(' ');
            pages.set(page, (pages.get(page) ?? new Set()).add(step));
          });
        for (const [page, steps] of pages) {
          const path = page === '' ? [] : page.split(' ');
          const beside = path.flatMap((_, i) =>
            presenter.menus.places(seen(state, state.mover), path.slice(0, i)),
          );
          expect(steps.size + beside.length, page).toBeLessThanOrEqual(20 + path.length);
        }
        state = metro.apply(state, state.mover, metro.actions(state, state.mover)[0]!);
      }
    }
  });

  test('squares are numbered in reading order on their page, ways up from the arrow on', () => {
    const key = (state: State, code: string, ...path: string[]) => {
      const [view, action, after] = choice(state, code);
      const { button, label: said } = presenter.menus.effect(view, action, after, scene, path);
      return [button, said.split(':')[0]];
    };
    const one = dealt(['aaaa', 'bbbb', 'cccc']);
    // Bottom left: A5, A6, A7, then the lowest row.
    expect(key(one, 'A5.0', 'sw', 'A5')).toEqual(['1', '1 · A5']);
    expect(key(one, 'D8.0', 'sw', 'D8')).toEqual(['7', '7 · D8']);
    expect(key(one, 'E1.0', 'ne', 'E1')).toEqual(['1', '1 · E1']);
    // Without a page there is no number.
    expect(key(one, 'D8.0')).toEqual(['D8', 'D8']);
    // adad in the corner would send a line back to where it came from, once turned or not.
    const turned = dealt(['aacb', 'bbbb', 'aaaa'], 2, { arrow: 'false' });
    const onB1 = ways(turned).filter((way) => way.includes('B1'));
    expect(onB1).toEqual(['nw B1 t0', 'nw B1 t1', 'nw B1 t2', 'nw B1 t3']);
    expect(key(turned, 'B1.2', 'nw', 'B1', 't2')).toEqual(['3', '3 · Turned twice']);
    expect(presenter.menus.place(seen(turned, 0), ['nw', 'B1'], scene).button).toBe('2');
    const half = dealt(['cbcb', 'bbbb'], 2, { arrow: 'false' });
    expect(key(half, 'B1.1', 'nw', 'B1', 't1')).toEqual(['2', '2 · Turned once']);
  });

  test('nothing for those who do not move, nor for watchers', () => {
    expect(presenter.menus.places(seen(dealt(['aaaa', 'bbbb']), 1), [])).toEqual([]);
    expect(presenter.menus.places(seen(dealt(['aaaa', 'bbbb'])), [])).toEqual([]);
  });

  test('a part says which squares it has', () => {
    const view = seen(dealt(['aaaa', 'bbbb']), 0);
    expect(presenter.menus.place(view, ['sw'], scene)).toMatchObject({
      button: 'Bottom left',
      label: 'Bottom left',
      description: '7 squares: A5, A6, A7, A8 to D8',
    });
  });

  test('tiles are numbered as in the picture, also where two are alike', () => {
    const state = dealt(['aaaa', 'bbbb', 'aaaa', 'bcbc', 'dada', 'cccc'], 2, { hand: '3' });
    const view = seen(state, 0);
    expect(view.hand).toEqual(['aaaa', 'aaaa', 'dada']);
    expect(presenter.menus.places(view, [])).toEqual(['aaaa', 'dada', 'draw']);
    expect(presenter.menus.place(view, ['dada'], scene)).toMatchObject({
      label: 'Tile 3',
      button: 'Tile 3',
      description: '12 squares: A2, H2, A3, H3, A4, H4, A5, H5, A6, H6, A7, H7',
    });
    // Only a tile of more squares is asked for by parts of the board.
    expect(presenter.menus.places(view, ['aaaa'])).toEqual(['nw', 'ne', 'sw', 'se']);
    expect(presenter.menus.places(view, ['dada'])).toEqual([]);
    expect(ways(state).filter((way) => / A2$/.test(way))).toEqual(['aaaa nw A2', 'dada A2']);
  });

  test('turnings that lie alike are one way; a single one is not asked for', () => {
    const onB1 = (tile: string) =>
      ways(dealt([tile, 'bbbb'], 2, { arrow: 'false' })).filter((way) => way.includes('B1'));
    expect(onB1('cbcb')).toEqual(['nw B1 t0', 'nw B1 t1', 'nw B1 t0', 'nw B1 t1']);
    expect(onB1('aaaa')).toEqual(['nw B1', 'nw B1', 'nw B1', 'nw B1']);
    // Turned once, adad sends what comes from above back.
    expect(onB1('adad')).toEqual(['nw B1', 'nw B1']);
  });

  test('every page has its title, and its menu says what to pick', () => {
    const says = (state: State, ...path: string[]) => {
      const view = seen(state, state.mover);
      return [presenter.menus.page(view, path, scene).title, presenter.menus.page(view, path, scene).prompt];
    };
    const two = dealt(['aaaa', 'bbbb', 'dada', 'cccc'], 2, { hand: '2' });
    expect(says(two)).toEqual(['Which tile do you place?', 'Pick a tile (with details)']);
    expect(says(two, 'dada')).toEqual(['Tile 2: which square?', 'Pick a square (with details)']);
    expect(says(two, 'aaaa')).toEqual(['Tile 1: which part of the board?', 'Pick a part (with details)']);
    expect(says(two, 'aaaa', 'nw')).toEqual([
      'Tile 1, top left: which square?',
      'Pick a square (with details)',
    ]);
    const turned = dealt(['cbcb', 'bbbb'], 2, { arrow: 'false' });
    expect(says(turned)).toEqual(['Your tile: which part of the board?', 'Pick a part (with details)']);
    expect(says(carried(dealt(['aaaa', 'bbbb', 'cccc']), 'draw'))[0]).toBe(
      'The tile you drew: which part of the board?',
    );
    expect(says(dealt(['dada', 'bbbb']))[0]).toBe('Where does your tile go?');
    expect(says(turned, 'nw')).toEqual(['Top left: which square?', 'Pick a square (with details)']);
    expect(says(turned, 'nw', 'B1')).toEqual(['B1: which way up?', 'Pick a way up (with details)']);
    const both = dealt(['cbcb', 'bbbb', 'dada', 'cccc'], 2, { arrow: 'false', hand: '2' });
    expect(says(both, 'cbcb', 'nw', 'B1')).toEqual([
      'Tile 1, B1: which way up?',
      'Pick a way up (with details)',
    ]);
    // All in one menu.
    expect(presenter.menus.page(seen(two, 0), undefined, scene).title).toBe('Which tile, and where?');
    expect(presenter.menus.page(seen(two, 0), undefined, scene).prompt).toBe('Pick a tile and a square');
    expect(presenter.menus.page(seen(turned, 0), undefined, scene).prompt).toBe('Pick a square');
  });

  test('what the numbers are is said where there are some', () => {
    const note = (state: State, ...path: string[]) => presenter.menus.page(seen(state, 0), path, scene).note;
    const said = 'numbers as in the picture; green: a line of yours arrives';
    expect(note(dealt(['dada', 'bbbb']))).toBe(said);
    expect(note(dealt(['aaaa', 'bbbb']))).toBe('');
    expect(note(dealt(['aaaa', 'bbbb']), 'nw')).toBe(said);
    const two = dealt(['dada', 'bbbb', 'adad', 'cccc'], 2, { hand: '2' });
    expect([note(two), note(two, 'dada')]).toEqual(['', said]);
  });
});

describe('a square on which the tile can be turned', () => {
  const entry = (state: State, ...path: string[]) => {
    const view = seen(state, state.mover);
    const actions = metro
      .actions(state, state.mover)
      .filter((action) => path.every((step, i) => presenter.menus.paths(view, action)[0]![i] === step));
    const foresee = (action: Action) =>
      seen(metro.apply(metro.imagine(view), state.mover, action), state.mover);
    return presenter.menus.place(view, path, scene, { view, actions, foresee });
  };

  test('names the lines that come to it, the own ones first, and the most it can bring', () => {
    // In the corner cbcb ends both lines after one tile; turned once it takes them to B1 and A2.
    expect(entry(dealt(['cbcb', 'aaaa'], 2, { arrow: 'false' }), 'nw', 'A1')).toEqual({
      button: '1',
      label: "1 · A1: carries on your line 9, Ben's line 8",
      description: '2 ways to turn it · you up to +1, others up to +1',
      good: false,
    });
    expect(entry(dealt(['cbcb', 'aaaa'], 2, { arrow: 'false' }), 'nw', 'B1')).toMatchObject({
      label: '2 · B1: carries on your line 7',
      description: '2 ways to turn it · you up to +0, others up to +0',
    });
  });

  test('or that it carries on no player’s line', () => {
    // Of three players nobody has stations 16 and 17.
    expect(entry(dealt(['cbcb', 'aaaa', 'bbbb'], 3, { arrow: 'false' }), 'sw', 'A8').label).toBe(
      "4 · A8: carries on no player's line",
    );
  });
});

describe('what everybody is told', () => {
  const before = dealt(['cccc', 'bbbb', 'aaaa']);
  const after = carried(before, 'A1.0');

  test('what was placed, and what arrived by it', () => {
    expect(presenter.words.news(seen(before), seen(after), scene)).toEqual([
      "**Ann placed A1**: Ben's line 8 ends with 1.",
    ]);
    const plain = carried(dealt(['bbbb', 'aaaa', 'cccc']), 'B1.0');
    expect(presenter.words.news(seen(dealt(['bbbb', 'aaaa', 'cccc'])), seen(plain), scene)).toEqual([
      '**Ann placed B1**.',
    ]);
  });

  test('a draw is no placement', () => {
    const drew = carried(before, 'draw');
    expect(presenter.words.news(seen(before), seen(drew), scene)).toEqual([]);
    expect(presenter.words.hint(seen(drew), scene)).toBe('🎴 Ann drew another tile and must place it.');
    expect(presenter.words.hint(seen(before), scene)).toBe('');
  });

  test('the line that stays: who did what, and what came of it', () => {
    const stays = (from: State, ...texts: string[]) => {
      const [then, now] = [carried(from, ...texts.slice(0, -1)), carried(from, ...texts)];
      return presenter.words.summary(seen(then), seen(now), scene);
    };
    expect(stays(before, 'A1.0')).toBe("Ann: tile on A1, Ben's line 8 ends with 1");
    const down = dealt(['aaaa', 'aaaa', 'aaaa', 'bbbb', 'bbbb']);
    expect(stays(down, 'D1.0', 'D2.0', 'D3.0')).toBe('Ann: tile on D3, own line 5 ends with 6');
    expect(stays(down, 'D1.0', 'D2.0')).toBe("Ben: tile on D2, Ann's line 5: 1 → 2 tiles");
    const inner = dealt(['bbbb', 'dddd', 'aaaa']);
    expect(stays(inner, 'D1.0', 'D2.0')).toBe("Ben: tile on D2, no player's line changed");
  });

  test('whose turn it is', () => {
    expect(presenter.words.headline(seen(after), scene)).toBe('59 tiles to place');
    expect(presenter.menus.page(seen(after, 1), undefined, scene).title).toBe('Where does your tile go?');
    expect(presenter.menus.page(seen(after, 0), undefined, scene).title).toBe("It is Ben's turn");
    expect(presenter.menus.page(seen(carried(before, 'draw'), 0), undefined, scene).title).toBe(
      'Place the tile you drew',
    );
  });

  test('what a score is made of, and the longest line', () => {
    const centre = carried(dealt(['aaaa', 'aaaa', 'aaaa', 'bbbb', 'bbbb']), 'D1.0', 'D2.0', 'D3.0');
    expect(presenter.words.breakdown(seen(centre), 0, scene)).toBe(
      '0 points at the edge · 6 in the centre · 15 lines under way',
    );
    const over = { ...seen(centre), over: true };
    expect(presenter.words.breakdown(over, 0, scene)).toBe('0 points at the edge · 6 in the centre');
    expect(presenter.words.remark([seen(before), over], scene)).toBe(
      "-# The longest line, lit in the picture:\n**1** Ann's line 5: 3 tiles ×2 in the centre, 6 points",
    );
    expect(presenter.words.remark([seen(centre)], scene)).toBeNull();
    expect(presenter.words.remark([seen(before)], scene)).toBeNull();
  });
});
