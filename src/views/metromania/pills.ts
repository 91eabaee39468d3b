import type { Spot } from './ground.ts';

/** Where the numbers of choices stand in a picture: near to what they mean, apart from each other, over as little as can be. */

/** What is to be placed. Pixels of the picture. */
export interface Body {
  /** Half of its straight part: a number with markers is a pill. */
  readonly half: number;
  /** The middle of what it means. */
  readonly anchor: Spot;
  /** The triangle that would be used up, where it would best stand. */
  readonly home: readonly Spot[];
  /** It stands on its anchor, whatever is there. */
  readonly pinned: boolean;
  /** It leaves its anchor to be seen, and a thread leads there. */
  readonly beside: boolean;
}

/** What lies where they may stand. */
export interface Field {
  /** What it costs to cover a place; null where nothing may stand. */
  covered(x: number, y: number, half: number): number | null;
}

export interface Pill {
  readonly x: number;
  readonly y: number;
  readonly half: number;
  readonly anchor: Spot;
}

export const RADIUS = 34;
/** Pixels that stay free between two pills. */
export const APART = 8;
/** Pixels between two places that are tried, and how far from the anchor any of them lies. */
const STEP = 14;
const REACH = 266;
/** So many of the best places of a pill are weighed against those of the others. */
const TRIED = 220;
const ROUNDS = 5;
/** How far from a pill its anchor is clearly seen. */
const CLEAR = 12;

/** An anchor that lies less far beneath a pill has a thread. */
const THREAD = -6;

const COST = { thread: 0.55, outside: 26, close: 40, crossing: 900, beneath: 500 } as const;

/** The gap between two pills; below zero they overlap. */
export function gapOf(one: Omit<Pill, 'anchor'>, other: Omit<Pill, 'anchor'>): number {
  const dx = Math.max(0, Math.abs(one.x - other.x) - one.half - other.half);
  return Math.hypot(dx, one.y - other.y) - 2 * RADIUS;
}

/** How far a spot lies outside a pill; below zero it lies beneath it. */
const outside = ({ x, y, half }: Omit<Pill, 'anchor'>, px: number, py: number): number =>
  Math.hypot(Math.max(0, Math.abs(px - x) - half), py - y) - RADIUS;

/** Whether a thread leads from a pill to what it means. */
export const hasThread = (pill: Pill): boolean => outside(pill, pill.anchor[0], pill.anchor[1]) > THREAD;

/** From which side a thread comes out of a pill: the end of its straight part that is nearer. */
export const threadFrom = ({ x, y, half, anchor }: Pill): Spot => [
  Math.min(Math.max(anchor[0], x - half), x + half),
  y,
];

const side = (a: Spot, b: Spot, c: Spot): number =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

const cross = (a: Spot, b: Spot, c: Spot, d: Spot): boolean =>
  side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;

/** Whether the threads of two pills cross. */
export const crossing = (one: Pill, other: Pill): boolean =>
  hasThread(one) && hasThread(other) && cross(threadFrom(one), one.anchor, threadFrom(other), other.anchor);

const SAMPLES = 8;

/** Whether the thread of one pill runs beneath another. */
export function runsBeneath(one: Pill, other: Pill): boolean {
  if (!hasThread(one)) return false;
  const [fx, fy] = threadFrom(one);
  const [tx, ty] = one.anchor;
  for (let i = 0; i <= SAMPLES; i++) {
    const share = i / SAMPLES;
    if (outside(other, fx + (tx - fx) * share, fy + (ty - fy) * share) < 4) return true;
  }
  return false;
}

function within(corners: readonly Spot[], at: Spot): boolean {
  let left = 0;
  for (let i = 0; i < corners.length; i++)
    if (side(corners[i]!, corners[(i + 1) % corners.length]!, at) >= 0) left++;
  return left === 0 || left === corners.length;
}

interface Place extends Pill {
  readonly cost: number;
  /** How far around its middle it lies with its thread. */
  readonly reach: number;
}

function place(pill: Pill, cost: number): Place {
  const { x, y, half, anchor } = pill;
  const reach = Math.max(half + RADIUS + 5, Math.hypot(x - anchor[0], y - anchor[1]));
  return { x, y, half, anchor, cost, reach };
}

/** An offset from an anchor that is tried, and the least that standing there costs. */
interface Offset {
  readonly dx: number;
  readonly dy: number;
  readonly least: number;
  /** In reading order. */
  readonly at: number;
}

const offsets = new Map<string, readonly Offset[]>();

/** All offsets for a pill, those that cost least first. */
function offsetsOf(half: number, beside: boolean): readonly Offset[] {
  const key = `${half} ${beside}`;
  let found = offsets.get(key);
  if (found) return found;
  const all: Offset[] = [];
  for (let dy = -REACH; dy <= REACH; dy += STEP)
    for (let dx = -REACH; dx <= REACH; dx += STEP) {
      const far = Math.hypot(dx, dy);
      if (far > REACH) continue;
      const out = outside({ x: dx, y: dy, half }, 0, 0);
      if (beside && out < CLEAR) continue;
      all.push({ dx, dy, least: COST.thread * (out > THREAD ? far : far * 0.4), at: all.length });
    }
  found = all.sort((a, b) => a.least - b.least || a.at - b.at);
  offsets.set(key, found);
  return found;
}

/** Tells the place of a rank, 0 the best; undefined where there are no more. */
type Ranked = (rank: number) => Place | undefined;

interface Tried extends Offset {
  readonly cost: number;
}

const before = (one: Tried, other: Tried): boolean =>
  one.cost < other.cost || (one.cost === other.cost && one.at < other.at);

/** The places that a pill may take, the best first; each is looked for when it is asked for, since few are. */
function placesOf({ half, anchor, home, pinned, beside }: Body, field: Field): Ranked {
  if (pinned) {
    const only = place({ x: anchor[0], y: anchor[1], half, anchor }, 0);
    return (rank) => (rank === 0 ? only : undefined);
  }
  const all = offsetsOf(half, beside);
  const ranked: Place[] = [];
  const heap: Tried[] = [];
  let next = 0;
  const tryNext = (): void => {
    const offset = all[next++]!;
    const [x, y] = [anchor[0] + offset.dx, anchor[1] + offset.dy];
    const room = field.covered(x, y, half);
    if (room === null) return;
    const away = home.length > 0 && !within(home, [x, y]) ? COST.outside : 0;
    push(heap, { ...offset, cost: offset.least + away + room });
  };
  return (rank) => {
    while (ranked.length <= rank) {
      // Whatever is not tried yet costs no less than this.
      while (next < all.length && !(heap.length > 0 && heap[0]!.cost < all[next]!.least)) tryNext();
      const best = pop(heap);
      if (!best) return;
      ranked.push(place({ x: anchor[0] + best.dx, y: anchor[1] + best.dy, half, anchor }, best.cost));
    }
    return ranked[rank];
  };
}

/** Puts something on a heap of which the first costs least. */
function push(heap: Tried[], one: Tried): void {
  let at = heap.length;
  heap.push(one);
  while (at > 0) {
    const up = (at - 1) >> 1;
    if (!before(one, heap[up]!)) break;
    heap[at] = heap[up]!;
    at = up;
  }
  heap[at] = one;
}

/** Takes what costs least off a heap. */
function pop(heap: Tried[]): Tried | undefined {
  const first = heap[0];
  const last = heap.pop();
  if (!first || !last || heap.length === 0) return first;
  let at = 0;
  for (;;) {
    let down = 2 * at + 1;
    if (down >= heap.length) break;
    if (down + 1 < heap.length && before(heap[down + 1]!, heap[down]!)) down++;
    if (!before(heap[down]!, last)) break;
    heap[at] = heap[down]!;
    at = down;
  }
  heap[at] = last;
  return first;
}

/** What it costs that two pills stand as they do. */
function between(one: Place, other: Place): number {
  const far = one.reach + other.reach;
  const [dx, dy] = [one.x - other.x, one.y - other.y];
  // Too far apart to have to do with each other, threads and all.
  if (dx * dx + dy * dy > far * far) return 0;
  const close = Math.max(0, APART - gapOf(one, other)) * COST.close;
  const crossed = crossing(one, other) ? COST.crossing : 0;
  const beneath = (runsBeneath(one, other) ? 1 : 0) + (runsBeneath(other, one) ? 1 : 0);
  return close + crossed + beneath * COST.beneath;
}

/** Places pills: each in turn takes the best place beside the others, until none moves. */
export function placePills(bodies: readonly Body[], field: Field): Pill[] {
  const all = bodies.map((body) => placesOf(body, field));
  const few = all.map(
    (places): Ranked =>
      (rank) =>
        rank < TRIED ? places(rank) : undefined,
  );
  const first = settle(bodies, few);
  if (first.cost < COST.beneath) return first.pills;
  // Seldom needed: from the other end, and with every place there is.
  return [first, settle(bodies, all, true), settle(bodies, all)].reduce((a, b) => (b.cost < a.cost ? b : a))
    .pills;
}

interface Settled {
  readonly pills: Pill[];
  /** What cannot be: pills that touch, threads that cross or run beneath. */
  readonly cost: number;
}

function settle(bodies: readonly Body[], places: readonly Ranked[], reverse = false): Settled {
  const stand = places.map((ranked, i): Place => {
    const { anchor, half } = bodies[i]!;
    return ranked(0) ?? place({ x: anchor[0], y: anchor[1], half, anchor }, 0);
  });
  const order = [...places.keys()];
  if (reverse) order.reverse();
  for (let round = 0; round < ROUNDS; round++) {
    let moved = false;
    for (const i of order) {
      const best = bestOf(places[i]!, stand, i);
      if (best === stand[i]) continue;
      stand[i] = best;
      moved = true;
    }
    if (!moved) break;
  }
  const cost = stand.reduce(
    (sum, one, i) => sum + stand.slice(i + 1).reduce((all, other) => all + between(one, other), 0),
    0,
  );
  return { pills: stand.map(({ x, y, half, anchor }) => ({ x, y, half, anchor })), cost };
}

/** The best of some places beside where the others stand now. */
function bestOf(places: Ranked, stand: readonly Place[], i: number): Place {
  let best = stand[i]!;
  let least = Number.POSITIVE_INFINITY;
  for (let rank = 0; ; rank++) {
    const one = places(rank);
    // They are in order: none that follows can be better.
    if (!one || one.cost >= least) break;
    let cost = one.cost;
    for (let j = 0; j < stand.length && cost < least; j++) if (j !== i) cost += between(one, stand[j]!);
    if (cost < least) {
      least = cost;
      best = one;
    }
  }
  return best;
}
