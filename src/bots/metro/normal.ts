import { actionOf, compactOf, DRAW } from '../../games/metro/compact.ts';
import type { Action, State, View } from '../../games/metro/state.ts';
import type { Player } from '../bot.ts';
import { bestListed, listAll, listed, shouldDraw } from './placing.ts';
import { judgeFor } from './tables.ts';

/**
 * The normal player: the placement that adds most to what its lines are worth by a table that was fitted to games of its kind; it draws
 * where another tile promises more. It leaves nothing to chance.
 */
export const normal: Player<State, Action, View> = {
  choose(game, view, seat) {
    const state = game.imagine(view);
    if (!game.toAct(state).includes(seat)) throw new Error('There is nothing to choose.');
    const table = compactOf(state);
    const judge = judgeFor(table);
    if (shouldDraw(judge, table)) return actionOf(table, DRAW);
    listAll(judge, table);
    return actionOf(table, listed.choices[bestListed()]!);
  },
};
