import {
  actionOf,
  type Choice,
  type Compact,
  choiceIn,
  compactOf,
  copyOf,
  FREE,
  isEmpty,
  NO_STATION,
  runAt,
  scoreOf,
  TRANSFER,
} from '../../games/metrox/compact.ts';
import { choose, reachOf } from '../../games/metrox/playout.ts';
import { NEWEST_RULES, setup } from '../../games/metrox/round.ts';
import { type Action, CARDS, type Card, type MetroxMap } from '../../games/metrox/state.ts';
import { gainBy, gainOn, look } from './policy.ts';
import type { Weights } from './weights.ts';
import { rowAt, type Worth, worked } from './worth.ts';

/**
 * What could have been reached alone, had the cards been known: the best that a beam search finds. It goes from round to round with
 * the boards that promise most, so many at most, and tries all choices on each. Seldom is anything left to be found, but that
 * cannot be proved.
 */
export interface Hindsight {
  readonly score: number;
  /** By round: what is chosen for its card. */
  readonly choices: readonly Action[];
}

/** How many boards it goes on with: more, as long as more points are found with them. */
const WIDTHS: readonly number[] = [2000, 8000];

/**
 * The best that is found for cards in the order in which they come up; those after the end of the game are ignored. Throws a
 * `RangeError` where they are too few to come to it.
 */
export function inHindsight(map: MetroxMap, cards: readonly Card[], widths = WIDTHS): Hindsight {
  let best: Hindsight | undefined;
  for (const width of widths) {
    const found = searched(map, cards, width);
    if (best && found.score <= best.score) break;
    best = found;
  }
  if (!best) throw new RangeError('Nothing is found without a width.');
  return best;
}

/** Those with which it found most. They are other ones than a player's: whoever knows the cards can wait for them. */
const WEIGHTS: Weights = {
  begin: 0.5,
  reach: 7.4,
  slope: 1.15,
  spare: 1.5,
  station: 1.4,
  early: 0,
  transfer: 0.115,
};

const kept = new WeakMap<MetroxMap, Worth>();

function worthOf({ plan }: Compact): Worth {
  let worth = kept.get(plan.map);
  if (worth === undefined) kept.set(plan.map, (worth = worked(plan, WEIGHTS)));
  return worth;
}

/** What was chosen in a round, and on which board of the round before, by number. */
interface Step {
  readonly parents: readonly number[];
  readonly choices: readonly Choice[];
}

/** The boards after a round: so many, one after the other, each as `Compact.all`. */
interface Boards {
  readonly all: Int32Array;
  readonly count: number;
}

/** All that can be chosen in a round. */
interface Ways {
  readonly parents: number[];
  readonly choices: Choice[];
  /** What the boards promise that they lead to. */
  readonly values: number[];
}

function searched(map: MetroxMap, cards: readonly Card[], width: number): Hindsight {
  const deal = { map, seats: 1, options: { flip: 'manual' }, chance: { given: { draws: [] } } };
  const start = compactOf(setup({ ...deal, rules: NEWEST_RULES }));
  const game = copyOf(start);
  const worth = worthOf(game);
  const steps: Step[] = [];
  let boards: Boards = { all: start.all, count: 1 };
  let windows = map.lines.reduce((sum, line) => sum + line.windows, 0);
  for (let round = 1; ; round += 1) {
    const card = cards[round - 1];
    if (card === undefined) throw new RangeError(`${cards.length} cards do not end a game on ${map.id}.`);
    game.round = round;
    game.card = CARDS.indexOf(card);
    if (card !== 'F') windows -= 1;
    const ways = waysFrom(game, worth, boards);
    if (windows === 0) {
      const { way, score } = bestWay(game, boards, ways);
      steps.push(ways);
      const choices = wayBack(steps, way).map((choice, at) => {
        game.card = CARDS.indexOf(cards[at]!);
        return actionOf(game, choice);
      });
      return { score, choices };
    }
    const next = nextBoards(game, boards, ways, width);
    steps.push(next);
    boards = next;
  }
}

/** The choices of all rounds that lead to one of the last. */
function wayBack(steps: readonly Step[], last: number): Choice[] {
  const choices: Choice[] = [];
  let at = last;
  for (const step of steps.toReversed()) {
    choices.unshift(step.choices[at]!);
    at = step.parents[at]!;
  }
  return choices;
}

/** Puts one of the boards on the table, where the card lies open already. */
function take(game: Compact, { all }: Boards, at: number): void {
  const { length } = game.all;
  game.all.set(all.subarray(at * length, (at + 1) * length));
  game.chosen = 0;
}

function waysFrom(game: Compact, worth: Worth, boards: Boards): Ways {
  const { plan, card, open, opens } = game;
  const ways: Ways = { parents: [], choices: [], values: [] };
  for (let parent = 0; parent < boards.count; parent += 1) {
    take(game, boards, parent);
    look(game, 0, worth);
    const value = promiseOf(game, worth);
    const add = (choice: Choice, gain: number): void => {
      ways.parents.push(parent);
      ways.choices.push(choice);
      ways.values.push(value + gain);
    };
    if (card === FREE) {
      if (game.empty[0] === 0) add(NO_STATION, 0);
      for (let station = 0; station < plan.places.length; station += 1)
        if (isEmpty(game, 0, station))
          add(station, worth.weights.station + gainBy(game, worth, runAt(plan.places[station]!, 1), -1));
      continue;
    }
    for (let one = 0; one < opens[0]!; one += 1) {
      const line = open[one]!;
      const most = reachOf(game, line);
      const least = plan.fewer && card !== TRANSFER ? 0 : most;
      for (let count = most; count >= least; count -= 1)
        add(choiceIn(line, count), gainOn(game, worth, line, count));
    }
  }
  return ways;
}

/** What a board promises: its points, those that its lines may still bring, and what its empty stations will cost. */
function promiseOf({ plan, bonuses, numbers, empty, gaps, windows }: Compact, worth: Worth): number {
  const { weights, points, needs } = worth;
  let value = bonuses[0]! + numbers[0]! - weights.station * empty[0]!;
  for (let line = 0; line < plan.routes.length; line += 1) {
    const rest = gaps[line]!;
    if (rest === 0) continue;
    value += points[rowAt(worth, line, windows[line]!, true) + needs[rest]!]!;
    // A transfer writes twice the number of a station's lines, so each of these counts two.
    value += 2 * weights.transfer * bitsIn(rest);
  }
  return value;
}

function bitsIn(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** Values are told apart by such steps. */
const STEP = 1 / 64;

/** The numbers of ways, the most promising first; what differs by less than a step is in no order. */
function sorted({ values }: Ways): Int32Array {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  const stepOf = (value: number): number => Math.floor((most - value) / STEP);
  const begins = new Int32Array(stepOf(least) + 2);
  for (const value of values) begins[stepOf(value) + 1]! += 1;
  for (let step = 1; step < begins.length; step += 1) begins[step]! += begins[step - 1]!;
  const order = new Int32Array(values.length);
  for (let way = 0; way < values.length; way += 1) order[begins[stepOf(values[way]!)]!++] = way;
  return order;
}

/** The most promising boards, each but once: the same choices in another order mostly lead to the same. */
function nextBoards(game: Compact, boards: Boards, ways: Ways, width: number): Boards & Step {
  const { all } = game;
  const next = new Int32Array(all.length * Math.min(width, ways.values.length));
  const parents: number[] = [];
  const choices: Choice[] = [];
  const known = new Int32Array(2 ** Math.ceil(Math.log2(4 * width)));
  for (const way of sorted(ways)) {
    if (parents.length === width) break;
    take(game, boards, ways.parents[way]!);
    choose(game, 0, ways.choices[way]!);
    if (!isNew(game, next, known, parents.length)) continue;
    next.set(all, all.length * parents.length);
    parents.push(ways.parents[way]!);
    choices.push(ways.choices[way]!);
  }
  return { all: next, count: parents.length, parents, choices };
}

/**
 * Whether no board with the same empty stations and windows is among those that are kept, and notes it as the next of them. Of two
 * such boards the one that is kept has as many points, or more. `known` has their numbers, from 1 on, by a hash of these.
 */
function isNew({ all, gaps, windows }: Compact, kept: Int32Array, known: Int32Array, next: number): boolean {
  let hash = 0;
  for (let line = 0; line < gaps.length; line += 1)
    hash = Math.imul(hash ^ gaps[line]! ^ (windows[line]! << 26), 0x9e3779b1) ^ (hash >>> 15);
  const from = (gaps.byteOffset - all.byteOffset) / all.BYTES_PER_ELEMENT;
  for (let slot = (hash ^ (hash >>> 16)) & (known.length - 1); ; slot = (slot + 1) & (known.length - 1)) {
    const other = known[slot]!;
    if (other === 0) {
      known[slot] = next + 1;
      return true;
    }
    // Windows stand behind the stations.
    const at = (other - 1) * all.length + from;
    let same = 0;
    while (same < 2 * gaps.length && kept[at + same] === all[from + same]) same += 1;
    if (same === 2 * gaps.length) return false;
  }
}

/** Of the ways that end the game the one with the most points. */
function bestWay(game: Compact, boards: Boards, ways: Ways): { way: number; score: number } {
  let best = { way: 0, score: Number.NEGATIVE_INFINITY };
  for (let way = 0; way < ways.values.length; way += 1) {
    take(game, boards, ways.parents[way]!);
    choose(game, 0, ways.choices[way]!);
    const score = scoreOf(game, 0);
    if (score > best.score) best = { way, score };
  }
  return best;
}
