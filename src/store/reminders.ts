import { and, eq, inArray, ne } from 'drizzle-orm';
import { type DueJob, type JobKey, replaceJobs } from './jobs.ts';
import { type Store, writing } from './open.ts';
import type { PlayerRow } from './players.ts';
import { players, quiets, tables } from './schema.ts';

/** Who wants to be reminded of what, and the message that reminds. */

export type Reader = Pick<
  PlayerRow,
  'id' | 'reminders' | 'closed' | 'locale' | 'quietFrom' | 'quietTo' | 'zone'
>;

const READER = {
  id: players.id,
  reminders: players.reminders,
  closed: players.closed,
  locale: players.locale,
  quietFrom: players.quietFrom,
  quietTo: players.quietTo,
  zone: players.zone,
};

/** What a player wishes; undefined for somebody who was never met. */
export const readerOf = (store: Store, player: string): Reader | undefined =>
  store.db.select(READER).from(players).where(eq(players.id, player)).get();

/** What people wish, without those who want no more reminders in this phase of a match. */
export function readersOf(store: Store, match: number, phase: string, ids: readonly string[]): Reader[] {
  const silent = store.db
    .select({ player: quiets.player })
    .from(quiets)
    .where(and(eq(quiets.match, match), eq(quiets.phase, phase)))
    .all()
    .map(({ player }) => player);
  const all = store.db
    .select(READER)
    .from(players)
    .where(inArray(players.id, [...ids]))
    .all();
  return all.filter(({ id }) => !silent.includes(id));
}

/** Those of some people who are told of their turns once a day, in a direct message. */
export const digestReaders = (store: Store, ids: readonly string[]): string[] =>
  store.db
    .select({ id: players.id })
    .from(players)
    .where(and(inArray(players.id, [...ids]), eq(players.reminders, 'digest'), eq(players.closed, false)))
    .all()
    .map(({ id }) => id);

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

/** What became of reminders that were due. */
export interface Reminded {
  /** The message that stands at the table now, if one was posted. */
  readonly message: string | undefined;
  readonly phase: string;
  readonly done: readonly JobKey[];
  /** Reminders that have to wait. */
  readonly later: readonly DueJob[];
}

/** Notes what became of reminders, all of it or nothing: done again, a message would take the place of itself. */
export async function noteReminded(
  store: Store,
  match: number,
  { message, phase, done, later }: Reminded,
  at: number,
): Promise<void> {
  await writing(store, () => {
    if (message !== undefined)
      store.db
        .update(tables)
        .set({ reminder: message, reminderPhase: phase })
        .where(eq(tables.match, match))
        .run();
    replaceJobs(store, done, later, at);
  });
}

/** A reminder does not stand there any more. */
export async function forgetReminder(store: Store, match: number, reminder: string): Promise<void> {
  await writing(store, () =>
    store.db
      .update(tables)
      .set({ reminder: null, reminderPhase: null })
      .where(and(eq(tables.match, match), eq(tables.reminder, reminder)))
      .run(),
  );
}
