import type { Score, Seat } from '../game.ts';
import { type Board, type Edition, EMPTY, FIRST, type MetroxMap, OPEN } from './state.ts';

/** Fewest empty stations that cost 1, 2, ... 10 points. */
const PENALTIES: Readonly<Record<Edition, readonly number[]>> = {
  okazu: [6, 7, 8, 9, 11, 13, 15, 17, 19, 21],
  gamewright: [5, 6, 7, 8, 10, 12, 14, 16, 18, 20],
};

/** Points (positive) that a number of empty stations costs. */
export function penaltyOf(edition: Edition, empty: number): number {
  return PENALTIES[edition].filter((least) => empty >= least).length;
}

/** A board's score as it stands: bonuses + numbers in stations - penalty. `rank` is 1: only `scores` compares boards. */
export function scoreOf(map: MetroxMap, board: Board): Score {
  let bonuses = 0;
  for (const [at, line] of map.lines.entries()) {
    const done = board.done[at]!;
    if (done !== OPEN) bonuses += done === FIRST ? line.bonus.first : line.bonus.later;
  }
  let transfers = 0;
  let empty = 0;
  for (const station of board.stations) {
    if (station === EMPTY) empty += 1;
    else if (station > 0) transfers += station;
  }
  const penalty = penaltyOf(map.edition, empty);
  return { score: bonuses + transfers - penalty, rank: 1, parts: { bonuses, transfers, empty, penalty } };
}

/** What a board adds up over many games: lines completed, and stations whose number a transfer wrote. */
export function factsOf(board: Board): { lines: number; transfers: number } {
  return {
    lines: board.done.filter((done) => done !== OPEN).length,
    transfers: board.stations.filter((station) => station > 0).length,
  };
}

/**
 * Scores of all boards with their ranks: the higher score first, then fewer empty stations; equal ones share a
 * rank and the next is skipped. Struck seats rank behind all others.
 */
export function scores(map: MetroxMap, boards: readonly Board[], dropped: readonly Seat[]): Score[] {
  const all = boards.map((board) => scoreOf(map, board));
  return all.map((mine, seat) => {
    const struck = dropped.includes(seat);
    let rank = 1;
    for (const [other, theirs] of all.entries())
      if (dropped.includes(other) ? false : struck || ahead(theirs, mine)) rank += 1;
    return { ...mine, rank };
  });
}

/** Of equal scores the one with fewer empty stations goes first. */
export const tieOf = (score: Score): number => -score.parts.empty!;

const ahead = (a: Score, b: Score): boolean =>
  a.score > b.score || (a.score === b.score && tieOf(a) > tieOf(b));
