import { asideIds, takeBack } from '../store/aside.ts';
import { load } from '../store/matches.ts';
import type { Store } from '../store/open.ts';
import { decide } from './play.ts';
import { project } from './projection.ts';
import { timelineOf } from './timeline.ts';

/** A match that is still put aside, and why. */
export interface Still {
  readonly match: number;
  readonly cause: unknown;
}

/**
 * Tries all matches that are put aside, as another program than the one that did so may be able to; returns which go on, and
 * which do not.
 */
export async function tryAside(store: Store, at: number): Promise<{ back: number[]; still: Still[] }> {
  const back: number[] = [];
  const still: Still[] = [];
  for (const id of await asideIds(store)) {
    const stored = await load(store, id);
    if (!stored) continue;
    try {
      await takeBack(store, id, project(timelineOf(stored), at), at);
      // What the table does by itself may have waited, too.
      await decide(store, { match: id, at }, () => undefined);
      back.push(id);
    } catch (cause) {
      still.push({ match: id, cause });
    }
  }
  return { back, still };
}
