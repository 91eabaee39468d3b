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
/** Where the first has waited for so long (ms), people notice, and nothing is begun that may be left. */
const NOTICED = 500;

/** A screen that is to take the place of the pressed one. */
export interface Place {
  /** The press is acknowledged: it is to be answered here. */
  take(): void;
  /** Whether no newer press on the same message is to be answered there, or was while this one is under way. */
  isNewest(): boolean;
  /** It is answered, or is not to be. */
  leave(): void;
}

export interface Service {
  /** Whether whoever comes now would have to wait for too long: then they are told so, and nothing else is done. */
  isFull(): boolean;
  /** Whether people wait for their turn long before it is full. */
  isBusy(): boolean;
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
  /**
   * For a press that came in and would be answered in the message that it was made on. Which is the newest is told by the ids
   * of interactions: acknowledgements overtake one another.
   */
  place(message: string, interaction: string): Place;
}

/** `ticks`: tells how long something took, in ms. */
export function createService(ticks?: () => number): Service {
  const lane = createLane(AT_ONCE, ticks);
  /** By message: presses that are under way, and the newest that was acknowledged meanwhile. */
  const pressed = new Map<string, { under: number; newest?: string }>();
  /** By match: resolves when all works about it that have come have begun, or will not. */
  const begun = new Map<number, Promise<void>>();
  return {
    isBusy: () => lane.waiting() > AT_ONCE || lane.waited() >= NOTICED,
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
      const here = pressed.get(message) ?? { under: 0 };
      pressed.set(message, here);
      here.under++;
      return {
        take: () => {
          if (!here.newest || BigInt(here.newest) < BigInt(interaction)) here.newest = interaction;
        },
        isNewest: () => here.newest === interaction,
        leave: () => {
          if (--here.under === 0) pressed.delete(message);
        },
      };
    },
  };
}
