import { and, eq, exists, inArray, ne, sql } from 'drizzle-orm';
import { prepared, type Store, shaped } from './engine/types.ts';
import { type DueJob, type JobKey, replaceJobs } from './jobs.ts';
import { type Fresh, renewMessage } from './messages.ts';
import type { PlayerRow } from './players.ts';
import { addJobs, type NewJob } from './projection.ts';
import { mutes, players, quiets, vacations } from './schema.ts';

/** Who wants to be reminded of what, and the message that reminds. */

export type Reader = Pick<
  PlayerRow,
  'id' | 'pings' | 'closed' | 'locale' | 'discordLocale' | 'quietFrom' | 'quietTo' | 'zone'
>;

const READER = {
  id: players.id,
  pings: players.pings,
  closed: players.closed,
  locale: players.locale,
  discordLocale: players.discordLocale,
  quietFrom: players.quietFrom,
  quietTo: players.quietTo,
  zone: players.zone,
};

const reading = prepared((db) =>
  db
    .select(READER)
    .from(players)
    .where(eq(players.id, sql.placeholder('player')))
    .prepare(),
);

/** What a player wishes; undefined for somebody who was never met. */
export const readerOf = (store: Store, player: string): Promise<Reader | undefined> =>
  store.read(async (db) => reading(db).get({ player }));

/** A reader, and whether there is anything of them that few have. */
export interface Read extends Reader {
  /** They have muted some table. */
  readonly mutes: boolean;
  /** They are, were or will be on vacation. */
  readonly rests: boolean;
}

/** One statement for each number of people. */
const several = shaped((db, count: number) => {
  const one = { one: sql`1` };
  return db
    .select({
      ...READER,
      mutes: exists(db.select(one).from(mutes).where(eq(mutes.player, players.id))).mapWith(Boolean),
      rests: exists(db.select(one).from(vacations).where(eq(vacations.player, players.id))).mapWith(Boolean),
    })
    .from(players)
    .where(
      inArray(
        players.id,
        Array.from({ length: count }, (_, i) => sql.placeholder(`${i}`)),
      ),
    )
    .prepare();
});

/** What people wish, in no order; without strangers. */
export const readersOf = (store: Store, ids: readonly string[]): Promise<Read[]> =>
  store.read(async (db) => (ids.length === 0 ? [] : several(db, ids.length).all({ ...ids })));

/** Those who want no more reminders in a phase of a match. */
export const silentIn = (store: Store, match: number, phase: string): Promise<string[]> =>
  store.read(async (db) =>
    (
      await db
        .select({ player: quiets.player })
        .from(quiets)
        .where(and(eq(quiets.match, match), eq(quiets.phase, phase)))
        .all()
    ).map(({ player }) => player),
  );

/** A player wants no more reminders in a phase of a match; what was noted for earlier phases goes. */
export async function silence(store: Store, match: number, phase: string, player: string): Promise<void> {
  await store.write(`match:${match}`, async (db) => {
    await db
      .delete(quiets)
      .where(and(eq(quiets.match, match), ne(quiets.phase, phase)))
      .run();
    await db.insert(quiets).values({ match, phase, player }).onConflictDoNothing().run();
  });
}

/** Notes whether somebody takes no direct messages. */
export async function setClosed(store: Store, player: string, closed: boolean): Promise<void> {
  await store.write(`player:${player}`, async (db) =>
    db.update(players).set({ closed }).where(eq(players.id, player)).run(),
  );
}

/** Notes who is to be pinged of a match later; what was noted before stays as it is. */
export async function noteLater(store: Store, match: number, later: readonly NewJob[]): Promise<void> {
  if (later.length > 0) await store.write(`match:${match}`, async (db) => addJobs(db, match, later));
}

/**
 * Notes what became of reminders, all of it or nothing: the message that is to be posted, if there is one, the jobs that are
 * done with it, and those that have to wait. What stands of earlier ones is looked at again.
 */
export async function noteReminded(
  store: Store,
  match: number,
  message: Fresh | undefined,
  done: readonly JobKey[],
  later: readonly DueJob[],
  at: number,
): Promise<void> {
  await store.write([`match:${match}`, 'jobs'], async (db) => {
    if (message) await renewMessage(db, { match }, message, at);
    await replaceJobs(db, done, later, at);
  });
}
