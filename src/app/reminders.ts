import { now } from '../clock.ts';
import { peopleWaitedFor } from '../match/course.ts';
import { type Match, phaseKey, present } from '../match/match.ts';
import { open } from '../match/open.ts';
import { isUntouched } from '../match/projection.ts';
import { type DueJob, dueFor, type JobRow } from '../store/jobs.ts';
import { forgetReminder, noteReminded, type Reader, readersOf } from '../store/reminders.ts';
import { onItsWay, setTable, type TableRow, tableOf, unnoted } from '../store/tables.ts';
import { type App, publicOf } from './context.ts';
import { ensureDigest } from './digest.ts';
import { plain } from './parts.ts';
import { isAway } from './place.ts';
import { isQuiet, quietUntil } from './quiet.ts';
import { reminderScreen } from './screens/reminder.ts';
import { passing, Trouble } from './trouble.ts';

/**
 * Reminders: one message in the table's channel, for those who are waited for and want it. A job's key says of which
 * phase it is and which of its reminders: `7.round/half`, `/end`; for a card that anybody may turn by now `/anyone`,
 * `/last`; or, where there is no time limit, `/1`, `/8`, `/15` (days). A third part names the one seat whose player's quiet hours it waited for.
 */

type Tools = Pick<App, 'store' | 'outbound'>;

/** Reminders that are due at one moment, served as one. */
interface Batch {
  readonly jobs: readonly JobRow[];
  /** The latest of those that are for everybody; else the first that is for somebody. */
  readonly lead: JobRow;
  readonly everybody: boolean;
  /** Seats whose players' quiet hours it waited for, and for which reminder. */
  readonly waited: ReadonlyMap<number, string>;
}

const partsOf = ({ key }: Pick<JobRow, 'key'>): readonly string[] => key.split('/');

/** Serves a reminder that is due, and with it all others of its phase. Throws `Trouble` for what may be tried again. */
export async function remind(app: App, job: JobRow): Promise<void> {
  const at = now();
  const [phase = ''] = partsOf(job);
  const match = await open(app.store, Number(job.subject));
  if (!match || isAway(app, match)) return;
  if (!isWorth(match, phase, at)) {
    // An attempt may have gone out before the round was closed.
    await dropUnnoted(app, match.id, phase);
    return;
  }
  const batch = batchOf(job, dueFor(app.store, job.kind, job.subject, `${phase}/`, at));
  const slot = partsOf(batch.lead)[1]!;
  const seats = peopleWaitedFor(match);
  const people = seats.map((seat) => match.seats[seat]!.player);
  const readers = readersOf(app.store, match.id, phase, people);
  const seatBy = (player: string): number => seats[people.indexOf(player)]!;
  for (const reader of readers)
    if (reader.reminders === 'digest' && !reader.closed) await ensureDigest(app.store, reader, at);
  const wanting = readers.filter((reader) => {
    const late = batch.waited.get(seatBy(reader.id));
    return (batch.everybody && wants(reader, slot)) || (late !== undefined && wants(reader, late));
  });
  const quiet = wanting.filter((reader) => isQuiet(reader, at));
  const pinged = wanting.filter((reader) => !quiet.includes(reader)).map(({ id }) => id);
  const message = pinged.length > 0 ? await post(app, match, phase, batch.lead, pinged) : undefined;
  // Whoever an earlier attempt went out to may have asked for quiet before anybody noted it.
  if (pinged.length === 0) await dropUnnoted(app, match.id, phase);
  const later = quiet.flatMap((reader) => {
    const key = `${phase}/${batch.everybody ? slot : batch.waited.get(seatBy(reader.id))}/${seatBy(reader.id)}`;
    return laterFor(match, reader, key, at);
  });
  await noteReminded(app.store, match.id, { message, phase, done: batch.jobs, later }, at);
  // Somebody may have closed the round while its reminder was on the way, when nobody knew of it.
  const after = message === undefined ? undefined : await open(app.store, match.id);
  if (after && phaseKey(present(after)) !== phase) app.refresh(match.id);
}

/** Takes back a reminder of a phase that may have gone out although nobody could note it. */
async function dropUnnoted(app: App, id: number, phase: string): Promise<void> {
  const table = tableOf(app.store, id);
  if (table && unnoted(table.reminder) && table.reminderPhase === phase) await dropReminder(app, table, true);
}

/** Whether a reminder of `phase` still makes sense in a match. */
function isWorth(match: Match, phase: string, at: number): boolean {
  const { status, deadline } = match.row;
  if (status !== 'running' || phaseKey(present(match)) !== phase) return false;
  if (deadline !== null && deadline <= at) return false;
  const first = match.game.turn(match.state) <= 1;
  return first || !isUntouched(match.row, at);
}

function batchOf(job: JobRow, due: readonly JobRow[]): Batch {
  const jobs = due.some(({ key }) => key === job.key) ? due : [job, ...due];
  const whole = jobs.filter((one) => partsOf(one).length === 2);
  const waited = new Map(
    jobs.flatMap((one) => {
      const [, slot, seat] = partsOf(one);
      return seat === undefined ? [] : [[Number(seat), slot!] as const];
    }),
  );
  return { jobs, lead: whole.at(-1) ?? jobs[0]!, everybody: whole.length > 0, waited };
}

/** Whether somebody wants one of the reminders. Who cannot be sent a digest is reminded near the end instead. */
function wants({ reminders, closed }: Reader, slot: string): boolean {
  const level = reminders === 'digest' && closed ? 'end' : reminders;
  return level === 'both' || (level === 'end' && slot !== 'half');
}

/** The same reminder at the end of somebody's quiet hours, if it is of use then. */
function laterFor(match: Match, reader: Reader, key: string, at: number): DueJob[] {
  const due = quietUntil(reader, at);
  const { deadline } = match.row;
  if (due === null || (deadline !== null && due >= deadline)) return [];
  return [{ kind: 'remind', subject: String(match.id), key, due }];
}

/** Posts a reminder in the place of an earlier one; undefined where Discord takes none. */
async function post(
  app: App,
  match: Match,
  phase: string,
  lead: JobRow,
  pinged: readonly string[],
): Promise<string | undefined> {
  const table = tableOf(app.store, match.id);
  if (!table) return undefined;
  const { channel } = table;
  // The table itself is not posted yet.
  if (!channel) throw new Trouble(Number(table.trouble ?? 0));
  const nonce = nonceOf(match, phase, lead);
  // First this: whoever dies in between leaves none that nobody knows of.
  if (unnoted(table.reminder) !== nonce) await dropReminder(app, table, true);
  await setTable(app.store, match.id, { reminder: onItsWay(nonce), reminderPhase: phase });
  const { t } = publicOf(app, match.row.guild);
  const screen = reminderScreen(match, pinged, t, table.threaded);
  const sent = await app.outbound.post(channel, screen, nonce);
  if (sent.ok) return sent.message;
  if (passing(sent)) throw new Trouble(sent.code);
  await forgetReminder(app.store, match.id, onItsWay(nonce));
  app.log.warn({ match: match.id, code: sent.code }, 'a reminder could not be posted');
  return undefined;
}

const SHORT: Readonly<Record<string, string>> = { half: 'h', end: 'e', anyone: 'a', last: 'l' };

/** A nonce has at most 25 characters. */
function nonceOf(match: Match, phase: string, lead: JobRow): string {
  const [, slot = '', seat] = partsOf(lead);
  const whole = `${match.id}.${phase}.r${SHORT[slot] ?? slot}${seat === undefined ? '' : `.${seat}`}`;
  return whole.slice(-25);
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
  // Under its nonce it is found, or something that may be deleted as well.
  const found = sent === undefined ? undefined : await tools.outbound.post(place, plain('…'), sent);
  if (found && !found.ok && passing(found)) throw new Trouble(found.code);
  const message = found?.ok ? found.message : sent === undefined ? reminder : undefined;
  const done = message === undefined ? { ok: true as const } : await tools.outbound.remove(place, message);
  if (!done.ok && passing(done)) throw new Trouble(done.code);
  await forgetReminder(tools.store, match, reminder);
}
