import { setImmediate } from 'node:timers';

/** Work that waits for its turn, so that however much comes at once no more than so much of it is under way. */

export interface Lane {
  /** Does work when it is its turn, the first first; resolves and rejects as the work does. */
  enter<T>(work: () => T | Promise<T>): Promise<T>;
  /** How many wait for their turn. */
  waiting(): number;
  /** For how long (ms) the first of them has waited; 0 where nobody does. */
  waited(): number;
}

/**
 * @param most so many are under way at a time
 * @param ticks tells how long something took, in ms
 */
export function createLane(most: number, ticks: () => number = () => performance.now()): Lane {
  const queue: { readonly since: number; begin(): void }[] = [];
  let underWay = 0;
  let beckoned = false;

  /**
   * One begins in each turn of the loop: what has come in meanwhile is heard in between, and may be something that cannot
   * wait.
   */
  function beckon(): void {
    if (beckoned || underWay >= most || queue.length === 0) return;
    beckoned = true;
    setImmediate(() => {
      beckoned = false;
      const next = underWay < most ? queue.shift() : undefined;
      if (!next) return;
      underWay++;
      next.begin();
      beckon();
    });
  }

  return {
    enter: <T>(work: () => T | Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        const begin = (): void => {
          const done = (async () => work())();
          done.then(resolve, reject).finally(() => {
            underWay--;
            beckon();
          });
        };
        queue.push({ since: ticks(), begin });
        beckon();
      }),
    waiting: () => queue.length,
    waited: () => (queue[0] ? ticks() - queue[0].since : 0),
  };
}
