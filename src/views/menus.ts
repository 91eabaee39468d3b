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

/** What stands at one step of a page: the actions behind it, and whether it is one of them or narrows further. */
export interface Stand<Action> {
  readonly step: string;
  readonly actions: readonly Action[];
  readonly leaf: boolean;
}

/** What is possible at one step of narrowing: what the game names as places in its order, then the rest as it comes. */
export function standing<View, Action>(
  menus: Pick<Menus<View, Action>, 'paths' | 'places'>,
  choices: Pick<Choices<View, Action>, 'view' | 'actions'>,
  path: readonly string[],
): Stand<Action>[] {
  const groups = new Map<string, { step: string; actions: Action[]; leaf: boolean }>();
  for (const action of choices.actions) {
    for (const way of menus.paths(choices.view, action)) {
      const step = way[path.length];
      if (step === undefined || path.some((part, i) => way[i] !== part)) continue;
      const group = groups.get(step);
      if (group) group.actions.push(action);
      else groups.set(step, { step, actions: [action], leaf: way.length === path.length + 1 });
    }
  }
  const named = menus.places(choices.view, path).flatMap((step) => groups.get(step) ?? []);
  return [...new Set([...named, ...groups.values()])];
}

/** The key of what stands there. */
export function keyOf<View, Action>(
  menus: Menus<View, Action>,
  choices: Choices<View, Action>,
  path: readonly string[],
  { step, actions, leaf }: Stand<Action>,
  scene: Scene,
): Key {
  const here = [...path, step];
  const [first] = actions;
  return leaf
    ? {
        path: here,
        kind: 'action',
        entry: menus.effect(choices.view, first!, choices.foresee(first!), scene, here),
      }
    : { path: here, kind: 'group', entry: menus.place(choices.view, here, scene, { ...choices, actions }) };
}

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
  const possible = new Map(standing(menus, choices, path).map((one) => [one.step, one]));
  const places = path.length === 0 ? menus.places(choices.view, path) : [];
  return [...new Set([...places, ...possible.keys()])].map((step): Key => {
    const one = possible.get(step);
    if (one) return keyOf(menus, choices, path, one, scene);
    const here = [...path, step];
    return { path: here, kind: 'closed', entry: menus.place(choices.view, here, scene) };
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
