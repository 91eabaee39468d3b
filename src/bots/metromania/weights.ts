import type { Weights } from './policy.ts';

/**
 * Weights of the quick player, most of them found by games of such players against each other. Those that win most of such
 * games, found for two and for four apart, make no better players that look ahead by them.
 */
export const WEIGHTS: Weights = {
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
