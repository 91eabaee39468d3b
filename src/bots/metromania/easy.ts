import { beside, type Heading, next, turnedBy } from '../../games/metromania/grid.ts';
import {
  bendsAt,
  endsBy,
  headingOf,
  isServed,
  isSpot,
  SIDES,
  terminus,
} from '../../games/metromania/legal.ts';
import {
  type Action,
  type Company,
  companiesOf,
  linesOf,
  type State,
  type View,
} from '../../games/metromania/state.ts';
import { tripsOf } from '../../games/metromania/trips.ts';
import { bestOf, type Player } from '../bot.ts';

/**
 * The easy player: one step ahead, by what its stations bring, how far its lines are from their ends, and how its trips stand.
 * Of equal steps it takes the first; it leaves nothing to chance.
 */
export const easy: Player<State, Action, View> = {
  choose(game, view, seat) {
    const state = game.imagine(view);
    const company = state.mover;
    const own = companiesOf(state.setting, seat);
    return bestOf(game.actions(state, seat), (action) =>
      worthOf(game.apply(state, seat, action), company, own),
    );
  },
};

/** Measured, more or less than these it play worse. */
const WORTH = { done: 10, unstarted: -10, stuck: -12, away: -1, marker: 2, served: 2, trip: 0.5 };

function worthOf(state: State, company: Company, own: readonly Company[]): number {
  const lines = linesOf(company).reduce((sum, line) => sum + lineWorth(state, line), 0);
  const placed = state.marked.filter((one) => one.company === company);
  const served = placed.filter(({ triangle }) => isServed(state, triangle));
  const trips = tripsOf(state).reduce((sum, { minutes, points }) => {
    if (minutes === null) return sum;
    return sum + points.reduce((all, one, i) => all + (own.includes(i) ? one : -one / 3), 0);
  }, 0);
  return (
    state.points[company]! +
    lines +
    WORTH.marker * placed.length +
    WORTH.served * served.length +
    WORTH.trip * trips
  );
}

function lineWorth(state: State, line: number): number {
  const { side, done } = state.lines[line]!;
  if (done) return WORTH.done;
  if (side === null) return WORTH.unstarted;
  const left = tunnelsLeft(state, line);
  return left === null ? WORTH.stuck : WORTH.away * left;
}

/** The fewest tunnels by which a line may still come to its end over what is free now; null when it cannot. */
export function tunnelsLeft(state: State, line: number): number | null {
  const own = state.lines[line]!;
  const most = state.box.tunnels - own.tunnels.length;
  const kinds = new Set(state.hands[own.company]!.map(({ kind }) => kind));
  const start = { at: terminus(own), heading: headingOf(own) };
  let reached = [start];
  const seen = new Set([key(start.at, start.heading)]);
  for (let tunnels = 1; tunnels <= most && reached.length > 0; tunnels++) {
    const further: typeof reached = [];
    for (const { at, heading } of reached) {
      for (const bend of bendsAt(state, at)) {
        const way = turnedBy(heading, bend);
        const to = next(at, way);
        if (to === undefined || own.vertices.includes(to)) continue;
        let free = false;
        for (const one of SIDES) {
          const triangle = beside(at, way, one);
          if (triangle === undefined || state.dug[triangle] !== null) continue;
          const sign = state.signs[triangle]!;
          if (sign !== null && !(isSpot(sign) && kinds.has(sign))) continue;
          if (endsBy(state, line, triangle, to)) return tunnels;
          free = true;
        }
        if (!free || seen.has(key(to, way))) continue;
        seen.add(key(to, way));
        further.push({ at: to, heading: way });
      }
    }
    reached = further;
  }
  return null;
}

const key = (vertex: number, heading: Heading): number => vertex * 6 + heading;
