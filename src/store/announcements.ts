import { and, asc, desc, eq, gt, isNotNull, isNull, lt, lte, or } from 'drizzle-orm';
import type { GuildRow } from './guilds.ts';
import { type Store, writing } from './open.ts';
import { shownName } from './players.ts';
import { players } from './schema.ts';
import { daily, guilds, members } from './standings.ts';

/** The announcement of the daily: claimed in the database before it is posted, so that there is one a day. */

/** A claim may be tried again from the first of these ages (milliseconds) on, until the second. */
const AGAIN = 20_000;
export const UNSURE = 3 * 60_000;

const open = and(isNotNull(guilds.dailyChannel), isNull(guilds.goneAt));

/** Claimed for `day` by somebody who has not said what became of it, long enough ago, and not too long. */
const hanging = (day: number, at: number) =>
  and(
    eq(guilds.announced, day),
    isNull(guilds.message),
    isNull(guilds.trouble),
    lte(guilds.announcedAt, at - AGAIN),
    gt(guilds.announcedAt, at - UNSURE),
  );

/** Servers in which `day` is to be announced now. */
export const due = (store: Store, day: number, at: number): string[] =>
  store.db
    .select({ id: guilds.id })
    .from(guilds)
    .where(and(open, or(lt(guilds.announced, day), hanging(day, at))))
    .orderBy(asc(guilds.id))
    .limit(50)
    .all()
    .map(({ id }) => id);

/**
 * Claims the announcement of a day in a server: the row as it is then, or undefined where it was announced, or is
 * being announced by somebody else. The message of an earlier day is noted as the one to be shrunk.
 */
export async function claim(
  store: Store,
  id: string,
  day: number,
  at: number,
): Promise<GuildRow | undefined> {
  return writing(store, () => {
    const { db } = store;
    const row = db
      .select()
      .from(guilds)
      .where(and(eq(guilds.id, id), open, or(lt(guilds.announced, day), hanging(day, at))))
      .get();
    if (!row || row.announced === day) return row;
    const older = row.message
      ? { before: row.message, beforeChannel: row.messageChannel, beforeDay: row.announced }
      : {};
    return db
      .update(guilds)
      .set({ announced: day, announcedAt: at, message: null, messageChannel: null, trouble: null, ...older })
      .where(eq(guilds.id, id))
      .returning()
      .get();
  });
}

/** Notes the message of a day, or Discord's refusal of it. */
export async function settle(
  store: Store,
  id: string,
  day: number,
  outcome: { readonly message: string; readonly channel: string } | { readonly trouble: number },
): Promise<void> {
  const change =
    'trouble' in outcome
      ? { trouble: String(outcome.trouble) }
      : { message: outcome.message, messageChannel: outcome.channel, trouble: null };
  await writing(store, () =>
    store.db
      .update(guilds)
      .set(change)
      .where(and(eq(guilds.id, id), eq(guilds.announced, day), isNull(guilds.message)))
      .run(),
  );
}

export interface Old {
  readonly guild: string;
  readonly channel: string;
  readonly message: string;
  readonly day: number;
}

/**
 * Messages of days before `day` that still have their buttons and tell of a day that is closed, so that its scores may
 * be told with the edit: `first` is the first day that is not.
 */
export const outdated = (store: Store, day: number, first: number): Old[] =>
  store.db
    .select()
    .from(guilds)
    .where(
      and(
        isNull(guilds.goneAt),
        or(
          and(isNotNull(guilds.before), lte(guilds.beforeDay, first)),
          // Where there is no channel any more nothing new takes its place.
          and(
            isNotNull(guilds.message),
            isNull(guilds.dailyChannel),
            lt(guilds.announced, day),
            lte(guilds.announced, first),
          ),
        ),
      ),
    )
    .orderBy(asc(guilds.id))
    .limit(50)
    .all()
    .map((row) =>
      row.before
        ? { guild: row.id, channel: row.beforeChannel!, message: row.before, day: row.beforeDay! }
        : { guild: row.id, channel: row.messageChannel!, message: row.message!, day: row.announced },
    );

/** An earlier message that waits for its day to close and would be forgotten when `day` is announced in its place. */
export function waitingBefore(store: Store, id: string, day: number): Old | undefined {
  const row = store.db
    .select()
    .from(guilds)
    .where(and(eq(guilds.id, id), lt(guilds.announced, day), isNotNull(guilds.before)))
    .get();
  return row && { guild: id, channel: row.beforeChannel!, message: row.before!, day: row.beforeDay! };
}

/** An earlier message is as it should be, or cannot be reached any more. */
export async function shrunk(store: Store, { guild, message }: Old): Promise<void> {
  const here = eq(guilds.id, guild);
  await writing(store, () => {
    const { db } = store;
    db.update(guilds)
      .set({ before: null, beforeChannel: null, beforeDay: null })
      .where(and(here, eq(guilds.before, message)))
      .run();
    db.update(guilds)
      .set({ message: null, messageChannel: null })
      .where(and(here, eq(guilds.message, message)))
      .run();
  });
}

/** Runs of a day that have ended, by people who have used the bot in a server; the best first. */
export const playedHere = (
  store: Store,
  game: string,
  day: number,
  guild: string,
): { readonly name: string; readonly score: number; readonly tie: number }[] =>
  store.db
    .select({ name: shownName(), score: daily.score, tie: daily.tie })
    .from(daily)
    .innerJoin(members, and(eq(members.player, daily.player), eq(members.guild, guild)))
    .innerJoin(players, eq(players.id, daily.player))
    .where(and(eq(daily.game, game), eq(daily.day, day), isNotNull(daily.score)))
    .orderBy(desc(daily.score), desc(daily.tie), asc(daily.at), asc(shownName()))
    .all()
    .map(({ name, score, tie }) => ({ name, score: score!, tie }));
