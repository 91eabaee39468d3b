import type { Seat } from '../games/game.ts';
import { type Rng, seeded } from '../games/rng.ts';
import type { Strength } from '../games/strength.ts';
import { mapOf, moduleOf } from '../modules.ts';
import { type Match, viewOf } from './match.ts';
import type { Computer } from './seats.ts';

/** What a computer is asked about its move, and who answers. */

/** Plain data, so that it can be answered anywhere. Nothing is in it that a person in that seat could not know. */
export interface Thought {
  readonly game: string;
  /** The id of its map. */
  readonly map: string;
  /** What the seat sees, without the map. */
  readonly view: Readonly<Record<string, unknown>>;
  /** By which names the map stands in the view. */
  readonly holes: readonly string[];
  readonly seat: Seat;
  readonly strength: Strength;
  /** The chance that a player has to think with. */
  readonly rng: Rng;
}

/** Answers with the code of the action that is chosen. */
export type Think = (thought: Thought) => Promise<string>;

/**
 * What a computer is asked that has to act now. Its chance comes from where the match stands, so that it chooses the same when it
 * is asked again; the seed of the match would tell what comes up.
 */
export function thoughtOf(match: Match, { seat, computer }: Computer): Thought {
  const all = Object.entries(viewOf(match, seat));
  const isMap = ([, value]: (typeof all)[number]): boolean => value === match.map;
  return {
    game: match.row.game,
    map: match.row.map,
    view: Object.fromEntries(all.filter((entry) => !isMap(entry))),
    holes: all.filter(isMap).map(([name]) => name),
    seat,
    strength: computer,
    rng: seeded(`${match.id}/${match.log.length}`),
  };
}

/** Thinks here and now. A strength that the game does not have (any more) is played by the easy one. */
export async function think({ game, map, view, holes, seat, strength, rng }: Thought): Promise<string> {
  const module = moduleOf(game);
  const board = mapOf(module, map);
  const seen = { ...view, ...Object.fromEntries(holes.map((name) => [name, board])) };
  const player = module.players[strength] ?? module.players.easy;
  return module.rules.code(player.choose(module.rules, seen, seat, rng));
}
