import type { App } from '../app/context.ts';
import { now } from '../clock.ts';
import { foldable, foldMatch } from '../store/folding.ts';
import { type Job, repeat } from './job.ts';

/** Folds the logs of matches that have been over for a day, a few at a time: those of years are done within hours. */

const EVERY = 5_000;
/** So many are folded at a look, each in a transaction of its own. */
const FEW = 20;

export const startFolding = (app: App): Job => {
  const failed = new Set<number>();
  return repeat(app, 'folding', EVERY, () => foldSome(app, failed));
};

/** Folds some of what is due. What `failed` before is left alone until the next start, so that it holds nothing else up. */
export async function foldSome({ store, log }: App, failed: Set<number>, at = now()): Promise<void> {
  const due = await foldable(store, at, FEW + failed.size);
  for (const match of due.filter((id) => !failed.has(id)).slice(0, FEW)) {
    try {
      await foldMatch(store, match, at);
    } catch (error) {
      failed.add(match);
      log.error({ match, err: error }, 'a log could not be folded');
    }
  }
}
