import { now } from '../clock.ts';
import type { Seat } from '../games/game.ts';
import { peopleWaitedFor, playersIn } from '../match/course.ts';
import { type Match, phaseKey, present } from '../match/match.ts';
import { open } from '../match/open.ts';
import { isUntouched, remindsAt } from '../match/projection.ts';
import { askedSeats } from '../match/question.ts';
import { anyOverdue } from '../match/waiting.ts';
import { type DueJob, dueFor, type JobRow } from '../store/jobs.ts';
import type { Store } from '../store/open.ts';
import { forgetReminder, noteReminded, readersOf, silentIn } from '../store/reminders.ts';
import { onItsWay, setTable, type TableRow, tableOf, unnoted } from '../store/tables.ts';
import { type App, publicOf } from './context.ts';
import { ensureDigest } from './digest.ts';
import { linkOf } from './games.ts';
import { ASK, laterFor, TURN } from './later.ts';
import { plain } from './parts.ts';
import { judge, occasion, type Pinged, pingable, type What } from './pings.ts';
import { isAway } from './place.ts';
import { reminderScreen } from './screens/reminder.ts';
import { passing, Trouble } from './trouble.ts';

/**
 * Reminders: one message in the table's channel, for those who are waited for and want it. A job's key says of which
 * phase it is and which of its reminders: `7.round/half`, `/end`; for a card that anybody may turn by now `/anyone`,
 * `/last`; or, where there is no time limit, `/1`, `/8`, `/15` (days). `/turn` is of the turn itself and `/ask` of a
 * question to the table, both for those who were quiet when that was posted. A third part names the one seat whose
 * player's quiet hours or vacation it waited for.
 */

type Tools = Pick<App, 'store' | 'outbound'>;

/** Reminders that are due at one moment, served as one. */
interface Batch {
  readonly jobs: readonly JobRow[];
  /** The latest of those that are for everybody; else the first that is for somebody. */
  readonly lead: JobRow;
  readonly everybody: boolean;
  /** Seats whose players' quiet hours it waited for, and for which reminder. */
  readonly waited: readonly { readonly seat: Seat; readonly slot: string }[];
}

const partsOf = ({ key }: Pick<JobRow, 'key'>): readonly string[] => key.split('/');
const slotOf = (job: Pick<JobRow, 'key'>): string => partsOf(job)[1] ?? '';

/**
 * Serves a reminder that is due, and with it all others of its phase; resolves with the time at which it is due if that
 * is later by an absence. Throws `Trouble` for what may be tried again.
 */
export async function remind(app: App, job: JobRow): Promise<number | undefined> {
  const at = now();
  const [phase = ''] = partsOf(job);
  const match = await open(app.store, Number(job.subject));
  if (!match || isAway(app, match)) return undefined;
  if (!isWorth(app.store, match, phase, at)) {
    // An attempt may have gone out before the round was closed.
    await dropUnnoted(app, match.id, phase);
    return undefined;
  }
  const due = dueAt(app.store, match, job);
  if (due > at) return due;
  const others = dueFor(app.store, job.kind, job.subject, `${phase}/`, at);
  const batch = batchOf(
    job,
    others.filter((one) => dueAt(app.store, match, one) <= at),
  );
  await ensureDigests(app.store, match, at);
  const { pinged, later } = judged(app.store, match, phase, batch, at);
  const message = pinged.length > 0 ? await post(app, match, phase, batch.lead, pinged) : undefined;
  // Whoever an earlier attempt went out to may have asked for quiet before anybody noted it.
  if (pinged.length === 0) await dropUnnoted(app, match.id, phase);
  await noteReminded(app.store, match.id, { message, phase, done: batch.jobs, later }, at);
  // Somebody may have closed the round while its reminder was on the way, when nobody knew of it.
  const after = message === undefined ? undefined : await open(app.store, match.id);
  if (after && phaseKey(present(after)) !== phase) app.refresh(match.id);
  return undefined;
}

/** When a reminder of the present phase is due; one that waited for one person is due when their quiet hours end. */
function dueAt(store: Store, match: Match, job: JobRow): number {
  return partsOf(job).length > 2 ? job.due : remindsAt(store, match, slotOf(job));
}

/** Whoever is told once a day of what waits for them gets the next digest. */
async function ensureDigests(store: Store, match: Match, at: number): Promise<void> {
  for (const reader of readersOf(store, playersIn(match, peopleWaitedFor(match))))
    if (reader.pings === 'digest' && !reader.closed) await ensureDigest(store, reader, at);
}

/** Whom the reminders of a batch ping now, in the order of their seats, and whom later. */
function judged(
  store: Store,
  match: Match,
  phase: string,
  { everybody, lead, waited }: Batch,
  at: number,
): { readonly pinged: Pinged; readonly later: readonly DueJob[] } {
  const silent = silentIn(store, match.id, phase);
  const concerned = (slot: string): Seat[] => (slot === ASK ? askedSeats(match) : peopleWaitedFor(match));
  const whole = everybody ? concerned(slotOf(lead)).map((seat) => ({ seat, slot: slotOf(lead) })) : [];
  const single = waited.filter(({ seat, slot }) => concerned(slot).includes(seat));
  const verdicts = [...whole, ...single].flatMap(({ seat, slot }) => {
    const people = playersIn(match, [seat]).filter((player) => !silent.includes(player));
    const about = occasion(whatOf(slot), match.row);
    return judge(store, people, about, at).map((verdict) => ({ ...verdict, seat, slot }));
  });
  const pinged = pingable(
    verdicts.sort((a, b) => a.seat - b.seat),
    at,
  );
  const wait = verdicts.filter(({ player }) => !pinged.includes(player));
  return {
    pinged,
    later: wait.flatMap(({ seat, slot, due }) => laterFor(match, `${phase}/${slot}/${seat}`, due)),
  };
}

/** Takes back a reminder of a phase that may have gone out although nobody could note it. */
async function dropUnnoted(app: App, id: number, phase: string): Promise<void> {
  const table = tableOf(app.store, id);
  if (table && unnoted(table.reminder) && table.reminderPhase === phase) await dropReminder(app, table, true);
}

/** Whether a reminder of `phase` still makes sense in a match. */
function isWorth(store: Store, match: Match, phase: string, at: number): boolean {
  const { status, deadline } = match.row;
  if (status !== 'running' || phaseKey(present(match)) !== phase) return false;
  if (deadline !== null && deadline <= at) return false;
  const first = match.game.turn(match.state) <= 1;
  return first || !isUntouched(store, match.row, at);
}

function batchOf(job: JobRow, due: readonly JobRow[]): Batch {
  const jobs = due.some(({ key }) => key === job.key) ? due : [job, ...due];
  const whole = jobs.filter((one) => partsOf(one).length === 2);
  const waited = jobs.flatMap((one) => {
    const [, slot, seat] = partsOf(one);
    return seat === undefined ? [] : [{ seat: Number(seat), slot: slot! }];
  });
  return { jobs, lead: whole.at(-1) ?? jobs[0]!, everybody: whole.length > 0, waited };
}

const WHATS: Readonly<Record<string, What>> = {
  [TURN]: 'turn',
  anyone: 'turn',
  half: 'first',
  [ASK]: 'question',
};

/** What a reminder is about, by the second part of its key. */
const whatOf = (slot: string): What => (Object.hasOwn(WHATS, slot) ? WHATS[slot]! : 'last');

/** Posts a reminder in the place of an earlier one; undefined where Discord takes none. */
async function post(
  app: App,
  match: Match,
  phase: string,
  lead: JobRow,
  pinged: Pinged,
): Promise<string | undefined> {
  const table = tableOf(app.store, match.id);
  if (!table) return undefined;
  const { channel } = table;
  // The table itself is not posted yet.
  if (!channel) throw new Trouble(Number(table.trouble ?? 0));
  const purpose = `${match.id}.${lead.key}`;
  // First this: whoever dies in between leaves none that nobody knows of.
  if (unnoted(table.reminder) !== purpose) await dropReminder(app, table, true);
  await setTable(app.store, match.id, { reminder: onItsWay(purpose), reminderPhase: phase });
  const { t } = publicOf(app, match.row.guild);
  const screen = reminderScreen(match, pinged, t, {
    inThread: table.threaded,
    question:
      linkOf(match.row.guild, channel, unnoted(table.wish) === undefined ? table.wish : null) ?? undefined,
    overdue: anyOverdue(app.store, match, now()),
  });
  const sent = await app.outbound.post(channel, screen, purpose);
  if (sent.ok) return sent.message;
  if (passing(sent)) throw new Trouble(sent.code);
  await forgetReminder(app.store, match.id, onItsWay(purpose));
  app.log.warn({ match: match.id, code: sent.code }, 'a reminder could not be posted');
  return undefined;
}

/**
 * Deletes the reminder that stands at a table, if there is one. A message that is gone, or may not be deleted, is let
 * be; throws `Trouble` for what may be tried again. One that is on its way is for its own job to see to, which knows when
 * it is too `late` for it.
 */
export async function dropReminder(tools: Tools, table: TableRow, late = false): Promise<void> {
  const { match, reminder, channel, lobbyChannel } = table;
  if (!reminder) return;
  const place = channel ?? lobbyChannel;
  const sent = unnoted(reminder);
  if (sent !== undefined && !late) return;
  // By its purpose it is found, or something that may be deleted as well.
  const found = sent === undefined ? undefined : await tools.outbound.post(place, plain('…'), sent);
  if (found && !found.ok && passing(found)) throw new Trouble(found.code);
  const message = found?.ok ? found.message : sent === undefined ? reminder : undefined;
  const done = message === undefined ? { ok: true as const } : await tools.outbound.remove(place, message);
  if (!done.ok && passing(done)) throw new Trouble(done.code);
  await forgetReminder(tools.store, match, reminder);
}
