import type { Action, View } from '../../games/metromania/state.ts';
import { drafted, type Shown } from './ground.ts';
import { type Choice, choicesOn, opening } from './numbering.ts';
import { newsWindow, type Window, windowOf } from './window.ts';

/** What a page of a turn is about. */

/** What is shown on a page, or as the preview of a whole turn. */
export interface Sight {
  readonly view: Shown;
  /** With what is thought of. */
  readonly now: Shown;
  readonly after: View | null;
  /** Empty for a preview. */
  readonly choices: readonly Choice[];
  readonly window: Window;
  readonly line: number | null;
}

/** What belongs to a page; without a path to the preview of what was thought of. */
export function sightOf(view: View, after: View | undefined, path: readonly string[] | undefined): Sight {
  const now = drafted(view, after);
  const from = after ?? view;
  const page = path === undefined ? undefined : (path[0] ?? opening(from));
  const choices = path === undefined ? [] : choicesOn(from, page);
  const actions = choices.map(({ action }) => action);
  const window = path === undefined ? newsWindow(view, now) : windowOf(now, actions);
  return { view, now, after: after ?? null, choices, window, line: lineOf(view, now, from, actions) };
}

/** The line of a page: of its tunnels, that has ended, or that grew last in a preview. */
function lineOf(view: Shown, now: Shown, from: View, actions: readonly Action[]): number | null {
  for (const action of actions) if (action.kind === 'dig' || action.kind === 'start') return action.line;
  if (actions.length > 0) return from.bonus;
  const grown = now.lines.findLastIndex((line, i) => line.tunnels.length > view.lines[i]!.tunnels.length);
  return grown < 0 ? null : grown;
}
