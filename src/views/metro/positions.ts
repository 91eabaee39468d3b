import paris from '../../../maps/metro/paris.json' with { type: 'json' };
import { metro } from '../../games/metro/index.ts';
import type { Open, State, Turns } from '../../games/metro/state.ts';
import { squareOf } from '../../games/metro/tracks.ts';

/** Positions of games of two, for pictures that belong to no game: each is dealt, and played by the rules. */

export const PARIS = metro.map(paris, 'maps/metro/paris.json');

const SEATS = 2;
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

/** What everybody sees after two players have placed tiles in turn: "E4 aacb", the first seat first. */
export function positionOf(texts: readonly string[]): Open {
  const draws = texts.map((text) => read(text)[1]);
  const chance = { given: { draws } };
  const start = metro.setup({ map: PARIS, seats: SEATS, options: {}, chance, rules: metro.rules });
  return metro.view(texts.reduce(placed, start));
}
