import { kindOf as cardKind } from '../../games/metrox/deck.ts';
import { type Board, type Card, EMPTY, type MetroxMap, OPEN, type View } from '../../games/metrox/state.ts';
import { SHEET } from '../presenter.ts';

/** What words and pictures say of a map and a board: names of stations, lines and seats, what is shown of a round. */

/** Every card, in the order in which people read a deck. */
export const KINDS: readonly Card[] = ['N2', 'N3', 'N4', 'N5', 'N6', 'N6R', 'S2', 'S3', 'T', 'F'];

export type Kind = 'number' | 'skip' | 'transfer' | 'free';

const KIND_OF = { N: 'number', S: 'skip', T: 'transfer', F: 'free' } as const;

/** What a card does: number, skip, transfer or free. */
export const kindOf = (card: Card): Kind => KIND_OF[cardKind(card)];

/** Index of a line by its id, -1 for a stranger. */
export const lineIndex = (map: MetroxMap, id: string | undefined): number =>
  map.lines.findIndex((line) => line.id === id);

/** A station's name on one of its lines: the line's id and the place counted from the start, "T6". */
export function stationName(map: MetroxMap, station: number, line: number): string {
  const { id, stations } = map.lines[line]!;
  return `${id}${stations.indexOf(station) + 1}`;
}

/** All names of a station, in the map's order of lines, one line's name first if it is given. */
export function stationNames(map: MetroxMap, station: number, first = -1): string[] {
  const lines = map.stations[station]!.lines;
  const order = lines.includes(first) ? [first, ...lines.filter((line) => line !== first)] : lines;
  return order.map((line) => stationName(map, station, line));
}

/** Places (0-based, from the start) of a line's empty stations on a board. */
export function emptyPlaces(map: MetroxMap, board: Board, line: number): number[] {
  const places: number[] = [];
  for (const [place, station] of map.lines[line]!.stations.entries())
    if (board.stations[station] === EMPTY) places.push(place);
  return places;
}

/** True when everyone still in the scoring has completed a line. */
export const everybodyHas = (view: View, line: number): boolean =>
  view.boards.every((board, seat) => board.done[line] !== OPEN || view.dropped.includes(seat));

/** Lines completed on a board, in the map's order. */
export const doneLines = (board: Board): number[] =>
  board.done.flatMap((done, line) => (done === OPEN ? [] : [line]));

/** How many cards of each kind are in a deck, kinds with none left out. */
export function deckCounts(deck: readonly Card[]): { readonly card: Card; readonly count: number }[] {
  return KINDS.map((card) => ({ card, count: deck.filter((other) => other === card).length })).filter(
    ({ count }) => count > 0,
  );
}

/** True when the card that lies open has been played on the boards: a round shown as it closed. */
export const isPlayed = (view: View): boolean => view.card !== null && view.toAct.length === 0;

/** Rounds whose choices lie on the public boards. */
export const roundsClosed = (view: View): number =>
  view.card === null || isPlayed(view) ? view.round : view.round - 1;

/** The board as all know it; for the viewer, before this round's pending choice. */
export const publicBoard = (view: View): Board => view.boards[view.seat ?? 0]!;

/** The board a seat is shown: its own with the pending choice, anybody else's without. */
export const shownBoard = (view: View, seat: number): Board =>
  (view.seat === seat ? view.mine : null) ?? view.boards[seat]!;

/** Seats from best to worst; equal ones by number. */
export const seatsByRank = (view: View): number[] =>
  view.scores.map((_, seat) => seat).sort((a, b) => view.scores[a]!.rank - view.scores[b]!.rank || a - b);

/** Seats whose boards are on a sheet, best first; `page` is 0-based, beyond the last it is the last. */
export function seatsOnSheet(view: View, page = 0): number[] {
  const order = seatsByRank(view);
  const last = Math.ceil(order.length / SHEET) - 1;
  const from = Math.max(0, Math.min(page, last)) * SHEET;
  return order.slice(from, from + SHEET);
}
