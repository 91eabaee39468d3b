import type { Seat } from '../game.ts';
import { seeded, shuffle } from '../rng.ts';
import { sorted } from './deck.ts';
import { emptyWindows } from './read.ts';
import { playing, toAct } from './round.ts';
import { carryOut } from './rules.ts';
import { scoreOf, scores } from './score.ts';
import type { State, View } from './state.ts';
import { tablesOf } from './tables.ts';

/**
 * What a seat, or without one a watcher, may know: no order of the deck, no generator, no other's pending
 * choice. Ranks are those of the public boards; the own seat's score and parts are those of `mine`.
 */
export function view(state: State, seat?: Seat): View {
  const { map, boards, card, taken, dropped } = state;
  const board = seat === undefined ? undefined : boards[seat];
  const own = board === undefined ? null : seat!;
  const choice = own === null ? null : state.choices[own]!;
  const mine =
    board === undefined
      ? null
      : choice === null
        ? board
        : carryOut(tablesOf(map), board, card!, choice, taken);
  const all = scores(map, boards, dropped);
  if (own !== null && mine !== board) all[own] = { ...scoreOf(map, mine!), rank: all[own]!.rank };
  const windows = Math.max(0, ...playing(state).map((one) => emptyWindows(map, boards[one]!)));
  return {
    map,
    flip: state.flip,
    seat: own,
    round: state.round,
    rounds: state.round + windows - (card !== null && card !== 'F' ? 1 : 0),
    card,
    deck: sorted(state.deck),
    reshuffled: state.reshuffled,
    toAct: toAct(state),
    over: state.over,
    boards,
    taken,
    dropped,
    choice,
    mine,
    scores: all,
  };
}

/**
 * A state that fits a view, with nobody's choice pending, the own one neither, so that a change of mind can be
 * looked at. Without a seed nothing comes up after the open card; with one the deck is shuffled.
 */
export function imagine(view: View, seed?: string): State {
  const [deck, rng] = seed === undefined ? [view.deck, null] : shuffle(view.deck, seeded(seed));
  return {
    map: view.map,
    flip: view.flip,
    round: view.round,
    card: view.card,
    deck,
    reshuffled: view.reshuffled,
    chance: rng === null ? null : { rng },
    boards: view.boards,
    choices: view.boards.map(() => null),
    taken: view.taken,
    dropped: view.dropped,
    over: view.over,
  };
}

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
