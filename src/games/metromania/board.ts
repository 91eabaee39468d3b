import { CORNERS } from './grid.ts';
import type { Box, Company, Open, Turn } from './state.ts';

/** The board before anything is done. */

/** A turn in which nothing has been done yet. */
export const fresh = (company: Company): Turn => ({
  company,
  tunnels: [],
  stations: [],
  started: null,
  ended: [],
  marked: null,
  passed: [],
});

/** The city before its pieces are laid and anybody sits at it. */
export const emptyBoard = (box: Box): Open => ({
  box,
  setting: {
    seats: 0,
    companies: 0,
    advanced: false,
    owners: [],
    open: false,
    free: false,
    noCorruption: false,
    lastTurn: false,
  },
  city: [],
  signs: CORNERS.map(() => null),
  lines: [],
  dug: CORNERS.map(() => null),
  stations: [],
  marked: [],
  blocked: [],
  points: [],
  mover: 0,
  doing: fresh(0),
  bonus: null,
  last: null,
  turn: 0,
  closing: null,
  ending: null,
  over: false,
});
