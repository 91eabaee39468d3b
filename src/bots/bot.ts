import type { Game, Seat } from '../games/game.ts';
import type { Rng } from '../games/rng.ts';

/**
 * A computer player: what it would choose for a seat that has to act. It is given a view and never a state, so it
 * knows what a person in that seat knows; it looks ahead by `game.imagine(view)`. `rng` is for players that leave
 * something to chance: with the same view and the same generator the choice is the same. Throws when the seat has
 * nothing to choose.
 */
export type Bot<State, Action, View> = (
  game: Game<State, Action, View, unknown>,
  view: View,
  seat: Seat,
  rng?: Rng,
) => Action;

/** The action that is worth most, of equal ones the first. Throws when there is none. */
export function bestOf<Action>(actions: readonly Action[], worth: (action: Action) => number): Action {
  let best: { action: Action; value: number } | undefined;
  for (const action of actions) {
    const value = worth(action);
    if (!best || value > best.value) best = { action, value };
  }
  if (!best) throw new Error('There is nothing to choose.');
  return best.action;
}

/** A player of which only the interface is known. */
export type AnyBot = Bot<unknown, unknown, unknown>;
