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

/** Keeps people away from now on, or no longer; `player` was met before. */
export async function setBlocked(
  store: Store,
  player: string,
  others: readonly string[],
  blocked: boolean,
): Promise<void> {
  await writing(store, () => {
    for (const one of others) {
      const row = and(eq(blocks.player, player), eq(blocks.blocked, one));
      if (blocked) store.db.insert(blocks).values({ player, blocked: one }).onConflictDoNothing().run();
      else store.db.delete(blocks).where(row).run();
    }
  });
}
