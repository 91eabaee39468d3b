import type { Open, Paris } from './state.ts';
import { departureOf, SIDE } from './tracks.ts';

/** The board as everybody sees it. */

/** Tiles of the game. */
export const TILES = 60;

/** The board before anybody sits at it: every line is nobody's. */
export const emptyBoard = (map: Paris): Open => ({
  map,
  setting: { seats: 0, returns: 'none', arrow: true, hand: 1 },
  squares: Array<null>(SIDE * SIDE).fill(null),
  lines: map.stations.map(({ n }) => ({
    station: n,
    owner: null,
    length: 0,
    head: departureOf(map, n),
    arrival: null,
    points: 0,
  })),
  left: TILES,
  mover: 0,
  held: [],
  last: null,
  turn: 0,
  over: false,
});

/** How many tiles are still to be placed, in hands or not drawn yet. */
export const toPlace = ({ turn }: Pick<Open, 'turn'>): number => TILES - turn;
