import { and, eq, gt, inArray, isNull, like, notLike, or, sql } from 'drizzle-orm';
import { type Db, listed, named, shaped } from './engine/types.ts';
import { changed } from './revision.ts';
import type { EntryRow, FormerRow, MatchRow, ResultRow, SeatRow } from './rows.ts';
import { former, jobs, matches, results, type Status, seats } from './schema.ts';
import { daily, entries } from './scores.ts';

/** What the row of a match says about its state, so that lists need no replay. */
export interface Projection {
  readonly status: Status;
  readonly turn: number;
  readonly toAct: readonly number[];
  /** The match was ended before its game was. */
  readonly unfinished?: boolean;
  readonly results: readonly (Pick<ResultRow, 'seat' | 'player' | 'score' | 'rank' | 'parts'> &
    Partial<Pick<ResultRow, 'facts'>> & {
      /** Of equal scores of a day the higher goes first. */
      readonly tie?: number;
    })[];
  /** Computers played, too. */
  readonly computers?: boolean;
  /** For whom an ended match is rated. */
  readonly entries?: readonly Omit<EntryRow, 'match'>[];
  /** What else of the row changes. */
  readonly row?: Partial<Pick<MatchRow, 'paused' | 'timedAt' | 'voided' | 'touchedAt' | 'turnAt'>>;
  /** Seats that are held otherwise now. */
  readonly seats?: readonly Pick<SeatRow, 'seat' | 'player' | 'state'>[];
  readonly former?: readonly Pick<FormerRow, 'seq' | 'seat' | 'player' | 'state'>[];
  /** Work that falls due from here on. */
  readonly jobs?: readonly NewJob[];
  /** What is due may be so sooner by now than was noted. */
  readonly hasten?: boolean;
  /** Work of these kinds has nothing left to do, but for keys that begin with `but`. */
  readonly past?: { readonly kinds: readonly string[]; readonly but: string | null };
}

/** Work of a match that falls due; the same key is the same work. */
export interface NewJob {
  readonly kind: string;
  readonly key: string;
  readonly due: number;
}

/** Writes what a state says into the rows of its match, whose own row is returned; inside a transaction. */
export async function project(
  db: Db,
  id: number,
  projection: Projection,
  at: number,
  more: Also = {},
): Promise<typeof matches.$inferSelect> {
  const { status, turn, toAct } = projection;
  const voided = projection.row?.voided;
  const counts = !voided || voided === 'shelved';
  const { revises, ...also } = more;
  const set: Partial<Record<Settable, unknown>> = {
    ...{ status, turn, toAct: [...toAct] },
    ...(status === 'over' ? { endedAt: at } : {}),
    ...projection.row,
    ...also,
  };
  const keys = (Object.keys(set) as Settable[]).filter((key) => set[key] !== undefined);
  const shape = { set: keys, revises: revises === true, ends: status === 'over' && counts };
  const [written] = await updating(db, shape).all({ id, ...set });
  const { game, map, day, solo } = written!;
  for (const { seat, player, state } of projection.seats ?? []) {
    const mine = and(eq(seats.match, id), eq(seats.seat, seat));
    const held = await db.select({ player: seats.player }).from(seats).where(mine).get();
    const since = held?.player === player ? {} : { since: at };
    await db
      .update(seats)
      .set({ player, state, ...since })
      .where(mine)
      .run();
  }
  for (const one of projection.former ?? [])
    await db
      .insert(former)
      .values({ match: id, ...one })
      .run();
  if (projection.past) await passBy(db, id, projection.past, at);
  await addJobs(db, id, projection.jobs ?? []);
  if (projection.hasten) await hasten(db, id, at);
  if (status === 'over' && day !== null) {
    const state = projection.unfinished ? 'unfinished' : 'finished';
    const { score = 0, tie = 0 } = projection.results[0] ?? {};
    await db.update(daily).set({ state, score, tie }).where(eq(daily.match, id)).run();
  }
  const kind = day !== null ? 'daily' : projection.computers ? 'computers' : solo ? 'practice' : 'table';
  const people = projection.results.length;
  for (const { tie: _, ...result } of projection.results) {
    const row = { match: id, game, map, kind, people, at, ...result } as const;
    await db.insert(results).values(row).onConflictDoNothing().run();
  }
  for (const entry of projection.entries ?? [])
    await db
      .insert(entries)
      .values({ match: id, ...entry })
      .onConflictDoNothing()
      .run();
  return written!;
}

/** What else of the row of a match is written along with what a state says. */
interface Also {
  /** It is a revision of its own. */
  readonly revises?: true;
  readonly startedAt?: number;
}

/** What an update sets. */
interface Shape {
  readonly set: readonly Settable[];
  readonly revises: boolean;
  /** It gets its number among the finished ones. */
  readonly ends: boolean;
}

type Settable = Exclude<keyof typeof matches.$inferSelect, 'id' | 'revision' | 'settled' | 'ended'>;

/** Putting a statement together anew takes longer than running it. */
const updating = shaped((db, { set, revises, ends }: Shape) =>
  db
    .update(matches)
    .set({
      ...Object.fromEntries(set.map((key) => [key, sql`${sql.param(sql.placeholder(key), matches[key])}`])),
      ...(revises ? changed() : {}),
      ...(ends ? { ended: sql`(SELECT coalesce(max(ended), 0) + 1 FROM matches)` } : {}),
    })
    .where(eq(matches.id, sql.placeholder('id')))
    .returning()
    .prepare(),
);

/** Notes work of a match, unless that very work was noted before; inside a transaction. */
export async function addJobs(db: Db, id: number, due: readonly NewJob[]): Promise<void> {
  if (due.length === 0) return;
  await db
    .insert(jobs)
    .values(due.map((job) => ({ ...job, subject: String(id) })))
    .onConflictDoNothing()
    .run();
}

/**
 * Has what is due in turns looked at anew at `at`: where it is not due yet it is put off again. What waits for one seat
 * alone stays as it is, but for `seat`; inside a transaction.
 */
export async function hasten(db: Db, id: number, at: number, seat?: number): Promise<void> {
  const open = and(
    eq(jobs.subject, String(id)),
    inArray(jobs.kind, ['late', 'remind']),
    isNull(jobs.doneAt),
    isNull(jobs.holder),
    gt(jobs.due, at),
  );
  const whole = notLike(jobs.key, '%/%/%');
  const which = seat === undefined ? whole : or(whole, like(jobs.key, `%/%/${seat}`));
  await db.update(jobs).set({ due: at }).where(and(open, which)).run();
}

/** Marks work as done that would find nothing to do. What has been begun is left to whoever began it. */
async function passBy(
  db: Db,
  id: number,
  { kinds, but }: NonNullable<Projection['past']>,
  at: number,
): Promise<void> {
  const shape = { kinds: kinds.length, but: but !== null };
  await passing(db, shape).run({ at, subject: String(id), but: `${but}%`, ...named(kinds) });
}

const passing = shaped((db, { kinds, but }: { readonly kinds: number; readonly but: boolean }) => {
  const untouched = and(
    eq(jobs.subject, sql.placeholder('subject')),
    inArray(jobs.kind, listed(kinds)),
    isNull(jobs.doneAt),
    isNull(jobs.holder),
    eq(jobs.leaseUntil, 0),
  );
  return db
    .update(jobs)
    .set({ doneAt: sql`${sql.placeholder('at')}` })
    .where(and(untouched, but ? notLike(jobs.key, sql.placeholder('but')) : undefined))
    .prepare();
});
