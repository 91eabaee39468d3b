import { now } from '../clock.ts';
import { putAside } from '../store/aside.ts';
import { load } from '../store/matches.ts';
import type { Store } from '../store/open.ts';
import type { Stored } from '../store/rows.ts';
import type { Match } from './match.ts';
import { type Timeline, timelineOf } from './timeline.ts';

/** A match that is put aside, because its log cannot be carried out. Why, when that was noticed only now. */
export class BrokenLog extends Error {
  readonly match: number;

  constructor(match: number, cause?: unknown) {
    super(`Match ${match} is put aside: its log cannot be carried out.`, { cause });
    this.name = 'BrokenLog';
    this.match = match;
  }
}

/** Loads and replays a match; undefined when it does not exist or has not begun. Throws a `BrokenLog`. */
export async function open(store: Store, id: number): Promise<Match | undefined> {
  const stored = await load(store, id);
  return stored && (stored.row.status === 'running' || stored.row.status === 'over')
    ? replayed(store, stored)
    : undefined;
}

/** Replays a stored match. Throws a `BrokenLog` when that cannot be done, and for a match that is put aside. */
export function replay(stored: Stored): Timeline {
  const { id, aside } = stored.row;
  if (aside !== null) throw new BrokenLog(id);
  try {
    return timelineOf(stored);
  } catch (error) {
    throw new BrokenLog(id, error);
  }
}

/** As `replay`; a match that cannot be replayed is put aside, so that it is not tried again and again. */
export async function replayed(store: Store, stored: Stored): Promise<Timeline> {
  try {
    return replay(stored);
  } catch (error) {
    if (stored.row.aside === null) await putAside(store, stored.row.id, now());
    throw error;
  }
}
