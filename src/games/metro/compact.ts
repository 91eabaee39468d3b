import type { Seat } from '../game.ts';
import { TILES } from './board.ts';
import { SIDES } from './legal.ts';
import { boxOf } from './setup.ts';
import type { Action, Code, Paris, Setting, State, Turns } from './state.ts';
import { CENTRAL, departureOf, exit, neighbour, SIDE, squareAt } from './tracks.ts';

/**
 * A table for whoever plays thousands of games to choose once. `playout.ts` plays on it by the rules of `index.ts` and `legal.ts`,
 * and changes it in place. Sides are 0 to 3, clockwise from the top. A train enters a square by one connector of a side and leaves it by the other,
 * so the side says all.
 */
export interface Compact {
  readonly plan: Plan;
  readonly setting: Setting;
  /** By line, 0 to 31 (station - 1): whose it is; NOBODY. */
  readonly owners: Int8Array;
  mover: Seat;
  /** The type of the tile that the mover drew and has to place; NONE. */
  drawn: number;
  /** Tiles that nobody has drawn: the first of `pool`, of which the last comes up first. */
  left: number;
  /** Tiles placed. */
  turn: number;
  /** Lines that are under way: the first of `going`. */
  goings: number;
  /** All the numbers below, one list after the other, so that a table is set back by one copy. */
  readonly all: Int32Array;
  /** Squares at the edge or beside a tile, and squares with a tile, a bit each: squares 0 to 31, and 32 to 63. */
  readonly near: Int32Array;
  readonly taken: Int32Array;
  /** By square: the kind of tile that lies there; NONE. */
  readonly squares: Int32Array;
  /** By square: the sides on which a tile lies next to it, a bit each. */
  readonly beside: Int32Array;
  /** By line: the entry to which it has come, or from ARRIVED on where it has arrived. */
  readonly heads: Int32Array;
  /** By line: tiles passed, not doubled. */
  readonly lengths: Int32Array;
  /** Lines, in no order; see `goings`. */
  readonly going: Int32Array;
  /** By seat: types in its hand, `HAND` places each, of which the first `held` count. */
  readonly hands: Int32Array;
  readonly held: Int32Array;
  readonly points: Int32Array;
  readonly pool: Int32Array;
}

export const NONE = -1;
export const NOBODY = -1;
/** Most tiles in a hand. */
export const HAND = 3;
/** A way into a square: `4 * square + side`. */
export type Entry = number;
/** A type of tile as it lies: `4 * type + turns`, where a type is its place among the map's tiles. */
export type Kind = number;
/** Heads that are no entries: ARRIVED + line of the station (0 to 31) at the edge, CENTRE + entrance. */
export const ARRIVED = 256;
export const CENTRE = ARRIVED + 32;

/** A map as numbers. */
export interface Plan {
  readonly map: Paris;
  /** By kind and the side of entry, `4 * kind + side`: the side by which a train leaves. */
  readonly exits: Int8Array;
  /** By square and the side by which a train leaves it: its next head. */
  readonly leads: Int16Array;
  /** By line: where it begins. */
  readonly starts: readonly Entry[];
  /** By square, two numbers: the squares around it as bits, without those of the centre. See `Compact.near`. */
  readonly around: Int32Array;
}

const plans = new WeakMap<Paris, Plan>();

function planOf(map: Paris): Plan {
  let plan = plans.get(map);
  if (plan === undefined) plans.set(map, (plan = worked(map)));
  return plan;
}

const ALL_TURNS: readonly Turns[] = [0, 1, 2, 3];

function worked(map: Paris): Plan {
  const squares = Array.from({ length: SIDE * SIDE }, (_, square) => square);
  const leads = new Int16Array(4 * SIDE * SIDE).fill(ARRIVED);
  for (const square of squares)
    for (const side of SIDES) {
      const next = neighbour(square, side);
      if (next !== undefined && !CENTRAL.has(next)) leads[4 * square + side] = 4 * next + ((side + 2) % 4);
    }
  for (const { n, row, col, arrival } of map.stations)
    leads[4 * squareAt(row, col) + (arrival >> 1)] = ARRIVED + n - 1;
  for (const [at, { row, col, connector }] of map.entrances.entries())
    leads[4 * squareAt(row, col) + (connector >> 1)] = CENTRE + at;
  return {
    map,
    exits: Int8Array.from(
      map.tiles.flatMap(({ tile }) =>
        ALL_TURNS.flatMap((turns) => SIDES.map((side) => exit(tile, turns, 2 * side) >> 1)),
      ),
    ),
    leads,
    starts: map.stations.map(({ n }) => entryOf(departureOf(map, n))),
    around: Int32Array.from(
      squares.flatMap((square) => bitsOf(SIDES.flatMap((side) => freeOf(neighbour(square, side))))),
    ),
  };
}

const entryOf = ({ square, connector }: { readonly square: number; readonly connector: number }): Entry =>
  4 * square + (connector >> 1);

/** Two numbers, a bit for each square. */
const bitsOf = (squares: readonly number[]): [number, number] => {
  const bits: [number, number] = [0, 0];
  for (const square of squares) bits[square >> 5 === 0 ? 0 : 1] |= 1 << (square & 31);
  return bits;
};

const freeOf = (square: number | undefined): number[] =>
  square === undefined || CENTRAL.has(square) ? [] : [square];

/** The table of a state. Tiles of which it is not known where they are go round to hands, and below those of the pool, in the map's order. */
export function compactOf(state: State): Compact {
  const { map, setting, squares, lines, mover, drawn, left, turn } = state;
  const plan = planOf(map);
  const typeOf = (tile: Code): number => map.tiles.findIndex((one) => one.tile === tile);
  const game = emptyTable(plan, setting, lines);
  game.mover = mover;
  game.drawn = drawn === null ? NONE : typeOf(drawn);
  game.left = left;
  game.turn = turn;
  for (const [square, placed] of squares.entries())
    if (placed !== null) lay(game, square, 4 * typeOf(placed.tile) + placed.turns);
  for (const [at, { owner, length, head, arrival, points }] of lines.entries()) {
    game.lengths[at] = length;
    if (head !== null) {
      game.heads[at] = entryOf(head);
      game.going[game.goings++] = at;
    } else if (arrival !== null)
      game.heads[at] = 'station' in arrival ? ARRIVED + arrival.station - 1 : CENTRE + arrival.central;
    if (owner !== null) game.points[owner]! += points;
  }
  fill(game, state, typeOf);
  return game;
}

function emptyTable(plan: Plan, setting: Setting, lines: State['lines']): Compact {
  const { seats } = setting;
  const all = new Int32Array(4 + 2 * SIDE * SIDE + 3 * lines.length + (HAND + 2) * seats + TILES);
  let at = 0;
  const list = (size: number): Int32Array => all.subarray(at, (at += size));
  return {
    plan,
    setting,
    owners: Int8Array.from(lines, ({ owner }) => owner ?? NOBODY),
    mover: 0,
    drawn: NONE,
    left: 0,
    turn: 0,
    goings: 0,
    all,
    near: filled(list(2), EDGE),
    taken: list(2),
    squares: list(SIDE * SIDE).fill(NONE),
    beside: list(SIDE * SIDE),
    heads: list(lines.length),
    lengths: list(lines.length),
    going: list(lines.length),
    hands: list(HAND * seats),
    held: list(seats),
    points: list(seats),
    pool: list(TILES),
  };
}

const filled = (list: Int32Array, numbers: readonly number[]): Int32Array => {
  list.set(numbers);
  return list;
};

/** The squares on the outer edge. */
const EDGE = bitsOf(
  Array.from({ length: SIDE * SIDE }, (_, square) => square).filter((square) =>
    SIDES.some((side) => neighbour(square, side) === undefined),
  ),
);

function fill(
  game: Compact,
  { map, squares, hands, held, drawn, pool }: State,
  typeOf: (tile: Code) => number,
): void {
  const rest = boxOf(map);
  const seen = [...squares.flatMap((placed) => (placed ? [placed.tile] : [])), ...hands.flat(), ...pool];
  if (drawn !== null) seen.push(drawn);
  for (const tile of seen) rest.splice(rest.indexOf(tile), 1);
  for (const [seat, count] of held.entries()) {
    const known = hands[seat]!;
    const hand = [...known, ...rest.splice(0, count - known.length)];
    game.hands.set(hand.map(typeOf), HAND * seat);
    game.held[seat] = count;
  }
  game.pool.set([...pool, ...rest].map(typeOf).reverse());
}

/** Puts a tile on a square; lines stay where they are. */
export function lay({ plan, squares, beside, near, taken }: Compact, square: number, kind: Kind): void {
  const { leads, around } = plan;
  squares[square] = kind;
  for (let side = 0; side < 4; side += 1) {
    // On the board a train leaves to where the next square sees this one.
    const next = leads[4 * square + side]!;
    if (next < ARRIVED) beside[next >> 2]! |= 1 << (next & 3);
  }
  near[0]! |= around[2 * square]!;
  near[1]! |= around[2 * square + 1]!;
  taken[square >> 5]! |= 1 << (square & 31);
}

/** Makes a table what another one is that was made of the same game. */
export function setBack(game: Compact, to: Compact): void {
  game.mover = to.mover;
  game.drawn = to.drawn;
  game.left = to.left;
  game.turn = to.turn;
  game.goings = to.goings;
  game.all.set(to.all);
}

/** Heads fit below this; see `rideOf`. */
export const RIDE = 512;

/**
 * How far a train comes from an entry whose square is empty, once a tile of that kind lies there: `RIDE * tiles passed + head`.
 */
export function rideOf({ plan, squares }: Compact, entry: Entry, kind: Kind): number {
  const { exits, leads } = plan;
  const square = entry >> 2;
  let head = leads[4 * square + exits[4 * kind + (entry & 3)]!]!;
  let ride = RIDE;
  while (head < ARRIVED) {
    // It may come by its first square again.
    const next = head >> 2 === square ? kind : squares[head >> 2]!;
    if (next < 0) break;
    head = leads[(head & ~3) + exits[4 * next + (head & 3)]!]!;
    ride += RIDE;
  }
  return ride + head;
}

/** Whether a line may not come to that head after so many tiles in all, unless its tile has no other square left. */
export const returns = ({ setting }: Compact, line: number, length: number, head: number): boolean =>
  setting.returns === 'classic' ? length === 1 && head >= ARRIVED && head < CENTRE : head === ARRIVED + line;

/** A choice as a number: `256 * type + 4 * square + turns`, or to draw another tile. */
export type Choice = number;
export const DRAW = -1;

export const choiceIn = (type: number, square: number, turns: number): Choice =>
  256 * type + 4 * square + turns;
export const kindIn = (choice: Choice): Kind => 4 * (choice >> 8) + (choice & 3);
export const squareIn = (choice: Choice): number => (choice >> 2) & 63;

/** The action that a choice of the mover stands for. */
export function actionOf({ plan, drawn, held, mover }: Compact, choice: Choice): Action {
  if (choice === DRAW) return { kind: 'draw' };
  return {
    kind: 'place',
    tile: plan.map.tiles[choice >> 8]!.tile,
    square: squareIn(choice),
    turns: ALL_TURNS[choice & 3]!,
    named: drawn !== NONE || held[mover]! > 1,
  };
}
