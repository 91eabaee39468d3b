import { now } from '../clock.ts';
import type { Match } from '../match/match.ts';
import { onItsWay, setTable, type TableRow, unnoted } from '../store/tables.ts';
import type { Translate } from '../views/presenter.ts';
import { type App, sceneOf } from './context.ts';
import { noteUnasked, questionPings } from './later.ts';
import { questionScreen, settledScreen } from './screens/standstill.ts';
import { expect, passing, Trouble, UNKNOWN_MESSAGE } from './trouble.ts';

/**
 * The message that asks something at a table (to end the match, to take somebody off): one that pings while it is open, one
 * line when it is settled.
 */

type Tools = Pick<App, 'store' | 'outbound'>;

/** What such messages say, so that they are not edited for nothing; forgetting it costs one edit. */
const said = new Map<string, string>();

function say(message: string, words: string): void {
  said.set(message, words);
  if (said.size > 500) said.delete(said.keys().next().value!);
}

export async function showQuestion(tools: Tools, match: Match, table: TableRow, t: Translate): Promise<void> {
  const { store, outbound } = tools;
  const channel = table.channel!;
  const open = match.row.status === 'running' ? match.question : null;
  const first = `${match.id}.wish.${open?.seq ?? -1}`;
  const sent = unnoted(table.wish);
  // Whoever sent it may never have learned which message that became.
  const unknown = sent !== undefined && sent !== first && !sent.startsWith(`${first}.`);
  const other = unknown || (table.asked !== null && table.asked !== open?.seq);
  let shown = table.wish;
  if (shown && (!open || other)) {
    const screen = settledScreen(match, t);
    const message = sent === undefined ? shown : expect(await outbound.post(channel, screen, sent)).message;
    const done = await outbound.edit(channel, message, screen);
    if (!done.ok && passing(done)) throw new Trouble(done.code);
    await setTable(store, match.id, { wish: null });
    shown = null;
  }
  if (!open) return;
  const at = now();
  await noteUnasked(store, match, at);
  const screen = questionScreen(match, open, sceneOf(match.seats, t), questionPings(store, match, at));
  if (shown && sent === undefined) {
    const words = String(screen.body.content);
    if (said.get(shown) === words) return;
    const done = await outbound.edit(channel, shown, screen);
    if (done.ok) say(shown, words);
    if (done.ok || done.code !== UNKNOWN_MESSAGE) {
      if (!done.ok && passing(done)) throw new Trouble(done.code);
      return;
    }
  }
  // One in the place of another that may still be found.
  const before = shown !== null || table.asked === open.seq;
  const purpose = before ? (sent ?? `${first}.${match.row.revision}`) : first;
  await setTable(store, match.id, { wish: onItsWay(purpose), asked: open.seq });
  const { message } = expect(await outbound.post(channel, screen, purpose));
  say(message, String(screen.body.content));
  await setTable(store, match.id, { wish: message });
}
