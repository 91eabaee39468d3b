import { now } from '../clock.ts';
import { type Match, phaseKey, present } from '../match/match.ts';
import { revisionOf } from '../store/matches.ts';
import { ASIDE, type Fresh, INVITE, LOBBY, type MessageRow, phaseIn, phaseSlot } from '../store/messages.ts';
import type { Stored } from '../store/rows.ts';
import { setTableIn, settleShown, tableOf } from '../store/tables.ts';
import { asideTable } from './aside.ts';
import { linkOf } from './components.ts';
import { passing } from './discorderror.ts';
import { outcomeScreen } from './end.ts';
import { closedScreen, lobbyScreen, startedScreen } from './lobby.ts';
import { whenRefused } from './lost.ts';
import type { Feature } from './messages/feature.ts';
import type { Target } from './messages/plan.ts';
import { SOON } from './messages/reconcile.ts';
import { questionSlot, questionTarget } from './question.ts';
import { reminderTarget } from './reminders.ts';
import { diaryScreen } from './round.ts';
import { lockedScreen, movedScreen } from './standstill.ts';
import { isBegun, readTelling, type Telling, type Tools, wordless } from './telling.ts';
import { isLocked, NOTICE, placeOf } from './venue.ts';

/**
 * What stands in the channel of a match: its lobby, a message for each phase, a question to the table, reminders. All of
 * it is a projection of the log.
 */

/** The match as it was handed on last, if it was. */
export interface Hand {
  match: Match | Stored | undefined;
}

/** What whoever runs this wants to hear. */
interface Ears {
  /** Waits where edits came too close together; whether it has waited. */
  rests(urgent: boolean): Promise<boolean>;
  /** Discord refused something for a reason that lasts. */
  refused(): void;
}

/** The messages of a match. `hand`: the match, where it is known already. */
export function tableFeature(tools: Tools, id: number, hand: Hand, ears: Ears): Feature<Telling> {
  const { store } = tools;
  const changed = async ({ stored }: Telling): Promise<boolean> =>
    (await revisionOf(store, id)) !== stored.row.revision;
  return {
    open: (_, rows) => readTelling(tools, id, hand.match, rows),
    slots: slotsOf,
    screenOf,
    async refused(_row, code, { table }) {
      // Refused where the table is not any more: that says nothing of where it is.
      const there = await tableOf(store, id);
      if (there && placeOf(there) !== placeOf(table)) return 'again';
      if (await whenRefused(tools, id, code)) return 'again';
      ears.refused();
      return 'wait';
    },
    rests: (_, urgent) => ears.rests(urgent),
    async begun(db, { match, table }) {
      const last = match && phaseKey(present(match));
      if (last && table.channel !== null && last !== table.last) await setTableIn(db, id, { last });
    },
    behind: (c, rows) =>
      isUnsettled(c) ||
      c.table.shown < c.stored.row.revision ||
      c.table.discordError !== null ||
      toBeArchived(c, rows),
    async tidied(c, rows) {
      if (!toBeArchived(c, rows)) return true;
      const done = await tools.outbound.archive(c.table.thread!);
      // One that is gone, or may not be archived, is let be.
      c.archived = done.ok || !passing(done);
      return c.archived;
    },
    async settled(db, c) {
      const { table, stored, archived } = c;
      c.newest = await settleShown(db, {
        match: id,
        shown: Math.max(table.shown, stored.row.revision),
        archived: archived || table.archived,
      });
    },
    moved: async (c) =>
      isUnsettled(c) || (c.newest === undefined ? await changed(c) : c.newest !== c.stored.row.revision),
    changed,
  };
}

/** Whether it has begun, and nothing is there yet that could bear its thread. */
const isUnsettled = ({ match, table }: Telling): boolean => match !== undefined && table.channel === null;

/** Whether the thread that the table has left, or in which it ended, is to be put away, and nothing is said there any more. */
const toBeArchived = ({ stored, table }: Telling, rows: readonly MessageRow[]): boolean =>
  table.thread !== null &&
  !table.archived &&
  (table.channel === table.thread
    ? stored.row.status === 'over' && stored.row.aside === null
    : !rows.some(({ channel }) => channel === table.thread));

function slotsOf({ stored, match, table, question }: Telling, rows: readonly MessageRow[]): Fresh[] {
  const { channel, lobbyChannel, last } = table;
  if (!isBegun(stored)) return stored.row.status === 'lobby' ? [{ slot: LOBBY, channel: lobbyChannel }] : [];
  if (channel === null) return [];
  // Nothing of it stands yet that could say so.
  if (!match) return rows.some((row) => isLast(row, table)) ? [] : [{ slot: ASIDE, channel }];
  const since = match.phases.slice(match.phases.findIndex((phase) => phaseKey(phase) === last) + 1);
  // Of every round that was played unseen a line is kept.
  const missed = since.filter(({ kind }, i) => kind === 'round' && i < since.length - 1);
  return [
    ...[...missed, present(match)].map((phase) => ({ slot: phaseSlot(phaseKey(phase)), channel })),
    ...(question && match.question ? [{ slot: questionSlot(match.question.seq), channel }] : []),
  ];
}

/** Whether a message is what the table showed last. */
const isLast = (row: MessageRow, { last }: Telling['table']): boolean =>
  row.wanted === 'screen' && last !== null && row.slot === phaseSlot(last);

const LOOKED_AFTER = { gone: 'again', old: 'wait', unsure: 'again' } as const;
const LEFT_ALONE = { gone: 'drop', old: 'wait', unsure: 'again' } as const;
const ONCE = { fixed: true, gone: 'drop', old: 'wait', unsure: 'never' } as const;

function screenOf(row: MessageRow, c: Telling, rows: readonly MessageRow[]): Target {
  if (row.wanted === 'nothing') return 'nothing';
  const { stored, match, t } = c;
  if (isBegun(stored) && !match) return asideTarget(row, c);
  if (row.wanted === 'moved') {
    const url = urlOf(c, rows);
    return url ? { show: movedScreen(url, t), last: true, ...LEFT_ALONE } : 'not yet';
  }
  if (row.slot === LOBBY) return lobbyTarget(row, c, rows);
  if (row.slot === INVITE) return c.invite ? { show: c.invite, last: true, ...ONCE } : 'as it is';
  if (!match) return 'as it is';
  const phase = phaseIn(row);
  if (phase !== undefined) return phaseTarget(phase, match, c);
  // It is told once, however long the thread stays locked.
  if (row.slot === NOTICE && isLocked(Number(c.table.discordError ?? 0)))
    return { show: lockedScreen(match, t), ...ONCE };
  if (row.slot === ASIDE) return 'nothing';
  return questionTarget(row, match, c.question, t) ?? reminderTarget(row, c.reminding) ?? 'as it is';
}

/** The message of a phase: the table's as long as it lasts; then the line that stays of a round, or nothing. */
function phaseTarget(phase: string, match: Match, { present: shown, t }: Telling): Target {
  const { kind } = present(match);
  if (phase === phaseKey(present(match)))
    // People must press it, so it stands anew where it cannot be edited. A result only waits.
    return shown ? { ...shown, ...LOOKED_AFTER, old: kind === 'over' ? 'wait' : 'again' } : 'not yet';
  const line = diaryScreen(match, phase, t);
  return line ? { show: line, last: true, ...LEFT_ALONE } : 'nothing';
}

/** The lobby, and the line that stays where it stood: to the table, or how it ended. */
function lobbyTarget(row: MessageRow, c: Telling, rows: readonly MessageRow[]): Target {
  const { stored, match, table, t, theme } = c;
  if (stored.row.status === 'lobby') {
    const { body, files } = lobbyScreen(stored, t, theme);
    // An apology may have taken the place of the answer that was to show it: its words go.
    return { show: { body: wordless(body), files: files ?? [] }, ...LOOKED_AFTER };
  }
  const stays = { ...LEFT_ALONE, lenient: true } as const;
  if (!match) {
    if (row.state === 'planned') return 'nothing';
    const { body } = closedScreen(stored, t);
    return { show: { body: { ...wordless(body), attachments: [] }, files: [] }, ...stays };
  }
  const url = urlOf(c, rows) ?? null;
  if (url === null && row.state === 'stands') return 'not yet';
  const screen = c.tells && url ? outcomeScreen(match, url, t, theme) : startedScreen(stored, url, t);
  return {
    show: { body: wordless(screen.body), files: screen.files ?? [] },
    // It leads to a place, whatever stands there.
    same: `${c.tells ? 'outcome' : 'started'} ${table.channel}`,
    ...(c.tells === undefined ? { fixed: true, until: now() + SOON } : {}),
    ...stays,
  };
}

/** Where the table's present message stands; undefined while it does not. */
function urlOf({ match, table }: Telling, rows: readonly MessageRow[]): string | undefined {
  const slot = match && phaseSlot(phaseKey(present(match)));
  const found = rows.find((row) => row.slot === slot && row.wanted === 'screen' && row.message !== null);
  return (found && match && linkOf(match.row.guild, table.channel, found.message)) ?? undefined;
}

/** While a match is put aside its table says so; a result that stands stays, and the rest waits. */
function asideTarget(row: MessageRow, { stored, table, t }: Telling): Target {
  if (row.slot !== ASIDE && !isLast(row, table)) return 'not yet';
  if (stored.row.status === 'over' && table.last?.includes('.over')) return 'not yet';
  return { show: asideTable(stored.row.id, t), gone: 'again', old: 'again', unsure: 'again' };
}
