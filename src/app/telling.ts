import { now } from '../clock.ts';
import type { Translate } from '../locales.ts';
import { type Match, phaseKey, present } from '../match/match.ts';
import { read, replayed } from '../match/open.ts';
import { peopleIn } from '../match/seats.ts';
import { blockedBy } from '../store/blocks.ts';
import { load } from '../store/matches.ts';
import { endMessage, INVITE, LOBBY, type MessageRow, phaseSlot } from '../store/messages.ts';
import type { Stored } from '../store/rows.ts';
import { settleTable, type TableRow, tableAt } from '../store/tables.ts';
import type { Theme } from '../views/presenter.ts';
import { outageOf, restingLine } from './absence.ts';
import { unlessAside } from './aside.ts';
import { isOpenToAllOf } from './channels.ts';
import { linkOf } from './components.ts';
import { type App, publicOf, sceneOf } from './context.ts';
import { endPing, endScreen } from './end.ts';
import { noteQuiet, noteUnasked, questionPings, turnPings } from './later.ts';
import { inviteScreen } from './lobby.ts';
import { again, type Show } from './messages/plan.ts';
import type { Draft } from './outbound.ts';
import { occasion, type Pings, pingsAmong } from './pings.ts';
import { questionSlot } from './question.ts';
import { type Reminding, reminding } from './reminders.ts';
import { type Placement, roundScreen } from './round.ts';
import { pausedScreen, questionScreen, voidScreen } from './standstill.ts';
import { flipScreen } from './tableaction.ts';
import { isThreaded, openPlace } from './venue.ts';

/** What the messages of a match tell: all that has to be read for them, as one reading. */

/** After so long a channel of which nobody can tell anything is taken as gone (ms). */
const HOUR = 3_600_000;

export type Tools = Pick<App, 'store' | 'log' | 'outbound' | 'places'>;

export interface Telling {
  readonly stored: Stored;
  readonly table: TableRow;
  readonly t: Translate;
  readonly theme: Theme;
  /** Once it has begun, unless it is put aside. */
  readonly match: Match | undefined;
  /** The table's message in the present phase: as it is posted, and as it stands then. */
  readonly present: Pick<Show, 'show' | 'first'> | undefined;
  readonly invite: Draft | undefined;
  readonly question: Draft | undefined;
  readonly reminding: Reminding;
  /** Whether the line that stays of the lobby says how the match ended; undefined: nobody can tell just now. */
  readonly tells: boolean | undefined;
  /** Its thread has been put away since. */
  archived?: boolean;
  /** The revision that its match was at when all stood as it should. */
  newest?: number | undefined;
}

/** A body that takes the words of an ordinary message away: only so it becomes one of components. */
export const wordless = (body: Draft['body']): Draft['body'] =>
  ({ ...body, content: null }) as unknown as Draft['body'];

/** Whether a match has left its lobby for a table. */
export const isBegun = ({ row: { status } }: Pick<Stored, 'row'>): boolean =>
  status === 'running' || status === 'over';

const isMatch = (one: Match | Stored): one is Match => 'state' in one;

const replayedOf = (tools: Tools, stored: Stored): Promise<Match | undefined> =>
  unlessAside(tools, () => replayed(tools.store, stored));

const QUIET: Reminding = { row: undefined, draft: undefined };

/**
 * Reads what the messages of a match tell, and settles where its table stands as soon as that can be. `given`: the match, where it is
 * at hand. Undefined where nothing is to be told. Throws `DiscordError` for what may be tried again.
 */
export async function readTelling(
  tools: Tools,
  id: number,
  given: Match | Stored | undefined,
  rows: readonly MessageRow[],
): Promise<Telling | undefined> {
  const { store } = tools;
  const found = await tableAt(store, id);
  if (!found) return undefined;
  const known = given?.row.revision === found.revision ? given : undefined;
  const stored = known ?? (await read(store, id));
  if (!stored) return undefined;
  const { t, theme, gone } = await publicOf(tools, stored.row.guild);
  // Where the bot is not any more nothing is sent.
  if (gone) return undefined;
  const begun = isBegun(stored);
  const match = known && isMatch(known) ? known : begun ? await replayedOf(tools, stored) : undefined;
  // It was put aside just now: it is read as such.
  if (begun && !match && stored.row.aside === null) return readTelling(tools, id, undefined, rows);
  const none = { match, present: undefined, invite: undefined, question: undefined, reminding: QUIET };
  const about = { stored, table: found.table, t, theme, tells: false };
  if (!match) return { ...about, ...none, invite: await inviteOf(tools, stored, rows, t) };
  const table = await settled(tools, match, found.table, rows, t);
  if (table.channel === null) return { ...about, ...none };
  const at = now();
  const asked = match.row.status === 'running' ? match.question : null;
  if (asked) await noteUnasked(store, match, at);
  const stands = asked && rows.findLast(({ slot }) => slot === questionSlot(asked.seq))?.message;
  const link = linkOf(match.row.guild, table.channel, stands) ?? undefined;
  return {
    ...about,
    table,
    match,
    invite: undefined,
    present: await presentOf(tools, match, table, rows, t, theme),
    question: asked
      ? questionScreen(match, asked, sceneOf(match.seats, t), await questionPings(store, match, at))
      : undefined,
    reminding: await reminding(store, match, table, rows, link, t, at),
    tells: await tellsOutcome(tools, match, table),
  };
}

/** The table, where it stands: in a thread of the lobby's message as soon as that is noted. */
async function settled(
  { store, outbound }: Tools,
  match: Match,
  table: TableRow,
  rows: readonly MessageRow[],
  t: Translate,
): Promise<TableRow> {
  if (table.channel !== null) return table;
  const lobby = rows.find(({ slot, wanted }) => slot === LOBBY && wanted === 'screen');
  // It has to stand first.
  if (lobby && lobby.message === null && lobby.state !== 'unsure') return table;
  const place = await openPlace(outbound, match, table, lobby?.message ?? null, t);
  if (place === 'gone') {
    // Somebody has deleted it, so it is posted again to bear the thread.
    await endMessage(store, lobby!, again(lobby!));
    return table;
  }
  await settleTable(store, match.id, place);
  return (await tableAt(store, match.id))?.table ?? table;
}

/** Calls those who played before, as long as that is not done. */
async function inviteOf(
  { store }: Tools,
  stored: Stored,
  rows: readonly MessageRow[],
  t: Translate,
): Promise<Draft | undefined> {
  const { row } = stored;
  const unsent = rows.some(
    ({ slot, state }) => slot === INVITE && (state === 'planned' || state === 'sending'),
  );
  if (!unsent || row.status !== 'lobby' || row.rematchOf === null) return undefined;
  const former = await load(store, row.rematchOf);
  const kept = await blockedBy(store, row.host);
  const guests = (former?.seats ?? [])
    .filter(({ player, gone, state }) => player !== row.host && !gone && state !== 'kicked')
    .flatMap(({ player }) => player ?? [])
    .filter((player) => !kept.includes(player));
  if (guests.length === 0) return undefined;
  const about = { ...occasion('invite', row), match: row.rematchOf };
  return inviteScreen(stored, guests, t, await pingsAmong(store, guests, about, now()));
}

/** The table's message in the phase that a match is in. */
async function presentOf(
  { store }: Tools,
  match: Match,
  table: TableRow,
  rows: readonly MessageRow[],
  t: Translate,
  theme: Theme,
): Promise<Pick<Show, 'show' | 'first'>> {
  const at = now();
  const phase = present(match);
  const slot = phaseSlot(phaseKey(phase));
  const row = rows.find((one) => one.slot === slot && one.wanted === 'screen');
  const scene = sceneOf(match.seats, t, theme);
  if (phase.kind === 'over') {
    const pings = await pingsOf(store, match, at);
    if (match.voided) return wordsOf(voidScreen(match, match.voided, scene, pings));
    const { body, files = [] } = endScreen(match, t, theme);
    return { first: endPing(match, t, pings), show: { body: wordless(body), files } };
  }
  if (phase.kind === 'pause') return wordsOf(pausedScreen(match, scene));
  if (row?.state !== 'stands') await noteQuiet(store, match, at);
  const placement: Placement = {
    t,
    theme,
    inThread: isThreaded(table),
    reason: reasonOf(row ?? lastOf(table, rows), match.id, t),
    outage: await outageOf(store, match.row, t),
    resting: restingLine(match, scene, at),
    pings: await turnPings(store, match, at),
  };
  return wordsOf(phase.kind === 'flip' ? flipScreen(match, placement) : roundScreen(match, placement));
}

/** A message whose files come with the post, and are left by every edit. */
const wordsOf = (draft: Draft): Pick<Show, 'show' | 'first'> => ({
  first: draft,
  show: { body: draft.body },
});

/** The message that the table showed last, if it was not posted yet: why it stands here is to be said of the next one. */
const lastOf = ({ last }: TableRow, rows: readonly MessageRow[]): MessageRow | undefined =>
  rows.find((row) => last !== null && row.slot === phaseSlot(last) && row.state === 'planned');

/** Whom the table's message pings at the end. */
const pingsOf = (store: App['store'], match: Match, at: number): Promise<Pings> =>
  pingsAmong(store, peopleIn(match.seats), occasion('end', match.row), at);

/** Why the table stands here now and not where it stood. */
function reasonOf(row: MessageRow | undefined, id: number, t: Translate): string | undefined {
  const reason = row?.data?.reason;
  if (reason === 'thread') return t('table.threadGone', { id });
  return reason === 'moved' ? t('table.movedHere', { id }) : undefined;
}

/**
 * Whether the line that stays of the lobby says how the match ended: where it ended in another channel, for those who see
 * that one. In an archived thread nobody can press anything, so people go on from that line.
 */
async function tellsOutcome(
  { places }: Tools,
  { row }: Match,
  table: TableRow,
): Promise<boolean | undefined> {
  const { channel, lobbyChannel } = table;
  if (row.status !== 'over' || channel === null || channel === lobbyChannel) return false;
  if (isThreaded(table)) return true;
  if (row.guild === null) return false;
  const place = await places.placeOf(row.guild, channel);
  const other = await places.placeOf(row.guild, lobbyChannel);
  if (place && other) return isOpenToAllOf(place, other);
  // A channel that is not known for so long is gone for good.
  return now() - (row.endedAt ?? 0) < HOUR ? undefined : false;
}
