import type { Score, Seat } from '../game.ts';
import type { Line, Open } from './state.ts';

/** What lines bring, read off a board. */

type Lines = Pick<Open, 'lines'>;

/** The lines of a seat, by station. */
export const linesOf = ({ lines }: Lines, seat: Seat): Line[] => lines.filter(({ owner }) => owner === seat);

/** Whether a line has arrived in the centre, where it counts twice. */
export const isCentral = ({ arrival }: Line): boolean => arrival !== null && 'central' in arrival;

const sum = (lines: readonly Line[]): number => lines.reduce((all, { points }) => all + points, 0);

/** Points of a seat so far. */
export const scoreOf = (board: Lines, seat: Seat): number => sum(linesOf(board, seat));

/** The same by where its lines arrived. */
export function partsOf(board: Lines, seat: Seat): { readonly outer: number; readonly centre: number } {
  const own = linesOf(board, seat);
  return { outer: sum(own.filter((line) => !isCentral(line))), centre: sum(own.filter(isCentral)) };
}

/** By seat; equal scores share a rank. */
export function scoresOf(board: Pick<Open, 'lines' | 'held'>): Score[] {
  const totals = board.held.map((_, seat) => scoreOf(board, seat));
  return totals.map((score, seat) => ({
    score,
    rank: 1 + totals.filter((other) => other > score).length,
    parts: { ...partsOf(board, seat) },
  }));
}
