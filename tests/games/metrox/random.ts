import type { Seat } from '../../../src/games/game.ts';
import { metrox } from '../../../src/games/metrox/index.ts';
import type { MetroxMap, State } from '../../../src/games/metrox/state.ts';
import { below, seeded } from '../../../src/games/rng.ts';
import { freeze } from './table.ts';

export interface Setting {
  readonly map: MetroxMap;
  readonly seats: number;
  readonly flip: 'auto' | 'manual';
  /** For the cards and for the players. */
  readonly seed: string;
  /** Out of 100: how often a player chooses again before the round closes. */
  readonly doubts: number;
}

export interface Played {
  /** Every state, the first and the last included. */
  readonly states: readonly State[];
  readonly log: readonly { readonly seat: Seat; readonly code: string }[];
}

/** A game between players who choose at random, in random order, and sometimes change their minds. */
export function randomGame({ map, seats, flip, seed, doubts }: Setting): Played {
  let rng = seeded(`players of ${seed}`);
  const dice = (count: number) => {
    const [value, next] = below(count, rng);
    rng = next;
    return value;
  };
  let state = freeze(metrox.setup({ map, seats, options: { flip }, chance: { seed }, rules: 1 }));
  const states = [state];
  const log: { seat: Seat; code: string }[] = [];
  while (!metrox.over(state)) {
    const waiting = metrox.toAct(state);
    if (waiting.length === 0) throw new Error('nobody is to act in a game that is not over');
    const again = waiting[0] !== -1 && dice(100) < doubts;
    const seat = again ? dice(seats) : waiting[dice(waiting.length)]!;
    const all = metrox.actions(state, seat);
    const action = all[dice(all.length)]!;
    log.push({ seat, code: metrox.code(action) });
    state = freeze(metrox.apply(state, seat, action));
    states.push(state);
  }
  return { states, log };
}
