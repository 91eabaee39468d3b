import { and, asc, desc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { type Db, prepared, type Store } from './engine/types.ts';
import { addMessage, moveMessages } from './messages.ts';
import { shownName } from './players.ts';
import { players } from './schema.ts';
import { daily, guilds, members } from './scores.ts';

/** The announcement of the daily: noted as announced with the row of its message, so that there is one a day. */

/** Slots of these messages begin so; then come the day and the game. */
const ANNOUNCES = 'daily:';

const open = and(isNotNull(guilds.dailyChannel), isNull(guilds.goneAt));

const waiting = prepared((db) =>
  db
    .select({ id: guilds.id })
    .from(guilds)
    .where(and(open, lt(guilds.announced, sql.placeholder('day'))))
    .orderBy(asc(guilds.id))
    .limit(50)
    .prepare(),
);

/** Servers in which `day` is to be announced now. */
export const unannounced = (store: Store, day: number): Promise<string[]> =>
  store.read(async (db) => (await waiting(db).all({ day })).map(({ id }) => id));

/** Notes that a day of some games is announced in a server, and the messages that do it; nothing where somebody else has. */
export async function noteDay(
  store: Store,
  guild: string,
  day: number,
  games: readonly string[],
  at: number,
): Promise<void> {
  await store.write(`guild:${guild}`, async (db) => {
    const row = await db
      .update(guilds)
      .set({ announced: day, discordError: null })
      .where(and(eq(guilds.id, guild), open, lt(guilds.announced, day)))
      .returning()
      .get();
    if (!row?.dailyChannel) return;
    for (const game of games)
      await addMessage(db, { guild }, { slot: `${ANNOUNCES}${day}:${game}`, channel: row.dailyChannel }, at);
  });
}

/**
 * What is announced and does not stand yet follows to the channel that is named now, or is given up where none is, inside a
 * transaction: where it was to be posted it may be refused when nobody waits for that any more.
 */
export async function followDaily(db: Db, guild: string, channel: string | null, at: number): Promise<void> {
  const goes = channel === null ? 'ends' : 'goes';
  await moveMessages(
    db,
    { guild },
    channel ?? '',
    (row) => ({
      how:
        row.slot.startsWith(ANNOUNCES) &&
        row.channel !== channel &&
        (row.state === 'planned' || row.state === 'sending')
          ? goes
          : 'stays',
    }),
    at,
  );
}

/** Notes that Discord refused the message of a day in a channel, unless another one is named by now. */
export async function noteRefusal(
  store: Store,
  guild: string,
  channel: string,
  day: number,
  code: number,
): Promise<void> {
  const refused = and(eq(guilds.id, guild), eq(guilds.announced, day), eq(guilds.dailyChannel, channel));
  await store.write(`guild:${guild}`, async (db) =>
    db
      .update(guilds)
      .set({ discordError: String(code) })
      .where(refused)
      .run(),
  );
}

/** Runs of a day that have ended, by people who have used the bot in a server; the best first. */
export const playedHere = (
  store: Store,
  game: string,
  day: number,
  guild: string,
): Promise<{ readonly name: string; readonly score: number; readonly tie: number }[]> =>
  store.read(async (db) =>
    (
      await db
        .select({ name: shownName(), score: daily.score, tie: daily.tie })
        .from(daily)
        .innerJoin(members, and(eq(members.player, daily.player), eq(members.guild, guild)))
        .innerJoin(players, eq(players.id, daily.player))
        .where(and(eq(daily.game, game), eq(daily.day, day), isNotNull(daily.score)))
        .orderBy(desc(daily.score), desc(daily.tie), asc(daily.at), asc(shownName()))
        .all()
    ).map(({ name, score, tie }) => ({ name, score: score!, tie })),
  );
