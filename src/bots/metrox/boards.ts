import {
  type Choice,
  compactOf,
  countIn,
  FREE,
  lineIn,
  lowest,
  NO_STATION,
  type Plan,
  placeOn,
  RUN,
  runAt,
  TRANSFER,
} from '../../games/metrox/compact.ts';
import { JUMPS, MOST } from '../../games/metrox/playout.ts';
import { NEWEST_RULES, setup } from '../../games/metrox/round.ts';
import type { MetroxMap } from '../../games/metrox/state.ts';

/**
 * Boards of games for one, thousands of them in one list: so many numbers each. First comes a number for each line, its empty stations as
 * bits and above them its empty windows; then what `POINTS` and the others tell, counted from there.
 */
export interface Layout {
  readonly plan: Plan;
  /** How many numbers a board has. */
  readonly size: number;
  /** By run, see `runAt`: the points that transfers could write there, and what its stations change in the hash of a board. */
  readonly transfers: Int32Array;
  readonly hashes: Int32Array;
}

/** Bonuses and numbers in stations. */
export const POINTS = 0;
/** Empty stations. */
export const EMPTY = 1;
/** Points that transfers could write in those. */
export const TRANSFERS = 2;
/**
 * Tells boards with other empty stations or windows apart. One pair in four thousand million has the same: then one of them is taken
 * for the other, and a search that drops nearly all boards has dropped one more.
 */
export const HASH = 3;
const MORE = 4;

const WINDOWS = 25;
const STATIONS = (1 << WINDOWS) - 1;

export const gapsIn = (line: number): number => line & STATIONS;
export const windowsIn = (line: number): number => line >>> WINDOWS;

/** A number that looks like chance, and is the same for the same `n` each time. */
function scattered(n: number): number {
  let bits = Math.imul(n + 1, 0x9e3779b1);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}

/** How the hash of a board changes when a line with so many empty windows fills one. */
export const windowHash = (line: number, left: number): number => scattered(-1 - 64 * line - left);

const kept = new WeakMap<MetroxMap, Layout>();

export function layoutOf(map: MetroxMap): Layout {
  let layout = kept.get(map);
  if (layout === undefined) kept.set(map, (layout = worked(map)));
  return layout;
}

function worked(map: MetroxMap): Layout {
  const deal = { map, seats: 1, options: { flip: 'manual' }, chance: { given: { draws: [] } } };
  const { plan } = compactOf(setup({ ...deal, rules: NEWEST_RULES }));
  const transfers = new Int32Array(runAt(placeOn(plan.routes.length, 0), 1));
  const hashes = new Int32Array(transfers.length);
  for (const [line, route] of plan.routes.entries())
    for (const from of route.keys())
      for (let count = 1; count <= RUN; count += 1)
        for (const station of route.slice(from, from + count)) {
          const run = runAt(placeOn(line, from), count);
          transfers[run]! += plan.transfers[station]!;
          hashes[run]! ^= scattered(station);
        }
  return { plan, size: plan.routes.length + MORE, transfers, hashes };
}

/** The board with which a game begins. */
export function emptyBoard({ plan, size }: Layout): Int32Array {
  const board = new Int32Array(size);
  for (const [line, route] of plan.routes.entries())
    board[line] = ((1 << route.length) - 1) | (plan.map.lines[line]!.windows << WINDOWS);
  board[plan.routes.length + EMPTY] = plan.places.length;
  board[plan.routes.length + TRANSFERS] = plan.transfers.reduce((sum, number) => sum + number, 0);
  return board;
}

/** The most stations that a card fills on a line with these empty stations. */
export function reachIn(gaps: number, card: number): number {
  if (gaps === 0) return 0;
  if (JUMPS[card]!) {
    let count = 0;
    for (let rest = gaps; rest !== 0 && count < MOST[card]!; rest &= rest - 1) count += 1;
    return count;
  }
  return Math.min(MOST[card]!, lowest(~(gaps >>> lowest(gaps))));
}

/** Carries a choice for a card out on the board that begins at a place of a list; its hash stays as it is. */
export function fillIn(layout: Layout, boards: Int32Array, at: number, card: number, choice: Choice): void {
  const { plan } = layout;
  if (card === FREE) {
    if (choice !== NO_STATION) fill(layout, boards, at, plan.places[choice]!, 1);
    return;
  }
  const line = lineIn(choice);
  const count = countIn(choice);
  boards[at + line]! -= 1 << WINDOWS;
  let rest = gapsIn(boards[at + line]!);
  if (rest === 0 || count === 0) return;
  if (JUMPS[card]!) {
    for (let left = count; left > 0; left -= 1, rest &= rest - 1)
      fill(layout, boards, at, placeOn(line, lowest(rest)), 1);
    return;
  }
  const first = lowest(rest);
  if (card === TRANSFER)
    boards[at + plan.routes.length + POINTS]! += plan.transfers[plan.routes[line]![first]!]!;
  fill(layout, boards, at, placeOn(line, first), count);
}

function fill(
  { plan, transfers }: Layout,
  boards: Int32Array,
  at: number,
  place: number,
  count: number,
): void {
  const { from, lines, bits, first, routes } = plan;
  const run = runAt(place, count);
  const end = from[run + 1]!;
  for (let one = from[run]!; one < end; one += 1) {
    const line = at + lines[one]!;
    boards[line]! &= ~bits[one]!;
    if (gapsIn(boards[line]!) === 0) boards[at + routes.length + POINTS]! += first[lines[one]!]!;
  }
  boards[at + routes.length + EMPTY]! -= count;
  boards[at + routes.length + TRANSFERS]! -= transfers[run]!;
}

/** The score of a finished board. */
export const scoreIn = ({ plan }: Layout, boards: Int32Array, at: number): number =>
  boards[at + plan.routes.length + POINTS]! - plan.penalties[boards[at + plan.routes.length + EMPTY]!]!;
