import { kindOf, numberOf } from './deck.ts';
import { type Board, type Card, EMPTY, FIRST, type MetroxMap, OPEN } from './state.ts';

/** What can be read off a map and one board: for the rules, and for whoever shows a board. */

/** The board of somebody who has not chosen yet. */
export function emptyBoard(map: MetroxMap): Board {
  return {
    stations: map.stations.map(() => EMPTY),
    windows: map.lines.map(() => []),
    done: map.lines.map(() => OPEN),
    last: null,
  };
}

/** Windows of a line with nothing in them. */
export function windowsLeft(map: MetroxMap, board: Board, line: number): number {
  return map.lines[line]!.windows - board.windows[line]!.length;
}

/** Windows with nothing in them, on all lines together. */
export function emptyWindows(map: MetroxMap, board: Board): number {
  let count = 0;
  for (let line = 0; line < map.lines.length; line += 1) count += windowsLeft(map, board, line);
  return count;
}

/** Empty stations of the whole board. */
export function emptyStations(board: Board): number {
  let count = 0;
  for (const station of board.stations) if (station === EMPTY) count += 1;
  return count;
}

/** The number that a transfer writes into a station: twice the lines that stop there. */
export function transferAt(map: MetroxMap, station: number): number {
  return 2 * map.stations[station]!.lines.length;
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
  const route = map.lines[line]!.stations;
  const kind = kindOf(card);
  const most = kind === 'T' ? 1 : numberOf(card);
  const filled: number[] = [];
  for (let at = 0; at < route.length && filled.length < most; at += 1) {
    const station = route[at]!;
    if (board.stations[station] === EMPTY) filled.push(station);
    else if (filled.length > 0 && kind === 'N') break;
  }
  return filled;
}
