import { afterEach } from 'vitest';
import { tellers } from './tellers.ts';

/** When a test has failed: what everything that it started and that is still there can tell. */
afterEach(({ task }) => {
  if (task.result?.state !== 'fail') return;
  for (const [what, tell] of tellers) console.log(`${task.name}: what ${what} tells\n${tell()}`);
});
