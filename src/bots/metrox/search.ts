import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import type { Game, Seat } from '../../games/game.ts';
import {
  type Choice,
  type Compact,
  choiceOf,
  compactOf,
  copyOf,
  scoreOf,
  setBack,
} from '../../games/metrox/compact.ts';
import { choose } from '../../games/metrox/playout.ts';
import type { Action, State, View } from '../../games/metrox/state.ts';
import { type Rng, seeded } from '../../games/rng.ts';
import type { Player } from '../bot.ts';
import { gainOf, playOn } from './policy.ts';
import { twinsBefore } from './twins.ts';
import { worthOf } from './worth.ts';

/**
 * Players who look ahead: each promising choice is played to the end of the game many times, by the policy and on cards that come up
 * at random, and the one that scores most is taken. All are tried on the same cards, so that luck is the same for all, and in rounds after each
 * of which the worse half is dropped.
 */
export interface Effort {
  /** Choices that are tried, the most promising by the policy. */
  readonly tried: number;
  /** Boards that are played to the end, for all choices together; rivals' boards count as well. */
  readonly boards: number;
}

/** Of many rivals those with the most points: with whom a first bonus is raced for matters less than that it is. */
const RIVALS = 3;
/** Rounds in which choices are tried, each with as many boards as the others. */
const ROUNDS = 3;

/** The table as it concerns a seat, which is 0 there: its board and those of a few rivals. Struck boards are left out. */
export function tableOf(view: View, seat: Seat): Compact {
  const rivals = [...view.boards.keys()]
    .filter((one) => one !== seat && !view.dropped.includes(one))
    .sort((one, other) => view.scores[other]!.score - view.scores[one]!.score || one - other)
    .slice(0, RIVALS);
  return compactOf({ ...view, boards: [seat, ...rivals].map((one) => view.boards[one]!), dropped: [] });
}

interface Candidate {
  readonly action: Action;
  readonly choice: Choice;
  readonly gain: number;
  /** The scores of all games that were played ahead. */
  sum: number;
}

/** A player who takes such pains. What it leaves to chance hangs on `rng`, or is always the same. */
export const ahead = (effort: Effort): Player<State, Action, View> => ({
  choose(rules, view, seat, rng = seeded('metrox')) {
    const actions = actionsOf(rules, view, seat);
    if (actions.length === 1) return actions[0]!;
    const table = tableOf(view, seat);
    const worth = worthOf(table.plan);
    let left: Candidate[] = actions
      .map((action) => ({ action, choice: choiceOf(action), sum: 0 }))
      .map((one) => ({ ...one, gain: gainOf(table, 0, worth, one.choice) }))
      .sort((one, other) => other.gain - one.gain)
      .slice(0, effort.tried);
    const game = copyOf(table);
    const cards = futuresOf(rng);
    const games = effort.boards / (ROUNDS * table.playing.length);
    let from = 0;
    for (let round = 0; round < ROUNDS && left.length > 1; round += 1) {
      const to = from + Math.max(1, Math.round(games / left.length));
      for (const one of left)
        for (let future = from; future < to; future += 1) {
          setBack(game, table);
          choose(game, 0, one.choice);
          playOn(game, worth, xoroshiro128plusFromState(cards(future)));
          one.sum += scoreOf(game, 0);
        }
      left.sort((one, other) => other.sum - one.sum);
      if (round < ROUNDS - 1) left = left.slice(0, Math.ceil(left.length / 2));
      from = to;
    }
    const near = left.filter(({ sum }) => sum >= left[0]!.sum - APART * from);
    return near[twinsBefore(view, seat) % near.length]!.action;
  },
});

/** Points by which what is nearly as good may promise less than the best; see `twinsBefore`. */
const APART = 1.5;

function actionsOf(game: Game<State, Action, View, unknown>, view: View, seat: Seat): Action[] {
  const actions = game.actions(game.imagine(view), seat);
  if (actions.length === 0) throw new Error('There is nothing to choose.');
  return actions;
}

/** By number: the state of the generator by which cards come up in one of the futures. */
export function futuresOf(rng: Rng): (future: number) => Rng {
  const random = xoroshiro128plusFromState(rng);
  const known: Rng[] = [];
  return (future) => {
    while (known.length <= future) known.push([random.next(), random.next(), random.next(), random.next()]);
    return known[future]!;
  };
}
