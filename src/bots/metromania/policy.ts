import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import {
  BONUS,
  type Choice,
  lineOf,
  markerOf,
  NO_BONUS,
  START,
  STATION,
  terminusOf,
  wayOf,
} from '../../games/metromania/choice.ts';
import { choicesOf, MOST_CHOICES } from '../../games/metromania/choices.ts';
import { type Compact, twinOf } from '../../games/metromania/compact.ts';
import { BESIDE, EDGE, LIMIT, NEXT, NONE, TOWARDS, VERTICES } from '../../games/metromania/flat.ts';
import { SPACES } from '../../games/metromania/grid.ts';
import { isServed, touches } from '../../games/metromania/outcome.ts';
import { choose, endsAt } from '../../games/metromania/playout.ts';
import { adopt, findFor, leftFrom, leftOf, type Ways } from './ways.ts';

/** A quick player: what each choice is worth by a few sums. Games are played ahead by it, and a search begins with what it likes. */

/** What things are worth beside each other, in points, tuned by games of such players against each other. */
export interface Weights {
  /** Each tunnel that a line is nearer to its end. */
  readonly near: number;
  /** A line that can come to no end. */
  readonly stuck: number;
  /** To go on with a line, each tunnel that it still has to go. */
  readonly far: number;
  /** To complete a line, and the second one, which ends the game: each tunnel that the nearest rival still has to go. */
  readonly end: number;
  readonly last: number;
  readonly rivals: number;
  /** A station that is built by itself, and each point of any. */
  readonly station: number;
  readonly points: number;
  /** The first station at a marker that lies, an own one or another's. */
  readonly serves: number;
  readonly servesOther: number;
  /** Each point that a station at the next vertex would bring later. */
  readonly later: number;
  /** A marker that is placed, one whose twin lies already, and one beside a station. */
  readonly marker: number;
  readonly twin: number;
  readonly served: number;
  /** To build a station and not to dig, and that for each tunnel left, of the company and of its nearest rival. */
  readonly build: number;
  readonly buildLeft: number;
  readonly buildRivals: number;
  /** To start the second line, and at each start tunnels left and points of its first vertex. */
  readonly second: number;
  readonly startLeft: number;
  readonly startPoints: number;
  /** A station at the end of a line. */
  readonly bonus: number;
}

/** Tunnels that count as left for a line that is not started, and the most that do for any other. */
const UNSTARTED = 9;
const MOST_LEFT = 20;

const room = new Int16Array(MOST_CHOICES);
const values = new Float64Array(MOST_CHOICES);

/**
 * Plays a table to its end. To what a choice is worth comes a number below `noise` points by chance, since games that are all
 * alike would tell no more than one.
 */
export function playOn(
  game: Compact,
  ways: Ways,
  weights: Weights,
  noise: number,
  random: RandomGenerator,
): void {
  const share = noise / 2 ** 32;
  while (!game.over) {
    const count = rate(game, ways, weights, room, values);
    let best = 0;
    let most = Number.NEGATIVE_INFINITY;
    for (let at = 0; at < count; at += 1) {
      const value = values[at]! + share * (random.next() >>> 0);
      if (value <= most) continue;
      most = value;
      best = at;
    }
    carryOut(game, ways, room[best]!);
  }
}

/** Carries out a choice that is legal; a line that it starts has its ways from then on. */
export function carryOut(game: Compact, ways: Ways, choice: Choice): void {
  const { mover, side } = game;
  const line = side[2 * mover] === NONE ? 2 * mover : 2 * mover + 1;
  choose(game, choice);
  if (choice >= START && choice < STATION) adopt(game, line, ways);
}

/** Writes what may be done into a list and what each of it is worth into another, in points; tells how many there are. */
export function rate(
  game: Compact,
  ways: Ways,
  weights: Weights,
  into: Int16Array,
  worth: Float64Array,
): number {
  const count = choicesOf(game, into);
  if (count === 1) {
    worth[0] = 0;
    return count;
  }
  if (game.bonus !== NONE) {
    for (let at = 0; at < count; at += 1)
      worth[at] = into[at] === NO_BONUS ? 0 : weights.bonus + stationWorth(game, weights, into[at]! - BONUS);
    return count;
  }
  const left = lookAhead(game, ways);
  const rivals = rivalsLeft(game, ways);
  const build = weights.build + weights.buildLeft * left + weights.buildRivals * rivals;
  for (let at = 0; at < count; at += 1) {
    const choice = into[at]!;
    worth[at] =
      choice >= STATION
        ? build + stationWorth(game, weights, choice - STATION)
        : choice >= START
          ? startWorth(game, ways, weights, choice)
          : digWorth(game, ways, weights, choice, rivals);
  }
  return count;
}

/** By line: tunnels left before anything is done. */
const before = new Int16Array(8);
/** By line and heading, `6 * line + heading`: tunnels left after one more tunnel; -1 where that is not known yet. */
const behind = new Int16Array(6 * 8);

/** Finds out how far the lines of the company that moves are, and tells the tunnels that both have left. */
function lookAhead(game: Compact, ways: Ways): number {
  let sum = 0;
  for (let line = 2 * game.mover; line < 2 * game.mover + 2; line += 1) {
    before[line] = 0;
    if (game.done[line] === 1) continue;
    if (game.length[line] === 0) {
      sum += UNSTARTED;
      continue;
    }
    let left = leftNow(game, ways, line);
    if (left > leftOf(ways, line, terminusOf(game, line))) {
      findFor(game, line, ways);
      left = leftNow(game, ways, line);
    }
    before[line] = Math.min(left, MOST_LEFT);
    sum += before[line]!;
    behind.fill(-1, 6 * line, 6 * line + 6);
  }
  return sum;
}

function leftNow(game: Compact, ways: Ways, line: number): number {
  const from = terminusOf(game, line);
  const ahead = TOWARDS[VERTICES * priorOf(game, line) + from]!;
  return leftFrom(game, ways, line, from, ahead, game.stations[from] === 1);
}

/** The vertex before the terminus of a line. */
const priorOf = ({ plan, path, length }: Compact, line: number): number =>
  path[plan.width * line + length[line]! - 2]!;

/** Tunnels that the nearest rival has left, as they were found last. */
function rivalsLeft(game: Compact, ways: Ways): number {
  const { plan, mover, done, length } = game;
  let least = 2 * MOST_LEFT;
  for (let company = 0; company < plan.setting.companies; company += 1) {
    if (company === mover) continue;
    let sum = 0;
    for (let line = 2 * company; line < 2 * company + 2; line += 1)
      if (done[line] === 0)
        sum +=
          length[line] === 0 ? UNSTARTED : Math.min(leftOf(ways, line, terminusOf(game, line)), MOST_LEFT);
    least = Math.min(least, sum);
  }
  return least;
}

/** What a station at a vertex is worth to the company that moves. */
function stationWorth({ plan, mover, where, holder, stations }: Compact, weights: Weights, vertex: number) {
  let sum = weights.points * plan.worth[vertex]!;
  for (let marker = 0; marker < where.length; marker += 1) {
    const triangle = where[marker]!;
    if (triangle === NONE || !touches(vertex, triangle) || isServed(stations, triangle)) continue;
    sum += holder[marker] === mover ? weights.serves : weights.servesOther;
  }
  return sum;
}

function startWorth(game: Compact, ways: Ways, weights: Weights, choice: Choice): number {
  const { plan, mover, through, stations } = game;
  const { side, border, inner } = SPACES[(choice - START) >> 1]!;
  let sum = weights.startPoints * plan.worth[inner]!;
  sum -= weights.startLeft * leftOf(ways, plan.lines + side, inner);
  if (game.side[2 * mover] !== NONE) sum += weights.second;
  for (const vertex of [border[(choice - START) & 1]!, inner])
    if (through[vertex] !== 0 && stations[vertex] === 0)
      sum += weights.station + weights.points * plan.worth[vertex]!;
  return sum;
}

function digWorth(game: Compact, ways: Ways, weights: Weights, choice: Choice, rivals: number): number {
  const { plan, stations, through, edges, done, length, where } = game;
  const line = lineOf(choice);
  const way = wayOf(choice);
  const heading = way >> 1;
  const from = terminusOf(game, line);
  const to = NEXT[6 * from + heading]!;
  const triangle = BESIDE[12 * from + way]!;
  const prior = priorOf(game, line);
  const others = ~(1 << line) & ~edges[EDGE[6 * from + heading]!]!;
  const joins = (through[to]! & others) !== 0;
  let sum = weights.far * before[line]!;
  if (stations[from] === 0 && (edges[EDGE[6 * prior + TOWARDS[VERTICES * prior + from]!]!]! & others) !== 0)
    sum += weights.station + stationWorth(game, weights, from);
  if (stations[to] === 0)
    sum += joins ? weights.station + stationWorth(game, weights, to) : weights.later * plan.worth[to]!;
  const marker = markerOf(choice);
  if (marker !== NONE) {
    sum += weights.marker;
    if (where[twinOf(marker)] !== NONE) sum += weights.twin;
    if (isServed(stations, triangle)) sum += weights.served;
  }
  if (LIMIT[to] === 1 && endsAt(game, line, triangle, to)) {
    sum += weights.near * before[line]!;
    return sum + (done[line ^ 1] === 1 ? weights.last + weights.rivals * rivals : weights.end);
  }
  let left = behind[6 * line + heading]!;
  if (left < 0) {
    left = leftFrom(game, ways, line, to, heading, joins || stations[to] === 1);
    behind[6 * line + heading] = left;
  }
  const rest = plan.width - length[line]! - 1;
  return sum + (left > rest ? weights.stuck : weights.near * (before[line]! - left));
}
