import { DealError } from '../../../src/games/game.ts';
import { metro } from '../../../src/games/metro/index.ts';
import { notation } from '../../../src/games/metro/notation.ts';
import type { Action, Code, State } from '../../../src/games/metro/state.ts';
import { mapOf, metroModule } from '../../../src/modules.ts';

export { DealError };

export const PARIS = mapOf(metroModule, 'paris');

/** A game whose tiles come in this order; the rest is not known. */
export const dealt = (draws: readonly Code[], seats = 2, options: Record<string, string> = {}): State =>
  metro.setup({ map: PARIS, seats, options, chance: { given: { draws } }, rules: 1 });

/** As records have it. */
export const textOf = (state: State, action: Action): string => notation.text!(state, action);

export const legalAt = (state: State): string[] =>
  metro.actions(state, state.mover).map((action) => textOf(state, action));

/** Carries out texts one after the other, each by whoever is to move; throws where one is not legal. */
export function carried(first: State, ...texts: readonly string[]): State {
  return texts.reduce((state, text) => {
    const action = metro.actions(state, state.mover).find((one) => textOf(state, one) === text);
    if (!action) throw new Error(`${text} is not among ${legalAt(state).join(' ')}`);
    return metro.apply(state, state.mover, action as Action);
  }, first);
}

export const scoresOf = (state: State): number[] => metro.score(state).map(({ score }) => score);

export const lineOf = (state: State, station: number) => state.lines[station - 1]!;
