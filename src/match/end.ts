import { commit } from '../store/matches.ts';
import type { Store } from '../store/open.ts';
import { rowOf } from './events.ts';
import type { Match } from './match.ts';
import { open } from './open.ts';
import { project, resultsOf } from './projection.ts';
import { batchOf, withLog } from './settle.ts';

/**
 * Ends a running match as it stands, before its game is over: by the clock, or by `user`. `given` is the match as it was
 * opened for this, or its id. Returns it as it has ended; undefined when it was not running any more.
 */
export async function endEarly(
  store: Store,
  given: Match | number,
  at: number,
  user: string | null = null,
): Promise<Match | undefined> {
  const id = typeof given === 'number' ? given : given.id;
  let match = typeof given === 'number' ? await open(store, id) : given;
  for (let tries = 0; tries < 100; tries++) {
    if (match?.row.status !== 'running') return undefined;
    const projection = {
      ...project(match, at),
      status: 'over' as const,
      toAct: [],
      results: resultsOf(match),
      unfinished: true,
    };
    const batch = batchOf(match);
    batch.push(rowOf({ kind: 'end' }, { by: user === null ? 'clock' : 'player', user, at }));
    const written = await commit(store, id, match.log.length, batch.rows, projection);
    if (written !== 'conflict') return { ...withLog(batch), ...written };
    match = await open(store, id);
  }
  throw new Error(`Match ${id}: a hundred others were faster.`);
}
