import { DECKS } from '../../../src/games/metrox/deck.ts';
import { metrox } from '../../../src/games/metrox/index.ts';
import {
  type Action,
  type Board,
  type Edition,
  EMPTY,
  MARK,
  type MetroxMap,
  SLOTS,
  type State,
} from '../../../src/games/metrox/state.ts';

/** Small tables for tests of the rules. */

export interface SmallLine {
  stations: string;
  windows?: number;
  bonus?: [first: number, later: number];
}

/** A map file from lines such as `{ A: { stations: 'a b c' } }`; a station named twice is shared. */
export function smallFile(lines: Record<string, SmallLine>, edition: Edition = 'okazu') {
  const names = [...new Set(Object.values(lines).flatMap((line) => line.stations.split(' ')))];
  return {
    id: 'small',
    title: 'Small',
    edition: edition as string,
    grid: { cols: names.length, rows: 1 },
    deck: [...DECKS[edition]] as string[],
    lines: Object.entries(lines).map(([id, line]) => ({
      id,
      name: `Line ${id}`,
      windows: line.windows ?? 2,
      bonus: { first: line.bonus?.[0] ?? 5, later: line.bonus?.[1] ?? 3 },
      stations: line.stations.split(' '),
    })),
    stations: names.map((id, x) => ({ id, x, y: 0 })),
    layout: {
      slots: Object.fromEntries(Object.keys(lines).map((id, at) => [id, SLOTS[at] as string])),
      cars: Object.fromEntries(
        Object.keys(lines).map((id, row) => [
          id,
          { row, left: -3 } as { row: number; left?: number; right?: number },
        ]),
      ),
      connector: {} as Record<string, [number, number][]>,
      bend: {} as Record<string, [number, number][]>,
      order: [] as string[],
    },
  };
}

export function smallMap(lines: Record<string, SmallLine>, edition: Edition = 'okazu'): MetroxMap {
  return metrox.map(smallFile(lines, edition), 'small.json');
}

export function deal(map: MetroxMap, draws: string[], seats = 1, flip: 'auto' | 'manual' = 'auto'): State {
  return metrox.setup({ map, seats, options: { flip }, chance: { given: { draws } }, rules: 1 });
}

export function codes(state: State, seat = 0): string[] {
  return metrox.actions(state, seat).map((action) => metrox.code(action));
}

/** The legal action with that code; fails when there is none. */
export function legal(state: State, code: string, seat = 0): Action {
  const action = metrox.actions(state, seat).find((one) => metrox.code(one) === code);
  if (action === undefined) throw new Error(`"${code}" is not legal: ${codes(state, seat).join(' ')}`);
  return action;
}

/** Plays "0 A.3" or, for seat 0, "A.3", one after the other. */
export function play(state: State, ...texts: string[]): State {
  return texts.reduce((now, text) => {
    const [seat, code] = text.includes(' ') ? text.split(' ') : ['0', text];
    return metrox.apply(now, Number(seat), legal(now, code!, Number(seat)));
  }, state);
}

/** The same state with stations of one board filled beforehand: `{ a: 'x', b: 4 }`. */
export function filled(state: State, stations: Record<string, 'x' | number>, seat = 0): State {
  const board = state.boards[seat]!;
  const now = board.stations.slice();
  for (const [id, value] of Object.entries(stations)) {
    const at = state.map.stations.findIndex((station) => station.id === id);
    if (at < 0) throw new Error(`no station ${id}`);
    now[at] = value === 'x' ? MARK : value;
  }
  const boards = state.boards.slice();
  boards[seat] = { ...board, stations: now };
  return { ...state, boards };
}

/** Filled stations of a board by id. */
export function marks(state: State, seat = 0): Record<string, 'x' | number> {
  return marksOf(state.map, state.boards[seat]!);
}

export function marksOf(map: MetroxMap, board: Board): Record<string, 'x' | number> {
  const found: Record<string, 'x' | number> = {};
  for (const [at, value] of board.stations.entries())
    if (value !== EMPTY) found[map.stations[at]!.id] = value === MARK ? 'x' : value;
  return found;
}

/** Windows of a board by line. */
export function windows(state: State, seat = 0): Record<string, readonly string[]> {
  return Object.fromEntries(state.map.lines.map((line, at) => [line.id, state.boards[seat]!.windows[at]!]));
}

/** OPEN, FIRST or LATER by line. */
export function done(state: State, seat = 0): Record<string, number> {
  return Object.fromEntries(state.map.lines.map((line, at) => [line.id, state.boards[seat]!.done[at]!]));
}

/** Freezes everything that can be reached, so that any mutation throws. */
export function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) freeze(inner);
  }
  return value;
}
