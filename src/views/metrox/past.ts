import type { View } from '../../games/metrox/state.ts';

/**
 * A round of a game that has ended, as it closed: the boards after it, under the card it was about. That a card lies
 * open and nobody is to act tells it apart from a round that is still to be played. The last round is shown as the
 * end of the game.
 */
export function closed(before: View, after: View, end: View): View {
  if (after.over) return after;
  return {
    ...after,
    round: before.round,
    rounds: end.over ? end.round : before.rounds,
    card: before.card,
    deck: before.deck,
    reshuffled: before.reshuffled,
    toAct: [],
  };
}
