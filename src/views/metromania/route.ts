import type { Trip, Vertex } from '../../games/metromania/state.ts';
import type { Shown } from './ground.ts';

/** A trip stop by stop. */

export interface Stop {
  readonly vertex: Vertex;
  /** When the train comes in. */
  readonly minute: number;
  /** When the next line leaves; the same as `minute` where nobody changes. */
  readonly leaves: number;
  /** The line to the next stop; null at the last. */
  readonly line: number | null;
}

const RIDE = 1;

/** The stops of a trip's route; a trip between two spots at one station has that one; none where there is no route. */
export function stopsOf(view: Pick<Shown, 'box' | 'stations'>, { route, minutes, ends }: Trip): Stop[] {
  if (minutes === null) return [];
  if (route.length === 0) return sharedStop(view, ends);
  const changes = route.filter(({ line }, i) => i > 0 && route[i - 1]!.line !== line).length;
  // All that is not riding is changing.
  const change = changes === 0 ? 0 : (minutes - route.length * RIDE) / changes;
  let minute = 0;
  const stops = route.map(({ from, line }, i): Stop => {
    const leaves = i > 0 && route[i - 1]!.line !== line ? minute + change : minute;
    const stop = { vertex: from, minute, leaves, line };
    minute = leaves + RIDE;
    return stop;
  });
  return [...stops, { vertex: route.at(-1)!.to, minute, leaves: minute, line: null }];
}

function sharedStop({ box, stations }: Pick<Shown, 'box' | 'stations'>, ends: Trip['ends']): Stop[] {
  const [one, other] = ends.map((triangle) => (triangle === null ? [] : box.grid.corners[triangle]!));
  const found = stations.find(({ vertex }) => one!.includes(vertex) && other!.includes(vertex));
  return found ? [{ vertex: found.vertex, minute: 0, leaves: 0, line: null }] : [];
}

/** Companies that a trip is about, whether it brings or costs them anything or not. */
export const concerned = ({ points, involved, guilty }: Trip): number[] =>
  points.flatMap((one, company) =>
    one !== 0 || involved.includes(company) || guilty.includes(company) ? [company] : [],
  );

/** Who placed the marker at an end of a trip; null where nobody did, or for park and lake. */
export const placerOf = ({ marked }: Pick<Shown, 'marked'>, triangle: number | null): number | null =>
  marked.find((one) => one.triangle === triangle)?.company ?? null;
