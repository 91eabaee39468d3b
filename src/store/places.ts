import { and, desc, eq, gte, inArray, ne, sql } from 'drizzle-orm';
import { prepared, type Store } from './engine/types.ts';
import { leaveMessages, moveMessages } from './messages.ts';
import { matches, type OldMessage, seats, tables } from './schema.ts';
import { type TableChange, tableIn } from './tables.ts';

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
      threaded: tables.threaded,
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
        gte(seats.seat, 0),
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
    const { solo, guild, channel, lobbyChannel, threaded, state } = found;
    return {
      solo,
      guild,
      channel: threaded ? lobbyChannel : (channel ?? lobbyChannel),
      thread: threaded ? channel : null,
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
            inArray(tables.trouble, codes.map(String)),
          ),
        )
        .orderBy(desc(tables.match))
        .limit(most)
        .all()
    ).map((row) => row.match);
  });
}

/** Whether something that was not noted in a channel is what the table posts next. */
const goesOn = ({ message, phase }: OldMessage, all: readonly OldMessage[]): boolean =>
  message === null &&
  all.some((one) => one.message === null && one.channel === undefined && one.phase === phase);

/** What becomes of messages beside a table that moves. */
const FOLLOWS: Readonly<Record<string, 'goes' | 'ends'>> = { question: 'goes', reminder: 'ends' };

/**
 * Lets a table stand in another channel from now on. What stands in the old one is kept, to be told where it went; a
 * reminder there is to be removed. Moving it to where it stands already only makes it try again.
 */
export async function moveTo(store: Store, match: number, channel: string, at: number): Promise<void> {
  await store.write(`match:${match}`, async (db) => {
    const table = await tableIn(db, match);
    if (!table) return;
    const afresh = { trouble: null, retryAt: 0, shown: -1 };
    const from = table.channel ?? table.lobbyChannel;
    const moved = {
      ...afresh,
      channel,
      // It may come back to the thread that it once left.
      threaded: channel === table.lobbyMessage,
      message: null,
      told: 'moved',
      archived: false,
      // A lobby that nobody could note is posted where the table is.
      ...(table.lobbyMessage === null ? { lobbyChannel: channel } : {}),
      old: [
        // What was not noted may stand here, and belongs where the table goes on.
        ...table.old.flatMap((one) =>
          one.message === null && one.channel === undefined
            ? [one, { ...one, channel: from }]
            : [{ channel: from, ...one }],
        ),
        ...(table.message === null ? [] : [{ message: table.message, phase: 'moved', channel: from }]),
        // What may stand where the table comes back to, and goes on there, is not to be taken away.
      ].filter((one, _, all) => !(one.channel === channel && goesOn(one, all))),
    };
    const stays = from === channel && table.channel !== null;
    await db
      .update(tables)
      .set(stays ? afresh : moved)
      .where(eq(tables.match, match))
      .run();
    // The table asks anew for what a reminder would remind of.
    if (!stays)
      await moveMessages(db, { match }, channel, ({ slot }) => FOLLOWS[slot.split(':')[0]!] ?? 'stays', at);
    // Whoever posts it now must not find what stood there before.
    await db
      .update(matches)
      .set({ revision: sql`${matches.revision} + 1` })
      .where(eq(matches.id, match))
      .run();
  });
}

/** Notes that a table stands elsewhere because its thread is gone, with all that stood there. */
export async function leaveThread(store: Store, match: number, change: TableChange): Promise<void> {
  await store.write(`match:${match}`, async (db) => {
    const thread = (await tableIn(db, match))?.channel;
    await db.update(tables).set(change).where(eq(tables.match, match)).run();
    if (thread) await leaveMessages(db, { match }, thread);
  });
}
