import type { Seat } from '../../games/game.ts';
import type { View } from '../../games/metrox/state.ts';

/**
 * How many seats before this one have the same board. Computers that are as strong see the same there, and would all play alike to
 * the end; so of several such the second takes the second best of what is nearly as good, and so on.
 */
export function twinsBefore({ boards, dropped }: Pick<View, 'boards' | 'dropped'>, seat: Seat): number {
  const own = boards[seat]!.stations;
  return boards
    .slice(0, seat)
    .filter(({ stations }, one) => !dropped.includes(one) && stations.every((mark, at) => mark === own[at]))
    .length;
}
