import type { Entry, Look, Scene } from './look.ts';

/** Legal actions as keys and menus, the same for every game and within what a message can hold. */

/** One key: an action, a group that narrows further, or a place that cannot be played now. */
export interface Key {
  readonly path: readonly string[];
  readonly entry: Entry;
  readonly kind: 'action' | 'group' | 'closed';
}

/** A menu holds no more than this. */
export const MENU = 25;

/** Puts T2 before T14. */
const natural = new Intl.Collator('en', { numeric: true });

/** What the panel needs of a game, bound to the position it shows. */
export interface Hand<View, Action> {
  readonly view: View;
  readonly actions: readonly Action[];
  readonly foresee: (action: Action) => View;
}

/**
 * The keys at one step of narrowing. At the first step every place has its key, always in the same order, so
 * that fingers can learn it; further in only what is possible appears, in the order of its names.
 */
export function keys<View, Action, M>(
  look: Look<View, Action, M>,
  hand: Hand<View, Action>,
  path: readonly string[],
  scene: Scene,
): Key[] {
  const groups = new Map<string, { action: Action; leaf: boolean }>();
  for (const action of hand.actions) {
    for (const way of look.paths(hand.view, action)) {
      const step = way[path.length];
      if (step === undefined || path.some((part, i) => way[i] !== part) || groups.has(step)) continue;
      groups.set(step, { action, leaf: way.length === path.length + 1 });
    }
  }
  const places = path.length === 0 ? look.places(hand.view) : [];
  const order = [...places, ...[...groups.keys()].filter((step) => !places.includes(step))];
  const found = order.map((step): Key => {
    const here = [...path, step];
    const group = groups.get(step);
    if (!group) return { path: here, kind: 'closed', entry: look.narrow(hand.view, here, scene) };
    if (!group.leaf) return { path: here, kind: 'group', entry: look.narrow(hand.view, here, scene) };
    const entry = look.label(hand.view, group.action, hand.foresee(group.action), scene, here);
    return { path: here, kind: 'action', entry };
  });
  return path.length === 0 ? found : found.sort((a, b) => natural.compare(a.entry.label, b.entry.label));
}

/** The actions that a whole path leads to, fullest first; empty when it leads to a further step or nowhere. */
export function reached<View, Action, M>(
  look: Look<View, Action, M>,
  hand: Hand<View, Action>,
  path: readonly string[],
): Action[] {
  return hand.actions.filter((action) =>
    look
      .paths(hand.view, action)
      .some((way) => way.length === path.length && way.every((step, i) => step === path[i])),
  );
}

/** Whether some action lies further along a path. */
export function leads<View, Action, M>(
  look: Look<View, Action, M>,
  hand: Hand<View, Action>,
  path: readonly string[],
): boolean {
  return hand.actions.some((action) =>
    look
      .paths(hand.view, action)
      .some((way) => way.length > path.length && path.every((step, i) => way[i] === step)),
  );
}
