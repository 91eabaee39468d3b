import { type Match, phaseKey } from '../match/match.ts';
import type { OldMessage } from '../store/schema.ts';
import type { TableRow } from '../store/tables.ts';
import type { Translate } from '../views/look.ts';
import type { App } from './context.ts';
import { diaryScreen, passedScreen } from './screens/round.ts';
import { movedScreen } from './screens/standstill.ts';
import { passing, Trouble } from './trouble.ts';

/** What stays in the chat of the phases that are over. */

/**
 * What is to be shrunk, with what may have been posted without being noted: the phase that comes now, noted before it
 * is sent, and every round since the last message, so that the diary has no gap.
 */
export function passedOver(match: Match, table: TableRow): OldMessage[] {
  const last = match.phases.findIndex((phase) => phaseKey(phase) === table.phase);
  // A table that was moved has left that message behind, and nothing stands here of its phase.
  const since = match.phases.slice(table.message === null ? Math.max(0, last) : last + 1);
  const missed = since.filter((phase, i) => phase.kind === 'round' || i === since.length - 1);
  const known = new Set(table.old.filter((old) => old.message || !old.channel).map((old) => old.phase));
  const news = missed.map(phaseKey).filter((phase) => !known.has(phase));
  return [...table.old, ...news.map((phase) => ({ message: null, phase }))];
}

/** Where a table stands now. */
interface Place {
  readonly channel: string;
  readonly url: string;
  readonly t: Translate;
}

/** Shrinks an old message to what is to stay of it, or removes it. Throws `Trouble` for what may be tried again. */
export async function putAway(
  tools: Pick<App, 'outbound'>,
  match: Match,
  old: OldMessage,
  { channel, url, t }: Place,
): Promise<void> {
  const { outbound } = tools;
  const place = old.channel ?? channel;
  const message = old.message ?? (await strayIn(tools, match, place, old.phase, t));
  if (message === undefined) return;
  const moved = old.phase === 'moved' ? movedScreen(url, t) : diaryScreen(match, old.phase, t);
  const kept = old.message === null ? undefined : moved;
  const done = kept ? await outbound.edit(place, message, kept) : await outbound.remove(place, message);
  // What cannot be shrunk any more is left as it stands: its buttons answer as stale.
  if (!done.ok && passing(done)) throw new Trouble(done.code);
}

/**
 * A message that may have been posted in a channel that the table has left, without being noted: found by its nonce,
 * or one that takes its place, to be removed. Undefined where nothing can be posted any more.
 */
async function strayIn(
  { outbound }: Pick<App, 'outbound'>,
  match: Match,
  channel: string,
  phase: string,
  t: Translate,
): Promise<string | undefined> {
  const found = await outbound.post(channel, passedScreen(match, t), `${match.id}.${phase}`);
  if (!found.ok && passing(found)) throw new Trouble(found.code);
  return found.ok ? found.message : undefined;
}
