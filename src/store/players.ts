import { and, eq, sql } from 'drizzle-orm';
import { type Store, writing } from './open.ts';
import { prepared } from './prepared.ts';
import { players } from './schema.ts';
import { members } from './standings.ts';

export type PlayerRow = typeof players.$inferSelect;

/** Ids of players who had everything about them deleted begin with this; their name is empty. */
export const GONE = 'gone-';

/** Whether a player was somebody who is not to be known any more. */
export const isGone = (player: string): boolean => player.startsWith(GONE);

/** Whoever presses anything is looked up. */
const reading = prepared(({ db }) => ({
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

/**
 * Remembers the name a player goes by now and, with `guild`, that they have used the bot in that server; writes only
 * what is new.
 */
export async function meet(
  store: Store,
  id: string,
  name: string,
  guild: string | null = null,
): Promise<PlayerRow> {
  const known = reading(store).player.get({ id });
  const here = guild === null || isMember(store, guild, id);
  if (known?.name === name && here) return known;
  return writing(store, () => {
    const met = store.db
      .insert(players)
      .values({ id, name })
      .onConflictDoUpdate({ target: players.id, set: { name } })
      .returning()
      .get()!;
    if (guild !== null) store.db.insert(members).values({ guild, player: id }).onConflictDoNothing().run();
    return met;
  });
}

/** Whether a player has used the bot in a server. */
export const isMember = (store: Store, guild: string, player: string): boolean =>
  reading(store).member.get({ guild, player }) !== undefined;

/** The name somebody goes by; empty for those who are not to be known any more, undefined for strangers. */
export const nameOf = (store: Store, id: string): string | undefined =>
  store.db.select().from(players).where(eq(players.id, id)).get()?.name;

/** What a player chose for themselves. */
export type Settings = Pick<
  PlayerRow,
  'asks' | 'warns' | 'theme' | 'locale' | 'pings' | 'quietFrom' | 'quietTo' | 'zone'
>;

/** What counts while nothing was chosen. */
const UNCHOSEN: Settings = {
  asks: true,
  warns: true,
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
export function settingsOf(store: Store, id: string): Settings {
  const row = store.db.select().from(players).where(eq(players.id, id)).get();
  if (!row) return UNCHOSEN;
  const { asks, warns, theme, locale, pings, quietFrom, quietTo, zone } = row;
  return { asks, warns, theme, locale, pings, quietFrom, quietTo, zone };
}

/** Changes the named settings of a player who was met before, and leaves the others as they are. */
export async function setSettings(store: Store, id: string, patch: Partial<Settings>): Promise<Settings> {
  await writing(store, () => store.db.update(players).set(patch).where(eq(players.id, id)).run());
  return settingsOf(store, id);
}

/** Sets whether solo asks before a choice counts. */
export async function setAsks(store: Store, id: string, asks: boolean): Promise<void> {
  await writing(store, () => store.db.update(players).set({ asks }).where(eq(players.id, id)).run());
}
