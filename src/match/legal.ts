import type { Seat } from '../games/game.ts';
import type { AnyGame } from './match.ts';

/**
 * The legal action of a seat with that text, or undefined: asked of whatever is new (presses, the lines of a record), never
 * of what stands in a log. `textOf` gives the text by which an action is known there; without it that is its code.
 */
export function legal(
  game: AnyGame,
  state: unknown,
  seat: Seat,
  text: string,
  textOf: (action: unknown) => string = game.code,
): unknown {
  if (game.parse(state, seat, text) === undefined) return undefined;
  return game.actions(state, seat).find((action) => textOf(action) === text);
}
