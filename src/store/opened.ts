import { and, asc, eq, gt, inArray, lt, or } from 'drizzle-orm';
import { LOBBY_COUNTS_FOR, openedOnce } from './once.ts';
import { type Store, writing } from './open.ts';
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
export const lobbiesBy = (store: Store, user: string, at: number): OpenLobby[] =>
  store.db
    .select({ id: matches.id, guild: matches.guild })
    .from(matches)
    .where(
      and(
        or(eq(matches.openedBy, user), inArray(matches.id, openedOnce(store, user, at))),
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
export function behindButton(
  store: Store,
  button: string,
  player: string | false = false,
): number | undefined {
  return store.db
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
    .get()?.id;
}

/** Whether what a button opens may call people: it has called nobody since `since`. */
export function mayCall(store: Store, button: string, since: number): boolean {
  const row = store.db.select().from(opened).where(eq(opened.key, button)).get();
  return (row?.calledAt ?? null) === null || row!.calledAt! <= since;
}

/** Notes what a button has opened, and when that called people, if it did; inside a transaction. */
export function putBehind(store: Store, key: string, match: number, calledAt?: number): void {
  store.db
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
  writing(
    store,
    () =>
      store.db
        .delete(opened)
        .where(
          inArray(
            opened.match,
            store.db
              .select({ id: matches.id })
              .from(matches)
              .where(and(inArray(matches.status, ['over', 'closed']), lt(matches.endedAt, before))),
          ),
        )
        .run().changes,
  );
