import type { AnyAction, AnyState, AnyView, Game, Seat } from '../games/game.ts';
import type { Rng } from '../games/rng.ts';

/** A computer player. It is given a view and never a state, so it knows what a person in that seat knows. */
export interface Player<State, Action, View> {
  /**
   * What it would choose for a seat that has to act; it looks ahead by `game.imagine(view)`. `rng` is for players that leave
   * something to chance, and whoever asks one gives it: with the same view and the same generator the choice is the same. How
   * long they think is counted in games played ahead, never in time. Throws when the seat has nothing to choose.
   */
  choose(game: Game<State, Action, View, unknown>, view: View, seat: Seat, rng?: Rng): Action;
}

/** What comes of a choice, and of the best other one: points to expect at the end. */
export interface Judgement<Action> {
  readonly expected: number;
  readonly better: Action;
  readonly instead: number;
}

/** A player of which only the interface is known. */
export type AnyPlayer = Player<AnyState, AnyAction, AnyView>;

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
