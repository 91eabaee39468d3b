import { metrox } from '../../src/games/metrox/index.ts';
import type { Action, Board, Card, MetroxMap, State, View } from '../../src/games/metrox/state.ts';
import { translator } from '../../src/locales.ts';
import { mapOf, metroxModule } from '../../src/modules.ts';
import type { Scene } from '../../src/views/presenter.ts';

/** Positions for tests of words: a table set up by hand, moved on by the rules themselves. */

export const NAMES = ['Ann', 'Ben', 'Cleo', 'Dia', 'Eli', 'Fay', 'Gus'];

export const scene: Scene = { t: translator('en'), theme: 'dark', names: NAMES, spoken: NAMES, plain: NAMES };

export const map = (id: string): MetroxMap => mapOf(metroxModule, id);

/** A table where a card lies open after `before` closed rounds; each seat's board has these stations marked. */
export function table(
  id: string,
  card: Card,
  seats: readonly (readonly string[])[],
  more: Partial<State> = {},
): State {
  const on = map(id);
  const start = metrox.setup({
    map: on,
    seats: seats.length,
    options: {},
    chance: { given: { draws: [card] } },
    rules: 1,
  });
  return { ...start, boards: seats.map((names, seat) => filled(on, start.boards[seat]!, names)), ...more };
}

/** A board with the named stations marked ("T1", or all of a line but some: "T*", "-T3"), lines completed first. */
export function filled(on: MetroxMap, board: Board, names: readonly string[]): Board {
  const stations = board.stations.slice();
  for (const name of names) {
    const [, sign = '', id = '', place = ''] = /^(-?)([A-Z])(\d+|\*)$/.exec(name)!;
    const route = on.lines.find((line) => line.id === id)!.stations;
    for (const station of place === '*' ? route : [route[Number(place) - 1]!])
      stations[station] = sign === '-' ? 0 : -1;
  }
  const done = on.lines.map((line, i) =>
    line.stations.every((station) => stations[station] !== 0) ? board.done[i] || 1 : 0,
  );
  return { ...board, stations, done };
}

/** The same position with windows of a seat's lines filled to the last. */
export function windowless(state: State, seat: number, ids: readonly string[]): State {
  const boards = state.boards.map((board, at) =>
    at !== seat
      ? board
      : {
          ...board,
          windows: board.windows.map((cards, line) => {
            const { id, windows } = state.map.lines[line]!;
            return ids.includes(id) ? Array.from({ length: windows }, (): Card => 'N2') : cards;
          }),
        },
  );
  return { ...state, boards };
}

/** The legal action with that code. */
export function action(state: State, seat: number, code: string): Action {
  const found = metrox.actions(state, seat).find((one) => metrox.code(one) === code);
  if (!found)
    throw new Error(`${code} is not legal: ${metrox.actions(state, seat).map(metrox.code).join(' ')}`);
  return found;
}

/** A seat's view, and the one after an action as its owner may foresee it. */
export function foresee(state: State, seat: number, code: string): [View, Action, View] {
  const view = metrox.view(state, seat);
  const chosen = action(state, seat, code);
  return [view, chosen, metrox.view(metrox.apply(metrox.imagine(view), seat, chosen), seat)];
}

/** The watcher's views before and after all seats have chosen. */
export function round(state: State, codes: readonly string[]): { before: View; after: View; state: State } {
  let next = state;
  for (const [seat, code] of codes.entries()) next = metrox.apply(next, seat, action(next, seat, code));
  return { before: metrox.view(state), after: metrox.view(next), state: next };
}
