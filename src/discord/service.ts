import { createLane } from '../app/lane.ts';

/**
 * In which order interactions are served once they are acknowledged, which waits for nothing. However many come, so many are
 * served at a time, so many wait, and none for longer than people do.
 */

/** What is read, decided and drawn at a time; sending is waited for elsewhere. */
const AT_ONCE = 12;
/** More do not wait. */
const WAITING = 400;
/** Nor does anybody where the first has waited for so long (ms). */
const LONGEST = 5_000;

/** A screen that is to take the place of the pressed one. */
export interface Place {
  /** Whether no newer press on the same message is to be answered there. */
  isNewest(): boolean;
  /** It is answered. */
  leave(): void;
}

export interface Service {
  /** Whether whoever comes now would have to wait for too long: then they are told so, and nothing else is done. */
  isFull(): boolean;
  /** Serves somebody when it is their turn. */
  serve<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Begins work about a match after the works that came before it have begun, though something else that takes its time comes
   * first: who presses first sits first. 0: about none.
   */
  inOrder<Known, T>(
    match: number,
    first: () => Promise<Known>,
    work: (known: Known) => Promise<T>,
  ): Promise<T>;
  /** For a press that is answered in the message that it was made on. */
  place(message: string, interaction: string): Place;
}

/** `ticks`: tells how long something took, in ms. */
export function createService(ticks?: () => number): Service {
  const lane = createLane(AT_ONCE, ticks);
  const newest = new Map<string, string>();
  /** By match: resolves when all works about it that have come have begun, or will not. */
  const begun = new Map<number, Promise<void>>();
  return {
    isFull: () => lane.waiting() >= WAITING || lane.waited() >= LONGEST,
    serve: lane.enter,
    async inOrder(match, first, work) {
      const before = match === 0 ? undefined : begun.get(match);
      let begin = () => {};
      const mine = new Promise<void>((done) => {
        begin = done;
      });
      if (match !== 0) begun.set(match, mine);
      try {
        const known = await first();
        await before;
        const working = work(known);
        begin();
        return await working;
      } finally {
        begin();
        if (begun.get(match) === mine) begun.delete(match);
      }
    },
    place(message, interaction) {
      newest.set(message, interaction);
      const isNewest = (): boolean => newest.get(message) === interaction;
      return { isNewest, leave: () => void (isNewest() && newest.delete(message)) };
    },
  };
}
