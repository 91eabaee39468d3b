import { and, asc, eq, gt, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { prepared, type Store } from './engine/types.ts';
import { matches, results } from './schema.ts';
import { tallies } from './scores.ts';

const { placeholder } = sql;

/** A result of a player that counts. */
export interface Counted {
  readonly map: string;
  readonly kind: 'table' | 'daily';
  readonly score: number;
  readonly rank: number;
  /** Day of a daily. */
  readonly day: number | null;
  readonly facts: Readonly<Record<string, number>> | null;
}

/** Games that two people played together, as the first of them did. */
export interface Versus {
  readonly won: number;
  readonly lost: number;
  readonly shared: number;
}

/** Games in which computers played, too, and how many of them were won. */
export interface WithComputers {
  readonly games: number;
  readonly wins: number;
}

const mine = alias(results, 'mine');
const theirs = alias(results, 'theirs');

const tally = (condition: SQL): SQL<number> =>
  sql<number>`count(*) FILTER (WHERE ${condition})`.mapWith(Number) as SQL<number>;

const statements = prepared((db) => ({
  counted: db
    .select({
      map: results.map,
      kind: results.kind,
      score: results.score,
      rank: results.rank,
      day: matches.day,
      facts: results.facts,
    })
    .from(results)
    .innerJoin(matches, eq(matches.id, results.match))
    .where(
      and(
        eq(results.player, placeholder('player')),
        eq(results.game, placeholder('game')),
        // A table for one is practice.
        or(eq(results.kind, 'daily'), and(eq(results.kind, 'table'), gt(results.people, 1))),
      ),
    )
    .orderBy(asc(results.at))
    .prepare(),
  computers: db
    .select({ games: tally(sql`true`), wins: tally(sql`${results.rank} = 1`) })
    .from(results)
    .where(
      and(
        eq(results.player, placeholder('player')),
        eq(results.game, placeholder('game')),
        eq(results.kind, 'computers'),
      ),
    )
    .prepare(),
  versus: db
    .select({
      won: tally(sql`${mine.rank} < ${theirs.rank}`),
      lost: tally(sql`${mine.rank} > ${theirs.rank}`),
      shared: tally(sql`${mine.rank} = ${theirs.rank}`),
    })
    .from(mine)
    .innerJoin(theirs, and(eq(theirs.match, mine.match), eq(theirs.player, placeholder('other'))))
    .where(
      and(eq(mine.player, placeholder('player')), eq(mine.game, placeholder('game')), eq(mine.kind, 'table')),
    )
    .prepare(),
}));

/** A player's games in company and dailies that have ended, oldest first, without the dailies of the `hidden` days. */
export async function countedOf(
  store: Store,
  game: string,
  player: string,
  hidden: readonly number[],
): Promise<Counted[]> {
  return store.read(async (db) => {
    return (await statements(db).counted.all({ game, player })).filter(
      ({ day }) => day === null || !hidden.includes(day),
    ) as Counted[];
  });
}

/** A player's games with computers that have ended. */
export const withComputers = (store: Store, game: string, player: string): Promise<WithComputers> =>
  store.read(async (db) => (await statements(db).computers.get({ game, player }))!);

export const versus = (store: Store, game: string, player: string, other: string): Promise<Versus> =>
  store.read(async (db) => (await statements(db).versus.get({ game, player, other }))!);

const held = prepared((db) =>
  db
    .select({ n: tallies.dailies })
    .from(tallies)
    .where(
      and(
        eq(tallies.game, placeholder('game')),
        eq(tallies.period, placeholder('period')),
        eq(tallies.player, placeholder('player')),
      ),
    )
    .prepare(),
);

/** How many dailies of a player a period holds. */
export const dailiesIn = (store: Store, game: string, period: string, player: string): Promise<number> =>
  store.read(async (db) => Math.max(0, (await held(db).get({ game, period, player }))?.n ?? 0));
