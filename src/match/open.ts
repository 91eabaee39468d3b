import { load } from '../store/matches.ts';
import type { Store } from '../store/open.ts';
import type { Stored } from '../store/rows.ts';
import { courseOf } from './course.ts';
import type { Match } from './match.ts';

/** Loads and replays a match; undefined when it does not exist or has not begun. */
export async function open(store: Store, id: number): Promise<Match | undefined> {
  const stored = await load(store, id);
  return stored && (stored.row.status === 'running' || stored.row.status === 'over')
    ? replay(stored)
    : undefined;
}

/** Replays a stored match. Its rows were legal when they were written: one that is not means a broken log, and throws. */
export const replay = (stored: Stored): Match => courseOf(stored);
