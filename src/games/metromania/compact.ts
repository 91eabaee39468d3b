import { EDGE, EDGES, NONE, TOWARDS, TRIANGLES, VERTICES } from './flat.ts';
import { SPACES } from './grid.ts';
import { isSpot, worthOf } from './legal.ts';
import { type Box, type Ending, KINDS, LETTERS, type Marker, type Setting, type State } from './state.ts';

/**
 * A table for whoever plays thousands of games to choose once. `playout.ts` plays on it by the rules of `turn.ts` and `legal.ts`,
 * `outcome.ts` counts it up, and both change it in place. Lines and companies that have something are the bits of one number.
 */
export interface Compact {
  readonly plan: Plan;
  /** The company that moves. */
  mover: number;
  /** Of the turn that is under way: tunnels dug; the line it has started, or -1; whether it has placed a marker. */
  dug: number;
  started: number;
  marked: boolean;
  /** The line that has just ended and may have its bonus station, or -1. */
  bonus: number;
  /** Stations on the board. */
  built: number;
  /** Who brought building to its end while the others have their last turn, or -1. */
  closing: number;
  ending: Ending | null;
  over: boolean;
  /** All the numbers below, one list after the other, so that a table is set back by one copy. */
  readonly all: Int16Array;
  /** By triangle: `FREE`, a kind's number, or `SHUT` where nothing can be dug (any more). */
  readonly ground: Int16Array;
  /** By vertex: 1 with a station; the lines that go through. */
  readonly stations: Int16Array;
  readonly through: Int16Array;
  /** By edge: the lines that have it. */
  readonly edges: Int16Array;
  /** By line: its vertices, from `plan.width * line` on, and how many; the side it starts from, or -1; 1 when it has ended. */
  readonly path: Int16Array;
  readonly length: Int16Array;
  readonly side: Int16Array;
  readonly done: Int16Array;
  /** By company: the markers in hand, as bits; what its stations brought. */
  readonly hands: Int16Array;
  readonly points: Int16Array;
  /** By marker, see `MARKERS`: the company that has it; the triangle on which it lies, or -1. */
  readonly holder: Int16Array;
  readonly where: Int16Array;
}

/** Numbers in `ground` beside those of kinds, which are their places in `KINDS`. */
export const FREE = 3;
export const SHUT = -1;

/** Two markers a letter: that of the left column is `2 * letter`, its twin `2 * letter + 1`. */
export const MARKERS = 2 * LETTERS.length;
export const twinOf = (marker: number): number => marker ^ 1;

/** What stays the same in a game. */
export interface Plan {
  readonly box: Box;
  readonly setting: Setting;
  /** By triangle: what stands there. */
  readonly signs: State['signs'];
  readonly lines: number;
  /** Vertices that a line may have. */
  readonly width: number;
  /** By kind: all its markers, as bits. */
  readonly kinds: readonly number[];
  /** By vertex: destination spots that a station there touches. */
  readonly worth: Int16Array;
  /** Places in `SPACES` with a white and with a black arrow. */
  readonly white: readonly number[];
  readonly black: readonly number[];
  /** The triangles of park and lake. */
  readonly park: number;
  readonly lake: number;
}

type Dealt = Pick<State, 'box' | 'setting' | 'signs'>;

function planOf(state: Dealt): Plan {
  const { box, setting, signs } = state;
  const places = (positions: readonly number[]): number[] =>
    SPACES.flatMap(({ position }, at) => (positions.includes(position) ? [at] : []));
  return {
    box,
    setting,
    signs,
    lines: 2 * setting.companies,
    width: box.tunnels + 1,
    kinds: KINDS.map((kind) =>
      LETTERS.reduce((bits, letter, at) => {
        const { left, right } = box.markers[letter];
        return bits | (Number(left === kind) << (2 * at)) | (Number(right === kind) << (2 * at + 1));
      }, 0),
    ),
    worth: Int16Array.from({ length: VERTICES }, (_, vertex) => worthOf(state, vertex)),
    white: places(box.arrows.white),
    black: places(box.arrows.black),
    park: signs.indexOf('park'),
    lake: signs.indexOf('lake'),
  };
}

const markerIn = ({ markers }: Box, { letter, kind }: Marker): number =>
  2 * LETTERS.indexOf(letter) + Number(markers[letter].left !== kind);

/** The table at a state. `plan` is that of a table of the same game, where one is there: it is the same then. */
export function compactOf(state: State, plan: Plan = planOf(state)): Compact {
  const game = emptyTable(plan);
  const { doing, box } = state;
  game.mover = state.mover;
  game.dug = doing.tunnels.length;
  game.started = doing.started ?? NONE;
  game.marked = doing.marked !== null;
  game.bonus = state.bonus ?? NONE;
  game.built = state.stations.length;
  game.closing = state.closing ?? NONE;
  game.ending = state.ending;
  game.over = state.over;
  for (const [triangle, sign] of state.signs.entries()) {
    const shut = state.dug[triangle] !== null || (sign !== null && !isSpot(sign));
    game.ground[triangle] = shut ? SHUT : sign === null ? FREE : KINDS.indexOf(sign);
  }
  for (const { vertex } of state.stations) game.stations[vertex] = 1;
  for (const [line, { vertices, side, done }] of state.lines.entries()) {
    for (const vertex of vertices) extend(game, line, vertex);
    game.side[line] = side ?? NONE;
    game.done[line] = Number(done);
  }
  game.points.set(state.points);
  for (const [company, hand] of state.hands.entries())
    for (const one of hand) {
      const marker = markerIn(box, one);
      game.holder[marker] = company;
      game.hands[company]! |= 1 << marker;
    }
  for (const { marker: one, company, triangle } of state.marked) {
    const marker = markerIn(box, one);
    game.holder[marker] = company;
    game.where[marker] = triangle;
  }
  return game;
}

function emptyTable(plan: Plan): Compact {
  const { lines, width } = plan;
  const { companies } = plan.setting;
  const all = new Int16Array(
    TRIANGLES + 2 * VERTICES + EDGES + lines * (width + 3) + 2 * companies + 2 * MARKERS,
  );
  let at = 0;
  const list = (size: number): Int16Array => all.subarray(at, (at += size));
  const game: Compact = {
    plan,
    mover: 0,
    dug: 0,
    started: NONE,
    marked: false,
    bonus: NONE,
    built: 0,
    closing: NONE,
    ending: null,
    over: false,
    all,
    ground: list(TRIANGLES),
    stations: list(VERTICES),
    through: list(VERTICES),
    edges: list(EDGES),
    path: list(lines * width),
    length: list(lines),
    side: list(lines),
    done: list(lines),
    hands: list(companies),
    points: list(companies),
    holder: list(MARKERS),
    where: list(MARKERS),
  };
  game.where.fill(NONE);
  return game;
}

/** Makes a vertex the terminus of a line; the edge to it is the line's from now on. */
export function extend(game: Compact, line: number, vertex: number): void {
  const { plan, path, length, through, edges } = game;
  const at = plan.width * line + length[line]!;
  if (length[line]! > 0) {
    const before = path[at - 1]!;
    edges[EDGE[6 * before + TOWARDS[VERTICES * before + vertex]!]!]! |= 1 << line;
  }
  path[at] = vertex;
  length[line]! += 1;
  through[vertex]! |= 1 << line;
}

/** Makes a table what another one of the same game is. */
export function setBack(game: Compact, to: Compact): void {
  game.mover = to.mover;
  game.dug = to.dug;
  game.started = to.started;
  game.marked = to.marked;
  game.bonus = to.bonus;
  game.built = to.built;
  game.closing = to.closing;
  game.ending = to.ending;
  game.over = to.over;
  game.all.set(to.all);
}
