import type { Score, Seat } from '../game.ts';
import { bonusOf, emptyStations } from './read.ts';
import { type Board, type Edition, type MetroxMap, OPEN } from './state.ts';

/** Fewest empty stations that cost 1, 2, ... 10 points. */
const PENALTIES: Readonly<Record<Edition, readonly number[]>> = {
  okazu: [6, 7, 8, 9, 11, 13, 15, 17, 19, 21],
  gamewright: [5, 6, 7, 8, 10, 12, 14, 16, 18, 20],
};

/** The most points that empty stations can cost. */
export const MOST_PENALTY = 10;

/** Points (positive) that a number of empty stations costs. */
export function penaltyOf(edition: Edition, empty: number): number {
  return PENALTIES[edition].filter((least) => empty >= least).length;
}

/** The fewest empty stations that cost so many points, 0 to `MOST_PENALTY`. */
export function leastFor(edition: Edition, penalty: number): number {
  return penalty === 0 ? 0 : PENALTIES[edition][penalty - 1]!;
}

/** What the score of a board is made of: bonuses + transfers - penalty. */
export interface Sum {
  readonly score: number;
  readonly bonuses: number;
  readonly transfers: number;
  /** Stations without anything. */
  readonly empty: number;
  readonly penalty: number;
}

/** What a board is worth as it stands. */
export function sumOf(map: MetroxMap, board: Board): Sum {
  let bonuses = 0;
  for (let line = 0; line < map.lines.length; line += 1) bonuses += bonusOf(map, board, line);
  let transfers = 0;
  for (const station of board.stations) if (station > 0) transfers += station;
  const empty = emptyStations(board);
  const penalty = penaltyOf(map.edition, empty);
  return { score: bonuses + transfers - penalty, bonuses, transfers, empty, penalty };
}

/** A board's score as it stands. `rank` is 1: only `scores` compares boards. */
export function scoreOf(map: MetroxMap, board: Board): Score {
  const { score, ...parts } = sumOf(map, board);
  return { score, rank: 1, parts };
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
  const struck = new Set(dropped);
  const counted = struck.size === 0 ? all : all.filter((_, seat) => !struck.has(seat));
  return all.map((mine, seat) => {
    if (struck.has(seat)) return { ...mine, rank: counted.length + 1 };
    let rank = 1;
    for (const theirs of counted) if (ahead(theirs, mine)) rank += 1;
    return { ...mine, rank };
  });
}

/** Of equal scores the one with fewer empty stations goes first. */
export const tieOf = (score: Score): number => -score.parts.empty!;

const ahead = (a: Score, b: Score): boolean =>
  a.score > b.score || (a.score === b.score && tieOf(a) > tieOf(b));
