import {
  ARRIVED,
  type Compact,
  choiceIn,
  HAND,
  type Kind,
  kindIn,
  NONE,
  RIDE,
  returns,
  rideOf,
  squareIn,
} from '../../games/metro/compact.ts';
import { mayDraw, place } from '../../games/metro/playout.ts';
import { type Judge, lineWorth, phaseOf } from './worth.ts';

/** Placements by what they add to the mover's worth, in `UNIT`s: as `worthOf` after and before, but without carrying them out. */

/** By two squares, `64 * one + other`: the side of the one on which the other lies, as a bit; 0 where they do not meet. */
const TOUCH = Uint8Array.from({ length: 64 * 64 }, (_, at) => {
  const [one, other] = [at >> 6, at & 63];
  const [down, right] = [(other >> 3) - (one >> 3), (other & 7) - (one & 7)];
  if (Math.abs(down) + Math.abs(right) !== 1) return 0;
  return down < 0 ? 1 : right > 0 ? 2 : down > 0 ? 4 : 8;
});

/** By square: what any tile there changes of the lines that stand before its neighbours. */
const effects = new Int32Array(64);
/** By line: what it is worth, with the mover's share, before anything is placed. */
const before = new Int32Array(32);
/** Of the kind that was judged last, by square: what it adds, and as bits where it may not lie. */
const gains = new Int32Array(64);
const barred = new Int32Array(2);

/** The placements that were listed last: the first `count` of both lists. */
export const listed = { count: 0, choices: new Int32Array(768), gains: new Int32Array(768) };

/** Lists all placements of the mover's drawn tile, or of those in its hand, a type once for each tile of it. */
export function listAll(judge: Judge, game: Compact): void {
  const { drawn, hands, held, mover } = game;
  prepare(judge, game);
  listed.count = 0;
  if (drawn !== NONE) listType(judge, game, drawn);
  else for (let at = 0; at < held[mover]!; at += 1) listType(judge, game, hands[HAND * mover + at]!);
}

/** The place in `listed` of what adds most; of equal ones the first, which is the first square of a tile. */
export function bestListed(): number {
  let best = 0;
  for (let at = 1; at < listed.count; at += 1) if (listed.gains[at]! > listed.gains[best]!) best = at;
  return best;
}

/** Places the mover's tile, or one of those in its hand, where that adds most. */
export function placeBest(judge: Judge, game: Compact): void {
  listAll(judge, game);
  const choice = listed.choices[bestListed()]!;
  place(game, squareIn(choice), kindIn(choice));
}

/**
 * Whether the mover may draw another tile and had better: the best placements of all tiles that it might draw, each as likely as it is
 * to come, add more than the best one of those it has. It knows of no tile but its own where it is.
 */
export function shouldDraw(judge: Judge, game: Compact): boolean {
  if (!mayDraw(game)) return false;
  listAll(judge, game);
  const best = listed.gains[bestListed()]!;
  let [sum, all] = [0, 0];
  for (const [type, count] of unseenIn(game).entries()) {
    if (count === 0) continue;
    listed.count = 0;
    listType(judge, game, type);
    sum += count * listed.gains[bestListed()]!;
    all += count;
  }
  return sum > all * best;
}

/** By type: tiles of which the mover does not know where they are. */
function unseenIn({ plan, pool, left, hands, held, mover }: Compact): number[] {
  const counts = plan.map.tiles.map(() => 0);
  for (let at = 0; at < left; at += 1) counts[pool[at]!]! += 1;
  for (const [seat, count] of held.entries())
    if (seat !== mover) for (let at = 0; at < count; at += 1) counts[hands[HAND * seat + at]!]! += 1;
  return counts;
}

function prepare({ table, shares, lines }: Judge, game: Compact): void {
  const { plan, heads, lengths, beside, going, goings, mover } = game;
  const phase = phaseOf(game.turn + 1);
  effects.fill(0);
  for (let i = 0; i < goings; i += 1) {
    const line = going[i]!;
    const share = shares[mover * lines + line]!;
    if (share === 0) continue;
    const head = heads[line]!;
    const sides = beside[head >> 2]!;
    const now = lineWorth(table, phase, head, lengths[line]!, sides);
    before[line] = share * now;
    for (let side = 0; side < 4; side += 1) {
      if (side === (head & 3) || (sides >> side) & 1) continue;
      const next = plan.leads[(head & ~3) + side]!;
      if (next < ARRIVED)
        effects[next >> 2]! +=
          share * (lineWorth(table, phase, head, lengths[line]!, sides | (1 << side)) - now);
    }
  }
}

function listType(judge: Judge, game: Compact, type: number): void {
  const turns = game.setting.arrow ? 1 : 4;
  const from = listed.count;
  for (let turn = 0; turn < turns; turn += 1) {
    judgeKind(judge, game, 4 * type + turn);
    listKind(game, type, turn);
  }
  if (listed.count > from) return;
  // Where nothing else is left for this very tile the rule about returns is dropped.
  for (let turn = 0; turn < turns; turn += 1) {
    judgeKind(judge, game, 4 * type + turn);
    barred.fill(0);
    listKind(game, type, turn);
  }
}

function judgeKind({ table, shares, lines }: Judge, game: Compact, kind: Kind): void {
  const { heads, lengths, beside, going, goings, mover } = game;
  const phase = phaseOf(game.turn + 1);
  gains.set(effects);
  barred.fill(0);
  for (let i = 0; i < goings; i += 1) {
    const line = going[i]!;
    const square = heads[line]! >> 2;
    const ride = rideOf(game, heads[line]!, kind);
    const head = ride % RIDE;
    const length = lengths[line]! + (ride - head) / RIDE;
    if (head >= ARRIVED && returns(game, line, length, head)) barred[square >> 5]! |= 1 << (square & 31);
    const share = shares[mover * lines + line]!;
    if (share === 0) continue;
    const sides = head < ARRIVED ? beside[head >> 2]! | TOUCH[(head >> 2) * 64 + square]! : 0;
    gains[square]! += share * lineWorth(table, phase, head, length, sides) - before[line]!;
  }
}

function listKind({ near, taken }: Compact, type: number, turn: number): void {
  for (let half = 0; half < 2; half += 1) {
    let bits = near[half]! & ~taken[half]! & ~barred[half]!;
    while (bits !== 0) {
      const square = 32 * half + 31 - Math.clz32(bits & -bits);
      listed.choices[listed.count] = choiceIn(type, square, turn);
      listed.gains[listed.count] = gains[square]!;
      listed.count += 1;
      bits &= bits - 1;
    }
  }
}
