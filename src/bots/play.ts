import type { AnyAction, AnyGame, AnyMap, AnyState, Seat } from '../games/game.ts';
import { below, seeded } from '../games/rng.ts';
import type { AnyPlayer } from './bot.ts';

/** Whole games among computers, for whoever wants to know how well they play. */

export interface Deal {
  readonly map: AnyMap;
  /** By seat. */
  readonly players: readonly AnyPlayer[];
  /** For what is dealt and for what players leave to chance: a game is the same each time. */
  readonly seed: string;
}

/** The state at the end of a game with the usual options. `around` is called with each choice and must make it, once. */
export function playGame(
  game: AnyGame,
  { map, players, seed }: Deal,
  around: (seat: Seat, choose: () => AnyAction) => AnyAction = (_, choose) => choose(),
): AnyState {
  const { rules } = game;
  let state = game.setup({ map, seats: players.length, options: {}, chance: { seed }, rules });
  for (let choice = 0; !game.over(state); choice += 1) {
    const seat = game.toAct(state)[0]!;
    const view = game.view(state, seat);
    const rng = seeded(`${seed}, choice ${choice}`);
    state = game.apply(
      state,
      seat,
      around(seat, () => players[seat]!.choose(game, view, seat, rng)),
    );
  }
  return state;
}

/** By seat: the share of a win, so that those of all seats make one. Whoever ties for the first place shares it. */
export function sharesOf(game: AnyGame, state: AnyState): number[] {
  const ranks = game.score(state).map(({ rank }) => rank);
  const winners = ranks.filter((rank) => rank === 1).length;
  return ranks.map((rank) => (rank === 1 ? 1 / winners : 0));
}

/** Whoever plays at random: every legal choice as likely as any other. It needs a generator. */
export const chance: AnyPlayer = {
  choose(game, view, seat, rng) {
    if (rng === undefined) throw new TypeError('Nothing is chosen at random without a generator.');
    const actions = game.actions(game.imagine(view), seat);
    const [at] = below(actions.length, rng);
    const action = actions[at];
    if (action === undefined) throw new Error('There is nothing to choose.');
    return action;
  },
};
