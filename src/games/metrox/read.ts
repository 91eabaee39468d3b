import { kindOf, numberOf } from './deck.ts';
import { type Board, type Card, EMPTY, FIRST, type MetroxMap, OPEN } from './state.ts';
import { type Tables, tablesOf } from './tables.ts';

/** What can be read off a map and one board: for the rules, and for whoever shows a board. */

/** The board of somebody who has not chosen yet. */
export const emptyBoard = (map: MetroxMap): Board => tablesOf(map).empty;

/** Windows of a line with nothing in them. */
export function windowsLeft(map: MetroxMap, board: Board, line: number): number {
  return tablesOf(map).windows[line]! - board.windows[line]!.length;
}

/** Windows with nothing in them, on all lines together. */
export function emptyWindows(map: MetroxMap, board: Board): number {
  const { windows } = tablesOf(map);
  let count = 0;
  for (let line = 0; line < windows.length; line += 1) count += windows[line]! - board.windows[line]!.length;
  return count;
}

/** Whether any window has nothing in it. */
export function hasWindow({ windows }: Tables, board: Board): boolean {
  for (let line = 0; line < windows.length; line += 1)
    if (board.windows[line]!.length < windows[line]!) return true;
  return false;
}

/** Empty stations of the whole board. */
export function emptyStations(board: Board): number {
  let count = 0;
  for (const station of board.stations) if (station === EMPTY) count += 1;
  return count;
}

/** The number that a transfer writes into a station: twice the lines that stop there. */
export function transferAt(map: MetroxMap, station: number): number {
  return 2 * tablesOf(map).crossing[station]!.length;
}

/** What a completed line paid on this board; 0 while it is open. */
export function bonusOf(map: MetroxMap, board: Board, line: number): number {
  const { first, later } = map.lines[line]!.bonus;
  const done = board.done[line]!;
  return done === OPEN ? 0 : done === FIRST ? first : later;
}

/**
 * The stations a card fills when a line is chosen for it, in order.
 *
 * A number begins at the first empty station from the start and goes on until it is used up, the next station
 * is filled already, or the terminus is reached; a skip card jumps over filled stations; a transfer fills the
 * first empty station.
 */
export function reach(map: MetroxMap, board: Board, line: number, card: Card): number[] {
  return reached(tablesOf(map).routes[line]!, board.stations, mostOf(card), kindOf(card) === 'S');
}

/** The most stations that a card fills on a line. */
export const mostOf = (card: Card): number => (card === 'T' ? 1 : numberOf(card));

/** The same for a route: at most so many stations; with `jumps` filled ones are jumped over. */
export function reached(
  route: readonly number[],
  stations: readonly number[],
  most: number,
  jumps: boolean,
): number[] {
  const from = firstEmpty(route, stations);
  if (!jumps) {
    let to = from;
    while (to < route.length && to - from < most && stations[route[to]!] === EMPTY) to += 1;
    return route.slice(from, to);
  }
  const filled: number[] = [];
  for (let at = from; at < route.length && filled.length < most; at += 1)
    if (stations[route[at]!] === EMPTY) filled.push(route[at]!);
  return filled;
}

/** How many those are. */
export function reachOf(
  route: readonly number[],
  stations: readonly number[],
  most: number,
  jumps: boolean,
): number {
  let count = 0;
  for (let at = firstEmpty(route, stations); at < route.length && count < most; at += 1) {
    if (stations[route[at]!] === EMPTY) count += 1;
    else if (!jumps) break;
  }
  return count;
}

/** The place on a route of the first station without anything; the length of the route where there is none. */
function firstEmpty(route: readonly number[], stations: readonly number[]): number {
  let at = 0;
  while (at < route.length && stations[route[at]!] !== EMPTY) at += 1;
  return at;
}
