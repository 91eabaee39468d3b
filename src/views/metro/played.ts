import type { Line, Open, Paris, Square } from '../../games/metro/state.ts';
import { ALONG, squareAt, TILES } from './ground.ts';
import { follow } from './lines.ts';

/** Positions made by hand, for pictures that belong to no game: what their tiles would be in one of two players. */

const SEATS = 2;

type Stop = Paris['stations'][number];

/** Counter-clockwise from the top right, as the map numbers them. */
const STATIONS = [
  ...ALONG.toReversed().map((col) => ({ row: 0, col, departure: 0 })),
  ...ALONG.map((row) => ({ row, col: 0, departure: 6 })),
  ...ALONG.map((col) => ({ row: 7, col, departure: 4 })),
  ...ALONG.toReversed().map((row) => ({ row, col: 7, departure: 2 })),
].map((at, i): Stop => ({ n: i + 1, ...at, arrival: at.departure + 1 }));

const ENTRANCES: Paris['entrances'] = [
  { row: 2, col: 3, connector: 5 },
  { row: 2, col: 4, connector: 5 },
  { row: 3, col: 5, connector: 7 },
  { row: 4, col: 5, connector: 7 },
  { row: 5, col: 4, connector: 1 },
  { row: 5, col: 3, connector: 1 },
  { row: 4, col: 2, connector: 3 },
  { row: 3, col: 2, connector: 3 },
];

/** The board without its tiles and cards: a guide is asked for without a map. */
export const PARIS: Paris = {
  id: 'tutorial',
  title: '',
  tiles: [],
  stations: STATIONS,
  entrances: ENTRANCES,
  cards: {},
};

/** The number of a square by its name, "E4". */
export const squareNamed = (name: string): Square => squareAt(Number(name[1]) - 1, name.charCodeAt(0) - 65);

const linesOver = (squares: Open['squares']): Line[] =>
  STATIONS.map(({ n }): Line => {
    const { passes, head, arrival } = follow(squares, PARIS, n);
    const { length } = passes;
    const points = arrival === null ? 0 : 'central' in arrival ? 2 * length : length;
    return { station: n, owner: (n - 1) % SEATS, length, head, arrival, points };
  });

/** The board after two players have placed tiles in turn: "E4 aacb", the first seat first. */
export function openOf(placed: readonly string[]): Open {
  const squares: Open['squares'][number][] = Array.from({ length: 64 }, () => null);
  let before = linesOver(squares);
  let lines = before;
  let last: Open['last'] = null;
  placed.forEach((text, i) => {
    const [name, tile] = text.split(' ') as [string, string];
    const [square, seat] = [squareNamed(name), i % SEATS];
    squares[square] = { tile, turns: 0, seat };
    [before, lines] = [lines, linesOver(squares)];
    const arrived = lines.filter(({ arrival }, at) => arrival !== null && before[at]!.arrival === null);
    last = { seat, square, arrived: arrived.map(({ station }) => station) };
  });
  return {
    map: PARIS,
    setting: { seats: SEATS, returns: 'none', arrow: true, hand: 1 },
    squares,
    lines,
    left: TILES - SEATS - placed.length,
    mover: placed.length % SEATS,
    held: [1, 1],
    last,
    turn: placed.length,
    over: false,
  };
}
