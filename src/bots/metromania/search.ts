import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import { actionOf, type Choice } from '../../games/metromania/choice.ts';
import { MOST_CHOICES } from '../../games/metromania/choices.ts';
import { type Compact, compactOf, setBack } from '../../games/metromania/compact.ts';
import { keyOf, pointsIn, totals } from '../../games/metromania/outcome.ts';
import type { Action, State, View } from '../../games/metromania/state.ts';
import { type Rng, seeded } from '../../games/rng.ts';
import type { Player } from '../bot.ts';
import { carryOut, playOn, rate } from './policy.ts';
import { type Ways, waysOf } from './ways.ts';
import { WEIGHTS } from './weights.ts';

/**
 * Players that look ahead by a tree of what may come: each game played ahead follows it by what has paid so far for whoever
 * moves, and by what the quick player likes where little was tried yet; it adds one choice to it and is played to its end by
 * the quick player. Letters that are hidden are dealt anew from game to game, as hands allow. Without a generator its chance is
 * the same in every position. `effort` is how many games two companies play ahead; more play half as many, which take twice
 * as long.
 */
export function looking(effort: number): Player<State, Action, View> {
  return {
    choose(game, view, seat, rng = seeded('metromania')) {
      const state = game.imagine(view);
      const actions = game.actions(state, seat);
      const [first, second] = actions;
      if (first === undefined) throw new Error('There is nothing to choose.');
      if (second === undefined) return first;
      const table = compactOf(state);
      const playouts = table.plan.setting.companies === 2 ? effort : Math.ceil(effort / 2);
      const deals = Array.from({ length: isKnown(view) ? 1 : Math.min(DEALS, playouts) }, (_, deal) =>
        compactOf(game.imagine(view, `${rng.join()} ${deal}`), table.plan),
      );
      return actionOf(deals[0]!, search(deals, table, playouts, rng));
    },
  };
}

/** How many times hidden letters are dealt. */
const DEALS = 16;

/** Whether a seat knows all hands. Of two, each holds what the other does not. */
const isKnown = ({ setting }: View): boolean => setting.open || setting.seats === 2;

/**
 * How much what was tried little is tried before what has paid, by companies. Among more the same games tell less of each choice:
 * with 4 one of four wins 6 % against 2.
 */
const CURIOSITY = { two: 3, more: 1 };
/** Points by which the quick player likes one thing e times more. */
const DOUBT = 3;
/** Points that choices which were never tried are held to be below their like. */
const UNTRIED = 2;
/** A point as it is weighed against curiosity. */
const SCALE = 1 / 20;
/** Points by which the quick player changes its mind by chance. */
const NOISE = 1.5;

interface Node {
  visits: number;
  /** By seat: what games that came here were worth, in all. */
  readonly sums: Float64Array;
  readonly next: Map<Choice, Node>;
}

const node = (seats: number): Node => ({ visits: 0, sums: new Float64Array(seats), next: new Map() });

const room = new Int16Array(MOST_CHOICES);
const values = new Float64Array(MOST_CHOICES);

/** What was tried most often. `game` is a table of the same game, on which is played. */
function search(deals: readonly Compact[], game: Compact, playouts: number, rng: Rng): Choice {
  const { seats, companies } = game.plan.setting;
  const random = xoroshiro128plusFromState(rng);
  const start = waysOf(game);
  const ways: Ways = { left: start.left.slice() };
  const curiosity = companies === 2 ? CURIOSITY.two : CURIOSITY.more;
  const points = new Int16Array(companies);
  const worth = new Float64Array(seats);
  const root = node(seats);
  for (let playout = 0; playout < playouts; playout += 1) {
    setBack(game, deals[playout % deals.length]!);
    ways.left.set(start.left);
    const path = descend(game, ways, root, curiosity);
    playOn(game, ways, WEIGHTS, NOISE, random);
    totals(game, points);
    weigh(game, points, worth);
    for (const one of path) {
      one.visits += 1;
      for (let seat = 0; seat < seats; seat += 1) one.sums[seat]! += worth[seat]!;
    }
  }
  let best: Choice | undefined;
  let most = 0;
  for (const [choice, { visits }] of root.next)
    if (visits > most) {
      most = visits;
      best = choice;
    }
  return best!;
}

/** Follows the tree to a choice that it does not have yet, and adds that. */
function descend(game: Compact, ways: Ways, root: Node, curiosity: number): Node[] {
  const path = [root];
  let at = root;
  while (!game.over) {
    const count = rate(game, ways, WEIGHTS, room, values);
    const choice =
      count === 1 ? room[0]! : promising(at, game.plan.setting.owners[game.mover]!, count, curiosity);
    carryOut(game, ways, choice);
    const known = at.next.get(choice);
    const next = known ?? node(game.plan.setting.seats);
    if (known === undefined) at.next.set(choice, next);
    path.push(next);
    at = next;
    // Where there is nothing to choose the tree goes on: it does not become wider by that.
    if (known === undefined && count > 1) break;
  }
  return path;
}

/** The choice of those in `room` that promises most to a seat: what it paid, and the more the less it was tried. */
function promising({ visits, sums, next }: Node, seat: number, count: number, curiosity: number): Choice {
  let top = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < count; at += 1) top = Math.max(top, values[at]!);
  let all = 0;
  for (let at = 0; at < count; at += 1) all += values[at] = Math.exp((values[at]! - top) / DOUBT);
  const untried = visits > 0 ? sums[seat]! / visits - UNTRIED : 0;
  const share = (curiosity * Math.sqrt(visits + 1)) / all;
  let best = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < count; at += 1) {
    const one = next.get(room[at]!);
    const paid = one === undefined ? untried : one.sums[seat]! / one.visits;
    const promise = SCALE * paid + (share * values[at]!) / (1 + (one?.visits ?? 0));
    if (promise <= most) continue;
    most = promise;
    best = at;
  }
  return room[best]!;
}

/** What a win is worth, in points, and how much a point of the best rival is held against one's own. */
const WIN = 10;
const RIVAL = 0.5;

/** By seat: what a game that is over is worth. */
function weigh(game: Compact, points: Int16Array, into: Float64Array): void {
  const seats = into.length;
  for (let seat = 0; seat < seats; seat += 1) {
    const key = keyOf(game, seat, points);
    let [ahead, beside, rival] = [0, 1, Number.NEGATIVE_INFINITY];
    for (let other = 0; other < seats; other += 1) {
      if (other === seat) continue;
      const its = keyOf(game, other, points);
      rival = Math.max(rival, its);
      if (its > key) ahead += 1;
      else if (its === key) beside += 1;
    }
    into[seat] = pointsIn(key) - RIVAL * pointsIn(rival) + (ahead > 0 ? 0 : WIN / beside);
  }
}
