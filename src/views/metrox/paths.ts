import type { Action, View } from '../../games/metrox/state.ts';

/** How a choice is reached on a keypad: by its line, and for the free card by its line and its station. */

/** A step that leads to the free card that finds no empty station. */
export const NOTHING = '-';

/** The lines, in the map's order: a keypad keeps them all in their places. Of a line its stations, from its start. */
export function places({ map }: View, [line]: readonly string[] = []): string[] {
  if (line === undefined) return map.lines.map(({ id }) => id);
  const stations = map.lines.find(({ id }) => id === line)?.stations ?? [];
  return stations.map((station) => map.stations[station]!.id);
}

/** The ways to an action; a station can be looked for on each of its lines. */
export function paths({ map }: View, action: Action): string[][] {
  switch (action.kind) {
    case 'line':
    case 'transfer':
      return [[map.lines[action.line]!.id]];
    case 'free': {
      if (action.station === null) return [[NOTHING]];
      const { id, lines } = map.stations[action.station]!;
      return lines.map((line) => [map.lines[line]!.id, id]);
    }
    case 'flip':
      return [[action.kind]];
  }
}
