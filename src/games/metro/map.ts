import * as z from 'zod';
import { type Fault, faultsOf, freeze, mapId, shaped, whole } from '../mapfile.ts';
import { TILES } from './board.ts';
import type { Code, Paris } from './state.ts';
import { CENTRAL, exit, neighbour, squareAt } from './tracks.ts';

/** What a map file of Metro must hold. */

const STATIONS = 32;
const ENTRANCES = 8;
const PLAYERS = ['2', '3', '4', '5', '6'] as const;
/** The even connectors of a tile. */
const WAYS_IN = [0, 2, 4, 6];

const index = whole(0, 7);
const station = whole(1, STATIONS);

const shape = z.strictObject({
  id: mapId,
  title: z.string().min(1, 'must not be empty'),
  tiles: z.array(
    z.strictObject({
      tile: z.string().regex(/^[abcd]{4}$/, 'must be four of the letters a, b, c and d'),
      count: whole(1, TILES),
    }),
  ),
  stations: z
    .array(z.strictObject({ n: station, row: index, col: index, departure: index, arrival: index }))
    .length(STATIONS, `must be ${STATIONS}`),
  entrances: z
    .array(z.strictObject({ row: index, col: index, connector: index }))
    .length(ENTRANCES, `must be ${ENTRANCES}`),
  cards: z.record(z.enum(PLAYERS, `must be for ${PLAYERS.join(', ')} players`), z.array(z.array(station))),
});

/**
 * Checks a map of Metro: 60 tiles, 32 stations in the order of their numbers, 8 entrances beside the central station, line cards for
 * 2 to 6 players. The result is deeply frozen. Throws a `MapError` with the file, the JSON path (`stations[3].row`) and the first
 * fault found.
 */
export function readMap(json: unknown, file: string): Paris {
  const fault: Fault = faultsOf(file);
  const map: Paris = shaped(shape, json, fault);
  checkTiles(map, fault);
  checkStations(map, fault);
  checkEntrances(map, fault);
  checkCards(map, fault);
  return freeze(map);
}

function checkTiles({ tiles }: Paris, fault: Fault): void {
  for (const [at, { tile }] of tiles.entries()) {
    if (!isTile(tile)) fault(['tiles', at, 'tile'], `${tile} joins two tracks at one connector`);
    if (tiles.findIndex((one) => one.tile === tile) !== at)
      fault(['tiles', at, 'tile'], `${tile} is there twice`);
  }
  const sum = tiles.reduce((all, { count }) => all + count, 0);
  if (sum !== TILES) fault(['tiles'], `these are ${sum} tiles, not ${TILES}`);
}

/** Whether each even connector is joined to an odd one of its own. */
const isTile = (tile: Code): boolean => new Set(WAYS_IN.map((way) => exit(tile, 0, way))).size === 4;

function checkStations({ stations }: Paris, fault: Fault): void {
  const departures = new Map<string, number>();
  for (const [at, { n, row, col, departure, arrival }] of stations.entries()) {
    if (n !== at + 1) fault(['stations', at, 'n'], `must be ${at + 1}`);
    if (!WAYS_IN.includes(departure)) fault(['stations', at, 'departure'], 'must be 0, 2, 4 or 6');
    if (arrival !== departure + 1)
      fault(['stations', at, 'arrival'], `must be ${departure + 1}, beside the departure`);
    const square = squareAt(row, col);
    if (neighbour(square, departure >> 1) !== undefined)
      fault(['stations', at], `connector ${departure} is not at the edge of the board there`);
    const other = departures.get(`${square} ${departure}`);
    if (other !== undefined) fault(['stations', at], `is in the same place as station ${other}`);
    departures.set(`${square} ${departure}`, n);
  }
}

function checkEntrances({ entrances }: Paris, fault: Fault): void {
  for (const [at, { row, col, connector }] of entrances.entries()) {
    const next = neighbour(squareAt(row, col), connector >> 1);
    if (WAYS_IN.includes(connector)) fault(['entrances', at, 'connector'], 'must be 1, 3, 5 or 7');
    if (CENTRAL.has(squareAt(row, col)) || next === undefined || !CENTRAL.has(next))
      fault(['entrances', at], 'must lead into the central station');
    const first = entrances.findIndex(
      (one) => one.row === row && one.col === col && one.connector === connector,
    );
    if (first !== at) fault(['entrances', at], 'is there twice');
  }
}

function checkCards({ cards }: Paris, fault: Fault): void {
  for (const [players, hands] of Object.entries(cards)) {
    if (hands.length !== Number(players)) fault(['cards', players], `must be ${players} cards`);
    const owned = new Set<number>();
    for (const [at, stations] of hands.entries())
      for (const [place, n] of stations.entries()) {
        if (owned.has(n)) fault(['cards', players, at, place], `station ${n} is owned twice`);
        owned.add(n);
      }
  }
}
