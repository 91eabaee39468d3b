import { and, count, desc, eq, exists, gt, gte, isNotNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type Db, prepared, type Store } from './engine/types.ts';
import { nameOf } from './players.ts';
import { daily, members, ratings, streaks, tallies } from './scores.ts';

/**
 * Tables of players, best first; equal values share a rank and the next is skipped. A table of the world walks an
 * index from its end. A table of a server ranks those who have used the bot in it; where they are very many, the
 * world's table is walked and everybody else passed over.
 */

/** From so many members on a server's table is made from the world's. */
export const LARGE = 2000;

/** Which table; `points`, `wins` and `best` are those of a period, `rating` those of a scope. */
export type Board =
  | { readonly of: 'day'; readonly game: string; readonly day: number }
  | { readonly of: 'points' | 'wins' | 'best'; readonly game: string; readonly period: string }
  | { readonly of: 'rating'; readonly game: string; readonly scope: string }
  | {
      readonly of: 'streak';
      readonly game: string;
      /** Days that count before today, the newest first: a streak goes on that got to the first of them, */
      readonly yesterday: number;
      /** or to the next if there is an open run of `yesterday`, or to `base` if there is one of both. */
      readonly second: number;
      readonly base: number;
    };

export interface Placed {
  /** 1-based. */
  readonly rank: number;
  readonly player: string;
  /** The name as it is stored; empty for somebody who is not to be known any more. */
  readonly name: string;
  readonly value: number;
  /** Of a day: of equal values the higher goes first; rows that are equal in both share a rank. */
  readonly tie?: number;
  /** Games behind a rating. */
  readonly games?: number;
}

export interface Slice {
  readonly rows: readonly Placed[];
  /** The asker's row, wherever it is. */
  readonly own: Placed | undefined;
  /** Players in the table. */
  readonly total: number;
  /** 0-based; the last page there is when a later one was asked for. */
  readonly page: number;
}

const { placeholder } = sql;

interface Source {
  readonly table: SQLiteTable;
  readonly player: SQLiteColumn;
  readonly value: SQLiteColumn;
  readonly where: SQL | undefined;
  readonly games?: SQLiteColumn;
  readonly tie?: SQLiteColumn;
}

const inPeriod = (value: SQLiteColumn, counts: SQL): Source => ({
  table: tallies,
  player: tallies.player,
  value,
  where: and(eq(tallies.game, placeholder('game')), eq(tallies.period, placeholder('period')), counts),
});

const sources = (db: Db): Readonly<Record<Board['of'], Source>> => {
  const pending = (day: string): SQL =>
    exists(
      db
        .select({ one: sql`1` })
        .from(daily)
        .where(
          and(
            eq(daily.game, streaks.game),
            eq(daily.day, placeholder(day)),
            eq(daily.player, streaks.player),
            eq(daily.state, 'open'),
          ),
        ),
    );
  return {
    day: {
      table: daily,
      player: daily.player,
      value: daily.score,
      tie: daily.tie,
      where: and(
        eq(daily.game, placeholder('game')),
        eq(daily.day, placeholder('day')),
        isNotNull(daily.score),
      ),
    },
    points: inPeriod(tallies.points, isNotNull(tallies.points)),
    wins: inPeriod(tallies.wins, gt(tallies.wins, 0)),
    best: inPeriod(tallies.best, isNotNull(tallies.best)),
    rating: {
      table: ratings,
      player: ratings.player,
      value: ratings.shown,
      games: ratings.games,
      where: and(eq(ratings.game, placeholder('game')), eq(ratings.scope, placeholder('scope'))),
    },
    streak: {
      table: streaks,
      player: streaks.player,
      value: streaks.length,
      where: and(
        eq(streaks.game, placeholder('game')),
        gte(streaks.last, placeholder('base')),
        or(
          gte(streaks.last, placeholder('yesterday')),
          and(pending('yesterday'), or(gte(streaks.last, placeholder('second')), pending('second'))),
        ),
      ),
    },
  };
};

const number = (of: SQL): SQL<number> => of.mapWith(Number) as SQL<number>;

function worldOf(db: Db, { table, player, value, where, games, tie }: Source) {
  const columns = {
    player: sql<string>`${player}`,
    value: number(sql`${value}`),
    ...(games ? { games: number(sql`${games}`) } : {}),
    ...(tie ? { tie: number(sql`${tie}`) } : {}),
  };
  const higher = tie
    ? sql`(${value}, ${tie}) > (${placeholder('value')}, ${placeholder('tie')})`
    : gt(value, placeholder('value'));
  return {
    top: db
      .select(columns)
      .from(table)
      .where(where)
      .orderBy(desc(value), ...(tie ? [desc(tie)] : []), desc(player))
      .limit(placeholder('limit'))
      .offset(placeholder('offset'))
      .prepare(),
    total: db.select({ n: count() }).from(table).where(where).prepare(),
    above: db.select({ n: count() }).from(table).where(and(where, higher)).prepare(),
    own: db
      .select(columns)
      .from(table)
      .where(and(where, eq(player, placeholder('asker'))))
      .prepare(),
  };
}

function serverOf(db: Db, { table, player, value, where, tie }: Source) {
  const order = tie ? sql`${value} DESC, ${tie} DESC` : sql`${value} DESC`;
  const ranked = db
    .select({
      player: sql<string>`${player}`.as('who'),
      value: number(sql`${value}`).as('worth'),
      tie: number(tie ? sql`${tie}` : sql`0`).as('tie'),
      rank: number(sql`rank() OVER (ORDER BY ${order})`).as('place'),
      at: number(sql`row_number() OVER (ORDER BY ${order}, ${player} DESC)`).as('at'),
      total: number(sql`count(*) OVER ()`).as('total'),
    })
    // The members come first: a server is small beside the world, and this order is kept.
    .from(members)
    .crossJoin(table)
    .where(and(eq(members.guild, placeholder('guild')), eq(player, members.player), where))
    .as('ranked');
  return db
    .select()
    .from(ranked)
    .where(
      or(
        and(gt(ranked.at, placeholder('offset')), lte(ranked.at, placeholder('end'))),
        eq(ranked.player, placeholder('asker')),
        // The first row always comes along: it knows how many there are.
        eq(ranked.at, 1),
      ),
    )
    .orderBy(sql`${ranked.at}`)
    .prepare();
}

/** Tables that a server's members make up; ratings of a server are rows of their own. */
type Joined = Exclude<Board['of'], 'rating'>;

const statements = prepared((db: Db) => {
  const { rating, ...joined } = sources(db);
  const made = <K extends string, T>(of: Readonly<Record<K, Source>>, make: (source: Source) => T) =>
    Object.fromEntries(Object.entries<Source>(of).map(([key, source]) => [key, make(source)])) as Record<
      K,
      T
    >;
  // What is appended keeps the planner from turning this around and sorting the members instead.
  const here = (player: SQLiteColumn): SQL =>
    exists(
      db
        .select({ one: sql`1` })
        .from(members)
        .where(and(eq(members.guild, placeholder('guild')), sql`${members.player} = ${player} || ''`)),
    );
  return {
    world: made<Board['of'], ReturnType<typeof worldOf>>({ rating, ...joined }, (source) =>
      worldOf(db, source),
    ),
    large: made<Joined, ReturnType<typeof worldOf>>(joined, (source) =>
      worldOf(db, { ...source, where: and(source.where, here(source.player)) }),
    ),
    members: db
      .select({ n: count() })
      .from(
        db
          .select({ one: sql`1`.as('one') })
          .from(members)
          .where(eq(members.guild, placeholder('guild')))
          .limit(LARGE)
          .as('some'),
      )
      .prepare(),
    server: made<Joined, ReturnType<typeof serverOf>>(joined, (source) => serverOf(db, source)),
  };
});

/**
 * One page of a table, `size` rows, with the asker's own row. With `guild` only those who have used the bot in that
 * server are in it; ratings have a scope of their own instead.
 */
export async function slice(
  store: Store,
  board: Board,
  guild: string | null,
  asker: string,
  page: number,
  size: number,
): Promise<Slice> {
  return store.read(async (db) => {
    const found =
      guild === null || board.of === 'rating'
        ? await walk(statements(db).world[board.of], valuesOf(board), asker, page, size)
        : (await statements(db).members.get({ guild }))!.n < LARGE
          ? await serverSlice(db, board, board.of, guild, asker, page, size)
          : await walk(statements(db).large[board.of], { ...valuesOf(board), guild }, asker, page, size);
    const named = async (row: Omit<Placed, 'name'>): Promise<Placed> => ({
      ...row,
      name: (await nameOf(db, guild, row.player)) ?? '',
    });
    return {
      ...found,
      rows: await Promise.all(found.rows.map(named)),
      own: found.own && (await named(found.own)),
    };
  });
}

interface Unnamed extends Omit<Slice, 'rows' | 'own'> {
  readonly rows: readonly Omit<Placed, 'name'>[];
  readonly own: Omit<Placed, 'name'> | undefined;
}

const lastPage = (total: number, size: number): number => Math.max(0, Math.ceil(total / size) - 1);

function valuesOf(board: Board): Record<string, string | number> {
  const { of: _of, ...values } = board;
  return values;
}

async function walk(
  { top, total: all, above, own: mine }: ReturnType<typeof worldOf>,
  values: Record<string, string | number>,
  asker: string,
  wanted: number,
  size: number,
): Promise<Unnamed> {
  const rankOf = async ({ value, tie = 0 }: { value: number; tie?: number }): Promise<number> =>
    1 + (await above.get({ ...values, value, tie }))!.n;
  const total = (await all.get(values))!.n;
  const page = Math.min(wanted, lastPage(total, size));
  const offset = page * size;
  const found = await top.all({ ...values, limit: size, offset });
  const rows: Omit<Placed, 'name'>[] = [];
  for (const [i, row] of found.entries()) {
    const before = rows.at(-1);
    const equal = before?.value === row.value && before.tie === row.tie;
    const rank = !before ? await rankOf(row) : equal ? before.rank : offset + i + 1;
    rows.push({ ...row, rank });
  }
  const onPage = rows.find((row) => row.player === asker);
  const own = onPage ?? (await mine.get({ ...values, asker }));
  return { rows, own: own && { ...own, rank: onPage?.rank ?? (await rankOf(own)) }, total, page };
}

async function serverSlice(
  db: Db,
  board: Board,
  of: Joined,
  guild: string,
  asker: string,
  wanted: number,
  size: number,
): Promise<Unnamed> {
  const statement = statements(db).server[of];
  const read = (page: number) =>
    statement.all({ ...valuesOf(board), guild, asker, offset: page * size, end: (page + 1) * size });
  let page = wanted;
  let found = await read(page);
  const total = found[0]?.total ?? 0;
  if (page > lastPage(total, size)) {
    page = lastPage(total, size);
    found = await read(page);
  }
  const placed = found.map(({ player, value, tie, rank, at }) => ({ player, value, tie, rank, at }));
  const rows = placed.filter(({ at }) => at > page * size && at <= (page + 1) * size);
  return {
    rows: rows.map(bare),
    own: placed.filter(({ player }) => player === asker).map(bare)[0],
    total,
    page,
  };
}

const bare = ({ rank, player, value, tie }: Omit<Placed, 'name'>): Omit<Placed, 'name'> => ({
  rank,
  player,
  value,
  tie,
});
