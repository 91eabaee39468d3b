import type { Seat } from '../../games/game.ts';
import { ARRIVED, CENTRE, type Compact, NOBODY } from '../../games/metro/compact.ts';

/**
 * What a position of Metro is worth to a seat: its own lines, less a share of those of each other seat. A line that has arrived is
 * worth its points. One that is under way is worth so much for each tile passed and so much besides, by how full the board is,
 * where its train stands and on which sides of that square a tile lies. All of it is whole numbers, so that sums do not depend
 * on an order.
 */

/** So many tiles make a phase of a game. */
const PHASE = 10;
const PHASES = 6;
/** Entries of the board, and sets of sides. */
const ENTRIES = 256;
const SETS = 16;
/** Worths are in hundredths of a point, shares in percent. */
const POINT = 100;
const WHOLE = 100;

/**
 * Cells of a table: deck and board are the same in all four turns, so a train that stands before a square counts as if it came from
 * the top: 6 phases, 64 squares, and which of right, bottom and left have a tile, a bit each.
 */
export const CELLS = PHASES * 64 * 8;

/** The cell of a line under way: tiles on the board 0 to 60, the entry before which it stands, sides with a tile as bits. */
export function cellOf(turn: number, entry: number, beside: number): number {
  const side = entry & 3;
  let [row, col] = [entry >> 5, (entry >> 2) & 7];
  for (let turns = 0; turns < side; turns += 1) [row, col] = [7 - col, row];
  // Its own side moves to bit 0, which is left out.
  const sides = ((beside | (beside << 4)) >> (side + 1)) & 7;
  return (phaseOf(turn) * 64 + row * 8 + col) * 8 + sides;
}

export const phaseOf = (turn: number): number => Math.min(PHASES - 1, Math.floor(turn / PHASE));

/** By cell: hundredths of a point for each tile passed, and besides. */
export interface Values {
  readonly lengths: readonly number[];
  readonly hopes: readonly number[];
}

/** The same by phase, entry and sides, as it is looked up. */
export interface Table {
  readonly lengths: Int32Array;
  readonly hopes: Int32Array;
}

export function tableOf({ lengths, hopes }: Values): Table {
  const cells = Array.from({ length: PHASES * ENTRIES * SETS }, (_, at) =>
    cellOf(PHASE * Math.floor(at / (ENTRIES * SETS)), (at >> 4) & (ENTRIES - 1), at & (SETS - 1)),
  );
  return {
    lengths: Int32Array.from(cells, (cell) => lengths[cell]!),
    hopes: Int32Array.from(cells, (cell) => hopes[cell]!),
  };
}

/** Somebody who judges games at one table. */
export interface Judge {
  readonly table: Table;
  /** By seat and line: the share with which the line counts for the seat; negative for those of others. */
  readonly shares: Int32Array;
  readonly lines: number;
}

/** By seats: what the lines of each other seat count, in percent. Counting all of them in full plays worse among four. */
const SHARES: Readonly<Record<number, number>> = { 2: 100, 3: 50, 4: 25, 5: 25, 6: 25 };

export function judgeOf({ owners, setting }: Compact, table: Table, share = SHARES[setting.seats]!): Judge {
  const shares = Array.from({ length: setting.seats }, (_, seat) =>
    Array.from(owners, (owner) => (owner === NOBODY ? 0 : owner === seat ? WHOLE : -share)),
  );
  return { table, shares: Int32Array.from(shares.flat()), lines: owners.length };
}

/** One point of the own lines. */
export const UNIT = POINT * WHOLE;

/** What the position is worth to a seat, in `UNIT`s. */
export function worthOf({ table, shares, lines }: Judge, game: Compact, seat: Seat): number {
  const { heads, lengths, beside, turn } = game;
  const phase = phaseOf(turn);
  let sum = 0;
  for (let line = 0; line < lines; line += 1) {
    const share = shares[seat * lines + line]!;
    if (share === 0) continue;
    const head = heads[line]!;
    const sides = head < ARRIVED ? beside[head >> 2]! : 0;
    sum += share * lineWorth(table, phase, head, lengths[line]!, sides);
  }
  return sum;
}

/** In hundredths of a point. */
export function lineWorth(
  { lengths, hopes }: Table,
  phase: number,
  head: number,
  length: number,
  sides: number,
): number {
  if (head >= ARRIVED) return POINT * (head < CENTRE ? length : 2 * length);
  const at = (phase * ENTRIES + head) * SETS + sides;
  return lengths[at]! * length + hopes[at]!;
}
