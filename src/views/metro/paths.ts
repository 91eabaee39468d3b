import { mayDraw } from '../../games/metro/legal.ts';
import type { Action, Code, Square, Turns, View } from '../../games/metro/state.ts';
import { colOf, rowOf, SIDE, squareName, squareOf, turned } from '../../games/metro/tracks.ts';

/** How a placement is reached through menus: tile, part of the board, square, turning, each where there is a choice. */

export const DRAW = 'draw';

/** Quarters of the board, in reading order. */
export const REGIONS = ['nw', 'ne', 'sw', 'se'] as const;
export type Region = (typeof REGIONS)[number];
const HALF = SIDE / 2;

/** A page with more choices than this has no key for each. */
const KEYS = 20;

/** What a page asks for. */
export type Page = 'tile' | 'region' | 'square' | 'turning';

/** A tile, and squares that it may go to. */
export interface Target {
  readonly tile: Code;
  readonly squares: readonly Square[];
}

const TURNINGS = [0, 1, 2, 3] as const;

/** The part of the board that a step names. */
export const regionAt = (step: string) => REGIONS.find((region) => region === step);
/** The turning that a step names. */
export const turningAt = (step: string): Turns | undefined => TURNINGS.find((turns) => step === `t${turns}`);
export const isRegion = (step: string): boolean => regionAt(step) !== undefined;
export const isSquare = (step: string): boolean => /^[A-H][1-8]$/.test(step);

export const regionOf = (square: Square): Region =>
  REGIONS[2 * Number(rowOf(square) >= HALF) + Number(colOf(square) >= HALF)]!;

/** Whether a tile has to be chosen, too. */
export const hasSeveral = ({ legal }: Pick<View, 'legal'>): boolean => legal.length > 1;

const drawing = (view: View): boolean => view.legal.length > 0 && mayDraw(view);

/**
 * The squares where a tile may go, in reading order, and the different ways in which it may lie on each: worked out once for all
 * the choices of a position.
 */
function spotsOf({ legal }: View, tile: Code | undefined): ReadonlyMap<Square, readonly Turns[]> {
  const one = legal.find((one) => one.tile === tile);
  if (!one) return NOWHERE;
  const known = spots.get(one);
  if (known) return known;
  const made = new Map<Square, Turns[]>();
  for (const { square, turns } of one.spots) {
    const way = firstAlike(one.tile, turns);
    const ways = made.get(square);
    if (!ways) made.set(square, [way]);
    else if (!ways.includes(way)) ways.push(way);
  }
  spots.set(one, made);
  return made;
}

const NOWHERE: ReadonlyMap<Square, readonly Turns[]> = new Map();
const spots = new WeakMap<View['legal'][number], ReadonlyMap<Square, readonly Turns[]>>();

/** Where a tile may go, however it is turned, in reading order. */
const squaresOf = (view: View, tile: Code | undefined): Square[] => [...spotsOf(view, tile).keys()];

/** Turnings that lay a tile the same way count as the first of them: a tile lies as before after one turn, two or four. */
function firstAlike(tile: Code, turns: Turns): Turns {
  if (tile === turned(tile, 1)) return 0;
  return tile === turned(tile, 2) ? ((turns % 2) as Turns) : turns;
}

/** The different ways in which a tile may lie on a square. */
export const turningsAt = (view: View, tile: Code, square: Square): readonly Turns[] =>
  spotsOf(view, tile).get(square) ?? [];

/** Whether a tile's squares are more than there can be keys for, beside those of the other tiles and of one to be drawn. */
const inRegions = (view: View, tile: Code | undefined): boolean =>
  spotsOf(view, tile).size + Math.max(view.legal.length - 1, 0) + Number(drawing(view)) > KEYS;

/** The tile that a page is about; undefined where it is still to be chosen. */
export const tileAt = (view: View, path: readonly string[]): Code | undefined =>
  hasSeveral(view) ? view.legal.find(({ tile }) => tile === path[0])?.tile : view.legal[0]?.tile;

/** What is asked for after so many steps. */
export function pageAt(view: View, path: readonly string[]): Page {
  const pages: Page[] = [
    ...(hasSeveral(view) ? (['tile'] as const) : []),
    ...(inRegions(view, tileAt(view, path)) ? (['region'] as const) : []),
    'square',
  ];
  return pages[path.length] ?? 'turning';
}

/** Steps of a page in fixed order; squares and turnings stand in that of the placements. */
export function places(view: View, path: readonly string[] = []): string[] {
  const draw = path.length === 0 && drawing(view) ? [DRAW] : [];
  switch (pageAt(view, path)) {
    case 'tile':
      return [...view.legal.map(({ tile }) => tile), ...draw];
    case 'region': {
      const squares = squaresOf(view, tileAt(view, path));
      return [...REGIONS.filter((region) => squares.some((square) => regionOf(square) === region)), ...draw];
    }
    default:
      return draw;
  }
}

/** The way to a choice; there is only one. */
export function paths(view: View, action: Action): string[][] {
  if (action.kind === 'draw') return [[DRAW]];
  const { tile, square, turns } = action;
  return [
    [
      ...(hasSeveral(view) ? [tile] : []),
      ...(inRegions(view, tile) ? [regionOf(square)] : []),
      squareName(square),
      ...(turningsAt(view, tile, square).length > 1 ? [`t${firstAlike(tile, turns)}`] : []),
    ],
  ];
}

/** Which tile may go where, of what a page is about. */
export function targetsAt(view: View, path: readonly string[] = []): Target[] {
  const only = path.length > 0 ? tileAt(view, path) : undefined;
  const [place] = path.filter((step) => isRegion(step) || isSquare(step)).slice(-1);
  const within = (square: Square): boolean =>
    place === undefined || place === regionOf(square) || place === squareName(square);
  return view.legal
    .filter(({ tile }) => only === undefined || tile === only)
    .map(({ tile }) => ({ tile, squares: squaresOf(view, tile).filter(within) }));
}

/**
 * The number that the last step of a way bears on its page, from 1 on: squares in reading order, ways up from the arrow on
 * clockwise. Undefined for what has a name.
 */
export function numberAt(view: View, path: readonly string[]): number | undefined {
  const page = path.slice(0, -1);
  const step = path.at(-1) ?? '';
  const asked = step === DRAW || path.length === 0 ? undefined : pageAt(view, page);
  if (asked === 'square') {
    const squares = targetsAt(view, page).flatMap((target) => target.squares);
    return squares.indexOf(squareOf(step)) + 1;
  }
  const [tile, turns] = [tileAt(view, path), turningAt(step)];
  if (asked !== 'turning' || tile === undefined || turns === undefined) return undefined;
  return turningsAt(view, tile, squareOf(page.at(-1)!)).indexOf(turns) + 1;
}
