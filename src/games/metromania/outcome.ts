import { type Compact, MARKERS } from './compact.ts';
import { CORNER, NONE, VERTICES } from './flat.ts';
import { BRINGS, CHANGE, RIDE } from './trips.ts';

/** What a compact table comes to when its game is over: what `score.ts` and `trips.ts` say, in little time. */

/** Longer than any route. */
const FAR = 10_000;
const MOST_NODES = 1024;

/** A node is a station as one line serves it. They follow each other as along their lines, one line after the other. */
const nodes = {
  count: 0,
  vertex: new Int16Array(MOST_NODES),
  /** The company whose line it is, and 1 where the node before is the one before on its line. */
  company: new Int16Array(MOST_NODES),
  follows: new Int8Array(MOST_NODES),
  /** The fewest minutes from where a trip begins, and from where it ends. */
  there: new Int16Array(MOST_NODES),
  back: new Int16Array(MOST_NODES),
  /** Those at which one may change lines, and how many. */
  changes: new Int16Array(MOST_NODES),
  changing: 0,
};
/** By vertex where one may change: the fewest minutes to any node at its station. */
const nearest = new Int16Array(VERTICES);

/** Writes what each company has into a list. */
export function totals(game: Compact, into: Int16Array): void {
  const { plan, points, done } = game;
  const { companies } = plan.setting;
  for (let company = 0; company < companies; company += 1) {
    const lines = done[2 * company]! + done[2 * company + 1]!;
    const all = points[company]!;
    into[company] = lines === 2 ? all : lines === 1 ? all - (all >> 1) : 0;
  }
  lay(game);
  for (let marker = 0; marker < MARKERS; marker += 2) trip(game, marker, into);
  const involved = involvedIn(plan.park, plan.lake);
  if (involved > 0) bring(game, involved, BRINGS.park, into);
}

function lay({ plan, path, length, stations, through }: Compact): void {
  let count = 0;
  let changing = 0;
  for (let line = 0; line < plan.lines; line += 1) {
    const first = plan.width * line;
    const start = count;
    for (let at = first; at < first + length[line]!; at += 1) {
      const vertex = path[at]!;
      if (stations[vertex] === 0) continue;
      nodes.vertex[count] = vertex;
      nodes.company[count] = line >> 1;
      nodes.follows[count] = Number(count > start);
      if ((through[vertex]! & (through[vertex]! - 1)) !== 0) nodes.changes[changing++] = count;
      count += 1;
    }
  }
  nodes.count = count;
  nodes.changing = changing;
}

/** Two companies that both take part get nothing, and lose nothing. */
const isEven = ({ plan }: Compact, companies: number): boolean =>
  plan.setting.companies === 2 && companies === 3;

function bring(game: Compact, companies: number, points: number, into: Int16Array): void {
  if (isEven(game, companies)) return;
  for (let company = 0; company < game.points.length; company += 1)
    if ((companies >> company) & 1) into[company]! += points;
}

/** The trip of a letter, of which the left marker is named. */
function trip(game: Compact, marker: number, into: Int16Array): void {
  const { where, holder, stations } = game;
  const owners = [1 << holder[marker]!, 1 << holder[marker + 1]!] as const;
  const triangles = [where[marker]!, where[marker + 1]!] as const;
  let guilty = 0;
  for (let at = 0; at < 2; at += 1)
    if (triangles[at] === NONE || !isServed(stations, triangles[at]!)) guilty |= owners[at]!;
  if (guilty === 0) {
    const involved = involvedIn(...triangles);
    if (involved !== UNREACHED) {
      if (isEven(game, involved)) return;
      const placers = owners[0] | owners[1];
      bring(game, involved & placers, BRINGS.placer, into);
      bring(game, involved & ~placers, BRINGS.other, into);
      return;
    }
    guilty = owners[0] | owners[1];
  }
  bring(game, guilty, -BRINGS.fault, into);
}

/** Whether a station touches a triangle. */
export const isServed = (stations: Int16Array, triangle: number): boolean =>
  stations[CORNER[3 * triangle]!] === 1 ||
  stations[CORNER[3 * triangle + 1]!] === 1 ||
  stations[CORNER[3 * triangle + 2]!] === 1;

const UNREACHED = -1;

/** The companies on any fastest route between two triangles, as bits, or -1 where there is none. */
function involvedIn(one: number, other: number): number {
  const { count, vertex, company, follows, there, back } = nodes;
  spread(one, there);
  let minutes = FAR;
  for (let node = 0; node < count; node += 1)
    if (touches(vertex[node]!, other) && there[node]! < minutes) minutes = there[node]!;
  if (minutes === FAR) return UNREACHED;
  spread(other, back);
  let involved = 0;
  for (let node = 1; node < count; node += 1) {
    if (follows[node] === 0) continue;
    if (
      there[node - 1]! + RIDE + back[node]! === minutes ||
      there[node]! + RIDE + back[node - 1]! === minutes
    )
      involved |= 1 << company[node]!;
  }
  return involved;
}

/** Whether a vertex is a corner of a triangle. */
export const touches = (vertex: number, triangle: number): boolean =>
  CORNER[3 * triangle] === vertex ||
  CORNER[3 * triangle + 1] === vertex ||
  CORNER[3 * triangle + 2] === vertex;

/** By node: the fewest minutes from the stations at a triangle. Lines are gone up and down, then changed, while that helps. */
function spread(triangle: number, minutes: Int16Array): void {
  const { count, vertex, follows, changes, changing } = nodes;
  for (let node = 0; node < count; node += 1) minutes[node] = touches(vertex[node]!, triangle) ? 0 : FAR;
  for (let at = 0; at < changing; at += 1) nearest[vertex[changes[at]!]!] = FAR;
  for (let better = true; better; ) {
    better = false;
    for (let node = 1; node < count; node += 1)
      if (follows[node] === 1 && minutes[node - 1]! + RIDE < minutes[node]!)
        minutes[node] = minutes[node - 1]! + RIDE;
    for (let node = count - 1; node > 0; node -= 1)
      if (follows[node] === 1 && minutes[node]! + RIDE < minutes[node - 1]!)
        minutes[node - 1] = minutes[node]! + RIDE;
    for (let at = 0; at < changing; at += 1) {
      const node = changes[at]!;
      if (minutes[node]! < nearest[vertex[node]!]!) nearest[vertex[node]!] = minutes[node]!;
    }
    for (let at = 0; at < changing; at += 1) {
      const node = changes[at]!;
      const changed = nearest[vertex[node]!]! + CHANGE;
      if (changed >= minutes[node]!) continue;
      minutes[node] = changed;
      better = true;
    }
  }
}

/**
 * By seat: a number that is higher for whoever is ahead, and equal for those who share a place: points, then completed lines,
 * then tunnels. `pointsIn` tells the points of it. `companies` are those that `totals` wrote.
 */
export function keyOf({ plan, done, length }: Compact, seat: number, companies: Int16Array): number {
  let key = 0;
  for (let company = 0; company < plan.setting.companies; company += 1) {
    if (plan.setting.owners[company] !== seat) continue;
    const [first, second] = [2 * company, 2 * company + 1];
    const tunnels = Math.max(0, length[first]! - 1) + Math.max(0, length[second]! - 1);
    key += POINT * companies[company]! + LINE * (done[first]! + done[second]!) + tunnels;
  }
  return key;
}

/** More than the tunnels of a seat, and than those with its completed lines. */
const LINE = 512;
const POINT = 8 * LINE;
export const pointsIn = (key: number): number => Math.floor(key / POINT);
