import { type Action, type Board, type Card, EMPTY, type MetroxMap, OPEN } from './state.ts';

/**
 * What rules ask a map for all the time, worked out at the first question and kept with the map. Its arrays are copies that are
 * not frozen, since reading a frozen one takes five times as long and copying it thirty times; nobody changes them.
 */
export interface Tables {
  readonly deck: readonly Card[];
  /** By line: its stations from the start to the terminus. */
  readonly routes: readonly (readonly number[])[];
  /** By line: its windows. */
  readonly windows: readonly number[];
  /** By station: the lines that stop there. */
  readonly crossing: readonly (readonly number[])[];
  /** The board of somebody who has not chosen yet. */
  readonly empty: Board;
  /** By line: 0. */
  readonly untaken: readonly number[];
  /** By line and number of stations: the choice that marks so many of them. */
  readonly marks: readonly (readonly Action[])[];
  /** By line. */
  readonly transfers: readonly Action[];
  /** By station. */
  readonly free: readonly Action[];
}

const kept = new WeakMap<MetroxMap, Tables>();

export function tablesOf(map: MetroxMap): Tables {
  let tables = kept.get(map);
  if (tables === undefined) kept.set(map, (tables = worked(map)));
  return tables;
}

const worked = ({ deck, lines, stations }: MetroxMap): Tables => ({
  deck: Array.from(deck),
  routes: lines.map((line) => Array.from(line.stations)),
  windows: lines.map((line) => line.windows),
  crossing: stations.map((station) => Array.from(station.lines)),
  empty: {
    stations: Array.from(stations, () => EMPTY),
    windows: Array.from(lines, () => []),
    done: Array.from(lines, () => OPEN),
    last: null,
  },
  untaken: Array.from(lines, () => 0),
  marks: lines.map(({ id, stations: route }, line) =>
    Array.from({ length: route.length + 1 }, (_, n) => ({ kind: 'line', id, line, n })),
  ),
  transfers: lines.map(({ id }, line) => ({ kind: 'transfer', id, line })),
  free: stations.map(({ id }, station) => ({ kind: 'free', id, station })),
});
