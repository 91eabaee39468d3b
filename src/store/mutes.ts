import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { listed, named, type Store, shaped } from './engine/types.ts';
import type { MatchRow } from './rows.ts';
import { matches, mutes } from './schema.ts';

/** Tables that somebody muted: nothing of them pings that player any more. */

const mine = (match: number, player: string) => and(eq(mutes.match, match), eq(mutes.player, player));

export const isMuted = (store: Store, match: number, player: string): Promise<boolean> =>
  store.read(async (db) => (await db.select().from(mutes).where(mine(match, player)).get()) !== undefined);

/** Those of some people who muted a table. */
export const mutedBy = (store: Store, match: number, players: readonly string[]): Promise<string[]> =>
  store.read(async (db) =>
    (await among(db, players.length).all({ match, ...named(players) })).map(({ player }) => player),
  );

const among = shaped((db, count: number) =>
  db
    .select({ player: mutes.player })
    .from(mutes)
    .where(and(eq(mutes.match, sql.placeholder('match')), inArray(mutes.player, listed(count))))
    .prepare(),
);

/** The running matches whose tables a player muted, the newest first. */
export const mutedTables = (store: Store, player: string): Promise<Pick<MatchRow, 'id' | 'game' | 'map'>[]> =>
  store.read(async (db) =>
    db
      .select({ id: matches.id, game: matches.game, map: matches.map })
      .from(mutes)
      .innerJoin(matches, eq(matches.id, mutes.match))
      .where(and(eq(mutes.player, player), eq(matches.status, 'running')))
      .orderBy(desc(matches.id))
      .all(),
  );

/** Mutes a table for a player who was met before, or lets it ping them again. */
export async function setMuted(store: Store, match: number, player: string, muted: boolean): Promise<void> {
  await store.write(`player:${player}`, async (db) => {
    if (muted) await db.insert(mutes).values({ match, player }).onConflictDoNothing().run();
    else await db.delete(mutes).where(mine(match, player)).run();
  });
}
