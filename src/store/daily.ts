import { and, asc, eq, inArray, isNotNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { type Db, prepared, type Store } from './engine/types.ts';
import { matches } from './schema.ts';
import { daily, days, members } from './scores.ts';

export type RunRow = typeof daily.$inferSelect;

export const runOf = (store: Store, game: string, day: number, player: string): Promise<RunRow | undefined> =>
  store.read((db) => runIn(db, game, day, player));

/** As `runOf`, inside a transaction. */
export async function runIn(db: Db, game: string, day: number, player: string): Promise<RunRow | undefined> {
  return db
    .select()
    .from(daily)
    .where(and(eq(daily.game, game), eq(daily.day, day), eq(daily.player, player)))
    .get();
}

/** Day numbers that a player finished. */
export const finishedDays = (store: Store, game: string, player: string): Promise<number[]> =>
  store.read((db) => finishedIn(db, game, player));

/** As `finishedDays`, inside a transaction. */
export const finishedIn = (db: Db, game: string, player: string): Promise<number[]> =>
  daysIn(db, game, player, 'finished');

/** Day numbers of a player's runs that were put aside when their days closed: they break no streak and add none. */
export const asideDays = (store: Store, game: string, player: string): Promise<number[]> =>
  store.read((db) => asideIn(db, game, player));

/** As `asideDays`, inside a transaction. */
export const asideIn = (db: Db, game: string, player: string): Promise<number[]> =>
  daysIn(db, game, player, 'aside');

async function daysIn(db: Db, game: string, player: string, state: RunRow['state']): Promise<number[]> {
  return (
    await db
      .select({ day: daily.day })
      .from(daily)
      .where(
        and(
          eq(daily.player, player),
          eq(daily.game, game),
          // What is appended keeps the planner off the index by state, in which nearly all runs are finished ones.
          sql`${daily.state} || '' = ${sql.raw(`'${state}'`)}`,
        ),
      )
      .all()
  ).map((row) => row.day);
}

/** Runs of a player that are open on days before `day`, oldest first; `aside`: whether their matches are put aside. */
export const openRuns = (
  store: Store,
  game: string,
  player: string,
  day: number,
): Promise<(RunRow & { readonly aside: boolean })[]> => store.read((db) => runsIn(db, game, player, day));

/** As `openRuns`, inside a transaction. */
export async function runsIn(
  db: Db,
  game: string,
  player: string,
  day: number,
): Promise<(RunRow & { readonly aside: boolean })[]> {
  return (
    await db
      .select({ run: daily, aside: matches.aside })
      .from(daily)
      .innerJoin(matches, eq(matches.id, daily.match))
      .where(
        and(
          eq(daily.player, player),
          eq(daily.game, game),
          lt(daily.day, day),
          sql`${daily.state} || '' = 'open'`,
        ),
      )
      .orderBy(asc(daily.day))
      .all()
  ).map(({ run, aside }) => ({ ...run, aside: aside !== null }));
}

const left = prepared((db) =>
  db
    .select({ match: daily.match })
    .from(daily)
    .where(and(eq(daily.state, 'open'), lt(daily.day, sql.placeholder('day'))))
    .limit(200)
    .prepare(),
);

/** Matches of runs that are still open on days before `day`. */
export const openBefore = (store: Store, day: number): Promise<number[]> =>
  store.read(async (db) => (await left(db).all({ day })).map(({ match }) => match));

/** Closes an open run that cannot be ended, since its match is put aside: it counts for nothing. */
export async function putRunAside(store: Store, match: number, at: number): Promise<void> {
  await store.write(`match:${match}`, async (db) => {
    await db
      .update(daily)
      .set({ state: 'aside' })
      .where(and(eq(daily.match, match), eq(daily.state, 'open')))
      .run();
    await db
      .update(matches)
      .set({ status: 'closed', endedAt: at, aside: null })
      .where(and(eq(matches.id, match), eq(matches.status, 'running')))
      .run();
  });
}

/** What a run of a day comes to: its score and, between equal scores, its tie-break; the higher goes first. */
export type Worth = Pick<RunRow, 'score' | 'tie'>;

export interface Placing {
  /** 1-based; equal runs share it. */
  readonly rank: number;
  /** How many have ended their run of the day, this one included. */
  readonly of: number;
  /** How many of them are behind it. */
  readonly behind: number;
}

/** Where a run stands on a day: in the world, or among those who have used the bot in a server. */
export async function placing(
  store: Store,
  game: string,
  day: number,
  { score, tie }: Worth,
  guild?: string,
): Promise<Placing> {
  return store.read(async (db) => {
    const here =
      guild === undefined
        ? undefined
        : inArray(
            daily.player,
            db.select({ player: members.player }).from(members).where(eq(members.guild, guild)),
          );
    const ended = and(eq(daily.game, game), eq(daily.day, day), isNotNull(daily.score), here);
    const own = sql`(${score}, ${tie})`;
    return {
      rank: 1 + (await count(db, and(ended, sql`(${daily.score}, ${daily.tie}) > ${own}`))),
      of: await count(db, ended),
      behind: await count(db, and(ended, sql`(${daily.score}, ${daily.tie}) < ${own}`)),
    };
  });
}

const tallied = prepared((db) =>
  db
    .select({ score: daily.score, players: sql<number>`count(*)` })
    .from(daily)
    .where(
      and(
        eq(daily.game, sql.placeholder('game')),
        eq(daily.day, sql.placeholder('day')),
        isNotNull(daily.score),
      ),
    )
    .groupBy(daily.score)
    .orderBy(asc(daily.score))
    .prepare(),
);

/** How many have ended their run of a day with each score, the lowest first. */
export const scoresOf = (
  store: Store,
  game: string,
  day: number,
): Promise<(readonly [score: number, players: number])[]> =>
  store.read(async (db) =>
    (await tallied(db).all({ game, day })).map(({ score, players }) => [score!, players] as const),
  );

const count = async (db: Db, where: SQL | undefined): Promise<number> =>
  (await db.select({ n: sql<number>`count(*)` }).from(daily).where(where).get())!.n;

/** A player's best score on other days of the map that a day has; null without one. */
export async function bestElsewhere(
  store: Store,
  game: string,
  player: string,
  day: number,
): Promise<number | null> {
  return store.read(async (db) => {
    const this_ = alias(days, 'this');
    const row = await db
      .select({ best: sql<number | null>`max(${daily.score})` })
      .from(daily)
      .innerJoin(days, and(eq(days.game, daily.game), eq(days.day, daily.day)))
      .innerJoin(this_, and(eq(this_.game, daily.game), eq(this_.day, day), eq(this_.map, days.map)))
      .where(and(eq(daily.player, player), eq(daily.game, game), ne(daily.day, day)))
      .get();
    return row?.best ?? null;
  });
}
