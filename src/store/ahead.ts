import {
  and,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  like,
  lt,
  notLike,
  or,
  sql,
} from 'drizzle-orm';
import type { Store } from './engine/types.ts';
import { GAP } from './heartbeat.ts';
import { changed } from './revision.ts';
import { absences, actions, jobs, leases, matches, messages, players, tables } from './schema.ts';
import { guilds } from './scores.ts';

/** What was written while the clock stood ahead, once it has been set back: it must not be waited for. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** No lease, and no pause before another try, lasts longer than this. */
const LONGEST = HOUR + GAP;
/** Between two digests of one person: a day, an hour of a clock that is changed, and what spreads them. */
const DIGESTS = DAY + 2 * HOUR;
/** Keys of reminders that wait for one person. */
const WAITS = '%/%/%';

/**
 * Brings every time that lies ahead of `at` (ms), and should not, back to it: a turn that began then begins now, and work
 * that is due later is looked at now, to be put off to when it is due. `day`: that of the daily. Resolves with how many
 * matches that was.
 */
export async function settleAhead(store: Store, at: number, day: number): Promise<number> {
  const late = at + GAP;
  return store.write('all', async (db) => {
    const written = db
      .select({ one: sql`1` })
      .from(actions)
      .where(and(eq(actions.match, matches.id), gt(actions.at, late)));
    const ahead = await db
      .select({
        id: matches.id,
        createdAt: matches.createdAt,
        startedAt: matches.startedAt,
        timedAt: matches.timedAt,
        turnAt: matches.turnAt,
        touchedAt: matches.touchedAt,
      })
      .from(matches)
      .where(
        and(
          inArray(matches.status, ['lobby', 'running']),
          or(
            gt(matches.createdAt, late),
            gt(matches.timedAt, late),
            gt(matches.turnAt, late),
            gt(matches.touchedAt, late),
            exists(written),
          ),
        ),
      )
      .all();
    for (const { id, createdAt, startedAt, timedAt, turnAt, touchedAt } of ahead) {
      const back = (time: number | null) => time && Math.min(time, at);
      await db
        .update(matches)
        .set({
          createdAt: Math.min(createdAt, at),
          startedAt: back(startedAt),
          timedAt: back(timedAt),
          turnAt: back(turnAt),
          touchedAt: Math.min(touchedAt, at),
          ...changed(),
        })
        .where(eq(matches.id, id))
        .run();
      await db
        .update(jobs)
        .set({ due: at })
        .where(
          and(eq(jobs.subject, String(id)), isNull(jobs.doneAt), gt(jobs.due, at), notLike(jobs.key, WAITS)),
        )
        .run();
      // What waits for the end of somebody's quiet hours waits on, for the next one; on vacation it is put off again.
      await db
        .update(jobs)
        .set({ due: sql`${at} + (${jobs.due} - ${at}) % ${DAY}` })
        .where(
          and(
            eq(jobs.subject, String(id)),
            isNull(jobs.doneAt),
            gt(jobs.due, at + DAY),
            like(jobs.key, WAITS),
          ),
        )
        .run();
      await db
        .update(actions)
        .set({ at })
        .where(and(eq(actions.match, id), gt(actions.at, at)))
        .run();
    }
    // Nothing is done any more about what is settled, and it may be the games of years.
    const open = db.select({ id: matches.id }).from(matches).where(sql`settled = 0`);
    await db
      .update(jobs)
      .set({ leaseUntil: 0 })
      .where(and(sql`done_at IS NULL`, gt(jobs.leaseUntil, at + LONGEST)))
      .run();
    await db
      .update(jobs)
      .set({ due: sql`${at} + (${jobs.due} - ${at}) % ${DAY}` })
      .where(and(eq(jobs.kind, 'digest'), isNull(jobs.doneAt), gt(jobs.due, at + DIGESTS)))
      .run();
    await db
      .update(tables)
      .set({ retryAt: at })
      .where(
        and(
          inArray(tables.match, open),
          gt(tables.retryAt, at + LONGEST),
          lt(tables.retryAt, Number.MAX_SAFE_INTEGER),
        ),
      )
      .run();
    await db.update(players).set({ seenAt: at }).where(gt(players.seenAt, late)).run();
    await db.update(guilds).set({ announced: day }).where(gt(guilds.announced, day)).run();
    for (const whose of [isNotNull(messages.guild), inArray(messages.match, open)])
      await db
        .update(messages)
        .set({ at })
        .where(and(whose, gt(messages.at, late)))
        .run();
    await db.update(messages).set({ due: at }).where(gt(messages.due, late)).run();
    await db
      .delete(leases)
      .where(gt(leases.until, at + LONGEST))
      .run();
    await db.delete(absences).where(gte(absences.from, late)).run();
    await db.update(absences).set({ to: at }).where(gt(absences.to, late)).run();
    return ahead.length;
  });
}
