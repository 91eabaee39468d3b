import { and, asc, eq } from 'drizzle-orm';
import type { Db, Store } from './engine/types.ts';
import { blocks } from './schema.ts';

/** Whom players keep from the lobbies that they host. */

/** Ids of those whom a player keeps away. */
export const blockedBy = (store: Store, player: string): Promise<string[]> =>
  store.read(async (db) =>
    (
      await db
        .select({ blocked: blocks.blocked })
        .from(blocks)
        .where(eq(blocks.player, player))
        .orderBy(asc(blocks.blocked))
        .all()
    ).map(({ blocked }) => blocked),
  );

/** Whether `player` keeps somebody away. */
export const isBlocked = (store: Store, player: string, blocked: string): Promise<boolean> =>
  store.read((db) => isBlockedIn(db, player, blocked));

/** As `isBlocked`, inside a transaction. */
export async function isBlockedIn(db: Db, player: string, blocked: string): Promise<boolean> {
  const row = and(eq(blocks.player, player), eq(blocks.blocked, blocked));
  return (await db.select().from(blocks).where(row).get()) !== undefined;
}

/** Keeps people away from now on, or no longer; `player` was met before. */
export async function setBlocked(
  store: Store,
  player: string,
  others: readonly string[],
  blocked: boolean,
): Promise<void> {
  await store.write(`player:${player}`, async (db) => {
    for (const one of others) {
      const row = and(eq(blocks.player, player), eq(blocks.blocked, one));
      if (blocked) await db.insert(blocks).values({ player, blocked: one }).onConflictDoNothing().run();
      else await db.delete(blocks).where(row).run();
    }
  });
}
