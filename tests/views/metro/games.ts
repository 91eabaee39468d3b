import { easy } from '../../../src/bots/metro/easy.ts';
import { metro } from '../../../src/games/metro/index.ts';
import type { Action, State, View } from '../../../src/games/metro/state.ts';
import { metroPresenter as presenter } from '../../../src/views/metro/index.ts';
import { PARIS } from '../../games/metro/table.ts';

/** Positions of whole games, played by the easy player. */

export function played(
  seats: number,
  turns: number,
  options: Record<string, string> = {},
  seed = 'pages',
): State {
  let state = metro.setup({ map: PARIS, seats, options, chance: { seed }, rules: metro.rules });
  for (let turn = 0; turn < turns && !metro.over(state); turn++) {
    const view = metro.view(state, state.mover);
    state = metro.apply(state, state.mover, easy.choose(metro, view, state.mover));
  }
  return state;
}

/** The mover's view. */
export const moverOf = (state: State): View => metro.view(state, state.mover);

export const foresee = (view: View, action: Action): View =>
  metro.view(metro.apply(metro.imagine(view), view.mover, action), view.mover);

/** All pages on which the mover chooses, the first one first. */
export function pagesOf(state: State): string[][] {
  const view = moverOf(state);
  const pages = new Map<string, string[]>([['', []]]);
  for (const action of metro.actions(state, state.mover))
    for (const way of presenter.menus.paths(view, action))
      for (let i = 1; i < way.length; i++) pages.set(way.slice(0, i).join(' '), way.slice(0, i));
  return [...pages.values()];
}
