import { and, asc, eq, exists, gt, inArray, lt, or } from 'drizzle-orm';
import type { Db, Store } from './engine/types.ts';
import { LOBBY_COUNTS_FOR, openedOnce } from './once.ts';
import { matches, opened } from './schema.ts';

/** What was opened, and by what: buttons that lead to it, and people who have some open already. */

/** A lobby that nobody has started yet, and where it stands. */
export interface OpenLobby {
  readonly id: number;
  readonly guild: string | null;
}

/**
 * The lobbies that somebody opened in the last day and that are still open, the oldest first; also those that they opened
 * before they had their data deleted.
 */
export const lobbiesBy = (store: Store, user: string, at: number): Promise<OpenLobby[]> =>
  store.read((db) => lobbiesIn(db, user, at));

/** As `lobbiesBy`, inside a transaction. */
export const lobbiesIn = async (db: Db, user: string, at: number): Promise<OpenLobby[]> =>
  db
    .select({ id: matches.id, guild: matches.guild })
    .from(matches)
    .where(
      and(
        or(eq(matches.openedBy, user), inArray(matches.id, await openedOnce(db, user, at))),
        eq(matches.status, 'lobby'),
        gt(matches.createdAt, at - LOBBY_COUNTS_FOR),
      ),
    )
    .orderBy(asc(matches.id))
    .all();

/**
 * The match that a button opened, while it has neither ended nor been closed. With `player` only one that they play
 * alone: nobody is led to somebody else's.
 */
export const behindButton = (
  store: Store,
  button: string,
  player: string | false = false,
): Promise<number | undefined> => store.read((db) => behindIn(db, button, player));

/** As `behindButton`, inside a transaction. */
export async function behindIn(
  db: Db,
  button: string,
  player: string | false = false,
): Promise<number | undefined> {
  return (
    await db
      .select({ id: matches.id })
      .from(opened)
      .innerJoin(matches, eq(matches.id, opened.match))
      .where(
        and(
          eq(opened.key, button),
          inArray(matches.status, ['lobby', 'running']),
          player === false ? undefined : eq(matches.host, player),
        ),
      )
      .get()
  )?.id;
}

/** Whether what a button opens may call people: it has called nobody since `since`. */
export async function mayCall(db: Db, button: string, since: number): Promise<boolean> {
  const row = await db.select().from(opened).where(eq(opened.key, button)).get();
  return (row?.calledAt ?? null) === null || row!.calledAt! <= since;
}

/** Notes what a button has opened, and when that called people, if it did; inside a transaction. */
export async function putBehind(db: Db, key: string, match: number, calledAt?: number): Promise<void> {
  await db
    .insert(opened)
    .values({ key, match, calledAt })
    .onConflictDoUpdate({
      target: opened.key,
      set: { match, ...(calledAt === undefined ? {} : { calledAt }) },
    })
    .run();
}

/** Forgets buttons whose match ended or was closed before `before`. */
export const sweepOpened = (store: Store, before: number): Promise<number> =>
  store.write(
    'meta',
    async (db) =>
      (
        await db
          .delete(opened)
          .where(
            // Asked of each button: those whose match goes on are few, and matches are many.
            exists(
              db
                .select({ id: matches.id })
                .from(matches)
                .where(
                  and(
                    eq(matches.id, opened.match),
                    inArray(matches.status, ['over', 'closed']),
                    lt(matches.endedAt, before),
                  ),
                ),
            ),
          )
          .returning({ key: opened.key })
          .all()
      ).length,
  );
