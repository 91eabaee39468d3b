import { actionOf, type Choice, compactOf, TRANSFER } from '../../games/metrox/compact.ts';
import { MOST } from '../../games/metrox/playout.ts';
import { NEWEST_RULES, setup } from '../../games/metrox/round.ts';
import { type Action, CARDS, type Card, type MetroxMap } from '../../games/metrox/state.ts';
import { emptyBoard, fillIn, HASH, type Layout, layoutOf, scoreIn } from './boards.ts';
import { type Ahead, createWays, type Ways, waysFrom } from './foresight.ts';

/**
 * What could have been reached alone, had the cards been known: the best that a beam search finds. It goes from round to round with
 * the boards that promise most, so many at most, and tries all choices on each, but that of the stations that a card reaches it marks
 * all or none. Seldom is much left to be found, but that cannot be proved.
 */
export interface Hindsight {
  readonly score: number;
  /** By round: what is chosen for its card. */
  readonly choices: readonly Action[];
}

/** How many boards it goes on with: more, as long as more points are found with them. */
const WIDTHS: readonly number[] = [4000, 32000];

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

/** What was chosen in a round, and on which board of the round before, by number. */
interface Step {
  readonly parents: Int32Array;
  readonly choices: Int32Array;
}

/** The boards after a round: so many, one after the other. */
interface Boards {
  readonly all: Int32Array;
  readonly count: number;
}

/** Ways that are kept beside those that are needed: many lead to boards that another one leads to. */
const SPARE = 2;

function searched(map: MetroxMap, cards: readonly Card[], width: number): Hindsight {
  const layout = layoutOf(map);
  const played = cardsOf(map, cards);
  const ways = createWays(layout);
  const steps: Step[] = [];
  let boards: Boards = { all: emptyBoard(layout), count: 1 };
  for (const [round, card] of played.entries()) {
    const isLast = round === played.length - 1;
    const ahead = aheadOf(played, round);
    waysFrom(layout, boards, ahead, isLast ? Number.POSITIVE_INFINITY : SPARE * width, ways);
    if (isLast) {
      const { way, score } = bestWay(layout, boards, card, ways);
      return { score, choices: actionsOf(map, played, wayBack(steps, ways, way)) };
    }
    const next = nextBoards(layout, boards, card, ways, width);
    steps.push(next);
    boards = next;
  }
  throw new Error('A game has a last round.');
}

/** The cards of a game as indexes into `CARDS`, up to its end. */
function cardsOf(map: MetroxMap, cards: readonly Card[]): number[] {
  let windows = map.lines.reduce((sum, line) => sum + line.windows, 0);
  const end = cards.findIndex((card) => card !== 'F' && --windows === 0);
  if (end < 0) throw new RangeError(`${cards.length} cards do not end a game on ${map.id}.`);
  return cards.slice(0, end + 1).map((card) => CARDS.indexOf(card));
}

/** What is known in a round of the rounds after it. */
function aheadOf(cards: readonly number[], round: number): Ahead {
  const after = cards.slice(round + 1);
  return {
    card: cards[round]!,
    left: after.length / cards.length,
    transfers: after.includes(TRANSFER),
    reach: after.reduce((sum, card) => sum + Math.max(1, MOST[card]!), 0),
  };
}

/** The choices of all rounds that lead to one of the last. */
function wayBack(steps: readonly Step[], { choices: last, parents }: Ways, way: number): Choice[] {
  const choices: Choice[] = [last[way]!];
  let at = parents[way]!;
  for (const step of steps.toReversed()) {
    choices.unshift(step.choices[at]!);
    at = step.parents[at]!;
  }
  return choices;
}

function actionsOf(map: MetroxMap, cards: readonly number[], choices: readonly Choice[]): Action[] {
  const deal = { map, seats: 1, options: { flip: 'manual' }, chance: { given: { draws: [] } } };
  const game = compactOf(setup({ ...deal, rules: NEWEST_RULES }));
  return choices.map((choice, round) => {
    game.card = cards[round]!;
    return actionOf(game, choice);
  });
}

/** The numbers of ways, the most promising first; what promises the same is in the order in which it was found. */
function sorted({ count, least, promises, found }: Ways): Int32Array {
  const begins = new Int32Array(found.length);
  let kept = 0;
  for (let step = found.length - 1; step >= least; step -= 1) {
    begins[step] = kept;
    kept += found[step]!;
  }
  const order = new Int32Array(kept);
  for (let way = 0; way < count; way += 1) {
    const step = promises[way]!;
    if (step >= least) order[begins[step]!++] = way;
  }
  return order;
}

/**
 * The most promising boards, each but once: the same choices in another order mostly lead to the same. Of two with the same empty
 * stations and windows the one that is kept has as many points, or more.
 */
function nextBoards(layout: Layout, boards: Boards, card: number, ways: Ways, width: number): Boards & Step {
  const { size, plan } = layout;
  const order = sorted(ways);
  const most = Math.min(width, order.length);
  const all = new Int32Array(size * most);
  const parents = new Int32Array(most);
  const choices = new Int32Array(most);
  const known = new Int32Array(2 ** Math.ceil(Math.log2(4 * most)));
  const hash = plan.routes.length + HASH;
  let count = 0;
  for (let one = 0; one < order.length && count < most; one += 1) {
    const way = order[one]!;
    const own = ways.hashes[way]!;
    let slot = (own ^ (own >>> 15)) & (known.length - 1);
    while (known[slot] !== 0 && all[(known[slot]! - 1) * size + hash] !== own)
      slot = (slot + 1) & (known.length - 1);
    if (known[slot] !== 0) continue;
    const at = count * size;
    const parent = ways.parents[way]!;
    for (let number = 0; number < size; number += 1) all[at + number] = boards.all[parent * size + number]!;
    fillIn(layout, all, at, card, ways.choices[way]!);
    all[at + hash] = own;
    parents[count] = parent;
    choices[count] = ways.choices[way]!;
    count += 1;
    known[slot] = count;
  }
  return { all, count, parents, choices };
}

/** Of the ways that end the game the one with the most points. */
function bestWay(
  layout: Layout,
  { all }: Boards,
  card: number,
  { count, parents, choices }: Ways,
): { way: number; score: number } {
  const { size } = layout;
  const board = new Int32Array(size);
  let best = { way: 0, score: Number.NEGATIVE_INFINITY };
  for (let way = 0; way < count; way += 1) {
    board.set(all.subarray(parents[way]! * size, (parents[way]! + 1) * size));
    fillIn(layout, board, 0, card, choices[way]!);
    const score = scoreIn(layout, board, 0);
    if (score > best.score) best = { way, score };
  }
  return best;
}
