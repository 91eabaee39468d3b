import { and, eq, isNull, sql } from 'drizzle-orm';
import { type Db, prepared, type Store } from './engine/types.ts';
import { players } from './schema.ts';
import { members } from './scores.ts';

export type PlayerRow = typeof players.$inferSelect;

/** Whoever presses anything is looked up. */
const reading = prepared((db) => ({
  player: db
    .select()
    .from(players)
    .where(eq(players.id, sql.placeholder('id')))
    .prepare(),
  member: db
    .select()
    .from(members)
    .where(and(eq(members.guild, sql.placeholder('guild')), eq(members.player, sql.placeholder('player'))))
    .prepare(),
}));

const writing = prepared((db) => {
  const named = { id: sql.placeholder('id'), name: sql.placeholder('name') };
  const name = sql`excluded.name`;
  const username = sql`excluded.username`;
  const discordLocale = sql`coalesce(excluded.discord_locale, ${players.discordLocale})`;
  return {
    named: db
      .insert(players)
      .values(named)
      .onConflictDoUpdate({ target: players.id, set: { name } })
      .returning()
      .prepare(),
    account: db
      .insert(players)
      .values({
        ...named,
        username: sql.placeholder('username'),
        discordLocale: sql.placeholder('discordLocale'),
      })
      .onConflictDoUpdate({ target: players.id, set: { name, username, discordLocale } })
      .returning()
      .prepare(),
    member: db
      .insert(members)
      .values({
        guild: sql.placeholder('guild'),
        player: sql.placeholder('player'),
        name: sql.placeholder('name'),
      })
      .onConflictDoUpdate({ target: [members.guild, members.player], set: { name } })
      .prepare(),
  };
});

/** What Discord tells of somebody besides the display name of their account. */
export interface Naming {
  /** The account's unique name. */
  readonly username?: string;
  /** The name they go by in the server, where it is not that of their account. */
  readonly nick?: string | null;
  /** The language of their Discord; told with `username` only. */
  readonly discordLocale?: string;
}

/**
 * Remembers what somebody goes by now: `name` is their account's own, and with `guild` the name there is what that server
 * shows of them. Writes only what is new.
 */
export async function meet(
  store: Store,
  id: string,
  name: string,
  guild: string | null = null,
  { username, nick, discordLocale }: Naming = {},
): Promise<PlayerRow> {
  const here = nick ?? name;
  const known = await store.read(async (db) => {
    const found = await reading(db).player.get({ id });
    const same =
      found?.name === name &&
      (username === undefined || found.username === username) &&
      (discordLocale === undefined || found.discordLocale === discordLocale);
    const there =
      same && (guild === null || (await reading(db).member.get({ guild, player: id }))?.name === here);
    return there ? found : undefined;
  });
  if (known) return known;
  return store.write(`player:${id}`, async (db) => {
    const write = writing(db);
    const met = (await (username === undefined
      ? write.named.get({ id, name })
      : write.account.get({ id, name, username, discordLocale: discordLocale ?? null })))!;
    if (guild !== null) await write.member.run({ guild, player: id, name: here });
    return met;
  });
}

/** In a query that may find a player's row of a server: what that server shows of them. */
export const shownName = () => sql<string>`coalesce(${members.name}, ${players.name})`;

/** Whether a player has used the bot in a server. */
export const isMember = (store: Store, guild: string, player: string): Promise<boolean> =>
  store.read((db) => memberIn(db, guild, player));

/** As `isMember`, inside a transaction. */
export const memberIn = async (db: Db, guild: string, player: string): Promise<boolean> =>
  (await reading(db).member.get({ guild, player })) !== undefined;

/**
 * The name that somebody is shown by in a server, or, with null, in a direct message: the one they go by there, else that
 * of their account, unless they would rather be nobody to people of other servers. Empty for those who are not to be
 * known, undefined for strangers.
 */
export const nameIn = (store: Store, guild: string | null, id: string): Promise<string | undefined> =>
  store.read((db) => nameOf(db, guild, id));

/** As `nameIn`, inside a transaction. */
export async function nameOf(db: Db, guild: string | null, id: string): Promise<string | undefined> {
  const row = await reading(db).player.get({ id });
  if (!row) return undefined;
  const member = guild === null ? undefined : await reading(db).member.get({ guild, player: id });
  if (member) return member.name ?? row.name;
  return row.listed === 'someone' ? '' : row.name;
}

/** The unique name of the account of somebody who has used the bot in a server: there it tells who is who. */
export async function accountIn(store: Store, guild: string | null, id: string): Promise<string | undefined> {
  return store.read(async (db) => {
    const member = guild !== null && (await memberIn(db, guild, id));
    return (member && (await reading(db).player.get({ id }))?.username) || undefined;
  });
}

/** What a player chose for themselves. */
export type Settings = Pick<
  PlayerRow,
  'asks' | 'warns' | 'listed' | 'theme' | 'locale' | 'pings' | 'quietFrom' | 'quietTo' | 'zone'
>;

/** What counts while nothing was chosen. */
const UNCHOSEN: Settings = {
  asks: true,
  warns: true,
  listed: 'name',
  theme: null,
  locale: null,
  pings: 'both',
  quietFrom: null,
  quietTo: null,
  zone: null,
};

/** How many of somebody's settings are not as they are by themselves. */
export const chosenBy = (settings: Settings): number =>
  (Object.keys(UNCHOSEN) as (keyof Settings)[]).filter((key) => settings[key] !== UNCHOSEN[key]).length;

/** A player's settings, also of one who was never met. */
export const settingsOf = (store: Store, id: string): Promise<Settings> =>
  store.read((db) => settingsIn(db, id));

/** As `settingsOf`, inside a transaction. */
export async function settingsIn(db: Db, id: string): Promise<Settings> {
  const row = await db.select().from(players).where(eq(players.id, id)).get();
  if (!row) return UNCHOSEN;
  const { asks, warns, listed, theme, locale, pings, quietFrom, quietTo, zone } = row;
  return { asks, warns, listed, theme, locale, pings, quietFrom, quietTo, zone };
}

/** Changes the named settings of a player who was met before, and leaves the others as they are. */
export async function setSettings(store: Store, id: string, patch: Partial<Settings>): Promise<Settings> {
  await store.write(`player:${id}`, async (db) =>
    db.update(players).set(patch).where(eq(players.id, id)).run(),
  );
  return settingsOf(store, id);
}

/** Sets whether solo asks before a choice counts. */
export async function setAsks(store: Store, id: string, asks: boolean): Promise<void> {
  await store.write(`player:${id}`, async (db) =>
    db.update(players).set({ asks }).where(eq(players.id, id)).run(),
  );
}

/** Notes that an answer did not reach somebody: the match it was about, or 0, which says less than one noted before. */
export async function noteUnheard(store: Store, id: string, match: number): Promise<void> {
  const worse = match === 0 ? isNull(players.unheard) : undefined;
  await store.write(`player:${id}`, async (db) =>
    db
      .update(players)
      .set({ unheard: match })
      .where(and(eq(players.id, id), worse))
      .run(),
  );
}

/** Notes that somebody was told of the answer, about `match` or 0, that did not reach them; not of one lost since. */
export async function noteHeard(store: Store, id: string, match: number): Promise<void> {
  await store.write(`player:${id}`, async (db) =>
    db
      .update(players)
      .set({ unheard: null })
      .where(and(eq(players.id, id), eq(players.unheard, match)))
      .run(),
  );
}

/** The channel of the bot's direct messages with somebody; null where none was opened yet. */
export const directOf = (store: Store, id: string): Promise<string | null> =>
  store.read(async (db) => (await reading(db).player.get({ id }))?.direct ?? null);

export async function setDirect(store: Store, id: string, channel: string): Promise<void> {
  await store.write(`player:${id}`, async (db) =>
    db.update(players).set({ direct: channel }).where(eq(players.id, id)).run(),
  );
}

/** When somebody last pressed something is noted no more often than this, in ms. */
const NOTED = 5 * 60_000;

/** Notes that somebody has pressed something; `player` is what was known of them. */
export async function noteSeen(
  store: Store,
  player: Pick<PlayerRow, 'id' | 'seenAt'>,
  at: number,
): Promise<void> {
  if (at - (player.seenAt ?? 0) < NOTED) return;
  await store.write(`player:${player.id}`, async (db) =>
    db.update(players).set({ seenAt: at }).where(eq(players.id, player.id)).run(),
  );
}

/** When somebody last pressed something (ms), give or take a few minutes; null where nobody knows. */
export const seenAt = (store: Store, id: string): Promise<number | null> =>
  store.read((db) => seenIn(db, id));

/** What is known of somebody; undefined for a stranger. */
export const knownOf = (store: Store, id: string): Promise<PlayerRow | undefined> =>
  store.read((db) => reading(db).player.get({ id }));

/** As `seenAt`, inside a transaction. */
export const seenIn = async (db: Db, id: string): Promise<number | null> =>
  (await reading(db).player.get({ id }))?.seenAt ?? null;
