import type { Store } from './open.ts';

/** Statements that are prepared once for each open store, at their first use. */
export function prepared<T>(make: (store: Store) => T): (store: Store) => T {
  const made = new WeakMap<Store, T>();
  return (store) => {
    let found = made.get(store);
    if (found === undefined) {
      found = make(store);
      made.set(store, found);
    }
    return found;
  };
}
