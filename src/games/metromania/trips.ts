import { AROUND } from './grid.ts';
import {
  type Company,
  type Hop,
  LETTERS,
  type Letter,
  type Open,
  type Triangle,
  type Trip,
  type Vertex,
  type View,
} from './state.ts';

/** The test trips: one for each letter and one from park to lake, by the fastest routes of all lines together. */

/** Minutes of a ride from a station to the next one on its line. */
export const RIDE = 1;
/** Minutes to change from one line to another at a station. */
export const CHANGE = 3;

/** What a trip brings to those involved, and costs the guilty. */
export const BRINGS = { placer: 6, other: 3, park: 5, fault: 6 } as const;

type Board = Pick<Open, 'lines' | 'stations' | 'signs' | 'marked' | 'setting'> & Pick<View, 'hands'>;

/** All trips: A to F, then park to lake. */
export function tripsOf(board: Board): Trip[] {
  const net = networkOf(board);
  const park = board.signs.indexOf('park');
  const lake = board.signs.indexOf('lake');
  return [...LETTERS.map((letter) => letterTrip(board, net, letter)), parkTrip(board, net, park, lake)];
}

/**
 * By letter, A to F: the minutes between its two markers over what is built so far; null while one of them is not placed, or no
 * route leads from one to the other. It hangs on nothing that is hidden.
 */
export function minutesSoFar(board: Pick<Open, 'lines' | 'stations' | 'marked'>): (number | null)[] {
  const net = networkOf(board);
  return LETTERS.map((letter) => {
    const [one, other] = placedOf(board, letter);
    if (!one || !other) return null;
    return least(minutesFrom(net, stationsAt(net, one.triangle)), stationsAt(net, other.triangle));
  });
}

const placedOf = ({ marked }: Pick<Open, 'marked'>, letter: Letter): Open['marked'] =>
  marked.filter(({ marker }) => marker.letter === letter);

function letterTrip(board: Board, net: Network, letter: Letter): Trip {
  const placed = placedOf(board, letter);
  const [one, other] = [placed[0], placed[1]];
  const ends = [one?.triangle ?? null, other?.triangle ?? null] as const;
  const found = one && other ? fastest(net, one.triangle, other.triangle) : null;
  const { companies, advanced } = board.setting;
  const all = Array.from({ length: companies }, (_, company) => company);
  const two = companies === 2 && !advanced;
  if (found) {
    const involved = involvedIn(board, found);
    const points = all.map((company) => {
      if (!involved.includes(company) || (two && involved.length === 2)) return 0;
      return placed.some((mark) => mark.company === company) ? BRINGS.placer : BRINGS.other;
    });
    return { id: letter, ends, ...found, involved, guilty: [], points };
  }
  const holders = all.filter((company) => board.hands[company]!.some((held) => held.letter === letter));
  const unserved = placed.filter(({ triangle }) => stationsAt(net, triangle).length === 0);
  const faulty =
    holders.length > 0 || unserved.length > 0
      ? [...holders, ...unserved.map(({ company }) => company)]
      : placed.map(({ company }) => company);
  const guilty = [...new Set(faulty)].sort((a, b) => a - b);
  const points = all.map((company) =>
    guilty.includes(company) && !(two && guilty.length === 2) ? -BRINGS.fault : 0,
  );
  return { id: letter, ends, minutes: null, route: [], involved: [], guilty, points };
}

function parkTrip(board: Board, net: Network, park: Triangle, lake: Triangle): Trip {
  const found = fastest(net, park, lake);
  const { companies, advanced } = board.setting;
  const involved = found ? involvedIn(board, found) : [];
  const nobody = companies === 2 && !advanced && involved.length === 2;
  const points = Array.from({ length: companies }, (_, company) =>
    involved.includes(company) && !nobody ? BRINGS.park : 0,
  );
  const { minutes, route } = found ?? { minutes: null, route: [] };
  return { id: 'park', ends: [park, lake], minutes, route, involved, guilty: [], points };
}

const involvedIn = ({ lines }: Board, { used }: Found): Company[] =>
  [...new Set(used.map((line) => lines[line]!.company))].sort((a, b) => a - b);

/** A station as one line serves it. */
interface Node {
  readonly vertex: Vertex;
  readonly line: number;
}

interface Network {
  readonly nodes: readonly Node[];
  /** By node: neighbours along its line, and other lines at its station. */
  readonly rides: readonly (readonly number[])[];
  readonly changes: readonly (readonly number[])[];
}

function networkOf({ lines, stations }: Pick<Open, 'lines' | 'stations'>): Network {
  const stops = new Set(stations.map(({ vertex }) => vertex));
  const nodes: Node[] = [];
  const rides: number[][] = [];
  for (const [line, { vertices }] of lines.entries()) {
    let before: number | undefined;
    for (const vertex of vertices) {
      if (!stops.has(vertex)) continue;
      const at = nodes.push({ vertex, line }) - 1;
      rides.push(before === undefined ? [] : [before]);
      if (before !== undefined) rides[before]!.push(at);
      before = at;
    }
  }
  const changes = nodes.map(({ vertex }, at) =>
    nodes.flatMap((node, other) => (other !== at && node.vertex === vertex ? [other] : [])),
  );
  return { nodes, rides, changes };
}

/** Nodes at which one may get on and off for a triangle. */
const stationsAt = ({ nodes }: Network, triangle: Triangle): number[] =>
  nodes.flatMap(({ vertex }, at) => (AROUND[vertex]!.includes(triangle) ? [at] : []));

interface Found {
  readonly minutes: number;
  readonly route: readonly Hop[];
  /** Lines with a ride on any fastest route. */
  readonly used: readonly number[];
}

/** The fastest routes between two triangles, or null where there is none. */
function fastest(net: Network, from: Triangle, to: Triangle): Found | null {
  const ends = stationsAt(net, to);
  const there = minutesFrom(net, stationsAt(net, from));
  const back = minutesFrom(net, ends);
  const minutes = least(there, ends);
  if (minutes === null) return null;
  const used = new Set<number>();
  for (const [node, others] of net.rides.entries())
    for (const other of others)
      if (there[node]! + RIDE + back[other]! === minutes) used.add(net.nodes[node]!.line);
  return { minutes, route: routeOf(net, there, back, minutes), used: [...used].sort((a, b) => a - b) };
}

/** The fewest minutes to any of some nodes, or null where none can be reached. */
function least(minutes: readonly number[], ends: readonly number[]): number | null {
  const found = Math.min(...ends.map((node) => minutes[node]!));
  return Number.isFinite(found) ? found : null;
}

/** By node: the fewest minutes from any of some nodes (Dijkstra's algorithm; networks are small). */
function minutesFrom({ rides, changes }: Network, starts: readonly number[]): number[] {
  const minutes = rides.map(() => Number.POSITIVE_INFINITY);
  for (const start of starts) minutes[start] = 0;
  const open = new Set(minutes.keys());
  while (open.size > 0) {
    const nearest = [...open].reduce((best, node) => (minutes[node]! < minutes[best]! ? node : best));
    open.delete(nearest);
    const relax = (others: readonly number[], cost: number) => {
      for (const other of others) minutes[other] = Math.min(minutes[other]!, minutes[nearest]! + cost);
    };
    relax(rides[nearest]!, RIDE);
    relax(changes[nearest]!, CHANGE);
  }
  return minutes;
}

/** One route that takes the fewest minutes: at each node it stays on its line while it can. */
function routeOf(net: Network, there: number[], back: number[], minutes: number): Hop[] {
  const route: Hop[] = [];
  let at = net.nodes.findIndex((_, node) => there[node] === 0 && back[node] === minutes);
  while (at >= 0 && back[at]! > 0) {
    const left = back[at]!;
    const ride = net.rides[at]!.find((other) => back[other] === left - RIDE);
    const to = ride ?? net.changes[at]!.find((other) => back[other] === left - CHANGE)!;
    const [from, on] = [net.nodes[at]!, net.nodes[to]!];
    if (ride !== undefined) route.push({ line: from.line, from: from.vertex, to: on.vertex });
    at = to;
  }
  return route;
}
