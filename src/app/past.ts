import { now } from '../clock.ts';
import { type Match, phaseKey, present } from '../match/match.ts';
import type { Stored } from '../store/rows.ts';
import type { OldMessage } from '../store/schema.ts';
import type { TableRow } from '../store/tables.ts';
import type { Translate } from '../views/presenter.ts';
import { isOpenToAllOf, type Places } from './channels.ts';
import { DiscordError, passing, TOO_OLD } from './discorderror.ts';
import { outcomeScreen } from './end.ts';
import { startedScreen } from './lobby.ts';
import type { Outbound } from './outbound.ts';
import { diaryScreen, passedScreen } from './round.ts';
import { movedScreen } from './standstill.ts';

/** What stays in the chat of the phases that are over. */

const HOUR = 3_600_000;

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

/** What is said of a table that stands elsewhere by now, and where it stands. */
interface Place {
  readonly channel: string;
  readonly url: string;
  readonly t: Translate;
}

interface Chat {
  readonly places: Places;
  readonly outbound: Outbound;
  /** For edits of old messages. */
  readonly spare: Outbound;
}

/**
 * Puts away whatever is not the table any more: messages of earlier phases and places, the lobby, and in the end the
 * thread, once what stands `beside` the table is done, too. Whether all of it is: where old messages were edited too often, the rest of it has to wait. Throws
 * `DiscordError` for what else may be tried again.
 */
export async function tidy(
  { places, outbound, spare }: Chat,
  stored: Stored,
  match: Match,
  before: TableRow,
  note: (change: Partial<TableRow>) => Promise<void>,
  t: Translate,
  beside: boolean,
): Promise<boolean> {
  let table = before;
  const save = async (change: Partial<TableRow>): Promise<void> => {
    await note(change);
    table = { ...table, ...change };
  };
  const channel = table.channel!;
  const url = `https://discord.com/channels/${match.row.guild ?? '@me'}/${channel}/${table.message}`;
  let done = beside;
  for (const old of table.old) {
    if (!old.message && !old.channel) continue;
    if (!(await putAway(spare, match, old, { channel, url, t }))) {
      done = false;
      continue;
    }
    const rest = table.old.filter((other) => other !== old);
    // The game's own thread bears the id of its lobby; once the table has left it, nothing more is said there.
    if (
      old.channel === table.lobbyMessage &&
      old.channel !== channel &&
      !rest.some((one) => one.channel === old.channel)
    )
      await close(outbound, table.lobbyMessage!);
    await save({ old: rest });
  }
  const apart = channel !== table.lobbyChannel;
  const over = apart && present(match).kind === 'over';
  // In an archived thread nobody can press anything: where the lobby stood people read what came of it, and go on.
  const tells = over && (table.threaded || (await isSeenFrom(places, match, table)));
  if (table.lobbyMessage && (!table.lobbyDone || (tells && !table.archived))) {
    const screen = tells ? outcomeScreen(match, url, t) : startedScreen(stored, url, t);
    const sent = await spare.edit(table.lobbyChannel, table.lobbyMessage, { ...screen, files: [] });
    if (!sent.ok && sent.code === TOO_OLD) done = false;
    else if (!sent.ok && passing(sent)) throw new DiscordError(sent.code);
    else await save({ lobbyDone: true });
  }
  if (over && !table.archived && done) {
    // An edit in it would open it again.
    if (table.threaded) await close(outbound, channel);
    await save({ archived: true });
  }
  if (done && table.trouble !== null) await save({ trouble: null, retryAt: 0 });
  return done;
}

/**
 * Whether all who see the channel of a lobby see the one in which its table stands now. Throws `DiscordError` where a channel is
 * not known at this moment; after an hour it is gone for good.
 */
async function isSeenFrom(places: Places, { row }: Match, table: TableRow): Promise<boolean> {
  const { channel, lobbyChannel } = table;
  if (row.guild === null || channel === null) return false;
  const place = await places.placeOf(row.guild, channel);
  const other = await places.placeOf(row.guild, lobbyChannel);
  if (place && other) return isOpenToAllOf(place, other);
  if (!table.archived && now() - (row.endedAt ?? 0) < HOUR) throw new DiscordError(0);
  return false;
}

/** Archives a thread; one that is gone, or may not be archived, is let be. */
async function close(outbound: Outbound, thread: string): Promise<void> {
  const done = await outbound.archive(thread);
  if (!done.ok && passing(done)) throw new DiscordError(done.code);
}

/**
 * Shrinks an old message to what is to stay of it, or removes it; whether that is done, or has to wait until old messages
 * can be edited again.
 */
async function putAway(
  outbound: Outbound,
  match: Match,
  old: OldMessage,
  { channel, url, t }: Place,
): Promise<boolean> {
  const place = old.channel ?? channel;
  const message = old.message ?? (await strayIn(outbound, match, place, old.phase, t));
  if (message === undefined) return true;
  const moved = old.phase === 'moved' ? movedScreen(url, t) : diaryScreen(match, old.phase, t);
  const kept = old.message === null ? undefined : moved;
  const done = kept ? await outbound.edit(place, message, kept) : await outbound.remove(place, message);
  if (!done.ok && done.code === TOO_OLD) return false;
  if (!done.ok && passing(done)) throw new DiscordError(done.code);
  // What cannot be shrunk at all is left as it stands: its buttons answer as stale.
  return true;
}

/**
 * A message that may have been posted in a channel that the table has left, without being noted: found by its purpose,
 * or one that takes its place, to be removed. Undefined where nothing can be posted any more.
 */
async function strayIn(
  outbound: Outbound,
  match: Match,
  channel: string,
  phase: string,
  t: Translate,
): Promise<string | undefined> {
  const found = await outbound.post(channel, passedScreen(match, t), `${match.id}.${phase}`);
  if (!found.ok && passing(found)) throw new DiscordError(found.code);
  return found.ok ? found.message : undefined;
}
