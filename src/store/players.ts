import { eq } from 'drizzle-orm';
import { type Store, writing } from './open.ts';
import { players } from './schema.ts';

export type PlayerRow = typeof players.$inferSelect;

/** Remembers the name a player goes by now; writes only when it is new. */
export async function meet(store: Store, id: string, name: string): Promise<PlayerRow> {
  const known = store.db.select().from(players).where(eq(players.id, id)).get();
  if (known?.name === name) return known;
  return writing(
    store,
    () =>
      store.db
        .insert(players)
        .values({ id, name })
        .onConflictDoUpdate({ target: players.id, set: { name } })
        .returning()
        .get()!,
  );
}

/** Sets whether solo asks before a choice counts. */
export async function setAsks(store: Store, id: string, asks: boolean): Promise<void> {
  await writing(store, () => store.db.update(players).set({ asks }).where(eq(players.id, id)).run());
}
