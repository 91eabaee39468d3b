import { reach, transferAt, windowsLeft } from './read.ts';
import {
  type Action,
  type Board,
  type Card,
  type Change,
  EMPTY,
  FIRST,
  LATER,
  MARK,
  type MetroxMap,
  OPEN,
} from './state.ts';

/** One board and one card: what may be chosen, and what it does. Rounds and seats are in `round.ts`. */

/** An action's short text: "T.3" (stations it marks), "T.T", "free.s0606", "free.-", "flip". */
export function code(action: Action): string {
  switch (action.kind) {
    case 'line':
      return `${action.id}.${action.n}`;
    case 'transfer':
      return `${action.id}.T`;
    case 'free':
      return `free.${action.id}`;
    case 'flip':
      return 'flip';
  }
}

export function same(a: Action, b: Action): boolean {
  return a.kind === b.kind && code(a) === code(b);
}

/**
 * Everything a board's owner may choose for a card: lines in map order, for each the fullest first. The okazu
 * edition marks as many stations as the card reaches; gamewright lets number and skip cards mark fewer, down to
 * none. A free card takes any empty station.
 */
export function choices(map: MetroxMap, board: Board, card: Card): Action[] {
  const found: Action[] = [];
  if (card === 'F') {
    for (let station = 0; station < map.stations.length; station += 1)
      if (board.stations[station] === EMPTY)
        found.push({ kind: 'free', id: map.stations[station]!.id, station });
    if (found.length === 0) found.push({ kind: 'free', id: '-', station: null });
    return found;
  }
  for (let line = 0; line < map.lines.length; line += 1) {
    const { id } = map.lines[line]!;
    if (windowsLeft(map, board, line) <= 0) continue;
    if (card === 'T') {
      found.push({ kind: 'transfer', id, line });
      continue;
    }
    const most = reach(map, board, line, card).length;
    const least = map.edition === 'gamewright' ? 0 : most;
    for (let n = most; n >= least; n -= 1) found.push({ kind: 'line', id, line, n });
  }
  return found;
}

/**
 * The board after a choice was carried out. Lines whose stations are all filled by it are complete, whatever
 * their windows and whichever line was chosen; they take the first bonus where `taken` is 0, else the later.
 *
 * Of a choice that is not legal as much is done as can be: no more stations than the card reaches, none that is filled, and
 * a line without an empty window puts the card in none.
 */
export function carryOut(
  map: MetroxMap,
  board: Board,
  card: Card,
  action: Action,
  taken: readonly number[],
): Board {
  const filled = fills(map, board, card, action);
  const stations = filled.length === 0 ? board.stations : board.stations.slice();
  for (const station of filled)
    (stations as number[])[station] = action.kind === 'transfer' ? transferAt(map, station) : MARK;

  let windows = board.windows;
  if ((action.kind === 'line' || action.kind === 'transfer') && windowsLeft(map, board, action.line) > 0) {
    const all = board.windows.slice();
    all[action.line] = [...all[action.line]!, card];
    windows = all;
  }

  const lines = filled.length === 0 ? NONE : completed(map, stations, board.done, filled);
  let done = board.done;
  if (lines.length > 0) {
    const all = board.done.slice();
    for (const line of lines) all[line] = taken[line] === 0 ? FIRST : LATER;
    done = all;
  }
  const last: Change = { card, action, stations: filled, lines };
  return { stations, windows, done, last };
}

const NONE: readonly number[] = [];

function fills(map: MetroxMap, board: Board, card: Card, action: Action): readonly number[] {
  switch (action.kind) {
    case 'line': {
      const all = reach(map, board, action.line, card);
      return action.n < all.length ? all.slice(0, action.n) : all;
    }
    case 'transfer':
      return reach(map, board, action.line, card);
    case 'free':
      return action.station === null || board.stations[action.station] !== EMPTY ? NONE : [action.station];
    case 'flip':
      return NONE;
  }
}

/** Lines that were open and have no empty station left, in map order. */
function completed(
  map: MetroxMap,
  stations: readonly number[],
  done: readonly number[],
  filled: readonly number[],
): readonly number[] {
  let lines: number[] | null = null;
  for (const station of filled) {
    for (const line of map.stations[station]!.lines) {
      if (done[line] !== OPEN || lines?.includes(line)) continue;
      // From the terminus, where the last empty stations mostly are.
      const route = map.lines[line]!.stations;
      let at = route.length - 1;
      while (at >= 0 && stations[route[at]!] !== EMPTY) at -= 1;
      if (at < 0) (lines ??= []).push(line);
    }
  }
  return lines === null ? NONE : lines.length === 1 ? lines : lines.sort((a, b) => a - b);
}
