import {
  AROUND,
  beside,
  type Heading,
  headingTo,
  next,
  onLimit,
  opposite,
  SPACE_OF,
  SPACES,
  touch,
} from './grid.ts';
import type { Action, Box, Held, Kind, Letter, Line, Open, Sign, Space, Triangle, Vertex } from './state.ts';

/** What may be dug and built. */

type Dig = Extract<Action, { kind: 'dig' }>;
type Start = Extract<Action, { kind: 'start' }>;
type Board = Pick<Open, 'box' | 'signs' | 'lines' | 'dug' | 'stations' | 'marked'>;

/** Tunnels dug in a turn. */
export const DIGS = 3;
export const SIDES = ['L', 'R'] as const;
const HEADING_NUMBERS = [0, 1, 2, 3, 4, 5] as const;
/** Sixths by which a heading may change; those of two need a station. */
const BENDS = [0, 1, -1, 2, -2] as const;

export const isSpot = (sign: Sign | null): sign is Kind =>
  sign !== null && sign !== 'lake' && sign !== 'park';

export const hasStation = ({ stations }: Pick<Open, 'stations'>, vertex: Vertex): boolean =>
  stations.some((one) => one.vertex === vertex);

/** Whether a station touches a triangle. */
export const isServed = ({ stations }: Pick<Open, 'stations'>, triangle: Triangle): boolean =>
  stations.some(({ vertex }) => AROUND[vertex]!.includes(triangle));

/** Sixths by which the heading of a line may change at a vertex. */
export const bendsAt = (board: Pick<Open, 'stations'>, vertex: Vertex): readonly number[] =>
  hasStation(board, vertex) ? BENDS : BENDS.filter((bend) => Math.abs(bend) < 2);

export const terminus = (line: Line): Vertex => line.vertices.at(-1)!;

/** The heading in which a line came to its terminus. */
export function headingOf({ vertices }: Line): Heading {
  return headingTo(vertices.at(-2)!, vertices.at(-1)!);
}

/**
 * The tunnels that a line may be dug on by: one for each letter where a marker has to be placed, none on spots when `marked`
 * says that one was placed in this turn. No more than the first `most` are looked for.
 */
export function digsOf(
  board: Board,
  line: number,
  hand: readonly Held[],
  marked = false,
  most = Number.POSITIVE_INFINITY,
): Dig[] {
  const found: Dig[] = [];
  const own = board.lines[line]!;
  if (own.done || own.tunnels.length === 0 || own.tunnels.length >= board.box.tunnels) return found;
  const from = terminus(own);
  const ahead = headingOf(own);
  const bend = hasStation(board, from) ? 2 : 1;
  for (const heading of HEADING_NUMBERS) {
    const to = next(from, heading);
    if (bendOf(ahead, heading) > bend || to === undefined || own.vertices.includes(to)) continue;
    for (const side of SIDES) {
      const triangle = beside(from, heading, side);
      if (triangle === undefined || board.dug[triangle] !== null) continue;
      for (const letter of lettersAt(board, triangle, hand, marked)) {
        found.push({ kind: 'dig', line, number: own.number, heading, side, triangle, to, letter });
        if (found.length >= most) return found;
      }
    }
  }
  return found;
}

/** Sixths by which two headings differ, 0 to 3. */
function bendOf(one: Heading, other: Heading): number {
  const sixths = Math.abs(one - other);
  return Math.min(sixths, 6 - sixths);
}

const BARE: readonly null[] = [null];
const NONE: readonly Letter[] = [];

/** The letters of markers with which a triangle may be dug; null alone where none is to be placed. */
function lettersAt(
  board: Board,
  triangle: Triangle,
  hand: readonly Held[],
  marked: boolean,
): readonly (Letter | null)[] {
  const sign = board.signs[triangle]!;
  if (sign === null) return BARE;
  return !isSpot(sign) || marked ? NONE : lettersFor(board, triangle, sign, hand);
}

/** Own letters that may lie on a spot: of its kind, and not touching their twin. */
function lettersFor({ marked }: Board, triangle: Triangle, kind: Kind, hand: readonly Held[]): Letter[] {
  const found: Letter[] = [];
  for (const { letter, kind: one } of hand) {
    if (one !== kind || letter === null) continue;
    const twin = marked.find(({ marker }) => marker.letter === letter);
    if (!twin || !touch(twin.triangle, triangle)) found.push(letter);
  }
  return found;
}

const isFree = ({ dug }: Pick<Open, 'dug'>, { triangle }: Space): boolean => dug[triangle] === null;

/** The spaces with an arrow of a colour that nobody has dug yet. */
export const freeSpaces = (board: Pick<Open, 'box' | 'dug'>, color: Color): Space[] =>
  spacesOf(board.box)[color].filter((space) => isFree(board, space));

type Color = keyof Box['arrows'];

const spaces = new WeakMap<Box, Readonly<Record<Color, readonly Space[]>>>();

/** All spaces with an arrow of each colour: found once for a box. */
function spacesOf(box: Box): Readonly<Record<Color, readonly Space[]>> {
  const kept = spaces.get(box);
  if (kept !== undefined) return kept;
  const of = (color: Color): Space[] => SPACES.filter(({ position }) => box.arrows[color].includes(position));
  const found = { white: of('white'), black: of('black') };
  spaces.set(box, found);
  return found;
}

/** Where a line that is not started yet may start: by a white arrow, the second line on an opposite side. */
export function startsOf(board: Board, line: number): Start[] {
  if (board.lines[line]!.side !== null) return [];
  const first = board.lines[line ^ 1]!.side;
  return freeSpaces(board, 'white')
    .filter(({ side }) => first === null || opposite(first, side))
    .flatMap(({ triangle, border }) =>
      border.map((from): Start => ({ kind: 'start', line, from, triangle })),
    );
}

/** Whether a tunnel in that triangle with its head there ends a line: judged before it is dug. */
export function endsBy(board: Board, line: number, triangle: Triangle, to: Vertex): boolean {
  const space = SPACE_OF.get(triangle);
  const { side } = board.lines[line]!;
  if (!space || side === null || !onLimit(to) || !board.box.arrows.black.includes(space.position))
    return false;
  if (opposite(side, space.side)) return true;
  return !freeSpaces(board, 'black').some((one) => opposite(side, one.side));
}

/** Inner vertices of a line without a station. */
export const bareOf = (board: Pick<Open, 'stations' | 'lines'>, line: number): Vertex[] =>
  board.lines[line]!.vertices.slice(1, -1).filter((vertex) => !hasStation(board, vertex));

/** Where intermediate stations may be built: on unfinished lines of a company, with a station further on along the line. */
export function stationsOf(board: Board, lines: readonly number[]): Vertex[] {
  if (board.stations.length >= board.box.stations) return [];
  const found = lines.flatMap((line) => {
    const { done, vertices } = board.lines[line]!;
    if (done) return [];
    const last = vertices.findLastIndex((vertex) => hasStation(board, vertex));
    // The start marker bounds them on the other side.
    return bareOf(board, line).filter((vertex) => vertices.indexOf(vertex) < last);
  });
  return [...new Set(found)];
}

/** Points of a station: destination spots that it touches, marked or not. */
export const worthOf = ({ signs }: Pick<Open, 'signs'>, vertex: Vertex): number =>
  AROUND[vertex]!.filter((triangle) => isSpot(signs[triangle]!)).length;

/** Not ended, and nothing can be dug now: that one marker a turn may be placed is left aside. */
export function isBlocked(board: Board, line: number, hand: readonly Held[]): boolean {
  const { side, done } = board.lines[line]!;
  if (done) return false;
  return side === null
    ? startsOf(board, line).length === 0
    : digsOf(board, line, hand, false, 1).length === 0;
}
