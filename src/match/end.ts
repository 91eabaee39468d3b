import { commit } from '../store/matches.ts';
import type { Store } from '../store/open.ts';
import { rowOf } from './events.ts';
import { open } from './open.ts';
import { project, resultsOf } from './projection.ts';

/**
 * Ends a running match as it stands, before its game is over: by the clock, or by `user`. False when it was not running
 * any more.
 */
export async function endEarly(
  store: Store,
  id: number,
  at: number,
  user: string | null = null,
): Promise<boolean> {
  for (let tries = 0; tries < 100; tries++) {
    const match = await open(store, id);
    if (match?.row.status !== 'running') return false;
    const projection = {
      ...project(match, at),
      status: 'over' as const,
      toAct: [],
      results: resultsOf(match),
      unfinished: true,
    };
    const row = rowOf({ kind: 'end' }, { by: user === null ? 'clock' : 'player', user, at });
    if ((await commit(store, id, match.log.length, [row], projection)) === 'done') return true;
  }
  throw new Error(`Match ${id}: a hundred others were faster.`);
}
