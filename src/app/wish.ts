import type { Match } from '../match/open.ts';
import { setTable, type TableRow } from '../store/tables.ts';
import type { Translate } from '../views/look.ts';
import { type App, sceneOf } from './context.ts';
import { settledWish, wishScreen } from './screens/standstill.ts';
import { expect, passing, Trouble, UNKNOWN_MESSAGE } from './trouble.ts';

/** The message that asks whether to end a match: one that pings while it is open, one line when it is settled. */

type Tools = Pick<App, 'store' | 'outbound'>;

export async function showWish(tools: Tools, match: Match, table: TableRow, t: Translate): Promise<void> {
  const { store, outbound } = tools;
  const channel = table.channel!;
  if (!match.wish || match.voided) {
    if (!table.wish) return;
    const done = await outbound.edit(channel, table.wish, settledWish(match, t));
    if (!done.ok && passing(done)) throw new Trouble(done.code);
    await setTable(store, match.id, { wish: null });
    return;
  }
  const screen = wishScreen(match, sceneOf(match.seats, t));
  if (table.wish) {
    const done = await outbound.edit(channel, table.wish, screen);
    if (done.ok || done.code !== UNKNOWN_MESSAGE) {
      if (!done.ok && passing(done)) throw new Trouble(done.code);
      return;
    }
  }
  const asked = match.log.findLastIndex(({ code }) => code.startsWith('/ask.'));
  // One that somebody deleted needs a nonce of its own.
  const nonce = `${match.id}.wish.${asked}${table.wish ? `.${match.row.revision}` : ''}`;
  const posted = expect(await outbound.post(channel, screen, nonce));
  await setTable(store, match.id, { wish: posted.message });
}
