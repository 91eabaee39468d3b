import { describe, expect, test } from 'vitest';
import { metro } from '../../../src/games/metro/index.ts';
import type { State } from '../../../src/games/metro/state.ts';
import type { Composition } from '../../../src/views/kit/drawing.ts';
import { metroPresenter as presenter } from '../../../src/views/metro/index.ts';
import { pageAt } from '../../../src/views/metro/paths.ts';
import { printer } from '../../../src/views/picture.ts';
import { type Picture, THEMES, type Theme } from '../../../src/views/presenter.ts';
import { PARIS } from '../../games/metro/table.ts';
import { amount } from '../../lib/long.ts';
import { likeness } from '../composed.ts';
import { foresee, moverOf, pagesOf } from './games.ts';
import { sceneOf } from './positions.ts';

/** What is composed of kept sprites looks like the same painted on a canvas, whatever lies on the board. */

const { pictures } = presenter;

/** Any number below `n`, from a seed of its own. */
function chance(seed: number): (n: number) => number {
  let at = seed;
  return (n) => {
    at = (Math.imul(at, 1103515245) + 12345) >>> 0;
    return (at >>> 8) % n;
  };
}

/** A position in which tiles were placed anywhere. */
function anyhow(seed: number, seats: number, turns: number): State {
  const any = chance(seed);
  const options = { hand: String(1 + (seed % 3)), arrow: String(seed % 2 === 0) };
  const chosen = { map: PARIS, seats, options, chance: { seed: `composed ${seed}` }, rules: metro.rules };
  let state = metro.setup(chosen);
  for (let turn = 0; turn < turns && !metro.over(state); turn++) {
    const actions = metro.actions(state, state.mover);
    state = metro.apply(state, state.mover, actions[any(actions.length)]!);
  }
  return state;
}

/** All that is shown of a position: one page of each kind, a draft, and at the end the lines that shine. */
function shown(state: State, theme: Theme): Picture[] {
  const scene = sceneOf(theme);
  const view = moverOf(state);
  const { mover: seat } = view;
  if (metro.over(state)) {
    const end = metro.view(state);
    return [pictures.sheet(end, scene), ...pictures.pages!(end, scene).map(({ picture }) => picture)];
  }
  const kinds = new Map(pagesOf(state).map((path) => [pageAt(view, path), path]));
  const actions = metro.actions(state, seat);
  return [
    pictures.board(view, scene, { seat }),
    ...[...kinds.values()].map((path) => pictures.turn!(view, scene, { seat, path })),
    ...[actions[0]!, actions.at(-1)!].map((action) =>
      pictures.turn!(view, scene, { seat, after: foresee(view, action) }),
    ),
  ];
}

async function compositionOf(picture: Picture): Promise<Composition> {
  const { print } = printer;
  let found: Composition | undefined;
  printer.print = async (drawing) => {
    if ('rows' in drawing) found = drawing as Composition;
    return Buffer.alloc(0);
  };
  await picture.draw();
  printer.print = print;
  if (!found) throw new Error(`${picture.alt} is not composed`);
  return found;
}

const positions = Array.from(
  { length: amount(2, 40) },
  (_, i) => [i, 2 + (i % 5), [36, 99, 17, 52, 3][i % 5]!] as const,
);

describe.each(THEMES)('%s', (theme) => {
  test.each(positions)('position %i of %i seats after %i turns', async (seed, seats, turns) => {
    for (const picture of shown(anyhow(seed, seats, turns), theme)) {
      const { psnr, worst, at, far } = await likeness(await compositionOf(picture));
      // Least where many candidates of one colour are edged: what their edges mix with is not in the palette.
      expect(psnr, picture.alt).toBeGreaterThan(40);
      // Where a stamp lies between two pixels its edges do, too.
      expect(far, `${picture.alt} at ${at.join()}: ${worst}`).toBeLessThan(80);
    }
  });
});
