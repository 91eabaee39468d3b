import {
  and,
  asc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  like,
  lte,
  notInArray,
  or,
  type Placeholder,
  sql,
} from 'drizzle-orm';
import { notAside } from './aside.ts';
import { type Db, prepared, type Store } from './engine/types.ts';
import { alive as isAlive } from './lease.ts';
import { jobs } from './schema.ts';

/**
 * Work that is due at a time: noted in the commit that makes it necessary, claimed before it is done, and marked as
 * done after it. A process that dies in between has done it or not: doing it again must do no harm.
 */

export type JobRow = typeof jobs.$inferSelect;
export type JobKey = Pick<JobRow, 'kind' | 'subject' | 'key'>;
export type DueJob = JobKey & Pick<JobRow, 'due'>;

const named = ({ kind, subject, key }: JobKey) =>
  and(eq(jobs.kind, kind), eq(jobs.subject, subject), eq(jobs.key, key));

/** A job as it was claimed: nobody has claimed it, changed its time or done it since. */
const stillMine = (job: JobKey & Pick<JobRow, 'holder'>) =>
  and(
    named(job),
    isNull(jobs.doneAt),
    job.holder === null ? isNull(jobs.holder) : eq(jobs.holder, job.holder),
  );

const dueAt = (at: number | Placeholder) => and(isNull(jobs.doneAt), lte(jobs.due, at));

/** Asked each second: whether anything is due. */
const dueNow = prepared((db) => {
  const at = sql.placeholder('at');
  return db
    .select({ due: jobs.due })
    .from(jobs)
    .where(and(dueAt(at), or(lte(jobs.leaseUntil, at), isNotNull(jobs.holder)), notAside(db)))
    .limit(1)
    .prepare();
});

export const jobOf = (store: Store, job: JobKey): Promise<JobRow | undefined> =>
  store.read(async (db) => db.select().from(jobs).where(named(job)).get());

/** Whether a claimed job is still to be done by whoever claimed it. */
export const isClaimed = (store: Store, job: JobRow): Promise<boolean> =>
  store.read(
    async (db) => (await db.select({ key: jobs.key }).from(jobs).where(stillMine(job)).get()) !== undefined,
  );

/**
 * Claims up to `limit` rows that are due for `holder` until `until`, the oldest first. What concerns one subject is
 * held by one process at a time; a holder that is known to be dead loses everything at once. Work of a match that is put
 * aside rests.
 */
export async function claimDue(
  store: Store,
  at: number,
  holder: string,
  until: number,
  limit: number,
  alive: (holder: string) => boolean = isAlive,
): Promise<JobRow[]> {
  if (!(await anythingDue(store, at))) return [];
  return store.write('jobs', async (db) => {
    const held = await db
      .select({ subject: jobs.subject, holder: jobs.holder })
      .from(jobs)
      .where(and(dueAt(at), gt(jobs.leaseUntil, at), isNotNull(jobs.holder)))
      .all();
    const holders = [...new Set(held.map((row) => row.holder!))];
    const dead = holders.filter((one) => !alive(one));
    const busy = new Set(held.filter((row) => !dead.includes(row.holder!)).map(({ subject }) => subject));
    const free = await db
      .select()
      .from(jobs)
      .where(
        and(
          dueAt(at),
          or(lte(jobs.leaseUntil, at), inArray(jobs.holder, dead)),
          notInArray(jobs.subject, [...busy]),
          notAside(db),
        ),
      )
      .orderBy(asc(jobs.due))
      .limit(limit)
      .all();
    return Promise.all(
      free.map(async (row) => {
        await db.update(jobs).set({ holder, leaseUntil: until }).where(named(row)).run();
        return { ...row, holder, leaseUntil: until };
      }),
    );
  });
}

/** Spares the database a transaction each second in which nothing is due. */
const anythingDue = (store: Store, at: number): Promise<boolean> =>
  store.read(async (db) => (await dueNow(db).get({ at })) !== undefined);

/** Marks a claimed job as done. */
export const finish = (store: Store, job: JobRow, at: number): Promise<void> =>
  change(store, job, { doneAt: at, holder: null, leaseUntil: 0 });

/** Lets a claimed job wait until another time. */
export const postpone = (store: Store, job: JobRow, due: number): Promise<void> =>
  change(store, job, { due, holder: null, leaseUntil: 0 });

/** Gives a claimed job back undone; nobody claims it before `until`. */
export const giveBack = (store: Store, job: JobRow, until: number): Promise<void> =>
  change(store, job, { holder: null, leaseUntil: until });

async function change(store: Store, job: JobRow, to: Partial<JobRow>): Promise<void> {
  await store.write('jobs', async (db) => db.update(jobs).set(to).where(stillMine(job)).run());
}

/** Notes work for a time; of the same work nothing else counts any more. */
export async function setJob(store: Store, job: DueJob): Promise<void> {
  await store.write('jobs', async (db) => put(db, job));
}

async function put(db: Db, job: DueJob): Promise<void> {
  const anew = { due: job.due, doneAt: null, holder: null, leaseUntil: 0 };
  await db
    .insert(jobs)
    .values(job)
    .onConflictDoUpdate({ target: [jobs.kind, jobs.subject, jobs.key], set: anew })
    .run();
}

/** Marks work as done and notes other work for it; inside a transaction. */
export async function replaceJobs(
  db: Db,
  done: readonly JobKey[],
  news: readonly DueJob[],
  at: number,
): Promise<void> {
  for (const job of done)
    await db.update(jobs).set({ doneAt: at, holder: null, leaseUntil: 0 }).where(named(job)).run();
  for (const job of news) await put(db, job);
}

/** What of a kind is due for a subject and begins with `prefix`, the oldest first. */
export const dueFor = (
  store: Store,
  kind: string,
  subject: string,
  prefix: string,
  at: number,
): Promise<JobRow[]> => store.read((db) => dueIn(db, kind, subject, prefix, at));

/** As `dueFor`, inside a transaction. */
export const dueIn = (db: Db, kind: string, subject: string, prefix: string, at: number): Promise<JobRow[]> =>
  dueSo(db).all({ kind, subject, prefix: `${prefix}%`, at });

const dueSo = prepared((db) =>
  db
    .select()
    .from(jobs)
    .where(
      and(
        eq(jobs.kind, sql.placeholder('kind')),
        eq(jobs.subject, sql.placeholder('subject')),
        like(jobs.key, sql.placeholder('prefix')),
        dueAt(sql.placeholder('at')),
      ),
    )
    .orderBy(asc(jobs.due), asc(jobs.key))
    .prepare(),
);

/** The keys of what of a kind is still to be done for a subject and begins with `prefix`. */
export const openKeys = (store: Store, kind: string, subject: string, prefix: string): Promise<string[]> =>
  store.read(async (db) =>
    (await dueIn(db, kind, subject, prefix, Number.MAX_SAFE_INTEGER)).map(({ key }) => key),
  );

/** Deletes up to `limit` rows that were done before `before`; resolves with their number. */
export const sweep = (store: Store, before: number, limit = 500): Promise<number> =>
  store.write('jobs', async (db) => {
    const old = db
      .select({ kind: jobs.kind, subject: jobs.subject, key: jobs.key })
      .from(jobs)
      .where(lte(jobs.doneAt, before))
      .limit(limit);
    const swept = await db
      .delete(jobs)
      .where(sql`(${jobs.kind}, ${jobs.subject}, ${jobs.key}) IN ${old}`)
      .returning({ key: jobs.key })
      .all();
    return swept.length;
  });
