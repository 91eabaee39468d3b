import { type MessageRow, messagesOf, type Owner } from '../../src/store/messages.ts';
import type { Store } from '../../src/store/open.ts';

/** What a store says of the messages that stand in channels. */

/** The rows of an owner whose slots begin so, the oldest first. */
export const standing = async (store: Store, owner: Owner, slot = ''): Promise<MessageRow[]> =>
  (await messagesOf(store, owner)).filter((row) => row.slot.startsWith(slot));

/** The id of the newest message of such a slot; undefined where none is known. */
export const messageOf = async (store: Store, owner: Owner, slot: string): Promise<string | undefined> =>
  (await standing(store, owner, slot)).findLast(({ message }) => message !== null)?.message ?? undefined;
