import { vertexOf } from '../../games/metromania/grid.ts';
import type { Action, Hop, Letter, State, Trip } from '../../games/metromania/state.ts';
import { tripsOf } from '../../games/metromania/trips.ts';
import { digOf, played, shown } from './positions.ts';

/** What the card of the rules and the lessons show: positions as they come up in play. */

/** The pictures of the tutorial, in order; `bend` and `station` are both in its first step. */
export const TUTORIAL = ['bend', 'station', 'marker', 'route'] as const;
export type TutorialPicture = (typeof TUTORIAL)[number];

export type Dig = Extract<Action, { kind: 'dig' }>;

/** What was played to come there: turns of both seats, a line each. */
export const TURNS = {
  /** A line from the left edge that has three tunnels; the other company has begun elsewhere. */
  bend: `
    start.E1 dig.1.E-R dig.1.E-R
    start.B7 dig.1.SE-R.F dig.1.SE-L`,
  /** Two vertices of the other company's line are within reach. */
  station: `
    start.A4 dig.1.E-R dig.1.SE-R
    start.G10 dig.1.W-R dig.1.W-L
    dig.1.SE-L dig.1.SW-R dig.1.SW-R
    dig.1.W-L dig.1.W-R dig.1.W-L`,
  /** Two homes are within reach; the shop marker of the same letter touches one of them. */
  marker: `
    start.E1 dig.1.E-R dig.1.E-R
    start.B7 dig.1.SE-R.F dig.1.SE-L
    dig.1.E-R dig.1.E-R dig.1.NE-R
    dig.1.SW-L dig.1.SW-L dig.1.SE-L`,
  /** One line goes from the home to the show, and two lines do with a change. */
  route: `
    start.A5 dig.1.SW-L dig.1.SE-R.C
    start.D9 dig.1.SW-L dig.1.W-R
    dig.1.SW-R dig.1.SW-R dig.1.SW-R
    dig.1.W-R dig.1.SW-R dig.1.SW-R.C
    start.G10 dig.2.W-R dig.2.W-L
    start.E1 dig.2.SE-L dig.2.SE-L
    dig.2.NW-R dig.2.NE-L dig.2.NW-L
    dig.2.SE-L dig.2.SE-L dig.2.SE-L
    dig.1.SE-R dig.1.SE-L dig.1.E-L
    dig.1.SW-R dig.1.SE-L dig.1.E-L
    station.E6
    dig.1.E-R dig.1.NE-R dig.1.E-R
    station.F6`,
  /** A home and a shop of one letter at the two ends of a short ride. */
  short: `
    start.D9 dig.1.SE-R dig.1.SW-L.F
    start.A4 dig.1.SE-L dig.1.SW-L
    dig.1.W-L dig.1.W-L dig.1.W-L
    dig.1.SE-R dig.1.SW-L dig.1.SE-R.F
    station.G8
    dig.1.SE-R dig.1.SE-R dig.1.SE-R
    station.G9`,
  /** A line that is completed at the lower edge. */
  ended: `
    start.E1 dig.1.E-R dig.1.E-R
    start.D9 dig.1.SW-L dig.1.SW-R
    dig.1.E-R dig.1.E-R dig.1.E-L
    dig.1.SW-R dig.1.SW-R dig.1.SE-R
    dig.1.NE-R dig.1.NE-L dig.1.NE-L
    dig.1.SE-R`,
} as const;

const STATES = {
  bend: played(TURNS.bend),
  station: played(TURNS.station),
  marker: played(TURNS.marker),
  route: played(TURNS.route),
  short: played(TURNS.short),
} as const;

export const BOARDS = {
  bend: shown(STATES.bend),
  station: shown(STATES.station),
  marker: shown(STATES.marker),
  route: shown(STATES.route),
  /** What comes of the better choices of two lessons. */
  met: shown(played(`${TURNS.station} dig.1.SW-R`)),
  placed: shown(played(`${TURNS.marker} dig.1.NW-L.F`)),
  short: shown(STATES.short),
  ended: shown(played(TURNS.ended)),
} as const;

/** What a question lets one choose between: two tunnels, or two ways to ride. */
export interface Choice {
  readonly digs: readonly Dig[];
  readonly rides: readonly (readonly Hop[])[];
}

const digs = (state: State, ...codes: [a: string, b: string]): Choice => ({
  digs: codes.map((code) => digOf(state, code)),
  rides: [],
});

/** Rides along a line from station to station, by their names. */
const hops = (line: number, ...stops: string[]): Hop[] => {
  const at = stops.map((label) => vertexOf(label)!);
  return at.slice(1).map((to, i) => ({ line, from: at[i]!, to }));
};

const one = hops(0, 'D6', 'E6', 'F6', 'H5');
const two = [...hops(1, 'D6', 'F7'), ...hops(2, 'F7', 'H5')];

export const CHOICES: Readonly<Record<TutorialPicture, Choice>> = {
  bend: digs(STATES.bend, 'dig.1.SW-L', 'dig.1.NE-R'),
  station: digs(STATES.station, 'dig.1.SE-L', 'dig.1.SW-R'),
  marker: digs(STATES.marker, 'dig.1.E-R.F', 'dig.1.NW-L.F'),
  route: { digs: [], rides: [one, two] },
};

const tripOf = (state: State, letter: Letter): Trip => tripsOf(state).find(({ id }) => id === letter)!;

/** Trips as they are ridden: that of the last lesson, and that of the card. */
export const TRIPS = { route: tripOf(STATES.route, 'C'), short: tripOf(STATES.short, 'F') } as const;
