import { asc, eq, sql } from 'drizzle-orm';
import { type Db, prepared } from './engine/types.ts';
import { type Beside, type Packed, unpack, type Who } from './packed.ts';
import type { ActionRow, EntryRow } from './rows.ts';
import { actions, bystanders, folded, former, type matches, players, seats } from './schema.ts';

/**
 * What is stored of a match as rows while it runs, and as one blob some time after its end (see `folding.ts`): its log, for
 * whom its seats are rated, and what its scores consist of. Who reads any of these reads it here, or with `load`.
 */

/** Those to whom the rows of a folded log may belong: who sat there at the end, by seat, then who did before, by `seq`. */
type People = readonly { readonly player: string | null; readonly gone?: boolean }[];

const { placeholder } = sql;

const reading = prepared((db) => {
  const match = placeholder('match');
  return {
    blob: db.select({ log: folded.log }).from(folded).where(eq(folded.match, match)).prepare(),
    others: db
      .select({ seq: bystanders.seq, user: bystanders.user })
      .from(bystanders)
      .where(eq(bystanders.match, match))
      .prepare(),
    rows: db.select().from(actions).where(eq(actions.match, match)).orderBy(asc(actions.seq)).prepare(),
    seats: db
      .select({
        seat: seats.seat,
        player: seats.player,
        gone: sql<boolean>`coalesce(${players.gone}, 0)`.mapWith(Boolean),
      })
      .from(seats)
      .leftJoin(players, eq(players.id, seats.player))
      .where(eq(seats.match, match))
      .orderBy(asc(seats.seat))
      .prepare(),
    former: db
      .select({ seat: former.seat, player: former.player, gone: players.gone })
      .from(former)
      .innerJoin(players, eq(players.id, former.player))
      .where(eq(former.match, match))
      .orderBy(asc(former.seq))
      .prepare(),
  };
});

const packedOf = async (db: Db, match: number): Promise<Packed | undefined> => {
  const found = await reading(db).blob.get({ match });
  return found && unpack(found.log);
};

/** Who sits in a match, by seat, and who did, in the order in which they went. */
export const sittingIn = async (db: Db, match: number) => ({
  seats: await reading(db).seats.all({ match }),
  former: await reading(db).former.all({ match }),
});

/** The log of a match, folded or not; inside a transaction. `people`: those who sit and sat there. */
export async function storedLog(
  db: Db,
  match: Pick<typeof matches.$inferSelect, 'id' | 'status'>,
  people: { readonly seats: People; readonly former: People },
): Promise<ActionRow[]> {
  // A blob is there of what has ended alone.
  const packed =
    match.status === 'over' || match.status === 'closed' ? await packedOf(db, match.id) : undefined;
  return packed
    ? rowsOf(db, match.id, packed, [...people.seats, ...people.former])
    : reading(db).rows.all({ match: match.id });
}

async function rowsOf(db: Db, match: number, { rows }: Packed, people: People): Promise<ActionRow[]> {
  const others = rows.some(({ who }) => who === 'other') ? await reading(db).others.all({ match }) : [];
  const userOf = (who: Who, seq: number): string | null => {
    if (who === null) return null;
    if (who === 'other') return others.find((one) => one.seq === seq)?.user ?? null;
    const one = people[who];
    return one && !one.gone ? one.player : null;
  };
  return rows.map(({ seat, code, by, who, at }, seq) => ({
    ...{ match, seq, seat, code, by, user: userOf(who, seq), at },
  }));
}

/** For whom the seats of a folded match are rated: who held them first. */
function entriesOf(match: number, packed: Beside, { seats: now, former: before }: Sat): EntryRow[] {
  return packed.entries.map(([seat, place, own]) => ({
    ...{ match, seat, player: firstHolder(seat, now, before)!, place, own },
  }));
}

type Sat = Awaited<ReturnType<typeof sittingIn>>;

export const firstHolder = (
  seat: number,
  now: Sat['seats'],
  before: Sat['former'],
): string | null | undefined =>
  (before.find((one) => one.seat === seat) ?? now.find((one) => one.seat === seat))?.player;

/** As the rows of `entries` would say it, of a folded match; in the order of seats. */
export async function foldedEntries(db: Db, match: number): Promise<(EntryRow & { gone: boolean })[]> {
  const packed = await packedOf(db, match);
  if (!packed || packed.entries.length === 0) return [];
  const people = await sittingIn(db, match);
  const gone = new Set([...people.seats, ...people.former].flatMap((one) => (one.gone ? [one.player] : [])));
  return entriesOf(match, packed, people).map((one) => ({ ...one, gone: gone.has(one.player) }));
}

/** What stands in a folded match of a person, as it would stand in rows. */
export interface FoldedRows {
  readonly actions: readonly ActionRow[];
  readonly entries: readonly EntryRow[];
  /** What the scores of its results consist of, by seat. */
  readonly parts: ReadonlyMap<number, Readonly<Record<string, number>>>;
}

/** Of one match; undefined where it is not folded. */
export async function foldedRows(db: Db, match: number, player: string): Promise<FoldedRows | undefined> {
  const packed = await packedOf(db, match);
  if (!packed) return undefined;
  const people = await sittingIn(db, match);
  const rows = await rowsOf(db, match, packed, [...people.seats, ...people.former]);
  return {
    actions: rows.filter(({ user }) => user === player),
    entries: entriesOf(match, packed, people).filter((one) => one.player === player),
    parts: partsIn(packed),
  };
}

function partsIn({ parts }: Beside): Map<number, Record<string, number>> {
  return new Map(
    parts.flatMap(([names, ...all]) =>
      all.map(([seat, ...figures]): [number, Record<string, number>] => [
        seat!,
        Object.fromEntries(names.map((name, i) => [name, figures[i]!])),
      ]),
    ),
  );
}
