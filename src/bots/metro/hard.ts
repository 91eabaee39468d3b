import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { actionOf, type Choice, type Compact, compactOf, DRAW, setBack } from '../../games/metro/compact.ts';
import { choose, dealAnew, isOver, mayDraw } from '../../games/metro/playout.ts';
import type { Action, State, View } from '../../games/metro/state.ts';
import { seeded } from '../../games/rng.ts';
import type { Player } from '../bot.ts';
import { listAll, listed, placeBest } from './placing.ts';
import { judgeFor } from './tables.ts';
import { type Judge, worthOf } from './worth.ts';

/** How much is tried. */
export interface Effort {
  /** Placements that are played on. */
  readonly placements: number;
  /** Tiles that are placed in each game that is played on, the first one included. */
  readonly depth: number;
  /** Such games in all, at a table where whoever places looks at one tile in one way: at others fewer, which take as long. */
  readonly playouts: number;
}

/** Measured among four: six tiles ahead are fewer wins, and between 10 and 16 there is no clear difference. */
export const EFFORT: Effort = { placements: 16, depth: 12, playouts: 3000 };

/**
 * A player that deals what it does not know anew, many times, and plays each of its better choices on from there as the normal player
 * places, some tiles far; then it looks at what the position is worth by its table. All choices are played on the same
 * deals, and the worse half of them is dropped again and again. Without a generator its deals are the same in every position.
 */
export const searching = (effort: Effort): Player<State, Action, View> => ({
  choose(game, view, seat, rng = seeded('')) {
    const state = game.imagine(view);
    if (!game.toAct(state).includes(seat)) throw new Error('There is nothing to choose.');
    const table = compactOf(state);
    const room = [compactOf(state), compactOf(state)] as const;
    const random = xoroshiro128plusFromState(rng);
    return actionOf(table, search(judgeFor(table), table, room, random, effort));
  },
});

/** The hard player. */
export const hard = searching(EFFORT);

/**
 * The choice of the mover that comes out best; where the tiles are that it does not know has no part in it. `room` is two more tables
 * of the same game.
 */
export function search(
  judge: Judge,
  game: Compact,
  [deal, ahead]: readonly [Compact, Compact],
  random: RandomGenerator,
  effort: Effort,
): Choice {
  const { mover, setting } = game;
  const playouts = effort.playouts / setting.hand / (setting.arrow ? 1 : 4);
  let candidates = candidatesOf(judge, game, effort.placements);
  const rounds = Math.ceil(Math.log2(candidates.length));
  while (candidates.length > 1) {
    const deals = Math.ceil(playouts / rounds / candidates.length);
    for (let n = 0; n < deals; n += 1) {
      setBack(deal, game);
      dealAnew(deal, mover, random);
      for (const candidate of candidates) {
        setBack(ahead, deal);
        choose(ahead, candidate.choice);
        if (candidate.choice === DRAW) placeBest(judge, ahead);
        for (let placed = 1; placed < effort.depth && !isOver(ahead); placed += 1) placeBest(judge, ahead);
        candidate.sum += worthOf(judge, ahead, mover);
      }
    }
    candidates.sort((one, other) => other.sum - one.sum);
    candidates = candidates.slice(0, Math.ceil(candidates.length / 2));
  }
  return candidates[0]!.choice;
}

interface Candidate {
  readonly choice: Choice;
  /** Of what it came to be worth on all deals so far. */
  sum: number;
}

/** The placements that add most at once, and to draw. */
function candidatesOf(judge: Judge, game: Compact, placements: number): Candidate[] {
  listAll(judge, game);
  const gains = new Map<Choice, number>();
  for (let at = 0; at < listed.count; at += 1) gains.set(listed.choices[at]!, listed.gains[at]!);
  const choices = [...gains].sort(([, one], [, other]) => other - one).map(([choice]) => choice);
  const best = choices.slice(0, placements);
  return (mayDraw(game) ? [...best, DRAW] : best).map((choice) => ({ choice, sum: 0 }));
}
