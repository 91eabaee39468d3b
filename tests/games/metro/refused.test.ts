import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { play } from '../../../src/match/record.ts';

/** What a record is told about an action of Metro that is not legal: each kind of sentence once. */

const record = {
  game: 'metro',
  map: 'paris',
  seats: ['Ann', 'Ben'],
  draws: ['dada', 'bbbb', 'aaaa', 'cccc'],
};

describe('with one tile in hand', () => {
  test.each([
    ['1 B1.0', 'It is the turn of seat 0, not of seat 1.'],
    ['0 nonsense', '"nonsense" is no action: write SQUARE.TURNS such as E4.0, or draw.'],
    ['0 A4.1', 'The arrow points up: tiles are not turned, so write .0.'],
    ['0 dada.A4.0', 'Only one tile can be placed: write A4.0, without the tile.'],
    ['0 D1.0', 'dada cannot lie on D1: its squares are A2, H2, A3, H3, A4, H4, A5, H5, A6, H6, A7, H7.'],
  ])('%s', (action, error) => {
    expect(play({ ...record, actions: [action] })).toMatchObject({ error, at: 0 });
  });
});

describe('with a hand of two', () => {
  test.each([
    ['0 A4.0', 'Seat 0 holds several tiles: write which one, such as dada.A4.0.'],
    ['0 cccc.A1.0', 'Seat 0 holds no tile cccc: its tiles are dada, aaaa.'],
    [
      '0 nonsense',
      '"nonsense" is no action: write SQUARE.TURNS such as E4.0, with the tile before it: aacb.E4.0, or draw.',
    ],
  ])('%s', (action, error) => {
    expect(play({ ...record, options: { hand: 2 }, actions: [action] })).toMatchObject({ error, at: 0 });
  });

  test('a drawn one is the only one that can be placed', () => {
    const draws = [...record.draws, 'acba'];
    expect(
      play({ ...record, draws, options: { hand: 2 }, actions: ['0 draw', '0 dada.A4.0'] }),
    ).toMatchObject({
      error: 'Only one tile can be placed: write A4.0, without the tile.',
      at: 1,
    });
  });
});

test('a square that another turning would fit', () => {
  // Turned once, dada goes straight on at top and bottom; in a corner it turns back either way.
  const sides = ['A2', 'H2', 'A3', 'H3', 'A4', 'H4', 'A5', 'H5', 'A6', 'H6', 'A7', 'H7'];
  const row = (n: number) => [...'BCDEFG'].map((column) => `${column}${n}`);
  expect(play({ ...record, options: { arrow: false }, actions: ['0 D1.0'] })).toMatchObject({
    error: `dada cannot lie on D1 that way: its squares are ${[...row(1), ...sides, ...row(8)].join(', ')}.`,
    at: 0,
  });
});

test('a second draw', () => {
  expect(play({ ...record, actions: ['0 draw', '0 draw'] })).toMatchObject({
    error: 'Seat 0 has drawn aaaa and must place it.',
    at: 1,
  });
});

test('a draw from an empty pool', () => {
  const { examples } = JSON.parse(readFileSync(new URL('./examples.json', import.meta.url), 'utf8')) as {
    examples: { records: { draws: string[]; actions: string[] }[] };
  };
  const { draws, actions } = examples.records[0]!;
  const seat = actions.at(-1)!.split(' ')[0];
  const last = [...actions.slice(0, -1), `${seat} draw`];
  expect(play({ ...record, seats: ['Ann', 'Ben', 'Cy'], draws, actions: last })).toMatchObject({
    error: 'No tile is left to draw.',
    at: actions.length - 1,
  });
});
