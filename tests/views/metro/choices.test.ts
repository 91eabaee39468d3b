import { expect, test } from 'vitest';
import { metro } from '../../../src/games/metro/index.ts';
import { metroPresenter as presenter } from '../../../src/views/metro/index.ts';
import { dealt } from '../../games/metro/table.ts';
import { sceneOf, viewOf } from './positions.ts';

/** What a menu says of a tile: where it may go, within the room that the line below an entry has. */

const scene = sceneOf();

test('a tile says which squares it has, neighbours of a row together', () => {
  const state = dealt(['aaaa', 'bbbb', 'dada', 'cccc'], 2, { hand: '2' });
  expect(presenter.menus.place(metro.view(state, 0), ['aaaa'], scene).description).toBe(
    '28 squares: A1 to H1, A2, H2, A3, H3, A4, H4, A5, H5, A6, H6, A7, H7, A8 to H8',
  );
});

test('or only how many they are, where not all can be named', () => {
  const said = (count: number): string => {
    const spots = Array.from({ length: count }, (_, i) => ({ square: 2 * i, turns: 0 as const }));
    const legal = ['aaaa', 'dada'].map((tile) => ({ tile, spots }));
    const view = viewOf([], { hand: ['aaaa', 'dada'], legal });
    return presenter.menus.place(view, ['dada'], scene).description;
  };
  expect(said(22)).toMatch(/^22 squares: A1, C1, .*, A6, C6$/);
  expect(said(22)).toHaveLength(98);
  expect(said(23)).toBe('23 squares');
});
