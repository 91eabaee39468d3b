import { type Fault, faultsOf, freeze, shaped } from '../mapfile.ts';
import { DECKS } from './deck.ts';
import { checkLayout } from './layout.ts';
import { type MapFile, shape } from './shape.ts';
import { CARDS, type Line, type MetroxMap, type Station } from './state.ts';

/**
 * Checks a Metro X map file and turns station ids into indexes. The result is deeply frozen.
 * Throws a `MapError` with the file, the JSON path (`lines[3].stations[2]`) and the first fault found.
 */
export function checkMap(json: unknown, file: string): MetroxMap {
  const fault: Fault = faultsOf(file);
  const data = shaped(shape, json, fault);
  const stations = checkStations(data, fault);
  const lines = checkLines(data, stations, fault);
  for (const [at, station] of data.stations.entries())
    if (!lines.some((line) => line.stations.includes(at)))
      fault(['stations', at], `${station.id} is on no line`);
  checkDeck(data, fault);
  checkLayout(data, fault);
  return freeze({
    id: data.id,
    title: data.title,
    edition: data.edition,
    grid: data.grid,
    deck: data.deck,
    lines,
    stations: data.stations.map(
      (station, at): Station => ({
        ...station,
        lines: lines.flatMap((line, index) => (line.stations.includes(at) ? [index] : [])),
      }),
    ),
    layout: data.layout,
  });
}

/** Index by station id, after checking ids and places. */
function checkStations(data: MapFile, fault: Fault): Map<string, number> {
  const byId = new Map<string, number>();
  const byPlace = new Map<string, string>();
  for (const [at, { id, x, y }] of data.stations.entries()) {
    if (byId.has(id)) fault(['stations', at, 'id'], `${id} is there twice`);
    byId.set(id, at);
    for (const [axis, value, size] of [
      ['x', x, data.grid.cols],
      ['y', y, data.grid.rows],
    ] as const) {
      if (!Number.isInteger(value) || value < 0 || value >= size)
        fault(
          ['stations', at, axis],
          `${value} is off the grid: it must be a whole number from 0 to ${size - 1}`,
        );
    }
    const other = byPlace.get(`${x} ${y}`);
    if (other !== undefined) fault(['stations', at], `${id} is in the same place as ${other}`);
    byPlace.set(`${x} ${y}`, id);
  }
  return byId;
}

function checkLines(data: MapFile, stations: Map<string, number>, fault: Fault): Line[] {
  const ids = new Set<string>();
  const names = new Set<string>();
  return data.lines.map((line, at) => {
    if (ids.has(line.id)) fault(['lines', at, 'id'], `${line.id} is there twice`);
    ids.add(line.id);
    if (names.has(line.name)) fault(['lines', at, 'name'], `${line.name} is there twice`);
    names.add(line.name);
    if (line.bonus.first < line.bonus.later)
      fault(
        ['lines', at, 'bonus'],
        `the first bonus (${line.bonus.first}) is less than the later one (${line.bonus.later})`,
      );
    const on = line.stations.map((id, place) => {
      const index = stations.get(id);
      if (index === undefined) return fault(['lines', at, 'stations', place], `there is no station ${id}`);
      if (line.stations.indexOf(id) !== place)
        fault(['lines', at, 'stations', place], `${id} is on the line twice`);
      return index;
    });
    return { id: line.id, name: line.name, windows: line.windows, bonus: line.bonus, stations: on };
  });
}

/** The deck must be its edition's, whatever the order it is written in. */
function checkDeck(data: MapFile, fault: Fault): void {
  const printed = DECKS[data.edition];
  for (const card of CARDS) {
    const has = data.deck.filter((other) => other === card).length;
    const needs = printed.filter((other) => other === card).length;
    if (has !== needs) fault(['deck'], `the ${data.edition} deck has ${card} ${needs} times, not ${has}`);
  }
}
