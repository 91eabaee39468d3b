import type { Weights } from './policy.ts';

/**
 * Weights of the quick player, found by games of such players against each other, changed at random and drawn to what won
 * most. Among more than two, trips that cannot be made cost, so markers and stations count for more and the end for less.
 */
export const weightsFor = (seats: number): Weights => (seats === 2 ? OF_TWO : OF_MORE);

const OF_TWO: Weights = {
  near: 1.74,
  stuck: -8,
  far: 0,
  end: 5.3,
  last: 10,
  rivals: 0,
  station: 0.3,
  points: 1,
  serves: 1.3,
  servesOther: 0.2,
  later: 0.2,
  marker: 2.5,
  twin: 0.5,
  served: 0.5,
  build: -1.8,
  buildLeft: 0,
  buildRivals: 0,
  second: 0,
  startLeft: 1,
  startPoints: 0.3,
  bonus: 0.5,
};

const OF_MORE: Weights = {
  near: 1,
  stuck: -2.97,
  far: -0.57,
  end: 2.06,
  last: 13.84,
  rivals: 0.14,
  station: 0.31,
  points: 1.4,
  serves: 1.84,
  servesOther: 0.76,
  later: 0.95,
  marker: 3.41,
  twin: 0.24,
  served: 0.89,
  build: -2.91,
  buildLeft: -0.83,
  buildRivals: 0.05,
  second: 0.4,
  startLeft: -0.59,
  startPoints: 0.61,
  bonus: 1.57,
};
