import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { play } from '../../../src/match/record.ts';
import { carried, dealt, legalAt, lineOf, scoresOf } from './table.ts';

/** Games that were played and counted elsewhere. */

interface Full {
  readonly players: number;
  readonly sequence: string;
  readonly scores: readonly number[];
}

const { examples } = JSON.parse(readFileSync(new URL('./examples.json', import.meta.url), 'utf8')) as {
  examples: {
    full: readonly Full[];
    partial: readonly {
      players: number;
      tilesPlaced: number;
      sequencePrefixOfVector: number;
      scores: readonly number[];
      completed: Record<string, { len: number; central: boolean; arrival: number }>;
    }[];
    placement: readonly {
      board: string;
      tile: string;
      row: number;
      col: number;
      legal: boolean;
      why: string;
    }[];
    records: readonly { players: number; draws: string[]; actions: string[]; scores: readonly number[] }[];
  };
};

const named = (count: number): string[] => Array.from({ length: count }, (_, i) => `P${i}`);
const square = (row: number, col: number): string => `${'ABCDEFGH'[col]}${row + 1}`;

const moves = (sequence: string) =>
  [...sequence.matchAll(/([abcd]{4})(\d)(\d)/g)].map(([, tile = '', row, col]) => ({
    tile,
    square: square(Number(row), Number(col)),
  }));

describe('whole games with classic short lines', () => {
  test.each(examples.full.map((one, i) => [i, one] as const))('%d', (_, { players, sequence, scores }) => {
    const all = moves(sequence);
    expect(all).toHaveLength(60);
    const outcome = play({
      game: 'metro',
      map: 'paris',
      seats: named(players),
      options: { returns: 'classic' },
      draws: all.map(({ tile }) => tile),
      actions: all.map((move, i) => `${i % players} ${move.square}.0`),
    });
    expect(outcome).toMatchObject({ over: true, toAct: [], scores });
    expect(outcome).not.toHaveProperty('error');
  });
});

test.each(examples.partial)('the first $tilesPlaced tiles of $players', (one) => {
  const all = moves(examples.full[one.sequencePrefixOfVector]!.sequence);
  const state = carried(
    dealt(
      all.map(({ tile }) => tile),
      one.players,
      { returns: 'classic' },
    ),
    ...all.slice(0, one.tilesPlaced).map((move) => `${move.square}.0`),
  );
  expect(scoresOf(state)).toEqual(one.scores);
  const done = state.lines.filter(({ arrival }) => arrival !== null).map(({ station }) => String(station));
  expect(done.sort()).toEqual(Object.keys(one.completed).sort());
  for (const [station, { len, central, arrival }] of Object.entries(one.completed))
    expect(lineOf(state, Number(station))).toMatchObject({
      length: len,
      arrival: central ? { central: expect.any(Number) } : { station: arrival },
    });
});

test.each(examples.placement)('$tile at row $row, column $col: $why', ({ board, tile, row, col, legal }) => {
  expect(board).toBe('');
  const other = tile === 'aaaa' ? 'bbbb' : 'aaaa';
  expect(legalAt(dealt([tile, other], 2, { returns: 'classic' })).includes(`${square(row, col)}.0`)).toBe(
    legal,
  );
});

test.each(examples.records)(
  'a record of $players with the default rule',
  ({ players, draws, actions, scores }) => {
    const outcome = play({ game: 'metro', map: 'paris', seats: named(players), draws, actions });
    expect(outcome).toMatchObject({ over: true, scores });
    expect(outcome).not.toHaveProperty('error');
  },
);
