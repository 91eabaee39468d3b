import { and, asc, eq, gt, gte, sql } from 'drizzle-orm';
import { awayIn, endIn } from './absences.ts';
import { type Db, prepared, type Store } from './engine/types.ts';
import type { MatchRow } from './rows.ts';
import { absences, actions, seats, vacations } from './schema.ts';

/**
 * When time is up: worked out as a row is read from when it began to run, how long it lasts and when the bot was away
 * since. It is stored nowhere, so that an absence is given back once, however often a start is killed.
 */

/** A lobby that nobody starts closes after this. */
export const LOBBY_LASTS = 24 * 3_600_000;

/** After an absence so much of a turn is left at least. */
const LEFT = 1 / 4;
/** Whoever misses a turn in which the bot was away for more than so much of it is excused: six hours of a day. */
const MISSED = 1 / 4;
/** So long (ms) somebody has to have been on vacation for that. */
const LONG = 24 * 3_600_000;

/** Turns that last as long (seconds), or longer, wait for whoever is on vacation. */
export const PATIENT = 12 * 3600;

/** A time in which no time runs, in ms. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

const { placeholder } = sql;

const reading = prepared((db) => ({
  absences: db
    .select()
    .from(absences)
    .where(gt(absences.to, placeholder('from')))
    .orderBy(asc(absences.from))
    .prepare(),
  vacations: db
    .select({ seat: seats.seat, from: vacations.from, to: vacations.to })
    .from(seats)
    .innerJoin(vacations, eq(vacations.player, seats.player))
    .where(
      and(
        eq(seats.match, placeholder('match')),
        eq(seats.state, 'here'),
        gt(vacations.to, placeholder('from')),
      ),
    )
    .prepare(),
  /** When a seat first acted since a moment. */
  acted: db
    .select({ at: sql<number | null>`min(${actions.at})` })
    .from(actions)
    .where(
      and(
        eq(actions.match, placeholder('match')),
        eq(actions.seat, placeholder('seat')),
        gte(actions.at, placeholder('from')),
      ),
    )
    .prepare(),
}));

/**
 * When a turn ends that began at `from` (ms) and lasts `length` ms: its time stands still in every absence, and in what
 * else is `held`; after each of these a quarter of it is left at least. Short ones of the second kind, which people choose
 * themselves, leave what they found: else going away and coming back at once would bring time again and again.
 */
export async function turnEnds(
  db: Db,
  from: number,
  length: number,
  held: readonly Stretch[] = [],
): Promise<number> {
  let [at, left] = [from, length];
  const absent = await reading(db).absences.all({ from });
  for (const away of [...absent, ...held].sort((a, b) => a.from - b.from)) {
    if (away.from >= at + left) break;
    const brief = held.includes(away) && away.to - away.from < LONG;
    left = Math.max(left - Math.max(0, away.from - at), brief ? 0 : length * LEFT);
    at = Math.max(at, away.to);
  }
  return at + left;
}

/**
 * When the present turn waited for somebody on vacation: while it does no time runs, for anybody. As soon as they have
 * chosen, or their vacation ends, it runs on. A card that is to be turned does not wait: after a while others may turn it.
 */
async function heldIn(db: Db, { id, toAct, timedAt, limit }: Dateless): Promise<Stretch[]> {
  if (timedAt === null || limit < PATIENT) return [];
  const of = reading(db);
  const held: Stretch[] = [];
  for (const { seat, from, to } of await of.vacations.all({ match: id, from: timedAt })) {
    const at = toAct.includes(seat)
      ? to
      : ((await of.acted.get({ match: id, seat, from: timedAt }))?.at ?? 0);
    if (from < at) held.push({ from, to: Math.min(to, at) });
  }
  return held;
}

type Dateless = Omit<MatchRow, 'deadline'>;

/** The row of a match with its deadline. */
export async function dated<R extends Dateless>(db: Db, row: R): Promise<R & Pick<MatchRow, 'deadline'>> {
  return { ...row, deadline: await deadlineOf(db, row) };
}

async function deadlineOf(db: Db, row: Dateless): Promise<number | null> {
  if (row.status === 'lobby') return endIn(db, row.touchedAt, LOBBY_LASTS);
  return row.timedAt === null
    ? null
    : await turnEnds(db, row.timedAt, row.limit * 1000, await heldIn(db, row));
}

/**
 * Whether whoever misses the present turn, whose time is up at `at` (ms), is excused. Shorter absences are given back, and that
 * is all: else a bot that is started anew every night would wait for ever for somebody who has gone.
 */
export const isExcused = (store: Store, { timedAt, limit }: Dateless, at: number): Promise<boolean> =>
  store.read(async (db) => timedAt !== null && (await awayIn(db, timedAt, at)) > limit * 1000 * MISSED);
