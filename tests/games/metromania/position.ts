import { DealError } from '../../../src/games/game.ts';
import {
  AROUND,
  beside,
  CORNERS,
  HEADINGS,
  type Heading,
  LABELS,
  next,
  SPACE_OF,
  SPACES,
  triangleOf,
  vertexOf,
} from '../../../src/games/metromania/grid.ts';
import { metromania } from '../../../src/games/metromania/index.ts';
import {
  type Action,
  KINDS,
  type Letter,
  type Line,
  type Marker,
  type Side,
  type Sign,
  type State,
  type Triangle,
  type Trip,
  type Turn,
  type Vertex,
} from '../../../src/games/metromania/state.ts';
import { tripsOf } from '../../../src/games/metromania/trips.ts';
import { mapOf, metromaniaModule } from '../../../src/modules.ts';

export { DealError };

/** Positions made by hand. Vertices by label, triangles by their corners ("F6 F7 G6"), lines as they are dug. */

export const BOX = mapOf(metromaniaModule, 'six-quarters');

/** Piece k in sector k, none of them turned. */
export const CITY = [1, 2, 3, 4, 5, 6].map((piece) => [piece, 0]);

export const LEFT = ['A.R', 'B.C', 'C.E', 'D.R', 'E.E', 'F.C'];
export const RIGHT = ['A.C', 'B.E', 'C.R', 'D.E', 'E.C', 'F.R'];
/** Hands that can be dealt, by seats. */
export const HANDS: Readonly<Record<number, readonly (readonly string[])[]>> = {
  2: [LEFT, RIGHT],
  3: [
    ['A.R', 'D.R', 'B.C', 'C.E'],
    ['C.R', 'A.C', 'F.C', 'E.E'],
    ['F.R', 'E.C', 'B.E', 'D.E'],
  ],
  4: [
    ['A.R', 'B.C', 'C.E'],
    ['D.R', 'A.C', 'E.E'],
    ['F.R', 'E.C', 'B.E'],
    ['C.R', 'F.C', 'D.E'],
  ],
};

export const v = (label: string): Vertex => {
  const vertex = vertexOf(label);
  if (vertex === undefined) throw new Error(`There is no vertex ${label}.`);
  return vertex;
};

export const t = (corners: string): Triangle => {
  const triangle = triangleOf(corners.split(' ').map(v));
  if (triangle === undefined) throw new Error(`There is no triangle ${corners}.`);
  return triangle;
};

export const heading = (name: string): Heading => HEADINGS.indexOf(name as 'E') as Heading;

export const labels = (vertices: readonly Vertex[]): string[] => vertices.map((one) => LABELS[one]!);

export const marker = (text: string): Marker => {
  const kind = KINDS.find((one) => one[0]!.toUpperCase() === text[2])!;
  return { letter: text[0] as Letter, kind };
};

/** "G10 W-L W-R": a start, then headings with the side on which the tunnel's triangle lies. */
export function path(text: string): Pick<Line, 'side' | 'vertices' | 'tunnels'> {
  const [start, ...steps] = text.split(' ');
  const vertices = [v(start!)];
  const tunnels = steps.map((step) => {
    const [way, side] = step.split('-');
    const from = vertices.at(-1)!;
    const to = next(from, heading(way!));
    const triangle = beside(from, heading(way!), side as Side);
    if (to === undefined || triangle === undefined) throw new Error(`${text}: ${step} leaves the city.`);
    vertices.push(to);
    return triangle;
  });
  return { side: SPACE_OF.get(tunnels[0]!)?.side ?? 0, vertices, tunnels };
}

export interface Laid {
  seats?: number;
  options?: Record<string, string>;
  /** By line (two a company): how it was dug; one that has ended has " ." behind. */
  lines?: Record<number, string>;
  stations?: readonly string[];
  /** What stands on triangles; nothing else does. */
  signs?: Record<string, Sign>;
  /** Markers on the board: "A.R", the triangle, the company. */
  marked?: readonly (readonly [marker: string, triangle: string, company: number])[];
  /** By company; who is not named holds what `HANDS` gives, without what is marked. */
  hands?: Record<number, readonly string[]>;
  points?: readonly number[];
  mover?: number;
  over?: boolean;
}

/** A position in a city where nothing stands but what is named. Throws where two tunnels would share a triangle. */
export function laid(what: Laid): State {
  const { seats = 2, options = {}, lines = {}, stations = [], signs = {}, marked = [], hands = {} } = what;
  const empty = metromania.setup({ map: BOX, seats, options, chance: { seed: 'laid' }, rules: 1 });
  const dealt = metromania.setup({
    map: BOX,
    seats,
    options,
    chance: options.game === 'advanced' ? { seed: 'laid' } : { given: { city: CITY, markers: HANDS[seats] } },
    rules: 1,
  }).hands;
  const own = empty.lines.map((line, n): Line => {
    const text = lines[n];
    if (text === undefined) return line;
    return { ...line, ...path(text.replace(/ \.$/, '')), done: text.endsWith(' .') };
  });
  const all = own.flatMap(({ tunnels }) => tunnels);
  const twice = all.find((triangle, i) => all.indexOf(triangle) < i);
  if (twice !== undefined) throw new Error(`Two tunnels lie in ${labels(CORNERS[twice]!).join(' ')}.`);
  const dug = empty.dug.map((_, triangle) => {
    const n = own.findIndex(({ tunnels }) => tunnels.includes(triangle));
    return n < 0 ? null : n;
  });
  const placed = marked.map(([text, triangle, company]) => ({
    triangle: t(triangle),
    company,
    marker: marker(text),
  }));
  const same = (one: Marker, other: Marker) => one.letter === other.letter && one.kind === other.kind;
  const mover = what.mover ?? 0;
  return {
    ...empty,
    lines: own,
    dug,
    signs: signsFrom(signs),
    stations: stations.map((label) => ({ vertex: v(label), company: 0 })),
    marked: placed,
    hands: dealt.map(
      (hand, company) =>
        hands[company]?.map(marker) ?? hand.filter((one) => !placed.some((mark) => same(mark.marker, one))),
    ),
    points: what.points ?? empty.points,
    mover,
    doing: { ...empty.doing, company: mover },
    over: what.over ?? false,
    ending: what.over ? 'lines' : null,
  };
}

function signsFrom(signs: Record<string, Sign>): (Sign | null)[] {
  const all = Array<Sign | null>(150).fill(null);
  for (const [corners, sign] of Object.entries(signs)) all[t(corners)] = sign;
  return all;
}

/** A game with the city and hands that are named, or with `CITY` and `HANDS`. */
export const given = (
  seats: number,
  options: Record<string, string> = {},
  markers: readonly (readonly string[])[] = HANDS[seats]!,
  city: unknown = CITY,
): State => metromania.setup({ map: BOX, seats, options, chance: { given: { city, markers } }, rules: 1 });

export const seeded = (seats: number, options: Record<string, string> = {}, seed = 'seed'): State =>
  metromania.setup({ map: BOX, seats, options, chance: { seed }, rules: 1 });

export const mover = (state: State): number => state.setting.owners[state.mover]!;

/** The codes of all that may be done, those of one kind if it is named. */
export const legal = (state: State, kind?: Action['kind']): string[] =>
  metromania
    .actions(state, mover(state))
    .filter((action) => kind === undefined || action.kind === kind)
    .map(metromania.code)
    .sort();

/** Carries out codes one after the other, each by whoever is to move; throws where one is not legal. */
export function carried(first: State, ...codes: readonly string[]): State {
  return codes.reduce((state, code) => {
    const action = metromania.actions(state, mover(state)).find((one) => metromania.code(one) === code);
    if (!action) throw new Error(`${code} is not among ${legal(state).join(' ')}`);
    return metromania.apply(state, mover(state), action);
  }, first);
}

/** Stations in the order they were placed. */
export const stationsIn = ({ stations }: State): string[] => labels(stations.map(({ vertex }) => vertex));

/** What the turn under way, or the last, has placed: labels with the points. */
export const built = ({ stations }: Turn): Record<string, number> =>
  Object.fromEntries(stations.map(({ vertex, points }) => [LABELS[vertex]!, points]));

export const tripOf = (state: State, id: Trip['id']): Trip => tripsOf(state).find((trip) => trip.id === id)!;

export const scoresOf = (state: State): number[] => metromania.score(state).map(({ score }) => score);

/** With tunnels of line 2 in all triangles of an arrow's colour on some sides. */
export const taken = (state: State, places: readonly number[], sides: readonly number[]): State => ({
  ...state,
  dug: state.dug.map((line, triangle) =>
    SPACES.some(
      (one) => one.triangle === triangle && places.includes(one.position) && sides.includes(one.side),
    )
      ? 2
      : line,
  ),
});

/** Lakes in all triangles at some vertices, under tunnels as well. */
export const lakesAround = (...vertices: string[]): Record<string, Sign> =>
  Object.fromEntries(
    vertices
      .flatMap((label) => AROUND[v(label)]!)
      .map((triangle) => [labels(CORNERS[triangle]!).join(' '), 'lake']),
  );

/** Lakes all around G7 but for the two triangles by which a line from G8 comes in. */
export const DEAD: Record<string, Sign> = {
  'F7 F8 G7': 'lake',
  'F7 G6 G7': 'lake',
  'G6 G7 H6': 'lake',
  'G7 H6 H7': 'lake',
};
