import { now } from '../clock.ts';
import { pauseLost } from '../match/ending.ts';
import { replayed } from '../match/open.ts';
import { load } from '../store/matches.ts';
import { messageIn } from '../store/messages.ts';
import { leaveThread, moveTo } from '../store/places.ts';
import { setTable, type TableRow, tableOf } from '../store/tables.ts';
import { unlessAside } from './aside.ts';
import { type App, publicOf } from './context.ts';
import { UNKNOWN_CHANNEL } from './discorderror.ts';
import { isPosted, stand } from './messages/stand.ts';
import { lockedScreen } from './standstill.ts';
import { isLocked, isThreaded, NOTICE } from './venue.ts';

/** A place that is lost under a table: its thread, its channel, the right to write there. */

type Tools = Pick<App, 'store' | 'log' | 'outbound'>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Until somebody moves it: nothing there can come back by itself. */
const NEVER = Number.MAX_SAFE_INTEGER;

/** Whether a code says that a table's place takes nothing any more until people change something. */
const isLost = (code: number): boolean => code === UNKNOWN_CHANNEL || isLocked(code);

/**
 * What follows from a refusal with a reason. A thread that is gone is left for the channel above, a channel that the
 * table was brought to for the one it was opened in; when that is gone the match stops until it is moved; the rest
 * is asked again later, ever more rarely. True: try again now.
 */
export async function whenRefused(tools: Tools, match: number, code: number): Promise<boolean> {
  const { store } = tools;
  const table = await tableOf(store, match);
  if (!table) return false;
  if (code === UNKNOWN_CHANNEL && isThreaded(table)) {
    await leaveThread(store, match, now());
    return true;
  }
  // Brought to a channel that is gone by now, it stands again where it was opened.
  if (code === UNKNOWN_CHANNEL && table.channel !== null && table.channel !== table.lobbyChannel) {
    await moveTo(store, match, table.lobbyChannel, now());
    return true;
  }
  const seen = table.discordError === String(code);
  const retryAt = code === UNKNOWN_CHANNEL ? NEVER : now() + (seen || isLocked(code) ? HOUR : 5 * MINUTE);
  await setTable(store, match, { discordError: String(code), retryAt });
  if (isLost(code)) await unlessAside(tools, () => pauseLost(store, match, now()));
  if (isLocked(code) && isThreaded(table)) await tellAbove(tools, match, table);
  return false;
}

/** Says once, in the channel above, that a thread takes nothing any more. */
async function tellAbove(tools: Tools, match: number, table: TableRow): Promise<void> {
  const notice = await messageIn(tools.store, { match }, NOTICE);
  const stored = notice && isPosted(notice) ? undefined : await load(tools.store, match);
  if (!stored) return;
  const { t } = await publicOf(tools, stored.row.guild);
  const told = await unlessAside(tools, () => replayed(tools.store, stored));
  const fresh = { slot: NOTICE, channel: table.lobbyChannel };
  if (told) await stand(tools, { match }, fresh, lockedScreen(told, t));
}
