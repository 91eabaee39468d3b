import { actions, apply } from '../../games/metrox/round.ts';
import type { Action, Card, State } from '../../games/metrox/state.ts';
import { inHindsight } from './beam.ts';

/** What is best done in a game for one that has just begun, as far as a search finds it that knows all cards: a choice a round. */
export const hindsight = (begun: State): readonly Action[] => inHindsight(begun.map, cardsOf(begun)).choices;

/** The cards as they come up, whatever is chosen. */
function cardsOf(begun: State): Card[] {
  const cards: Card[] = [];
  for (let state = begun; !state.over; ) {
    const [first] = actions(state, 0);
    if (state.card === null || !first) throw new Error('No card lies open.');
    cards.push(state.card);
    state = apply(state, 0, first);
  }
  return cards;
}
