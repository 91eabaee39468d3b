import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import { type Db, prepared, type Store } from './engine/types.ts';
import {
  doubtSlot,
  type Follows,
  findMessage,
  LOBBY,
  leaveMessages,
  type MessageRow,
  moveMessages,
  phaseIn,
} from './messages.ts';
import { changed } from './revision.ts';
import { matches, seats, tables } from './schema.ts';
import { setTableIn, tableIn } from './tables.ts';

/** Where tables stand. */

/** Where a match stands, and whether somebody holds a seat there. */
export interface Stand {
  /** Played alone, it stands nowhere. */
  readonly solo: boolean;
  readonly guild: string | null;
  /** The channel whose viewers see it: of a thread of its own the one that it hangs on. */
  readonly channel: string | null;
  /** The thread of its own, while it is played there. */
  readonly thread: string | null;
  /** Whoever left or was taken off holds no seat. */
  readonly sits: boolean;
  /** Whether they left one. */
  readonly left: boolean;
}

const standing = prepared((db) =>
  db
    .select({
      solo: matches.solo,
      guild: matches.guild,
      channel: tables.channel,
      lobbyChannel: tables.lobbyChannel,
      thread: tables.thread,
      state: seats.state,
    })
    .from(matches)
    .leftJoin(tables, eq(tables.match, matches.id))
    .leftJoin(
      seats,
      and(
        eq(seats.match, matches.id),
        eq(seats.player, sql.placeholder('player')),
        ne(seats.state, 'kicked'),
      ),
    )
    .where(eq(matches.id, sql.placeholder('match')))
    .prepare(),
);

/** Where a match stands, for somebody; undefined when there is no such match. */
export async function standOf(store: Store, match: number, player: string): Promise<Stand | undefined> {
  return store.read(async (db) => {
    const found = await standing(db).get({ match, player });
    if (!found) return undefined;
    const { solo, guild, channel, lobbyChannel, thread, state } = found;
    const threaded = thread !== null && thread === channel;
    return {
      solo,
      guild,
      channel: threaded ? lobbyChannel : (channel ?? lobbyChannel),
      thread: threaded ? thread : null,
      sits: state !== null && state !== 'left',
      left: state === 'left',
    };
  });
}

/** Running matches of a server whose table was refused with one of these codes, newest first. */
export async function stranded(
  store: Store,
  guild: string,
  codes: readonly number[],
  most: number,
): Promise<number[]> {
  return store.read(async (db) => {
    return (
      await db
        .select({ match: tables.match })
        .from(tables)
        .innerJoin(matches, eq(matches.id, tables.match))
        .where(
          and(
            eq(matches.guild, guild),
            eq(matches.status, 'running'),
            inArray(tables.discordError, codes.map(String)),
          ),
        )
        .orderBy(desc(tables.match))
        .limit(most)
        .all()
    ).map((row) => row.match);
  });
}

/** What becomes of messages beside a table that moves: it asks anew for what a reminder would remind of. */
const BESIDE: Readonly<Record<string, Follows['how']>> = { question: 'goes', reminder: 'ends' };

/** How the messages of a table follow it, and why its next one stands where it does. */
const following =
  (last: string | null, reason: 'moved' | 'thread') =>
  (row: MessageRow): Follows => {
    const phase = phaseIn(row);
    const known = row.state === 'stands' || row.state === 'unsure';
    // A round that was played unseen keeps its line, wherever that stands.
    if (phase !== undefined)
      return phase === last ? { how: 'goes', data: { reason } } : { how: known ? 'stays' : 'goes' };
    if (row.slot === LOBBY) return { how: known ? 'stays' : 'goes' };
    return { how: BESIDE[row.slot.split(':')[0]!] ?? 'stays' };
  };

/**
 * Lets a table stand in another channel from now on. What stands in the old one is kept, to be told where it went; a
 * reminder there is to be removed. Moving it to where it stands already only makes it try again.
 */
export async function moveTo(store: Store, match: number, channel: string, at: number): Promise<void> {
  await store.write(`match:${match}`, async (db) => {
    const table = await tableIn(db, match);
    if (!table) return;
    const owner = { match };
    const lobby = await findMessage(db, owner, LOBBY);
    const afresh = { discordError: null, retryAt: 0 };
    if (channel === table.channel) await setTableIn(db, match, afresh);
    else {
      await setTableIn(db, match, {
        ...afresh,
        channel,
        // It may come back to the thread that it once left.
        thread: channel === lobby?.message ? channel : table.thread,
        archived: false,
        // A lobby that nobody could note is posted where the table is.
        ...(lobby && lobby.message === null ? { lobbyChannel: channel } : {}),
      });
      await moveMessages(db, owner, channel, following(table.last, 'moved'), at);
      await doubtSlot(db, owner, LOBBY, at);
    }
    // Whoever is at work there begins again.
    await bump(db, match);
  });
}

/** Lets a table whose thread is gone stand in the channel above, without what stood in the thread. */
export async function leaveThread(store: Store, match: number, at: number): Promise<void> {
  await store.write(`match:${match}`, async (db) => {
    const table = await tableIn(db, match);
    if (!table?.thread || table.channel !== table.thread) return;
    const { thread, lobbyChannel, last } = table;
    const owner = { match };
    await setTableIn(db, match, { channel: lobbyChannel, thread: null, discordError: null, retryAt: 0 });
    await leaveMessages(db, owner, thread, lobbyChannel, following(last, 'thread'), at);
    // What stands where the lobby was leads into the thread.
    await doubtSlot(db, owner, LOBBY, at);
  });
}

async function bump(db: Db, match: number): Promise<void> {
  await db.update(matches).set(changed()).where(eq(matches.id, match)).run();
}
