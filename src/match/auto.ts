import type { Seat } from '../games/game.ts';
import type { AnyGame } from './open.ts';

export interface Forced {
  readonly seat: Seat;
  readonly action: unknown;
}

/**
 * What the clock plays at once because there is nothing to choose: a seat whose only legal action is an empty
 * one. By convention the text of an empty action ends in `.-`.
 */
export function forced(game: AnyGame, state: unknown): Forced | undefined {
  for (const seat of game.toAct(state)) {
    const [action, another] = game.actions(state, seat);
    if (action !== undefined && another === undefined && game.code(action).endsWith('.-'))
      return { seat, action };
  }
  return undefined;
}
