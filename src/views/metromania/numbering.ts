import { stationsOf } from '../../games/metromania/legal.ts';
import { codeOf } from '../../games/metromania/parse.ts';
import { type Action, linesOf, type View } from '../../games/metromania/state.ts';
import { MENU } from '../menus.ts';
import { tunnelOf } from './discs.ts';
import { CENTRE, EDGE, onEdge, pointOf, type Spot } from './ground.ts';
import { OFF } from './ribbon.ts';
import { holdsStations } from './window.ts';

/** The pages of a turn, and what stands on each of them, numbered as in its picture. */

/** Pages in fixed order: lines to dig, stations of all lines together or of each. */
export const GROUPS = [
  'start',
  ...(['l1', 'l2', 'l3', 'l4'] as const),
  'stations',
  ...(['s1', 's2', 's3', 's4'] as const),
  'bonus',
] as const;
export type Group = (typeof GROUPS)[number];

/** Something that may be chosen on a page. */
export interface Choice {
  /** From 1; the same for all markers that one tunnel may have. */
  readonly n: number;
  /** What its key and the picture say: "8", or "8 F" where a marker is put there. */
  readonly label: string;
  readonly action: Action;
}

type Position = Pick<
  View,
  'legal' | 'lines' | 'mover' | 'stations' | 'box' | 'signs' | 'dug' | 'marked' | 'doing'
>;
type Station = Extract<Action, { kind: 'station' }>;

/** The most keys that one message has room for beside those that lead elsewhere. */
const KEYS = 16;

const isStation = (action: Action): action is Station => action.kind === 'station';

/** The line, as its seat numbers it, on which a station may be built at a vertex: the first of them. */
function stationLine(view: Position, vertex: number): 1 | 2 | 3 | 4 {
  const at = linesOf(view.mover).find((line) => stationsOf(view, [line]).includes(vertex))!;
  return view.lines[at]!.number as 1 | 2 | 3 | 4;
}

/** The page of its own that an action has. */
function ownGroup(view: Position, action: Action, stations: number): Group {
  if (action.kind === 'dig') return `l${action.number as 1 | 2 | 3 | 4}`;
  if (action.kind !== 'station') return action.kind;
  return stations > MENU ? `s${stationLine(view, action.vertex)}` : 'stations';
}

/** Clockwise from 12 o'clock, 0 to below a whole turn. */
const clock = ([x, y]: Spot, [cx, cy]: Spot): number =>
  (Math.atan2(x - cx, cy - y) + 2 * Math.PI) % (2 * Math.PI);

/** By how far along the clock an action of a page stands. */
function placeOf(view: Position, action: Action): number {
  if (action.kind === 'dig') {
    const { edge } = tunnelOf(view, action)!;
    return clock(onEdge(edge, EDGE / 2, OFF), edge.from);
  }
  if (action.kind === 'start') return clock(pointOf(action.from), CENTRE);
  return action.vertex ?? Number.POSITIVE_INFINITY;
}

/** What one number stands for. */
const spotOf = (action: Action): string =>
  action.kind === 'dig' ? `${action.triangle} ${action.to}` : codeOf(action);

function numbered(view: Position, actions: readonly Action[], from: number): Choice[] {
  const order = actions.toSorted((a, b) => placeOf(view, a) - placeOf(view, b));
  const spots = [...new Set(order.map(spotOf))];
  return order.map((action) => {
    const n = spots.indexOf(spotOf(action)) + from + 1;
    const letter = action.kind === 'dig' ? action.letter : null;
    return { n, action, label: letter === null ? String(n) : `${n} ${letter}` };
  });
}

type Pages = ReadonlyMap<Group, readonly Choice[]>;

function makePages(view: Position): Pages {
  const stations = view.legal.filter(isStation);
  const groups = new Map<Group, Action[]>();
  for (const action of view.legal) {
    const group = ownGroup(view, action, stations.length);
    groups.set(group, [...(groups.get(group) ?? []), action]);
  }
  const pages = new Map<Group, Choice[]>();
  let everywhere = stations.length > 0;
  for (const group of GROUPS) {
    const actions = groups.get(group);
    const [first] = actions ?? [];
    if (!actions || !first) continue;
    const own = numbered(view, actions, 0);
    const both = [...actions, ...stations];
    const holds = first.kind === 'dig' && both.length <= KEYS && holdsStations(view, first.line, both);
    pages.set(group, holds ? [...own, ...numbered(view, stations, own.at(-1)!.n)] : own);
    if (first.kind === 'dig' && !holds) everywhere = false;
  }
  // Where the page of each line has them they need none of their own.
  if (everywhere && [...pages.keys()].some((group) => group.startsWith('l')))
    for (const group of GROUPS) if (/^s\d|^stations$/.test(group)) pages.delete(group);
  return pages;
}

const made = new WeakMap<Position, Pages>();

function pagesOf(view: Position): Pages {
  const found = made.get(view) ?? makePages(view);
  made.set(view, found);
  return found;
}

/** The pages that there are now, in fixed order; none for those who do not move. */
export const groupsOf = (view: Position): Group[] => [...pagesOf(view).keys()];

/** What may be chosen on a page, in the order of its numbers; nothing on one that there is not. */
export const choicesOn = (view: Position, page: string | undefined): readonly Choice[] =>
  [...pagesOf(view)].find(([group]) => group === page)?.[1] ?? [];

/** The pages on which an action stands. */
export const pagesWith = (view: Position, action: Action): Group[] =>
  [...pagesOf(view)].flatMap(([group, all]) =>
    all.some((one) => codeOf(one.action) === codeOf(action)) ? [group] : [],
  );

/**
 * The page on which choosing begins: that of the line that was dug last in this turn, else of the first that can go on, else
 * the first there is.
 */
export function opening(view: Position): Group | undefined {
  const groups = groupsOf(view);
  const dug = view.doing.tunnels.at(-1);
  const last = dug && groups.find((group) => group === `l${view.lines[dug.line]!.number}`);
  return last ?? groups.find((group) => group.startsWith('l')) ?? groups[0];
}

/** A choice as it stands on a page; without one, or where it is not there, on the first that has it. */
export function choiceOf(view: Position, action: Action, page?: string): Choice | undefined {
  const code = codeOf(action);
  const pages = [page, ...groupsOf(view)];
  return pages.flatMap((one) => choicesOn(view, one)).find((one) => codeOf(one.action) === code);
}
