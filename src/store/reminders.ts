import { and, eq, inArray, ne } from 'drizzle-orm';
import { type DueJob, type JobKey, replaceJobs } from './jobs.ts';
import { type Fresh, renewMessage } from './messages.ts';
import { type Store, writing } from './open.ts';
import type { PlayerRow } from './players.ts';
import { addJobs, type NewJob } from './projection.ts';
import { players, quiets } from './schema.ts';

/** Who wants to be reminded of what, and the message that reminds. */

export type Reader = Pick<PlayerRow, 'id' | 'pings' | 'closed' | 'locale' | 'quietFrom' | 'quietTo' | 'zone'>;

const READER = {
  id: players.id,
  pings: players.pings,
  closed: players.closed,
  locale: players.locale,
  quietFrom: players.quietFrom,
  quietTo: players.quietTo,
  zone: players.zone,
};

/** What a player wishes; undefined for somebody who was never met. */
export const readerOf = (store: Store, player: string): Reader | undefined =>
  store.db.select(READER).from(players).where(eq(players.id, player)).get();

/** What people wish, in no order; without strangers. */
export const readersOf = (store: Store, ids: readonly string[]): Reader[] =>
  store.db
    .select(READER)
    .from(players)
    .where(inArray(players.id, [...ids]))
    .all();

/** Those who want no more reminders in a phase of a match. */
export const silentIn = (store: Store, match: number, phase: string): string[] =>
  store.db
    .select({ player: quiets.player })
    .from(quiets)
    .where(and(eq(quiets.match, match), eq(quiets.phase, phase)))
    .all()
    .map(({ player }) => player);

/** A player wants no more reminders in a phase of a match; what was noted for earlier phases goes. */
export async function silence(store: Store, match: number, phase: string, player: string): Promise<void> {
  await writing(store, () => {
    store.db
      .delete(quiets)
      .where(and(eq(quiets.match, match), ne(quiets.phase, phase)))
      .run();
    store.db.insert(quiets).values({ match, phase, player }).onConflictDoNothing().run();
  });
}

/** Notes whether somebody takes no direct messages. */
export async function setClosed(store: Store, player: string, closed: boolean): Promise<void> {
  await writing(store, () => store.db.update(players).set({ closed }).where(eq(players.id, player)).run());
}

/** Notes who is to be pinged of a match later; what was noted before stays as it is. */
export async function noteLater(store: Store, match: number, later: readonly NewJob[]): Promise<void> {
  if (later.length > 0) await writing(store, () => addJobs(store, match, later));
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
  await writing(store, () => {
    if (message) renewMessage(store, { match }, message, at);
    replaceJobs(store, done, later, at);
  });
}
