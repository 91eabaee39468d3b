import { CORNERS } from '../../../src/games/metromania/grid.ts';
import { LETTERS, type State } from '../../../src/games/metromania/state.ts';

/** The test trips reckoned a second time, from the rules alone: all routes are walked, minute by minute. */

type At = readonly [station: number, line: number];

const MOST = 60;

export interface Reckoned {
  readonly id: string;
  readonly minutes: number | null;
  readonly involved: readonly number[];
  readonly guilty: readonly number[];
  readonly points: readonly number[];
}

/** Stations of a line, in its order. */
const served = (state: State, line: number): number[] =>
  state.lines[line]!.vertices.filter((vertex) => state.stations.some((one) => one.vertex === vertex));

function movesFrom(state: State, [station, line]: At): { to: At; cost: number }[] {
  const stops = served(state, line);
  const at = stops.indexOf(station);
  const rides = [stops[at - 1], stops[at + 1]].flatMap((to) =>
    to === undefined ? [] : [{ to: [to, line] as const, cost: 1 }],
  );
  const changes = state.lines.flatMap(({ vertices }, other) =>
    other !== line && vertices.includes(station) ? [{ to: [station, other] as const, cost: 3 }] : [],
  );
  return [...rides, ...changes];
}

const placesAt = (state: State, triangle: number): At[] =>
  state.lines.flatMap((_, line) =>
    served(state, line)
      .filter((station) => CORNERS[triangle]!.includes(station))
      .map((station) => [station, line] as const),
  );

/** Whether one can get there at all: stations are reached one after the other, whatever it takes. */
function reaches(state: State, from: readonly At[], to: ReadonlySet<number>): boolean {
  const seen = new Set(from.map(([station]) => station));
  for (const station of seen)
    for (const [line, { vertices }] of state.lines.entries())
      if (vertices.includes(station)) for (const next of served(state, line)) seen.add(next);
  return [...seen].some((station) => to.has(station));
}

/** The lines ridden on any of all routes that take the fewest minutes. */
function routes(state: State, from: number, to: number): { minutes: number; lines: Set<number> } | null {
  const starts = placesAt(state, from);
  const ends = new Set(placesAt(state, to).map(([station]) => station));
  if (!reaches(state, starts, ends)) return null;
  for (let limit = 0; limit < MOST; limit++) {
    const lines = new Set<number>();
    let found = false;
    // Along simple routes of exactly that many minutes.
    const walk = (at: At, left: number, been: readonly string[], ridden: readonly number[]): void => {
      if (left === 0 && ends.has(at[0])) {
        found = true;
        for (const line of ridden) lines.add(line);
      }
      for (const { to: next, cost } of movesFrom(state, at)) {
        const name = next.join();
        if (cost > left || been.includes(name)) continue;
        walk(next, left - cost, [...been, name], cost === 1 ? [...ridden, at[1]] : ridden);
      }
    };
    for (const start of starts) walk(start, limit, [start.join()], []);
    if (found) return { minutes: limit, lines };
  }
  throw new Error(`No route of fewer than ${MOST} minutes.`);
}

const unique = (numbers: readonly number[]): number[] => [...new Set(numbers)].sort((a, b) => a - b);

export function reckoned(state: State): Reckoned[] {
  const { companies, seats } = state.setting;
  const all = Array.from({ length: companies }, (_, company) => company);
  const nobody = (those: readonly number[]) => companies === 2 && seats === 2 && those.length === 2;
  const result = (
    id: string,
    found: ReturnType<typeof routes>,
    guilty: readonly number[],
    worth: (n: number) => number,
  ) => {
    const involved = found ? unique([...found.lines].map((line) => state.lines[line]!.company)) : [];
    const points = all.map((company) => {
      if (guilty.includes(company)) return nobody(guilty) ? 0 : -6;
      return involved.includes(company) && !nobody(involved) ? worth(company) : 0;
    });
    return { id, minutes: found?.minutes ?? null, involved, guilty, points };
  };
  const letters = LETTERS.map((letter) => {
    const spots = state.marked.filter(({ marker }) => marker.letter === letter);
    const placers = spots.map(({ company }) => company);
    const found = spots.length === 2 ? routes(state, spots[0]!.triangle, spots[1]!.triangle) : null;
    if (found) return result(letter, found, [], (company) => (placers.includes(company) ? 6 : 3));
    const holders = all.filter((company) => state.hands[company]!.some((held) => held.letter === letter));
    const cutOff = spots.filter(({ triangle }) => placesAt(state, triangle).length === 0);
    const first = [...holders, ...cutOff.map(({ company }) => company)];
    return result(letter, null, unique(first.length > 0 ? first : placers), () => 0);
  });
  const [park, lake] = [state.signs.indexOf('park'), state.signs.indexOf('lake')];
  return [...letters, result('park', routes(state, park, lake), [], () => 5)];
}
