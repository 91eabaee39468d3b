import sixQuarters from '../../../maps/metromania/six-quarters.json' with { type: 'json' };
import { metromania } from '../../games/metromania/index.ts';
import type { State, View } from '../../games/metromania/state.ts';

/** Positions of games of two, for pictures that belong to no game: each is dealt, and played by the rules. */

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
