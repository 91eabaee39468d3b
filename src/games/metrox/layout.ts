import type { Fault } from '../mapfile.ts';
import type { MapFile } from './shape.ts';
import { SLOTS } from './state.ts';

/** Checks that the drawing tables of a map name its own lines and stations, each line once where it must be. */
export function checkLayout(data: MapFile, fault: Fault): void {
  const lines = data.lines.map((line) => line.id);
  const { slots, cars, connector, bend, order } = data.layout;

  for (const [part, table] of Object.entries({ slots, cars, connector }))
    for (const id of Object.keys(table))
      if (!lines.includes(id)) fault(['layout', part, id], `there is no line ${id}`);
  for (const id of lines) {
    if (slots[id] === undefined) fault(['layout', 'slots'], `line ${id} has no colour`);
    if (cars[id] === undefined) fault(['layout', 'cars'], `line ${id} has no train car`);
  }

  const owners = new Map<string, string>();
  for (const id of lines) {
    const owner = owners.get(slots[id]!);
    // With more lines than colours some must share.
    if (owner !== undefined && lines.length <= SLOTS.length)
      fault(['layout', 'slots', id], `${slots[id]} is the colour of line ${owner} already`);
    owners.set(slots[id]!, id);
  }
  for (const [id, car] of Object.entries(cars))
    if ((car.left === undefined) === (car.right === undefined))
      fault(['layout', 'cars', id], 'must have either a left or a right edge');

  for (const key of Object.keys(bend)) checkBend(data, key, fault);
  for (const [at, text] of order.entries()) {
    const side = text.split(' ');
    for (const [place, id] of side.entries()) {
      if (!lines.includes(id)) fault(['layout', 'order', at], `there is no line ${id || '""'}`);
      if (side.indexOf(id) !== place) fault(['layout', 'order', at], `line ${id} is there twice`);
    }
    if (side.length < 2) fault(['layout', 'order', at], 'must name two lines at least');
  }
}

/** Bends are written "s0606-s0807", for two stations that are neighbours on some line. */
function checkBend(data: MapFile, key: string, fault: Fault): void {
  const ends = key.split('-');
  if (ends.length !== 2) fault(['layout', 'bend', key], 'must be two stations joined by a hyphen');
  for (const id of ends)
    if (!data.stations.some((station) => station.id === id))
      fault(['layout', 'bend', key], `there is no station ${id || '""'}`);
  const [from, to] = ends as [string, string];
  const joined = data.lines.some(({ stations }) =>
    stations.some((id, at) => {
      const next = stations[at + 1];
      return (id === from && next === to) || (id === to && next === from);
    }),
  );
  if (!joined) fault(['layout', 'bend', key], `no line runs from ${from} to ${to} without a stop`);
}
