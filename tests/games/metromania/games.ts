import { easy } from '../../../src/bots/metromania/easy.ts';
import { metromania } from '../../../src/games/metromania/index.ts';
import type { State } from '../../../src/games/metromania/state.ts';
import { below, seeded as row } from '../../../src/games/rng.ts';
import { seeded } from './position.ts';

/** Whole games, of players who choose at random and of easy ones. */

export interface Setting {
  readonly seats: number;
  readonly options?: Record<string, string>;
  readonly seed: string;
  /** Out of 100: how often the easy player chooses. */
  readonly wits?: number;
}

export interface Played {
  /** Every state, the first and the last included. */
  readonly states: readonly State[];
  readonly log: readonly { readonly seat: number; readonly code: string }[];
  readonly last: State;
}

/** Numbers below a count, by chance. */
export function dice(seed: string): (count: number) => number {
  let rng = row(seed);
  return (count) => {
    const [value, next] = below(count, rng);
    rng = next;
    return value;
  };
}

export function playOut({ seats, options = {}, seed, wits = 0 }: Setting): Played {
  const roll = dice(`players of ${seed}`);
  const states = [seeded(seats, options, seed)];
  const log: { seat: number; code: string }[] = [];
  for (let state = states[0]!; !metromania.over(state); ) {
    const seat = metromania.toAct(state)[0]!;
    const legal = metromania.actions(state, seat);
    const clever = roll(100) < wits;
    const action = clever
      ? easy.choose(metromania, metromania.view(state, seat), seat)
      : legal[roll(legal.length)]!;
    log.push({ seat, code: metromania.code(action) });
    state = metromania.apply(state, seat, action);
    states.push(state);
  }
  return { states, log, last: states.at(-1)! };
}

/** What tables there are. */
export const TABLES: readonly (readonly [number, Record<string, string>])[] = [
  [2, {}],
  [2, { game: 'advanced' }],
  [3, { digging: 'free' }],
  [4, { lastTurn: 'true' }],
  [4, { noCorruption: 'true', digging: 'free' }],
];
