import { describe, expect, test } from 'vitest';
import { bestListed, listAll, listed, placeBest, shouldDraw } from '../../../src/bots/metro/placing.ts';
import { judgeFor } from '../../../src/bots/metro/tables.ts';
import { CELLS, cellOf, judgeOf, tableOf, UNIT, worthOf } from '../../../src/bots/metro/worth.ts';
import { type Compact, compactOf, DRAW, setBack } from '../../../src/games/metro/compact.ts';
import { metro } from '../../../src/games/metro/index.ts';
import { choicesOf, choose, isOver } from '../../../src/games/metro/playout.ts';
import type { State } from '../../../src/games/metro/state.ts';
import { carried, dealt, PARIS } from '../../games/metro/table.ts';
import { dice } from '../../lib/chance.ts';
import { amount } from '../../lib/long.ts';

/** What placements add to the worth of a position. */

const deal = (seats: number, options: Record<string, string>): State =>
  metro.setup({ map: PARIS, seats, options, chance: { seed: `placing ${seats}` }, rules: 1 });

const APART = 3 - amount(0, 2);

describe.each([
  [2, {}],
  [3, { returns: 'classic' }],
  [4, { arrow: 'false' }],
  [5, { hand: '3' }],
  [6, { hand: '2', arrow: 'false' }],
])('%d seats, %j', (seats, options) => {
  const state = deal(seats, options);
  const judge = judgeFor(compactOf(state));

  /** Plays to the end at random; `look` sees every third position, or each one. */
  function everywhere(look: (game: Compact) => void): void {
    const game = compactOf(state);
    const roll = dice(seats);
    for (let at = 0; !isOver(game); at += 1) {
      if (at % APART === 0) look(game);
      const choices = choicesOf(game);
      choose(game, choices[roll(choices.length)]!);
    }
  }

  test('what is listed is what may be placed, and adds what the worth is after it and was before', () => {
    const after = compactOf(state);
    everywhere((game) => {
      listAll(judge, game);
      const found = new Map<number, number>();
      for (let at = 0; at < listed.count; at += 1) found.set(listed.choices[at]!, listed.gains[at]!);
      expect([...found.keys()].sort()).toEqual(
        choicesOf(game)
          .filter((choice) => choice !== DRAW)
          .sort(),
      );
      // Before it the worth is that of the phase that the placement leads to.
      setBack(after, game);
      after.turn += 1;
      const before = worthOf(judge, after, game.mover);
      for (const [choice, gain] of found) {
        setBack(after, game);
        choose(after, choice);
        expect(worthOf(judge, after, game.mover) - before).toBe(gain);
      }
    });
  });

  test('the best one is placed, of equal ones the first', () => {
    const placed = compactOf(state);
    everywhere((game) => {
      listAll(judge, game);
      const gains = Array.from(listed.gains.subarray(0, listed.count));
      expect(bestListed()).toBe(gains.indexOf(Math.max(...gains)));
      const expected = compactOf(state);
      setBack(expected, game);
      choose(expected, listed.choices[bestListed()]!);
      setBack(placed, game);
      placeBest(judge, placed);
      expect(placed.all).toEqual(expected.all);
    });
  });

  test('another tile is drawn where the best placements of all unseen ones add more on average', () => {
    let [yes, no] = [0, 0];
    everywhere((game) => {
      const draws = shouldDraw(judge, game);
      if (!choicesOf(game).includes(DRAW)) {
        expect(draws).toBe(false);
        return;
      }
      listAll(judge, game);
      const own = listed.gains[bestListed()]!;
      // The mover draws each tile that it does not see in its place.
      const unseen = Array.from(game.pool.subarray(0, game.left));
      for (const [seat, count] of game.held.entries())
        if (seat !== game.mover) unseen.push(...game.hands.subarray(3 * seat, 3 * seat + count));
      const other = compactOf(state);
      setBack(other, game);
      const bests = unseen.map((type) => {
        other.drawn = type;
        listAll(judge, other);
        return listed.gains[bestListed()]!;
      });
      const sum = bests.reduce((all, gain) => all + gain, 0);
      expect(draws).toBe(sum > own * unseen.length);
      if (draws) yes += 1;
      else no += 1;
    });
    expect(Math.min(yes, no)).toBeGreaterThan(0);
  });
});

test('a table with one value in all cells: own lines count, and those of others by their share', () => {
  const flat = { lengths: Array<number>(CELLS).fill(100), hopes: Array<number>(CELLS).fill(800) };
  const state = carried(dealt(['aaaa', 'aaaa', 'cccc', 'aaaa']), 'D1.0', 'D2.0');
  const game = compactOf(state);
  // Of two, each has 16 lines that hope for 8; station 5, of seat 0, has come two tiles far.
  expect(worthOf(judgeOf(game, tableOf(flat), 100), game, 0)).toBe(2 * UNIT);
  expect(worthOf(judgeOf(game, tableOf(flat), 50), game, 0)).toBe((16 * 8 + 2 - 0.5 * 16 * 8) * UNIT);
  expect(worthOf(judgeOf(game, tableOf(flat), 50), game, 1)).toBe((16 * 8 - 0.5 * (16 * 8 + 2)) * UNIT);
});

test('a line stands in the same cell however the board is turned', () => {
  const cells = new Map<number, Set<string>>();
  for (let square = 0; square < 64; square += 1)
    for (let side = 0; side < 4; side += 1)
      for (let sides = 0; sides < 16; sides += 1) {
        const cell = cellOf(20, 4 * square + side, sides);
        if (!cells.has(cell)) cells.set(cell, new Set());
        // Turned once clockwise: row becomes column, and each side the next one.
        const [row, col] = [square >> 3, square & 7];
        const turned = 4 * (8 * col + 7 - row) + ((side + 1) % 4);
        expect(cellOf(20, turned, ((sides << 1) & 15) | (sides >> 3))).toBe(cell);
        cells.get(cell)!.add(`${square} ${side} ${sides}`);
      }
  // Four turns, and a tile or none where the train comes from.
  for (const lines of cells.values()) expect(lines.size).toBe(8);
  expect(cells.size).toBe(CELLS / 6);
});
