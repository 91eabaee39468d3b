import { unlessAside } from '../app/aside.ts';
import { type App, isAbsent } from '../app/context.ts';
import { sendDigest } from '../app/digest.ts';
import { DiscordError, lasting, passing } from '../app/discorderror.ts';
import { remindAsked } from '../app/later.ts';
import { remind } from '../app/reminders.ts';
import { withoutRemoved } from '../app/vanished.ts';
import { isThreaded } from '../app/venue.ts';
import { now } from '../clock.ts';
import { lapse, lapsesAt, putAway, serveDeadline } from '../match/ending.ts';
import { expire } from '../match/lobby.ts';
import { phaseKey, present } from '../match/match.ts';
import { SLEEPS, sleepsAt, THREAD_LOOK } from '../match/projection.ts';
import { endOf } from '../store/absences.ts';
import { claimDue, finish, giveBack, isClaimed, type JobRow, postpone, sweep } from '../store/jobs.ts';
import { HOLDER } from '../store/lease.ts';
import { load, rowOf } from '../store/matches.ts';
import { tableOf } from '../store/tables.ts';
import { haveThought } from './computers.ts';
import { type Job, repeat } from './job.ts';

/**
 * Work that the database says is due: time that is up, reminders, tables that nobody touches. The times that are noted
 * know nothing of absences: what comes too early by them is put off. Nothing is served while the bot is away, and what
 * was due meanwhile is served once.
 */

const EVERY = 1000;
const SECOND = 1000;
const HOUR = 3_600_000;
/** Longer than anything should take; a process that has died loses its work at once. */
const LEASE = 120_000;
/** Rows that are claimed at a look, and rows that may be under way: Discord may be slow. */
const AT_ONCE = 50;
const UNDER_WAY = 200;
/** How long what was done is remembered, so that it is not noted again. */
const KEPT = 7 * 24 * HOUR;

/** Serves a job; resolves with the time at which it is due again, or nothing when it is done. */
type Serve = (app: App, job: JobRow, at: number) => Promise<number | undefined>;

const late: Serve = async (app, job, at) => {
  const id = Number(job.subject);
  const written = !lasting(Number((await tableOf(app.store, id))?.discordError ?? 0));
  if (written && ((await rowOf(app.store, id))?.deadline ?? Infinity) <= at) await withoutRemoved(app, id);
  const done = await serveDeadline(app.store, id, at, written);
  if (!done.ok) return undefined;
  if (done.changed) app.refresh(done.match);
  // Where a card was not turned the same turn goes on, with a new time.
  const { match } = done;
  const { deadline, status } = match.row;
  const same = status === 'running' && phaseKey(present(match)) === job.key;
  return same && deadline !== null && deadline > at ? deadline : undefined;
};

const lobby: Serve = async (app, job, at) => {
  const id = Number(job.subject);
  if (await expire(app.store, id, at)) {
    app.refresh(id);
    return undefined;
  }
  const row = await rowOf(app.store, id);
  return row?.status === 'lobby' ? (row.deadline ?? undefined) : undefined;
};

const sleep: Serve = async (app, job, at) => {
  const id = Number(job.subject);
  const stored = await load(app.store, id);
  if (stored?.row.status !== 'running') return undefined;
  const due = await sleepsAt(app.store, stored.row);
  if (due > at) return due;
  // Whoever is waited for now was not until this moment.
  if (await withoutRemoved(app, id)) return endOf(app.store, at, SLEEPS);
  const done = await putAway(app.store, id, at);
  if (done.ok && done.changed) app.refresh(done.match);
  return undefined;
};

const lapses: Serve = async (app, job, at) => {
  const done = await lapse(app.store, Number(job.subject), at);
  if (!done.ok) return undefined;
  if (done.changed) app.refresh(done.match);
  // Another one has work of its own.
  const due = job.key.startsWith(`${done.match.question?.seq}.`)
    ? await lapsesAt(app.store, done.match)
    : undefined;
  return due !== undefined && due > at ? due : undefined;
};

const thread: Serve = async (app, job, at) => {
  const id = Number(job.subject);
  const stored = await load(app.store, id);
  const table = await tableOf(app.store, id);
  if (stored?.row.status !== 'running' || !table) return undefined;
  if (table.channel && isThreaded(table)) {
    const sent = await app.outbound.revive(table.channel);
    if (!sent.ok && passing(sent)) throw new DiscordError(sent.code);
    if (!sent.ok) app.log.warn({ match: id, code: sent.code }, 'a thread could not be kept open');
  }
  return at + THREAD_LOOK;
};

/** What can be served, in the order it is served for one match: what ends something first. */
const KINDS: Readonly<Record<string, Serve>> = {
  sleep,
  late,
  lobby,
  lapse: lapses,
  think: async (app, job) => void (await haveThought(app, job)),
  thread,
  ask: async (app, job) => void (await remindAsked(app, job)),
  remind: (app, job) => remind(app, job),
  digest: (app, job) => sendDigest(app, job),
};
const ORDER = Object.keys(KINDS);

/** The kinds of work that can be due. */
export const DUE_KINDS: readonly string[] = ORDER;

/** Work that is due, looked for once or again and again. */
export interface Scheduler {
  /** Claims what is due and begins it, until no more is due than is under way. */
  look(): Promise<void>;
  /** Nothing more is claimed from here on. */
  end(): void;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
}

const nameOf = ({ kind, subject, key }: JobRow): string => [kind, subject, key].join(' ');

const pause = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

/**
 * What became of work that was served: it is done, due again later, rests while its match is put aside, or failed and is
 * tried again.
 */
export const SERVED = ['done', 'later', 'rests', 'failed'] as const;
export type Served = (typeof SERVED)[number];
/** Hears of each work that was served, and how long (ms) after it was due it was begun. */
export type Hears = (kind: string, served: Served, late: number) => void;

export function createScheduler(app: App, holder = HOLDER, hears: Hears = () => {}): Scheduler {
  const running = new Set<Promise<void>>();
  const failures = new Map<string, number>();
  /** By subject: the work that is under way, or waits for what is. */
  const busy = new Map<string, Set<string>>();
  let underWay = 0;
  let swept = -Infinity;
  let ended = false;

  async function serve(job: JobRow): Promise<void> {
    // It may have been served with another one, or taken away since.
    if (!(await isClaimed(app.store, job))) return;
    if (isAbsent(app)) {
      await giveBack(app.store, job, now() + EVERY);
      return;
    }
    const run = Object.hasOwn(KINDS, job.kind) ? KINDS[job.kind] : undefined;
    const name = nameOf(job);
    const late = Math.max(0, now() - job.due);
    try {
      const served = await unlessAside(app, async () => ({ due: await run?.(app, job, now()) }));
      failures.delete(name);
      // The work of a match that was put aside rests until it goes on.
      if (!served) await giveBack(app.store, job, 0);
      else if (served.due === undefined) await finish(app.store, job, now());
      else await postpone(app.store, job, served.due);
      hears(job.kind, !served ? 'rests' : served.due === undefined ? 'done' : 'later', late);
    } catch (error) {
      hears(job.kind, 'failed', late);
      const times = failures.get(name) ?? 0;
      failures.set(name, times + 1);
      const about = { kind: job.kind, match: job.kind === 'digest' ? undefined : Number(job.subject) };
      if (error instanceof DiscordError)
        app.log.warn({ ...about, code: error.code, times }, 'due work has to wait');
      else app.log.error({ ...about, err: error, times }, 'due work failed');
      await giveBack(app.store, job, now() + Math.min(HOUR, 5 * SECOND * 2 ** Math.min(times, 20)));
    }
  }

  async function all(jobs: readonly JobRow[]): Promise<void> {
    for (const job of jobs) {
      try {
        await serve(job);
      } catch (error) {
        app.log.error({ err: error }, 'due work could not be noted as done');
      } finally {
        // It may be due again while the rest of its subject is still under way.
        busy.get(job.subject)?.delete(nameOf(job));
        underWay--;
      }
    }
  }

  async function look(): Promise<void> {
    for (;;) {
      const room = Math.min(AT_ONCE, UNDER_WAY - underWay);
      if (ended || room <= 0 || isAbsent(app)) break;
      const at = now();
      const claimed = await claimDue(app.store, at, holder, at + LEASE, room);
      const groups = bySubject(claimed);
      const held = groups.filter(([first]) => busy.has(first!.subject)).flat();
      const free = groups.filter((jobs) => !held.includes(jobs[0]!));
      const begun = free.map((jobs) => {
        const { subject } = jobs[0]!;
        busy.set(subject, new Set(jobs.map(nameOf)));
        underWay += jobs.length;
        const done = all(jobs).finally(() => {
          busy.delete(subject);
          running.delete(done);
        });
        running.add(done);
        return done;
      });
      // What takes longer than it was claimed for goes on. Nothing else of its subject is begun beside it, but after it.
      for (const job of held)
        if (!busy.get(job.subject)?.has(nameOf(job))) await giveBack(app.store, job, at + EVERY);
      if (claimed.length < room) break;
      // After a long outage much is due: most of it asks nothing of Discord and is soon done.
      await Promise.race([Promise.all(begun), pause(EVERY)]);
    }
    const at = now();
    if (at - swept >= HOUR) {
      swept = at;
      while ((await sweep(app.store, at - KEPT)) > 0) await null;
    }
  }

  return {
    look,
    end: () => {
      ended = true;
    },
    settled: async () => {
      while (running.size > 0) await Promise.all([...running]);
    },
  };
}

function bySubject(jobs: readonly JobRow[]): JobRow[][] {
  const groups = new Map<string, JobRow[]>();
  for (const job of jobs) groups.set(job.subject, [...(groups.get(job.subject) ?? []), job]);
  const place = ({ kind }: JobRow): number => ORDER.indexOf(kind);
  return [...groups.values()].map((group) =>
    group.sort((a, b) => place(a) - place(b) || a.due - b.due || (a.key < b.key ? -1 : 1)),
  );
}

/** Serves what is due, at start first of all. */
export function startScheduler(app: App, hears?: Hears): Job {
  const due = createScheduler(app, HOLDER, hears);
  const looking = repeat(app, 'due work', EVERY, due.look);
  return {
    stop: async () => {
      due.end();
      await looking.stop();
      await due.settled();
    },
  };
}
