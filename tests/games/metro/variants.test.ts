import { expect, test } from 'vitest';
import { play } from '../../../src/match/record.ts';
import { carried, DealError, dealt, legalAt } from './table.ts';

/** What a lobby can choose, and how a record says it. */

test('a hand of two: dealt round the seats, one tile each at a time; the text names the tile', () => {
  const state = dealt(['aaaa', 'bbbb', 'cccc', 'dada', 'acba'], 2, { hand: '2' });
  expect(state.hands).toEqual([
    ['aaaa', 'cccc'],
    ['bbbb', 'dada'],
  ]);
  expect(legalAt(state)).toContain('cccc.B1.0');
  expect(legalAt(state)).not.toContain('B1.0');
  expect(carried(state, 'cccc.B1.0').hands[0]).toEqual(['aaaa', 'acba']);
});

test('a drawn tile is placed without its name', () => {
  const state = carried(dealt(['aaaa', 'bbbb', 'cccc', 'dada', 'acba'], 2, { hand: '2' }), 'draw');
  expect(legalAt(state)).toContain('B1.0');
});

test('a hand of three is kept whole by who draws and places that one', () => {
  const tiles = ['aaaa', 'bbbb', 'cccc', 'dada', 'acba', 'adad', 'cbcb', 'bcbc'];
  const state = carried(dealt(tiles, 2, { hand: '3' }), 'draw');
  expect(state).toMatchObject({ drawn: 'cbcb', left: 53 });
  expect(carried(state, 'B1.0')).toMatchObject({
    hands: [
      ['aaaa', 'cccc', 'acba'],
      ['bbbb', 'dada', 'adad'],
    ],
  });
});

test('a record has them as numbers and as false', () => {
  const record = {
    game: 'metro',
    map: 'paris',
    seats: ['Ann', 'Ben'],
    draws: ['aacb', 'bbbb', 'aaaa', 'cccc'],
  };
  const options = { hand: 2, arrow: false, returns: 'classic' };
  expect(play({ ...record, options, actions: ['0 aacb.B1.3'] })).not.toHaveProperty('error');
  expect(play({ ...record, options: { hand: 4 }, actions: [] })).toEqual({
    error: 'The option "hand" is 1 or 2 or 3, not "4".',
  });
});

test('what does not fit is refused with a sentence', () => {
  expect(() => dealt([], 7)).toThrow(DealError);
  expect(() => dealt(['xxxx'])).toThrow('There is no tile "xxxx".');
  expect(() => dealt(['dddd', 'dddd', 'dddd'])).toThrow('There are only 2 tiles dddd.');
});
