import { type Compact, FREE, SHUT } from '../../games/metromania/compact.ts';
import { BEND, BESIDE, LIMIT, NEXT, NONE, VERTICES } from '../../games/metromania/flat.ts';
import { opposite, SPACES } from '../../games/metromania/grid.ts';
import { endsAt, hasEnd } from '../../games/metromania/playout.ts';

/**
 * How far lines are from their ends: by line, and by side for lines that are not started, the tunnels that are left from each
 * vertex, found backwards from the ends without regard to headings. Tunnels that are dug only take ways away, so what was
 * found once is too short at worst; it is found anew where a line does not come nearer by it.
 */
export interface Ways {
  /** From `VERTICES * line` on; after those of all lines from `VERTICES * (lines + side)` on. */
  readonly left: Int16Array;
}

/** Where no end can be reached. */
const FAR = 100;

const SIDES = 6;

export function waysOf(game: Compact): Ways {
  const { lines } = game.plan;
  const ways = { left: new Int16Array(VERTICES * (lines + SIDES)) };
  for (let side = 0; side < SIDES; side += 1) find(game, side, 0, ALL, ways.left, VERTICES * (lines + side));
  for (let line = 0; line < lines; line += 1) if (game.side[line] !== NONE) findFor(game, line, ways);
  return ways;
}

/** Tunnels left from a vertex for a line, or `plan.lines` and more: for one that starts on a side. */
export const leftOf = ({ left }: Ways, line: number, vertex: number): number =>
  left[VERTICES * line + vertex]!;

/** Every kind of spot. */
const ALL = 0b111;

/** Finds the ways of a line anew. */
export function findFor(game: Compact, line: number, { left }: Ways): void {
  find(game, game.side[line]!, 1 << line, kindsOf(game, line >> 1), left, VERTICES * line);
}

/** The kinds of markers that a company still has in hand, as bits. */
function kindsOf({ hands, plan }: Compact, company: number): number {
  let kinds = 0;
  for (let kind = 0; kind < plan.kinds.length; kind += 1)
    if ((hands[company]! & plan.kinds[kind]!) !== 0) kinds |= 1 << kind;
  return kinds;
}

/** A line that has just started takes the ways of its side, as they were found before. */
export function adopt({ plan, side }: Compact, line: number, { left }: Ways): void {
  const from = VERTICES * (plan.lines + side[line]!);
  left.copyWithin(VERTICES * line, from, from + VERTICES);
}

const queue = new Int16Array(VERTICES);

function find(game: Compact, side: number, own: number, kinds: number, left: Int16Array, at: number): void {
  const { plan, ground, through } = game;
  left.fill(FAR, at, at + VERTICES);
  let count = 0;
  const anywhere = !hasEnd(game, side);
  for (const place of plan.black) {
    const { triangle, border, inner, side: other } = SPACES[place]!;
    if (ground[triangle] === SHUT || !(anywhere || opposite(side, other))) continue;
    for (let corner = 0; corner < 3; corner += 1) {
      const vertex = corner < 2 ? border[corner]! : inner;
      if (left[at + vertex] === 1) continue;
      left[at + vertex] = 1;
      queue[count++] = vertex;
    }
  }
  for (let next = 0; next < count; next += 1) {
    const vertex = queue[next]!;
    // A line does not come back to where it was, but it does go on from its terminus.
    if ((through[vertex]! & own) !== 0) continue;
    const more = left[at + vertex]! + 1;
    for (let heading = 0; heading < 6; heading += 1) {
      const before = NEXT[6 * vertex + heading]!;
      if (before === NONE || left[at + before] !== FAR) continue;
      const beside = 12 * vertex + 2 * heading;
      if (!isOpen(ground, BESIDE[beside]!, kinds) && !isOpen(ground, BESIDE[beside + 1]!, kinds)) continue;
      left[at + before] = more;
      queue[count++] = before;
    }
  }
}

function isOpen(ground: Int16Array, triangle: number, kinds: number): boolean {
  if (triangle === NONE) return false;
  const kind = ground[triangle]!;
  return kind === FREE || (kind !== SHUT && ((kinds >> kind) & 1) === 1);
}

/**
 * Tunnels left for a line that comes to a vertex in a heading: the fewest over the tunnels by which it may go on, `FAR` where
 * there are none. `station` tells whether one stands there, so that it may turn sharply.
 */
export function leftFrom(
  game: Compact,
  { left }: Ways,
  line: number,
  vertex: number,
  ahead: number,
  station: boolean,
): number {
  const { ground, through } = game;
  const own = 1 << line;
  const kinds = kindsOf(game, line >> 1);
  const at = VERTICES * line;
  const most = station ? 2 : 1;
  let best = FAR;
  for (let heading = 0; heading < 6; heading += 1) {
    if (BEND[6 * ahead + heading]! > most) continue;
    const to = NEXT[6 * vertex + heading]!;
    if (to === NONE || (through[to]! & own) !== 0) continue;
    for (let side = 0; side < 2; side += 1) {
      const triangle = BESIDE[12 * vertex + 2 * heading + side]!;
      if (!isOpen(ground, triangle, kinds)) continue;
      if (left[at + vertex] === 1 && LIMIT[to] === 1 && endsAt(game, line, triangle, to)) return 1;
      if (left[at + to]! + 1 < best) best = left[at + to]! + 1;
    }
  }
  return best;
}
