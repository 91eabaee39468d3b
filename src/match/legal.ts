import type { Seat } from '../games/game.ts';
import type { AnyGame } from './match.ts';

/**
 * The legal action of a seat with that text, or undefined: asked of whatever is new (presses, the lines of a record), never
 * of what stands in a log.
 */
export function legal(game: AnyGame, state: unknown, seat: Seat, code: string): unknown {
  if (game.parse(state, seat, code) === undefined) return undefined;
  return game.actions(state, seat).find((action) => game.code(action) === code);
}
