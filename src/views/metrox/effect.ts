import { numberOf } from '../../games/metrox/deck.ts';
import { bonusOf, reach } from '../../games/metrox/read.ts';
import type { Board, Card, MetroxMap, View } from '../../games/metrox/state.ts';
import { kindOf, publicBoard, stationName } from './facts.ts';

/** What a choice did to its owner's board, read off the boards alone. */

/** The newest card on a board. */
export interface Deed {
  readonly map: MetroxMap;
  readonly board: Board;
  readonly card: Card;
  /** The chosen line; -1 for the free card. */
  readonly line: number;
  /** Stations filled, in order. */
  readonly stations: readonly number[];
  /** The same as 0-based places of the chosen line; none for the free card. */
  readonly marks: readonly number[];
  /** Lines completed, in the map's order, and what each paid. */
  readonly completes: readonly { readonly line: number; readonly points: number }[];
}

export interface Effect extends Deed {
  /** Places of the line that the card passed over. */
  readonly jumped: readonly number[];
  /** Why it filled fewer than the card says: a filled station, the line's end, or the player's wish. */
  readonly stop: 'filled' | 'end' | 'wish' | null;
}

/** The last thing that happened on a board, or null before anything did. */
export function deedOf(map: MetroxMap, board: Board): Deed | null {
  if (board.last === null) return null;
  const { card, action, stations, lines } = board.last;
  const line = action.kind === 'line' || action.kind === 'transfer' ? action.line : -1;
  return {
    map,
    board,
    card,
    line,
    stations,
    marks: line < 0 ? [] : stations.map((station) => map.lines[line]!.stations.indexOf(station)),
    completes: lines.map((done) => ({ line: done, points: bonusOf(map, board, done) })),
  };
}

/** A choice, from the chooser's view before it and the one after it. Throws when `after` holds no choice. */
export function effectOf(view: View, after: View): Effect {
  const { map } = view;
  const deed = deedOf(map, after.mine ?? publicBoard(after));
  if (deed === null) throw new Error('The view after a choice shows no change');
  const { line, marks, card } = deed;
  if (line < 0) return { ...deed, jumped: [], stop: null };
  const route = map.lines[line]!.stations;
  const [first = 0, last = -1] = [marks[0], marks.at(-1)];
  const between = route.map((_, place) => place).filter((place) => place > first && place < last);
  return {
    ...deed,
    jumped: between.filter((place) => !marks.includes(place)),
    stop: stopOf(deed, reach(map, publicBoard(view), line, card).length),
  };
}

/** Why a line got what it got, where so many stations could have been filled. */
function stopOf({ map, line, card, marks }: Deed, most: number): Effect['stop'] {
  if (marks.length < most) return 'wish';
  if (marks.length >= numberOf(card)) return null;
  if (marks.length === 0 || kindOf(card) === 'skip') return 'end';
  return marks.at(-1) === map.lines[line]!.stations.length - 1 ? 'end' : 'filled';
}

/** Name of a place of the deed's line, "T6". */
export const placeOf =
  ({ map, line }: Deed) =>
  (place: number): string =>
    stationName(map, map.lines[line]!.stations[place]!, line);

/** The number a transfer wrote; 0 when it found no station. */
export const written = ({ board, stations }: Deed): number =>
  stations.length > 0 ? board.stations[stations[0]!]! : 0;
