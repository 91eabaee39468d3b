import { BONUS, digging, NO_BONUS, STATION, starting, unstarted } from './choice.ts';
import { type Compact, FREE, SHUT, twinOf } from './compact.ts';
import { BEND, BESIDE, NEXT, NONE, TOUCH, TOWARDS, TRIANGLES, VERTICES } from './flat.ts';
import { opposite, SPACES } from './grid.ts';
import { DIGS } from './legal.ts';

/** What may be done on a compact table: what `legal.ts` says. A test holds one to the other, move by move. */

/** More choices than there ever are at a time: room for `choicesOf`. */
export const MOST_CHOICES = 256;

/** Writes all that the company that moves may do now into a list, and tells how many there are; 0 when the game is over. */
export function choicesOf(game: Compact, into: Int16Array): number {
  if (game.over) return 0;
  if (game.bonus !== NONE) return bonuses(game, into);
  if (game.dug > 0) return digs(game, into, 0);
  return stations(game, into, digs(game, into, starts(game, unstarted(game), into)));
}

function bonuses(game: Compact, into: Int16Array): number {
  const { plan, bonus, path, length, stations } = game;
  let count = 0;
  const first = plan.width * bonus;
  for (let at = first + 1; at < first + length[bonus]! - 1; at += 1)
    if (stations[path[at]!] === 0) into[count++] = BONUS + path[at]!;
  into[count++] = NO_BONUS;
  return count;
}

/** Adds where a line may be started; without a list they are counted, no further than the first. */
function starts(game: Compact, line: number, into?: Int16Array): number {
  const { plan, ground, side } = game;
  if (side[line] !== NONE) return 0;
  const first = side[line ^ 1]!;
  let count = 0;
  for (const at of plan.white) {
    const space = SPACES[at]!;
    if (ground[space.triangle] === SHUT || (first !== NONE && !opposite(first, space.side))) continue;
    if (into === undefined) return 1;
    into[count++] = starting(at, 0);
    into[count++] = starting(at, 1);
  }
  return count;
}

/** Adds the tunnels of all lines that may be dug on now. */
function digs(game: Compact, into: Int16Array, count: number): number {
  const { dug, started, mover, plan, marked } = game;
  if (dug >= DIGS) return count;
  if (started !== NONE && !plan.setting.free) return lineDigs(game, started, marked, into, count);
  const all = lineDigs(game, 2 * mover, marked, into, count);
  return lineDigs(game, 2 * mover + 1, marked, into, all);
}

/** Whether there are any. */
export function canDig(game: Compact): boolean {
  const { dug, started, mover, plan, marked } = game;
  if (dug >= DIGS) return false;
  if (started !== NONE && !plan.setting.free) return lineDigs(game, started, marked) > 0;
  return lineDigs(game, 2 * mover, marked) > 0 || lineDigs(game, 2 * mover + 1, marked) > 0;
}

/** Adds the tunnels of one line; without a list they are counted, no further than the first. */
function lineDigs(game: Compact, line: number, marked: boolean, into?: Int16Array, count = 0): number {
  const { plan, ground, stations, through, path, length, hands } = game;
  const vertices = length[line]!;
  if (vertices === 0 || vertices >= plan.width || game.done[line] === 1) return count;
  const last = plan.width * line + vertices - 1;
  const from = path[last]!;
  const ahead = TOWARDS[VERTICES * path[last - 1]! + from]!;
  const most = 1 + stations[from]!;
  const own = 1 << line;
  for (let heading = 0; heading < 6; heading += 1) {
    if (BEND[6 * ahead + heading]! > most) continue;
    const to = NEXT[6 * from + heading]!;
    if (to === NONE || (through[to]! & own) !== 0) continue;
    for (let side = 0; side < 2; side += 1) {
      const triangle = BESIDE[12 * from + 2 * heading + side]!;
      if (triangle === NONE) continue;
      const kind = ground[triangle]!;
      if (kind === SHUT) continue;
      if (kind === FREE) {
        if (into === undefined) return 1;
        into[count++] = digging(line, heading, side, NONE);
        continue;
      }
      if (marked) continue;
      // From the lowest bit to the highest, each taken away when it was looked at.
      for (let bits = hands[line >> 1]! & plan.kinds[kind]!; bits !== 0; bits &= bits - 1) {
        const marker = 31 - Math.clz32(bits & -bits);
        const twin = game.where[twinOf(marker)]!;
        if (twin !== NONE && TOUCH[TRIANGLES * twin + triangle] === 1) continue;
        if (into === undefined) return 1;
        into[count++] = digging(line, heading, side, marker);
      }
    }
  }
  return count;
}

/** Adds where the company that moves may build an intermediate station; without a list counted, no further than the first. */
function stations(game: Compact, into?: Int16Array, count = 0): number {
  const { plan, mover, path, length, done, built } = game;
  if (built >= plan.box.stations) return count;
  const before = count;
  for (let line = 2 * mover; line < 2 * mover + 2; line += 1) {
    if (done[line] === 1) continue;
    const first = plan.width * line;
    let last = first + length[line]! - 1;
    while (last > first && game.stations[path[last]!] === 0) last -= 1;
    for (let at = first + 1; at < last; at += 1) {
      const vertex = path[at]!;
      if (game.stations[vertex] === 1) continue;
      if (into === undefined) return 1;
      // Both lines of a company may go through a vertex.
      let known = before;
      while (known < count && into[known] !== STATION + vertex) known += 1;
      if (known === count) into[count++] = STATION + vertex;
    }
  }
  return count;
}

/** Whether the company that moves can begin a turn. */
export const canBegin = (game: Compact): boolean =>
  canDig(game) || starts(game, unstarted(game)) > 0 || stations(game) > 0;

/** Not ended, and nothing can be dug now: that one marker a turn may be placed is left aside. */
export const isBlocked = (game: Compact, line: number): boolean =>
  game.side[line] === NONE ? starts(game, line) === 0 : lineDigs(game, line, false) === 0;
