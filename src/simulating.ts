import type { AnyPlayer } from './bots/bot.ts';
import { chance, playGame, sharesOf } from './bots/play.ts';
import { type AnyModule, mapOf, moduleOf, strengthsOf } from './modules.ts';

/** Games among computers as plain data, so that threads play them. */

/** Whoever plays at random, beside the strengths that a game has. */
export const RANDOM = 'random';

/** What is played: each deal as often as there are players, who sit in another seat each time. */
export interface Simulation {
  readonly game: string;
  readonly map: string;
  /** Strengths, or `RANDOM`. */
  readonly players: readonly string[];
  readonly seed: string;
}

/** The games of a simulation from one number, counted from 0, to before another. */
export interface SimulateJob {
  readonly simulate: Simulation;
  readonly from: number;
  readonly to: number;
}

/** What one player had in one game. */
export interface Result {
  readonly score: number;
  /** The share of the win: of two who tie for the first place each has a half. */
  readonly win: number;
  readonly moves: number;
  /** Milliseconds that these took. */
  readonly spent: number;
}

/** Who can play a game. */
export const playersOf = (module: AnyModule): readonly string[] => [RANDOM, ...strengthsOf(module)];

function playerOf(module: AnyModule, name: string): AnyPlayer {
  if (name === RANDOM) return chance;
  const strength = strengthsOf(module).find((one) => one === name);
  const player = strength && module.players[strength];
  if (!player) throw new Error(`${module.rules.id} has no player "${name}".`);
  return player;
}

/** By game and player, as they stand in the simulation. Throws where there is no such game, map or player. */
export function simulated({ simulate, from, to }: SimulateJob): Result[][] {
  const module = moduleOf(simulate.game);
  const map = mapOf(module, simulate.map);
  const players = simulate.players.map((name) => playerOf(module, name));
  return Array.from({ length: to - from }, (_, at) => {
    const { length } = players;
    const turn = (from + at) % length;
    const deal = (from + at - turn) / length;
    const seatOf = (player: number): number => (player + turn) % length;
    const seated = players.map((_player, seat) => players[(seat - turn + length) % length]!);
    const clocks = players.map(() => ({ moves: 0, spent: 0 }));
    const end = playGame(
      module.rules,
      { map, players: seated, seed: `${simulate.seed} ${deal}` },
      (seat, choose) => {
        const clock = clocks[seat]!;
        const begun = performance.now();
        const action = choose();
        clock.spent += performance.now() - begun;
        clock.moves += 1;
        return action;
      },
    );
    const scores = module.rules.score(end);
    const shares = sharesOf(module.rules, end);
    return players.map((_player, player) => {
      const seat = seatOf(player);
      return { score: scores[seat]!.score, win: shares[seat]!, ...clocks[seat]! };
    });
  });
}
