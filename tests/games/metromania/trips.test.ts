import { describe, expect, test } from 'vitest';
import { CORNERS } from '../../../src/games/metromania/grid.ts';
import { metromania } from '../../../src/games/metromania/index.ts';
import type { State } from '../../../src/games/metromania/state.ts';
import { tripsOf } from '../../../src/games/metromania/trips.ts';
import { playOut, TABLES } from './games.ts';
import { reckoned } from './reckoning.ts';

/** The test trips against a second reckoning that walks all routes. */

const POSITIONS: readonly State[] = TABLES.flatMap(([seats, options], at) =>
  [0, 50, 100].flatMap((wits) => {
    const { states } = playOut({ seats, options, seed: `trips ${at} ${wits}`, wits });
    return states.filter((_, i) => i === states.length - 1 || i % 20 === 19);
  }),
);

/** With some stations in other places, so that many trips are possible. */
const dense = (state: State): State => ({
  ...state,
  stations: [...new Set(state.lines.flatMap(({ vertices }) => vertices.filter((_, i) => i % 2 === 0)))]
    .slice(0, 30)
    .map((vertex) => ({ vertex, company: 0 })),
});

/** With markers of all twelve on spots, whether dug or not. */
const placed = (state: State): State => {
  const spots = state.signs.flatMap((sign, triangle) =>
    sign !== null &&
    sign !== 'lake' &&
    sign !== 'park' &&
    !state.marked.some((one) => one.triangle === triangle)
      ? [triangle]
      : [],
  );
  const more = state.hands.flatMap((hand, company) => hand.map((marker) => ({ company, marker })));
  return {
    ...state,
    hands: state.hands.map(() => []),
    marked: [...state.marked, ...more.map((one, i) => ({ ...one, triangle: spots[i]! }))],
  };
};

const compare = (state: State): void => {
  const trips = tripsOf(state).map(({ id, minutes, involved, guilty, points }) => ({
    id,
    minutes,
    involved,
    guilty,
    points,
  }));
  expect(trips).toEqual(reckoned(state));
};

describe('minutes, companies and points are those of all routes walked', () => {
  test('in positions of random and of easy players’ games', () => {
    expect(POSITIONS.length).toBeGreaterThan(40);
    for (const state of POSITIONS) compare(state);
  });

  test('with all markers placed', () => {
    const found = POSITIONS.map(placed);
    for (const state of found) compare(state);
    expect(found.flatMap(tripsOf).filter(({ minutes }) => minutes !== null).length).toBeGreaterThan(30);
  });

  test('with many stations', () => {
    const found = POSITIONS.map((state) => dense(placed(state)));
    for (const state of found) compare(state);
    const trips = found.flatMap(tripsOf);
    // Of all kinds there are some: with changes, with two companies, without a route.
    expect(trips.filter(({ minutes }) => minutes !== null && minutes > 5).length).toBeGreaterThan(20);
    expect(trips.filter(({ involved }) => involved.length > 1).length).toBeGreaterThan(20);
    expect(trips.filter(({ minutes }) => minutes === null).length).toBeGreaterThan(20);
  });
});

test('the route that is shown takes those minutes, along stations of its lines', () => {
  for (const state of POSITIONS.map((one) => dense(placed(one))))
    for (const { ends, minutes, route, involved } of tripsOf(state)) {
      if (minutes === null || route.length === 0) continue;
      const changes = route.filter(({ line }, i) => i > 0 && route[i - 1]!.line !== line).length;
      expect(route.length + 3 * changes).toBe(minutes);
      const touches = (triangle: number, vertex: number) => CORNERS[triangle]!.includes(vertex);
      expect([touches(ends[0]!, route[0]!.from), touches(ends[1]!, route.at(-1)!.to)]).toEqual([true, true]);
      for (const [i, { line, from, to }] of route.entries()) {
        if (i > 0) expect(route[i - 1]!.to).toBe(from);
        expect(involved).toContain(state.lines[line]!.company);
        const { vertices } = state.lines[line]!;
        const [low, high] = [vertices.indexOf(from), vertices.indexOf(to)].sort((a, b) => a - b);
        expect(low).toBeGreaterThanOrEqual(0);
        for (const vertex of vertices.slice(low! + 1, high))
          expect(state.stations.some((one) => one.vertex === vertex)).toBe(false);
      }
    }
});

test('scores are made of them: stations less what is lost, trips, park, less faults', () => {
  for (const state of POSITIONS.filter(({ over }) => over)) {
    const trips = reckoned(state);
    const { owners } = state.setting;
    const totals = metromania.score(state).map((_, seat) =>
      owners.reduce((sum, owner, company) => {
        if (owner !== seat) return sum;
        const done = state.lines.filter((line) => line.company === company && line.done).length;
        const points = state.points[company]!;
        const kept = done === 2 ? points : done === 1 ? points - Math.floor(points / 2) : 0;
        return sum + kept + trips.reduce((all, trip) => all + trip.points[company]!, 0);
      }, 0),
    );
    expect(metromania.score(state).map(({ score }) => score)).toEqual(totals);
  }
});
