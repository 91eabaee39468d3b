import { and, asc, eq, inArray, isNotNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { type Store, writing } from './open.ts';
import { matches } from './schema.ts';
import { daily, days, members } from './standings.ts';

export type RunRow = typeof daily.$inferSelect;

export function runOf(store: Store, game: string, day: number, player: string): RunRow | undefined {
  return store.db
    .select()
    .from(daily)
    .where(and(eq(daily.game, game), eq(daily.day, day), eq(daily.player, player)))
    .get();
}

/** Day numbers that a player finished. */
export const finishedDays = (store: Store, game: string, player: string): number[] =>
  daysIn(store, game, player, 'finished');

/** Day numbers of a player's runs that were put aside when their days closed: they break no streak and add none. */
export const asideDays = (store: Store, game: string, player: string): number[] =>
  daysIn(store, game, player, 'aside');

function daysIn(store: Store, game: string, player: string, state: RunRow['state']): number[] {
  return store.db
    .select({ day: daily.day })
    .from(daily)
    .where(
      and(
        eq(daily.player, player),
        eq(daily.game, game),
        // The plus keeps the planner off the index by state, in which nearly all runs are finished ones.
        sql`+${daily.state} = ${sql.raw(`'${state}'`)}`,
      ),
    )
    .all()
    .map((row) => row.day);
}

/** Runs of a player that are open on days before `day`, oldest first; `aside`: whether their matches are put aside. */
export function openRuns(
  store: Store,
  game: string,
  player: string,
  day: number,
): (RunRow & { readonly aside: boolean })[] {
  return store.db
    .select({ run: daily, aside: matches.aside })
    .from(daily)
    .innerJoin(matches, eq(matches.id, daily.match))
    .where(
      and(eq(daily.player, player), eq(daily.game, game), lt(daily.day, day), sql`+${daily.state} = 'open'`),
    )
    .orderBy(asc(daily.day))
    .all()
    .map(({ run, aside }) => ({ ...run, aside: aside !== null }));
}

/** Matches of runs that are still open on days before `day`. */
export function openBefore(store: Store, day: number): number[] {
  return store.db
    .select({ match: daily.match })
    .from(daily)
    .where(and(eq(daily.state, 'open'), lt(daily.day, day)))
    .limit(200)
    .all()
    .map((row) => row.match);
}

/** Closes an open run that cannot be ended, since its match is put aside: it counts for nothing. */
export async function putRunAside(store: Store, match: number, at: number): Promise<void> {
  await writing(store, () => {
    store.db
      .update(daily)
      .set({ state: 'aside' })
      .where(and(eq(daily.match, match), eq(daily.state, 'open')))
      .run();
    store.db
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
export function placing(
  store: Store,
  game: string,
  day: number,
  { score, tie }: Worth,
  guild?: string,
): Placing {
  const here =
    guild === undefined
      ? undefined
      : inArray(
          daily.player,
          store.db.select({ player: members.player }).from(members).where(eq(members.guild, guild)),
        );
  const ended = and(eq(daily.game, game), eq(daily.day, day), isNotNull(daily.score), here);
  const own = sql`(${score}, ${tie})`;
  return {
    rank: 1 + count(store, and(ended, sql`(${daily.score}, ${daily.tie}) > ${own}`)),
    of: count(store, ended),
    behind: count(store, and(ended, sql`(${daily.score}, ${daily.tie}) < ${own}`)),
  };
}

const count = (store: Store, where: SQL | undefined): number =>
  store.db.select({ n: sql<number>`count(*)` }).from(daily).where(where).get()!.n;

/** A player's best score on other days of the map that a day has; null without one. */
export function bestElsewhere(store: Store, game: string, player: string, day: number): number | null {
  const this_ = alias(days, 'this');
  const row = store.db
    .select({ best: sql<number | null>`max(${daily.score})` })
    .from(daily)
    .innerJoin(days, and(eq(days.game, daily.game), eq(days.day, daily.day)))
    .innerJoin(this_, and(eq(this_.game, daily.game), eq(this_.day, day), eq(this_.map, days.map)))
    .where(and(eq(daily.player, player), eq(daily.game, game), ne(daily.day, day)))
    .get();
  return row?.best ?? null;
}
