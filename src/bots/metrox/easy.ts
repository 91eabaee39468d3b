import type { Game, Seat } from '../../games/game.ts';
import type { Action, State, View } from '../../games/metrox/state.ts';
import type { Player } from '../bot.ts';
import { twinsBefore } from './twins.ts';

/**
 * The easy player: a fair choice, without a look at the rounds to come. It takes the best own score after this
 * round; of equal ones that with the smallest sum of parts, since what is paid for and what stands empty are parts,
 * too; of these the first. It leaves nothing to chance.
 */
export const easy: Player<State, Action, View> = {
  choose(game, view, seat) {
    const state = alone(game, view, seat);
    const [best, ...others] = game
      .actions(state, seat)
      .map((action) => {
        const { score, parts } = game.score(game.apply(state, seat, action))[seat]!;
        return { action, score, sum: Object.values(parts).reduce((all, part) => all + part, 0) };
      })
      .sort((a, b) => b.score - a.score || a.sum - b.sum);
    if (!best) throw new Error('There is nothing to choose.');
    const near = [best, ...others].filter(({ score }) => score >= best.score - APART);
    return near[twinsBefore(view, seat) % near.length]!.action;
  },
};

/** Points by which what is nearly as good may bring less than the best; see `twinsBefore`. */
const APART = 1;

/** Choices made at once are carried out when the last has chosen: here nobody else is waited for. */
function alone(game: Game<State, Action, View, unknown>, view: View, seat: Seat): State {
  let state = game.imagine(view);
  for (const other of view.boards.keys()) {
    if (other !== seat) state = game.drop?.(state, other) ?? state;
  }
  return state;
}
