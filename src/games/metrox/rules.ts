import { kindOf } from './deck.ts';
import { mostOf, reached, reachOf } from './read.ts';
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
import { type Tables, tablesOf } from './tables.ts';

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
export function choices(map: MetroxMap, { stations, windows }: Board, card: Card): Action[] {
  const tables = tablesOf(map);
  if (card === 'F') return freeChoices(tables, stations);
  const { routes, marks, transfers } = tables;
  const fewer = map.edition === 'gamewright';
  const most = mostOf(card);
  const jumps = kindOf(card) === 'S';
  const found: Action[] = [];
  for (let line = 0; line < routes.length; line += 1) {
    if (windows[line]!.length >= tables.windows[line]!) continue;
    if (card === 'T') {
      found.push(transfers[line]!);
      continue;
    }
    const ways = marks[line]!;
    let n = reachOf(routes[line]!, stations, most, jumps);
    found.push(ways[n]!);
    while (fewer && n > 0) found.push(ways[(n -= 1)]!);
  }
  return found;
}

function freeChoices({ free }: Tables, stations: Board['stations']): Action[] {
  const found: Action[] = [];
  for (let station = 0; station < stations.length; station += 1)
    if (stations[station] === EMPTY) found.push(free[station]!);
  if (found.length === 0) found.push({ kind: 'free', id: '-', station: null });
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
  tables: Tables,
  board: Board,
  card: Card,
  action: Action,
  taken: readonly number[],
): Board {
  const filled = fills(tables, board, card, action);
  const last: Change = { card, action, stations: filled, lines: NONE };
  const windows =
    action.kind === 'line' || action.kind === 'transfer'
      ? written(tables, board.windows, action.line, card)
      : board.windows;
  if (filled.length === 0) return { stations: board.stations, windows, done: board.done, last };
  const stations = board.stations.slice();
  for (let at = 0; at < filled.length; at += 1) {
    const station = filled[at]!;
    stations[station] = action.kind === 'transfer' ? 2 * tables.crossing[station]!.length : MARK;
  }
  const lines = completed(tables, stations, board.done, filled);
  if (lines === NONE) return { stations, windows, done: board.done, last };
  const done = board.done.slice();
  for (const line of lines) done[line] = taken[line] === 0 ? FIRST : LATER;
  return { stations, windows, done, last: { ...last, lines } };
}

const NONE: readonly number[] = [];

function fills({ routes }: Tables, { stations }: Board, card: Card, action: Action): readonly number[] {
  switch (action.kind) {
    case 'line':
      return reached(routes[action.line]!, stations, Math.min(action.n, mostOf(card)), kindOf(card) === 'S');
    case 'transfer':
      return reached(routes[action.line]!, stations, mostOf(card), kindOf(card) === 'S');
    case 'free':
      return action.station === null || stations[action.station] !== EMPTY ? NONE : [action.station];
    case 'flip':
      return NONE;
  }
}

/** All windows with a card in the next one of a line, where that has one. */
function written(
  { windows: all }: Tables,
  windows: Board['windows'],
  line: number,
  card: Card,
): Board['windows'] {
  const before = windows[line]!;
  if (before.length >= all[line]!) return windows;
  const now = windows.slice();
  now[line] = before.length === 0 ? [card] : [...before, card];
  return now;
}

/** Lines that were open and have no empty station left, in map order. */
function completed(
  { crossing, routes }: Tables,
  stations: readonly number[],
  done: readonly number[],
  filled: readonly number[],
): readonly number[] {
  let lines: number[] | null = null;
  for (let i = 0; i < filled.length; i += 1) {
    const crossed = crossing[filled[i]!]!;
    for (let j = 0; j < crossed.length; j += 1) {
      const line = crossed[j]!;
      if (done[line] !== OPEN) continue;
      const route = routes[line]!;
      // From the terminus, where the last empty stations mostly are.
      let at = route.length - 1;
      while (at >= 0 && stations[route[at]!] !== EMPTY) at -= 1;
      if (at < 0 && !lines?.includes(line)) (lines ??= []).push(line);
    }
  }
  return lines === null ? NONE : lines.sort((a, b) => a - b);
}
