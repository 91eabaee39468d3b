import type { Action, Hop, Trip, View } from '../../games/metromania/state.ts';
import { digOn, type Made, made } from './made.ts';

/** What the card of the rules and the lessons show: positions as they come up in play. */

/** The pictures of the tutorial, in order; `bend` and `station` are both in its first step. */
export const TUTORIAL = ['bend', 'station', 'marker', 'route'] as const;
export type TutorialPicture = (typeof TUTORIAL)[number];

export type Dig = Extract<Action, { kind: 'dig' }>;

const AWAY = 'B7 SW-L SE-R.F SE-L';

/** A line from the left edge that has three tunnels; the other company has begun elsewhere. */
const BEND: Made = { lines: ['E1 E-L E-R E-R', '', AWAY], stations: [] };

/** Two vertices of the other company's line are within reach. */
const MEET: Made = {
  lines: ['A4 SE-L E-R SE-R SE-L SW-R SW-R', '', 'G10 W-L W-R W-L W-L W-R W-L'],
  stations: [],
};

/** Two homes are within reach; the shop marker of the same letter touches one of them. */
const TWIN: Made = {
  lines: ['E1 E-L E-R E-R E-R E-R NE-R', '', `${AWAY} SW-L SW-L SE-L`],
  stations: [],
};

/** One line goes from the home to the show, and two lines do with a change. */
const RIDE: Made = {
  lines: [
    'A5 SW-R SW-L SE-R.C SW-R SW-R SW-R SE-R SE-L E-L',
    'G10 W-L W-R W-L NW-R NE-L NW-L',
    'D9 SW-L SW-L W-R W-R SW-R SW-R.C SW-R SE-L E-L E-R NE-R E-R',
    'E1 E-L SE-L SE-L SE-L SE-L SE-L',
  ],
  stations: ['F7', 'D6', 'H5', 'E6', 'F6'],
};

/** A home and a shop of one letter at the two ends of a short ride. */
const SHORT: Made = {
  lines: ['D9 SW-L SE-R SW-L.F W-L W-L W-L', '', 'A4 SE-L SE-L SW-L SE-R SW-L SE-R.F SE-R SE-R SE-R'],
  stations: ['G7', 'G8', 'G9'],
};

export const BOARDS = {
  bend: made(BEND),
  station: made(MEET),
  marker: made(TWIN),
  route: made(RIDE),
  /** What comes of the better choices of two lessons. */
  met: made({ ...MEET, lines: [`${MEET.lines[0]} SW-R`, '', MEET.lines[2]!], stations: ['G7'] }),
  placed: made({ ...TWIN, lines: [`${TWIN.lines[0]} NW-L.F`, '', TWIN.lines[2]!] }),
  short: made(SHORT),
  /** A line that is completed at the lower edge. */
  ended: made({ lines: ['', '', 'D9 SW-L SW-L SW-R SW-R SW-R SE-R SE-R .'], stations: [] }),
} as const satisfies Record<string, View>;

/** What a question lets one choose between: two tunnels, or two ways to ride. */
export interface Choice {
  readonly digs: readonly Dig[];
  readonly rides: readonly (readonly Hop[])[];
}

const digs = (view: View, ...steps: [a: string, b: string]): Choice => ({
  digs: steps.map((step) => digOn(view, 0, step)),
  rides: [],
});

/** Rides along a line from station to station. */
const hops = ({ box }: View, line: number, ...stops: string[]): Hop[] => {
  const at = stops.map((label) => box.grid.labels.indexOf(label));
  return at.slice(1).map((to, i) => ({ line, from: at[i]!, to }));
};

const one = hops(BOARDS.route, 0, 'D6', 'E6', 'F6', 'H5');
const two = [...hops(BOARDS.route, 1, 'D6', 'F7'), ...hops(BOARDS.route, 2, 'F7', 'H5')];

export const CHOICES: Readonly<Record<TutorialPicture, Choice>> = {
  bend: digs(BOARDS.bend, 'SW-L', 'NE-R'),
  station: digs(BOARDS.station, 'SE-L', 'SW-R'),
  marker: digs(BOARDS.marker, 'E-R.F', 'NW-L.F'),
  route: { digs: [], rides: [one, two] },
};

/** A trip of company 0 alone, between the two markers of a board. */
const tripOf = ({ marked }: View, route: readonly Hop[]): Trip => ({
  id: marked[0]!.marker.letter,
  ends: [marked[0]!.triangle, marked[1]!.triangle],
  minutes: route.length,
  route,
  involved: [0],
  guilty: [],
  points: [6, 0],
});

/** Trips as they are ridden: that of the last lesson, and that of the card. */
export const TRIPS = {
  route: tripOf(BOARDS.route, one),
  short: tripOf(BOARDS.short, hops(BOARDS.short, 0, 'G9', 'G8', 'G7')),
} as const;
