import { purposeOf } from '../../src/app/messages/plan.ts';
import { isThreaded } from '../../src/app/venue.ts';
import {
  LOBBY,
  type MessageRow,
  messagesOf,
  type Owner,
  phaseIn,
  phaseSlot,
} from '../../src/store/messages.ts';
import type { Store } from '../../src/store/open.ts';
import { type TableRow, tableOf } from '../../src/store/tables.ts';
import { cell, rows } from './rows.ts';

/** What a store says of the messages that stand in channels. */

/** The rows of an owner whose slots begin so, the oldest first. */
export const standing = async (store: Store, owner: Owner, slot = ''): Promise<MessageRow[]> =>
  (await messagesOf(store, owner)).filter((row) => row.slot.startsWith(slot));

/** The id of the newest message of such a slot; undefined where none is known. */
export const messageOf = async (store: Store, owner: Owner, slot: string): Promise<string | undefined> =>
  (await standing(store, owner, slot)).findLast(({ message }) => message !== null)?.message ?? undefined;

/** A table as it stands in its channel. */
export type StandingTable = TableRow & {
  /** Its message of the newest phase, and the one of its lobby; null as long as none is noted. */
  readonly message: string | null;
  readonly lobbyMessage: string | null;
  /** Whether it stands in a thread of its own. */
  readonly threaded: boolean;
  /** Whether nothing is left to do about the line that stays of the lobby. */
  readonly lobbyDone: boolean;
  /** What stands or is to stand of earlier phases and places, the oldest first. */
  readonly others: readonly MessageRow[];
};

/** Where the table of a match stands, and its messages there; undefined when there is none. */
export async function standingTable(store: Store, match: number): Promise<StandingTable | undefined> {
  const table = await tableOf(store, match);
  if (!table) return undefined;
  const all = await messagesOf(store, { match });
  const rows = all.filter(({ wanted }) => wanted === 'screen');
  const last = table.last === null ? null : phaseSlot(table.last);
  const idOf = (slot: string) => rows.find((row) => row.slot === slot)?.message ?? null;
  return {
    ...table,
    message: last === null ? null : idOf(last),
    lobbyMessage: idOf(LOBBY),
    threaded: isThreaded(table),
    lobbyDone: all.every(({ slot, due }) => slot !== LOBBY || due === null),
    others: all.filter((row) => row.wanted !== 'screen' || (phaseIn(row) !== undefined && row.slot !== last)),
  };
}

/** Where the messages of a match stand, as far as its store knows. */
export interface Placed {
  /** Where the table is; the lobby's channel, until that is settled. */
  readonly channel: string;
  readonly lobby: string | null;
  /** The message that shows the table, and the phase that it shows. */
  readonly message: string | null;
  readonly phase: string | null;
  /** Code of the last refusal. */
  readonly discordError: string | null;
  /** The table is as it should be; and so is all else. */
  readonly upToDate: boolean;
  readonly done: boolean;
}

export async function placedIn(store: Store, match: number): Promise<Placed | undefined> {
  const table = await standingTable(store, match);
  if (!table) return undefined;
  const revision = Number(await cell(store, 'SELECT revision FROM matches WHERE id = ?', match));
  const upToDate = table.shown >= revision && table.others.length === 0;
  return {
    channel: table.channel ?? table.lobbyChannel,
    lobby: table.lobbyMessage,
    message: table.message,
    phase: table.last,
    discordError: table.discordError,
    upToDate,
    done: upToDate && table.lobbyDone,
  };
}

/** What messages are for that may be on their way: sent, and not known to stand. */
export async function underWay(store: Store): Promise<string[]> {
  const sent = await rows<Pick<MessageRow, 'match' | 'guild' | 'slot'>>(
    store,
    "SELECT match, guild, slot FROM messages WHERE state = 'sending'",
  );
  return sent.map(purposeOf);
}
