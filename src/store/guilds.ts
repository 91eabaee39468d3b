import { and, eq, inArray, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { followDaily } from './announcements.ts';
import { type Key, prepared, type Store } from './engine/types.ts';
import { changed } from './revision.ts';
import { matches, messages, tables } from './schema.ts';
import { guilds, members, ratings, strengths } from './scores.ts';

/** Servers: which there are, what their admins chose, and what becomes of them when the bot is removed. */

export type GuildRow = typeof guilds.$inferSelect;

const reading = prepared((db) =>
  db
    .select()
    .from(guilds)
    .where(eq(guilds.id, sql.placeholder('id')))
    .prepare(),
);

export const guildOf = (store: Store, id: string): Promise<GuildRow | undefined> =>
  store.read(async (db) => reading(db).get({ id }));

/**
 * The bot is in a server, be it for the first time or again, which has this language in Discord, where it told. Writes only
 * what is new.
 */
export async function arrive(store: Store, id: string, discordLocale?: string): Promise<void> {
  const known = await guildOf(store, id);
  const spoken = discordLocale === undefined ? {} : { discordLocale };
  if (known?.goneAt === null && (discordLocale === undefined || known.discordLocale === discordLocale))
    return;
  await store.write(`guild:${id}`, async (db) =>
    db
      .insert(guilds)
      .values({ id, ...spoken })
      .onConflictDoUpdate({ target: guilds.id, set: { goneAt: null, ...spoken } })
      .run(),
  );
}

/** A server that the bot is in has this language in Discord now. */
export const speaks = (store: Store, id: string, discordLocale: string): Promise<void> =>
  store.write(`guild:${id}`, async (db) => {
    await db
      .update(guilds)
      .set({ discordLocale })
      .where(
        and(eq(guilds.id, id), or(isNull(guilds.discordLocale), ne(guilds.discordLocale, discordLocale))),
      )
      .run();
  });

/** The bot was removed from servers; the first time that this is noticed counts. */
export async function depart(store: Store, ids: readonly string[], at: number): Promise<void> {
  if (ids.length === 0) return;
  await store.write(
    ids.map((id): Key => `guild:${id}`),
    async (db) =>
      db
        .update(guilds)
        .set({ goneAt: at })
        .where(and(inArray(guilds.id, [...ids]), isNull(guilds.goneAt)))
        .run(),
  );
}

/** Ids of all servers that the bot is in, as far as is known. */
export const present = (store: Store): Promise<string[]> =>
  store.read(async (db) =>
    (await db.select({ id: guilds.id }).from(guilds).where(isNull(guilds.goneAt)).all()).map(({ id }) => id),
  );

/** What admins choose for their server. */
export type ServerSettings = Pick<
  GuildRow,
  'channels' | 'roles' | 'lobbies' | 'limit' | 'onTimeout' | 'thread' | 'dailyChannel' | 'theme' | 'locale'
>;

/**
 * Changes the named settings of a server, and notes who did and when. Where Discord had refused today's message of the
 * daily, naming its channel anew is a new try; what does not stand yet goes to the new channel; in all other cases a day
 * that was announced is not announced again. A `change` that depends on what is chosen is asked inside the transaction.
 */
export async function setServer(
  store: Store,
  id: string,
  change: Partial<ServerSettings> | ((known: GuildRow | undefined) => Partial<ServerSettings>),
  by: string,
  at: number,
): Promise<GuildRow> {
  return store.write(`guild:${id}`, async (db) => {
    const patch = typeof change === 'function' ? change(await reading(db).get({ id })) : change;
    const chosen = { ...patch, changedBy: by, changedAt: at };
    const retry = {
      announced: sql`CASE WHEN ${guilds.discordError} IS NULL THEN ${guilds.announced} ELSE ${guilds.announced} - 1 END`,
      discordError: null,
    };
    if (patch.dailyChannel !== undefined) await followDaily(db, id, patch.dailyChannel, at);
    return (await db
      .insert(guilds)
      .values({ id, ...chosen })
      .onConflictDoUpdate({
        target: guilds.id,
        set: { ...chosen, ...(patch.dailyChannel === undefined ? {} : retry) },
      })
      .returning()
      .get())!;
  });
}

/** Lets today's message be tried again where Discord had refused it. */
export async function tryAgain(store: Store, id: string): Promise<void> {
  await store.write(`guild:${id}`, async (db) =>
    db
      .update(guilds)
      .set({ announced: sql`${guilds.announced} - 1`, discordError: null })
      .where(and(eq(guilds.id, id), isNotNull(guilds.discordError)))
      .run(),
  );
}

/** Servers that the bot was removed from at `before` or earlier. */
export const goneBefore = (store: Store, before: number): Promise<string[]> =>
  store.read(async (db) =>
    (await db.select({ id: guilds.id }).from(guilds).where(lte(guilds.goneAt, before)).all()).map(
      ({ id }) => id,
    ),
  );

/**
 * Deletes what is kept of a server, if the bot has been gone from it since `before` or longer: its settings, its
 * members, its ratings, where its tables stood. What has not ended is closed, except what somebody plays alone. The
 * results belong to the people and stay. False when the bot has come back in the meantime.
 */
export async function purge(store: Store, id: string, before: number, at: number): Promise<boolean> {
  return store.write('all', async (db) => {
    const away = and(eq(guilds.id, id), isNotNull(guilds.goneAt), lte(guilds.goneAt, before));
    if ((await db.delete(guilds).where(away).returning({ id: guilds.id }).all()).length === 0) return false;
    await db.delete(members).where(eq(members.guild, id)).run();
    for (const table of [ratings, strengths]) await db.delete(table).where(eq(table.scope, id)).run();
    const here = eq(matches.guild, id);
    const ids = db.select({ id: matches.id }).from(matches).where(here);
    await db
      .delete(messages)
      .where(or(eq(messages.guild, id), inArray(messages.match, ids)))
      .run();
    await db.delete(tables).where(inArray(tables.match, ids)).run();
    await db
      .update(matches)
      .set({ status: 'closed', endedAt: at, ...changed() })
      .where(
        and(here, eq(matches.solo, false), or(eq(matches.status, 'lobby'), eq(matches.status, 'running'))),
      )
      .run();
    await db.update(matches).set({ guild: null, channel: null }).where(here).run();
    return true;
  });
}

const away = prepared((db) =>
  db
    .select({ id: matches.id })
    .from(guilds)
    .innerJoin(matches, eq(matches.guild, guilds.id))
    .where(
      and(
        isNotNull(guilds.goneAt),
        eq(matches.status, 'running'),
        eq(matches.paused, false),
        eq(matches.solo, false),
        isNull(matches.aside),
      ),
    )
    .prepare(),
);

/** Running matches of servers that the bot was removed from, whose clocks have not been stopped yet. */
export const runningAway = (store: Store): Promise<number[]> =>
  store.read(async (db) => (await away(db).all()).map(({ id }) => id));
