import { lowest, type Plan, placeOn, RUN, runAt } from '../../games/metrox/compact.ts';
import type { MetroxMap } from '../../games/metrox/state.ts';
import { WEIGHTS, type Weights } from './weights.ts';

/** What lines that are not complete are worth, in tables: a game that is played ahead asks for it a thousand times. */
export interface Worth {
  readonly weights: Weights;
  readonly lines: number;
  /** The most windows of a line, and one for none. */
  readonly windows: number;
  /**
   * By the empty stations of a line as bits: how many cards they still need, in steps. One card may fill stations that follow
   * one another, so it is mostly the number of such runs that counts.
   */
  readonly needs: Uint8Array;
  /** Points, those of a line with so many empty windows from `rowAt` on, by need. */
  readonly points: Float64Array;
  /** By run, see `runAt`: points that are lost with what transfers could have written there. */
  readonly losses: Float64Array;
  /** What was seen last. It is kept, since a game that is played ahead must leave nothing to be collected. */
  readonly seen: Seen;
}

/** What is the same for all choices that a seat has. */
export interface Seen {
  /** Where the seat's lines begin in the lists of a table. */
  base: number;
  /** Points for each station that is filled. */
  station: number;
  /** By line: where its points begin, and what it is worth as it is. */
  readonly rows: Int32Array;
  readonly values: Float64Array;
}

/** Steps of a card, and how many of them are told apart. */
const STEPS = 8;
const NEEDS = 256;

/** Where the points of a line with so many empty windows begin. `isFirst`: whether its first bonus may still be had. */
export const rowAt = (
  { lines, windows }: Pick<Worth, 'lines' | 'windows'>,
  line: number,
  left: number,
  isFirst: boolean,
): number => (((isFirst ? 0 : lines) + line) * windows + left) * NEEDS;

/** Where they begin when one of the windows is filled. */
export const rowBefore = (row: number): number => row - NEEDS;

const kept = new WeakMap<MetroxMap, Worth>();

/** The tables of a map, made at the first question. */
export function worthOf(plan: Plan): Worth {
  let worth = kept.get(plan.map);
  if (worth === undefined) kept.set(plan.map, (worth = worked(plan, WEIGHTS)));
  return worth;
}

/** The same by weights of one's own, made anew at each call. */
export function worked(plan: Plan, weights: Weights): Worth {
  const lines = plan.routes.length;
  const windows = 1 + Math.max(...plan.map.lines.map((line) => line.windows));
  const longest = Math.max(...plan.routes.map((route) => route.length));
  return {
    weights,
    lines,
    windows,
    needs: needsOf(longest, weights),
    points: pointsOf([...plan.first, ...plan.later], windows, weights),
    losses: lossesOf(plan, weights),
    seen: { base: 0, station: 0, rows: new Int32Array(lines), values: new Float64Array(lines) },
  };
}

function needsOf(longest: number, { begin, reach }: Weights): Uint8Array {
  const runs = Array.from({ length: longest + 1 }, (_, run) => Math.max(1, begin + run / reach));
  const cards = new Float32Array(2 ** longest);
  const needs = new Uint8Array(2 ** longest);
  for (let bits = 1; bits < cards.length; bits += 1) {
    const first = lowest(bits);
    const run = lowest(~(bits >>> first));
    // What is left without the first run is a smaller number, so it is known.
    cards[bits] = cards[bits & ~(((1 << run) - 1) << first)]! + runs[run]!;
    needs[bits] = Math.min(NEEDS - 1, Math.round(STEPS * cards[bits]!));
  }
  return needs;
}

/** A line is as likely to be completed as it has windows to spare. */
function pointsOf(bonuses: readonly number[], windows: number, { slope, spare }: Weights): Float64Array {
  const points: number[] = [];
  for (const bonus of bonuses)
    for (let left = 0; left < windows; left += 1)
      for (let need = 0; need < NEEDS; need += 1)
        points.push(need === 0 ? bonus : bonus / (1 + Math.exp(-slope * (left - need / STEPS) - spare)));
  return Float64Array.from(points);
}

function lossesOf({ routes, transfers }: Plan, { transfer }: Weights): Float64Array {
  const losses = new Float64Array(runAt(placeOn(routes.length, 0), 1));
  for (const [line, route] of routes.entries())
    for (const from of route.keys())
      for (let count = 1; count <= RUN; count += 1)
        for (const station of route.slice(from, from + count))
          losses[runAt(placeOn(line, from), count)]! += transfer * transfers[station]!;
  return losses;
}
