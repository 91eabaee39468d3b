import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { Seat } from '../game.ts';
import {
  type Choice,
  type Compact,
  choiceIn,
  countIn,
  FREE,
  isEmpty,
  lineIn,
  lowest,
  NO_CARD,
  NO_STATION,
  placeOn,
  runAt,
  TRANSFER,
} from './compact.ts';
import { numberOf } from './deck.ts';
import { CARDS, FIRST, LATER } from './state.ts';

/** Games on a compact table: what `round.ts` and `rules.ts` say, done in place. A test holds one to the other, move by move. */

/** By index into `CARDS`: the most stations it fills on a line, 0 for the free card, and whether it jumps over filled ones. */
export const MOST = CARDS.map((card) => (card === 'T' ? 1 : numberOf(card)));
export const JUMPS = CARDS.map((card) => card[0] === 'S');
const SIGNED = CARDS.indexOf('N6R');

/**
 * A whole number from 0 to `count` - 1. The division of `uniformInt`, which makes each exactly as likely, takes a third of the
 * time of a game; here none is likelier than another by more than one in 2 ** 27.
 */
const below = (count: number, random: RandomGenerator): number =>
  (((random.next() >>> 0) / 2 ** 32) * count) | 0;

/** Plays a table to its end: cards come up at random, and everybody takes any legal choice, each equally likely. */
export function playOut(game: Compact, random: RandomGenerator): void {
  const { playing } = game;
  while (!game.over) {
    if (game.card === NO_CARD) turnAny(game, random);
    for (let at = 0; at < playing.length; at += 1)
      if (isAwaited(game, playing[at]!)) chooseAny(game, playing[at]!, random);
    close(game);
  }
}

/** Turns a card, each that is face down equally likely. */
export const turnAny = (game: Compact, random: RandomGenerator): void => turn(game, below(game.down, random));

/** Turns the card at a place of the deck below `game.down`. */
export function turn(game: Compact, place: number): void {
  const { deck } = game;
  const card = deck[place]!;
  game.down -= 1;
  deck[place] = deck[game.down]!;
  deck[game.down] = card;
  game.card = card;
  game.round += 1;
}

/** Whether the round waits for a seat that is not struck. */
export const isAwaited = ({ chosen, opens }: Compact, seat: Seat): boolean =>
  ((chosen >> seat) & 1) === 0 && opens[seat]! > 0;

/** All that a seat may choose for the open card, in no order. */
export function choicesOf(game: Compact, seat: Seat): Choice[] {
  const { plan, card, open, opens } = game;
  if (card === FREE) {
    const stations = [...plan.places.keys()].filter((station) => isEmpty(game, seat, station));
    return stations.length > 0 ? stations : [NO_STATION];
  }
  const base = seat * plan.routes.length;
  return Array.from(open.subarray(base, base + opens[seat]!)).flatMap((line) => {
    if (card === TRANSFER) return [choiceIn(line, 1)];
    const most = reachOf(game, base + line);
    return plan.fewer
      ? Array.from({ length: most + 1 }, (_, n) => choiceIn(line, n))
      : [choiceIn(line, most)];
  });
}

/**
 * Carries a choice out that is legal for the open card. It is done at once, though a round has one end for all: a bonus is the
 * first one in the whole round in which it is taken.
 */
export function choose(game: Compact, seat: Seat, choice: Choice): void {
  game.chosen |= 1 << seat;
  if (game.card === FREE) {
    if (choice !== NO_STATION) fill(game, seat, game.plan.places[choice]!, 1);
    return;
  }
  const base = seat * game.plan.routes.length;
  write(game, seat, game.open.indexOf(lineIn(choice), base) - base, countIn(choice));
}

/** Closes the round when nobody is awaited. */
export function close(game: Compact): void {
  const { playing, chosen, opens } = game;
  game.over = true;
  for (const seat of playing) if ((chosen >> seat) & 1 && opens[seat]! > 0) game.over = false;
  if (game.card === SIGNED || game.down === 0) game.down = game.deck.length;
  game.card = NO_CARD;
  game.chosen = 0;
}

/** Takes any choice that a seat has for the open card, each equally likely. */
export function chooseAny(game: Compact, seat: Seat, random: RandomGenerator): void {
  const { plan, card, open, opens } = game;
  game.chosen |= 1 << seat;
  if (card === FREE) fillAny(game, seat, random);
  else if (!plan.fewer || card === TRANSFER) write(game, seat, below(opens[seat]!, random), MOST[card]!);
  else {
    // Drawn from all numbers up to the card's until the line reaches as far: sooner done than all lines are asked.
    const base = seat * plan.routes.length;
    const ways = MOST[card]! + 1;
    let way = 0;
    do way = below(opens[seat]! * ways, random);
    while (way % ways > reachOf(game, base + open[base + Math.floor(way / ways)]!));
    write(game, seat, Math.floor(way / ways), way % ways);
  }
}

function fillAny(game: Compact, seat: Seat, random: RandomGenerator): void {
  if (game.empty[seat] === 0) return;
  const stations = game.plan.places.length;
  let station = below(stations, random);
  while (!isEmpty(game, seat, station)) station = below(stations, random);
  fill(game, seat, game.plan.places[station]!, 1);
}

/** How many stations the open card reaches on the line of a seat at that place of `gaps`. */
export function reachOf({ card, gaps }: Compact, at: number): number {
  const most = MOST[card]!;
  let rest = gaps[at]!;
  if (!JUMPS[card]) {
    // Moved so that the first empty station is the lowest bit: a run ends before the lowest 0.
    const run = rest >>> lowest(rest);
    return Math.min(most, lowest(~run));
  }
  let count = 0;
  for (; rest !== 0 && count < most; count += 1) rest &= rest - 1;
  return count;
}

/** Puts the open card into a window of the line at a place of the seat's open lines, and marks up to `n` stations. */
function write(game: Compact, seat: Seat, place: number, n: number): void {
  const { plan, card, open, opens, windows, gaps, numbers } = game;
  const base = seat * plan.routes.length;
  const line = open[base + place]!;
  const left = windows[base + line]! - 1;
  windows[base + line] = left;
  if (left === 0) {
    const last = opens[seat]! - 1;
    opens[seat] = last;
    open[base + place] = open[base + last]!;
  }
  let rest = gaps[base + line]!;
  if (rest === 0 || n === 0) return;
  const first = lowest(rest);
  if (JUMPS[card]) {
    for (let count = 0; count < n && rest !== 0; count += 1, rest &= rest - 1)
      fill(game, seat, placeOn(line, lowest(rest)), 1);
    return;
  }
  if (card === TRANSFER) numbers[seat]! += plan.transfers[plan.routes[line]![first]!]!;
  fill(game, seat, placeOn(line, first), Math.min(n, lowest(~(rest >>> first))));
}

/** Fills empty stations that follow one another on a line, and completes the lines of which one was the last. */
function fill(game: Compact, seat: Seat, place: number, count: number): void {
  const { plan, gaps, empty } = game;
  const { from, lines, bits } = plan;
  const base = seat * plan.routes.length;
  empty[seat]! -= count;
  const run = runAt(place, count);
  const end = from[run + 1]!;
  for (let at = from[run]!; at < end; at += 1) {
    const line = lines[at]!;
    const rest = gaps[base + line]! & ~bits[at]!;
    gaps[base + line] = rest;
    if (rest === 0) complete(game, seat, line);
  }
}

function complete({ plan, round, taken, done, bonuses }: Compact, seat: Seat, line: number): void {
  const isFirst = taken[line] === 0 || taken[line] === round;
  if (isFirst) taken[line] = round;
  done[seat * plan.routes.length + line] = isFirst ? FIRST : LATER;
  bonuses[seat]! += (isFirst ? plan.first : plan.later)[line]!;
}
