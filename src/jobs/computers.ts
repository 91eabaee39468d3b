import type { App } from '../app/context.ts';
import { playComputers } from '../match/computers.ts';
import { open } from '../match/open.ts';
import type { JobRow } from '../store/jobs.ts';

/**
 * Computers act that have to. The commit that makes it their turn notes it as work that is due, and whoever dies while one thinks
 * has it thought again.
 */
export async function haveThought(app: App, job: JobRow): Promise<void> {
  const match = await open(app.store, Number(job.subject));
  if (match?.row.status !== 'running') return;
  const after = await playComputers(app.store, app.think, match);
  if (after.log.length > match.log.length) app.refresh(after);
}
