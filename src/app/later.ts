import type { Seat } from '../games/game.ts';
import { type Match, phaseKey, present } from '../match/match.ts';
import { open } from '../match/open.ts';
import { askedSeats } from '../match/question.ts';
import { peopleIn } from '../match/seats.ts';
import { peopleWaitedFor, playersIn } from '../match/timeline.ts';
import { type DueJob, type JobRow, openKeys, setJob } from '../store/jobs.ts';
import type { Store } from '../store/open.ts';
import { noteLater } from '../store/reminders.ts';
import type { App } from './context.ts';
import { judge, type Occasion, occasion, type Pings, pingsAmong, without } from './pings.ts';

/**
 * Pings that wait: whoever is quiet when a turn or a question comes is pinged once when that ends, if it still waits for
 * them. The end of a game and an invitation do not wait: they are there to be read.
 */

/** What such reminders are called in the keys of jobs. */
export const TURN = 'turn';
export const ASK = 'ask';

/** A reminder at a later time, if it is of use then. */
export function laterFor(match: Match, key: string, due: number): DueJob[] {
  const { deadline } = match.row;
  if (deadline !== null && due >= deadline) return [];
  return [{ kind: 'remind', subject: String(match.id), key, due }];
}

interface Waiting {
  readonly seat: Seat;
  /** When they may be pinged (ms). */
  readonly due: number;
}

/** Those of some seats who may be pinged only later than `at`. */
async function waiting(
  store: Store,
  match: Match,
  seats: readonly Seat[],
  about: Occasion,
  at: number,
): Promise<Waiting[]> {
  const found: Waiting[] = [];
  for (const seat of seats)
    for (const { due } of await judge(store, playersIn(match, [seat]), about, at))
      if (due > at) found.push({ seat, due });
  return found;
}

/** The seats for which one of these jobs is still to be done. */
const notedFor = async (store: Store, match: Match, kind: string, prefix: string): Promise<Seat[]> =>
  (await openKeys(store, kind, String(match.id), prefix)).map((key) => Number(key.slice(prefix.length)));

/** Notes whom the message of the present turn cannot ping for now. */
export async function noteQuiet(store: Store, match: Match, at: number): Promise<void> {
  const prefix = turnPrefix(match);
  const all = await waiting(store, match, peopleWaitedFor(match), occasion('turn', match.row), at);
  await noteLater(
    store,
    match.id,
    all.flatMap(({ seat, due }) => laterFor(match, `${prefix}${seat}`, due)),
  );
}

const turnPrefix = (match: Match): string => `${phaseKey(present(match))}/${TURN}/`;

/** Whom the message of the present turn pings: nobody whom a reminder is noted for since they were quiet. */
export const turnPings = async (store: Store, match: Match, at: number): Promise<Pings> =>
  sparing(
    store,
    match,
    occasion('turn', match.row),
    await notedFor(store, match, 'remind', turnPrefix(match)),
    at,
  );

async function sparing(
  store: Store,
  match: Match,
  about: Occasion,
  noted: readonly Seat[],
  at: number,
): Promise<Pings> {
  const others = playersIn(match, noted);
  const pings = await pingsAmong(store, peopleIn(match.seats), about, at);
  return (people) => without(pings(people), others);
}

/** The row of the log that asks what the table is asked; -1 while nothing is. */
const askedAt = ({ question }: Match): number => question?.seq ?? -1;

/** Notes whom a question to the table cannot ping for now. */
export async function noteUnasked(store: Store, match: Match, at: number): Promise<void> {
  const all = await waiting(store, match, askedSeats(match), occasion('question', match.row), at);
  await noteLater(
    store,
    match.id,
    all.map(({ seat, due }) => ({ kind: ASK, key: `${askedAt(match)}/${seat}`, due })),
  );
}

/** Whom a question to the table pings. */
export const questionPings = async (store: Store, match: Match, at: number): Promise<Pings> =>
  sparing(
    store,
    match,
    occasion('question', match.row),
    await notedFor(store, match, ASK, `${askedAt(match)}/`),
    at,
  );

/** Serves what `noteUnasked` noted: whoever has not answered an open question yet is reminded of it. */
export async function remindAsked(app: App, job: JobRow): Promise<void> {
  const match = await open(app.store, Number(job.subject));
  const [asked, seat] = job.key.split('/').map(Number);
  if (match?.row.status !== 'running' || asked !== askedAt(match)) return;
  if (!askedSeats(match).includes(seat!)) return;
  const key = `${phaseKey(present(match))}/${ASK}/${seat}`;
  await setJob(app.store, { kind: 'remind', subject: job.subject, key, due: job.due });
}
