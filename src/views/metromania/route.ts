import { CORNERS } from '../../games/metromania/grid.ts';
import { isServed } from '../../games/metromania/legal.ts';
import type { Company, Kind, Trip, Vertex } from '../../games/metromania/state.ts';
import { CHANGE, RIDE } from '../../games/metromania/trips.ts';
import type { Shown } from './ground.ts';

/** A trip: between what, stop by stop, and to whom it is due. */

/** What a trip joins: where it stands and who placed it; null where nobody did, or for park and lake. */
export interface End {
  readonly triangle: number | null;
  readonly kind: Kind | 'park' | 'lake';
  readonly company: Company | null;
}

/** Both ends of a trip, where it goes from first; markers that were never placed, too. */
export function endsOf({ box, marked }: Pick<Shown, 'box' | 'marked'>, { id, ends }: Trip): [End, End] {
  const placed = ends.map((triangle) => marked.find((one) => one.triangle === triangle));
  const { left, right } = id === 'park' ? ({ left: 'park', right: 'lake' } as const) : box.markers[id];
  const rest = [left, right].filter((kind) => placed.every((one) => one?.marker.kind !== kind));
  return ends.map((triangle, i) => ({
    triangle,
    kind: placed[i]?.marker.kind ?? rest.shift()!,
    company: placed[i]?.company ?? null,
  })) as [End, End];
}

export interface Stop {
  readonly vertex: Vertex;
  /** When the train comes in. */
  readonly minute: number;
  /** When the next line leaves; the same as `minute` where nobody changes. */
  readonly leaves: number;
  /** The line to the next stop; null at the last. */
  readonly line: number | null;
}

/** The stops of a trip's route; a trip between two spots at one station has that one; none where there is no route. */
export function stopsOf(view: Pick<Shown, 'stations'>, { route, minutes, ends }: Trip): Stop[] {
  if (minutes === null) return [];
  if (route.length === 0) return sharedStop(view, ends);
  let minute = 0;
  const stops = route.map(({ from, line }, i): Stop => {
    const leaves = i > 0 && route[i - 1]!.line !== line ? minute + CHANGE : minute;
    const stop = { vertex: from, minute, leaves, line };
    minute = leaves + RIDE;
    return stop;
  });
  return [...stops, { vertex: route.at(-1)!.to, minute, leaves: minute, line: null }];
}

function sharedStop({ stations }: Pick<Shown, 'stations'>, ends: Trip['ends']): Stop[] {
  const [one, other] = ends.map((triangle) => (triangle === null ? [] : CORNERS[triangle]!));
  const found = stations.find(({ vertex }) => one!.includes(vertex) && other!.includes(vertex));
  return found ? [{ vertex: found.vertex, minute: 0, leaves: 0, line: null }] : [];
}

/** Companies with part in a trip by another route alone, as fast as the one that is shown. */
export const elsewhere = ({ lines }: Pick<Shown, 'lines'>, { route, involved }: Trip): Company[] =>
  involved.filter((company) => route.every(({ line }) => lines[line]!.company !== company));

/** Why a trip is impossible: a marker was never placed, touches no station, or no route leads from one to the other. */
export type Why = 'unplaced' | 'unserved' | 'apart';

/** Why an impossible trip is due to a company, and by which of its markers. */
export function faultOf(
  { stations, marked, hands }: Pick<Shown, 'stations' | 'marked' | 'hands'>,
  { id }: Trip,
  company: Company,
): { readonly why: Why; readonly kind: Kind } {
  const held = hands[company]!.find(({ letter }) => letter === id);
  if (held) return { why: 'unplaced', kind: held.kind };
  const { triangle, marker } = marked.find((one) => one.company === company && one.marker.letter === id)!;
  const served = isServed({ stations }, triangle);
  return { why: served ? 'apart' : 'unserved', kind: marker.kind };
}

/** Companies that a trip is about, whether it brings or costs them anything or not. */
export const concerned = ({ points, involved, guilty }: Trip): number[] =>
  points.flatMap((one, company) =>
    one !== 0 || involved.includes(company) || guilty.includes(company) ? [company] : [],
  );
