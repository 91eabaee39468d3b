import type { Entry, Hand, Presenter, Scene } from './look.ts';

export type { Hand } from './look.ts';

/** Legal actions as keys and menus, the same for every game and within what a message can hold. */

/** One key: an action, a group that narrows further, or a place that cannot be played now. */
export interface Key {
  readonly path: readonly string[];
  readonly entry: Entry;
  readonly kind: 'action' | 'group' | 'closed';
}

/** A menu holds no more than this. */
export const MENU = 25;

/** A step that leads nowhere: it tells the menus of one page apart, whose ids must differ. */
export const pageMark = (menu: number): string => `*${menu}`;

/** A way without such steps. */
export const unmarked = (path: readonly string[]): string[] => path.filter((step) => !/^\*\d+$/.test(step));

/**
 * The keys at one step of narrowing, in the order of the game's places. At the first step every place has its key, so
 * that fingers can learn it; further in only what is possible appears.
 */
export function keys<View, Action, M>(
  presenter: Presenter<View, Action, M>,
  hand: Hand<View, Action>,
  path: readonly string[],
  scene: Scene,
): Key[] {
  const groups = new Map<string, { actions: Action[]; leaf: boolean }>();
  for (const action of hand.actions) {
    for (const way of presenter.paths(hand.view, action)) {
      const step = way[path.length];
      if (step === undefined || path.some((part, i) => way[i] !== part)) continue;
      const group = groups.get(step);
      if (group) group.actions.push(action);
      else groups.set(step, { actions: [action], leaf: way.length === path.length + 1 });
    }
  }
  const places = presenter.places(hand.view, path).filter((step) => path.length === 0 || groups.has(step));
  const order = new Set([...places, ...groups.keys()]);
  return [...order].map((step): Key => {
    const here = [...path, step];
    const group = groups.get(step);
    if (!group) return { path: here, kind: 'closed', entry: presenter.narrow(hand.view, here, scene) };
    const { actions, leaf } = group;
    if (!leaf)
      return {
        path: here,
        kind: 'group',
        entry: presenter.narrow(hand.view, here, scene, { ...hand, actions }),
      };
    const entry = presenter.label(hand.view, actions[0]!, hand.foresee(actions[0]!), scene, here);
    return { path: here, kind: 'action', entry };
  });
}

/** One action for each way through the menus, fullest first: what comes to the same is there once. */
export function distinct<View, Action, M>(
  presenter: Presenter<View, Action, M>,
  hand: Hand<View, Action>,
): Action[] {
  const seen = new Set<string>();
  return hand.actions.filter((action) => {
    const ways = presenter.paths(hand.view, action).map((way) => way.join('|'));
    const fresh = ways.some((way) => !seen.has(way));
    for (const way of ways) seen.add(way);
    return fresh;
  });
}

/** The actions that a whole path leads to, fullest first; empty when it leads to a further step or nowhere. */
export function reached<View, Action, M>(
  presenter: Presenter<View, Action, M>,
  hand: Hand<View, Action>,
  path: readonly string[],
): Action[] {
  const steps = unmarked(path);
  return hand.actions.filter((action) =>
    presenter
      .paths(hand.view, action)
      .some((way) => way.length === steps.length && way.every((step, i) => step === steps[i])),
  );
}

/** Whether some action lies further along a path. */
export function leads<View, Action, M>(
  presenter: Presenter<View, Action, M>,
  hand: Hand<View, Action>,
  path: readonly string[],
): boolean {
  const steps = unmarked(path);
  return hand.actions.some((action) =>
    presenter
      .paths(hand.view, action)
      .some((way) => way.length > steps.length && steps.every((step, i) => way[i] === step)),
  );
}
