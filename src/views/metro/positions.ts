import paris from '../../../maps/metro/paris.json' with { type: 'json' };
import { metro } from '../../games/metro/index.ts';
import type { Open, State, Turns } from '../../games/metro/state.ts';
import { squareOf } from '../../games/metro/tracks.ts';

/** Positions of games, for pictures that belong to no game: each is dealt, and played by the rules. */

export const PARIS = metro.map(paris, 'maps/metro/paris.json');

const TURNS: Turns = 0;

/** The square and the tile of "E4 aacb". */
const read = (text: string): readonly [square: string, tile: string] => {
  const [square = '', tile = ''] = text.split(' ');
  return [square, tile];
};

/** Whoever moves places the tile that was drawn for it. Whether it may lie there is not asked. */
function placed(state: State, text: string): State {
  const [square, tile] = read(text);
  const action = { kind: 'place', tile, square: squareOf(square), turns: TURNS, named: false } as const;
  return metro.apply(state, state.mover, action);
}

/** What everybody sees after players, two unless told otherwise, have placed tiles in turn: "E4 aacb", the first seat first. */
export function positionOf(texts: readonly string[], { map = PARIS, seats = 2 } = {}): Open {
  const draws = texts.map((text) => read(text)[1]);
  const chance = { given: { draws } };
  const start = metro.setup({ map, seats, options: {}, chance, rules: metro.rules });
  return metro.view(texts.reduce(placed, start));
}

/** A game of three on its way, for the picture of a board that nobody plays on yet. */
export const EXAMPLE = {
  seats: 3,
  placed: [
    'C1 baac',
    'A1 ccda',
    'H1 accd',
    'H8 dacc',
    'H2 bbad',
    'D1 aacb',
    'G8 baac',
    'F8 dbba',
    'E8 dbba',
    'B1 cddb',
    'H3 bcdd',
    'G7 dada',
    'E1 aacb',
    'D8 dbcd',
    'F1 acba',
    'E2 aaaa',
    'E3 acba',
    'D2 bcbc',
    'A3 acba',
    'A4 dada',
    'G1 cbcb',
    'B3 badb',
    'B4 aacb',
    'F2 badb',
    'B2 cbaa',
    'A2 aacb',
    'H7 bbad',
    'G2 adad',
    'H4 cbaa',
    'C2 acba',
    'H6 cccc',
    'B5 ddbc',
    'C3 cdac',
    'H5 dbcd',
    'C4 adbb',
    'D3 cbaa',
  ],
} as const;
