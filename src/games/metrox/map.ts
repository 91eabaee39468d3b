import { z } from 'zod';
import { type Fault, faultsOf, freeze, mapId, shaped, whole } from '../mapfile.ts';
import { DECKS } from './deck.ts';
import { checkLayout } from './layout.ts';
import { CARDS, EDITIONS, type Line, type MetroxMap, SLOTS, type Station } from './state.ts';

/** A menu holds 25 entries; one is kept for turning its page. */
const MOST_LINES = 24;
const MOST_STATIONS_ON_A_LINE = 25;

const text = z.string().min(1, 'must not be empty').max(40, 'must be at most 40 characters long');
// Ids stand in codes such as "T.3" and "free.s0606", and as keys whose order must not change.
const lineId = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9]{0,2}$/, 'must be a letter and at most two more letters or digits');
const stationId = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9]{0,9}$/, 'must be a letter and at most nine more letters or digits');
const pair = 'must be a pair of numbers';
const point = z.tuple([z.number(pair), z.number(pair)], pair);
const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, `must be one of ${values.join(', ')}`);

const shape = z.strictObject({
  id: mapId.max(24, 'must be at most 24 characters long'),
  title: text,
  edition: oneOf(EDITIONS),
  grid: z.strictObject({ cols: whole(1, 60), rows: whole(1, 60) }),
  deck: z.array(oneOf(CARDS)),
  lines: z
    .array(
      z.strictObject({
        id: lineId,
        name: text,
        windows: whole(1, 9),
        bonus: z.strictObject({ first: whole(0, 99), later: whole(0, 99) }),
        stations: z
          .array(z.string())
          .min(2, 'must be two stations at least')
          .max(MOST_STATIONS_ON_A_LINE, `must be ${MOST_STATIONS_ON_A_LINE} stations at most`),
      }),
    )
    .min(1, 'must be one line at least')
    .max(MOST_LINES, `must be ${MOST_LINES} lines at most`),
  stations: z.array(z.strictObject({ id: stationId, x: z.number(), y: z.number() })),
  layout: z.strictObject({
    slots: z.record(z.string(), oneOf(SLOTS)),
    cars: z.record(
      z.string(),
      z.strictObject({ row: z.number(), left: z.number().optional(), right: z.number().optional() }),
    ),
    connector: z.record(z.string(), z.array(point)),
    bend: z.record(z.string(), z.array(point)),
    order: z.array(z.string()),
  }),
});

/** A map file whose shapes are right; its ids are not yet looked up. */
export type MapFile = z.infer<typeof shape>;

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
