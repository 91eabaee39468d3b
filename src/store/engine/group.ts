/** One sync of a log for all commits that wait for one. */

export interface Group {
  /** Something was committed that no sync has covered yet. */
  committed(): void;
  /** Resolves when all that was committed before the call survives a loss of power; at once where it does already. */
  settled(): Promise<void>;
  /** Resolves when those that have been asked for are over; undefined: none is under way. */
  underWay(): Promise<void> | undefined;
}

/**
 * `sync` makes everything last that was written before it began, and never rejects. One runs at a time: what is committed
 * meanwhile may be too late for it, so all of that shares the next one.
 */
export function grouped(sync: () => Promise<void>): Group {
  // What a process that died has committed may still be on its way.
  let uncovered = true;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  async function run(): Promise<void> {
    uncovered = false;
    next = undefined;
    await sync();
    running = next;
  }
  return {
    committed: () => {
      uncovered = true;
    },
    async settled() {
      if (!running && uncovered) running = run();
      else if (running && uncovered) next ??= running.then(run);
      await (next ?? running);
    },
    underWay: () => next ?? running,
  };
}
