import type { AnyAction, AnyGame, AnyState, Seat } from '../games/game.ts';

/**
 * The legal action of a seat with that text, or undefined: asked of whatever is new (presses, the lines of a record), never
 * of what stands in a log. `textOf` gives the text by which an action is known there; without it that is its code.
 */
export function legal(
  game: AnyGame,
  state: AnyState,
  seat: Seat,
  text: string,
  textOf: (action: AnyAction) => string = game.code,
): AnyAction | undefined {
  if (game.parse(state, seat, text) === undefined) return undefined;
  return game.actions(state, seat).find((action) => textOf(action) === text);
}
