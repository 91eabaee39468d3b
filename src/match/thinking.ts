import type { AnyView, Seat } from '../games/game.ts';
import { type Rng, seeded } from '../games/rng.ts';
import type { Strength } from '../games/strength.ts';
import { moduleOf, received, type Sent, sent } from '../modules.ts';
import { type Match, viewOf } from './match.ts';

/** What a computer is asked about its move, and who answers. */

/** Plain data, so that it can be answered anywhere. Nothing is in it that a person in that seat could not know. */
export interface Thought {
  readonly game: string;
  /** What the seat sees. */
  readonly view: Sent;
  readonly seat: Seat;
  readonly strength: Strength;
  /** The chance that a player has to think with. */
  readonly rng: Rng;
}

/** Answers with the code of the action that is chosen. */
export type Think = (thought: Thought) => Promise<string>;

/**
 * What a computer is asked about what a seat does now, as the match stands or in a `view` of what comes of steps that do not count yet. Its chance comes from where the match stands, so that it chooses the same when it
 * is asked again; the seed of the match would tell what comes up.
 */
export function thoughtOf(
  match: Match,
  {
    seat,
    strength,
    view = viewOf(match, seat),
  }: { readonly seat: Seat; readonly strength: Strength; readonly view?: AnyView },
): Thought {
  return {
    game: match.row.game,
    view: sent(match.module, view),
    seat,
    strength,
    rng: seeded(`${match.id}/${match.log.length}`),
  };
}

/** Thinks here and now. A strength that the game does not have (any more) is played by the easy one. */
export async function think({ game, view, seat, strength, rng }: Thought): Promise<string> {
  const module = moduleOf(game);
  const player = module.players[strength] ?? module.players.easy;
  return module.rules.code(player.choose(module.rules, received(module, view), seat, rng));
}
