import { and, asc, eq, exists, isNotNull, isNull, lte, notExists, or, sql } from 'drizzle-orm';
import { startIn } from './absences.ts';
import { type Db, prepared, type Store } from './engine/types.ts';
import { firstHolder, sittingIn } from './folded.ts';
import { type Beside, pack, type Who } from './packed.ts';
import { actions, bystanders, folded, jobs, matches, messages, results, seats, tables } from './schema.ts';
import { entries } from './scores.ts';
import { FORGOTTEN } from './tables.ts';

/**
 * What becomes of a match that is over: a day later its log is folded, into one blob with nobody's id in it, since people stand
 * in it by their seats. Whoever is killed leaves the rows or the blob. As soon as its messages stand as they should, too, it is
 * settled, and nothing looks at it any more that looks for what is to be done.
 */

/** A log is folded so long (ms) after the end of its match: until then it may be asked for often. */
export const FOLDS_AFTER = 24 * 3_600_000;

const { placeholder } = sql;

const statements = prepared((db) => {
  const match = placeholder('match');
  const one = sql`1`;
  const rows = db.select({ one }).from(actions).where(eq(actions.match, matches.id));
  const waiting = db
    .select({ one })
    .from(messages)
    .where(and(eq(messages.match, matches.id), isNotNull(messages.due)));
  const behind = db
    .select({ one })
    .from(tables)
    .where(
      and(
        eq(tables.match, matches.id),
        or(
          sql`${tables.shown} < ${matches.revision}`,
          and(eq(tables.archived, false), isNotNull(tables.thread)),
        ),
      ),
    );
  const [folds, rests] = [
    // What is not rated yet needs its entries, and one that is put aside may need somebody to look at its rows.
    and(isNull(matches.aside), or(isNull(matches.ended), eq(matches.rated, true)), exists(rows)),
    or(
      // Nobody looks at its messages any more.
      lte(matches.endedAt, placeholder('forgotten')),
      and(isNull(matches.aside), notExists(rows), notExists(waiting), notExists(behind)),
    ),
  ];
  const ended = and(sql`settled = 0`, lte(matches.endedAt, placeholder('before')));
  return {
    some: db
      .select({ id: matches.id })
      .from(matches)
      .where(and(ended, or(folds, rests)))
      .orderBy(asc(matches.endedAt))
      .limit(placeholder('limit'))
      .prepare(),
    folds: db
      .select({ id: matches.id })
      .from(matches)
      .where(and(ended, folds, eq(matches.id, match)))
      .prepare(),
    settle: db
      .update(matches)
      // Discord delivers no interaction twice after so long.
      .set({ settled: true, origin: null })
      .where(and(ended, rests, eq(matches.id, match)))
      .returning({ id: matches.id })
      .prepare(),
    // Nothing is known to Discord by its nonce any more; what stands there would be edited once if it changed.
    plain: db
      .update(messages)
      .set({ nonce: null, shown: null })
      .where(and(eq(messages.match, match), eq(messages.state, 'stands')))
      .prepare(),
    seats: db.update(seats).set({ settled: true }).where(eq(seats.match, match)).prepare(),
    log: db.select().from(actions).where(eq(actions.match, match)).orderBy(asc(actions.seq)).prepare(),
    entries: db.select().from(entries).where(eq(entries.match, match)).orderBy(asc(entries.seat)).prepare(),
    results: db
      .select({ seat: results.seat, parts: results.parts })
      .from(results)
      .where(eq(results.match, match))
      .orderBy(asc(results.seat))
      .prepare(),
    put: db
      .insert(folded)
      .values({ match, log: placeholder('log') })
      .prepare(),
    putOther: db
      .insert(bystanders)
      .values({ match, seq: placeholder('seq'), user: placeholder('user') })
      .prepare(),
    dropLog: db.delete(actions).where(eq(actions.match, match)).prepare(),
    dropEntries: db.delete(entries).where(eq(entries.match, match)).prepare(),
    dropParts: db.update(results).set({ parts: {} }).where(eq(results.match, match)).prepare(),
    // Nothing is left to do for what is over, and nobody notes it again.
    dropJobs: db
      .delete(jobs)
      .where(and(eq(jobs.subject, placeholder('subject')), isNull(jobs.holder)))
      .prepare(),
  };
});

/** Ids of up to `limit` matches that may be folded or settled at `at` (ms), those that ended first before the others. */
export const foldable = (store: Store, at: number, limit: number): Promise<number[]> =>
  store.read(async (db) =>
    (await statements(db).some.all({ ...(await timesAt(db, at)), limit })).map(({ id }) => id),
  );

const timesAt = async (db: Db, at: number) => ({
  before: at - FOLDS_AFTER,
  forgotten: Math.min(at - FOLDS_AFTER, await startIn(db, at, FORGOTTEN)),
});

/** Folds a match and settles it, as far as it is time for that, in one transaction. */
export const foldMatch = (store: Store, match: number, at: number): Promise<void> =>
  store.write([`match:${match}`, 'standings'], async (db) => {
    const times = { ...(await timesAt(db, at)), match };
    if (await statements(db).folds.get(times)) await fold(db, match);
    if ((await statements(db).settle.all(times)).length === 0) return;
    await statements(db).plain.run({ match });
    await statements(db).seats.run({ match });
  });

async function fold(db: Db, match: number): Promise<void> {
  const of = statements(db);
  const [log, rated, scored] = [
    await of.log.all({ match }),
    await of.entries.all({ match }),
    await of.results.all({ match }),
  ];
  if (log.some(({ seq }, i) => seq !== i)) throw new Error(`The log of match ${match} has a gap.`);
  const sitting = await sittingIn(db, match);
  const people = [...sitting.seats, ...sitting.former].map(({ player }) => player);
  const whoIs = (user: string | null): Who => {
    if (user === null) return null;
    const at = people.indexOf(user);
    return at < 0 ? 'other' : at;
  };
  const rows = log.map(({ seat, code, by, user, at }) => ({ seat, code, by, who: whoIs(user), at }));
  // Whoever they are rated for is the first who held the seat; where anything else is stored it stays.
  const derived = rated.every(
    ({ seat, player }) => firstHolder(seat, sitting.seats, sitting.former) === player,
  );
  const parts = partsOf(scored);
  const blob = pack({
    rows,
    entries: derived ? rated.map(({ seat, place, own }) => [seat, place, own]) : [],
    parts,
  });
  await of.put.run({ match, log: blob });
  for (const [seq, { who }] of rows.entries())
    if (who === 'other') await of.putOther.run({ match, seq, user: log[seq]!.user });
  await of.dropLog.run({ match });
  if (derived) await of.dropEntries.run({ match });
  if (parts.length > 0) await of.dropParts.run({ match });
  await of.dropJobs.run({ subject: String(match) });
}

/** Results whose scores consist of the same name these once. */
function partsOf(scored: readonly { seat: number; parts: Record<string, number> }[]): Beside['parts'] {
  const groups = new Map<string, [string[], ...number[][]]>();
  for (const { seat, parts } of scored) {
    const names = Object.keys(parts);
    const key = names.join('\n');
    const group = groups.get(key) ?? [names];
    group.push([seat, ...Object.values(parts)]);
    groups.set(key, group);
  }
  return [...groups.values()];
}
