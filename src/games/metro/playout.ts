import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { Seat } from '../game.ts';
import { TILES } from './board.ts';
import {
  ARRIVED,
  CENTRE,
  type Choice,
  type Compact,
  choiceIn,
  DRAW,
  HAND,
  type Kind,
  kindIn,
  lay,
  NOBODY,
  NONE,
  RIDE,
  returns,
  rideOf,
  squareIn,
} from './compact.ts';

/** Games on a compact table: what `index.ts` and `legal.ts` say, done in place. A test holds one to the other, move by move. */

/** A whole number from 0 to `count` - 1, none likelier than another by more than one in 2 ** 26. */
const below = (count: number, random: RandomGenerator): number =>
  (((random.next() >>> 0) / 2 ** 32) * count) | 0;

export const isOver = ({ turn }: Compact): boolean => turn === TILES;

/** Whether the mover may draw another tile instead of placing one. */
export const mayDraw = ({ drawn, left }: Compact): boolean => drawn === NONE && left > 0;

/** The types that the mover may place, each once. */
export function typesOf({ drawn, hands, held, mover }: Compact): number[] {
  if (drawn !== NONE) return [drawn];
  return [...new Set(hands.subarray(HAND * mover, HAND * mover + held[mover]!))];
}

/** All choices of the mover, in the order of the rules. A game that is over has none. */
export function choicesOf(game: Compact): Choice[] {
  if (isOver(game)) return [];
  const turns = game.setting.arrow ? 1 : 4;
  const choices: Choice[] = [];
  for (const type of typesOf(game)) {
    const masks = new Int32Array(2 * turns);
    legalFor(game, type, masks, 0);
    for (let square = 0; square < game.squares.length; square += 1)
      for (let turn = 0; turn < turns; turn += 1)
        if ((masks[2 * turn + (square >> 5)]! >>> (square & 31)) & 1)
          choices.push(choiceIn(type, square, turn));
  }
  if (mayDraw(game)) choices.push(DRAW);
  return choices;
}

/** Writes the squares on which a type may lie, two numbers for each way to turn it; tells how many spots these are. */
function legalFor(game: Compact, type: number, masks: Int32Array, at: number): number {
  const turns = game.setting.arrow ? 1 : 4;
  const upper = game.near[0]! & ~game.taken[0]!;
  const lower = game.near[1]! & ~game.taken[1]!;
  let spots = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    masks[at + 2 * turn] = upper;
    masks[at + 2 * turn + 1] = lower;
    strike(game, 4 * type + turn, masks, at + 2 * turn);
    spots += bitsOf(masks[at + 2 * turn]!) + bitsOf(masks[at + 2 * turn + 1]!);
  }
  if (spots > 0) return spots;
  // Nothing else is left for this very tile, so that rule is dropped for it.
  for (let turn = 0; turn < turns; turn += 1) {
    masks[at + 2 * turn] = upper;
    masks[at + 2 * turn + 1] = lower;
  }
  return turns * (bitsOf(upper) + bitsOf(lower));
}

/** Takes away the squares on which a tile would bring a line back to where it may not end. */
function strike(game: Compact, kind: Kind, masks: Int32Array, at: number): void {
  const { heads, lengths, going, goings } = game;
  for (let i = 0; i < goings; i += 1) {
    const line = going[i]!;
    const ride = rideOf(game, heads[line]!, kind);
    const head = ride % RIDE;
    if (head < ARRIVED || !returns(game, line, lengths[line]! + (ride - head) / RIDE, head)) continue;
    const square = heads[line]! >> 2;
    masks[at + (square >> 5)]! &= ~(1 << (square & 31));
  }
}

/** How many bits are set. */
function bitsOf(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Carries out a legal choice of the mover. */
export function choose(game: Compact, choice: Choice): void {
  if (choice === DRAW) {
    game.left -= 1;
    game.drawn = game.pool[game.left]!;
    return;
  }
  place(game, squareIn(choice), kindIn(choice));
}

/** The mover places its drawn tile, or one of its hand: lines go on, its hand is filled, and the next seat with a tile moves. */
export function place(game: Compact, square: number, kind: Kind): void {
  lay(game, square, kind);
  carry(game, square, kind);
  game.turn += 1;
  const { hands, held, mover } = game;
  if (game.drawn !== NONE) game.drawn = NONE;
  else {
    let at = HAND * mover;
    while (hands[at] !== kind >> 2) at += 1;
    const last = HAND * mover + held[mover]! - 1;
    for (; at < last; at += 1) hands[at] = hands[at + 1]!;
    if (game.left > 0) {
      game.left -= 1;
      hands[last] = game.pool[game.left]!;
    } else held[mover]! -= 1;
  }
  const { seats } = game.setting;
  for (let step = 1; step <= seats; step += 1) {
    game.mover = (mover + step) % seats;
    if (held[game.mover]! > 0) return;
  }
  game.mover = (mover + 1) % seats;
}

/** Follows the lines that lead to a square over the tile that was just placed there. */
function carry(game: Compact, square: number, kind: Kind): void {
  const { owners, heads, lengths, going, points } = game;
  let kept = 0;
  for (let i = 0; i < game.goings; i += 1) {
    const line = going[i]!;
    if (heads[line]! >> 2 === square) {
      const ride = rideOf(game, heads[line]!, kind);
      const head = ride % RIDE;
      heads[line] = head;
      lengths[line]! += (ride - head) / RIDE;
      if (head >= ARRIVED) {
        const owner = owners[line]!;
        if (owner !== NOBODY) points[owner]! += head < CENTRE ? lengths[line]! : 2 * lengths[line]!;
        continue;
      }
    }
    going[kept] = line;
    kept += 1;
  }
  game.goings = kept;
}

/** Deals all anew that a seat does not know: the tiles in the hands of the others, and those that nobody has drawn. */
export function dealAnew(game: Compact, seat: Seat, random: RandomGenerator): void {
  const { hands, held, pool, left, setting } = game;
  let count = left;
  for (let other = 0; other < setting.seats; other += 1)
    if (other !== seat)
      for (let at = 0; at < held[other]!; at += 1) pool[count++] = hands[HAND * other + at]!;
  const next = (): number => {
    const at = below(count, random);
    count -= 1;
    const tile = pool[at]!;
    pool[at] = pool[count]!;
    pool[count] = tile;
    return tile;
  };
  for (let other = 0; other < setting.seats; other += 1)
    if (other !== seat) for (let at = 0; at < held[other]!; at += 1) hands[HAND * other + at] = next();
  while (count > 1) next();
}

const spots = new Int32Array(HAND * 2 * 4);
const types = new Int32Array(HAND);

/** Plays a table to its end: the mover takes any legal choice, each equally likely. */
export function playOut(game: Compact, random: RandomGenerator): void {
  while (!isOver(game)) chooseAny(game, random);
}

/** Takes any choice of the mover, each equally likely. */
export function chooseAny(game: Compact, random: RandomGenerator): void {
  const { drawn, hands, held, mover, setting } = game;
  const width = setting.arrow ? 2 : 8;
  let kinds = 0;
  let ways = 0;
  const add = (type: number): void => {
    for (let at = 0; at < kinds; at += 1) if (types[at] === type) return;
    types[kinds] = type;
    ways += legalFor(game, type, spots, width * kinds);
    kinds += 1;
  };
  if (drawn !== NONE) add(drawn);
  else for (let at = 0; at < held[mover]!; at += 1) add(hands[HAND * mover + at]!);
  const way = below(ways + (mayDraw(game) ? 1 : 0), random);
  choose(game, way === ways ? DRAW : nth(way, width));
}

/** The choice at a place among the spots that were written down for all types, `width` numbers for each. */
function nth(way: number, width: number): Choice {
  let at = 0;
  for (let here = bitsOf(spots[at]!); way >= here; here = bitsOf(spots[at]!)) {
    way -= here;
    at += 1;
  }
  let bits = spots[at]!;
  for (; way > 0; way -= 1) bits &= bits - 1;
  const square = 32 * (at & 1) + 31 - Math.clz32(bits & -bits);
  return choiceIn(types[Math.floor(at / width)]!, square, (at % width) >> 1);
}
