import { now } from '../clock.ts';
import { pauseLost } from '../match/life.ts';
import type { Match } from '../match/match.ts';
import { replayed } from '../match/open.ts';
import { guildOf } from '../store/guilds.ts';
import { load } from '../store/matches.ts';
import { messageIn } from '../store/messages.ts';
import { leaveThread, moveTo } from '../store/places.ts';
import { setTable, type TableRow, tableOf } from '../store/tables.ts';
import { unlessAside } from './aside.ts';
import { type App, publicOf } from './context.ts';
import { isPosted, stand } from './messages/stand.ts';
import { lockedScreen } from './standstill.ts';

/** Places that vanish under a table: its thread, its channel, its server, the right to write. */

type Tools = Pick<App, 'store' | 'log' | 'outbound'>;

const UNKNOWN_CHANNEL = 10003;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Until somebody moves it: nothing there can come back by itself. */
const NEVER = Number.MAX_SAFE_INTEGER;

/** The thread is locked, or archived by somebody whose archiving the bot may not undo. */
const LOCKED: readonly number[] = [160005, 50083];

export const isLocked = (code: number): boolean => LOCKED.includes(code);

/** The notice, in the channel above, that a thread takes nothing any more. */
export const NOTICE = 'locked';

/** Whether a code says that a table's place takes nothing any more until people change something. */
export const isLost = (code: number): boolean => code === UNKNOWN_CHANNEL || isLocked(code);

/**
 * What follows from a refusal with a reason. A thread that is gone is left for the channel above, a channel that the
 * table was brought to for the one it was opened in; when that is gone the match stops until it is moved; the rest
 * is asked again later, ever more rarely. True: try again now.
 */
export async function whenRefused(tools: Tools, match: number, code: number): Promise<boolean> {
  const { store } = tools;
  const table = await tableOf(store, match);
  if (!table) return false;
  if (code === UNKNOWN_CHANNEL && table.threaded) {
    // What stands where the lobby was leads into the thread.
    const above = { channel: table.lobbyChannel, threaded: false, told: 'thread', lobbyDone: false };
    await leaveThread(store, match, { ...leaving(table), ...above });
    return true;
  }
  // Brought to a channel that is gone by now, it stands again where it was opened.
  if (code === UNKNOWN_CHANNEL && table.channel !== null && table.channel !== table.lobbyChannel) {
    await moveTo(store, match, table.lobbyChannel, now());
    return true;
  }
  const seen = table.trouble === String(code);
  const retryAt = code === UNKNOWN_CHANNEL ? NEVER : now() + (seen || isLocked(code) ? HOUR : 5 * MINUTE);
  await setTable(store, match, { trouble: String(code), retryAt });
  if (isLost(code)) await unlessAside(tools, () => pauseLost(store, match, now()));
  if (isLocked(code) && table.threaded) await tellAbove(tools, match, table);
  return false;
}

/** What a table forgets when it leaves its channel: the messages there cannot be reached any more. */
const leaving = (table: TableRow) => ({
  message: null,
  old: table.old.filter((one) => one.phase === 'moved'),
  trouble: null,
  retryAt: 0,
});

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

/** Whether the bot was removed from the server of a match: then nothing is sent there. */
export async function isAway(tools: Pick<App, 'store'>, match: Pick<Match, 'row'>): Promise<boolean> {
  const { guild } = match.row;
  return guild !== null && (await guildOf(tools.store, guild))?.goneAt != null;
}
