import { unlessAside } from '../app/aside.ts';
import type { App } from '../app/context.ts';
import { now } from '../clock.ts';
import { isClosedIn } from '../daily/closing.ts';
import { playForGone } from '../match/play.ts';
import { goneBefore, purge } from '../store/guilds.ts';
import { sweepOnce } from '../store/once.ts';
import { sweepOpened } from '../store/opened.ts';
import { withGone } from '../store/privacy.ts';
import { type Job, repeat } from './job.ts';

/** Deletes what is kept of servers that the bot was removed from thirty days ago, mends what deletions left, and forgets codes of what is over. */

const EVERY = 10_000;
const DAY = 24 * 3_600_000;
export const KEPT = 30 * DAY;

export const startPurge = (app: App): Job =>
  repeat(app, 'the purge', EVERY, async () => {
    await purgeDue(app);
    await goOnWithoutGone(app);
    await sweepOpened(app.store, now() - DAY);
    await forgetCodes(app);
  });

/** Codes of people whose data was deleted go as soon as the day or the table is over that they are about. */
export async function forgetCodes({ store }: App): Promise<void> {
  const at = now();
  await sweepOnce(store, at, (db, day) => isClosedIn(db, day, at));
}

export async function purgeDue(app: App): Promise<void> {
  const before = now() - KEPT;
  for (const guild of await goneBefore(app.store, before)) {
    if (await purge(app.store, guild, before, now())) app.log.info('the data of a server was deleted');
  }
}

/** Matches whose last present player was deleted as a process died: the others must not wait for nobody. */
export async function goOnWithoutGone(app: App): Promise<void> {
  for (const match of await withGone(app.store)) {
    const done = await unlessAside(app, () => playForGone(app.store, match, now()));
    if (done?.ok && done.changed) app.refresh(done.match);
  }
}
