import { purposeOf } from '../../src/app/messages/nonce.ts';
import { type MessageRow, messagesOf, type Owner } from '../../src/store/messages.ts';
import type { Store } from '../../src/store/open.ts';
import { tableOf } from '../../src/store/tables.ts';
import { cell, rows } from './rows.ts';

/** What a store says of the messages that stand in channels. */

/** The rows of an owner whose slots begin so, the oldest first. */
export const standing = async (store: Store, owner: Owner, slot = ''): Promise<MessageRow[]> =>
  (await messagesOf(store, owner)).filter((row) => row.slot.startsWith(slot));

/** The id of the newest message of such a slot; undefined where none is known. */
export const messageOf = async (store: Store, owner: Owner, slot: string): Promise<string | undefined> =>
  (await standing(store, owner, slot)).findLast(({ message }) => message !== null)?.message ?? undefined;

/** Where the messages of a match stand, as far as its store knows. */
export interface Placed {
  /** Where the table is; the lobby's channel, until that is settled. */
  readonly channel: string;
  readonly lobby: string | null;
  /** The message that shows the table, and the phase that it shows. */
  readonly message: string | null;
  readonly phase: string | null;
  /** Code of the last refusal. */
  readonly trouble: string | null;
  /** Of the match that is shown. */
  readonly revision: number;
  /** The table is as it should be; and so is all else. */
  readonly upToDate: boolean;
  readonly done: boolean;
}

export async function placedIn(store: Store, match: number): Promise<Placed | undefined> {
  const table = await tableOf(store, match);
  if (!table) return undefined;
  const revision = Number(await cell(store, 'SELECT revision FROM matches WHERE id = ?', match));
  const upToDate = table.shown >= revision && table.old.length === 0;
  return {
    channel: table.channel ?? table.lobbyChannel,
    lobby: table.lobbyMessage,
    message: table.message,
    phase: table.phase,
    trouble: table.trouble,
    revision: table.shown,
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
  const tables = await rows<{ match: number; old: string; lobby: string | null }>(
    store,
    'SELECT match, old, lobby_message AS lobby FROM tables',
  );
  const unnoted = tables.flatMap(({ match, old, lobby }) => [
    ...(lobby === null ? [`${match}.lobby`] : []),
    ...(JSON.parse(old) as { message: string | null; phase: string }[])
      .filter(({ message }) => message === null)
      .map(({ phase }) => `${match}.${phase}`),
  ]);
  return [...sent.map(purposeOf), ...unnoted];
}
