import { and, count, inArray, isNull, lte, max, min, sql } from 'drizzle-orm';
import { notAside } from './aside.ts';
import { prepared, type Store } from './engine/types.ts';
import { jobs, matches } from './schema.ts';

/** How much there is, for whoever watches over the bot: read from what is under way, however much there ever was. */

/** Of games that are not over: put aside is one that this program cannot carry on. */
export const GAME_STATES = ['lobby', 'running', 'paused', 'aside'] as const;
export type GameState = (typeof GAME_STATES)[number];

export interface GamesOf {
  readonly game: string;
  readonly state: GameState;
  readonly count: number;
}

export interface JobsOf {
  readonly kind: string;
  readonly due: number;
  readonly late: number;
  /** When the first of them became due (ms). */
  readonly oldest: number;
}

export interface Figures {
  readonly games: readonly GamesOf[];
  /** How many games have come to an end since this database was made. */
  readonly ended: number;
  /** By kind; those of which nothing is due are left out, and so is what rests while its match is put aside. */
  readonly jobs: readonly JobsOf[];
}

const state = sql<GameState>`CASE WHEN ${matches.aside} IS NOT NULL THEN 'aside' WHEN ${matches.status} = 'running' AND ${matches.paused} = 1 THEN 'paused' ELSE ${matches.status} END`;

const statements = prepared((db) => ({
  games: db
    .select({ game: matches.game, state, count: count() })
    .from(matches)
    .where(inArray(matches.status, ['lobby', 'running']))
    .groupBy(matches.game, state)
    .prepare(),
  // Games are numbered as they end.
  ended: db
    .select({ last: max(matches.ended) })
    .from(matches)
    .prepare(),
  jobs: db
    .select({
      kind: jobs.kind,
      due: count(),
      late: sql<number>`count(*) FILTER (WHERE ${jobs.due} <= ${sql.placeholder('late')})`,
      oldest: min(jobs.due),
    })
    .from(jobs)
    .where(and(isNull(jobs.doneAt), lte(jobs.due, sql.placeholder('at')), notAside(db)))
    .groupBy(jobs.kind)
    .prepare(),
}));

/** What there is at `at`; late is what was due by `late` already. Both in ms. */
export const figures = (store: Store, at: number, late: number): Promise<Figures> =>
  store.read(async (db) => {
    const { games, ended, jobs } = statements(db);
    return {
      games: await games.all(),
      ended: (await ended.get())?.last ?? 0,
      jobs: (await jobs.all({ at, late })).map(({ oldest, ...rest }) => ({ ...rest, oldest: oldest ?? at })),
    };
  });
