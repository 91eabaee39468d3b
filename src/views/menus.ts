import type { Choices, Entry, Menus, Scene } from './presenter.ts';

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
export function keys<View, Action>(
  menus: Menus<View, Action>,
  choices: Choices<View, Action>,
  path: readonly string[],
  scene: Scene,
): Key[] {
  const groups = new Map<string, { actions: Action[]; leaf: boolean }>();
  for (const action of choices.actions) {
    for (const way of menus.paths(choices.view, action)) {
      const step = way[path.length];
      if (step === undefined || path.some((part, i) => way[i] !== part)) continue;
      const group = groups.get(step);
      if (group) group.actions.push(action);
      else groups.set(step, { actions: [action], leaf: way.length === path.length + 1 });
    }
  }
  const places = menus.places(choices.view, path).filter((step) => path.length === 0 || groups.has(step));
  const order = new Set([...places, ...groups.keys()]);
  return [...order].map((step): Key => {
    const here = [...path, step];
    const group = groups.get(step);
    if (!group) return { path: here, kind: 'closed', entry: menus.place(choices.view, here, scene) };
    const { actions, leaf } = group;
    if (!leaf)
      return {
        path: here,
        kind: 'group',
        entry: menus.place(choices.view, here, scene, { ...choices, actions }),
      };
    const entry = menus.effect(choices.view, actions[0]!, choices.foresee(actions[0]!), scene, here);
    return { path: here, kind: 'action', entry };
  });
}

/** One action for each way through the menus, fullest first: what comes to the same is there once. */
export function distinct<View, Action>(menus: Menus<View, Action>, choices: Choices<View, Action>): Action[] {
  const seen = new Set<string>();
  return choices.actions.filter((action) => {
    const ways = menus.paths(choices.view, action).map((way) => way.join('|'));
    const fresh = ways.some((way) => !seen.has(way));
    for (const way of ways) seen.add(way);
    return fresh;
  });
}

/** The actions that a whole path leads to, fullest first; empty when it leads to a further step or nowhere. */
export function reached<View, Action>(
  menus: Menus<View, Action>,
  choices: Choices<View, Action>,
  path: readonly string[],
): Action[] {
  const steps = unmarked(path);
  return choices.actions.filter((action) =>
    menus
      .paths(choices.view, action)
      .some((way) => way.length === steps.length && way.every((step, i) => step === steps[i])),
  );
}

/** Whether some action lies further along a path. */
export function leads<View, Action>(
  menus: Menus<View, Action>,
  choices: Choices<View, Action>,
  path: readonly string[],
): boolean {
  const steps = unmarked(path);
  return choices.actions.some((action) =>
    menus
      .paths(choices.view, action)
      .some((way) => way.length > steps.length && steps.every((step, i) => way[i] === step)),
  );
}
