import { and, asc, eq } from 'drizzle-orm';
import { type Store, writing } from './open.ts';
import { blocks } from './schema.ts';

/** Whom players keep from the lobbies that they host. */

/** Ids of those whom a player keeps away. */
export const blockedBy = (store: Store, player: string): string[] =>
  store.db
    .select({ blocked: blocks.blocked })
    .from(blocks)
    .where(eq(blocks.player, player))
    .orderBy(asc(blocks.blocked))
    .all()
    .map(({ blocked }) => blocked);

/** Whether `player` keeps somebody away. */
export const isBlocked = (store: Store, player: string, blocked: string): boolean =>
  store.db
    .select()
    .from(blocks)
    .where(and(eq(blocks.player, player), eq(blocks.blocked, blocked)))
    .get() !== undefined;

/** Keeps just these people away from now on; `player` was met before. */
export async function setBlocked(store: Store, player: string, blocked: readonly string[]): Promise<void> {
  await writing(store, () => {
    store.db.delete(blocks).where(eq(blocks.player, player)).run();
    for (const one of blocked)
      store.db.insert(blocks).values({ player, blocked: one }).onConflictDoNothing().run();
  });
}
