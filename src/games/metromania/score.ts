import type { Score } from '../game.ts';
import { type Company, companiesOf, type Parts, type State, type Trip, type View } from './state.ts';
import { tripsOf } from './trips.ts';

/** What every company has in the end. */

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

type Board = Omit<State, 'hands'> & Pick<View, 'hands'>;

/** Lines that a company has completed: 0 to 2. */
export const completed = ({ lines }: Pick<Board, 'lines'>, company: Company): number =>
  lines.filter((line) => line.company === company && line.done).length;

const tunnels = ({ lines }: Pick<Board, 'lines'>, company: Company): number =>
  sum(lines.filter((line) => line.company === company).map((line) => line.tunnels.length));

/** What one company has; while a game runs only its stations count. */
export function partsOf(board: Board, company: Company, trips: readonly Trip[]): Parts {
  const stations = board.points[company]!;
  if (!board.over) return { stations, unfinished: 0, trips: 0, park: 0, faults: 0 };
  const done = completed(board, company);
  const points = (of: (trip: Trip) => boolean) => sum(trips.filter(of).map((trip) => trip.points[company]!));
  return {
    stations,
    unfinished: done === 2 ? 0 : done === 1 ? Math.floor(stations / 2) : stations,
    trips: points(({ id, minutes }) => id !== 'park' && minutes !== null),
    park: points(({ id }) => id === 'park'),
    faults: -points(({ minutes, id }) => id !== 'park' && minutes === null) || 0,
  };
}

/** What all of it comes to. */
export const totalOf = ({ stations, unfinished, trips, park, faults }: Parts): number =>
  stations - unfinished + trips + park - faults;

/** By seat: two companies count together. Ties: more completed lines, then more tunnels, then shared. */
export function scoresOf(board: Board, trips = board.over ? tripsOf(board) : []): Score[] {
  const { setting, over } = board;
  const seats = Array.from({ length: setting.seats }, (_, seat) => {
    const own = companiesOf(setting, seat);
    const parts = own.map((company) => partsOf(board, company, trips));
    return {
      key: [
        sum(parts.map(totalOf)),
        ...(over
          ? [
              sum(own.map((company) => completed(board, company))),
              sum(own.map((company) => tunnels(board, company))),
            ]
          : []),
      ],
      parts: parts.reduce(together),
    };
  });
  return seats.map(({ key, parts }) => ({
    score: key[0]!,
    rank: 1 + seats.filter((other) => ahead(other.key, key)).length,
    parts: { ...parts },
  }));
}

function ahead(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, i) => value !== other[i]);
  return at >= 0 && one[at]! > other[at]!;
}

const together = (one: Parts, other: Parts): Parts => ({
  stations: one.stations + other.stations,
  unfinished: one.unfinished + other.unfinished,
  trips: one.trips + other.trips,
  park: one.park + other.park,
  faults: one.faults + other.faults,
});
