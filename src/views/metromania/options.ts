import { codeOf } from '../../games/metromania/parse.ts';
import type { Action, View } from '../../games/metromania/state.ts';

/** Choices by their numbers, the same in the picture and in the menu. */

export interface Choice {
  readonly n: number;
  readonly action: Action;
}

/** All that may be done now, numbered from 1. */
export const choicesOf = ({ legal }: Pick<View, 'legal'>): Choice[] =>
  legal.map((action, i) => ({ n: i + 1, action }));

/** The number of a choice; 0 for what may not be done. */
export const numberOf = ({ legal }: Pick<View, 'legal'>, action: Action): number =>
  legal.findIndex((one) => codeOf(one) === codeOf(action)) + 1;
