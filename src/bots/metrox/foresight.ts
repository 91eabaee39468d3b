import { choiceIn, FREE, lowest, NO_STATION, placeOn, runAt, TRANSFER } from '../../games/metrox/compact.ts';
import { JUMPS } from '../../games/metrox/playout.ts';
import type { MetroxMap } from '../../games/metrox/state.ts';
import {
  EMPTY,
  gapsIn,
  HASH,
  type Layout,
  POINTS,
  reachIn,
  TRANSFERS,
  windowHash,
  windowsIn,
} from './boards.ts';
import type { Weights } from './weights.ts';
import { rowAt, rowBefore, type Worth, worked } from './worth.ts';

/** What boards promise to whoever knows the cards, and what can be chosen on them. */

/** What is known in a round of the rounds after it. */
export interface Ahead {
  /** The open card. */
  readonly card: number;
  /** The share of all rounds that comes after this one. */
  readonly left: number;
  /** Whether a transfer comes. */
  readonly transfers: boolean;
  /** Stations that all cards fill together, at most. */
  readonly reach: number;
}

/** Those with which it found most. They are other ones than a player's: whoever knows the cards can wait for them. */
const WEIGHTS: Weights = {
  begin: 0.45,
  reach: 7.4,
  slope: 0.85,
  spare: 1.5,
  station: 1.37,
  early: 0,
  transfer: 0.14,
};
/** What an empty station costs more in the first round. */
const EARLY = 0.26;
/** What it costs more where the cards can no longer fill it: of the stations that they reach they fill such a share, give or take. */
const BEYOND = 0.2;
const FILLED = 0.8;
const GIVE = 3.2;

const kept = new WeakMap<MetroxMap, Worth>();

function worthOf({ plan }: Layout): Worth {
  let worth = kept.get(plan.map);
  if (worth === undefined) kept.set(plan.map, (worth = worked(plan, WEIGHTS)));
  return worth;
}

/** Steps of a point in which promises are told apart. */
const STEPS = 32;

/** All that can be chosen in a round: the first `count` of each list. What promises less than `least` was left out, or may be. */
export interface Ways {
  count: number;
  least: number;
  /** Boards, by number, and what is chosen there. */
  parents: Int32Array;
  choices: Int32Array;
  hashes: Int32Array;
  /** What the boards promise that they lead to, in steps from the least that any may. */
  promises: Int32Array;
  /** By promise: how many were found. */
  readonly found: Int32Array;
  /** The promise of no points, in steps. */
  readonly zero: number;
}

/** Lists for the ways of many rounds, one after the other. */
export function createWays({ plan }: Layout): Ways {
  const stations = plan.places.length;
  const zero = STEPS * Math.ceil((WEIGHTS.station + EARLY + BEYOND) * stations);
  const most = [...plan.first, ...plan.transfers].reduce((sum, points) => sum + points, 0);
  const room = (): Int32Array => new Int32Array(1 << 16);
  return {
    count: 0,
    least: 0,
    parents: room(),
    choices: room(),
    hashes: room(),
    promises: room(),
    found: new Int32Array(zero + STEPS * most + 1),
    zero,
  };
}

function grow(ways: Ways): void {
  const twice = (list: Int32Array): Int32Array => {
    const longer = new Int32Array(2 * list.length);
    longer.set(list);
    return longer;
  };
  ways.parents = twice(ways.parents);
  ways.choices = twice(ways.choices);
  ways.hashes = twice(ways.hashes);
  ways.promises = twice(ways.promises);
}

/** By number of empty stations: what they will cost, as far as one can tell. */
function costsOf({ plan }: Layout, { left, reach }: Ahead): Float64Array {
  const each = WEIGHTS.station + EARLY * left;
  return Float64Array.from(
    { length: plan.places.length + 1 },
    (_, empty) => each * empty + BEYOND * GIVE * Math.log1p(Math.exp((empty - FILLED * reach) / GIVE)),
  );
}

/**
 * Finds what can be chosen on some boards; of more than `most` ways those that promise least are left out, but for those that promise as
 * much as another that stays.
 */
export function waysFrom(
  layout: Layout,
  { all, count }: { readonly all: Int32Array; readonly count: number },
  ahead: Ahead,
  most: number,
  ways: Ways,
): void {
  const { plan, size, hashes, transfers } = layout;
  const { card } = ahead;
  const { from, lines: crossing, bits, routes, fewer } = plan;
  const worth = worthOf(layout);
  const { needs, points } = worth;
  const costs = costsOf(layout, ahead);
  const transfer = ahead.transfers ? WEIGHTS.transfer : 0;
  const lines = routes.length;
  const gaps = new Int32Array(lines);
  const rows = new Int32Array(lines);
  const values = new Float64Array(lines);
  const filled = routes.map((_, line) =>
    Int32Array.from({ length: 1 + plan.map.lines[line]!.windows }, (_, left) => windowHash(line, left)),
  );
  const { found, zero } = ways;
  let { parents, choices, hashes: after, promises } = ways;
  let kept = 0;
  let least = 0;
  let next = 0;
  found.fill(0);

  function add(parent: number, choice: number, hash: number, value: number): void {
    const promise = Math.min(found.length - 1, Math.max(0, zero + Math.floor(STEPS * value)));
    if (promise < least) return;
    found[promise]! += 1;
    kept += 1;
    while (kept - found[least]! > most) {
      kept -= found[least]!;
      least += 1;
    }
    if (next === parents.length) {
      grow(ways);
      ({ parents, choices, hashes: after, promises } = ways);
    }
    parents[next] = parent;
    choices[next] = choice;
    after[next] = hash;
    promises[next] = promise;
    next += 1;
  }

  /** How much more lines are worth when the stations of a run are filled, but for one of them. */
  function gainBy(run: number, but: number): number {
    const end = from[run + 1]!;
    let gain = -transfer * transfers[run]!;
    for (let at = from[run]!; at < end; at += 1) {
      const line = crossing[at]!;
      if (line !== but) gain += points[rows[line]! + needs[gaps[line]! & ~bits[at]!]!]! - values[line]!;
    }
    return gain;
  }

  for (let parent = 0; parent < count; parent += 1) {
    const at = parent * size;
    const empty = all[at + lines + EMPTY]!;
    const hash = all[at + lines + HASH]!;
    let value = all[at + lines + POINTS]! + transfer * all[at + lines + TRANSFERS]!;
    for (let line = 0; line < lines; line += 1) {
      const rest = gapsIn(all[at + line]!);
      gaps[line] = rest;
      rows[line] = rowAt(worth, line, windowsIn(all[at + line]!), true);
      values[line] = points[rows[line]! + needs[rest]!]!;
      // Bonuses that were taken are among the points.
      if (rest !== 0) value += values[line]!;
    }
    if (card === FREE) {
      if (empty === 0) add(parent, NO_STATION, hash, value - costs[0]!);
      for (let line = 0; line < lines; line += 1)
        for (let rest = gaps[line]!; rest !== 0; rest &= rest - 1) {
          const place = placeOn(line, lowest(rest));
          const station = routes[line]![lowest(rest)]!;
          // Stations of several lines are met on each of them.
          if (plan.places[station] !== place) continue;
          const run = runAt(place, 1);
          add(parent, station, hash ^ hashes[run]!, value + gainBy(run, -1) - costs[empty - 1]!);
        }
      continue;
    }
    for (let line = 0; line < lines; line += 1) {
      const left = windowsIn(all[at + line]!);
      if (left === 0) continue;
      const moved = hash ^ filled[line]![left]!;
      const row = rowBefore(rows[line]!);
      let rest = gaps[line]!;
      const without = rest === 0 ? value : value - values[line]!;
      if (rest === 0 || (fewer && card !== TRANSFER))
        add(
          parent,
          choiceIn(line, 0),
          moved,
          without + (rest === 0 ? 0 : points[row + needs[rest]!]!) - costs[empty]!,
        );
      const reach = reachIn(rest, card);
      if (reach === 0) continue;
      let then = moved;
      let gain = 0;
      if (JUMPS[card]!)
        for (let one = 0; one < reach; one += 1, rest &= rest - 1) {
          const run = runAt(placeOn(line, lowest(rest)), 1);
          gain += gainBy(run, line);
          then ^= hashes[run]!;
        }
      else {
        const first = lowest(rest);
        const run = runAt(placeOn(line, first), reach);
        gain = gainBy(run, line);
        then ^= hashes[run]!;
        if (card === TRANSFER) gain += plan.transfers[routes[line]![first]!]!;
        rest &= ~(((1 << reach) - 1) << first);
      }
      const promised = without + gain + points[row + needs[rest]!]! - costs[empty - reach]!;
      add(parent, choiceIn(line, reach), then, promised);
    }
  }
  ways.count = next;
  ways.least = least;
}
