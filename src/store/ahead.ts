import { and, eq, gt, gte, inArray, isNull, lt, notLike, or, sql } from 'drizzle-orm';
import { GAP } from './heartbeat.ts';
import { type Store, writing } from './open.ts';
import { absences, jobs, matches, players, tables } from './schema.ts';
import { guilds } from './standings.ts';

/** What was written while the clock stood ahead, once it has been set back: it must not be waited for. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** No lease, and no pause before another try, lasts longer than this. */
const LONGEST = HOUR + GAP;
/** Between two digests of one person: a day, an hour of a clock that is changed, and what spreads them. */
const DIGESTS = DAY + 2 * HOUR;

/**
 * Brings every time that lies ahead of `at` (ms), and should not, back to it: a turn that began then begins now, and work
 * that is due later is looked at now, to be put off to when it is due. `day`: that of the daily. Resolves with how many
 * matches that was.
 */
export async function settleAhead(store: Store, at: number, day: number): Promise<number> {
  const late = at + GAP;
  return writing(store, () => {
    const { db } = store;
    const ahead = db
      .select({
        id: matches.id,
        timedAt: matches.timedAt,
        turnAt: matches.turnAt,
        touchedAt: matches.touchedAt,
      })
      .from(matches)
      .where(
        and(
          inArray(matches.status, ['lobby', 'running']),
          or(gt(matches.timedAt, late), gt(matches.turnAt, late), gt(matches.touchedAt, late)),
        ),
      )
      .all();
    for (const { id, timedAt, turnAt, touchedAt } of ahead) {
      const back = (time: number | null) => time && Math.min(time, at);
      db.update(matches)
        .set({
          timedAt: back(timedAt),
          turnAt: back(turnAt),
          touchedAt: Math.min(touchedAt, at),
          revision: sql`${matches.revision} + 1`,
        })
        .where(eq(matches.id, id))
        .run();
      db.update(jobs)
        .set({ due: at })
        // What waits for somebody's quiet hours waits on.
        .where(
          and(
            eq(jobs.subject, String(id)),
            isNull(jobs.doneAt),
            gt(jobs.due, at),
            notLike(jobs.key, '%/%/%'),
          ),
        )
        .run();
    }
    db.update(jobs)
      .set({ leaseUntil: 0 })
      .where(gt(jobs.leaseUntil, at + LONGEST))
      .run();
    db.update(jobs)
      .set({ due: sql`${at} + (${jobs.due} - ${at}) % ${DAY}` })
      .where(and(eq(jobs.kind, 'digest'), isNull(jobs.doneAt), gt(jobs.due, at + DIGESTS)))
      .run();
    db.update(tables)
      .set({ leaseUntil: 0 })
      .where(gt(tables.leaseUntil, at + LONGEST))
      .run();
    db.update(tables)
      .set({ retryAt: at })
      .where(and(gt(tables.retryAt, at + LONGEST), lt(tables.retryAt, Number.MAX_SAFE_INTEGER)))
      .run();
    db.update(players).set({ seenAt: at }).where(gt(players.seenAt, late)).run();
    db.update(guilds).set({ announced: day }).where(gt(guilds.announced, day)).run();
    db.update(guilds).set({ announcedAt: at }).where(gt(guilds.announcedAt, late)).run();
    db.delete(absences).where(gte(absences.from, late)).run();
    db.update(absences).set({ to: at }).where(gt(absences.to, late)).run();
    return ahead.length;
  });
}
