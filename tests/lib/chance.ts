import { below, seeded } from '../../src/games/rng.ts';

/** A whole number from 0 to n - 1. */
export type Roll = (n: number) => number;

/** Chance with a seed, so that a run that failed can be made again (but for the moments at which machines are slow). */
export function chance(seed: string): Roll {
  let rng = seeded(seed);
  return (n) => {
    const [value, next] = below(n, rng);
    rng = next;
    return value;
  };
}

export const pick = <T>(list: readonly T[], roll: Roll): T => list[roll(list.length)]!;

export function shuffled<T>(list: readonly T[], roll: Roll): T[] {
  const left = [...list];
  return list.map(() => left.splice(roll(left.length), 1)[0]!);
}

/** As `chance`, by a generator that is small and quick. */
export function dice(seed: number): Roll {
  let state = seed >>> 0 || 1;
  return (sides) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % sides;
  };
}
