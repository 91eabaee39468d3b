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
  unstarted,
  wayOf,
} from './choice.ts';
import { canBegin, canDig, choicesOf, isBlocked, MOST_CHOICES } from './choices.ts';
import { type Compact, extend, SHUT } from './compact.ts';
import { BESIDE, EDGE, LIMIT, NEXT, NONE, SPACE, TOWARDS, VERTICES } from './flat.ts';
import { opposite, SPACES } from './grid.ts';

/**
 * Games on a compact table: what `turn.ts` and `meetings.ts` say, done in place. A test holds one to the other, move by
 * move.
 */

/**
 * A whole number from 0 to `count` - 1. The division of `uniformInt`, which makes each exactly as likely, takes a good part of
 * the time of a game; here none is likelier than another by more than one in 2 ** 24.
 */
const below = (count: number, random: RandomGenerator): number =>
  (((random.next() >>> 0) / 2 ** 32) * count) | 0;

const room = new Int16Array(MOST_CHOICES);

/** Plays a table to its end: everybody takes any legal choice, each equally likely. */
export function playOut(game: Compact, random: RandomGenerator): void {
  while (!game.over) choose(game, room[below(choicesOf(game, room), random)]!);
}

/** Carries a choice out that is legal. */
export function choose(game: Compact, choice: Choice): void {
  if (choice >= BONUS) {
    if (choice !== NO_BONUS) build(game, choice - BONUS);
    game.bonus = NONE;
    goOn(game);
  } else if (choice >= STATION) {
    build(game, choice - STATION);
    endTurn(game);
  } else if (choice >= START) {
    const { side, border, triangle, inner } = SPACES[(choice - START) >> 1]!;
    const line = unstarted(game);
    const from = border[(choice - START) & 1]!;
    game.side[line] = side;
    game.started = line;
    extend(game, line, from);
    dig(game, line, inner, triangle, false);
  } else {
    const line = lineOf(choice);
    const way = wayOf(choice);
    const marker = markerOf(choice);
    const from = terminusOf(game, line);
    const triangle = BESIDE[12 * from + way]!;
    if (marker !== NONE) {
      game.hands[game.mover]! &= ~(1 << marker);
      game.where[marker] = triangle;
      game.marked = true;
    }
    const to = NEXT[6 * from + (way >> 1)]!;
    dig(game, line, to, triangle, endsAt(game, line, triangle, to));
  }
}

/** Whether a tunnel in that triangle with its head there ends a line: asked before it is dug. */
export function endsAt(game: Compact, line: number, triangle: number, to: number): boolean {
  const space = SPACE[triangle]!;
  if (space === NONE || LIMIT[to] === 0 || !game.plan.black.includes(space)) return false;
  const side = game.side[line]!;
  return opposite(side, SPACES[space]!.side) || !hasEnd(game, side);
}

/** Whether a black arrow is free opposite a side. */
export function hasEnd({ plan, ground }: Compact, side: number): boolean {
  for (const at of plan.black) {
    const space = SPACES[at]!;
    if (ground[space.triangle] !== SHUT && opposite(side, space.side)) return true;
  }
  return false;
}

/** Digs a tunnel to the next vertex of a line, and all that follows from it. */
function dig(game: Compact, line: number, to: number, triangle: number, ends: boolean): void {
  game.ground[triangle] = SHUT;
  game.dug += 1;
  extend(game, line, to);
  if (ends) game.done[line] = 1;
  const met = meetings(game, line);
  if ((met & 1) !== 0) build(game, game.path[game.plan.width * line + game.length[line]! - 2]!);
  if ((met & 2) !== 0) build(game, to);
  if (ends && game.built < game.plan.box.stations && hasBare(game, line)) game.bonus = line;
  goOn(game);
}

/** Where the last tunnel of a line meets others: 1 where it begins, 2 where it ends, 3 both. */
function meetings({ plan, path, length, through, edges }: Compact, line: number): number {
  const last = plan.width * line + length[line]! - 1;
  const to = path[last]!;
  const from = path[last - 1]!;
  const others = ~(1 << line);
  const along = edges[EDGE[6 * from + TOWARDS[VERTICES * from + to]!]!]!;
  let begins = through[from]!;
  if (length[line]! > 2) {
    const before = path[last - 2]!;
    begins = edges[EDGE[6 * before + TOWARDS[VERTICES * before + from]!]!]! & ~along;
  }
  return Number((begins & others) !== 0) | (Number((through[to]! & ~along & others) !== 0) << 1);
}

function hasBare({ plan, path, length, stations }: Compact, line: number): boolean {
  const first = plan.width * line;
  for (let at = first + 1; at < first + length[line]! - 1; at += 1)
    if (stations[path[at]!] === 0) return true;
  return false;
}

/** Builds a station where none stands and one is left, for the company that moves. */
function build(game: Compact, vertex: number): void {
  if (game.stations[vertex] === 1 || game.built >= game.plan.box.stations) return;
  game.stations[vertex] = 1;
  game.built += 1;
  game.points[game.mover]! += game.plan.worth[vertex]!;
}

/** The turn goes on while its company has to do something more. */
function goOn(game: Compact): void {
  if (game.bonus === NONE && !canDig(game)) endTurn(game);
}

function endTurn(game: Compact): void {
  game.ending ??= endingOf(game);
  if (game.ending !== null && game.closing === NONE) {
    if (!game.plan.setting.lastTurn) {
      finish(game);
      return;
    }
    game.closing = game.mover;
  }
  passOn(game);
}

/** Why building ends after a turn, or null while it goes on. */
function endingOf(game: Compact): Compact['ending'] {
  const { plan, done, built } = game;
  for (let line = 0; line < plan.lines; line += 2)
    if (done[line] === 1 && done[line + 1] === 1) return 'lines';
  if (built >= plan.box.stations) return 'stations';
  let closed = 0;
  for (let line = 0; line < plan.lines; line += 1) if (done[line] === 1 || isBlocked(game, line)) closed += 1;
  return closed >= (plan.setting.companies === 2 ? 4 : 5) ? 'blocked' : null;
}

/** The next company that can do something moves; when none can, building ends. */
function passOn(game: Compact): void {
  const { companies } = game.plan.setting;
  game.dug = 0;
  game.started = NONE;
  game.marked = false;
  const from = game.mover;
  for (let step = 1; step <= companies; step += 1) {
    game.mover = (from + step) % companies;
    if (game.mover === game.closing) break;
    if (canBegin(game)) return;
  }
  game.mover = from;
  game.ending ??= 'blocked';
  finish(game);
}

function finish(game: Compact): void {
  game.over = true;
  game.bonus = NONE;
  game.dug = 0;
  game.started = NONE;
  game.marked = false;
}
