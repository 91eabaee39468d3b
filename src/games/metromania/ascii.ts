import { textOf, wrapped } from '../ascii.ts';
import type { Seat } from '../game.ts';
import { CORNERS, LABELS, POINTS, SIZE, SPACE_OF } from './grid.ts';
import { markerText } from './setup.ts';
import {
  companiesOf,
  type Line,
  linesOf,
  type Sign,
  type State,
  type Triangle,
  type Vertex,
} from './state.ts';
import { minutesSoFar, tripsOf } from './trips.ts';

const LEGEND =
  '0 seat 0 built a station; 0.2 its line 2 dug here; A-F markers, r c e bare spots, ~ lake, # park';

/**
 * A position in plain text, for whoever looks into the rules: the turn, the city, trips, and by seat the hands and lines. A
 * vertex is named by the letter of its row and its number from the left; edges are drawn where a line runs. A triangle has
 * two rooms: a wide one for the tunnel, and a narrow one for a marker, else a sign, else an arrow (w white, b black).
 */
export function draw(state: State): string {
  const trips = state.over
    ? tripsOf(state).map(({ id, minutes, points }) => `${id} ${minutes ?? '-'} (${points.join(' ')})`)
    : minutesSoFar(state).map((minutes, at) => `${'ABCDEF'[at]} ${minutes ?? '-'}`);
  return textOf([
    ...turnOf(state),
    '',
    ...cityOf(state),
    LEGEND,
    '',
    ...listed(state.over ? 'trips (by company): ' : 'minutes so far: ', trips),
    ...Array.from({ length: state.setting.seats }, (_, seat) => ['', ...seatOf(state, seat)]).flat(),
  ]);
}

const listed = (heading: string, items: readonly string[]): string[] =>
  wrapped(
    heading,
    items.length > 0 ? items.map((item, at) => (at < items.length - 1 ? `${item},` : item)) : ['none'],
  );

function turnOf({ turn, mover, setting, doing, bonus, closing, ending, over, lines }: State): string[] {
  const done = [
    `${doing.tunnels.length} dug`,
    ...doing.stations.map(({ vertex, points }) => `station ${LABELS[vertex]} for ${points}`),
    ...(doing.marked === null ? [] : [`marker on ${cornersOf(doing.marked)}`]),
    ...(bonus === null ? [] : [`a bonus station of line ${nameOf(setting, lines[bonus]!)} is open`]),
    ...(closing === null ? [] : [`company ${closing} ended the building`]),
    ...(ending === null ? [] : [`it ends by ${ending}`]),
  ];
  const who = over ? 'over' : `seat ${setting.owners[mover]} (company ${mover})`;
  return listed(`${turn} turns, ${who}: `, done);
}

const nameOf = ({ owners }: State['setting'], { company, number }: Line): string =>
  `${owners[company]}.${number}`;

const cornersOf = (triangle: Triangle): string =>
  CORNERS[triangle]!.map((vertex) => LABELS[vertex]).join('-');

/** Characters between two vertices of a row, and lines between two rows: of slanted edges each line moves by one character. */
const ACROSS = 6;
const DOWN = ACROSS / 2;
/** Characters before the first vertex of the longest row. */
const LEFT = 3;

interface Place {
  readonly x: number;
  readonly y: number;
}

function placeOf(vertex: Vertex): Place {
  const { q, r } = POINTS[vertex]!;
  return { x: LEFT + ACROSS * (q + SIZE) + DOWN * r, y: DOWN * (r + SIZE) };
}

function cityOf(state: State): string[] {
  const size = 2 * SIZE;
  const page = Array.from({ length: size * DOWN + 1 }, () =>
    Array<string>(LEFT + size * ACROSS + 1).fill(' '),
  );
  const write = ({ x, y }: Place, text: string): void => {
    for (const [at, sign] of [...text].entries()) page[y]![x + at] = sign;
  };
  for (const [vertex, { q }] of POINTS.entries()) {
    const place = placeOf(vertex);
    const station = state.stations.find((one) => one.vertex === vertex);
    write(place, station ? `${state.setting.owners[station.company]}` : '.');
    if (vertex === 0 || POINTS[vertex - 1]!.q > q) write({ x: 0, y: place.y }, LABELS[vertex]![0]!);
  }
  for (const { vertices } of state.lines)
    for (const [at, vertex] of vertices.slice(1).entries()) drawEdge(write, vertices[at]!, vertex);
  for (const triangle of CORNERS.keys()) drawTriangle(write, state, triangle);
  return page.map((row) => row.join(''));
}

type Write = (place: Place, text: string) => void;

function drawEdge(write: Write, one: Vertex, other: Vertex): void {
  // Vertices are numbered from the top, and in a row from the left.
  const [from, to] = [placeOf(Math.min(one, other)), placeOf(Math.max(one, other))];
  if (from.y === to.y) {
    write({ x: from.x + 1, y: from.y }, '-'.repeat(ACROSS - 1));
    return;
  }
  const way = Math.sign(to.x - from.x);
  for (let step = 1; step < DOWN; step++)
    write({ x: from.x + way * step, y: from.y + step }, way > 0 ? '\\' : '/');
}

function drawTriangle(write: Write, state: State, triangle: Triangle): void {
  const [first, second, third] = CORNERS[triangle]!.map(placeOf);
  // The narrow room is beside the corner that is alone in its row.
  const up = first!.y !== second!.y;
  const { x, y } = up ? first! : third!;
  const down = up ? 1 : -1;
  const line = state.dug[triangle];
  if (line != null) write({ x: x - 1, y: y + 2 * down }, nameOf(state.setting, state.lines[line]!));
  write({ x, y: y + down }, signOf(state, triangle));
}

const SIGNS: Readonly<Record<Sign, string>> = {
  residential: 'r',
  commercial: 'c',
  entertainment: 'e',
  lake: '~',
  park: '#',
};

function signOf({ marked, signs, box }: State, triangle: Triangle): string {
  const mark = marked.find((one) => one.triangle === triangle);
  if (mark) return mark.marker.letter;
  const sign = signs[triangle];
  if (sign) return SIGNS[sign];
  const position = SPACE_OF.get(triangle)?.position;
  if (position === undefined) return ' ';
  return box.arrows.white.includes(position) ? 'w' : box.arrows.black.includes(position) ? 'b' : ' ';
}

function seatOf(state: State, seat: Seat): string[] {
  return companiesOf(state.setting, seat).flatMap((company) => {
    const { hands, points, marked } = state;
    const placed = marked.filter((one) => one.company === company);
    return [
      `seat ${seat}, company ${company}: ${points[company]} points for stations`,
      ...listed('  hand: ', hands[company]!.map(markerText)),
      ...listed(
        '  placed: ',
        placed.map(({ marker, triangle }) => `${markerText(marker)} on ${cornersOf(triangle)}`),
      ),
      ...linesOf(company).flatMap((line) => lineOf(state, line)),
    ];
  });
}

function lineOf({ lines, setting, blocked }: State, at: number): string[] {
  const line = lines[at]!;
  const stuck = blocked[at] ? ', blocked' : '';
  if (line.side === null) return [`  line ${nameOf(setting, line)}, not started${stuck}`];
  const how = line.done ? 'complete' : 'open';
  return wrapped(
    `  line ${nameOf(setting, line)}, ${how}${stuck}, from side ${line.side}: `,
    line.vertices.map((vertex) => LABELS[vertex]!),
  );
}
