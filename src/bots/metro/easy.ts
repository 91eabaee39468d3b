import type { Seat } from '../../games/game.ts';
import type { Action, Line, State, View } from '../../games/metro/state.ts';
import { bestOf, type Player } from '../bot.ts';

/**
 * The easy player: the placement that leaves its own lines best off against those of the others, one turn ahead. A line that
 * arrives is worth its points, one that is under way its length and what it may still gain. It never draws; of equal
 * placements it takes the first.
 */
export const easy: Player<State, Action, View> = {
  choose(game, view, seat) {
    const state = game.imagine(view);
    const placements = game.actions(state, seat).filter(({ kind }) => kind !== 'draw');
    return bestOf(placements, (action) => worthOf(game.apply(state, seat, action), seat));
  },
};

/** What a line is still expected to gain while it is under way: measured, more or less than it play worse. */
const HOPE = 8;

const worthOf = ({ lines }: State, seat: Seat): number =>
  lines.reduce((sum, line) => {
    if (line.owner === null) return sum;
    return line.owner === seat ? sum + value(line) : sum - value(line);
  }, 0);

const value = ({ arrival, length, points }: Line): number => (arrival === null ? length + HOPE : points);
