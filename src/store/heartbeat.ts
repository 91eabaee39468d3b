import { putAbsence } from './absences.ts';
import type { Db, Store } from './engine/types.ts';
import { markBehind, metaIn, putMeta } from './tables.ts';

/** The heartbeat: when the bot was last there. What lies between two of them that are far apart is an absence. */

/** Heartbeats that are further apart (ms) have an absence between them. */
export const GAP = 60_000;

/** The last heartbeat of this process: its date (ms), and how long ago it was by the machine's own clock (ms). */
export interface Earlier {
  readonly at: number;
  readonly ago: number;
}

/**
 * Notes that the bot is there at `at` (ms) and, in the same transaction, the absence that ends with it: so it is given
 * once however often a start is killed. Resolves with how long that was, in ms; 0: there was none.
 *
 * The first heartbeat of a process (without `earlier`) is held against the date of the last one that anybody wrote.
 * Later ones are held against the machine's own clock, since the date may have been moved; unless another process wrote
 * one meanwhile.
 */
export async function noteHeartbeat(store: Store, at: number, earlier?: Earlier): Promise<number> {
  return store.write('meta', async (db) => {
    const away = await noteGap(db, at, earlier);
    await putMeta(db, 'alive', String(at));
    return away;
  });
}

/**
 * At the start of a process, before anybody can press anything: notes the absence as far as it lasts by `at`. It goes on
 * until the first heartbeat, which lengthens it, as that of another start does where this one is killed.
 */
export const noteStart = (store: Store, at: number): Promise<number> =>
  store.write('meta', async (db) => noteGap(db, at));

async function noteGap(db: Db, at: number, earlier?: Earlier): Promise<number> {
  const last = await metaIn(db, 'alive');
  if (last === undefined) return 0;
  const from = Math.max(Number(last), at - gapSince(Number(last), at, earlier));
  if (at - from <= GAP) return 0;
  await putAbsence(db, from, at);
  await markBehind(db, from, at);
  return at - from;
}

function gapSince(last: number, at: number, earlier: Earlier | undefined): number {
  if (!earlier) return at - last;
  return last === earlier.at ? earlier.ago : Math.min(earlier.ago, at - last);
}
