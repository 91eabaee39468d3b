import { now } from '../clock.ts';
import { putAside } from '../store/aside.ts';
import { load } from '../store/matches.ts';
import type { Store } from '../store/open.ts';
import type { Stored } from '../store/rows.ts';
import { keep, knownOf, resumed } from './kept.ts';
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

/** Reads a match, its log only where that is not known already; undefined when there is none. */
export const read = (store: Store, id: number): Promise<Stored | undefined> =>
  load(store, id, knownOf(store, id));

/** Reads a match and carries out what is new in its log; undefined when it does not exist or has not begun. Throws a `BrokenLog`. */
export async function open(store: Store, id: number): Promise<Match | undefined> {
  const stored = await read(store, id);
  return stored && (stored.row.status === 'running' || stored.row.status === 'over')
    ? replayed(store, stored)
    : undefined;
}

/** Replays a stored match from its first row. Throws a `BrokenLog` when that cannot be done, and for a match that is put aside. */
export const replay = (stored: Stored): Timeline => carriedOut(stored, () => timelineOf(stored));

function carriedOut<T>({ row: { id, aside } }: Stored, work: () => T): T {
  if (aside !== null) throw new BrokenLog(id);
  try {
    return work();
  } catch (error) {
    throw new BrokenLog(id, error);
  }
}

/**
 * The match that is stored so: of a log that was carried out before only what is new is. One that cannot be carried out is
 * put aside, so that it is not tried again and again. Throws as `replay`.
 */
export async function replayed(store: Store, stored: Stored): Promise<Match> {
  try {
    const match = carriedOut(stored, () => resumed(store, stored) ?? timelineOf(stored));
    keep(store, match);
    return match;
  } catch (error) {
    if (stored.row.aside === null) await putAside(store, stored.row.id, now());
    throw error;
  }
}
