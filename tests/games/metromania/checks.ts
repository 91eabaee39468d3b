import { expect } from 'vitest';
import { CORNERS, POINTS } from '../../../src/games/metromania/grid.ts';
import { markerText } from '../../../src/games/metromania/setup.ts';
import type { Line, State } from '../../../src/games/metromania/state.ts';

/** What must hold of every position. */

const spotsAt = (state: State, vertex: number): number =>
  CORNERS.filter((corners, triangle) => {
    const sign = state.signs[triangle];
    return corners.includes(vertex) && sign !== null && sign !== 'lake' && sign !== 'park';
  }).length;

/** The angle, in degrees, by which a line turns at an inner vertex of it. */
function turnAt({ vertices }: Line, at: number): number {
  const [one, two, three] = [at - 1, at, at + 1].map((i) => POINTS[vertices[i]!]!);
  const way = (a: typeof one, b: typeof one) => {
    const [q, r] = [b!.q - a!.q, b!.r - a!.r];
    return (Math.atan2((r * Math.sqrt(3)) / 2, q + r / 2) * 180) / Math.PI;
  };
  const turn = Math.round(Math.abs(way(two, three) - way(one, two)));
  return Math.min(turn, 360 - turn);
}

export function checkLines(state: State): void {
  const all = state.lines.flatMap(({ tunnels }) => tunnels);
  expect(new Set(all).size).toBe(all.length);
  for (const triangle of all) expect(['lake', 'park']).not.toContain(state.signs[triangle]);
  for (const [n, line] of state.lines.entries()) {
    const { vertices, tunnels } = line;
    expect(tunnels.length).toBeLessThanOrEqual(18);
    expect(new Set(vertices).size).toBe(vertices.length);
    expect(vertices.length).toBe(tunnels.length === 0 ? 0 : tunnels.length + 1);
    for (const [i, triangle] of tunnels.entries()) {
      expect(CORNERS[triangle]).toEqual(expect.arrayContaining([vertices[i], vertices[i + 1]]));
      expect(state.dug[triangle]).toBe(n);
      if (i === 0) continue;
      const turn = turnAt(line, i);
      const station = state.stations.some(({ vertex }) => vertex === vertices[i]);
      expect(turn).toBeLessThanOrEqual(station ? 120 : 60);
    }
  }
  expect(state.dug.filter((line) => line !== null)).toHaveLength(all.length);
}

/** Spots that are dug are those with a marker, of their type, and no letter touches its twin. */
export function checkMarkers(state: State): void {
  const spots = state.dug.flatMap((line, triangle) =>
    line !== null && state.signs[triangle] ? [triangle] : [],
  );
  expect(state.marked.map(({ triangle }) => triangle).sort()).toEqual(spots.sort());
  for (const { triangle, marker, company } of state.marked) {
    expect(marker.kind).toBe(state.signs[triangle]);
    expect(state.lines[state.dug[triangle]!]!.company).toBe(company);
    const twin = state.marked.find((one) => one.marker.letter === marker.letter && one.triangle !== triangle);
    if (twin)
      expect(CORNERS[triangle]!.some((corner) => CORNERS[twin.triangle]!.includes(corner))).toBe(false);
  }
  const texts = [...state.hands.flat(), ...state.marked.map(({ marker }) => marker)].map(markerText);
  expect([texts.length, new Set(texts).size]).toEqual([12, 12]);
}

export function checkStations(state: State): void {
  const at = state.stations.map(({ vertex }) => vertex);
  expect(at.length).toBeLessThanOrEqual(30);
  expect(new Set(at).size).toBe(at.length);
  for (const vertex of at) expect(state.lines.some(({ vertices }) => vertices.includes(vertex))).toBe(true);
  const points = state.points.map(() => 0);
  for (const { vertex, company } of state.stations) points[company]! += spotsAt(state, vertex);
  expect(state.points).toEqual(points);
}

/** Wherever a line crosses, joins, starts on or leaves another there is a station, as long as some were left. */
export function checkMeetings(state: State): void {
  if (state.stations.length === 30) return;
  const edges = ({ vertices }: Line, vertex: number): string[] => {
    const at = vertices.indexOf(vertex);
    return [vertices[at - 1], vertices[at + 1]].filter((one) => one !== undefined).map(String);
  };
  for (const [n, line] of state.lines.entries())
    for (const other of state.lines.slice(n + 1))
      for (const vertex of line.vertices.filter((one) => other.vertices.includes(one))) {
        const [mine, theirs] = [edges(line, vertex), edges(other, vertex)];
        // They meet where no edge of theirs is shared, and part where one is and both go on by others.
        const shared = mine.filter((one) => theirs.includes(one)).length;
        const parts = shared === 1 && mine.length === 2 && theirs.length === 2;
        if (shared === 0 || parts) expect(state.stations.some((one) => one.vertex === vertex)).toBe(true);
      }
}
