import { hash } from 'node:crypto';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';

/**
 * Seeded chance as plain data. A game carries `Rng` in its state, so a state can be stored, copied and played
 * again. The sequences are pinned by a test: an upgrade of the library must not change a running game.
 */
export type Rng = readonly number[];

/** The generator a seed text stands for: 128 bits, so that nobody can try all of them. */
export function seeded(seed: string): Rng {
  // As a text, which costs a third of what a buffer does.
  const digest = hash('sha256', seed);
  return [0, 8, 16, 24].map((at) => Number.parseInt(digest.slice(at, at + 8), 16) | 0);
}

/** The items in a random order, each order equally likely, and the generator for what comes next. */
export function shuffle<T>(items: readonly T[], rng: Rng): [T[], Rng] {
  const generator = xoroshiro128plusFromState(rng);
  const order = items.slice();
  for (let last = order.length - 1; last > 0; last -= 1) {
    const pick = uniformInt(generator, 0, last);
    const item = order[pick]!;
    order[pick] = order[last]!;
    order[last] = item;
  }
  return [order, generator.getState()];
}

/** A whole number from 0 to `count` - 1, each equally likely, and the generator for what comes next. */
export function below(count: number, rng: Rng): [number, Rng] {
  const generator = xoroshiro128plusFromState(rng);
  const value = uniformInt(generator, 0, count - 1);
  return [value, generator.getState()];
}
