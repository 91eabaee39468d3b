import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import {
  type Choice,
  type Compact,
  choiceIn,
  countIn,
  FREE,
  lineIn,
  lowest,
  NO_CARD,
  NO_STATION,
  placeOn,
  runAt,
  TRANSFER,
} from '../../games/metrox/compact.ts';
import { choose, close, isAwaited, JUMPS, reachOf, turnAny } from '../../games/metrox/playout.ts';
import { rowAt, rowBefore, type Worth } from './worth.ts';

/** How those play who do not look ahead, in games that others play ahead: by what makes their lines worth most. */

/** Looks at the board of a seat: what is asked after that is about it, until the next look. */
export function look({ plan, windows, gaps, taken, round }: Compact, seat: number, worth: Worth): void {
  const { weights, needs, points, seen } = worth;
  const lines = plan.routes.length;
  seen.base = seat * lines;
  let all = 0;
  for (let line = 0; line < lines; line += 1) {
    const left = windows[seen.base + line]!;
    all += left;
    const row = rowAt(worth, line, left, taken[line] === 0 || taken[line] === round);
    seen.rows[line] = row;
    seen.values[line] = points[row + needs[gaps[seen.base + line]!]!]!;
  }
  seen.station = weights.station + weights.early * all;
}

/** How much more lines are worth when the stations of a run are filled, but for one of them; see `runAt`. */
export function gainBy({ plan, gaps }: Compact, worth: Worth, run: number, but: number): number {
  const { needs, points, losses, seen } = worth;
  const { from, lines, bits } = plan;
  const end = from[run + 1]!;
  let gain = -losses[run]!;
  for (let at = from[run]!; at < end; at += 1) {
    const line = lines[at]!;
    if (line === but) continue;
    const rest = gaps[seen.base + line]! & ~bits[at]!;
    gain += points[seen.rows[line]! + needs[rest]!]! - seen.values[line]!;
  }
  return gain;
}

/** How much more a board is worth when the open card goes into a window of a line and fills so many stations of it. */
export function gainOn(game: Compact, worth: Worth, line: number, count: number): number {
  const { plan, card, gaps } = game;
  const { needs, points, seen } = worth;
  let rest = gaps[seen.base + line]!;
  let gain = seen.station * count - seen.values[line]!;
  if (count > 0 && !JUMPS[card]!) {
    const first = lowest(rest);
    if (card === TRANSFER) gain += plan.transfers[plan.routes[line]![first]!]!;
    gain += gainBy(game, worth, runAt(placeOn(line, first), count), line);
    rest &= ~(((1 << count) - 1) << first);
  } else
    for (let left = count; left > 0; left -= 1, rest &= rest - 1)
      gain += gainBy(game, worth, runAt(placeOn(line, lowest(rest)), 1), line);
  return gain + points[rowBefore(seen.rows[line]!) + needs[rest]!]!;
}

/** How much more a seat's board is worth when it takes a choice for the open card: points that it may expect. */
export function gainOf(game: Compact, seat: number, worth: Worth, choice: Choice): number {
  look(game, seat, worth);
  if (game.card === FREE)
    return choice === NO_STATION ? 0 : gainBy(game, worth, runAt(game.plan.places[choice]!, 1), -1);
  const line = lineIn(choice);
  return gainOn(game, worth, line, Math.min(countIn(choice), reachOf(game, worth.seen.base + line)));
}

/** The choice of a seat that gains most. Where fewer stations may be marked than the card reaches, all or none are. */
export function prefer(game: Compact, seat: number, worth: Worth): Choice {
  look(game, seat, worth);
  const { plan, card, open, opens } = game;
  if (card === FREE) return freely(game, worth);
  const { base } = worth.seen;
  const fewer = plan.fewer && card !== TRANSFER;
  let best = Number.NEGATIVE_INFINITY;
  let choice = NO_STATION;
  for (let one = 0; one < opens[seat]!; one += 1) {
    const line = open[base + one]!;
    const count = reachOf(game, base + line);
    const gain = gainOn(game, worth, line, count);
    if (gain > best) {
      best = gain;
      choice = choiceIn(line, count);
    }
    if (!fewer || count === 0) continue;
    const less = gainOn(game, worth, line, 0);
    if (less > best) {
      best = less;
      choice = choiceIn(line, 0);
    }
  }
  return choice;
}

function freely(game: Compact, worth: Worth): Choice {
  const { plan, gaps } = game;
  let best = Number.NEGATIVE_INFINITY;
  let choice = NO_STATION;
  for (let line = 0; line < plan.routes.length; line += 1)
    for (let rest = gaps[worth.seen.base + line]!; rest !== 0; rest &= rest - 1) {
      const at = lowest(rest);
      const gain = gainBy(game, worth, runAt(placeOn(line, at), 1), -1);
      if (gain <= best) continue;
      best = gain;
      choice = plan.routes[line]![at]!;
    }
  return choice;
}

/** Plays a table to its end: cards come up at random, and all who are awaited take what gains most. */
export function playOn(game: Compact, worth: Worth, random: RandomGenerator): void {
  const { playing } = game;
  while (!game.over) {
    if (game.card === NO_CARD) turnAny(game, random);
    for (let one = 0; one < playing.length; one += 1) {
      const seat = playing[one]!;
      if (isAwaited(game, seat)) choose(game, seat, prefer(game, seat, worth));
    }
    close(game);
  }
}
