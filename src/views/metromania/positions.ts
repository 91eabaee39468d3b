import sixQuarters from '../../../maps/metromania/six-quarters.json' with { type: 'json' };
import { metromania } from '../../games/metromania/index.ts';
import type { Box, State, View } from '../../games/metromania/state.ts';

/** Positions for pictures that belong to no game, of two but for the example: each is dealt, and played by the rules. */

/** The city of the pictures, and the two columns of markers. */
const GIVEN = {
  city: [
    [1, 1],
    [5, 2],
    [3, 1],
    [6, 2],
    [2, 2],
    [4, 2],
  ],
  markers: [
    ['A.C', 'B.E', 'C.R', 'D.E', 'E.C', 'F.R'],
    ['A.R', 'B.C', 'C.E', 'D.R', 'E.E', 'F.C'],
  ],
};

const map = metromania.map(sixQuarters, 'maps/metromania/six-quarters.json');
const { rules } = metromania;
const start = metromania.setup({ map, seats: 2, options: {}, chance: { given: GIVEN }, rules });

/** The tunnel of a text such as "dig.1.SE-R.C", from where a line of the first seat ends now; whether it is legal is not asked. */
export function digOf(state: State, code: string) {
  const action = metromania.parse(state, 0, code);
  if (action?.kind !== 'dig') throw new Error(`${code} is no tunnel that can be dug`);
  return action;
}

/** The position after two players have taken steps in turn, each an action's text: "start.E1 dig.1.E-R dig.1.E-R". */
export function played(steps: string): State {
  return steps
    .split(/\s+/)
    .filter((code) => code !== '')
    .reduce((state: State, code) => {
      const [seat = 0] = metromania.toAct(state);
      const action = metromania.parse(state, seat, code);
      if (!action) throw new Error(`${code} is no action of seat ${seat}`);
      return metromania.apply(state, seat, action);
    }, start);
}

/** What everybody sees. */
export const shown = (state: State): View => metromania.view(state);

/** Four players, three markers each. */
const FOUR = [
  ['A.R', 'B.C', 'C.E'],
  ['D.R', 'A.C', 'E.E'],
  ['F.R', 'E.C', 'B.E'],
  ['C.R', 'F.C', 'D.E'],
];

/** What the four did, in turn. */
const EXAMPLE = `
  start.G10 dig.1.NW-L dig.1.NW-L
  start.I8 dig.1.SW-L dig.1.W-L
  start.K5 dig.1.W-L.E dig.1.W-L
  start.K3 dig.1.NE-R.C dig.1.NW-L
  start.J1 dig.2.E-L dig.2.E-R
  start.H1 dig.2.NW-L dig.2.NE-L.D
  start.E1 dig.2.SE-L dig.2.SW-L
  start.C1 dig.2.SE-R.D dig.2.E-L
  dig.2.SE-L dig.1.NW-L dig.1.NE-R.B
  dig.1.NW-L dig.1.NW-L dig.1.W-L
  dig.1.W-L dig.1.NW-L dig.1.NW-L.F
  dig.1.W-L dig.1.W-L dig.1.W-L
  dig.1.NW-L dig.1.NW-R bonus.D7 dig.2.SE-R
  dig.1.W-R dig.1.W-R dig.1.NW-L.A
  station.J2
  dig.2.E-L dig.2.E-R dig.2.NE-L
  station.I3
  dig.1.NW-R dig.1.NW-L bonus.H5 dig.2.NE-L
  station.F3`;

const examples = new WeakMap<Box, View>();

/** The example of a map; where it has another ground than the one it was played on, as far as it is legal there. */
export function exampleOf(box: Box): View {
  const found = examples.get(box);
  if (found) return found;
  const given = { ...GIVEN, markers: FOUR };
  let state: State = metromania.setup({ map: box, seats: 4, options: {}, chance: { given }, rules });
  for (const code of EXAMPLE.trim().split(/\s+/)) {
    const [seat = 0] = metromania.toAct(state);
    const action = metromania.actions(state, seat).find((one) => metromania.code(one) === code);
    if (!action) break;
    state = metromania.apply(state, seat, action);
  }
  const view = metromania.view(state);
  examples.set(box, view);
  return view;
}
