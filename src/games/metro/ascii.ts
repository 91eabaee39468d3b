import { textOf, wrapped } from '../ascii.ts';
import type { Seat } from '../game.ts';
import { linesOf, scoreOf } from './score.ts';
import type { Line, Setting, State } from './state.ts';
import { CENTRAL, SIDE, squareAt, squareName } from './tracks.ts';

const LEGEND = '8:1* line 8 of seat 1 has arrived; 8 (5 to B2.6) after 5 tiles it enters B2 by connector 6';

/**
 * A position in plain text, for whoever looks into the rules: tiles with their arrows up and their quarter turns, `######` for
 * the centre; around them the stations with the owners of their lines, `*` where a line has arrived; what comes up next; and
 * by seat the lines, arrived ones with length and goal, open ones with the square and the connector that they enter next.
 */
export function draw(state: State): string {
  return textOf([
    ...tableOf(state),
    '',
    ...boardOf(state),
    LEGEND,
    ...state.held.flatMap((_, seat) => ['', ...seatOf(state, seat)]),
    ...nobodysOf(state),
  ]);
}

function tableOf(state: State): string[] {
  const { turn, mover, over, setting, last, pool, unknown, drawn } = state;
  const next = over ? 'over' : `seat ${mover} ${drawn === null ? 'is to place' : `has drawn ${drawn}`}`;
  const tiles = [...pool, ...(unknown > 0 ? [`${unknown} unknown`] : [])];
  return [
    `${turn} placed, ${next}; ${settingOf(setting)}`,
    ...(last
      ? wrapped(`last: seat ${last.seat} on ${squareName(last.square)}, arrived: `, namesOf(last.arrived))
      : []),
    ...wrapped('to draw: ', tiles.length > 0 ? tiles : ['none']),
  ];
}

const settingOf = ({ returns, arrow, hand }: Setting): string =>
  `returns ${returns}, ${arrow ? 'arrow up' : 'turned as wished'}, hands of ${hand}`;

const namesOf = (stations: readonly number[]): string[] =>
  stations.length > 0 ? stations.map(String) : ['none'];

const ROOM = 6;
const inRow = (cells: readonly string[]): string => cells.map((cell) => cell.padEnd(ROOM)).join(' ');
const EACH = Array.from({ length: SIDE }, (_, at) => at);

function boardOf(state: State): string[] {
  const left = ' '.repeat(ROOM + 2);
  return [
    left + inRow(EACH.map((col) => stationAt(state, 0, col, 0))),
    left + inRow([...'ABCDEFGH']),
    ...EACH.map((row) => {
      const tiles = EACH.map((col) => tileAt(state, row, col));
      return `${stationAt(state, row, 0, 3).padStart(5)}  ${row + 1} ${inRow(tiles)} ${stationAt(state, row, SIDE - 1, 1)}`;
    }),
    left + inRow(EACH.map((col) => stationAt(state, SIDE - 1, col, 2))),
  ];
}

/** The station at a side (0 top, clockwise) of a square at the edge. */
function stationAt({ map, lines }: State, row: number, col: number, side: number): string {
  const station = map.stations.find(
    (one) => one.row === row && one.col === col && one.departure >> 1 === side,
  );
  if (station === undefined) return '';
  const { owner, arrival } = lines[station.n - 1]!;
  return `${station.n}:${owner ?? '-'}${arrival ? '*' : ''}`;
}

function tileAt({ squares }: State, row: number, col: number): string {
  const square = squareAt(row, col);
  if (CENTRAL.has(square)) return '#'.repeat(ROOM);
  const placed = squares[square];
  return placed ? `${placed.tile}.${placed.turns}` : '.';
}

function seatOf(state: State, seat: Seat): string[] {
  const hand = state.hands[seat]!;
  const hidden = state.held[seat]! - hand.length;
  const tiles = [...hand, ...(hidden > 0 ? [`${hidden} unknown`] : [])];
  return [
    `seat ${seat}: ${scoreOf(state, seat)} points, holds ${tiles.length > 0 ? tiles.join(' ') : 'nothing'}`,
    ...listsOf(linesOf(state, seat)),
  ];
}

function nobodysOf({ lines }: State): string[] {
  const own = lines.filter(({ owner }) => owner === null);
  return own.length > 0 ? ['', "nobody's lines", ...listsOf(own)] : [];
}

function listsOf(lines: readonly Line[]): string[] {
  const arrived = lines.flatMap((line) => {
    const { station, length, arrival, points } = line;
    if (arrival === null) return [];
    const goal = 'station' in arrival ? arrival.station : `centre ${arrival.central}`;
    return [`${station} (${length} to ${goal}: ${points})`];
  });
  const open = lines.flatMap(({ station, length, head }) => {
    if (head === null) return [];
    return [
      length === 0 ? `${station}` : `${station} (${length} to ${squareName(head.square)}.${head.connector})`,
    ];
  });
  return [...listed('  arrived: ', arrived), ...listed('  open: ', open)];
}

const listed = (heading: string, items: readonly string[]): string[] =>
  items.length > 0
    ? wrapped(
        heading,
        items.map((item, at) => (at < items.length - 1 ? `${item},` : item)),
      )
    : [];
