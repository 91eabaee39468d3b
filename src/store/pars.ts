import { and, desc, eq, inArray, min, sql } from 'drizzle-orm';
import { prepared, type Store } from './engine/types.ts';
import { daily, days, pars } from './scores.ts';

/** What is kept of pars. Nobody stands in them: they are of cards. */

/** The cards of a day, which all have who play it, or of a match of somebody alone. */
export type CardsOf = { readonly game: string; readonly day: number } | { readonly match: number };

export interface ParRow {
  readonly par: number;
  readonly best: number;
  readonly moves: readonly string[];
}

const keyOf = (cards: CardsOf): string =>
  'day' in cards ? `day ${cards.game} ${cards.day}` : `match ${cards.match}`;

const { placeholder } = sql;

const statements = prepared((db) => ({
  one: db
    .select()
    .from(pars)
    .where(eq(pars.cards, placeholder('cards')))
    .prepare(),
  distances: db
    .select({ day: daily.day, score: daily.score, par: pars.par })
    .from(daily)
    .innerJoin(pars, eq(pars.cards, sql`'day ' || ${daily.game} || ' ' || ${daily.day}`))
    .where(
      and(
        eq(daily.player, placeholder('player')),
        eq(daily.game, placeholder('game')),
        // What is appended keeps the planner off the index by state, in which nearly all runs are finished ones.
        sql`${daily.state} || '' = 'finished'`,
      ),
    )
    .prepare(),
  without: db
    .select({ match: min(daily.match) })
    .from(days)
    .innerJoin(daily, and(eq(daily.game, days.game), eq(daily.day, days.day)))
    .where(
      and(
        eq(days.game, placeholder('game')),
        eq(days.hasPar, sql.raw('0')),
        inArray(daily.state, ['finished', 'unfinished']),
      ),
    )
    .groupBy(days.day)
    .orderBy(desc(days.day))
    .limit(placeholder('most'))
    .prepare(),
}));

/** The par of some cards; undefined while it was not worked out. */
export const parOf = (store: Store, cards: CardsOf): Promise<ParRow | undefined> =>
  store.read(async (db) => {
    const row = await statements(db).one.get({ cards: keyOf(cards) });
    return row && { par: row.par, best: row.best, moves: row.moves === '' ? [] : row.moves.split(' ') };
  });

/** Keeps the par of some cards; the first that was worked out stays. */
export async function keepPar(store: Store, cards: CardsOf, { par, best, moves }: ParRow): Promise<void> {
  await store.write('meta', async (db) => {
    const row = { cards: keyOf(cards), par, best, moves: moves.join(' ') };
    await db.insert(pars).values(row).onConflictDoNothing().run();
    if ('day' in cards)
      await db
        .update(days)
        .set({ hasPar: true })
        .where(and(eq(days.game, cards.game), eq(days.day, cards.day)))
        .run();
  });
}

/** How far a player's finished dailies are from par: their number, and the sum of the distances in points, negative below par. */
export const distanceOf = async (
  store: Store,
  game: string,
  player: string,
  hidden: readonly number[],
): Promise<{ readonly dailies: number; readonly sum: number }> => {
  const all = await store.read((db) => statements(db).distances.all({ game, player }));
  const shown = all.filter(({ day }) => !hidden.includes(day));
  return { dailies: shown.length, sum: shown.reduce((sum, { score, par }) => sum + (score ?? par) - par, 0) };
};

/** A match in which somebody ended a day's run, of each of the newest days of a game that have no par yet; the newest first. */
export const runsWithoutPar = async (store: Store, game: string, most: number): Promise<number[]> => {
  const rows = await store.read((db) => statements(db).without.all({ game, most }));
  return rows.flatMap(({ match }) => match ?? []);
};
